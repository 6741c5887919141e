import { useEffect, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { isRich, mostOf } from '#shared/questionnaires/translations.ts'
import type { Translatable } from '#shared/questionnaires/translations.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import { isForLater } from '#sync/drafts/model.ts'
import type { Edit } from '#sync/drafts/model.ts'
import type { DraftSlot } from '#sync/drafts/slot.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useSlot } from '#client/data/world/use-drafts.ts'
import { editOf } from '#client/areas/administration/form-editor/acts.ts'
import { editedFields } from '#client/areas/administration/form-editor/questions/fields-editor.ts'
import { draftSubject, englishActs, wantedOf } from './translate-acts.ts'
import type { Workshop } from '#client/areas/administration/form-editor/workshop.ts'

/** How one text's English is written: a draft on the device from the first key, a change of the questionnaire when the field is left. */
export interface Translation {
  /** What the field shows: what is written, else what stands. */
  readonly value: string
  readonly slot: DraftSlot
  readonly busy: boolean
  readonly failed: Failure | null
  readonly tooLong: boolean
  /** Somebody else wrote it meanwhile: what stands is neither what was seen nor what is written. */
  readonly clash: boolean
  readonly write: (next: string) => void
  /** True when nothing is left unsaved. */
  readonly save: (over?: 'mine') => Promise<boolean>
  readonly drop: () => void
}

const said = (key: string, value: string): string => {
  if (isRich(key)) return visibleText(value).trim() === '' ? '' : value
  return value.trim()
}

/** The English of one text while it is written. */
export function useTranslation(workshop: Workshop, text: Translatable, about: string): Translation {
  const { key, en } = text
  const slot = useSlot('translation', draftSubject(text))
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const { draft } = slot
  const value = typeof draft?.value === 'string' ? draft.value : en
  const seen = draft ? (draft.base ?? '') : en
  const clash = draft !== undefined && seen !== en && said(key, value) !== en
  const tooLong = value.length > mostOf(key)
  /** What it becomes by itself; undefined where it is too long, or stands against somebody else's. */
  const editTo = (clean: string): Edit | undefined => {
    if (clean.length > mostOf(key) || clash) return undefined
    const [act] = englishActs(workshop.open.state(), [{ of: text.of, id: text.id, key, from: seen, to: said(key, clean) }])
    return act && editOf(workshop.open, act)
  }
  const write = (next: string): void => {
    const clean = isRich(key) ? next : cleanText(next)
    setFailed(null)
    if (clean === en && !clash) void slot.clear()
    else slot.write({ value: clean, base: seen, about, text: isRich(key) ? visibleText(clean) : clean, edit: editTo(clean) })
  }
  const save = async (over?: 'mine'): Promise<boolean> => {
    if (busy || !draft) return !busy
    if (tooLong || (clash && over === undefined)) {
      await slot.keep()
      return false
    }
    const to = said(key, value)
    const [act] = englishActs(workshop.open.state(), [{ of: text.of, id: text.id, key, from: over ? en : seen, to }])
    if (!act) return false
    setBusy(true)
    const { result } = await slot.give(async (clearDraft) => {
      const given = await workshop.perform(act, { clearDraft })
      const later = !given.ok && isForLater(given.failure.code)
      return { given: given.ok, enqueued: given.ok && given.value.mid !== null, later, result: given }
    })
    setBusy(false)
    if (!result.ok) {
      // Somebody was faster: both values are in the row.
      setFailed(result.failure.code === 'changed_meanwhile' ? null : result.failure)
      return false
    }
    setFailed(null)
    // What was typed meanwhile was typed over what stands now.
    if (slot.draft) slot.write({ ...slot.draft, base: to })
    return slot.draft === undefined
  }
  useEffect(() => {
    slot.settleBy(async () => void (await save()))
  })
  const drop = (): void => {
    setFailed(null)
    void slot.clear()
  }
  return { value, slot, busy, failed, tooLong, clash, write, save, drop }
}

const elementOf = { 'question.edit': 'question', 'dimension.edit': 'dimension', 'form.edit': 'form' } as const
const isEdit = (name: string): name is keyof typeof elementOf => name in elementOf

/** English that did not stand because somebody was faster comes back as a draft of its row, where both values are there to choose from. */
export function useLostTranslations(workshop: Workshop, book: DraftBook): void {
  const engine = useEngine()
  useEffect(() => {
    const { scope, formId } = workshop.open
    const take = async (): Promise<void> => {
      for (const outcome of engine.outcomes()) {
        if (outcome.dismissed || outcome.d !== 'lost' || outcome.code !== 'changed_meanwhile' || outcome.s !== scope) continue
        const edit = isEdit(outcome.n) ? editedFields(outcome.a) : undefined
        if (!edit || !isEdit(outcome.n)) continue
        const of = elementOf[outcome.n]
        const wanted = wantedOf(of, of === 'form' ? formId : outcome.entity, edit.from, edit.to)
        if (!wanted) continue
        const slots = wanted.map((each) => ({ each, slot: book.slot('translation', draftSubject(each)) }))
        for (const { each, slot } of slots) {
          // What is being written of it now comes later, and is the person's own.
          if (!slot.draft) slot.write({ value: each.to, base: each.from, text: isRich(each.key) ? visibleText(each.to) : each.to })
          await slot.keep()
        }
        if (slots.every(({ slot }) => slot.kept === 'saved')) await engine.dismissOutcome(outcome.mid)
      }
    }
    void take()
    return engine.subscribe('outcomes', () => void take())
  }, [engine, workshop, book])
}
