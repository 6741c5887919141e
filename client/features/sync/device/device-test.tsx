import { useEffect, useRef, useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { appFiles } from '#client/data/app/app-worker.ts'
import type { AppFilesState } from '#client/data/app/app-worker.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { session, sessionIsKept } from '#client/data/session/session.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { deviceChecks, isReady } from './device-checks.ts'
import type { Check } from './device-checks.ts'
import { panelText } from '#client/features/sync/panel-text.ts'
import { useProtect } from './storage-facts.tsx'

interface Tested {
  readonly checks: readonly Check[]
  /** When the server was last heard; null for never. */
  readonly contactAt: number | null
}

/** The trial of this device: what a start without a network would find (NV6). */
export function useDeviceTest(): { readonly tested: Tested | null; readonly test: () => Promise<boolean>; readonly forget: () => void } {
  const engine = useEngine()
  const [tested, setTested] = useState<Tested | null>(null)
  const test = async (): Promise<boolean> => {
    const [files, examined, report] = await Promise.all([
      appFiles({ kind: session().user?.kind ?? null, bring: false, thorough: true }),
      engine.examine(),
      engine.storageReport(),
    ])
    const checks = deviceChecks({ files, examined, report, remembered: sessionIsKept() })
    setTested({ checks, contactAt: report.syncedAt })
    return isReady(checks)
  }
  return { tested, test, forget: () => setTested(null) }
}

const marks = {
  good: { icon: 'check-circle', colour: 'text-good-700' },
  weak: { icon: 'warning', colour: 'text-warm-700' },
  bad: { icon: 'danger', colour: 'text-bad-700' },
} as const

function useCheckText(): (check: Check) => string {
  const t = useText(panelText)
  const format = useFormat()
  const filesText = (files: AppFilesState): string => {
    switch (files.kind) {
      case 'whole':
        return t('testFiles', { n: files.of })
      case 'lacking':
        return t('filesLacking', { lacking: files.lacking, of: files.of })
      case 'none':
        return t('testNoWorker')
      case 'silent':
        return t('testSilent')
    }
  }
  return (check) => {
    const isGood = check.state === 'good'
    switch (check.what) {
      case 'files':
        return filesText(check.files)
      case 'disk':
        return t(isGood ? 'testDisk' : 'testNoDisk')
      case 'session':
        return t('testNoSession')
      case 'rows':
        return t(isGood ? 'testRows' : 'testNoRows')
      case 'forms':
        return isGood ? t('testForms') : t('testNoForms', { n: check.lacking })
      case 'kept':
        return t(isGood ? 'testKept' : 'testNotKept')
      case 'room':
        return t(isGood ? 'testRoom' : 'testLittleRoom', { free: format.bytes(Math.max(0, check.freeBytes)) })
      case 'clock':
        if (isGood) return t('testClock')
        return t(check.behindMs > 0 ? 'testClockBehind' : 'testClockAhead', { minutes: Math.round(Math.abs(check.behindMs) / 60_000) })
    }
  }
}

/** What the trial found: the verdict, then each thing with its mark. */
export function DeviceFindings({
  tested,
  ready,
  refresh,
}: {
  readonly tested: Tested
  readonly ready: string
  readonly refresh: () => void
}) {
  const t = useText(panelText)
  const format = useFormat()
  const textOf = useCheckText()
  const { checks, contactAt } = tested
  const opens = isReady(checks)
  const protect = useProtect(refresh)
  const place = useRef<HTMLDivElement>(null)
  // What was pressed may stand at the edge of a window.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [tested])
  return (
    <div ref={place} className="mt-4">
      <Notice tone={opens ? 'success' : 'danger'} role="status">
        {opens ? ready : t('testNotReady')}
      </Notice>
      <ul aria-label={t('testFound')} className="mt-2 text-ink-800">
        {checks.map((check) => (
          <li key={check.what} className="flex items-start gap-2.5 border-b border-ink-150 py-2 last:border-b-0">
            <Icon name={marks[check.state].icon} size={19} label={t(check.state)} className={`mt-0.5 ${marks[check.state].colour}`} />
            <span className="min-w-0">{textOf(check)}</span>
            {check.what === 'kept' && check.state !== 'good' && (
              <Button size="small" className="ml-auto" onClick={() => void protect()}>
                {t('persistAsk')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="tabular mt-2 text-sm text-ink-600">
        {t('testContact')}: {contactAt === null ? t('never') : format.moment(instantOf(contactAt))}
      </p>
    </div>
  )
}

/** "Probar este equipo", where nothing can be brought: what is lacking is brought on the page of the device, to which it leads. */
export function DeviceTest({ onLeave }: { readonly onLeave: () => void }) {
  const t = useText(panelText)
  const { tested, test } = useDeviceTest()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    await test()
    setBusy(false)
  }
  return (
    <>
      <p className="text-sm text-ink-600">{t('testLead')}</p>
      <Button size="small" icon="device" busy={busy} onClick={() => void run()} className="mt-3">
        {t('test')}
      </Button>
      {tested && <DeviceFindings tested={tested} ready={t('testReady')} refresh={() => void run()} />}
      {tested && !isReady(tested.checks) && (
        <LinkButton to={pageAddress('device')} size="small" icon="download" className="mt-3" onClick={onLeave}>
          {t('testPrepare')}
        </LinkButton>
      )}
    </>
  )
}
