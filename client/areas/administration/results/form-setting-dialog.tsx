import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Result } from '#shared/kernel/result.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { DraftKind } from '#sync/drafts/model.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'

export interface FormSettingProps {
  readonly form: FormHeader
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface Props<F extends Readonly<Record<string, string>>> extends FormSettingProps {
  readonly kind: DraftKind
  readonly title: string
  readonly lead: string
  readonly initial: F
  /** What is wrong with the fields; null when they can be saved. */
  readonly wrongIn: (fields: F) => string | null
  readonly save: (fields: F) => Promise<Result<unknown>>
  /** Told once it is saved. */
  readonly saved: (fields: F) => string
  readonly children: (fields: F, change: (part: Partial<F>) => void) => ReactNode
}

/** The dialog in which one setting of a form's results is written. What somebody else changes meanwhile is told by the server. */
export function FormSettingDialog<F extends Readonly<Record<string, string>>>(props: Props<F>) {
  const { form, kind, title, lead, initial, wrongIn, save, saved, onSaved, onClose, children } = props
  const t = useText(labResultsText)
  const errorText = useErrorText()
  const about = `${title}: ${form.name}`
  const { fields, write, standing, forget } = useKeptFields({ kind, scope: questionnaireScope(form.id), subject: kind, initial, about })
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, send } = useSaving()
  const wrong = wrongIn(fields)
  const submit = async (): Promise<void> => {
    setTried(true)
    if (busy || wrong !== null) return
    const reply = await send(
      () => save(fields),
      async () => onSaved(),
    )
    if (!reply.ok) return
    toast('success', saved(fields))
    await forget()
    onSaved()
    onClose()
  }
  return (
    <EditDialog
      title={title}
      submit={t('save')}
      busy={busy}
      changed={!sameFields(fields, initial)}
      standing={standing}
      clash={null}
      problem={problem ? errorText(problem) : tried ? wrong : null}
      onSave={() => void submit()}
      onGiveUp={() => {
        void forget()
        onClose()
      }}
    >
      <p className="text-ink-700">{lead}</p>
      {children(fields, (part) => {
        setProblem(null)
        write({ ...fields, ...part })
      })}
    </EditDialog>
  )
}
