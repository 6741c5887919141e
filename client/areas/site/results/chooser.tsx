import { useEffect, useState } from 'react'
import { chosenMost } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { Swatch } from '#client/areas/site/charts/marks/tones.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Said } from './said.ts'
import type { Results } from './use-results.ts'

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly { readonly id: string; readonly name: string; readonly disabled?: boolean }[]
  /** Text of the empty choice; absent: one is always chosen. */
  readonly empty?: string
  readonly tone?: number | undefined
  readonly onChange: (value: string) => void
}

function Choice({ label, name, value, options, empty, tone, onChange }: ChoiceProps) {
  return (
    <label className="grid min-w-0 gap-1.5">
      <span className="flex items-center gap-2 text-sm font-semibold text-ink-950">
        {tone !== undefined && <Swatch tone={tone} />}
        {label}
      </span>
      <span className="relative block">
        <select name={name} value={value} onChange={(event) => onChange(event.target.value)} className="control appearance-none pr-10">
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={option.disabled}>
              {option.name}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-600" />
      </span>
    </label>
  )
}

/**
 * Which form, which category and up to four of its institutions: each can be added, changed and taken away. Without script it is a form that
 * the browser sends as a plain question.
 */
export function Chooser({
  data,
  asked,
  said,
  choose,
}: Pick<Results, 'asked' | 'choose'> & { readonly data: PublicResultsView; readonly said: Said }) {
  const { t } = said
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  // What was chosen last, which may still be on its way: a second choice that comes quickly is made on top of it.
  const { forms, categories, institutions } = data
  const { form: formId, category, institutions: chosen } = asked
  const slots = Math.min(chosenMost, chosen.length + 1)
  const put = (at: number, id: string): void =>
    choose({ ...asked, institutions: asked.institutions.with(Math.min(at, asked.institutions.length - 1), id) })
  const change = (at: number, id: string): void => {
    if (at >= asked.institutions.length) choose({ ...asked, institutions: [...asked.institutions, id] })
    else if (id === '') choose({ ...asked, institutions: asked.institutions.toSpliced(at, 1) })
    else put(at, id)
  }
  return (
    <form
      method="get"
      className="forced-edge grid gap-5 rounded-xl border border-ink-200 bg-ink-50 p-5 sm:p-6 print:hidden"
      aria-label={t('choose')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <Choice
          label={t('form')}
          name="form"
          value={formId ?? ''}
          options={forms}
          onChange={(form) => choose({ form, category, institutions: asked.institutions })}
        />
        <Choice
          label={t('category')}
          name="category"
          value={category ?? ''}
          options={categories}
          onChange={(next) => choose({ form: formId, category: next, institutions: [] })}
        />
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold text-ink-950">{t('institutions')}</legend>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {Array.from({ length: slots }, (_, at) => {
            const own = chosen[at]
            return (
              <Choice
                // A place among the four, whoever stands in it.
                key={at}
                label={own ? t('slot', { n: at + 1 }) : t('add')}
                name={`i${at + 1}`}
                value={own ?? ''}
                empty={t(own ? 'none' : 'pick')}
                tone={own ? at : undefined}
                options={institutions.map((each) => ({
                  ...each,
                  disabled: each.id !== own && chosen.includes(each.id),
                }))}
                onChange={(id) => change(at, id)}
              />
            )
          })}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-600">{t('onlyCategory')}</p>
        {!isAlive && (
          <noscript>
            <button type="submit" className="min-h-11 rounded-md border border-brand-700 bg-brand-600 px-5 font-semibold text-white">
              {t('apply')}
            </button>
          </noscript>
        )}
      </div>
    </form>
  )
}
