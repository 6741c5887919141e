import { useState } from 'react'
import { Link } from 'react-router'
import type { Round } from '#shared/evaluations/model.ts'
import { sendEvaluation } from '#shared/evaluations/mutations.ts'
import { sendGaps } from '#shared/evaluations/progress.ts'
import type { SendGap } from '#shared/evaluations/progress.ts'
import { questionOf, roundCounters } from '#shared/evaluations/rules.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { useSyncStatus } from '#client/data/engine.tsx'
import { useOpenWorld } from '#client/data/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import { evaluationPath } from './paths.ts'
import { evaluationsText } from './text.ts'

/** Lines of the pre-check that are listed; the rest is counted. */
const listedMost = 12

function Gaps({ gaps, onFollow }: { readonly gaps: readonly SendGap[]; readonly onFollow: () => void }) {
  const t = useText(evaluationsText)
  const open = useOpenWorld()
  const world = open.world()
  return (
    <div role="alert" className="rounded-lg border-2 border-bad-700 px-5 py-4">
      <h3 className="text-lg">{t('sendGapsTitle', { n: gaps.length })}</h3>
      <ul className="mt-2 grid gap-2">
        {gaps.slice(0, listedMost).map((gap) => (
          <li key={`${gap.code}${gap.unit}`}>
            <Link
              to={evaluationPath({
                formId: world.formId,
                institutionId: world.institutionId,
                subDimensionId: questionOf(world, gap.unit).dimensionId,
                unit: gap.unit,
                filter: 'all',
              })}
              onClick={onFollow}
              className="font-medium text-bad-700 underline hover:text-bad-900"
            >
              <span className="tabular">{world.index.numberOf(questionIdOf(gap.unit))}</span>{' '}
              <span lang="es">{questionOf(world, gap.unit).text}</span>
            </Link>
            <span className="block text-sm text-ink-600">{t(`gap_${gap.code}`)}</span>
          </li>
        ))}
      </ul>
      {gaps.length > listedMost && <p className="mt-2 text-sm text-ink-600">{t('gapMore', { n: gaps.length - listedMost })}</p>}
    </div>
  )
}

interface Props {
  readonly round: Round
  readonly disabled?: boolean | undefined
}

/** "Enviar a administración": the dialog tells the real destination, and what stands in the way (rules C4, C6). */
export function SendEvaluation({ round, disabled = false }: Props) {
  const t = useText(evaluationsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const status = useSyncStatus()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const world = open.world()
  const toInstitution = round === 'FirstRevision'
  const gaps = asking ? sendGaps(world, round) : []
  const { accepted, observed, rejected } = roundCounters(world, round)
  const send = async (): Promise<void> => {
    setBusy(true)
    const result = await open.dispatch(sendEvaluation, {})
    setBusy(false)
    setAsking(false)
    if (!result.ok) toast('error', errorText(result.failure))
    else if (status.kind === 'offline') toast('info', t('sendQueued'))
    else toast('success', t('sendDone'))
  }
  const name = world.institution.name
  return (
    <>
      <Button kind="primary" icon="send" disabled={disabled} onClick={() => setAsking(true)}>
        {t('send')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={toInstitution ? t('sendTitleInstitution') : t('sendTitleAdministration')}
        actions={
          <>
            {gaps.length === 0 && (
              <Button kind="primary" icon="send" busy={busy} onClick={() => void send()}>
                {t('sendConfirm')}
              </Button>
            )}
            <Button onClick={() => setAsking(false)}>{gaps.length === 0 ? u('cancel') : u('close')}</Button>
          </>
        }
      >
        {gaps.length > 0 ? (
          <Gaps gaps={gaps} onFollow={() => setAsking(false)} />
        ) : (
          <>
            <p>{toInstitution ? t('sendBodyInstitution', { name }) : t('sendBodyAdministration', { name })}</p>
            <p className="tabular mt-3 font-semibold text-ink-950">{t('sendCounts', { accepted, observed, rejected })}</p>
          </>
        )}
      </Dialog>
    </>
  )
}
