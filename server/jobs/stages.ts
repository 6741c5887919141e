import { systemActor } from '#shared/access/actor.ts'
import { isTickDue } from '#shared/institutions/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { randomUUID } from 'node:crypto'
import type { Server } from '../server.ts'
import { ownDevices } from '../sync/batch.ts'
import type { WorldKey } from '../world/store.ts'

/** Applies to every institution what time has done to its form since the last look (TM7). Returns how many moved. */
export async function tickStages(server: Pick<Server, 'db' | 'worlds' | 'execute' | 'now' | 'jump' | 'log'>): Promise<number> {
  // The end of a stage locks everybody out and is not undone: a clock that may be wrong ends none.
  if (server.jump()) return 0
  const due = await dueParticipants(server)
  for (const { institutionId, formId } of due) {
    const now = server.now()
    const done = await server.execute({
      device: { id: ownDevices.system, app: 'server', schema: 1, pending: 0 },
      userId: systemActor.id,
      asked: [{ mid: `tick-${randomUUID()}`, n: 'stage.tick', v: 1, s: instScope(institutionId, formId), a: {}, t: now }],
      door: 'system',
    })
    if (!done.ok) server.log.error({ institutionId, formId, code: done.failure.code }, 'a stage could not be applied')
  }
  return due.length
}

async function dueParticipants(server: Pick<Server, 'db' | 'worlds' | 'now'>): Promise<WorldKey[]> {
  return server.db.read(async (tx) => {
    const rows = await tx.q
      .selectFrom('participant')
      .innerJoin('form', 'form.id', 'participant.form_id')
      .select(['participant.institution_id', 'participant.form_id'])
      .where('form.enabled', '=', 1)
      .orderBy('participant.form_id')
      .orderBy('participant.institution_id')
      .execute()
    const due: WorldKey[] = []
    for (const row of rows) {
      const key = { institutionId: row.institution_id, formId: row.form_id }
      const world = await server.worlds.read(tx, key)
      if (world && isTickDue(world, server.now())) due.push(key)
    }
    return due
  })
}
