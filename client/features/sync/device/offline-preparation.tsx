import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { OfflineProgress, Place } from '#sync/face.ts'
import { appFiles } from '#client/data/app/app-worker.ts'
import type { AppFilesState } from '#client/data/app/app-worker.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { session } from '#client/data/session/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { DeviceFindings, useDeviceTest } from './device-test.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'

type Progress = OfflineProgress | { readonly step: 'files'; readonly files: AppFilesState }

/** Share of the whole that a step stands for. */
function shareOf(progress: Progress): number {
  if (progress.step === 'files') return 60 + (progress.files.kind === 'lacking' ? 1 - progress.files.lacking / progress.files.of : 0) * 40
  const { step, done, total } = progress
  const part = total === 0 ? 1 : done / total
  return step === 'done' ? 60 : step === 'rows' ? part * 30 : 30 + part * 30
}

interface Props {
  /** From here on it stays until it has said how it ended, also where nothing lacks any more. */
  readonly onBegin?: (() => void) | undefined
  readonly onReady?: (() => void) | undefined
  /** Of the lab's people: the institutions to bring, where it is not all of them. */
  readonly places?: readonly Place[] | undefined
  /** What the button says, where it is not about everything. */
  readonly label?: string | undefined
  /** Nothing is chosen that could be brought. */
  readonly disabled?: boolean | undefined
}

interface Preparation {
  /** Brings what is lacking; null once that is here. */
  readonly prepare: ReactNode
  readonly test: ReactNode
  /** How far it came, and what was found. */
  readonly told: ReactNode
  /** Something else is wanted than what was prepared. */
  readonly restart: () => void
}

const wide = 'max-sm:w-full'

/**
 * "Preparar para trabajar sin conexión": brings everything, or some institutions, and the application's own files, shows how far; and says
 * that it is ready when this device was tried and would open without a network (ST10, NV6).
 */
export function usePreparation({ onBegin, onReady, places, label, disabled = false }: Props): Preparation {
  const t = useText(panelText)
  const engine = useEngine()
  const errorText = useErrorText()
  const [progress, setProgress] = useState<Progress | null>(null)
  /** What the button said when it was pressed: what is still to be brought grows less meanwhile. */
  const [pressed, setPressed] = useState('')
  const { tested, test, forget } = useDeviceTest()
  /** What was prepared stays so until the trial says otherwise. */
  const [ready, setReady] = useState(false)
  const [trying, setTrying] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const busy = progress !== null
  const said = busy ? pressed : (label ?? t('prepare'))
  useEffect(() => {
    if (busy) place.current?.scrollIntoView({ block: 'nearest' })
  }, [busy])
  const again = async (): Promise<void> => {
    setTrying(true)
    const passed = await test()
    setReady(ready && passed)
    setTrying(false)
  }
  const prepare = async (): Promise<void> => {
    onBegin?.()
    forget()
    setPressed(said)
    setProgress({ step: 'rows', done: 0, total: 1 })
    const result = await engine.prepareOffline(setProgress, places)
    if (result.ok) {
      const asked = { kind: session().user?.kind ?? null, bring: true, thorough: true } as const
      await appFiles(asked, (files) => setProgress({ step: 'files', files }))
      const passed = await test()
      setReady(passed)
      if (passed) onReady?.()
    } else {
      toast('error', errorText(result.failure))
    }
    setProgress(null)
  }
  const share = progress ? Math.round(shareOf(progress)) : 0
  const doing = (step: Progress['step']): string => t(step === 'rows' ? 'prepareRows' : step === 'files' ? 'prepareFiles' : 'prepareForms')
  return {
    prepare: !ready && (
      <OnlineButton kind="primary" icon="download" busy={busy} disabled={disabled && !busy} onClick={() => void prepare()} className={wide}>
        {said}
      </OnlineButton>
    ),
    test: (
      <Button icon="device" busy={trying} disabled={busy} onClick={() => void again()} className={wide}>
        {t('test')}
      </Button>
    ),
    told: (
      <>
        {tested && <DeviceFindings tested={tested} ready={t(ready ? 'prepared' : 'testReady')} refresh={() => void again()} />}
        {progress && (
          <div ref={place} className="mt-4">
            <p className="tabular mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-700">
              <span>{doing(progress.step)}</span>
              <span>
                {progress.step === 'files' && progress.files.kind === 'lacking' ? t('filesToCome', progress.files) : `${share} %`}
              </span>
            </p>
            <ProgressBar label={said} value={share} max={100} text={`${share} %`} />
          </div>
        )}
      </>
    ),
    restart: () => {
      if (!ready) return
      setReady(false)
      forget()
    },
  }
}

/** The same in the flow of a page, for everything that its person sees. */
export function OfflinePreparation({ onBegin, onReady }: Pick<Props, 'onBegin' | 'onReady'>) {
  const t = useText(panelText)
  const { prepare, test, told } = usePreparation({ onBegin, onReady })
  return (
    <>
      <p className="text-ink-600">{t('prepareLead')}</p>
      <div className="mt-4 flex flex-wrap items-start gap-2">
        {prepare}
        {test}
      </div>
      {told}
    </>
  )
}
