import { systemActor } from '#shared/access/actor.ts'
import type { Participant } from '#shared/institutions/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { Server } from '../server.ts'
import { ownDevices } from '../sync/batch.ts'
import { headersOf, type WorldKey } from '../world/store.ts'
import { isTickDue } from '#shared/stages/rules.ts'

/** Applies to every institution what time has done to its form since the last look (TM7). Returns how many moved. */
export async function tickStages(server: Pick<Server, 'db' | 'execute' | 'now' | 'jump' | 'log'>): Promise<number> {
  // The end of a stage locks everybody out and is not undone: a clock that may be wrong ends none.
  if (server.jump()) return 0
  const due = await dueParticipants(server)
  const broken: unknown[] = []
  for (const { institutionId, formId } of due) {
    const now = server.now()
    const ticked = server.execute({
      device: { id: ownDevices.system, app: 'server', schema: 1, pending: 0 },
      userId: systemActor.id,
      asked: [{ mid: `tick-${randomUUID()}`, n: 'stage.tick', v: 1, s: instScope(institutionId, formId), a: {}, t: now }],
      door: 'system',
    })
    try {
      const done = await ticked
      if (!done.ok) server.log.error({ institutionId, formId, code: done.failure.code }, 'a stage could not be applied')
    } catch (error) {
      // A stage ends for the others all the same.
      broken.push(error)
      server.log.error({ institutionId, formId, err: error }, 'a stage could not be applied')
    }
  }
  if (broken.length > 0) throw broken[0]
  return due.length
}

/**
 * Institutions for which time has something to do, by form and institution. It is asked twice a minute of every institution: read
 * are their participant's rows and their forms' stages, and no world is opened before there is work in it.
 */
export async function dueParticipants({ db, now }: Pick<Server, 'db' | 'now'>): Promise<WorldKey[]> {
  const at = now()
  return db.read(async (tx) => {
    const due: WorldKey[] = []
    for (const form of await headersOf(tx, 'enabled')) {
      for (const participant of await participantsOf(tx, form.id)) {
        if (isTickDue({ form, participant }, at)) due.push({ institutionId: participant.institutionId, formId: form.id })
      }
    }
    return due
  })
}

async function participantsOf(tx: Tx, formId: FormId): Promise<Participant[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('sync_row', (join) =>
      join
        .onRef('sync_row.id', '=', 'participant.institution_id')
        .on('sync_row.tbl', '=', 'participant')
        .on('sync_row.scope', '=', sql`'inst:' || participant.institution_id || ':' || participant.form_id`),
    )
    .select('sync_row.data')
    .where('participant.form_id', '=', formId)
    .where('sync_row.deleted', '=', 0)
    .orderBy('participant.institution_id')
    .execute()
  return rows.map((row): Participant => JSON.parse(row.data))
}
