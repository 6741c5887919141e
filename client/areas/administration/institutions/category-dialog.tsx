import { useRef, useState } from 'react'
import { apiBase } from '#shared/contract/route.ts'
import { createCategory, editCategory, iconMaxBytes } from '#shared/institutions/directory-routes.ts'
import type { ListedCategory } from '#shared/institutions/directory-routes.ts'
import { failure } from '#shared/kernel/failure.ts'
import { callRoute } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ClashNotice } from './clash-notice.tsx'
import { directoryText } from './text.ts'

interface Fields {
  readonly name: string
  readonly shortDescription: string
  readonly longDescription: string
}
const fieldNames = ['name', 'shortDescription', 'longDescription'] as const
const none: Fields = { name: '', shortDescription: '', longDescription: '' }
const fieldsOf = ({ name, shortDescription, longDescription }: Fields): Fields => ({ name, shortDescription, longDescription })
const codes = {
  name: 'category_name_empty',
  shortDescription: 'category_short_empty',
  longDescription: 'category_long_empty',
} as const

/** Where a picture of a category is. */
export const iconAddress = (sha256: string): string => `${apiBase}/category/icon/${sha256}`

/** A picture that was chosen and not sent yet, as the browser reads files. */
const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('the file could not be read')))
    reader.readAsDataURL(file)
  })

interface Props {
  /** Undefined: a new one. */
  readonly category?: ListedCategory | undefined
  readonly onSaved: () => Promise<readonly ListedCategory[]>
  readonly onClose: () => void
}

/** A category with its texts and its picture. What was typed stays on the device while the server has not taken it. */
export function CategoryDialog({ category, onSaved, onClose }: Props) {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const initial = category ? fieldsOf(category) : none
  const { fields, write, seen, setSeen, standing, forget } = useKeptFields<{ readonly [Name in keyof Fields]: string }>({
    kind: 'category',
    subject: category?._id ?? 'new',
    initial,
    about: category?.name ?? t('categoryCreateTitle'),
  })
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, send } = useSaving()
  const [theirs, setTheirs] = useState<Fields | null>(null)
  /** As it is to be: undefined for what stands, null for none. */
  const [icon, setIcon] = useState<string | null | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const isNew = category === undefined
  const isIcon = problem?.code === 'icon_too_large' || problem?.code === 'icon_unreadable'
  const shown = icon === undefined ? (category?.icon ? iconAddress(category.icon) : null) : icon
  const change = (part: Partial<Fields>): void => {
    setProblem(null)
    write({ ...fields, ...part })
  }
  const choose = async (file: File): Promise<void> => {
    setProblem(null)
    if (file.size > iconMaxBytes) return setProblem(failure('icon_too_large'))
    try {
      setIcon(await readAsDataUrl(file))
    } catch {
      // A file that was taken away meanwhile is as good as one that cannot be read.
      setProblem(failure('icon_unreadable'))
    }
  }
  const save = async (now: Fields = fields, over: Fields = seen): Promise<void> => {
    setTried(true)
    if (busy || fieldNames.some((name) => now[name].trim() === '')) return
    const picture = icon === undefined || icon === null ? icon : icon.slice(icon.indexOf(',') + 1)
    const reply = await send(
      (key) =>
        isNew
          ? callRoute(createCategory, { body: { ...now, icon: picture ?? null }, key })
          : callRoute(editCategory, { params: { category: category._id }, body: { ...now, icon: picture, seen: over } }),
      async () => {
        const fresh = (await onSaved()).find((each) => each._id === category?._id)
        setTheirs(fresh ? fieldsOf(fresh) : null)
      },
    )
    if (!reply.ok) return
    toast(
      'success',
      t(isNew ? 'categoryCreated' : 'categoryUpdated'),
      category && { label: t('undo'), run: () => void undo(category, reply.value) },
    )
    await forget()
    void onSaved()
    onClose()
  }
  /** What was changed goes back, unless somebody changed it since. A picture that was replaced is not kept, and stays as it is now. */
  const undo = async (before: ListedCategory, after: ListedCategory): Promise<void> => {
    const reply = await callRoute(editCategory, { params: { category: after._id }, body: { ...fieldsOf(before), seen: fieldsOf(after) } })
    void onSaved()
    if (reply.ok) toast('success', t('undone', { name: after.name }))
    else toast('error', errorText(reply.failure))
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  const clashed = problem?.code === 'changed_meanwhile' ? fieldNames.find((each) => each === problem.params?.['field']) : undefined
  const settle = (mine: boolean): void => {
    if (!clashed || !theirs) return
    const nowSeen = { ...seen, [clashed]: theirs[clashed] }
    const next = mine ? fields : { ...fields, [clashed]: theirs[clashed] }
    setSeen(nowSeen)
    if (!mine) write(next)
    void save(next, nowSeen)
  }
  const told = (name: keyof Fields): string | null =>
    name === 'name' && problem?.code === 'category_name_taken'
      ? errorText(problem)
      : tried && fields[name].trim() === ''
        ? errorText(failure(codes[name]))
        : null
  const clash = problem && clashed && theirs && (
    <ClashNotice
      problem={problem}
      field={t(clashed)}
      mine={fields[clashed]}
      theirs={theirs[clashed]}
      onMine={() => settle(true)}
      onTheirs={() => settle(false)}
    />
  )
  return (
    <EditDialog
      title={t(isNew ? 'categoryCreateTitle' : 'categoryEditTitle')}
      submit={t(isNew ? 'createButton' : 'save')}
      busy={busy}
      changed={icon !== undefined || !sameFields(fields, seen)}
      standing={standing}
      clash={clash}
      problem={problem && !clash && !isIcon && problem.code !== 'category_name_taken' ? errorText(problem) : null}
      onSave={() => void save()}
      onGiveUp={giveUp}
    >
      <TextField
        label={t('name')}
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={100}
        lang="es"
        autoComplete="off"
        autoFocus
        error={told('name')}
      />
      <TextArea
        label={t('shortDescription')}
        value={fields.shortDescription}
        onChange={(shortDescription) => change({ shortDescription })}
        max={300}
        rows={2}
        lang="es"
        error={told('shortDescription')}
      />
      <TextArea
        label={t('longDescription')}
        value={fields.longDescription}
        onChange={(longDescription) => change({ longDescription })}
        max={4000}
        rows={4}
        lang="es"
        error={told('longDescription')}
      />
      <div role="group" aria-label={t('icon')}>
        <p className="font-semibold text-ink-950">{t('icon')}</p>
        <p className="text-sm text-ink-600">{t('iconHint')}</p>
        {isIcon && (
          <p role="alert" className="mt-1 text-sm font-semibold text-bad-700">
            {errorText(problem)}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {shown !== null && (
            <img
              src={shown}
              alt={t('iconOf', { name: fields.name })}
              className="size-16 rounded-md border border-ink-200 bg-white object-contain"
            />
          )}
          <FileInput
            input={input}
            label={t('icon')}
            accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
            onChoose={(file) => void choose(file)}
          />
          <Button onClick={() => input.current?.click()}>{t(shown === null ? 'iconChoose' : 'iconChooseOther')}</Button>
          {shown !== null && (
            <Button kind="quiet" onClick={() => setIcon(category?.icon ? null : undefined)}>
              {t('iconRemove')}
            </Button>
          )}
        </div>
      </div>
    </EditDialog>
  )
}
