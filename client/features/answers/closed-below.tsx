import { useRef, useState } from 'react'
import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { closedDependents, removedRows } from '#shared/answers/closing.ts'
import { closedBy, rowsOf } from '#shared/answers/rules.ts'
import { maxRows } from '#shared/forms/kinds/block.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit, UserId } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { AnswerView } from './answer-view.tsx'
import { useEditor } from './editors.ts'
import { FormText, formText } from '#client/features/texts/form-text.tsx'
import { rowTitle } from './rows/row-title.ts'
import { answersText } from './text.ts'
import { UnitNames } from './unit-names.tsx'

const QuestionHistory = latePart(() => import('./history/question-history.tsx'), 'QuestionHistory')

/** What one change closed, and the answer of the question above that brings it back. */
interface Entry {
  readonly key: string
  /** Name of the row, or the words of the dependent question. */
  readonly name: string | undefined
  readonly lang: 'es' | 'en' | undefined
  readonly units: readonly Unit[]
  readonly by: UserId
  readonly at: Instant
  readonly value: AnswerValue
}

function entriesOf(world: World, unit: Unit, question: Question): readonly Entry[] {
  if (question.kind === 'Block') {
    const standing = rowsOf(world, question)
    return removedRows(world, question).map(({ row, ...closed }) => {
      const { name } = rowTitle(world, question, row)
      return { ...closed, key: row, name, lang: 'es' as const, value: { rows: [...standing, row] } }
    })
  }
  return closedDependents(world, unit).map((closed) => {
    const [first = ''] = closed.units
    const child = must(world.index.question(questionIdOf(first)), `question of ${first} is missing`)
    const { text, lang } = formText(child.text, child.en?.text)
    return { ...closed, key: child.id, name: `${world.index.numberOf(child.id)} ${text}`.trim(), lang }
  })
}

const sameEntries = (left: readonly Entry[], right: readonly Entry[]): boolean => JSON.stringify(left) === JSON.stringify(right)

interface Props {
  readonly unit: Unit
  readonly question: Question
  readonly answer: Answer | undefined
  readonly editable: boolean
}

/** Rows that were taken out of a block, or dependents that the answer closed, with what they hold and the way back (AN14). */
export function ClosedBelow({ unit, question, answer, editable }: Props) {
  const t = useText(answersText)
  const entries = useReading(['table:answer', 'table:attachment'], (world) => entriesOf(world, unit, question), sameEntries)
  if (entries.length === 0) return null
  const isBlock = question.kind === 'Block'
  const isFull = isBlock && answer !== undefined && answer.value !== null && entries.some(({ value }) => countOf(value) > maxRows(question))
  return (
    <Disclosure summary={t(isBlock ? 'rowsTakenOut' : 'answersClosed', { n: entries.length })}>
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <ClosedEntry key={entry.key} unit={unit} entry={entry} editable={editable && !isFull} />
        ))}
      </ul>
      {editable && isFull && <p className="mt-2 text-sm text-ink-600">{t('blockIsFull', { n: maxRows(question) })}</p>}
    </Disclosure>
  )
}

const countOf = (value: AnswerValue): number => (typeof value === 'object' && 'rows' in value ? value.rows.length : 0)

interface EntryProps {
  readonly unit: Unit
  readonly entry: Entry
  readonly editable: boolean
}

function ClosedEntry({ unit, entry, editable }: EntryProps) {
  const t = useText(answersText)
  const format = useFormat()
  const open = useOpenWorld()
  const name = entry.name ?? t('rowUnnamed')
  return (
    <li className="rounded-lg border border-ink-200 bg-ink-50/60 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p lang={entry.name === undefined ? undefined : entry.lang} className="font-medium wrap-anywhere text-ink-950">
            {name}
          </p>
          <p className="text-sm text-ink-600">
            {t('closedByAt', { name: personName(open.world(), entry.by) ?? t('deletedUser'), time: format.moment(entry.at) })}
          </p>
        </div>
        {editable && <PutBack unit={unit} value={entry.value} name={name} />}
      </div>
      <Disclosure summary={t('heldAnswers', { n: entry.units.length })} className="mt-1 text-sm">
        <dl className="grid gap-3">
          {entry.units.map((each) => (
            <Held key={each} unit={each} />
          ))}
        </dl>
      </Disclosure>
    </li>
  )
}

interface PutBackProps {
  readonly unit: Unit
  readonly value: AnswerValue
  readonly name: string
}

function PutBack({ unit, value, name }: PutBackProps) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const { editor } = useEditor(unit)
  const [closes, setCloses] = useState<readonly Unit[]>([])
  const box = useRef<HTMLSpanElement>(null)
  const putBack = async (): Promise<void> => {
    setCloses([])
    // What was pressed goes with the entry: the focus stays with the question.
    const card = box.current?.closest('article')
    if (!(await editor.putBack(value))) return
    toast('success', t('putBackDone'))
    card?.focus()
  }
  const ask = (): void => {
    const closed = closedBy(open.world(), unit, value)
    if (closed.length > 0) setCloses(closed)
    else void putBack()
  }
  return (
    <span ref={box}>
      <Button size="small" icon="undo" aria-label={t('putBackNamed', { name })} onClick={ask}>
        {t('putBack')}
      </Button>
      <AlertDialog
        open={closes.length > 0}
        title={t('closesTitle', { n: closes.length })}
        confirm={t('closesConfirm')}
        kind="danger"
        onConfirm={() => void putBack()}
        onCancel={() => setCloses([])}
      >
        <UnitNames units={closes} />
      </AlertDialog>
    </span>
  )
}

/** One answer as it was, with its file and its history. */
function Held({ unit }: { readonly unit: Unit }) {
  const t = useText(answersText)
  const world = useOpenWorld().world()
  const [shown, setShown] = useState(false)
  const question = world.index.question(questionIdOf(unit))
  const file = world.attachment(unit)
  if (!question) return null
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <dt className="text-ink-600">
          <FormText es={question.text} en={question.en?.text} />
        </dt>
        <dd className="mt-0.5 text-ink-950">
          <AnswerView question={question} value={world.answer(unit)?.clearedValue} />
          {file && <p className="mt-1 wrap-anywhere text-ink-600">{t('heldFile', { name: file.name })}</p>}
        </dd>
      </div>
      <IconButton icon="history" size="small" label={t('historyOf', { question: question.text })} onClick={() => setShown(true)} />
      {shown && <QuestionHistory unit={unit} question={question} onClose={() => setShown(false)} />}
    </div>
  )
}
