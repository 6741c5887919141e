import { useState } from 'react'
import { readOnlyReason, openUnits } from '#shared/answers/rules.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import { leads } from '#shared/assignments/rules.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { sendSurvey } from '#shared/sends/mutations.ts'
import { surveyReviewOf } from '#shared/sends/rules.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useEditors } from '#client/features/answers/editors.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** The survey's entry in the map, for leaders whose form has one; null for everybody else. */
export const useSurveyEntry = (): { readonly pendent: number; readonly sent: boolean } | null =>
  useReading(
    everything,
    (world, open) => {
      if (open.actor.kind !== 'Institutional' || !leads(world, open.actor.id)) return null
      const units = openUnits(world, surveyDimensionId)
      const [first] = units
      const sent = world.participant.surveySentAt !== null
      // Before its stages it would only be a locked door.
      if (first === undefined || (!sent && readOnlyReason(world, open.actor, first, open.now()) !== undefined)) return null
      const pendent = units.filter((unit) => {
        const question = world.index.question(questionIdOf(unit))
        return question?.required === true && isEmpty(question, world.answer(unit)?.value)
      }).length
      return { pendent, sent }
    },
    sameParts,
  )

/** Sends the survey, once (SV2). */
export function SurveySend() {
  const t = useText(answersText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const editors = useEditors()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const canSend = useReading(everything, (world) => {
    const [first] = openUnits(world, surveyDimensionId)
    return first !== undefined && readOnlyReason(world, open.actor, first, open.now()) === undefined
  })
  const send = async (): Promise<void> => {
    setSending(true)
    await editors.commitAll()
    const result = await open.dispatch(sendSurvey, { reviewed: surveyReviewOf(open.world()) })
    setSending(false)
    setAsking(false)
    if (result.ok) toast('success', t('surveySent'))
    else toast('error', errorText(result.failure))
  }
  if (!canSend) return null
  return (
    <>
      <Button kind="primary" icon="send" onClick={() => setAsking(true)}>
        {t('surveySend')}
      </Button>
      <AlertDialog
        open={asking}
        title={t('surveySendTitle')}
        confirm={t('surveyAccept')}
        busy={sending}
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('surveySendBody')}</p>
      </AlertDialog>
    </>
  )
}
