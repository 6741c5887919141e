import { systemActor } from '#shared/access/actor.ts'
import * as contract from '#shared/stages/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { must } from '#shared/kernel/assert.ts'
import { done } from '#shared/kernel/result.ts'
import { formScope } from '#shared/protocol/scope.ts'
import { stageAt } from '#shared/stages/rules.ts'
import { mountPublic } from '../../http/mount.ts'
import { isLoopbackAddress } from '../../http/peer.ts'
import type { Session } from '../../http/session.ts'
import { tickStages } from '../../jobs/stages.ts'
import type { Server } from '../../server.ts'
import { changeDirectory } from '../../sync/perform.ts'
import { headerOf } from '../../world/store.ts'

export function mountStages(server: Server): void {
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
