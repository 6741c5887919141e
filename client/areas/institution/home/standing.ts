import type { Actor } from '#shared/access/actor.ts'
import { waitingThreads } from '#shared/answers/rules.ts'
import { leads } from '#shared/assignments/rules.ts'
import { questionOf } from '#shared/evaluations/rules.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Unit, UserId } from '#shared/kernel/ids.ts'
import type { PrecheckCode } from '#shared/sends/rules.ts'
import { addParts } from '#shared/sends/standing.ts'
import type { Work, WorkParts } from '#shared/sends/standing.ts'
import type { World } from '#shared/world.ts'
import { rowTitleOf } from '#client/features/answers/rows/row-title.ts'
import type { RowTitle } from '#client/features/answers/rows/row-title.ts'

export interface PendingUnit {
  readonly unit: Unit
  readonly number: string
  readonly text: string
  /** The same in English, where there is any. */
  readonly en: string | undefined
  readonly row: RowTitle | null
  readonly codes: readonly PrecheckCode[]
  /** For whom it waits, when that is not the reader. */
  readonly userId: UserId | null
}

export interface SubDimensionStanding extends WorkParts {
  readonly subDimension: Dimension
  /** What is not ready: the reader's own first. */
  readonly pending: readonly PendingUnit[]
}

export interface DimensionStanding extends WorkParts {
  readonly dimension: Dimension
  readonly subDimensions: readonly SubDimensionStanding[]
}

/** What a person of an institution sees of its progress: all of it for who leads, their own part for the others. */
export interface Standing extends WorkParts {
  readonly all: boolean
  /** Who reads leads a dimension or a sub-dimension: what waits for others is their team's. */
  readonly area: boolean
  readonly open: boolean
  readonly dimensions: readonly DimensionStanding[]
}

const noParts: WorkParts = { total: 0, answered: 0, ready: 0, own: 0, others: 0 }

export function standingOf(world: World, actor: Actor, work: Work): Standing {
  const dimensions = world.index.topDimensions.flatMap((dimension): DimensionStanding[] => {
    const subDimensions = world.index.subDimensions
      .filter((each) => each.parentId === dimension.id && work.parts.has(each.id))
      .map((each) => subDimensionStanding(world, each, work))
    if (subDimensions.length === 0) return []
    return [{ dimension, subDimensions, ...subDimensions.reduce<WorkParts>(addParts, noParts) }]
  })
  const { total, answered, ready, own, others, open } = work
  const area = [...world.index.topDimensions, ...world.index.subDimensions].some(
    ({ id }) => world.get('assignment', id)?.userId === actor.id,
  )
  return { all: leads(world, actor.id), area, open, dimensions, total, answered, ready, own, others }
}

function subDimensionStanding(world: World, subDimension: Dimension, work: Work): SubDimensionStanding {
  const { waiting, ...parts } = must(work.parts.get(subDimension.id), `${subDimension.id} has no work`)
  const pending = waiting.map(({ unit, own, userId, codes }): PendingUnit => {
    const question = questionOf(world, unit)
    return {
      unit,
      number: world.index.numberOf(question.id),
      text: question.text,
      en: question.en?.text,
      row: rowTitleOf(world, unit),
      codes,
      userId: own ? null : userId,
    }
  })
  const isOwn = (each: PendingUnit): boolean => each.userId === null
  return { subDimension, ...parts, pending: [...pending.filter(isOwn), ...pending.filter((each) => !isOwn(each))] }
}

/** A question that waits for this person, and what it waits for. */
export interface Awaiting {
  readonly toReply: readonly Unit[]
  readonly toResolve: readonly Unit[]
  readonly toAdjust: readonly Unit[]
}

/** Comments that wait for the reader and observations of their scope (PE4, PE5), in questionnaire order. */
export function awaitingOf(world: World, work: Work): Awaiting {
  const toReply: Unit[] = []
  const toResolve: Unit[] = []
  const toAdjust: Unit[] = []
  for (const { id } of world.index.subDimensions)
    for (const { unit, own, codes } of work.parts.get(id)?.waiting ?? []) {
      if (own && codes.includes('comment'))
        (waitingThreads(world, unit).every(({ state }) => state === 'replied') ? toResolve : toReply).push(unit)
      if (codes.includes('observed')) toAdjust.push(unit)
    }
  return { toReply, toResolve, toAdjust }
}
