import { openSqlite, type Tx } from '#server/db/open.ts'
import { openSession } from '#server/http/session.ts'
import { migrate } from '#server/migrations/run.ts'
import { writeChanges } from '#server/sync/changes.ts'
import { createExecute } from '#server/sync/execute.ts'
import { storeOwnDefinition } from '#server/world/definitions.ts'
import { WorldStore } from '#server/world/store.ts'
import type { Actor } from '#shared/access/actor.ts'
import { systemActor } from '#shared/access/actor.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import { addDays, dayAt, instantOf } from '#shared/kernel/instant.ts'
import { formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { join } from 'node:path'
import { formOf, type FormShape } from './form.ts'

/** Somebody who is signed in. */
export interface Person {
  readonly actor: Actor
  readonly token: string
}

/** An institution that answers one form, with as many people as asked for; the first leads and the second is the delegate. */
export interface Place {
  readonly institutionId: string
  readonly formId: string
  readonly people: readonly Person[]
}

export interface PlaceOrder {
  readonly shape: FormShape
  readonly institutionId: string
  readonly people: number
}

/** Writes a database with forms in their first stage and places that answer them, and signs everybody in. */
export async function layGround(dataDir: string, orders: readonly PlaceOrder[]): Promise<Place[]> {
  const now = instantOf(Date.now())
  const db = openSqlite(join(dataDir, 'iip.sqlite'))
  await migrate(db)
  const shapes = new Map(orders.map(({ shape }) => [shape.formId, shape]))
  await db.write(async (tx) => {
    await writeChanges(tx, [...[...shapes.values()].map((shape) => headerChange(shape, dayAt(now))), ...orders.flatMap(placeChanges)], now)
    await tx.q.updateTable('user').set({ show_onboarding: 0 }).execute()
    for (const shape of shapes.values()) await storeOwnDefinition(tx, formOf(shape), now)
  })
  await openStages(db, orders, now)
  const places = await db.write((tx) => signIn(tx, orders, now))
  await db.close()
  return places
}

/** The first stage of every form has begun, as the scheduler would have found. */
async function openStages(db: ReturnType<typeof openSqlite>, orders: readonly PlaceOrder[], now: string): Promise<void> {
  const log = { error: (data: object, message: string) => console.error(message, data) }
  const execute = createExecute({ db, worlds: new WorldStore(), now: () => now, log, poke: () => undefined })
  const asked = orders.map(({ shape, institutionId }) => ({
    mid: `ground-${institutionId}-${shape.formId}`,
    n: 'stage.tick',
    v: 1,
    s: instScope(institutionId, shape.formId),
    a: {},
    t: now,
  }))
  const done = await execute({
    device: { id: 'ground', app: 'bench', schema: 1, pending: 0 },
    userId: systemActor.id,
    asked,
    door: 'system',
  })
  if (!done.ok) throw new Error(`the stages did not open: ${done.failure.code}`)
}

async function signIn(tx: Tx, orders: readonly PlaceOrder[], now: string): Promise<Place[]> {
  const places: Place[] = []
  for (const order of orders) {
    const people: Person[] = []
    for (const row of peopleOf(order)) {
      const actor: Actor = { id: row.id, kind: row.kind, name: `${row.name} ${row.surname}`, institutionId: row.institutionId }
      people.push({ actor, token: await openSession(tx, { userId: row.id }, now) })
    }
    places.push({ institutionId: order.institutionId, formId: order.shape.formId, people })
  }
  return places
}

function headerChange(shape: FormShape, today: string): Change {
  const { name, versionId, formId } = formOf(shape)
  const row: FormHeader = {
    id: formId,
    name,
    description: '',
    versionId,
    enabled: true,
    stages: [
      { id: `${formId}-e1`, kind: 'NormalInput', name: 'Ingreso datos', start: addDays(today, -7), end: addDays(today, 30) },
      { id: `${formId}-e2`, kind: 'FirstRevision', name: 'Comentarios', start: addDays(today, 31), end: addDays(today, 60) },
    ],
  }
  return { scope: formScope(formId), part: '', table: 'form', id: formId, row }
}

const peopleOf = ({ institutionId, people }: PlaceOrder) =>
  Array.from({ length: people }, (_, at) => ({
    id: `${institutionId}-${at}`,
    name: `Persona ${at}`,
    surname: 'De Prueba',
    email: `persona${at}@${institutionId}.example`,
    kind: 'Institutional' as const,
    institutionId,
    active: true,
    joined: true,
  }))

function placeChanges(order: PlaceOrder): Change[] {
  const { institutionId: id, shape } = order
  const people = peopleOf(order)
  const participant = newParticipant({
    institutionId: id,
    formId: shape.formId,
    leaderId: people[0]?.id ?? '',
    delegateId: people[1]?.id ?? null,
  })
  const row = {
    id,
    name: `Servicio ${id}`,
    code: id.toUpperCase(),
    abbreviation: id.toUpperCase(),
    category: 'Pilares',
    domains: [`${id}.example`],
  }
  return [
    { scope: orgScope(id), part: '', table: 'institution', id, row: { ...row, orientation: 'Institucional' } },
    ...people.map((person): Change => ({ scope: orgScope(id), part: '', table: 'person', id: person.id, row: person })),
    { scope: instScope(id, shape.formId), part: '', table: 'participant', id, row: participant },
  ]
}
