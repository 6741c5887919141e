import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { must } from '#shared/kernel/assert.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { inform, saveInform } from '#shared/results/routes.ts'
import type { InformText, InformView } from '#shared/results/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import type { DraftSlot } from '#sync/drafts/slot.ts'
import type { Draft } from '#sync/drafts/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import { isClash, subjectOf, wantedOf } from '#client/features/results/lab/inform-fields.ts'

/** From the last key to the server, where nobody asks before. */
const restMs = 2_000

export interface InformPlace {
  readonly form: string
  readonly institution: string
  readonly kind: ResultKind
}

/** The texts of an institution's report, and without a network as this device read them last. */
export const useInform = ({ form, institution, kind }: InformPlace) =>
  useKeptPage<InformView>({
    name: `inform ${JSON.stringify([form, institution, kind])}`,
    schema: must(inform.reply, 'the texts of a report have a form'),
    ask: () => callRoute(inform, { params: { form, institution, kind } }),
  })

/** One text while it is worked on. */
export interface DeskText {
  /** As it stands, with what was saved here since it was read. */
  readonly text: InformText
  readonly slot: DraftSlot
  readonly draft: Draft | undefined
  readonly clash: boolean
  readonly busy: boolean
  /** Why this very text was not taken. */
  readonly failed: Failure | null
  /** When it was saved from here. */
  readonly savedAt: Instant | null
}

interface Desk {
  readonly texts: readonly DeskText[]
  /** Grows with every save. */
  readonly saves: number
  /** Asks for what is half written now; `seen`: what the person saw, where that is not what they began with. */
  readonly save: (field: string, seen?: string | null) => Promise<void>
  readonly write: (field: string, wanted: string | null) => void
}

interface Failed {
  readonly draft: Draft | undefined
  readonly failure: Failure
}
interface Saved {
  readonly own: string | null
  readonly at: Instant
}

/**
 * Texts of a report on their way from the field to the server: on the disk with each pause (HW1), asked for once somebody rests, leaves
 * the text or the page, and still on the device where the server did not take them (HW7).
 */
export function useInformDesk(place: InformPlace, view: InformView, book: DraftBook, again: () => void): Desk {
  const engine = useEngine()
  const online = useOnline()
  const { form, institution, kind } = place
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<ReadonlyMap<string, Failed>>(new Map())
  const [saved, setSaved] = useState<{ readonly over: InformView; readonly fields: ReadonlyMap<string, Saved> }>({
    over: view,
    fields: new Map(),
  })
  const [saves, setSaves] = useState(0)
  const names = view.texts.map(({ field }) => field).join(' ')
  const slots = useMemo(
    () => new Map(names.split(' ').map((field) => [field, book.slot('inform', subjectOf(kind, field))])),
    [book, kind, names],
  )
  const stamp = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const ends = [...slots.values()].map((slot) => slot.subscribe(listener))
        return () => {
          for (const end of ends) end()
        }
      },
      [slots],
    ),
    () => [...slots.values()].reduce((sum, slot) => sum + slot.stamp, 0),
  )
  const texts = view.texts.map((text): DeskText => {
    const slot = must(slots.get(text.field), `text ${text.field} has no slot`)
    const { draft } = slot
    const here = saved.fields.get(text.field)
    // What was read since the save says more than the save.
    const now = here && saved.over === view ? { ...text, own: here.own } : text
    const why = failed.get(text.field)
    return {
      text: now,
      slot,
      draft,
      clash: isClash(now, draft),
      busy: busy.has(text.field),
      failed: why && why.draft === draft ? why.failure : null,
      savedAt: here?.at ?? null,
    }
  })

  const latest = useRef<{ view: InformView; waiting: readonly string[]; save: Desk['save'] }>({ view, waiting: [], save: async () => {} })
  const save = async (field: string, seen?: string | null): Promise<void> => {
    const slot = slots.get(field)
    const draft = slot?.draft
    if (!slot || !draft || busy.has(field)) return
    setBusy((before) => new Set([...before, field]))
    const to = wantedOf(draft)
    const { result } = await slot.give(async () => {
      const reply = await callRoute(saveInform, {
        params: { form, institution, kind },
        body: { from: { [field]: seen === undefined ? draft.base : seen }, to: { [field]: to } },
      })
      return { given: reply.ok, enqueued: false, result: reply }
    })
    setBusy((before) => new Set([...before].filter((each) => each !== field)))
    if (result.ok) {
      // What was typed on meanwhile follows what has just been saved.
      const kept = result.value.texts[field] ?? null
      if (slot.draft) slot.write({ ...slot.draft, base: kept })
      const over = latest.current.view
      setSaved((before) => ({
        over,
        fields: new Map([...(before.over === over ? before.fields : []), [field, { own: kept, at: engine.now() }]]),
      }))
      setFailed((before) => new Map([...before].filter(([each]) => each !== field)))
      setSaves((before) => before + 1)
    } else setFailed((before) => new Map([...before, [field, { draft: slot.draft, failure: result.failure }]]))
    // What stands now, who wrote it, or why it is closed.
    again()
  }

  const waiting = texts.filter((each) => each.draft && !each.clash && !each.busy && !each.failed).map(({ text }) => text.field)
  useEffect(() => {
    latest.current = { view, waiting: view.editable && online ? waiting : [], save }
  })
  // With the network comes another try of what it kept away.
  useEffect(() => {
    if (online) setFailed((before) => new Map([...before].filter(([, { failure }]) => failure.code !== 'unavailable')))
  }, [online])
  const awaited = waiting.join(' ')
  useEffect(() => {
    if (!view.editable || !online || awaited === '') return
    const timer = setTimeout(() => {
      for (const field of latest.current.waiting) void latest.current.save(field)
    }, restMs)
    return () => clearTimeout(timer)
  }, [awaited, stamp, view.editable, online])
  useEffect(
    () => () => {
      for (const field of latest.current.waiting) void latest.current.save(field)
    },
    [],
  )

  const write = (field: string, wanted: string | null): void => {
    const found = texts.find(({ text }) => text.field === field)
    if (!found) return
    const { slot, draft, text } = found
    if (wanted === text.own && !found.clash) return void slot.clear()
    slot.write({
      value: wanted,
      base: draft ? draft.base : text.own,
      about: `${view.institution}: ${text.name}`,
      text: visibleText(wanted ?? text.usual),
    })
  }
  return { texts, saves, save, write }
}
