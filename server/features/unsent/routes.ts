import { contentMatches } from '#shared/attachments/content.ts'
import * as contract from '#shared/unsent/routes.ts'
import { associatedWith } from '#shared/unsent/model.ts'
import { fail, failure, type Failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { createHash } from 'node:crypto'
import { mount } from '../../http/mount.ts'
import { Pace } from '../../http/pace.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { visibleAttachment, type Uploads } from '../attachments/uploads.ts'
import { unsealed, type CopyKeys } from './copy-keys.ts'
import { Recoveries } from './recovery.ts'

/** Room for a lock and the envelope beside the largest content. */
const envelopeBytes = 100_000

/** Bodies of these calls are large: whoever has no business with them is told before theirs is read. */
const unlessAdministrator = ({ user }: Session): Failure | undefined =>
  user.kind === 'Administrator' ? undefined : failure('administrators_only')

export function mountUnsent(server: Server, copyKeys: CopyKeys, uploads: Uploads): void {
  const recoveries = new Recoveries(server, copyKeys)
  const work = { maxBytes: contract.copyWorkMaxCharacters + envelopeBytes, pace: new Pace(10, 0.2), turnsAway: unlessAdministrator }

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

  mount(server, contract.readCopy, ({ body, session }) => recoveries.read(session, body), work)
  mount(server, contract.adoptCopy, ({ body, session }) => recoveries.adopt(session, body), work)

  mount(
    server,
    contract.adoptFile,
    async ({ body, session }) => {
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
    },
    { maxBytes: contract.copyFileMaxCharacters + envelopeBytes, pace: new Pace(60, 2), turnsAway: unlessAdministrator },
  )
}
