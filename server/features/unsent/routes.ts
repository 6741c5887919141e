import * as contract from '#shared/unsent/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { mount } from '../../http/mount.ts'
import { Pace } from '../../http/pace.ts'
import type { Server } from '../../server.ts'
import type { CopyKeys } from './copy-keys.ts'

export function mountUnsent(server: Server, copyKeys: CopyKeys): void {
  mount(
    server,
    contract.openOwnCopy,
    async ({ body, session }) => {
      const opened = copyKeys.open(body)
      if (!opened.ok) return opened
      const { authorId, contentKey } = opened.value
      return authorId === session.user.id ? done({ contentKey: contentKey.toString('base64') }) : fail('backup_other_author')
    },
    { pace: new Pace(20, 1) },
  )
}
