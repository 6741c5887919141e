import { useEffect, useRef, useState } from 'react'
import { useOfferedAct } from '#client/data/world/offered-acts.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useEditors } from '#client/features/answers/editors.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import type { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { NextButton } from './next/next-button.tsx'
import { SurveySend } from './survey-send.tsx'

/** How long the save button turns. */
const savingMs = 2000
interface Props {
  /** Null in the survey, which is sent by itself. */
  readonly subDimensionId: DimensionId | null
  readonly focused: FocusedUnit
  /** What was answered is read over. */
  readonly checking: boolean
}

/** Always at hand, at the foot: save now, and go on to what waits next, or send. */
export function SaveBar({ subDimensionId, focused, checking }: Props) {
  const t = useText(answersText)
  const editors = useEditors()
  const [saving, setSaving] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // What else stands at the foot, messages and help, stands above the bar and not on its buttons, whatever lines these take.
    const { style } = document.documentElement
    const told = new ResizeObserver(() => style.setProperty('--foot-bar', `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) told.observe(bar.current)
    return () => {
      told.disconnect()
      style.removeProperty('--foot-bar')
    }
  }, [])
  const save = async (): Promise<void> => {
    setSaving(true)
    const started = Date.now()
    const refused = await editors.commitAll()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, savingMs - (Date.now() - started))))
    setSaving(false)
    if (refused.length === 0) toast('success', t('saved'))
    else toast('info', t('savedWithProblems', { n: refused.length }))
  }
  useOfferedAct('save', () => void save())
  return (
    <section
      ref={bar}
      id="save-bar"
      tabIndex={-1}
      aria-label={t('saveBar')}
      className="print-hidden sticky bottom-0 z-10 border-t border-ink-200 bg-white/95 py-3 backdrop-blur-sm"
    >
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-end gap-2.5 px-4 md:px-8">
        <Button
          icon="check"
          busy={saving}
          className={cx('max-sm:grow max-sm:px-2', !saving && 'max-sm:[&>svg]:hidden')}
          onClick={() => void save()}
        >
          {saving ? t('saving') : t('save')}
        </Button>
        {subDimensionId === null ? <SurveySend /> : <NextButton subDimensionId={subDimensionId} focused={focused} stays={!checking} />}
      </div>
    </section>
  )
}
