import * as contract from '#shared/stages/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { formScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { phaseAt, stageAt, timelineState } from '#shared/stages/rules.ts'
import type { Change } from '#shared/world.ts'
import { mountPublic } from '../../http/mount.ts'
import { tickStages } from '../../jobs/stages.ts'
import type { Server } from '../../server.ts'
import { writeChanges } from '../../sync/changes.ts'
import { headerOf } from '../../world/store.ts'

export function mountStages(server: Server): void {
  mountPublic(server, contract.rehearsalState, () => Promise.resolve(done({ on: server.rehearsal })))
  mountPublic(server, contract.simulateStage, async ({ body }) => {
    if (!server.rehearsal) return fail('rehearsal_off')
    const moved = await server.db.write(async (tx) => {
      const rows = await tx.q.selectFrom('form').select('id').where('enabled', '=', 1).orderBy('id').execute()
      const headers: FormHeader[] = []
      for (const { id } of rows.filter((row) => body.formId === undefined || row.id === body.formId)) {
        const header = await headerOf(tx, id)
        if (header) headers.push(advanced(header, server.now()))
      }
      const changes = headers.map((row): Change => ({ scope: formScope(row.id), part: '', table: 'form', id: row.id, row }))
      return { headers, versions: await writeChanges(tx, changes, server.now()) }
    })
    if (body.formId !== undefined && moved.headers.length === 0) return fail('not_found')
    server.pokes.moved({ versions: Object.fromEntries(moved.versions), people: [] })
    await tickStages(server)
    return done(moved.headers.map((header) => ({ formId: header.id, stageKind: phaseAt(header, server.now()) })))
  })
}

/** The form with its current stage ended at this moment and the next one started. */
function advanced(form: FormHeader, now: string): FormHeader {
  const current = stageAt(form, now)
  const next = form.stages.find((stage) => stage.id !== current?.id && timelineState(stage, now) === 'next')
  return {
    ...form,
    stages: form.stages.map((stage) => {
      if (stage.id === current?.id) return { ...stage, cutAt: now }
      return stage.id === next?.id ? { ...stage, startedAt: now } : stage
    }),
  }
}
