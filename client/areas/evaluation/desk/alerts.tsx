import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { FormText } from '#client/features/texts/form-text.tsx'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { ReviewUnit } from './review.ts'
import { evaluationsText } from './text.ts'

/** Pairs of answers that do not go together, of which this is one, each with the way to the other. Nothing waits for them (AL2). */
export function Alerts({ entry }: { readonly entry: ReviewUnit }) {
  const t = useText(evaluationsText)
  const world = useOpenWorld().world()
  if (entry.alerts.length === 0) return null
  const place = { form: world.formId, institution: world.institutionId }
  return (
    <Notice tone="warning" title={t('alertTitle', { n: entry.alerts.length })} className="mt-4">
      <ul className="grid gap-2">
        {entry.alerts.map(({ alert, elsewhere }) => {
          const question = elsewhere === null ? undefined : world.index.question(questionIdOf(elsewhere))
          return (
            <li key={alert.id}>
              <FormText es={alert.text} en={alert.en} />
              {question && elsewhere !== null && (
                <>
                  {' '}
                  <Link
                    to={pageAddress('evaluation', { ...place, subDimension: question.dimensionId, unit: elsewhere, filter: 'all' })}
                    state={{ focusList: true }}
                    className="font-medium whitespace-nowrap text-brand-700"
                  >
                    {t('alertOther', { number: world.index.numberOf(question.id) })}
                  </Link>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
