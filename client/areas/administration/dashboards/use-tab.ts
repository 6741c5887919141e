import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import type { DashboardTab } from '#shared/dashboards/model.ts'
import { configuration, configure } from '#shared/dashboards/routes.ts'
import type { Configuration } from '#shared/dashboards/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { callRoute } from '#client/data/server/call.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { useWindowDraft } from '#client/data/world/use-kept-fields.ts'
import { bodyOf, typedFrom, typedSchema, wordsOf } from './typed-tab.ts'
import type { Typed } from './typed-tab.ts'

export interface Tab {
  /** As the server told it last; null while it has not. */
  readonly stands: Configuration | null
  /** Why it could not be read. */
  readonly unread: Failure | null
  /** What is in the fields. */
  readonly typed: Typed | null
  /** Something was changed and not saved. */
  readonly isChanged: boolean
  /** What was typed last is on the disk. */
  readonly isKept: boolean
  /** Somebody else saved it after this was begun. */
  readonly hasMoved: boolean
  readonly busy: boolean
  readonly problem: Failure | null
  type(typed: Typed): void
  discard(): void
  reload(): void
  /** `over`: over what stands now, whatever was seen. Resolves to whether it was taken. */
  save(over?: boolean): Promise<boolean>
}

/** One tab of a form's dashboards while it is written: kept on the device until it is saved or given up. */
export function useTab(formId: string, tab: DashboardTab, about: string): Tab {
  const kept = useWindowDraft({ kind: 'dashboard', scope: questionnaireScope(formId), subject: tab })
  const { slot } = kept
  const params = { form: formId, tab }
  const [stands, setStands] = useState<Configuration | null>(null)
  const [unread, setUnread] = useState<Failure | null>(null)
  const [draft, setDraft] = useState<Typed | null>(null)
  const [isKept, setKept] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)

  const read = useCallback(async (): Promise<void> => {
    const reply = await callRoute(configuration, { params: { form: formId, tab } })
    setUnread(reply.ok ? null : reply.failure)
    if (reply.ok) setStands(reply.value)
  }, [formId, tab])
  useEffect(() => {
    const parsed = v.safeParse(typedSchema, slot?.draft?.value)
    if (parsed.success && parsed.output.tab === tab) setDraft(parsed.output)
    return slot?.subscribe(() => setKept(slot.kept !== 'failed'))
  }, [slot, tab])
  useEffect(() => void read(), [read])

  const keep = (now: Typed | null): void => {
    setProblem(null)
    setDraft(now)
    if (now) kept.write({ value: now, base: null, about, text: wordsOf(now) })
    else void kept.clear()
  }
  const typed = draft ?? (stands && typedFrom(stands.content, stands.stamp))
  const send = async (body: object): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(configure, { params, body })
    setBusy(false)
    if (!reply.ok) {
      if (reply.failure.code === 'changed_meanwhile') await read()
      setProblem(reply.failure)
      return false
    }
    setStands(reply.value)
    keep(null)
    return true
  }
  return {
    stands,
    unread,
    typed,
    isChanged: draft !== null,
    isKept,
    hasMoved: draft !== null && stands !== null && draft.stamp !== stands.stamp,
    busy,
    problem,
    type: keep,
    discard: () => keep(null),
    reload: () => void read(),
    save: (over = false) =>
      typed ? send({ ...bodyOf(typed), seen: over ? (stands?.stamp ?? null) : typed.stamp }) : Promise.resolve(false),
  }
}
