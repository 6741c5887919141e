import { useRef, useState } from 'react'
import { addressOf } from '#shared/accounts/address.ts'
import { createInstitution, editInstitution, proposeCode, removeInstitution } from '#shared/institutions/directory-routes.ts'
import type { ListedCategory, ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { orientations } from '#shared/institutions/model.ts'
import { withDomainOf } from '#shared/institutions/rules.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { callRoute } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ClashNotice } from './clash-notice.tsx'
import { DomainsField } from './domains-field.tsx'
import { directoryText } from './text.ts'

/** All as texts, as they rest on the device: domains with a blank between them. */
type Typed = { readonly [Name in 'name' | 'code' | 'abbreviation' | 'category' | 'orientation' | 'domains' | LeaderName]: string }
type LeaderName = 'leaderName' | 'leaderSurname' | 'leaderEmail'
type Fields = Omit<Typed, 'domains'> & { readonly domains: readonly string[] }
type Shared = Exclude<keyof Fields, LeaderName>

const typedOf = (fields: Fields): Typed => ({ ...fields, domains: fields.domains.join(' ') })
const fieldsIn = (typed: Typed): Fields => ({ ...typed, domains: typed.domains.split(' ').filter((each) => each !== '') })
const none: Fields = {
  name: '',
  code: '',
  abbreviation: '',
  category: '',
  orientation: '',
  domains: [],
  leaderName: '',
  leaderSurname: '',
  leaderEmail: '',
}
const fieldsOf = ({ name, code, abbreviation, category, orientation, domains }: ListedInstitution): Fields => ({
  ...none,
  name,
  code,
  abbreviation,
  category,
  orientation,
  domains,
})
const ownNames = ['name', 'code', 'abbreviation', 'category', 'orientation', 'domains'] as const
const ownOf = (fields: Fields): Pick<Fields, Shared> => ({
  name: fields.name,
  code: fields.code,
  abbreviation: fields.abbreviation,
  category: fields.category,
  orientation: fields.orientation,
  domains: fields.domains,
})

/** What keeps fields from being saved, each by its own sentence; the leader's are asked for in a new institution only. */
function problemsOf(fields: Fields, isNew: boolean): Partial<Record<keyof Fields, Failure>> {
  const found: Partial<Record<keyof Fields, Failure>> = {}
  const empty = (text: string): boolean => text.trim() === ''
  if (empty(fields.name)) found.name = failure('institution_name_empty')
  if (empty(fields.code)) found.code = failure('institution_code_empty')
  if (empty(fields.abbreviation)) found.abbreviation = failure('institution_abbreviation_empty')
  if (empty(fields.category)) found.category = failure('institution_category_missing')
  if (empty(fields.orientation)) found.orientation = failure('institution_orientation_missing')
  if (fields.domains.length === 0) found.domains = failure('institution_domains_missing')
  if (!isNew) return found
  if (empty(fields.leaderName)) found.leaderName = failure('name_empty')
  if (empty(fields.leaderSurname)) found.leaderSurname = failure('surname_empty')
  if (empty(fields.leaderEmail)) found.leaderEmail = failure('email_empty')
  else if (!addressOf(fields.leaderEmail.trim())) found.leaderEmail = failure('email_invalid')
  return found
}

/** Fields beside which the server's refusal is told. */
const fieldOfCode: Readonly<Record<string, keyof Fields>> = {
  institution_name_taken: 'name',
  institution_code_taken: 'code',
  category_unknown: 'category',
  domain_invalid: 'domains',
  institution_domains_many: 'domains',
  email_taken: 'leaderEmail',
  email_other_institution: 'leaderEmail',
}

interface Props {
  /** Undefined: a new one. */
  readonly institution?: ListedInstitution | undefined
  readonly categories: readonly ListedCategory[]
  /** Reads the list anew, and gives the institution as it is now. */
  readonly onSaved: () => Promise<readonly ListedInstitution[]>
  readonly onClose: () => void
}

/**
 * An institution with everything that is written of it. Leaving the name brings its code, leaving the leader's address its domain. What
 * was typed stays on the device while the server has not taken it.
 */
export function InstitutionDialog({ institution, categories, onSaved, onClose }: Props) {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const kept = useKeptFields({
    kind: 'institution',
    subject: institution?._id ?? 'new',
    initial: typedOf(institution ? fieldsOf(institution) : none),
    about: institution?.name ?? t('createTitle'),
  })
  const { standing, forget } = kept
  const fields = fieldsIn(kept.fields)
  const seen = fieldsIn(kept.seen)
  const write = (next: Fields): void => kept.write(typedOf(next))
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, send } = useSaving()
  const [theirs, setTheirs] = useState<Fields | null>(null)
  const proposed = useRef('')
  /** What is written, for whoever comes back from the server or a blur in the same moment. */
  const newest = useRef(fields)
  newest.current = fields
  const isNew = institution === undefined
  const problems = problemsOf(fields, isNew)
  const change = (part: Partial<Fields>): void => {
    setProblem(null)
    const next = { ...newest.current, ...part }
    newest.current = next
    write(next)
  }
  const told = (field: keyof Fields): string | null => {
    if (problem && fieldOfCode[problem.code] === field) return errorText(problem)
    const own = problems[field]
    return tried && own ? errorText(own) : null
  }
  const propose = async (): Promise<void> => {
    const name = fields.name.trim()
    // A code that somebody wrote is theirs.
    if (name === '' || (fields.code !== '' && fields.code !== proposed.current)) return
    if (!isNew && fields.code !== '') return
    const reply = await callRoute(proposeCode, { params: { code: name } })
    if (!reply.ok || (newest.current.code !== '' && newest.current.code !== proposed.current)) return
    proposed.current = reply.value.code
    change({ code: reply.value.code })
  }
  const addDomain = (): void => {
    const domains = withDomainOf(fields.leaderEmail, fields.domains)
    if (domains === fields.domains) return
    change({ domains })
    announce(t('domainAdded', { domain: domains.at(-1) ?? '' }))
  }
  const save = async (over: Fields = seen, now: Fields = newest.current): Promise<void> => {
    setTried(true)
    if (Object.keys(problemsOf(now, isNew)).length > 0 || busy) return
    const own = { ...ownOf(now), domains: [...now.domains] }
    // Parsed by the schema of the call, like everything that a person chose.
    const orientation = orientations.find((each) => each === own.orientation) ?? 'Institucional'
    const leader = { name: now.leaderName.trim(), surname: now.leaderSurname.trim(), email: now.leaderEmail.trim() }
    const reply = await send(
      (key) =>
        isNew
          ? callRoute(createInstitution, { body: { ...own, orientation, leader }, key })
          : callRoute(editInstitution, { params: { institution: institution._id }, body: { ...own, orientation, seen: ownOf(over) } }),
      async () => {
        const fresh = (await onSaved()).find((each) => each._id === institution?._id)
        setTheirs(fresh ? fieldsOf(fresh) : null)
      },
    )
    if (!reply.ok) return
    toast('success', t(isNew ? 'created' : 'updated'), { label: t('undo'), run: () => void undo(reply.value) })
    await forget()
    void onSaved()
    onClose()
  }
  /** What was made goes again; what was changed goes back, unless somebody changed it since. */
  const undo = async (after: ListedInstitution): Promise<void> => {
    const params = { institution: after._id }
    const seen = ownOf(fieldsOf(after))
    const reply = await (institution
      ? callRoute(editInstitution, {
          params,
          body: { ...ownOf(fieldsOf(institution)), orientation: institution.orientation, domains: [...institution.domains], seen },
        })
      : callRoute(removeInstitution, { params }))
    void onSaved()
    if (reply.ok) toast('success', t(institution ? 'undone' : 'removed', { name: after.name }))
    else toast('error', errorText(reply.failure))
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  const clashed = problem?.code === 'changed_meanwhile' ? ownNames.find((each) => each === problem.params?.['field']) : undefined
  const settle = (mine: boolean): void => {
    if (!clashed || !theirs) return
    const nowSeen = { ...seen, [clashed]: theirs[clashed] }
    kept.setSeen(typedOf(nowSeen))
    setProblem(null)
    if (!mine) {
      const next = { ...newest.current, [clashed]: theirs[clashed] }
      newest.current = next
      write(next)
    }
    void save(nowSeen, newest.current)
  }
  const shownOf = (name: Shared, of: Fields): string =>
    name === 'domains'
      ? of.domains.join(', ')
      : name === 'category'
        ? (categories.find((each) => each._id === of.category)?.name ?? of.category)
        : of[name]
  const text = (name: 'name' | 'code' | 'abbreviation', label: string, most: number, more: object = {}) => (
    <TextField
      label={label}
      value={fields[name]}
      onChange={(value) => change({ [name]: value })}
      maxLength={most}
      autoComplete="off"
      lang="es"
      error={told(name)}
      {...more}
    />
  )
  const clash = problem && clashed && theirs && (
    <ClashNotice
      problem={problem}
      field={t(clashed)}
      mine={shownOf(clashed, fields)}
      theirs={shownOf(clashed, theirs)}
      onMine={() => settle(true)}
      onTheirs={() => settle(false)}
    />
  )
  return (
    <EditDialog
      title={t(isNew ? 'createTitle' : 'editTitle')}
      submit={t(isNew ? 'createButton' : 'save')}
      busy={busy}
      changed={!sameFields(kept.fields, kept.seen)}
      standing={standing}
      clash={clash}
      problem={problem && !clash && fieldOfCode[problem.code] === undefined ? errorText(problem) : null}
      columns
      onSave={() => void save()}
      onGiveUp={giveUp}
    >
      <div className="sm:col-span-2">
        {text('name', t('name'), 200, { hint: isNew ? t('codeHint') : undefined, onBlur: () => void propose(), autoFocus: true })}
      </div>
      {text('code', t('code'), 40, { autoCapitalize: 'characters' })}
      {text('abbreviation', t('abbreviation'), 40)}
      <Select
        label={t('category')}
        value={fields.category}
        onChange={(category) => change({ category })}
        error={told('category')}
        options={categories
          .filter((each) => each.active || each._id === seen.category)
          .map((each) => ({ value: each._id, label: each.active ? each.name : t('categoryClosed', { name: each.name }) }))}
      />
      <Select
        label={t('orientation')}
        value={fields.orientation}
        onChange={(orientation) => change({ orientation })}
        error={told('orientation')}
        options={orientations.map((each) => ({ value: each, label: each }))}
      />
      {isNew ? (
        <fieldset className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
          <legend className="mb-1 text-lg font-semibold text-ink-950">{t('leaderSection')}</legend>
          <p className="text-ink-600 sm:col-span-2">{t('leaderBody')}</p>
          <TextField
            label={t('leaderName')}
            value={fields.leaderName}
            onChange={(leaderName) => change({ leaderName })}
            maxLength={100}
            autoComplete="off"
            error={told('leaderName')}
          />
          <TextField
            label={t('leaderSurname')}
            value={fields.leaderSurname}
            onChange={(leaderSurname) => change({ leaderSurname })}
            maxLength={100}
            autoComplete="off"
            error={told('leaderSurname')}
          />
          <TextField
            label={t('leaderEmail')}
            type="email"
            value={fields.leaderEmail}
            onChange={(leaderEmail) => change({ leaderEmail })}
            onBlur={addDomain}
            maxLength={254}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            error={told('leaderEmail')}
            className="sm:col-span-2"
          />
        </fieldset>
      ) : (
        institution.leader && (
          <p className="wrap-anywhere text-ink-700 sm:col-span-2">
            {t('leaderNow', { name: institution.leaderName, email: institution.leaderEmail })}
          </p>
        )
      )}
      <div className="sm:col-span-2">
        <DomainsField domains={fields.domains} onChange={(domains) => change({ domains })} error={told('domains')} />
      </div>
    </EditDialog>
  )
}
