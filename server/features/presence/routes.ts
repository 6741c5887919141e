import { stand } from '#shared/presence/routes.ts'
import { mount, type MountDeps } from '../../http/mount.ts'
import type { Presence } from './presence.ts'

export function mountPresence(server: MountDeps, presence: Presence): void {
  mount(server, stand, ({ session, body }) => presence.stand(session, body.at))
}
