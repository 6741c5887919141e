import { useEffect, useMemo } from 'react'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { PresentEvent } from '#shared/presence/model.ts'
import type { World } from '#shared/world.ts'
import { useEngine, useTopic } from '#client/data/world/engine.tsx'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { presenceText } from './text.ts'
import type { es } from './strings.es.ts'

/** Says what of the open institution the person has before them, as long as this stands; the unit's whole question, or none. */
export function useStanding(unit: Unit | null): void {
  const engine = useEngine()
  const { index, formId, institutionId } = useOpenWorld().world()
  const question = unit === null ? undefined : index.question(questionIdOf(unit))
  const questionId = question ? index.rootOf(question).id : null
  useEffect(() => engine.stand({ formId, institutionId, questionId }), [engine, formId, institutionId, questionId])
  useEffect(() => () => engine.stand(null), [engine])
}

/** Colleagues by name, those of whom this device knows one: a name never comes with the sign. */
export function namesIn(world: World, present: PresentEvent | null, questionId: QuestionId | null): readonly string[] {
  if (present?.s !== world.scope) return []
  return present.who
    .filter(({ q }) => questionId === null || q.includes(questionId))
    .flatMap(({ u }) => personName(world, u) ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'es'))
}

/** Who else has a question open, or the institution where none is said; by name. */
export function usePresent(questionId: QuestionId | null): readonly string[] {
  const engine = useEngine()
  const world = useOpenWorld().world()
  useTopic('presence')
  const names = namesIn(world, engine.present, questionId).join('\n')
  // The same list as long as it says the same.
  return useMemo(() => (names === '' ? [] : names.split('\n')), [names])
}

/** Most who are named; the others are counted. */
const namedMost = 3

/** Names as one reads them: "Ana, Luis y Eva". */
export function namesTogether(t: Translate<typeof es>, names: readonly string[]): string {
  const said = names.length > namedMost ? [...names.slice(0, namedMost - 1), t('others', { n: names.length - namedMost + 1 })] : names
  const last = said.at(-1) ?? ''
  return said.length < 2 ? last : `${said.slice(0, -1).join(', ')}${t('and')}${last}`
}

/** What is said of who has a question open; '' where nobody has. */
export function useOpenWords(names: readonly string[], of: 'openQuestion' | 'openInstitution'): string {
  const t = useText(presenceText)
  return names.length === 0 ? '' : t(of, { names: namesTogether(t, names), n: names.length })
}
