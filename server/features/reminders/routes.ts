import * as contract from '#shared/reminders/routes.ts'
import { setReminders } from '#shared/reminders/mutations.ts'
import { pageAddress } from '#shared/addresses.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { languageOf } from '../../http/failures.ts'
import { failed, mount } from '../../http/mount.ts'
import { userColumns } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { changeDirectory } from '../../sync/perform.ts'
import { scopeOfPerson } from '../../world/directory.ts'
import { optedOut, optOutPath } from './opt-outs.ts'
import { optOutPage } from './page.ts'

/** Reminders of deadlines, on and off: in the settings, and by the link that each of them carries (RM5, RM6). */
export function mountReminders(server: Server): void {
  const { api, db, publicUrl } = server
  const isOn = async (userId: UserId): Promise<boolean> => (await optedOut(db, [userId])).size === 0

  mount(server, contract.reminders, async ({ session }) =>
    session.user.kind === 'Institutional' ? done({ on: await isOn(session.user.id) }) : fail('not_found'),
  )

  mount(server, contract.setReminders, async ({ body, session }) => {
    if (session.user.kind !== 'Institutional') return fail('not_found')
    const changed = await change(server, session.user, body.on, 'settings')
    return changed.ok ? done({ on: body.on }) : changed
  })

  const settings = publicUrl + pageAddress('settings')
  // Programs that look into letters follow their links: whatever a GET does, nothing is changed by it.
  api.get(optOutPath, async (context) => {
    context.env.route = 'reminders.optOut'
    const user = await holderOf(server, new URL(context.req.url))
    if (!user) return optOutPage('unknown', languageOf(context.req.header('accept-language')), settings)
    return optOutPage((await isOn(user.id)) ? 'ask' : 'off', user.language, settings)
  })
  // By a person on that page, or by their mail program alone (RFC 8058). What is posted says nothing that the link does not say.
  api.post(optOutPath, async (context) => {
    context.env.route = 'reminders.optOut'
    const user = await holderOf(server, new URL(context.req.url))
    if (!user) {
      const { requestId } = context.env
      return failed(failure('not_found'), {
        request: context.req.raw,
        language: languageOf(context.req.header('accept-language')),
        requestId,
      })
    }
    // Somebody whose account is closed gets none anyway.
    if (user.active === 1) await change(server, user, false, 'letter')
    return optOutPage('off', user.language, settings)
  })
}

async function holderOf({ db, optOuts }: Server, link: URL) {
  const userId = optOuts.ownerOf(link)
  return userId === undefined ? undefined : db.q.selectFrom('user').select(userColumns).where('id', '=', userId).executeTakeFirst()
}

/** Turns somebody's reminders on or off, by themselves; nothing is on record of what was so already. */
async function change(
  server: Server,
  user: { readonly id: UserId; readonly institution_id: string | null },
  on: boolean,
  by: 'settings' | 'letter',
): Promise<Result<unknown>> {
  if (((await optedOut(server.db, [user.id])).size === 0) === on) return done(null)
  return changeDirectory(server, {
    userId: user.id,
    scope: scopeOfPerson(user),
    name: setReminders.name,
    args: { userId: user.id, on, by },
    also: async (tx) => {
      if (on) await tx.q.deleteFrom('reminder_opt_out').where('user_id', '=', user.id).execute()
      else
        await tx.q
          .insertInto('reminder_opt_out')
          .values({ user_id: user.id, at: server.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
  })
}
