import { systemActor } from '#shared/access/actor.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { randomUUID } from 'node:crypto'
import type { Server } from '../server.ts'
import { ownDevices } from '../sync/batch.ts'
import { dueInForm } from '../world/due-stages.ts'
import { headersOf, type WorldKey } from '../world/store.ts'

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
    for (const form of await headersOf(tx, 'enabled')) due.push(...(await dueInForm(tx, form, at)))
    return due
  })
}
