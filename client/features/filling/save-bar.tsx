import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { useOfferedAct } from '#client/data/offered-acts.ts'
import { useOpenWorld } from '#client/data/use-world.ts'
import { useEditors } from '#client/features/answers/editors.ts'
import { answersText } from '#client/features/answers/text.ts'
import { SendButton } from '#client/features/sends/send-button.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.tsx'
import { SurveySend } from './survey-send.tsx'
import { useFollow } from './use-follow.ts'

/** How long the save button turns. */
const savingMs = 2000
/** Always at hand, at the foot: save now, and send. */
export function SaveBar({ isSurvey }: { readonly isSurvey: boolean }) {
  const t = useText(answersText)
  const editors = useEditors()
  const navigate = useNavigate()
  const { actor } = useOpenWorld()
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
  const follow = useFollow()
  return (
    <section
      ref={bar}
      id="save-bar"
      tabIndex={-1}
      aria-label={t('saveBar')}
      className="print-hidden sticky bottom-0 z-10 border-t border-ink-200 bg-white/95 py-3 backdrop-blur-sm"
    >
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-end gap-2.5 px-4 md:px-8">
        <Button icon="check" busy={saving} onClick={() => void save()}>
          {saving ? t('saving') : t('save')}
        </Button>
        {isSurvey ? (
          <SurveySend />
        ) : (
          <SendButton
            onOpen={async () => void (await editors.commitAll())}
            onFollow={follow}
            onSent={(sendsBefore) => {
              // Who acts for an institution has no page of its sends: the receipt comes in the window.
              if (actor.kind === 'Institutional') void navigate(pageAddress('send'), { state: { sendsBefore } })
            }}
          />
        )}
      </div>
    </section>
  )
}
