import { useEffect, useMemo, useState } from 'react'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit, UserId } from '#shared/kernel/ids.ts'
import { precheckSend } from '#shared/sends/routes.ts'
import { precheck, senderOf } from '#shared/sends/rules.ts'
import type { PrecheckRow } from '#shared/sends/rules.ts'
import { workOf } from '#shared/sends/standing.ts'
import type { Waiting } from '#shared/sends/standing.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { everything, personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useHalfWritten } from '#client/data/world/use-drafts.ts'
import { rowTitleOf, rowWords } from '#client/features/answers/rows/row-title.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { sendText } from './send-text.ts'
import { formText } from '#client/features/texts/form-text.tsx'

/** One unit between a person and their send, in words. */
export interface CheckLine {
  readonly unit: Unit
  /** Number and text of the question, and which row of its block. */
  readonly text: string
  /** Language that the text is in. */
  readonly lang: 'es' | 'en'
  /** Why it is not ready. */
  readonly note: string
}

/** What one person must do before the send, by number. */
export interface CheckGroup {
  readonly userId: UserId
  /** It is the sender's own. */
  readonly own: boolean
  readonly name: string
  /** Where to write to; null for who has not joined, or whose account is gone. */
  readonly email: string | null
  readonly lines: readonly CheckLine[]
}

export interface ServerView {
  /** asking · asked · absent: it did not answer. */
  readonly kind: 'asking' | 'asked' | 'absent'
  readonly lines: readonly { readonly name: string; readonly text: string; readonly userName: string }[]
}

/** What the server sees besides: colleagues' devices with unsent work, and what this device does not know yet. */
function useServerView(): ServerView {
  const open = useOpenWorld()
  const [view, setView] = useState<ServerView>({ kind: 'asking', lines: [] })
  const { formId } = open.world()
  useEffect(() => {
    let left = false
    void callRoute(precheckSend, { params: { form: formId } }).then((reply) => {
      if (left) return
      if (!reply.ok) return setView({ kind: 'absent', lines: [] })
      setView({ kind: 'asked', lines: reply.value.data.map((row) => ({ name: row.name, text: row.errorMsg, userName: row.userName })) })
    })
    return () => {
      left = true
    }
  }, [formId])
  return view
}

/** Units of this place with an answer that is half written: a send would leave it behind. */
function useDraftUnits(): readonly Unit[] {
  const { scope } = useOpenWorld()
  const units = useHalfWritten().flatMap((row) =>
    row.kind === 'answer' && row.scope === scope && row.draft.edit === undefined ? [row.subject] : [],
  )
  const key = [...new Set(units)].join(' ')
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key])
}

export interface SendCheck {
  /** By the person who must act: the sender first, the others by name. */
  readonly groups: readonly CheckGroup[]
  /** How many points they are in all. */
  readonly points: number
  readonly warnings: readonly string[]
  readonly server: ServerView['kind']
}

interface Found {
  readonly rows: readonly PrecheckRow[]
  readonly waiting: readonly Waiting[]
}

const sameFound = (left: Found, right: Found): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Everything that stands between this person and their send: the rules' rows, this device's, and the server's (SE1). */
export function useSendCheck(): SendCheck {
  const t = useText(sendText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenWorld()
  const status = useSyncStatus()
  const drafts = useDraftUnits()
  const server = useServerView()
  const { rows, waiting } = useReading(
    everything,
    (world): Found => ({
      rows: precheck(world, senderOf(world, open.actor) ?? open.actor),
      waiting: [...workOf(world, open.actor, open.now()).parts.values()].flatMap((part) => part.waiting),
    }),
    sameFound,
  )
  return useMemo(() => {
    const world = open.world()
    const said = ({ code, params }: PrecheckRow): string => {
      if (typeof params['code'] === 'string') return errorText({ code: params['code'], params })
      return typeof params['about'] === 'string' ? t('commentAbout', { about: params['about'] }) : t(code)
    }
    const rowsOf = Map.groupBy(rows, (row) => row.unit)
    const lineOf = (unit: Unit): CheckLine => {
      const why = (rowsOf.get(unit) ?? []).filter((row) => row.blocking)
      const half = drafts.includes(unit) ? [t('draft')] : []
      const question = world.index.question(questionIdOf(unit))
      const title = rowTitleOf(world, unit)
      const row = title === null ? '' : ` (${rowWords(title, (n) => t('row', { n }))})`
      const { text, lang } = question ? formText(question.text, question.en?.text) : { text: unit, lang: 'es' as const }
      return {
        unit,
        text: question ? `${world.index.numberOf(question.id)} ${text}${row}` : text,
        lang,
        note: [...new Set([...why.map(said), ...half])].join(' · '),
      }
    }
    // A half-written answer is the sender's to finish, whatever else its question waits for.
    const halfWritten = drafts.filter((unit) => world.index.question(questionIdOf(unit)) && !waiting.some((each) => each.unit === unit))
    const byPerson = Map.groupBy([...waiting, ...halfWritten.map((unit) => ({ unit, own: true, userId: open.actor.id }))], (each) =>
      each.own ? open.actor.id : each.userId,
    )
    const groups = [...byPerson].map(([userId, units]): CheckGroup => {
      const person = world.person(userId)
      return {
        userId,
        own: userId === open.actor.id,
        name: personName(world, userId) ?? t('deletedUser'),
        email: person?.active && person.joined ? person.email : null,
        lines: units.map((each) => lineOf(each.unit)),
      }
    })
    const counted = engine.counts()
    const notes: string[] = []
    const unassigned = rows.filter((row) => row.code === 'unassigned').length
    if (unassigned > 0) notes.push(t('unassignedCount', { n: unassigned }))
    if (counted.toSend > 0) notes.push(t('unsent', { n: counted.toSend }))
    if (counted.files > 0) notes.push(t('unsentFiles', { n: counted.files }))
    if (counted.refused > 0) notes.push(t('attention', { n: counted.refused }))
    const known = (name: string): boolean => rows.some((row) => name.startsWith(row.name))
    for (const other of server.lines)
      if (!known(other.name)) notes.push([other.name, other.text, other.userName].filter(Boolean).join(' · '))
    return {
      groups: groups.toSorted((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name, 'es')),
      points: groups.reduce((sum, group) => sum + group.lines.length, 0),
      warnings: [...new Set(notes)],
      server: server.kind,
    }
    // The counts move with the status.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, waiting, drafts, server, status, t, errorText, engine, open])
}
