import { useState } from 'react'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/engine.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/toast.tsx'
import { calculateForm } from './form-calls.ts'
import { formsText } from './text.ts'

const options = ['1', '2'] as const
const labels = { '1': 'calculation1', '2': 'calculation2' } as const
const hints = { '1': 'calculation1Hint', '2': 'calculation2Hint' } as const

/** How the points of a form come about: 1 worked out, 2 uploaded. */
export function CalculationDialog({ form, onClose }: { readonly form: FormHeader; readonly onClose: () => void }) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [option, setOption] = useState<(typeof options)[number] | null>(
    form.calculatedBy === undefined ? null : form.calculatedBy === 1 ? '1' : '2',
  )
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    setTried(true)
    if (option === null) return
    setBusy(true)
    const reply = await calculateForm(engine, form.id, option)
    setBusy(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t('saved'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('calculationOf', { name: form.name })}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <RadioGroup
        label={t('calculationHow')}
        choices={options.map((each) => ({ value: each, label: t(labels[each]), hint: t(hints[each]) }))}
        value={option}
        onChange={(value) => setOption(options.find((each) => each === value) ?? null)}
        error={tried && option === null ? t('chooseOption') : null}
      />
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
