import { useMemo } from 'react'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { dimensionSiblings, placeOf, siblingsAt } from '#shared/questionnaires/editing.ts'
import type { RemovedPart } from '#shared/questionnaires/taken.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { dimensionBefore, subjectOf } from './acts.ts'
import type { Act } from './acts.ts'
import type { EditorAddress } from './editor-address.ts'
import { duplicateOf, newId } from './questions/new-question.ts'
import type { NewPlace } from './questions/new-question.ts'
import { questionnairesText } from './text.ts'
import { useNameOf } from './use-workshop.ts'
import type { Step, Workshop } from './workshop.ts'

/** What can be done to a questionnaire, each with what is said of it. */
export interface Editing {
  addQuestion(place: NewPlace): void
  /** Moves a question one place up or down among its like. */
  shiftQuestion(id: QuestionId, by: -1 | 1): Promise<void>
  /** Moves questions, in their order, behind another one of a sub-dimension, or to its beginning. */
  moveQuestions(ids: readonly QuestionId[], dimensionId: DimensionId, after: QuestionId | null): Promise<void>
  duplicate(ids: readonly QuestionId[]): Promise<void>
  removeQuestions(ids: readonly QuestionId[]): Promise<void>
  abandon(id: QuestionId): void
  addDimension(parentId: DimensionId | null): Promise<void>
  shiftDimension(id: DimensionId, by: -1 | 1): Promise<void>
  /** Moves a dimension, or a sub-dimension into another one, behind one of those that stand there, or to their beginning. */
  moveDimension(id: DimensionId, parentId: DimensionId | null, after: DimensionId | null): Promise<void>
  removeDimension(id: DimensionId): Promise<void>
  /** Brings back what was taken out, and shows it in its place (QE24). */
  restore(part: RemovedPart): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
  save(): Promise<void>
}

/** The row's title takes the focus once it is drawn, and is in sight. */
export function focusRow(id: string, block: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => {
    const title = document.getElementById(`question-${id}`) ?? document.getElementById(`dimension-${id}`)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView({ block })
  })
}

export function useEditing(workshop: Workshop, address: EditorAddress): Editing {
  const t = useText(questionnairesText)
  const errorText = useErrorText()
  const nameOf = useNameOf()
  return useMemo(() => {
    const { open } = workshop
    const fails = (failure: Failure): void => toast('error', errorText(failure))
    /** Of several changes not all were made. */
    const failsOf = (stood: number, total: number, failure: Failure): void =>
      toast('error', stood === 0 ? errorText(failure) : `${t('doneInPart', { stood, total })} ${errorText(failure)}`)
    /** What was done to all that is ticked ends the ticking. */
    const unticks = (ids: readonly QuestionId[]): void => {
      if (ids.some((id) => workshop.chosen.ids.has(id))) workshop.chosen.clear()
    }
    const undoable = (text: string): void => {
      toast('success', text, { label: t('undo'), run: () => void editing.undo() })
      announce(text)
    }
    const turned = async (which: 'undo' | 'redo'): Promise<void> => {
      await workshop.commitAll()
      const done = await workshop[which]()
      if (!done) return
      const { step, stood, failure } = done
      const what = stepText(t, step)
      if (!failure) {
        announce(t(which === 'undo' ? 'undone' : 'redone', { what }))
        return
      }
      if (stood > 0) {
        const total = step.inverse.length
        return toast('error', `${t(which === 'undo' ? 'undonePart' : 'redonePart', { what, stood, total })} ${errorText(failure)}`)
      }
      if (failure.code !== 'changed_meanwhile') return toast('error', `${t('notUndone', { what })} ${errorText(failure)}`)
      const by = typeof failure.params?.['by'] === 'string' ? failure.params['by'] : null
      toast('error', t('changedAfter', { name: nameOf(by) ?? t('somebody') }))
    }
    const editing: Editing = {
      addQuestion(place) {
        const [unfinished] = workshop.additions
        if (unfinished && unfinished.subject.kind === 'question') {
          toast('error', t('completeFirst'))
          address.go({ sub: unfinished.place?.dimensionId ?? null, question: unfinished.subject.id })
          return
        }
        address.go({ sub: place.dimensionId, question: workshop.begin(place) })
      },
      async shiftQuestion(id, by) {
        const state = open.state()
        const row = state.question(id)
        const siblings = row && siblingsAt(state, placeOf(row))
        if (!row || !siblings) return
        const at = siblings.ids.indexOf(id)
        const after = by < 0 ? (siblings.ids[at - 2] ?? null) : siblings.ids[at + 1]
        if (after === undefined || (by < 0 && at === 0)) return
        const was = state.index.numberOf(id)
        const result = await workshop.perform({ kind: 'moveQuestion', id, dimensionId: row.dimensionId, after })
        if (!result.ok) return fails(result.failure)
        announce(t('movedTo', { was, now: open.state().index.numberOf(id), total: siblings.ids.length }))
        document.getElementById(`question-${id}`)?.scrollIntoView({ block: 'nearest' })
      },
      async moveQuestions(ids, dimensionId, after) {
        const moves = ids.map((id) => (before: Act | null): Act => ({
          kind: 'moveQuestion',
          id,
          dimensionId,
          after: before?.kind === 'moveQuestion' ? before.id : after,
        }))
        const { done, failure } = await workshop.performAll(moves)
        unticks(ids)
        if (failure) failsOf(done.length, ids.length, failure)
        const first = done[0] && subjectOf(done[0])
        if (!first) return
        if (dimensionId !== surveyDimensionId) address.go({ ...(address.tab === 'form' ? {} : { tab: 'form' }), sub: dimensionId })
        const { index } = open.state()
        announce(t('movedInto', { n: done.length, number: index.numberOf(first), name: index.dimension(dimensionId)?.name ?? '' }))
        focusRow(first)
      },
      async duplicate(ids) {
        const copies = ids.map((id) => (): Act => {
          const questions = duplicateOf(open.state(), id, (text) => t('copyOf', { text }))
          return { kind: 'addQuestion', after: id, questions, copied: true }
        })
        const { done, failure } = await workshop.performAll(copies)
        unticks(ids)
        if (failure) failsOf(done.length, ids.length, failure)
        const made = done[0] && subjectOf(done[0])
        if (!made) return
        const n = done.length
        undoable(n === 1 ? t('duplicated', { number: open.state().index.numberOf(made) }) : t('duplicatedMany', { n }))
        focusRow(made)
      },
      async removeQuestions(ids) {
        const state = open.state()
        const [first] = ids
        if (first === undefined) return
        const row = state.question(first)
        const list = row && siblingsAt(state, placeOf(row))?.ids
        const left = list?.filter((each) => !ids.includes(each)) ?? []
        const next = left[Math.min(list?.indexOf(first) ?? 0, left.length - 1)]
        const { done, failure } = await workshop.performAll(ids.map((id) => () => ({ kind: 'removeQuestion', id })))
        unticks(ids)
        const n = done.length
        if (failure) failsOf(n, ids.length, failure)
        if (n === 0) return
        if (address.question !== null && !open.state().question(address.question)) address.go({ question: null })
        undoable(n === 1 ? t('questionRemoved') : t('questionsRemoved', { n }))
        if (next !== undefined) focusRow(next)
        else if (row) focusRow(row.parentId ?? row.blockId ?? row.dimensionId)
      },
      abandon(id) {
        const isEmpty = !workshop.question(id).state.dirty
        const back = workshop.abandon(id)
        address.go({ question: null })
        if (!isEmpty) toast('info', t('draftRemoved'), { label: t('undo'), run: back })
      },
      async addDimension(parentId) {
        const id = newId()
        const siblings = dimensionSiblings(open.state(), parentId)
        const name = t(parentId === null ? 'newDimension' : 'newSubDimension')
        const result = await workshop.perform({ kind: 'addDimension', id, parentId, name, after: siblings?.ids.at(-1) ?? null })
        if (!result.ok) return fails(result.failure)
        undoable(t(parentId === null ? 'dimensionAdded' : 'subDimensionAdded'))
        address.go({ sub: id, question: null })
        requestAnimationFrame(() => document.querySelector<HTMLInputElement>(`[data-name="${CSS.escape(id)}"]`)?.select())
      },
      async shiftDimension(id, by) {
        const state = open.state()
        const row = state.dimension(id)
        const siblings = row && dimensionSiblings(state, row.parentId)
        if (!row || !siblings) return
        const at = siblings.ids.indexOf(id)
        const before = dimensionBefore(state, id)
        const after = by < 0 ? (siblings.ids[at - 2] ?? null) : siblings.ids[at + 1]
        if (after === undefined || (by < 0 && before === null)) return
        const result = await workshop.perform({ kind: 'moveDimension', id, parentId: row.parentId, after })
        if (!result.ok) return fails(result.failure)
        announce(t('dimensionMoved', { name: row.name, n: at + by + 1, total: siblings.ids.length }))
      },
      async moveDimension(id, parentId, after) {
        const result = await workshop.perform({ kind: 'moveDimension', id, parentId, after })
        if (!result.ok) return fails(result.failure)
        const state = open.state()
        const ids = dimensionSiblings(state, parentId)?.ids ?? []
        announce(t('dimensionMoved', { name: state.dimension(id)?.name ?? '', n: ids.indexOf(id) + 1, total: ids.length }))
        focusRow(id)
      },
      async removeDimension(id) {
        const row = open.state().dimension(id)
        if (!row) return
        const before = dimensionBefore(open.state(), id)
        const result = await workshop.perform({ kind: 'removeDimension', id })
        if (!result.ok) return fails(result.failure)
        undoable(t(row.parentId === null ? 'dimensionRemoved' : 'subDimensionRemoved'))
        focusRow(before ?? row.parentId ?? '')
      },
      async restore({ kind, id, behind }) {
        const isQuestion = kind === 'question'
        const result = await workshop.perform({ kind: isQuestion ? 'restoreQuestion' : 'restoreDimension', id, after: behind })
        if (!result.ok) return fails(result.failure)
        undoable(t(isQuestion ? 'questionRestored' : 'dimensionRestored'))
        const sub = isQuestion ? open.state().question(id)?.dimensionId : id
        if (sub === surveyDimensionId) address.go({ tab: 'survey' })
        else if (sub !== undefined) address.go({ ...(address.tab === 'form' ? {} : { tab: 'form' }), sub })
        focusRow(id)
      },
      undo: () => turned('undo'),
      redo: () => turned('redo'),
      async save() {
        const all = await workshop.commitAll()
        if (all) toast('success', t('formUpdated'))
        else toast('error', t('formUnfinished'))
      },
    }
    return editing
  }, [workshop, address, t, errorText, nameOf])
}

/** What a step did, in words. */
function stepText(t: ReturnType<typeof useText<(typeof questionnairesText)['es']>>, { done, name }: Step): string {
  const [first] = done
  return `${first ? t(`act_${first.kind}`) : ''} ${done.length > 1 ? t('questionCount', { n: done.length }) : name}`.trim()
}
