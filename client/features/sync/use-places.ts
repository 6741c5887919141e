import { nearestOpen } from '#shared/answers/rules.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { World } from '#shared/world.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { useEffect, useMemo, useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { formText } from '#client/features/texts/form-text.tsx'

/** Where an item belongs, as a person names it. */
export interface Place {
  readonly number: string
  readonly text: string
  /** Language that the text is in. */
  readonly lang: 'es' | 'en'
  readonly institution: string
  /** Address of the question, or of the open one above where it is closed. */
  readonly to: string
}

export interface Places {
  /** Question of a unit, or of an entity such as `thread:<unit>`; undefined when it is about none, or not on this device. */
  placeOf(scope: string, entity: string): Place | undefined
  /** Name of a person known to that institution; undefined for a deleted one. */
  nameOf(scope: string, userId: string): string | undefined
  /** The institution in its form, with what waits folded in; undefined while it is not open. */
  worldOf(scope: string): World | undefined
}

/** Where somebody works on a unit: an evaluator decides on it, everybody else answers it. */
function pathTo(actor: Actor, { formId, institutionId }: World, subDimensionId: DimensionId, unit: Unit): string {
  const place = { form: formId, institution: institutionId, subDimension: subDimensionId }
  if (actor.kind === 'Evaluator') return pageAddress('evaluation', { ...place, unit, filter: 'all' })
  return pageAddress('filling', { ...place, question: unit })
}

const unitIn = (entity: string): Unit => entity.slice(entity.indexOf(':') + 1)

/** Opens the worlds of some scopes, to give names to what waits in them. */
export function usePlaces(scopes: readonly string[]): Places {
  const engine = useEngine()
  const key = [...new Set(scopes)].toSorted().join(' ')
  const [worlds, setWorlds] = useState<ReadonlyMap<string, LiveWorld>>(new Map())
  useEffect(() => {
    let left = false
    const open = async (): Promise<void> => {
      const found = new Map<string, LiveWorld>()
      for (const text of key === '' ? [] : key.split(' ')) {
        const scope = parseScope(text)
        if (scope?.kind !== 'inst' && scope?.kind !== 'eval') continue
        const live = await engine.world(scope.institutionId, scope.formId)
        if (live.ok) found.set(text, live.value)
      }
      if (!left) setWorlds(found)
    }
    void open()
    return () => {
      left = true
    }
  }, [engine, key])
  return useMemo(
    () => ({
      placeOf(scope, entity) {
        const live = worlds.get(scope)
        const unit = unitIn(entity)
        const question = live?.world.index.question(questionIdOf(unit))
        if (!live || !question) return undefined
        const { world } = live
        return {
          number: world.index.numberOf(question.id),
          ...formText(question.text, question.en?.text),
          institution: world.get('institution', world.institutionId)?.name ?? '',
          to: pathTo(engine.actor, world, question.dimensionId, nearestOpen(world, unit) ?? unit),
        }
      },
      nameOf(scope, userId) {
        const person = worlds.get(scope)?.world.person(userId)
        return person ? fullName(person) : undefined
      },
      worldOf: (scope) => worlds.get(scope)?.world,
    }),
    [engine, worlds],
  )
}
