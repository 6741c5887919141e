import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { kindsText } from '#client/features/answers/kinds/kind-text.ts'
import type { Clash, FieldsEditor } from './fields-editor.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useFields, useNameOf } from '#client/areas/administration/form-editor/use-workshop.ts'

/** Fields that somebody else changed while they were being written: both values, who and when, and the choice. */
export function ClashCards({ editor }: { readonly editor: FieldsEditor }) {
  const { clashes } = useFields(editor)
  return clashes.map((clash) => <ClashCard key={clash.field} clash={clash} editor={editor} />)
}

function ClashCard({ clash, editor }: { readonly clash: Clash; readonly editor: FieldsEditor }) {
  const t = useText(questionnairesText)
  const format = useFormat()
  const nameOf = useNameOf()
  const fieldText = useFieldText()
  const words = useFieldValue()
  const { field, mine, theirs, by, at } = clash
  const name = nameOf(by) ?? t('somebody')
  return (
    <section className="rounded-lg border border-bad-300 bg-bad-50 px-4 py-3">
      <p role="alert" className="flex items-start gap-2 font-semibold text-ink-950">
        <Icon name="warning" size={19} className="mt-0.5 text-bad-700" />
        {at === null
          ? t('clashTitle', { field: fieldText(field), name })
          : t('clashTitleAt', { field: fieldText(field), name, time: format.moment(at) })}
      </p>
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        {(
          [
            ['clashMine', mine],
            ['clashTheirs', theirs],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="rounded-md border border-ink-200 bg-white px-3 py-2">
            <dt className="text-sm font-semibold text-ink-700">{t(key)}</dt>
            <dd lang="es" className="mt-0.5 max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line">
              {words(field, value)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" kind="primary" onClick={() => editor.keepMine(field)}>
          {t('keepMine')}
        </Button>
        <Button size="small" onClick={() => editor.takeTheirs(field)}>
          {t('takeTheirs')}
        </Button>
      </div>
    </section>
  )
}

const fieldKeys = {
  text: 'questionText',
  name: 'name',
  description: 'description',
  kind: 'kind',
  visibleIf: 'condition',
  hint: 'hint',
  options: 'options',
  allowNoneOption: 'noneOption',
  required: 'required',
  administrative: 'administrative',
  allowFile: 'allowFile',
  min: 'least',
  max: 'most',
  en: 'english',
} as const
const isNamed = (field: string): field is keyof typeof fieldKeys => field in fieldKeys

/** What a field of a row is called. */
export function useFieldText(): (field: string) => string {
  const t = useText(questionnairesText)
  return (field) => (isNamed(field) ? t(fieldKeys[field]) : t('otherField'))
}

/** A field's value as a person reads it. */
function useFieldValue(): (field: string, value: unknown) => string {
  const t = useText(questionnairesText)
  const kindName = useText(kindsText)
  const format = useFormat()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('nothing')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    if (field === 'kind' && typeof value === 'string') return kindName(value as Question['kind'])
    if (field === 'options' && Array.isArray(value)) return (value as Question['options']).map((each) => each.value).join('\n')
    if (typeof value === 'string') return value
    return Object.values(value as Readonly<Record<string, unknown>>)
      .filter((each) => typeof each === 'string')
      .join('\n')
  }
}
