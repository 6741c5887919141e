import { useState } from 'react'
import type { OfflineProgress, Place } from '#sync/face.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import { toast } from '#client/ui/toast.tsx'
import { panelText } from './panel-text.ts'

/** Share of the whole that a step stands for. */
function shareOf({ step, done, total }: OfflineProgress): number {
  if (step === 'done') return 100
  const part = total === 0 ? 1 : done / total
  return step === 'rows' ? part * 40 : 40 + part * 60
}

interface Props {
  /** From here on it stays until it has said how it ended, also where nothing lacks any more. */
  readonly onBegin?: () => void
  readonly onReady?: () => void
  /** Of the lab's people: the institutions to bring, where it is not all of them. */
  readonly places?: readonly Place[] | undefined
  /** What the button says, where it is not about everything. */
  readonly label?: string | undefined
}

/** "Preparar para trabajar sin conexión": brings everything, or some institutions, shows how far, and says when it is ready (ST10). */
export function OfflinePreparation({ onBegin, onReady, places, label }: Props) {
  const t = useText(panelText)
  const engine = useEngine()
  const errorText = useErrorText()
  const [progress, setProgress] = useState<OfflineProgress | null>(null)
  const [busy, setBusy] = useState(false)
  const prepare = async (): Promise<void> => {
    onBegin?.()
    setBusy(true)
    const result = await engine.prepareOffline(setProgress, places)
    setBusy(false)
    if (result.ok) return onReady?.()
    setProgress(null)
    toast('error', errorText(result.failure))
  }
  const share = progress ? Math.round(shareOf(progress)) : 0
  const ready = progress?.step === 'done'
  return (
    <>
      {!places && <p className="text-ink-600">{t('prepareLead')}</p>}
      {ready ? (
        <Notice tone="success" role="status" className="mt-4">
          {t('prepared')}
        </Notice>
      ) : (
        <div className="mt-4">
          <OnlineButton kind="primary" icon="download" busy={busy} disabled={places?.length === 0} onClick={() => void prepare()}>
            {label ?? t('prepare')}
          </OnlineButton>
        </div>
      )}
      {progress && !ready && (
        <div className="mt-4">
          <p className="tabular mb-1.5 flex justify-between text-sm text-ink-700">
            <span>{progress.step === 'rows' ? t('prepareRows') : t('prepareForms')}</span>
            <span>{`${share} %`}</span>
          </p>
          <ProgressBar label={label ?? t('prepare')} value={share} max={100} text={`${share} %`} />
        </div>
      )}
    </>
  )
}
