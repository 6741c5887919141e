import { createContext, useContext, useEffect, useState } from 'react'
import type { Actor } from '#shared/access/actor.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId, Mid } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import type { Engine } from '#sync/face.ts'
import type { LiveQuestionnaire } from '#sync/replica/live-questionnaire.ts'
import { useEngine, useSyncStatus, useTopic } from './engine.tsx'
import { useReadingOf } from './reading.ts'

/** A form and what it asks, open on an administrator's device: what the pages that prepare it read and change. */
export interface OpenQuestionnaire {
  readonly actor: Actor
  readonly formId: FormId
  readonly scope: string
  /** Confirmed rows with the pending mutations folded in. Read anew after each notice: it may be another object. */
  state(): Questionnaire
  /** Best estimate of the server's time. */
  now(): Instant
  /** Topics: `*`, `table:<table>`, `unit:<id>` of a dimension, a question or `report:<id>`, `row:<table>:<id>`; `queue` and `outcomes` of what waits. */
  subscribe(topic: string, listener: () => void): () => void
  version(topic: string): number
  /** Fails with the code of a refusal, or of what would be lost; nothing is kept then. */
  dispatch<Args>(
    mutation: Mutation<string, Args, 'questionnaire'>,
    args: Args,
    asking?: { readonly clearDraft?: string | undefined },
  ): Promise<Result<{ readonly mid: Mid | null }>>
}

const ofEngine: ReadonlySet<string> = new Set(['queue', 'outcomes', 'status', 'position'])

function openQuestionnaire(engine: Engine, live: LiveQuestionnaire): OpenQuestionnaire {
  const { scope } = live.state
  return {
    actor: engine.actor,
    formId: live.formId,
    scope,
    state: () => live.state,
    now: () => engine.now(),
    subscribe: (topic, listener) => (ofEngine.has(topic) ? engine.subscribe(topic, listener) : live.topics.subscribe(topic, listener)),
    version: (topic) => (ofEngine.has(topic) ? engine.version(topic) : live.topics.version(topic)),
    dispatch: (mutation, args, how = {}) => engine.dispatch(mutation, scope, args, how),
  }
}

/** opening: being read, or brought · missing: nothing of it on this device, or no such form · open. */
export type QuestionnaireState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'open'; readonly open: OpenQuestionnaire }

/** A form's questionnaire, opened and brought to this device where it is not here yet; tried again after each pull until it is. */
export function useQuestionnaireOf(formId: FormId): QuestionnaireState {
  const engine = useEngine()
  const status = useSyncStatus()
  const position = useTopic('position')
  const [found, setFound] = useState<{ readonly formId: FormId; readonly open: OpenQuestionnaire | null } | null>(null)
  const isOpen = found?.formId === formId && found.open !== null
  useEffect(() => {
    if (isOpen) return
    let left = false
    void engine.questionnaire(formId).then((live) => {
      if (!left) setFound({ formId, open: live.ok ? openQuestionnaire(engine, live.value) : null })
    })
    return () => {
      left = true
    }
  }, [engine, formId, isOpen, position])
  if (found?.formId === formId && found.open) return { kind: 'open', open: found.open }
  const mayStillCome =
    status.kind === 'connecting' || (status.syncedAt === null && status.kind !== 'offline' && status.kind !== 'needs-auth')
  return mayStillCome || found?.formId !== formId ? { kind: 'opening' } : { kind: 'missing' }
}

export const QuestionnaireContext = createContext<OpenQuestionnaire | null>(null)

export const useOpenQuestionnaire = (): OpenQuestionnaire =>
  must(useContext(QuestionnaireContext), 'this part is drawn outside an open questionnaire')

/** What a reading of the questionnaire gives now, and again whenever a topic moves or time passes: see `useReadingOf`. */
export function useQuestionnaireReading<T>(
  topics: readonly string[],
  read: (state: Questionnaire, open: OpenQuestionnaire) => T,
  same: (left: T, right: T) => boolean = Object.is,
): T {
  return useReadingOf(useOpenQuestionnaire(), topics, (open) => read(open.state(), open), same)
}
