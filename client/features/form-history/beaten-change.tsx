import { useTable } from '#client/data/world/use-table.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { fullName } from '#shared/accounts/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { ToldChange } from './form-change.ts'
import { formHistoryText } from './text.ts'

interface Props {
  readonly change: ToldChange
  /** Who was faster, by id, and when; '' for what is not known. */
  readonly by: string
  readonly at: string
}

/** A change of a form that did not stand because somebody was faster: who, when, and both values. */
export function BeatenChange({ change, by, at }: Props) {
  const t = useText(formHistoryText)
  const format = useFormat()
  const { actor } = useEngine()
  const people = useTable('person')
  const person = people?.find(({ id }) => id === by)
  const name = by === actor.id ? t('yourself') : person ? fullName(person) : t('somebody')
  return (
    <>
      <p className="mt-1 text-ink-800">{at === '' ? t('beaten', { name }) : t('beatenAt', { name, time: format.moment(at) })}</p>
      {change.lines.map(({ key, label, from, to, long }) => (
        <dl key={key} className="mt-2 grid gap-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2">
          {(
            [
              ['stands', from],
              ['wanted', to],
            ] as const
          ).map(([side, text]) => (
            <div key={side}>
              <dt className="text-sm font-semibold text-ink-700">{t(side, { field: label })}</dt>
              <dd className="line-clamp-6 wrap-anywhere whitespace-pre-line">
                {text === '' ? <span className="text-ink-600 italic">{t(long ? 'empty' : 'nothing')}</span> : <span lang="es">{text}</span>}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  )
}
