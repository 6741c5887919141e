import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { appText } from '#client/page/text.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { personName } from '#client/data/world/use-world.ts'
import { answersSeen, gathered, othersChanges } from '#client/features/answers/history/others-changes.ts'
import type { AnswersSeen, OthersChange } from '#client/features/answers/history/others-changes.ts'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { syncText } from '#client/features/sync/text.ts'

/** How long changes are gathered before they are told: somebody who goes on writing is told of once, not at each answer. */
const gatherMs = 20_000
/** Lines of one message. */
const linesMost = 3

interface Props {
  readonly institutionId: InstitutionId
  readonly formId: FormId
}

/** Says in words what others changed while the person works, from confirmed rows only, and not what the first sync brought (TD1). */
export function OthersNews({ institutionId, formId }: Props) {
  const t = useText(syncText)
  const a = useText(appText)
  const engine = useEngine()
  const navigate = useNavigate()
  useEffect(() => {
    let left = false
    let live: LiveWorld | null = null
    let before: AnswersSeen | null = null
    let waiting: readonly OthersChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    const tell = (): void => {
      timer = undefined
      const world = live?.isHere ? live.confirmed : undefined
      const [first] = waiting
      if (!world || !first) return
      const lines = waiting.slice(0, linesMost).map(({ authorId, subDimensionId, units }) =>
        t('othersChanged', {
          name: personName(world, authorId) ?? a('deletedUser'),
          n: units.length,
          place: world.index.dimension(subDimensionId)?.name ?? '',
        }),
      )
      const more = waiting.length - lines.length
      const [unit] = first.units
      const place = { form: formId, institution: institutionId, subDimension: first.subDimensionId }
      toast('info', more > 0 ? [...lines, t('othersMore', { n: more })] : lines, {
        label: t('othersSee'),
        lasting: true,
        run: () => void navigate(pageAddress('filling', { ...place, question: first.units.length === 1 ? unit : undefined })),
      })
      waiting = []
    }
    const compare = (): void => {
      if (!live) return
      // Taken away from the person while it was open: what it is when it comes back is no news.
      if (!live.isHere) return void (before = null)
      const { confirmed } = live
      // Until the first sync of this visit has ended, everything is what was there.
      if (before && engine.status.syncedAt !== null) {
        waiting = gathered(waiting, othersChanges(before, confirmed, engine.actor))
        if (waiting.length > 0) timer ??= setTimeout(tell, gatherMs)
      }
      before = answersSeen(confirmed, engine.actor)
    }
    const read = async (): Promise<void> => {
      if (!live) {
        const found = await engine.world(institutionId, formId)
        if (left || !found.ok) return
        live = found.value
      }
      compare()
    }
    void read()
    const stop = engine.subscribe('position', () => void read())
    return () => {
      left = true
      stop()
      clearTimeout(timer)
    }
  }, [engine, institutionId, formId, navigate, t, a])
  return null
}
