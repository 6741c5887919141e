import { Link, useLocation } from 'react-router'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { questionsKey } from './carrying.ts'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

/** Address of a part of the form that is open. */
const partAt = (pathname: string, id: DimensionId): string =>
  `${pathname}?${id === surveyDimensionId ? 'tab=survey' : `sub=${encodeURIComponent(id)}`}`

/** Outline of the questionnaire: links to its parts. */
export function StructureMap({ address }: { readonly address: EditorAddress }) {
  const t = useText(questionnairesText)
  const { pathname } = useLocation()
  const index = useQuestionnaireReading(['*'], (state) => state.index)
  const item = (id: DimensionId, isCurrent: boolean, number: string, name: string, count: number) => (
    <Link
      to={partAt(pathname, id)}
      state={{ stays: true }}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      data-list={questionsKey({ dimensionId: id, parentId: null, blockId: null })}
      data-end
      className="flex items-start gap-2 rounded-md px-2 py-1.5 text-ink-900 no-underline hover:bg-ink-50 aria-[current]:bg-brand-50 aria-[current]:text-brand-900"
    >
      {number !== '' && <span className="tabular shrink-0 text-sm leading-6 text-ink-600">{number}</span>}
      <span lang="es" className="min-w-0 flex-1 text-[0.95rem] leading-snug wrap-anywhere">
        {name}
      </span>
      <span className="tabular shrink-0 text-sm leading-6 text-ink-600">
        <span aria-hidden>{count}</span>
        <span className="sr-only">{t('questionCount', { n: count })}</span>
      </span>
    </Link>
  )
  return (
    <div className="px-3 py-5">
      <ol className="grid gap-4">
        {index.topDimensions.map((top, at) => (
          <li key={top.id}>
            <p className="flex gap-2 px-2 pb-1 font-semibold text-ink-950">
              <span className="tabular">{at + 1}</span>
              <span lang="es" className="min-w-0 leading-snug wrap-anywhere">
                {top.name}
              </span>
            </p>
            <ol className="grid gap-px">
              {top.subDimensionIds.map((id, place) => (
                <li key={id}>
                  {item(
                    id,
                    address.tab === 'form' && address.sub === id,
                    `${at + 1}.${place + 1}`,
                    index.dimension(id)?.name ?? '',
                    index.dimension(id)?.questionIds.length ?? 0,
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
        <li className="border-t border-ink-150 pt-4">
          <p className="flex items-center gap-2 px-2 pb-1 font-semibold">
            <Icon name="star" size={18} className="text-warm-700" />
            {t('tabSurvey')}
          </p>
          {item(
            surveyDimensionId,
            address.tab === 'survey',
            '',
            t('questionCount', { n: index.surveyQuestions.length }),
            index.surveyQuestions.length,
          )}
        </li>
      </ol>
    </div>
  )
}
