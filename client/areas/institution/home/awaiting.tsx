import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { questionOf } from '#shared/evaluations/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { rowTitleOf } from '#client/features/answers/rows/row-title.ts'
import { RowMark } from '#client/features/answers/rows/row-mark.tsx'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Count } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { Awaiting } from './standing.ts'
import { homeText } from './text.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

const listedMost = 5

function AwaitingGroup({
  world,
  title,
  units,
  tone,
}: {
  readonly world: World
  readonly title: string
  readonly units: readonly Unit[]
  readonly tone: 'info' | 'warning'
}) {
  const t = useText(homeText)
  if (units.length === 0) return null
  return (
    <section className="border-t border-ink-200 pt-3 first:border-t-0 first:pt-0">
      <h3 className="flex items-center gap-2 text-base">
        {title} <Count n={units.length} tone={tone} />
      </h3>
      <ul className="mt-1">
        {units.slice(0, listedMost).map((unit) => {
          const question = questionOf(world, unit)
          return (
            <li key={unit}>
              <Link
                to={pageAddress('filling', {
                  form: world.formId,
                  institution: world.institutionId,
                  subDimension: question.dimensionId,
                  question: unit,
                })}
                className="group flex min-h-9 items-baseline gap-2.5 py-1 text-ink-800 no-underline hover:text-brand-800"
              >
                <span className="tabular shrink-0 text-sm text-ink-600">{world.index.numberOf(question.id)}</span>
                <span>
                  <span className="line-clamp-2 group-hover:underline">
                    <QuestionText of={question} />
                  </span>
                  <RowMark row={rowTitleOf(world, unit)} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {units.length > listedMost && <p className="text-sm text-ink-600">{t('more', { n: units.length - listedMost })}</p>}
    </section>
  )
}

export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  )
}

interface Props {
  readonly world: World
  /** Null where the replica hides what pends. */
  readonly awaiting: Awaiting | null
  /** Changes that ask this person for a decision. */
  readonly conflicts: number
}

/** What asks something of this person in particular, beside the list of questions. */
export function HomeAwaiting({ world, awaiting, conflicts }: Props) {
  const t = useText(homeText)
  const { toReply, toResolve, toAdjust } = awaiting ?? { toReply: [], toResolve: [], toAdjust: [] }
  const nothing = toReply.length + toResolve.length + toAdjust.length === 0
  return (
    <div className="grid content-start gap-8">
      {conflicts > 0 && (
        <Notice
          tone="warning"
          title={t('conflicts', { n: conflicts })}
          actions={
            <LinkButton size="small" to="?sync=1" replace>
              {t('conflictsOpen')}
            </LinkButton>
          }
        >
          {t('conflictsBody')}
        </Notice>
      )}
      {awaiting && (!nothing || conflicts === 0) && (
        <Panel title={t('awaiting')}>
          {nothing ? (
            <p className="text-ink-600">{t('awaitingNone')}</p>
          ) : (
            <div className="grid gap-4">
              <AwaitingGroup world={world} title={t('toAdjust')} units={toAdjust} tone="warning" />
              <AwaitingGroup world={world} title={t('toReply')} units={toReply} tone="info" />
              <AwaitingGroup world={world} title={t('toResolve')} units={toResolve} tone="info" />
            </div>
          )}
        </Panel>
      )}
    </div>
  )
}
