import { useMemo, useRef } from 'react'
import { roleText, appText } from '#client/page/text.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { useValueWords } from '#client/features/answers/value-words.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { may } from '#shared/privileges/rules.ts'
import type { Entry } from './entry.ts'
import { answersIn, peopleIn, questionsIn } from './of-world.ts'

/** What an institution's form adds, each made when it is first asked for and once for as long as the list is open. */
export interface WorldEntries {
  readonly ofForm: () => readonly Entry[]
  readonly answers: () => readonly Entry[]
}

const none: readonly Entry[] = []
const nothing: WorldEntries = { ofForm: () => none, answers: () => none }

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Questions, sub-dimensions, people and answers of the institution that is open, for who looks; none where none is. */
export function useWorldEntries(open: OpenWorld | null, assigns: boolean): WorldEntries {
  const language = useLanguage()
  const words = useValueWords()
  const a = useText(appText)
  // What is listed stays while somebody chooses in it.
  const shown = useRef(open)
  shown.current ??= open
  const still = shown.current
  return useMemo((): WorldEntries => {
    if (!still) return nothing
    const world = still.world()
    const { actor } = still
    const reader = { language, words, assigns, role: (role: Parameters<typeof roleText>[1]) => roleText(a, role) }
    // Whoever evaluates reads what was sent, and nothing before.
    const reads = actor.kind !== 'Evaluator' || may(world, actor, 'watchAnswers', still.now())
    return {
      ofForm: once(() => [...(reads ? questionsIn(world, actor, reader) : []), ...peopleIn(world, actor, reader)]),
      answers: once(() => (reads ? answersIn(world, actor, reader) : [])),
    }
  }, [still, language, words, assigns, a])
}
