import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { QuestionView, ResultView, UnitView } from '#shared/results/routes.ts'
import { cutSentence } from '#shared/results/summary.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { CategoryNote } from './category-note.tsx'
import { Opening } from './own/opening.tsx'
import { resultsText } from './text.ts'
import { dimensionAnchor, pathTo, questionAnchor, treeOf, unitAnchor } from './tree.ts'
import type { Branch } from './tree.ts'
import { UnitExplained } from './unit-explained.tsx'

interface Props {
  readonly view: ResultView
  /** Address of the page where a unit's answer stands; null where there is none for who looks. */
  readonly reviewHref?: ((unit: UnitView) => string | null) | undefined
}

/**
 * What each figure is made of: dimensions open to sub-dimensions, these to questions, these to what explains each unit (RV1). What was
 * opened last stands in the address, which opens it again.
 */
export function DimensionTree({ view, reviewHref }: Props) {
  const t = useText(resultsText)
  const tree = useMemo(() => treeOf(view), [view])
  const { open, toggle, setAll } = useOpened(view)
  const inner = tree.flatMap((branch) => [branch.dimension.id, ...branch.subs.map(({ dimension }) => dimension.id)].map(dimensionAnchor))
  const allOpen = inner.every((anchor) => open.has(anchor))
  const shared = { view, open, toggle, reviewHref }
  return (
    <section aria-labelledby="breakdown">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="max-w-prose">
          <h2 id="breakdown" className="text-xl">
            {t('breakdown')}
          </h2>
          <p className="mt-1 text-ink-600">{t('breakdownLead')}</p>
        </div>
        <Button kind="quiet" size="small" onClick={() => setAll(allOpen ? [] : inner)} className="-ml-3">
          {t(allOpen ? 'collapseAll' : 'expandAll')}
        </Button>
      </div>
      <CategoryNote view={view} className="mt-2" />
      <ul className="mt-4 grid gap-4">
        {tree.map((branch) => (
          <li
            key={branch.dimension.id}
            className="forced-edge rounded-xl border border-ink-200/80 bg-white px-4 py-2 shadow-card md:px-6 md:py-3"
          >
            <BranchFigure branch={branch} heading={2} {...shared} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Shared extends Props {
  readonly open: ReadonlySet<string>
  readonly toggle: (anchor: string) => void
}

function BranchFigure({ branch, heading, ...shared }: Shared & { readonly branch: Branch; readonly heading: 2 | 3 }) {
  const t = useText(resultsText)
  const { view, open, toggle } = shared
  const { dimension, subs, questions } = branch
  const { id, name, points, max, level, categoryMean, former, text } = dimension
  const anchor = dimensionAnchor(id)
  return (
    <Opening
      {...{ anchor, name, heading, points, max, level }}
      title={name}
      mean={categoryMean}
      former={former && view.former && { ...former, form: view.former.form, declared: view.former.declared }}
      open={open.has(anchor)}
      onToggle={() => toggle(anchor)}
    >
      {() => (
        <>
          {level === null && <p className="mb-2 text-sm text-ink-600">{t('referenceWhy')}</p>}
          {text !== '' && <RichTextView html={text} className="mb-3 max-w-prose text-ink-700" />}
          {subs.length === 0 && questions.length === 0 ? (
            <p className="py-1 text-sm text-ink-600">{t('questionsNone')}</p>
          ) : (
            <ul
              aria-label={t(heading === 2 ? 'ofDimension' : 'ofSubDimension', { name })}
              className="divide-y divide-ink-150 border-t border-ink-150"
            >
              {subs.map((sub) => (
                <li key={sub.dimension.id} className="py-1">
                  <BranchFigure branch={sub} {...shared} heading={3} />
                </li>
              ))}
              {questions.map((question) => (
                <li key={question.id} className="py-1">
                  <QuestionFigure question={question} {...shared} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Opening>
  )
}

function QuestionFigure({ question, view, open, toggle, reviewHref }: Shared & { readonly question: QuestionView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { number, text, points, max, former, units } = question
  const anchor = questionAnchor(question)
  const cut = cutSentence(question, language)
  return (
    <Opening
      {...{ anchor, points, max }}
      name={number}
      heading={4}
      title={
        <>
          <span className="tabular mr-1.5 text-ink-600">{number}</span>
          {text}
        </>
      }
      former={former && view.former && { ...former, form: view.former.form, declared: view.former.declared }}
      open={open.has(anchor)}
      onToggle={() => toggle(anchor)}
    >
      {() => (
        <>
          {cut && <p className="mb-3 max-w-prose rounded-md bg-warm-50 px-3 py-2 text-ink-900">{cut}</p>}
          {units.length === 0 ? (
            <p className="py-1 text-ink-600">{t('unitsNone')}</p>
          ) : (
            <ol aria-label={t('ofQuestion', { number })} className="grid gap-3">
              {units.map((unit) => (
                <li key={unit.unit}>
                  <UnitExplained
                    unit={unit}
                    formId={view.form.id}

                    alone={units.length === 1}
                    href={reviewHref?.(unit) ?? null}
                    anchor={unitAnchor(unit)}
                  />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Opening>
  )
}

/** What is open, and what the address leads to. */
function useOpened(view: ResultView) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const anchor = decoded(hash)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(pathTo(anchor, view)))
  useEffect(() => {
    const path = pathTo(anchor, view)
    if (path.length === 0) return
    setOpen((before) => (path.every((each) => before.has(each)) ? before : new Set([...before, ...path])))
  }, [anchor, view])
  // Where somebody came by a link to one figure they read on there; a step of their own leaves them where they are.
  const [arrived, setArrived] = useState(anchor)
  useEffect(() => {
    if (arrived === '') return
    const found = document.getElementById(arrived)
    if (!found) return
    setArrived('')
    found.scrollIntoView({ block: 'start' })
    ;(found.querySelector('button') ?? found).focus({ preventScroll: true })
  }, [arrived, open])
  const toggle = (which: string): void => {
    const isOpen = open.has(which)
    const next = new Set(open)
    if (isOpen) next.delete(which)
    else next.add(which)
    setOpen(next)
    void navigate({ search, hash: isOpen ? '' : `#${which}` }, { replace: true, state: { stays: true } })
  }
  return { open, toggle, setAll: (anchors: readonly string[]) => setOpen(new Set(anchors)) }
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    // An address that somebody wrote by hand leads to no figure.
    return ''
  }
}
