import { assignableQuestions, notAssigned } from '#shared/assignments/pending.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { FormHelp } from '#client/features/answers/form-help.tsx'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { assignmentsText } from './text.ts'

interface Props {
  readonly subDimension: Dimension
  /** Those that the person sees: the counter is about them. */
  readonly subDimensions: readonly Dimension[]
  readonly countsShown: boolean
}

/** How far the sharing out has come, and how it is done. */
export function AssignmentHelp({ subDimension, subDimensions, countsShown }: Props) {
  const t = useText(assignmentsText)
  const open = useOpenWorld()
  const world = open.world()
  const total = subDimensions.reduce((sum, each) => sum + assignableQuestions(world, each.id).length, 0)
  const pending = subDimensions.reduce((sum, each) => sum + notAssigned(world, each.id), 0)
  // A part that nobody answers for is still to be given, whoever has its questions.
  const elements = new Set(subDimensions.flatMap((each) => [each.id, ...(each.parentId === null ? [] : [each.parentId])]))
  const unheld = [...elements].filter((id) => (world.get('assignment', id)?.userId ?? null) === null).length
  const dimension = subDimension.parentId === null ? undefined : world.index.dimension(subDimension.parentId)
  const helped = subDimension.configHint === undefined ? dimension : subDimension
  return (
    <div className="px-6 py-6">
      <h2 className="text-lg">{t('help')}</h2>
      {countsShown && (
        <div className="mt-4">
          {pending === 0 && unheld > 0 ? (
            <Notice tone="info" title={t('helpDoneBody')}>
              {t('helpUnheld', { n: unheld })}
            </Notice>
          ) : pending === 0 ? (
            <Notice tone="success" title={t('helpDone')}>
              {t('helpDoneBody')}
            </Notice>
          ) : (
            <>
              <p className="text-sm font-semibold text-ink-600">{t('helpPending')}</p>
              <p className="tabular text-2xl font-semibold text-ink-950">{t('helpCount', { n: pending, total })}</p>
              <ProgressBar
                label={t('helpPending')}
                value={total - pending}
                max={total}
                text={t('helpCount', { n: pending, total })}
                className="mt-2"
              />
              {notAssigned(world, subDimension.id) === 0 && (
                <p className="mt-3 flex items-center gap-2 text-good-700">
                  <Icon name="check-circle" size={18} />
                  {t('helpPartDone')}
                </p>
              )}
            </>
          )}
        </div>
      )}
      {helped?.configHint && <FormHelp es={helped.configHint} en={helped.en?.configHint} className="mt-5" />}
      {countsShown && open.actor.kind === 'Institutional' && (
        <>
          <h3 className="mt-6 text-base">{t('helpHow')}</h3>
          <ol className="mt-1 list-decimal pl-5 text-ink-700">
            <li>{t('helpStep1')}</li>
            <li>{t('helpStep2')}</li>
            <li>{t('helpStep3')}</li>
          </ol>
        </>
      )}
    </div>
  )
}
