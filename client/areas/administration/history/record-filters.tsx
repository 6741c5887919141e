import type { ReactNode } from 'react'
import type { Seeking, Sought } from '#client/data/server/use-sought.ts'
import { DayLimit } from './day-limit.tsx'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { WordsField } from '#client/ui/fields/words-field.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'

interface Props extends Seeking<Sought> {
  readonly label: string
  /** What is folded away, the days among it. */
  readonly more: string
  /** Something else that is folded away is looked for. */
  readonly isMoreSought?: boolean
  /** Lists to choose from, beside the words. */
  readonly children: ReactNode
  readonly also?: ReactNode
}

/** What of a record is looked for: words, whatever else stands in lists, and a period. */
export function RecordFilters({ sought, seek, label, more, isMoreSought = false, children, also }: Props) {
  const t = useText(formHistoryText)
  const { words = '', from = '', until = '' } = sought
  return (
    <search aria-label={label} className="mt-6 block rounded-lg border border-ink-200 bg-white px-4 py-4 sm:px-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <WordsField label={label} words={words} onSeek={(typed) => seek({ words: typed }, 'typing')} />
        {children}
      </div>
      <Disclosure summary={more} open={from !== '' || until !== '' || isMoreSought ? true : undefined} className="mt-2">
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          {also}
          <DayLimit label={t('from')} day={from} onDay={(day) => seek({ from: day })} />
          <DayLimit label={t('until')} day={until} onDay={(day) => seek({ until: day })} />
        </div>
      </Disclosure>
    </search>
  )
}
