import { systemActor } from '#shared/access/actor.ts'
import * as planned from '#shared/stages/plan-routes.ts'
import * as contract from '#shared/stages/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { must } from '#shared/kernel/assert.ts'
import { done } from '#shared/kernel/result.ts'
import { formScope, instScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { inOrder, owesIn, plannedOf } from '#shared/stages/plan.ts'
import { stageAt, timelineState } from '#shared/stages/rules.ts'
import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { mount, mountPublic } from '../../http/mount.ts'
import { isLoopbackAddress } from '../../http/peer.ts'
import type { Session } from '../../http/session.ts'
import { tickStages } from '../../jobs/stages.ts'
import type { Server } from '../../server.ts'
import { ownDevices } from '../../sync/batch.ts'
import { changeDirectory, performOnForm } from '../../sync/perform.ts'
import { overviewsFor } from '../../world/overviews.ts'
import { headerOf } from '../../world/store.ts'

const messages = {
  es: { saved: 'Se han actualizado las etapas correctamente', removed: 'Se ha eliminado la etapa correctamente' },
  en: { saved: 'The stages were updated', removed: 'The stage was deleted' },
} as const

export function mountStages(server: Server): void {
  const formOf = async (formId: string): Promise<FormHeader | undefined> => {
    const header = await server.db.read((tx) => headerOf(tx, formId))
    return header?.removed ? undefined : header
  }
  const listed = ({ stages }: FormHeader): v.InferOutput<(typeof planned.stages)['reply'] & object> =>
    inOrder(stages).map((stage) => ({ ...stage, _id: stage.id, state: timelineState(stage, server.now()) }))

  mount(server, planned.stages, async ({ params }) => {
    const header = await formOf(params.form)
    return header ? done(listed(header)) : fail('not_found')
  })

  mount(server, planned.upsertStages, async ({ params, body, session, said, language }) => {
    const header = await formOf(params.form)
    if (!header) return fail('not_found')
    const to = body.stages.map(({ _id, ...stage }) => ({ ...stage, id: _id ?? `e-${randomUUID().slice(0, 13)}` }))
    const named = new Set(to.map((stage) => stage.id))
    const from = header.stages.filter((stage) => named.has(stage.id)).map((stage) => plannedOf(stage))
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'stages.edit', args: { from, to } }])
    if (!stored.ok) return stored
    const after = must(await formOf(params.form), 'a form whose stages changed')
    return done({ msg: messages[language].saved, stages: listed(after) })
  })

  mount(server, planned.removeStage, async ({ params, session, said, language }) => {
    const stage = (await formOf(params.form))?.stages.find((each) => each.id === params.stage)
    // A call that comes again with its key finds its stage gone: it is answered with what became of the first.
    const from = stage ? [plannedOf(stage)] : []
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'stages.edit', args: { from, to: [] } }])
    if (!stored.ok) return stored
    return stage || stored.value.d === 'applied' ? done({ msg: messages[language].removed }) : fail('not_found')
  })

  mount(server, planned.tellExtension, async ({ params, body, session, said }) => {
    const header = await formOf(params.form)
    const stage = header?.stages.find((each) => each.id === params.stage)
    if (!header || !stage) return fail('not_found')
    if (!header.enabled || stageAt(header, server.now())?.id !== stage.id) return fail('stage_closed')
    if (body.end !== undefined && body.end !== stage.end) return fail('changed_meanwhile')
    const overviews = await server.db.read((tx) => overviewsFor(tx, session.actor, header.id))
    let institutions = 0
    for (const { institutionId } of overviews.filter((each) => owesIn(stage, each))) {
      const told = await server.execute({
        device: { id: ownDevices.rest, app: 'rest', schema: 1, pending: 0 },
        userId: session.user.id,
        asked: [
          {
            // Of one institution, stage and last day always the same: whoever asks again tells nobody twice.
            mid: `~extended-${header.id}-${stage.id}-${stage.end}-${institutionId}`,
            n: 'stage.tellExtension',
            v: 1,
            s: instScope(institutionId, header.id),
            a: { stageId: stage.id, end: stage.end },
            t: server.now(),
          },
        ],
        door: 'rest',
      })
      if (!told.ok) return told
      if (told.value.results[0]?.d === 'applied') institutions += 1
    }
    if (institutions > 0) {
      const args = { action: 'Avisa más plazo', element: stage.id, text: stage.name, facts: { end: stage.end, institutions } }
      const noted = await performOnForm(server, session, said, header.id, [{ name: 'form.note', args }])
      if (!noted.ok) return noted
    }
    return done({ institutions })
  })

  mountPublic(server, contract.rehearsalState, async ({ session, address, request }) => {
    if (!server.rehearsal || !actsFor(server, session, address, request)) return done({ on: false, forms: [] })
    const forms = await server.db.read(async (tx) => {
      const rows = await tx.q.selectFrom('form').select(['id', 'name']).where('enabled', '=', 1).orderBy('name').orderBy('id').execute()
      return Promise.all(
        rows.map(async ({ id, name }) => ({
          formId: id,
          name,
          stage: stageAt(must(await headerOf(tx, id), `form ${id} has no header`), server.now())?.name ?? '',
        })),
      )
    })
    return done({ on: true, forms })
  })

  mountPublic(server, contract.simulateStage, async ({ body: { formId }, session, address, request }) => {
    if (!server.rehearsal) return fail('rehearsal_off')
    const userId = actsFor(server, session, address, request)
    if (userId === undefined) return fail('administrators_only')
    const moved = await changeDirectory(server, { userId, scope: formScope(formId), name: 'stage.advance', args: {} })
    if (!moved.ok) return moved
    await tickStages(server)
    return done([{ formId, stageKind: String(moved.value.reply?.['stageKind']) }])
  })
}

/**
 * In whose name somebody may rehearse: an administrator in their own, and who sits at this very machine in the platform's.
 * A server that is published under another name, or behind a proxy, has nobody at the machine: there everybody comes from it.
 * A page of another site that names itself after this machine's address comes under that site's name.
 */
function actsFor(server: Server, session: Session | undefined, address: string, request: Request): string | undefined {
  if (session?.user.kind === 'Administrator') return session.user.id
  const forwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => request.headers.has(name))
  return isLoopbackAddress(address) && isLoopbackUrl(server.publicUrl) && isLoopbackUrl(request.url) && !forwarded
    ? systemActor.id
    : undefined
}

function isLoopbackUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopbackAddress(host)
}
