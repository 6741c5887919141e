import { useEffect, useMemo, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { pageAddress, pathOf } from '#shared/addresses.ts'
import { fullName } from '#shared/accounts/model.ts'
import { overviewShape } from '#shared/evaluations/model.ts'
import { readIn } from '#shared/forms/in-language.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { offeredAct } from '#client/data/world/offered-acts.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { useWorldOf } from '#client/data/world/use-world.ts'
import { folded } from '#client/i18n/folded.ts'
import { setLanguage, useLanguage } from '#client/i18n/language.ts'
import { translate, useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { PaletteFrame } from '#client/ui/overlays/palette-frame.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import { chosenBefore, noteChosen } from './chosen-before.ts'
import type { Entry } from './entry.ts'
import { FinderField } from './field.tsx'
import type { Found } from './found.ts'
import { finderText } from './text.ts'
import { useWorldEntries } from './use-world-entries.ts'

/** A page of the person's menus. */
export interface FinderPage {
  readonly to: string
  readonly title: string
  /** The same in Spanish, by which it is found in any language. */
  readonly spanish: string
  readonly icon: IconName
}

/** What the frame of the pages does for who asks; what is missing is not offered. */
export interface FinderActs {
  readonly signOut: () => void
  readonly openSync: () => void
  readonly askHelp?: (() => void) | undefined
  readonly changeInstitution?: (() => void) | undefined
  readonly install?: (() => void) | undefined
}

interface Props {
  readonly user: SessionUser
  readonly pages: readonly FinderPage[]
  /** Whether the person may visit the page on which work is shared out. */
  readonly assigns: boolean
  readonly acts: FinderActs
  /** What was typed before its field stood there; it is ended once the field has the focus. */
  readonly typedAhead: { readonly text: () => string; readonly end: () => void }
  readonly onClose: () => void
}

interface Place {
  readonly institutionId: InstitutionId | null
  readonly formId: FormId | null
}

/** The institution whose form is in front: one's own, or for the lab the one that the address opens. */
function placeAt(pathname: string, user: SessionUser): Place {
  for (const page of ['evaluation', 'filling'] as const) {
    const params = matchPath(pathOf(page), pathname)?.params
    if (params?.['institution'] && params['form']) return { institutionId: params['institution'], formId: params['form'] }
  }
  const isOwn = user.kind === 'Institutional'
  return { institutionId: isOwn ? user.institutionId : null, formId: isOwn ? user.formIdActive : null }
}

/** Institutions that somebody of the lab follows in forms that are enabled. */
function useInstitutionEntries(user: SessionUser): readonly Entry[] {
  const language = useLanguage()
  const overviews = useTable('overview')
  const forms = useTable('form')
  return useMemo(() => {
    if (user.kind === 'Institutional' || !overviews || !forms) return []
    const enabled = new Map(forms.filter((form) => form.enabled).map((form) => [form.id, form]))
    return overviews
      .filter(({ shape, evaluatorId }) => shape === overviewShape && (user.kind === 'Administrator' || evaluatorId === user._id))
      .flatMap(({ institutionId, formId, name, leader }): Entry[] => {
        const form = enabled.get(formId)
        if (!form) return []
        const page = user.kind === 'Evaluator' ? 'evaluation' : 'filling'
        return [
          {
            id: `institution:${formId}:${institutionId}`,
            kind: 'institution',
            title: name,
            lang: language === 'es' ? undefined : 'es',
            detail: [readIn(language, form.name, form.en?.name).text, leader].filter(Boolean).join(' · '),
            words: folded([name, leader ?? ''].join(' ')),
            icon: 'building',
            act: { to: () => pageAddress(page, { form: formId, institution: institutionId }) },
          },
        ]
      })
      .toSorted((a, b) => a.title.localeCompare(b.title, 'es'))
  }, [user, overviews, forms, language])
}

/** Accounts that an administrator's device knows by name, each with the way to its line in the lists of users. */
function useAccountEntries(user: SessionUser): readonly Entry[] {
  const people = useTable('person')
  return useMemo(() => {
    if (user.kind !== 'Administrator' || !people) return []
    const known = new Map(people.filter((person) => person.active && person.rehearsal === undefined).map((person) => [person.id, person]))
    return [...known.values()].map((person): Entry => ({
      id: `account:${person.id}`,
      kind: 'person',
      title: fullName(person),
      detail: person.email,
      words: folded(`${fullName(person)} ${person.email}`),
      icon: 'user',
      act: { to: () => pageAddress(person.kind === 'Institutional' ? 'externalUsers' : 'internalUsers', { q: person.email }) },
    }))
  }, [user, people])
}

/** Acts and pages that this person has. */
function useOwnEntries({ pages, acts }: Pick<Props, 'pages' | 'acts'>): readonly Entry[] {
  const t = useText(finderText)
  const engine = useEngine()
  const language = useLanguage()
  return useMemo(() => {
    const es = translate(finderText, 'es')
    const sync = async (): Promise<void> => {
      const status = await engine.syncNow()
      if (status.kind === 'up-to-date') toast('success', t('synced'))
      else toast('info', t('syncedLater', { n: status.pending }))
    }
    const other = language === 'es' ? 'en' : 'es'
    const save = offeredAct('save')
    const act = (id: string, icon: IconName, run: (() => void) | undefined, key: ActKey, more?: ActWords): readonly Entry[] =>
      run
        ? [
            {
              id: `act:${id}`,
              kind: 'action',
              title: t(key),
              words: folded([t(key), es(key), more ? `${t(more)} ${es(more)}` : ''].join(' ')),
              icon,
              act: { run },
            },
          ]
        : []
    return [
      ...act('save', 'check', save, 'save', 'saveWords'),
      ...act('sync', 'sync', () => void sync(), 'syncNow', 'syncNowWords'),
      ...pages.map(({ to, title, spanish, icon }): Entry => ({
        id: `page:${to}`,
        kind: 'page',
        title,
        words: folded(`${title} ${spanish}`),
        icon,
        act: { to: () => to },
      })),
      ...act('help', 'help', acts.askHelp, 'askHelp', 'askHelpWords'),
      ...act('institution', 'building', acts.changeInstitution, 'changeInstitution'),
      ...act(
        'language',
        'globe',
        () => void setLanguage(other).catch(() => toast('error', t('languageMissing'))),
        'changeLanguage',
        'changeLanguageWords',
      ),
      ...act('panel', 'cloud-check', acts.openSync, 'syncPanel', 'syncPanelWords'),
      ...act('install', 'install', acts.install, 'install'),
      ...act('sign-out', 'sign-out', acts.signOut, 'signOut', 'signOutWords'),
    ]
  }, [t, engine, language, pages, acts])
}
type ActKey = 'save' | 'syncNow' | 'askHelp' | 'changeInstitution' | 'changeLanguage' | 'syncPanel' | 'install' | 'signOut'
type ActWords = 'saveWords' | 'syncNowWords' | 'askHelpWords' | 'changeLanguageWords' | 'syncPanelWords' | 'signOutWords'

/** Most acts and pages that are listed before anything is looked for. */
const offeredMost = 7

/** What is listed before anything is looked for: what was chosen before, or else what there is to do. */
function offeredOf(all: readonly Entry[], own: readonly Entry[], before: readonly string[]): Found<Entry> {
  const byId = new Map(all.map((entry) => [entry.id, entry]))
  const recent = before.flatMap((id) => byId.get(id) ?? [])
  const shown = recent.length > 0 ? recent : own.slice(0, offeredMost)
  return shown.length === 0 ? { groups: [], all: 0 } : { groups: [{ kind: 'action', shown, all: shown.length }], all: shown.length }
}

/** Ctrl+K: whatever the person may see or do, found by its number or its words, from what this device holds (GO1). */
export function Finder({ user, pages, assigns, acts, typedAhead, onClose }: Props) {
  const t = useText(finderText)
  const u = useText(uiText)
  const engine = useEngine()
  const navigate = useNavigate()
  const place = placeAt(useLocation().pathname, user)
  const found = useWorldOf(place.institutionId, place.formId)
  const { ofForm, answers } = useWorldEntries(found.kind === 'open' ? found.open : null, assigns)
  const own = useOwnEntries({ pages, acts })
  const institutions = useInstitutionEntries(user)
  const accounts = useAccountEntries(user)
  const [before, setBefore] = useState<readonly string[] | null>(null)
  useEffect(() => {
    let left = false
    chosenBefore(engine).then(
      (ids) => {
        if (!left) setBefore(ids)
      },
      // A device that keeps nothing now offers what there is to do.
      () => {
        if (!left) setBefore([])
      },
    )
    return () => {
      left = true
    }
  }, [engine])
  const among = useMemo(() => {
    const form = ofForm()
    const listed = new Set(form.map(({ id }) => id))
    return [...own, ...institutions, ...form, ...accounts.filter(({ id }) => !listed.has(id.replace('account:', 'person:')))]
  }, [own, institutions, ofForm, accounts])
  const offered = useMemo(() => offeredOf(among, own, before ?? []), [among, own, before])
  const choose = (entry: Entry): void => {
    onClose()
    // What cannot be kept is offered as before.
    void noteChosen(engine, entry.id).catch(() => undefined)
    if ('to' in entry.act) void navigate(entry.act.to())
    else entry.act.run()
  }
  const isLab = user.kind !== 'Institutional'
  const isRecent = before !== null && before.length > 0 && offered.groups[0]?.shown.some(({ id }) => before.includes(id))
  return (
    <PaletteFrame label={t('title')} onClose={onClose}>
      <FinderField
        label={t('field')}
        placeholder={t(isLab ? 'placeholderLab' : 'placeholder')}
        among={among}
        answers={answers}
        offered={before === null ? undefined : offered}
        offeredHeading={isRecent ? t('recent') : undefined}
        onChoose={choose}
        takesFocus
        typedAhead={typedAhead}
        beside={<IconButton icon="close" label={u('close')} onClick={onClose} />}
        foot={
          <footer className="flex shrink-0 max-sm:not-has-[p]:hidden flex-wrap items-center gap-x-5 gap-y-1 border-t border-ink-150 bg-ink-50 px-4 py-2.5 text-sm text-ink-600 sm:rounded-b-xl">
            <span aria-hidden className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:hidden">
              <span className="inline-flex items-center gap-1.5">
                <KeyHint>{'↑'}</KeyHint>
                <KeyHint>{'↓'}</KeyHint>
                {t('keysMove')}
              </span>
              <span className="inline-flex items-center gap-1.5">
                <KeyHint>{'↵'}</KeyHint>
                {t('keysOpen')}
              </span>
              <span className="inline-flex items-center gap-1.5">
                <KeyHint>{'Esc'}</KeyHint>
                {t('keysClose')}
              </span>
            </span>
            {isLab && place.institutionId === null && <p>{t('labHint')}</p>}
          </footer>
        }
      />
    </PaletteFrame>
  )
}
