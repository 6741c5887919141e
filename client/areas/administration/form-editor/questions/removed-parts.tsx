import type { Questionnaire } from '#shared/questionnaire.ts'
import { sameField, subtreeOf } from '#shared/questionnaires/editing.ts'
import { contentsOf, removedParts } from '#shared/questionnaires/taken.ts'
import type { RemovedPart } from '#shared/questionnaires/taken.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useNameOf } from '#client/areas/administration/form-editor/use-workshop.ts'

const everything = ['*']

/** What is read of a part that was taken out. */
interface Line {
  readonly part: RemovedPart
  readonly text: string
  /** Questions that come back with it. */
  readonly inner: number
  /** What has to be there again first, and whether it stands and is no block. */
  readonly before: { readonly name: string; readonly stands: boolean } | null
}

const nameIn = (state: Questionnaire, id: string): string => state.get('question', id)?.text ?? state.get('dimension', id)?.name ?? ''

const linesIn = (state: Questionnaire): readonly Line[] =>
  removedParts(state).map((part) => ({
    part,
    text: nameIn(state, part.id),
    inner:
      part.kind === 'question' ? subtreeOf(state, part.id).length - 1 : contentsOf(state, part.id).filter((row) => 'kind' in row).length,
    before: part.within === null ? null : { name: nameIn(state, part.within), stands: state.question(part.within) !== undefined },
  }))

/** Everything that was taken out of the questionnaire, with who and when, and the way back while the questionnaire can be changed (QE24). */
export function RemovedParts({ parts }: { readonly parts: EditingParts | undefined }) {
  const t = useText(questionnairesText)
  const lines = useQuestionnaireReading(everything, linesIn, sameField)
  if (lines.length === 0) return null
  return (
    <Disclosure className="mt-8" summary={`${t('removedTitle')} (${lines.length})`}>
      <p className="text-ink-700">{t(parts ? 'removedLead' : 'removedLeadReadOnly')}</p>
      <ul aria-label={t('removedTitle')} className="mt-3 rounded-lg border border-ink-200 bg-white">
        {lines.map((line) => (
          <RemovedLine key={line.part.id} line={line} parts={parts} />
        ))}
      </ul>
    </Disclosure>
  )
}

function RemovedLine({ line, parts }: { readonly line: Line; readonly parts: EditingParts | undefined }) {
  const t = useText(questionnairesText)
  const format = useFormat()
  const nameOf = useNameOf()
  const { actor, formId } = useOpenQuestionnaire()
  const { part, text, inner, before } = line
  const { by, at, id } = part
  const time = at === '' ? '' : format.moment(at)
  const name = nameOf(by)
  const told = name === undefined ? t('removedBySomebody', { time }) : t('removedBy', { name, time })
  const who = by === actor.id ? t('removedByYou', { time }) : told
  const facts = [at === '' ? t('removedSometime') : who, ...(inner > 0 ? [t('withIt', { n: inner })] : [])]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-ink-150 px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p lang="es" className="line-clamp-3 wrap-anywhere text-ink-950">
          {text}
        </p>
        <p className="tabular text-sm text-ink-600">{facts.join(' · ')}</p>
        {parts && before && (
          <p className="text-sm wrap-anywhere text-ink-700">{t(before.stands ? 'restoreBlock' : 'restoreFirst', { name: before.name })}</p>
        )}
      </div>
      <HistoryLink formId={formId} element={id} about={text} />
      {parts && !before && (
        <Button size="small" aria-label={t('restoreOf', { text })} onClick={() => void parts.editing().restore(part)}>
          {t('restore')}
        </Button>
      )}
    </li>
  )
}
