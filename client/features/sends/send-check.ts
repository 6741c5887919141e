import { useEffect, useMemo, useState } from 'react'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { precheckSend } from '#shared/sends/routes.ts'
import { precheck } from '#shared/sends/rules.ts'
import type { PrecheckRow } from '#shared/sends/rules.ts'
import { callRoute } from '#client/data/call.ts'
import { useEngine, useTopic } from '#client/data/engine.tsx'
import { everything, personName, useOpenWorld, useReading } from '#client/data/use-world.ts'
import { draftKey } from '#client/data/drafts.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { sendsText } from './text.ts'

/** One thing between a person and their send, in words. */
export interface CheckLine {
  /** Null when it is about no question in particular. */
  readonly unit: Unit | null
  readonly text: string
  readonly note: string | undefined
  readonly blocking: boolean
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

/** Units of this place that hold a draft: half-written answers that a send would leave behind. */
function useDraftUnits(): readonly Unit[] {
  const engine = useEngine()
  const { scope } = useOpenWorld()
  const version = useTopic('queue')
  const [units, setUnits] = useState<readonly Unit[]>([])
  useEffect(() => {
    let left = false
    const prefix = draftKey(scope, '')
    void engine.drafts().then((drafts) => {
      if (!left) setUnits(drafts.filter((draft) => draft.key.startsWith(prefix)).map((draft) => draft.key.slice(prefix.length)))
    })
    return () => {
      left = true
    }
  }, [engine, scope, version])
  return units
}

export interface SendCheck {
  readonly blocking: readonly CheckLine[]
  readonly warnings: readonly CheckLine[]
  readonly server: ServerView['kind']
}

const sameRows = (left: readonly PrecheckRow[], right: readonly PrecheckRow[]): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Everything that stands between this person and their send: the rules' rows, this device's, and the server's (rules C4). */
export function useSendCheck(): SendCheck {
  const t = useText(sendsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenWorld()
  const queue = useTopic('queue')
  const drafts = useDraftUnits()
  const server = useServerView()
  const rows = useReading(everything, (world) => precheck(world, open.actor), sameRows)
  return useMemo(() => {
    const world = open.world()
    const said = (row: PrecheckRow): string =>
      typeof row.params['code'] === 'string' ? errorText({ code: row.params['code'], params: row.params }) : t(row.code)
    // A question with several reasons for the same person is one line.
    const groups = [...Map.groupBy(rows, (row) => `${row.unit} ${row.userId ?? ''} ${row.blocking}`).values()]
    const own = groups.flatMap((group): CheckLine[] => {
      const [row] = group
      if (!row) return []
      const name = row.userId === open.actor.id ? t('you') : personName(world, row.userId)
      const reasons = [...new Set(group.map(said))].join(' · ')
      const place = row.position === null ? row.name : `${row.name} (${t('row', { n: row.position })})`
      return [
        {
          unit: row.unit,
          text: row.blocking ? place : `${place}: ${reasons}`,
          note: name ? `${reasons} · ${t('responsible', { name })}` : reasons,
          blocking: row.blocking,
        },
      ]
    })
    const half = drafts.flatMap((unit): CheckLine[] => {
      const question = world.index.question(questionIdOf(unit))
      if (!question) return []
      return [
        {
          unit,
          text: `${world.index.numberOf(question.id)} ${question.text}`,
          note: `${t('draft')} · ${t('responsible', { name: t('you') })}`,
          blocking: true,
        },
      ]
    })
    const waiting = engine.pendingCounts()
    const others: CheckLine[] = []
    const warn = (text: string): void => {
      others.push({ unit: null, text, note: undefined, blocking: false })
    }
    if (waiting.mutations > 0) warn(t('unsent', { n: waiting.mutations }))
    if (waiting.files > 0) warn(t('unsentFiles', { n: waiting.files }))
    if (waiting.attention > 0) warn(t('attention', { n: waiting.attention }))
    const known = (name: string): boolean => rows.some((row) => name.startsWith(row.name))
    for (const other of server.lines) if (!known(other.name)) warn([other.name, other.text, other.userName].filter(Boolean).join(' · '))
    return {
      blocking: [...own.filter((each) => each.blocking), ...half],
      warnings: [...own.filter((each) => !each.blocking), ...others],
      server: server.kind,
    }
    // The queue's version is what moves its counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, drafts, server, queue, t, errorText, engine, open])
}
