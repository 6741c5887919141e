import { formerBeside } from '#shared/answers/former.ts'
import type { Decision, Former } from '#shared/evaluations/model.ts'
import { plainQuestion } from '#shared/forms/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { useText } from '#client/i18n/text.ts'
import { Status } from '#client/ui/badge.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { decisionText, evaluationsText } from '#client/areas/evaluation/desk/text.ts'

const tones: Record<Decision, Tone> = { Accepted: 'success', Rejected: 'danger', Observed: 'warning' }

/** What an institution answered to the same question in the form before, folded, with what was decided of it (FB3). */
export function FormerAnswer({ entry }: { readonly entry: ReviewUnit }) {
  const t = useText(evaluationsText)
  const former = useReading(everything, (world) => formerBeside(world, entry.unit))
  if (former === undefined) return null
  if (former === 'row') return <p className="mt-3 text-sm text-ink-600">{t('formerNoRow')}</p>
  return (
    <Disclosure
      className="mt-3"
      summary={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span lang="es">{t('formerTitle', { form: former.form })}</span>
          <Status tone={former.decision ? tones[former.decision] : 'neutral'}>
            {former.decision ? decisionText(t, former.decision) : t('formerNone')}
          </Status>
        </span>
      }
    >
      <FormerContent former={former} question={entry.question} />
    </Disclosure>
  )
}

function FormerContent({ former, question }: { readonly former: Former; readonly question: Question }) {
  const t = useText(evaluationsText)
  const { rows, file, comment, observed } = former
  return (
    <div className="border-l-3 border-ink-200 pl-4">
      {former.text !== question.text && (
        <p className="mb-2 max-w-prose text-sm text-ink-600">
          {`${t('formerText')}: `}
          <span lang="es">{former.text}</span>
        </p>
      )}
      {rows ? (
        <>
          <p>{t('formerRows', { n: rows.length })}</p>
          <ul className="list-disc pl-5">
            {[...Map.groupBy(rows, (name) => name)].map(([name, same]) => (
              <li key={name}>
                <span lang={name === '' ? undefined : 'es'}>{name === '' ? t('formerRowUnnamed') : name}</span>
                {same.length > 1 && ` × ${same.length}`}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <AnswerView question={questionThen(former, question)} value={former.value} />
      )}
      {file !== null && (
        <p className="mt-2 text-sm text-ink-600">
          <span lang="es">{t('formerFile', { name: file })}</span>
        </p>
      )}
      {comment !== null && (
        <p lang="es" className="mt-2 max-w-prose whitespace-pre-wrap">
          {comment}
        </p>
      )}
      {observed !== null && (
        <p className="mt-2 max-w-prose text-sm text-ink-600">
          {`${t('formerObserved')}: `}
          <span lang="es" className="whitespace-pre-wrap">
            {observed}
          </span>
        </p>
      )}
    </div>
  )
}

/** The question as its answer of then is read: options of now say what they are in English, where they are still the same. */
const questionThen = (former: Former, question: Question): Question =>
  former.kind === question.kind
    ? question
    : { ...plainQuestion, id: question.id, dimensionId: question.dimensionId, survey: false, text: former.text, kind: former.kind }
