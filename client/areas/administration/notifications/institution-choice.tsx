import { useState } from 'react'
import { useText } from '#client/i18n/text.ts'
import { folded } from '#client/i18n/folded.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { ListHead } from '#client/ui/tables/list-head.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { notificationsText } from './text.ts'

export interface Choosable {
  readonly _id: string
  readonly name: string
  readonly categoryName: string
  readonly pending: number
}

const filters = ['all', 'pending', 'chosen'] as const
type Filter = (typeof filters)[number]

interface Props {
  readonly institutions: readonly Choosable[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Institutions to tick, looked through by words, category and whether something is pending. */
export function InstitutionChoice({ institutions, chosen, onChange }: Props) {
  const t = useText(notificationsText)
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [category, setCategory] = useState('')
  const passes: Readonly<Record<Filter, (each: Choosable) => boolean>> = {
    all: () => true,
    pending: ({ pending }) => pending > 0,
    chosen: ({ _id }) => chosen.has(_id),
  }
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  const found = institutions.filter((each) => {
    const text = folded(`${each.name} ${each.categoryName}`)
    return (category === '' || each.categoryName === category) && wanted.every((word) => text.includes(word))
  })
  const shown = found.filter(passes[filter])
  const categories = [...new Set(institutions.map(({ categoryName }) => categoryName))].filter(Boolean).toSorted()
  const set = (ids: readonly string[], on: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <section className="min-w-0">
      <ListHead
        heading={
          <h2 className="text-xl">
            {t('institutions')} <span className="text-base font-normal text-ink-600">{t('chosen', { n: chosen.size })}</span>
          </h2>
        }
        search={{ label: t('search'), words, onChange: setWords }}
        filters={{
          label: t('filter'),
          names: filters,
          current: filter,
          onChange: setFilter,
          nameOf: (each) => t(`filter_${each}`),
          countOf: (each) => found.filter(passes[each]).length,
        }}
      />
      <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        <Select
          label={t('category')}
          value={category}
          onChange={setCategory}
          placeholder={t('everyCategory')}
          options={categories.map((name) => ({ value: name, label: name }))}
          className="w-full sm:w-72"
        />
        <Button
          disabled={shown.length === 0}
          onClick={() =>
            set(
              shown.map(({ _id }) => _id),
              true,
            )
          }
        >
          {t('chooseShown', { n: shown.length })}
        </Button>
        {chosen.size > 0 && (
          <Button kind="quiet" onClick={() => onChange(new Set())}>
            {t('chooseNone')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="py-4 text-ink-600">{t('noInstitutions')}</p>
      ) : (
        <ul className="mt-3 max-h-80 overflow-y-auto rounded-lg border border-ink-200 bg-white px-4 py-2">
          {shown.map(({ _id, name, categoryName, pending }) => (
            <li key={_id} className="py-1">
              <Checkbox
                label={<span lang="es">{name}</span>}
                hint={[categoryName, ...(pending > 0 ? [t('pending', { n: pending })] : [])].join(' · ')}
                checked={chosen.has(_id)}
                onChange={(on) => set([_id], on)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
