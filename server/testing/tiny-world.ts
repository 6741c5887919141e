import type { Person } from '#shared/accounts/model.ts'
import type { UserKind } from '#shared/access/actor.ts'
import { newParticipant, type Institution } from '#shared/institutions/model.ts'
import { addDays, dayAt, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { catalogScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import type { Database } from '../db/open.ts'
import { writeChanges } from '../sync/changes.ts'
import { changesOfForm, storeOwnDefinition } from '../world/definitions.ts'
import { tinyDefinition } from './definition.ts'

export interface TestClock {
  now(): Instant
  advance(ms: number): void
}

/** A clock that moves one millisecond at each look, and as far as a test says. */
export function testClock(start: Instant = '2026-03-10T12:00:00.000Z'): TestClock {
  let ms = epochMs(start)
  return {
    now: () => instantOf((ms += 1)),
    advance: (by) => {
      ms += by
    },
  }
}

/** When the tiny world of a test begins that says no time of its own. */
export const tinyInstant = testClock().now()

const people: readonly (readonly [id: string, kind: UserKind, institutionId: string | null])[] = [
  ['ana', 'Institutional', 'norte'],
  ['berta', 'Institutional', 'norte'],
  ['carlos', 'Institutional', 'norte'],
  ['dina', 'Institutional', 'norte'],
  ['sur-lider', 'Institutional', 'sur'],
  ['eva', 'Evaluator', null],
  ['otro', 'Evaluator', null],
  ['root', 'Administrator', null],
]

/**
 * The tiny world: institutions norte (led by ana) and sur (by sur-lider), both evaluated by eva, in the form `tiny`,
 * whose input stage has started a week ago. Nobody has a password.
 */
export async function seedTiny(db: Database, now: Instant): Promise<void> {
  const today = dayAt(now)
  const form: FormHeader = {
    id: 'tiny',
    name: tinyDefinition.name,
    description: '',
    versionId: tinyDefinition.versionId,
    enabled: true,
    stages: [
      { id: 'e1', kind: 'NormalInput', name: 'Ingreso', start: addDays(today, -7), end: addDays(today, 30) },
      { id: 'e2', kind: 'FirstRevision', name: 'Comentarios', start: addDays(today, 31), end: addDays(today, 60) },
      { id: 'e3', kind: 'CorrectionInput', name: 'Ajustes', start: addDays(today, 61), end: addDays(today, 90) },
      { id: 'e4', kind: 'SecondRevision', name: 'Evaluación', start: addDays(today, 91), end: addDays(today, 120) },
    ],
  }
  const changes: Change[] = changesOfForm(form, tinyDefinition)
  for (const [id, kind, institutionId] of people) {
    const row: Person = {
      id,
      name: id,
      surname: 'Prueba',
      email: `${id}@${institutionId ?? 'laboratorio'}.example`,
      kind,
      institutionId,
      active: true,
      joined: true,
    }
    changes.push({ scope: institutionId ? orgScope(institutionId) : catalogScope, part: '', table: 'person', id, row })
  }
  for (const [id, leaderId] of [
    ['norte', 'ana'],
    ['sur', 'sur-lider'],
  ] as const) {
    const institution: Institution = {
      id,
      name: `Servicio ${id}`,
      code: id.toUpperCase(),
      abbreviation: id.toUpperCase(),
      category: 'Pilares',
      orientation: 'Institucional',
      domains: [`${id}.example`],
    }
    const participant = newParticipant({
      institutionId: id,
      formId: 'tiny',
      leaderId,
      evaluatorId: 'eva',
      openedStageId: 'e1',
    })
    changes.push({ scope: orgScope(id), part: '', table: 'institution', id, row: institution })
    changes.push({ scope: instScope(id, 'tiny'), part: '', table: 'participant', id, row: participant })
  }
  await db.write(async (tx) => {
    await writeChanges(tx, changes, now)
    await storeOwnDefinition(tx, tinyDefinition, now)
  })
}
