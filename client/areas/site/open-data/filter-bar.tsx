import { useEffect, useState } from 'react'
import type { OpenFilter } from '#shared/open-data/filter.ts'
import { openCategories } from '#shared/open-data/model.ts'
import { categoryWords, orientationNames, orientationWords } from '#shared/open-data/words.ts'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { Shell } from './shell.ts'

interface Props {
  readonly said: Shell
  readonly years: readonly number[]
  readonly filter: OpenFilter
  readonly onChoose: (filter: OpenFilter) => void
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly all: string
  readonly onChange: (value: string) => void
}

function Choice({ label, name, value, options, all, onChange }: ChoiceProps) {
  return (
    <label className="grid min-w-[min(14rem,100%)] flex-1 content-start gap-1.5">
      <span className="text-sm font-semibold text-ink-950">{label}</span>
      <span className="relative block">
        <select name={name} value={value} onChange={(event) => onChange(event.target.value)} className="control appearance-none pr-10">
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-600" />
      </span>
    </label>
  )
}

/**
 * What is shown: some years, and of a category and an orientation one at most: choosing one blanks the other. ◆ It is a form that a browser
 * without script sends as a plain question.
 */
export function FilterBar({ said, years, filter, onChoose }: Props) {
  const { t, language } = said
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])

  function toggle(year: number): void {
    const chosen = filter.years.includes(year) ? filter.years.filter((each) => each !== year) : [...filter.years, year]
    if (chosen.length === 0) announce(t('oneYear'))
    else onChoose({ ...filter, years: chosen.toSorted((left, right) => left - right) })
  }

  return (
    <form
      method="get"
      className="forced-edge grid gap-5 rounded-xl border border-ink-200 bg-ink-50 p-5 sm:p-6 print:hidden"
      aria-label={t('filter')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="flex flex-wrap gap-5 md:gap-x-7">
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-semibold text-ink-950">{t('years')}</legend>
          <div className="flex flex-wrap gap-2">
            {years.map((year) => (
              <label
                key={year}
                className="forced-edge inline-flex min-h-11 items-center gap-2 rounded-md border border-ink-400 bg-white px-3 py-1.5 has-checked:border-brand-700 has-checked:bg-brand-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-600"
              >
                <input
                  type="checkbox"
                  name="years"
                  value={year}
                  checked={filter.years.includes(year)}
                  onChange={() => toggle(year)}
                  className="size-[18px] shrink-0 accent-brand-600 outline-none!"
                />
                <span className="tabular font-medium">{year}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Choice
          label={t('category')}
          name="category"
          value={filter.category ?? ''}
          all={t('all')}
          options={openCategories.map((each) => ({ value: each, label: categoryWords[each][language] }))}
          onChange={(value) =>
            onChoose({
              ...filter,
              category: openCategories.find((each) => each === value) ?? null,
              orientation: value === '' ? filter.orientation : null,
            })
          }
        />
        <Choice
          label={t('orientation')}
          name="orientation"
          value={filter.orientation ?? ''}
          all={t('all')}
          options={orientationNames.map((each) => ({ value: each, label: orientationWords[each][language] }))}
          onChange={(value) =>
            onChoose({
              ...filter,
              orientation: orientationNames.find((each) => each === value) ?? null,
              category: value === '' ? filter.category : null,
            })
          }
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-600">{t('exclusive')}</p>
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
