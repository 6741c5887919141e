import { contentMatches } from '#shared/attachments/content.ts'
import { openOwnCopy } from '#shared/unsent/own-copy-routes.ts'
import * as contract from '#shared/unsent/routes.ts'
import { associatedWith } from '#shared/unsent/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { createHash } from 'node:crypto'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { visibleAttachment, type Uploads } from '../attachments/uploads.ts'
import { unsealed, type CopyKeys } from './copy-keys.ts'
import { Recoveries } from './recovery.ts'

export function mountUnsent(server: Server, copyKeys: CopyKeys, uploads: Uploads): void {
  const recoveries = new Recoveries(server, copyKeys)

  mount(server, openOwnCopy, async ({ body, session }) => {
    const opened = copyKeys.open(body)
    if (!opened.ok) return opened
    const { authorId, contentKey } = opened.value
    return authorId === session.user.id ? done({ contentKey: contentKey.toString('base64') }) : fail('backup_other_author')
  })

  mount(server, contract.readCopy, ({ body, session }) => recoveries.read(session, body))
  mount(server, contract.adoptCopy, ({ body, session }) => recoveries.adopt(session, body))

  mount(server, contract.adoptFile, async ({ body, session }) => {
    const lock = copyKeys.open(body)
    if (!lock.ok) return lock
    const found = await visibleAttachment(server, session, body.id)
    if (!found || found.row.authorId !== lock.value.authorId) return fail('attachment_missing')
    if (await uploads.hasArrived(found)) return done({ arrived: true })
    const bytes = unsealed(lock.value.contentKey, body.sealed, associatedWith(`file ${body.place}`, body.header))
    if (!bytes) return fail('backup_unreadable')
    if (createHash('sha256').update(bytes).digest('hex') !== found.row.sha256 || bytes.length !== found.row.sizeBytes)
      return fail('metadata_mismatch')
    if (!contentMatches(found.row.name, bytes)) return fail('file_content')
    const kept = await uploads.whole(session, found, bytes)
    return kept.ok ? done({ arrived: true }) : kept
  })
}
