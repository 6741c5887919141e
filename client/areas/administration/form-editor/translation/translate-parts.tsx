import { Link, useLocation } from 'react-router'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import type { Translatable } from '#shared/questionnaires/translations.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Count } from '#client/ui/badge.tsx'
import { translateText } from './translate-text.ts'

/** The part of a form that is its own name and description. */
const ownPart = 'formulario'

/** Which texts are of a part: a dimension's are its own and those of its sub-dimensions, the form's its own alone. Null is the whole form. */
export function partOf(state: Questionnaire, part: string | null): (text: Translatable) => boolean {
  if (part === null) return () => true
  if (part === ownPart || part === state.form?.id) return ({ of }) => of === 'form'
  const ids = new Set([part, ...(state.dimension(part)?.subDimensionIds ?? [])])
  return ({ dimensionId }) => dimensionId !== null && ids.has(dimensionId)
}

interface Props {
  readonly texts: readonly Translatable[]
  readonly part: string | null
}

/** The parts of a form with how many of their texts want English. */
export function PartsMap({ texts, part }: Props) {
  const t = useText(translateText)
  const state = useOpenQuestionnaire().state()
  const { index } = state
  const survey = index.dimension(surveyDimensionId)
  return (
    <ul className="grid gap-0.5 px-3 py-4 text-sm">
      <Part {...{ texts, part }} id={null} name={t('partAll')} />
      <Part {...{ texts, part }} id={ownPart} name={t('partForm')} />
      {index.topDimensions.map((top) => (
        <li key={top.id}>
          <ul>
            <Part {...{ texts, part }} id={top.id} name={top.name} spanish strong />
            {top.subDimensionIds.map((id) => (
              <Part key={id} {...{ texts, part }} id={id} name={index.dimension(id)?.name ?? ''} spanish />
            ))}
          </ul>
        </li>
      ))}
      {survey && survey.questionIds.length > 0 && <Part {...{ texts, part }} id={surveyDimensionId} name={t('partSurvey')} />}
    </ul>
  )
}

interface PartProps extends Props {
  readonly id: string | null
  readonly name: string
  /** The name is the form's own. */
  readonly spanish?: boolean | undefined
  readonly strong?: boolean | undefined
}

function Part({ texts, part, id, name, spanish = false, strong = false }: PartProps) {
  const state = useOpenQuestionnaire().state()
  const { pathname, search } = useLocation()
  const isIn = partOf(state, id)
  const wanting = texts.filter((text) => text.state !== 'ready' && isIn(text)).length
  const to = new URLSearchParams(search)
  if (id === null) to.delete('sub')
  else to.set('sub', id)
  return (
    <li className={strong || !spanish ? '' : 'pl-3'}>
      <Link
        to={`${pathname}?${to.toString()}`}
        state={{ stays: true }}
        preventScrollReset
        aria-current={part === id ? 'true' : undefined}
        className={`flex min-h-9 items-center gap-2 rounded-md px-2.5 py-1.5 no-underline hover:bg-ink-100 aria-[current]:bg-brand-50 aria-[current]:text-brand-900 ${strong || !spanish ? 'font-semibold text-ink-950' : 'text-ink-800'}`}
      >
        <span lang={spanish ? 'es' : undefined} className="min-w-0 flex-1 wrap-anywhere">
          {name}
        </span>
        {wanting > 0 && <Count n={wanting} />}
      </Link>
    </li>
  )
}
