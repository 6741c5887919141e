import { useSearchParams } from 'react-router'
import { maxPointsOfDimension, maxPointsOfForm, maxPointsOfSubDimension, pointsMost } from '#shared/forms/points.ts'
import { roundPoints } from '#shared/forms/round-points.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { ScoreRow } from './score-row.tsx'
import { scoresText } from './scores-text.ts'
import { SubDimensionButton } from '#client/areas/administration/form-editor/structure/sub-dimension-button.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { BackToForms, OpenedForm } from '#client/areas/administration/forms/opened-form.tsx'

/** What each answer of a form earns. */
export function FormScoresPage() {
  return (
    <OpenedForm>
      <Scores />
    </OpenedForm>
  )
}

function Scores() {
  const t = useText(scoresText)
  const closedReason = useClosedReason()
  const format = useFormat()
  const open = useOpenQuestionnaire()
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const closed = useQuestionnaireReading(['table:form'], (state) =>
    state.form ? closedReason(state.form, 'changeAnswerPoints', open.now()) : null,
  )
  const total = useQuestionnaireReading(['table:question', 'table:dimension', 'table:outline'], (state) => maxPointsOfForm(state.index))
  const tops = useQuestionnaireReading(
    ['table:question', 'table:dimension', 'table:outline'],
    (state) =>
      state.index.topDimensions.map((dimension) => ({
        dimension,
        points: maxPointsOfDimension(state.index, dimension.id),
        subs: dimension.subDimensionIds.flatMap((id) => {
          const sub = state.index.dimension(id)
          return sub ? [{ sub, points: maxPointsOfSubDimension(state.index, id) }] : []
        }),
      })),
    sameField,
  )
  const [search, setSearch] = useSearchParams()
  if (!form) return <PageSkeleton />
  const first = tops[0]?.subs[0]?.sub.id
  const shown = search.get('sub') ?? first
  const toggle = (id: string): void =>
    setSearch({ sub: id === shown ? 'ninguna' : id }, { replace: true, state: { stays: true }, preventScrollReset: true })
  return (
    <Page>
      <PageHeading title={form.name} kicker={<BackToForms />} lead={t('lead')} actions={<HistoryLink formId={form.id} kind="points" />} />
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mt-5">
          {closed}
        </Notice>
      )}
      <output className="tabular sticky top-header z-10 mt-5 block rounded-md border border-ink-200 bg-white px-4 py-2.5 text-lg font-semibold text-ink-950">
        {t('total', { points: format.number(total), left: format.number(roundPoints(pointsMost - total)) })}
      </output>
      {tops.map(({ dimension, points, subs }) => (
        <section key={dimension.id} aria-label={dimension.name} className="mt-8">
          <h2 className="flex flex-wrap items-baseline gap-x-3 text-xl">
            <span lang="es">{dimension.name}</span>
            <span className="tabular text-base font-normal text-ink-600">{t('sub', { points: format.number(points) })}</span>
          </h2>
          <div className="mt-3 grid gap-2">
            {subs.map(({ sub, points: worth }) => (
              <SubScores key={sub.id} sub={sub} points={worth} open={shown === sub.id} closed={closed !== null} onToggle={toggle} />
            ))}
          </div>
        </section>
      ))}
    </Page>
  )
}

interface SubProps {
  readonly sub: Dimension
  readonly points: number
  readonly open: boolean
  readonly closed: boolean
  readonly onToggle: (id: string) => void
}

/** One sub-dimension: its questions are there while it is open, and no other one's. */
function SubScores({ sub, points, open, closed, onToggle }: SubProps) {
  const t = useText(scoresText)
  const format = useFormat()
  return (
    <div className="rounded-lg border border-ink-200 bg-white">
      <SubDimensionButton name={sub.name} open={open} onToggle={() => onToggle(sub.id)}>
        <span className="tabular font-normal text-ink-700">{t('sub', { points: format.number(points) })}</span>
      </SubDimensionButton>
      {open && (
        <ul className="border-t border-ink-150 px-4">
          {sub.questionIds.length === 0 && <li className="py-4 text-ink-600">{t('none')}</li>}
          {sub.questionIds.map((id) => (
            <ScoreRow key={id} id={id} closed={closed} />
          ))}
        </ul>
      )}
    </div>
  )
}
