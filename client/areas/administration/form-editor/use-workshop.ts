import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UserId } from '#shared/kernel/ids.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { UnitState } from '#sync/face.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useDraftBook } from '#client/data/world/use-drafts.ts'
import { useTable } from '#client/data/world/use-table.ts'
import type { OpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { editedFields } from './questions/fields-editor.ts'
import type { FieldsEditor, FieldsState, Subject } from './questions/fields-editor.ts'
import { questionnairesText } from './text.ts'
import { Workshop } from './workshop.ts'

/** The work on a questionnaire, once what was half written has been read. */
export function useNewWorkshop(open: OpenQuestionnaire): Workshop | null {
  const book = useDraftBook(open.scope)
  const [made, setMade] = useState<Workshop | null>(null)
  useEffect(() => {
    if (!book) return
    const workshop = new Workshop(open, book)
    setMade(workshop)
    // Who leaves the page has left its fields.
    return () => void workshop.commitAll()
  }, [open, book])
  return made
}

/** What is being written of a row. */
export function useFields(editor: FieldsEditor): FieldsState {
  return useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => editor.state,
  )
}

/** Drawn anew when something is begun, done or undone. */
export function useWorkshopVersion(workshop: Workshop): number {
  return useSyncExternalStore(
    (listener) => workshop.subscribe(listener),
    () => workshop.version,
  )
}

/** Name of another person, as far as this device knows them. */
export function useNameOf(): (userId: UserId | null) => string | undefined {
  const people = useTable('person')
  const t = useText(questionnairesText)
  const { actor } = useEngine()
  return (userId) => {
    // Somebody who works on two devices, or in two tabs, meets themselves.
    if (userId === actor.id) return t('elsewhere')
    const person = people?.find((each) => each.id === userId)
    return person ? fullName(person) : undefined
  }
}

/** How far the newest change of something has got; moves with the queue. */
export function useRowState(scope: string, entity: string): UnitState {
  const engine = useEngine()
  return useSyncExternalStore(
    (listener) => {
      const stops = ['queue', 'outcomes', 'status'].map((topic) => engine.subscribe(topic, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => {
      const state = engine.unitState(scope, entity)
      return state === 'sent' && engine.status.kind === 'offline' ? 'saved-on-device' : state
    },
  )
}

const editsOf = { question: 'question.edit', dimension: 'dimension.edit', form: 'form.edit' } as const satisfies Record<
  Subject['kind'],
  string
>

/**
 * Edits of a row that did not stand because somebody was faster come back into its fields, where both values are there to choose
 * from; the outcome that held them goes once they are kept as a draft.
 */
export function useLostEdits(editor: FieldsEditor, scope: string): void {
  const engine = useEngine()
  useEffect(() => {
    const { subject, slot } = editor
    const take = async (): Promise<void> => {
      for (const outcome of engine.outcomes()) {
        if (outcome.dismissed || outcome.d !== 'lost' || outcome.code !== 'changed_meanwhile' || outcome.s !== scope) continue
        if (outcome.n !== editsOf[subject.kind] || (subject.kind !== 'form' && outcome.entity !== subject.id)) continue
        const edit = editedFields(outcome.a)
        if (!edit) continue
        editor.adopt(edit.from, edit.to)
        await slot.keep()
        if (slot.kept !== 'failed' && slot.kept !== 'unsaved') await engine.dismissOutcome(outcome.mid)
      }
    }
    void take()
    return engine.subscribe('outcomes', () => void take())
  }, [engine, editor, scope])
}
