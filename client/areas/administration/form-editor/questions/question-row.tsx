import { createContext, memo, useContext, useEffect, useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Question } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import { placeOf, siblingsAt } from '#shared/questionnaires/editing.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuEntry } from '#client/ui/overlays/menu.tsx'
import { kindsText } from '#client/features/answers/kinds/kind-text.ts'
import { Handle } from '#client/areas/administration/form-editor/structure/carry-layer.tsx'
import { loadOf, questionsKey } from '#client/areas/administration/form-editor/structure/carrying.ts'
import { Tick } from '#client/areas/administration/form-editor/structure/choosing.tsx'
import { useEditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import type { FieldsEditor } from './fields-editor.ts'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionFacts } from './question-facts.tsx'
import { RowHistory } from './row-history.tsx'
import { RowState } from './row-state.tsx'
import { MoveButtons } from '#client/areas/administration/form-editor/structure/move-buttons.tsx'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { focusRow } from '#client/areas/administration/form-editor/use-editing.ts'
import { useAdditionsAt } from './use-additions.ts'
import { useFields } from '#client/areas/administration/form-editor/use-workshop.ts'

interface Props {
  readonly id: QuestionId
  readonly number: string
  /** The question that is open, of them all. */
  readonly open: QuestionId | null
  readonly onOpen: (id: QuestionId | null) => void
}

/** What is out of sight is neither laid out nor painted; a row that has the focus is whole, with what floats above it. */
const rowClass =
  'flow-root border-t border-ink-150 [contain-intrinsic-block-size:auto_4.5rem]! first:border-t-0 not-focus-within:drawn-when-near'

/**
 * One question with what hangs on it. Reads itself alone, so that a key in one draws no other. One that was begun is drawn by the same
 * parts before and after it becomes one of the questionnaire: whoever writes in it goes on writing.
 */
export const QuestionRow = memo(function QuestionRow({ id, number, open, onOpen }: Props) {
  const question = useQuestionnaireReading([`unit:${id}`], (state) => state.question(id))
  const parts = useEditingParts()
  if (parts) {
    return (
      <li data-item={id} className={rowClass}>
        <WorkedOn parts={parts} editor={parts.workshop.question(id)} standing={question} number={number} open={open} onOpen={onOpen} />
        {question && <Below question={question} number={number} open={open} onOpen={onOpen} />}
      </li>
    )
  }
  return (
    question && (
      <li className={rowClass}>
        <ReadOnly question={question} number={number} open={open} onOpen={onOpen} />
        <Below question={question} number={number} open={open} onOpen={onOpen} />
      </li>
    )
  )
})

type RowProps = Omit<Props, 'id'> & { readonly question: Question }

function ReadOnly({ question, number, open, onOpen }: RowProps) {
  const panel = useId()
  const isOpen = open === question.id
  return (
    <>
      <Title shown={question} number={number} isOpen={isOpen} panel={panel} onOpen={onOpen} />
      {isOpen && (
        <div id={panel} className="mb-3 ml-3 border-l-2 border-brand-200 py-2 pl-4 sm:ml-15">
          <QuestionFacts question={question} />
          <RowHistory id={question.id} number={number} />
        </div>
      )}
    </>
  )
}

interface WorkedProps extends Omit<Props, 'id'> {
  readonly parts: EditingParts
  readonly editor: FieldsEditor
  /** The question as it stands; undefined while it is only begun. */
  readonly standing: Question | undefined
}

function WorkedOn({ parts, editor, standing, number, open, onOpen }: WorkedProps) {
  const t = useText(questionnairesText)
  const panel = useId()
  const state = useFields(editor)
  const shown = editor.question
  if (!shown) return null
  const { id } = shown
  const isOpen = open === id
  const close = (): void => {
    if (!standing && !state.dirty) return parts.editing().abandon(id)
    onOpen(null)
    focusRow(id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void parts.editing().shiftQuestion(id, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <>
      <div className="flex flex-wrap items-start sm:flex-nowrap">
        {standing && (
          <>
            <Handle
              parts={parts}
              number={number}
              text={standing.text}
              load={() => loadOf(parts.workshop.open.state(), id, parts.workshop.chosen.ids)}
            />
            <Tick parts={parts} id={id} number={number} />
          </>
        )}
        <Title
          shown={shown}
          number={standing ? number : t('newQuestion')}
          isOpen={isOpen}
          panel={panel}
          onOpen={(wanted) => (wanted === null ? close() : onOpen(wanted))}
          onKeyDown={standing && onKeyDown}
        >
          <RowState editor={editor} />
        </Title>
        {standing && <Tools parts={parts} question={standing} number={number} />}
      </div>
      {isOpen && (
        <div id={panel} className="mx-1 mb-4 rounded-lg border border-brand-200 bg-brand-50/40 p-3 sm:mx-3 sm:p-5">
          <Work parts={parts} editor={editor} shown={shown} standing={standing} number={number} onClose={close} />
        </div>
      )}
    </>
  )
}

interface WorkProps {
  readonly parts: EditingParts
  readonly editor: FieldsEditor
  /** The question with what is being written in it. */
  readonly shown: Question
  readonly standing: Question | undefined
  readonly number: string
  readonly onClose: () => void
}

/** The fields of an open question, and what can be added to it. */
function Work({ parts, editor, shown, standing, number, onClose }: WorkProps) {
  const t = useText(questionnairesText)
  const { id } = shown
  const next = async (): Promise<void> => {
    const place = editor.place ?? placeOf(shown)
    await editor.commit()
    // While something is missing the way to another one says so.
    parts.editing().addQuestion({ ...place, after: id })
  }
  return (
    <>
      <QuestionEditor editor={editor} field={parts.field()} onClose={onClose} onNext={() => void next()} />
      <div className="mt-5 flex flex-wrap gap-2">
        {standing ? (
          <>
            <MoreQuestions parts={parts} question={standing} disabled={shown.text.trim() === ''} />
            <RowHistory id={id} number={number} />
          </>
        ) : (
          <>
            <Button size="small" kind="primary" onClick={() => void editor.commit()}>
              {t('createQuestion')}
            </Button>
            <Button size="small" kind="quiet" icon="trash" onClick={() => parts.editing().abandon(id)}>
              {t('discard')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

interface AloneProps extends Pick<Props, 'id' | 'number' | 'onOpen'> {
  readonly onClose: () => void
}

/** One question as a page of its own, where there is no room for it in the list, with what hangs on it. */
export function QuestionAlone({ id, number, onOpen, onClose }: AloneProps) {
  const question = useQuestionnaireReading([`unit:${id}`], (state) => state.question(id))
  const parts = useEditingParts()
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [id])
  return (
    <>
      {parts ? (
        <WorkedOnAlone key={id} parts={parts} editor={parts.workshop.question(id)} standing={question} number={number} onClose={onClose} />
      ) : (
        question && (
          <>
            <p lang="es" className="mb-5 wrap-anywhere">
              {question.text}
            </p>
            <QuestionFacts question={question} />
          </>
        )
      )}
      {question && (
        <RowHeading value={2}>
          <div className="mt-8">
            <Below question={question} number={number} open={null} onOpen={onOpen} />
          </div>
        </RowHeading>
      )}
    </>
  )
}

interface WorkedAloneProps extends Omit<WorkedProps, 'open' | 'onOpen'> {
  readonly onClose: () => void
}

function WorkedOnAlone({ parts, editor, standing, number, onClose }: WorkedAloneProps) {
  useFields(editor)
  const shown = editor.question
  if (!shown) return null
  return (
    <>
      <div className="mb-5 flex items-start gap-3">
        <Marks question={shown}>
          <RowState editor={editor} />
        </Marks>
        {standing && <Tools parts={parts} question={standing} number={number} />}
      </div>
      <Work parts={parts} editor={editor} shown={shown} standing={standing} number={number} onClose={onClose} />
    </>
  )
}

interface MoreProps {
  readonly parts: EditingParts
  readonly question: Question
  readonly disabled: boolean
}

/** What can be added beside an open question, and to it. */
function MoreQuestions({ parts, question, disabled }: MoreProps) {
  const { id, dimensionId, blockId, block, dependent } = question
  return (
    <>
      <AddButton parts={parts} disabled={disabled} label="addAfter" place={{ ...placeOf(question), after: id }} />
      {opensOthers(question) && (
        <AddButton
          parts={parts}
          disabled={disabled}
          label="addDependent"
          place={{ dimensionId, parentId: id, blockId, after: dependent.at(-1) ?? null }}
        />
      )}
      {question.kind === 'Block' && (
        <AddButton
          parts={parts}
          disabled={disabled}
          label="addInner"
          place={{ dimensionId, parentId: null, blockId: id, after: block.at(-1) ?? null }}
        />
      )}
    </>
  )
}

/** Kinds whose answers open other questions. */
const opensOthers = ({ kind, administrative }: Question): boolean =>
  !administrative && (kind === 'Boolean' || kind === 'Single' || kind === 'Multiple')

interface AddProps {
  readonly parts: EditingParts
  readonly label: 'addAfter' | 'addDependent' | 'addInner'
  readonly place: Parameters<ReturnType<EditingParts['editing']>['addQuestion']>[0]
  readonly disabled: boolean
}

/** Adds a question once this one has its text; until then it says what is missing. */
function AddButton({ parts, label, place, disabled }: AddProps) {
  const t = useText(questionnairesText)
  const reason = useId()
  return (
    <span>
      <Button
        size="small"
        icon="plus"
        aria-disabled={disabled || undefined}
        aria-describedby={disabled ? reason : undefined}
        title={disabled ? t('problem_question_text_empty') : undefined}
        onClick={() => {
          if (!disabled) parts.editing().addQuestion(place)
        }}
        className="aria-disabled:border-ink-200 aria-disabled:bg-ink-100 aria-disabled:text-ink-500"
      >
        {t(label)}
      </Button>
      {disabled && (
        <span id={reason} className="sr-only">
          {t('problem_question_text_empty')}
        </span>
      )}
    </span>
  )
}

interface TitleProps {
  /** The question with what is being written in it. */
  readonly shown: Question
  readonly number: string
  readonly isOpen: boolean
  readonly panel: string
  readonly onOpen: (id: QuestionId | null) => void
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  readonly children?: ReactNode
}

/** Level of the heading that a row's title is: in the list below its sub-dimension's, on the page of a question below that one's. */
const RowHeading = createContext<2 | 5>(5)

function Title({ shown, number, isOpen, panel, onOpen, onKeyDown, children }: TitleProps) {
  const level = useContext(RowHeading)
  const className = 'min-w-0 flex-1 basis-60 text-base font-normal'
  const button = (
    <button
      type="button"
      id={`question-${shown.id}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      aria-keyshortcuts={onKeyDown ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
      onKeyDown={onKeyDown}
      onClick={() => onOpen(isOpen ? null : shown.id)}
      className="flex w-full flex-wrap items-start gap-x-3 gap-y-1 rounded-md px-3 py-2.5 text-left hover:bg-ink-50 sm:flex-nowrap"
    >
      <span className="tabular max-w-full min-w-8 shrink-0 font-semibold wrap-anywhere text-ink-700 sm:min-w-12">{number}</span>
      <span className="min-w-0 flex-1 basis-40">
        <span lang="es" className={cx('block wrap-anywhere text-ink-950', !isOpen && 'line-clamp-2')}>
          {shown.text}
        </span>
        <Marks question={shown}>{children}</Marks>
      </span>
      <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} className="mt-1 text-ink-500" />
    </button>
  )
  return level === 2 ? <h2 className={className}>{button}</h2> : <h5 className={className}>{button}</h5>
}

/** Up, down and everything else that can be done to a question. */
function Tools({ parts, question, number }: { readonly parts: EditingParts; readonly question: Question; readonly number: string }) {
  const t = useText(questionnairesText)
  const { id } = question
  const place = useQuestionnaireReading(['table:dimension', 'table:question'], (state) => {
    const row = state.question(id)
    const ids = (row && siblingsAt(state, placeOf(row))?.ids) ?? []
    return `${ids.indexOf(id)} ${ids.length - 1}`
  })
  const [at, last] = place.split(' ').map(Number)
  const isTop = question.parentId === null && question.blockId === null
  const dependents: MenuEntry[] = opensOthers(question)
    ? [
        {
          id: 'dependent',
          label: t('addDependent'),
          icon: 'plus',
          onAction: () =>
            parts.editing().addQuestion({
              dimensionId: question.dimensionId,
              parentId: id,
              blockId: question.blockId,
              after: question.dependent.at(-1) ?? null,
            }),
        },
      ]
    : []
  const entries: MenuEntry[] = [
    { id: 'up', label: t('up'), icon: 'arrow-up', disabled: at === 0, onAction: () => void parts.editing().shiftQuestion(id, -1) },
    { id: 'down', label: t('down'), icon: 'arrow-down', disabled: at === last, onAction: () => void parts.editing().shiftQuestion(id, 1) },
    ...(isTop && !question.survey
      ? [{ id: 'move', label: t('moveTo'), icon: 'arrow-right', onAction: () => parts.askMove([id]) } satisfies MenuEntry]
      : []),
    { id: 'choose', label: t('choose'), icon: 'check', onAction: () => parts.workshop.chosen.tick(id, true) },
    { id: 'duplicate', label: t('duplicate'), icon: 'copy', onAction: () => void parts.editing().duplicate([id]) },
    ...dependents,
    'separator',
    { id: 'remove', label: t('remove'), icon: 'trash', danger: true, onAction: () => void parts.editing().removeQuestions([id]) },
  ]
  return (
    <span className="ml-auto flex shrink-0 items-center pt-1.5 pr-1">
      <MoveButtons
        number={number}
        at={at}
        last={last}
        onShift={(by) => void parts.editing().shiftQuestion(id, by)}
        className="max-sm:hidden"
      />
      <Menu
        label={t('actionsOf', { number })}
        trigger={<Icon name="dots" size={22} fixed />}
        triggerClassName="inline-flex size-[36px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
        entries={entries}
      />
    </span>
  )
}

/** Kind and what else is to be known of a folded question, in words. */
function Marks({ question, children }: { readonly question: Question; readonly children?: ReactNode }) {
  const t = useText(questionnairesText)
  const kindName = useText(kindsText)
  const { kind, administrative, required, allowFile, visibleIf } = question
  const value = typeof visibleIf === 'boolean' ? t(visibleIf ? 'yes' : 'no') : visibleIf
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm wrap-anywhere text-ink-600">
      <span>{kindName(kind)}</span>
      {value !== null && <Badge className="max-w-full">{t('opensIf', { value })}</Badge>}
      {administrative && <Badge tone="info">{t('administrative')}</Badge>}
      {!required && <Badge>{t('optionalQuestion')}</Badge>}
      {allowFile && <Badge icon="paperclip">{t('withFile')}</Badge>}
      {children}
    </span>
  )
}

/** Inner questions of a block, then what depends on the question, each under its number. */
function Below({ question, number, open, onOpen }: RowProps) {
  const t = useText(questionnairesText)
  const { id, block, dependent, dimensionId, blockId } = question
  return (
    <>
      <NestedList
        label={t('inner', { number })}
        ids={block}
        place={{ dimensionId, parentId: null, blockId: id }}
        numberOf={(at) => `${number}.${at + 1}`}
        open={open}
        onOpen={onOpen}
      />
      <NestedList
        label={t('dependents', { number })}
        ids={dependent}
        place={{ dimensionId, parentId: id, blockId }}
        numberOf={(at) => `${number}.${at + 1 + block.length}`}
        open={open}
        onOpen={onOpen}
      />
    </>
  )
}

interface NestedProps extends Pick<Props, 'open' | 'onOpen'> {
  readonly label: string
  readonly ids: readonly QuestionId[]
  readonly place: { readonly dimensionId: DimensionId; readonly parentId: QuestionId | null; readonly blockId: QuestionId | null }
  readonly numberOf: (at: number) => string
}

function NestedList({ label, ids, place, numberOf, open, onOpen }: NestedProps) {
  const entries = useAdditionsAt(ids, place)
  if (entries.length === 0) return null
  return (
    <ol aria-label={label} data-list={questionsKey(place)} className="ml-1.5 border-l border-ink-200 sm:ml-9 sm:pl-1">
      {entries.map((each) => (
        <QuestionRow key={each} id={each} number={numberOf(ids.indexOf(each))} open={open} onOpen={onOpen} />
      ))}
    </ol>
  )
}
