import type { ResultView } from '#shared/results/routes.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { resultsText } from './text.ts'

interface Props {
  readonly view: Pick<ResultView, 'introduction' | 'conclusion'>
  readonly title: string
}

/** What a report says before and after its figures, folded; nothing where it says nothing. */
export function ReportTexts({ view: { introduction, conclusion }, title }: Props) {
  const t = useText(resultsText)
  if (introduction === '' && conclusion === '') return null
  return (
    <section aria-labelledby="texts">
      <h2 id="texts" className="text-xl">
        {title}
      </h2>
      {introduction !== '' && (
        <Disclosure summary={t('introduction')} className="mt-1">
          <RichTextView html={introduction} className="max-w-prose" />
        </Disclosure>
      )}
      {conclusion !== '' && (
        <Disclosure summary={t('conclusion')}>
          <RichTextView html={conclusion} className="max-w-prose" />
        </Disclosure>
      )}
    </section>
  )
}
