import { useState } from 'react'
import { alertValues, canAlert } from '#shared/forms/alerts.ts'
import { definitionLimits } from '#shared/forms/model.ts'
import type { Alert, AlertSide, Question } from '#shared/forms/model.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { editAlert } from '#shared/questionnaires/alert-mutations.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import { alertsText } from './alerts-text.ts'
import { newId } from '#client/areas/administration/form-editor/questions/new-question.ts'

type AlertFields = Omit<Alert, 'id'>

/** An alert as its window has it: each choice a text. */
type Typed = Readonly<
  Record<'first' | 'firstSays' | 'firstValue' | 'second' | 'secondSays' | 'secondValue' | 'text' | 'en' | 'told', string>
>
const nothing: Typed = {
  first: '',
  firstSays: 'says',
  firstValue: '',
  second: '',
  secondSays: 'lacks',
  secondValue: '',
  text: '',
  en: '',
  told: '',
}

export const fieldsOf = ({ first, second, text, en, institution }: AlertFields): AlertFields => ({
  first,
  second,
  text,
  ...(en !== undefined && { en }),
  ...(institution === true && { institution }),
})

const typedOf = ({ first, second, text, en = '', institution }: AlertFields): Typed => ({
  first: first.questionId,
  firstSays: first.says ? 'says' : 'lacks',
  firstValue: JSON.stringify(first.value),
  second: second.questionId,
  secondSays: second.says ? 'says' : 'lacks',
  secondValue: JSON.stringify(second.value),
  text,
  en,
  told: institution === true ? 'institution' : '',
})

/** What was chosen of one side; undefined while it lacks something. */
function sideOf(state: Questionnaire, id: string, says: string, value: string): AlertSide | undefined {
  const question = state.question(id)
  const chosen = question && alertValues(question).find((each) => JSON.stringify(each) === value)
  return chosen === undefined ? undefined : { questionId: id, says: says === 'says', value: chosen }
}

/** What the window says, where it says an alert. */
function wantedIn(state: Questionnaire, typed: Typed): AlertFields | undefined {
  const first = sideOf(state, typed.first, typed.firstSays, typed.firstValue)
  const second = sideOf(state, typed.second, typed.secondSays, typed.secondValue)
  const en = typed.en.trim()
  const institution = typed.told === 'institution'
  const wanted = first &&
    second && { first, second, text: typed.text.trim(), ...(en !== '' && { en }), ...(institution && { institution }) }
  return wanted && canAlert((id) => state.question(id), wanted) ? wanted : undefined
}

interface Props {
  /** Undefined: a new one. */
  readonly alert?: Alert | undefined
  readonly onClose: () => void
}

/** An alert, declared or changed: what is half written stays on this device (HW1), and of two who change the same the second chooses (QE2). */
export function AlertDialog({ alert, onClose }: Props) {
  const t = useText(alertsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenQuestionnaire()
  const initial = alert ? typedOf(alert) : nothing
  const { fields, write, standing, forget } = useKeptFields<Typed>({
    kind: 'alert',
    scope: open.scope,
    subject: alert?.id ?? 'new',
    initial,
    about: t(alert ? 'editTitle' : 'addTitle'),
  })
  const [from, setFrom] = useState<AlertFields | null>(alert ? fieldsOf(alert) : null)
  const [id] = useState(() => alert?.id ?? newId())
  const [problem, setProblem] = useState<Failure | 'incomplete' | null>(null)
  const now = useQuestionnaireReading(
    ['table:outline'],
    (state) => state.get('outline', open.formId)?.alerts?.find((each) => each.id === id),
    sameField,
  )
  const save = async (seen: AlertFields | null): Promise<void> => {
    const wanted = wantedIn(open.state(), fields)
    if (!wanted) return setProblem('incomplete')
    const result = await open.dispatch(editAlert, { id, from: seen, to: wanted })
    if (!result.ok) return setProblem(result.failure)
    toast('success', t(alert ? 'saved' : 'added'))
    await forget()
    onClose()
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  const insist = (): void => {
    const stands = now ? fieldsOf(now) : null
    setFrom(stands)
    void save(stands)
  }
  const isClash = problem !== null && problem !== 'incomplete' && problem.code === 'changed_meanwhile'
  return (
    <Dialog
      open
      onClose={giveUp}
      title={t(alert ? 'editTitle' : 'addTitle')}
      dismissable={sameFields(fields, initial)}
      actions={
        <>
          <Button kind="primary" onClick={() => void save(from)}>
            {t('save')}
          </Button>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save(from)
        }}
      >
        {standing !== 'fresh' && (
          <Notice tone={standing === 'restored' ? 'info' : 'warning'} role="status">
            {t(standing)}
          </Notice>
        )}
        {isClash && (
          <ClashNotice
            title={t('changedMeanwhile')}
            keepMine={t('keepMine')}
            keepTheirs={t('keepTheirs')}
            onMine={insist}
            onTheirs={giveUp}
          >
            {now ? <span lang="es">{now.text}</span> : t('removedMeanwhile')}
          </ClashNotice>
        )}
        {problem !== null && !isClash && (
          <Notice tone="danger" role="alert">
            {problem === 'incomplete' ? t('incomplete') : errorText(problem)}
          </Notice>
        )}
        {(['first', 'second'] as const).map((side) => (
          <Side key={side} side={side} typed={fields} onChange={write} />
        ))}
        <TextArea
          label={t('words')}
          hint={t('wordsHint')}
          value={fields.text}
          onChange={(text) => write({ ...fields, text })}
          max={definitionLimits.alertLength}
          rows={2}
          lang="es"
        />
        <TextArea
          label={t('english')}
          optional
          value={fields.en}
          onChange={(en) => write({ ...fields, en })}
          max={definitionLimits.alertLength}
          rows={2}
          lang="en"
        />
        <Checkbox
          label={t('told')}
          hint={t('toldHint')}
          checked={fields.told === 'institution'}
          onChange={(told) => write({ ...fields, told: told ? 'institution' : '' })}
        />
      </form>
    </Dialog>
  )
}

interface SideProps {
  readonly side: 'first' | 'second'
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

function Side({ side, typed, onChange }: SideProps) {
  const t = useText(alertsText)
  const asked = useQuestionnaireReading(
    ['table:question', 'table:dimension', 'table:outline'],
    (state) => state.definition.questions.filter((each) => !each.survey),
    sameField,
  )
  const index = useOpenQuestionnaire().state().index
  const question = asked.find(({ id }) => id === typed[side])
  const [says, value] = [`${side}Says`, `${side}Value`] as const
  const choose = (id: string): void => onChange({ ...typed, [side]: id, [value]: firstValue(asked.find((each) => each.id === id)) })
  const words = (each: boolean | string | null): string =>
    each === null ? t('any') : each === true ? t('yes') : each === false ? t('no') : each
  return (
    <div className="grid gap-3 rounded-lg border border-ink-200 px-4 py-4 sm:grid-cols-2 sm:items-end">
      <Select
        label={t(side)}
        value={question ? typed[side] : ''}
        onChange={choose}
        options={asked.map((each) => ({ value: each.id, label: `${index.numberOf(each.id)} ${each.text}` }))}
        className="sm:col-span-2"
      />
      <Select
        label={t(`says_${side}`)}
        value={typed[says]}
        onChange={(next) => onChange({ ...typed, [says]: next })}
        placeholder={null}
        options={(['says', 'lacks'] as const).map((each) => ({ value: each, label: t(each) }))}
      />
      <Select
        label={t(`value_${side}`)}
        value={typed[value]}
        onChange={(next) => onChange({ ...typed, [value]: next })}
        disabled={!question}
        options={(question ? alertValues(question) : []).map((each) => ({ value: JSON.stringify(each), label: words(each) }))}
      />
    </div>
  )
}

/** What is most often meant: yes, where a question can be answered so; else any answer, where there is no other. */
function firstValue(question: Question | undefined): string {
  const values = question ? alertValues(question) : []
  if (values.includes(true)) return JSON.stringify(true)
  return values.length === 1 ? JSON.stringify(null) : ''
}
