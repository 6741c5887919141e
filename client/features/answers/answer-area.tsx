import { memo, useEffect, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import type { Answer } from '#shared/answers/model.ts'
import { somebodyElses } from '#shared/answers/somebody-elses.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { sameParts } from '#client/data/world/reading.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { valueOfDraft } from './answer-editor.ts'
import type { AnswerEditor, EditorState } from './answer-editor.ts'
import { AnswerField } from './answer-field.tsx'
import { AnswerView } from './answer-view.tsx'
import { useEditor } from './editors.ts'
import { answersText } from './text.ts'
import { UnitNames } from './unit-names.tsx'

interface Props {
  readonly unit: Unit
  readonly question: Question
  readonly answer: Answer | undefined
  readonly labelId: string
  readonly drawUnit: (unit: Unit) => ReactNode
}

/** The field of a unit with everything that can happen to it while it is written. */
export const AnswerArea = memo(function AnswerArea({ unit, question, answer, labelId, drawUnit }: Props) {
  const errorText = useErrorText()
  const { editor, state } = useEditor(unit)
  const problem = state.problem ? errorText(state.problem) : null
  useEffect(() => {
    if (problem !== null) announce(problem)
  }, [problem])
  const t = useText(answersText)
  const number = useOpenWorld().world().index.numberOf(question.id)
  const wasSaving = useRef(false)
  const isKept = !state.saving && !state.dirty
  const hasProblem = state.problem !== null
  useEffect(() => {
    // Once an answer, when it is on the disk; where it has got to since is beside it, to be read.
    if (wasSaving.current && isKept) announce(t('keptSaid', { number }))
    // The save ends a moment before the field counts as clean: it is remembered until then, or until it failed.
    if (state.saving) wasSaving.current = true
    else if (isKept || hasProblem) wasSaving.current = false
  }, [state.saving, isKept, hasProblem, number, t])
  const leave = (event: FocusEvent): void => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    editor.blur()
  }
  return (
    // Focus is only watched here, to know when the question was entered and left.
    <div data-task="answer" onFocus={() => editor.focus()} onBlur={leave} className="group/answer grid gap-3">
      <AnswerField
        unit={unit}
        question={question}
        value={state.value}
        unread={state.unread?.text ?? null}
        standing={answer?.value ?? null}
        revision={state.revision}
        error={problem}
        labelId={labelId}
        onWrite={(value) => editor.write(value)}
        onUnread={(unread) => editor.writeUnread(unread)}
        onChoose={(value, how) => editor.choose(value, how)}
        drawUnit={drawUnit}
      />
      {/* Below the field: what comes with the focus must not move what was pressed from under the finger. */}
      <SomebodyElses unit={unit} />
      {state.closes.length > 0 && <Closing editor={editor} closes={state.closes} />}
      <OtherDrafts
        others={state.others}
        draw={({ text, value }) => (text === undefined ? <AnswerView question={question} value={valueOfDraft(value) ?? null} /> : text)}
        onTake={(other) => void editor.takeOther(other)}
        onDiscard={(other) => void editor.slot.discard(other)}
      />
      {state.remote && <Remote editor={editor} remote={state.remote} question={question} />}
      <Restorable editor={editor} state={state} answer={answer} question={question} />
    </div>
  )
})

/** Before the first key in a colleague's question: whose it is, and what writing in it does (AN1, AN17, LV1). */
function SomebodyElses({ unit }: { readonly unit: Unit }) {
  const t = useText(answersText)
  const told = useReading(
    [`unit:${unit}`, 'table:assignment', 'table:person'],
    (world, { actor }) => {
      const found = actor.kind === 'Institutional' ? somebodyElses(world, unit, actor.id) : undefined
      return found && { ...found, name: personName(world, found.userId) }
    },
    sameParts,
  )
  if (!told) return null
  const { before, after, assigns } = told
  const sentence = assigns
    ? after
      ? 'nobodysShared'
      : 'nobodysTaken'
    : after
      ? 'somebodyElsesShared'
      : before
        ? 'somebodyElses'
        : 'somebodyElsesSettled'
  return (
    <p className="hidden items-start gap-2 rounded-md bg-warm-50 px-3 py-2 text-sm text-warm-900 group-focus-within/answer:flex">
      <Icon name="user" size={17} className="mt-0.5" />
      <span role="note">{t(sentence, { name: told.name ?? t('deletedUser') })}</span>
    </p>
  )
}

/** Answers that would be cleared, by name, before they are (HW6). */
function Closing({ editor, closes }: { readonly editor: AnswerEditor; readonly closes: readonly Unit[] }) {
  const t = useText(answersText)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('closesTitle', { n: closes.length })}
      actions={
        <>
          <Button size="small" kind="danger" onClick={() => void editor.confirmClosing()}>
            {t('closesConfirm')}
          </Button>
          <Button size="small" onClick={() => editor.revert()}>
            {t('closesCancel')}
          </Button>
        </>
      }
    >
      <UnitNames units={closes} />
    </Notice>
  )
}

/** What somebody else wrote meanwhile: told beside the field, never put into it (HW4). */
function Remote({ editor, remote, question }: { readonly editor: AnswerEditor; readonly remote: Answer; readonly question: Question }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const [shown, setShown] = useState(false)
  const name = personName(open.world(), remote.authorId)
  const engine = useEngine()
  const own = remote.authorId === open.actor.id
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (own) void engine.isFromHere(remote.mid).then(setIsHere)
  }, [engine, own, remote.mid])
  const title = own ? t(isHere ? 'changedByYouHere' : 'changedByYou') : name ? t('changedBy', { name }) : t('changedRemote')
  return (
    <Notice
      tone="info"
      icon="users"
      role="status"
      title={title}
      actions={
        <>
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? t('hideTheirs') : t('seeTheirs')}
          </Button>
          <Button size="small" onClick={() => editor.adopt()}>
            {t('adoptTheirs')}
          </Button>
          <Button size="small" onClick={() => editor.keepMine()}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      {shown && (
        <div className="mt-2 rounded-md border border-brand-200 bg-white px-3 py-2">
          <AnswerView question={question} value={remote.value} />
        </div>
      )}
    </Notice>
  )
}

/** A value that a dependency cleared, offered again now that the question is open (AN4). */
function Restorable({
  editor,
  state,
  answer,
  question,
}: {
  readonly editor: AnswerEditor
  readonly state: EditorState
  readonly answer: Answer | undefined
  readonly question: Question
}) {
  const t = useText(answersText)
  const former = answer?.value === null ? answer.clearedValue : null
  if (former === null || former === undefined || isEmpty(question, former) || !isEmpty(question, state.value)) return null
  const restore = async (): Promise<void> => {
    if (await editor.restore(former)) toast('success', t('restored'))
  }
  return (
    <Notice
      tone="neutral"
      icon="undo"
      actions={
        <Button size="small" icon="undo" onClick={() => void restore()}>
          {t('restore')}
        </Button>
      }
    >
      <p className="text-sm text-ink-600">{t('restoreOffer')}</p>
      <AnswerView question={question} value={former} className="mt-0.5 line-clamp-3" />
    </Notice>
  )
}
