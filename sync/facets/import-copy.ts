import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { LockedCopy, SealedCopy } from '#shared/unsent/model.ts'
import type { Core } from '../core.ts'
import type { Work } from '../face.ts'
import { bytesOf, readBackup } from '../outbox/backup.ts'
import { keyByPassphrase, lockedCopyIn, openedCopy, sealedCopyIn, type BackupBody } from '../sealing/sealed-copy.ts'

/** Takes over what a copy holds and this device does not. Fails: as `Work.importUnsent`. */
export async function importCopy(core: Core, text: string, passphrase: string | undefined): ReturnType<Work['importUnsent']> {
  const read = await readCopy(core, text, passphrase)
  return read.ok ? takeOver(core, read.value) : read
}

/** What a copy holds: of a sealed one the server is asked for the key. */
async function readCopy(core: Core, text: string, passphrase: string | undefined): Promise<Result<BackupBody>> {
  const { actor, ports } = core
  const locked = lockedCopyIn(text)
  const copy = locked ?? sealedCopyIn(text)
  if (!copy) return readBackup(text, actor.id, ports.sha256)
  const contentKey =
    locked && passphrase !== undefined ? await keyByPassphrase(locked, passphrase, ports.crypto) : await keyByServer(core, copy)
  if (!contentKey.ok) return contentKey
  const opened = await openedCopy(copy, contentKey.value, ports.crypto)
  return opened.ok && opened.value.authorId !== actor.id ? fail('backup_other_author') : opened
}

async function keyByServer({ transport }: Core, { header, key }: SealedCopy | LockedCopy): Promise<Result<string>> {
  // The device that made it had never heard of a server.
  if (key === null) return fail('copy_passphrase_wrong')
  const reply = await transport.openCopy({ header, key })
  if (reply.kind === 'offline') return fail('copy_needs_server')
  return reply.kind === 'refused' ? fail(reply.code, reply.params) : done(reply.value.contentKey)
}

async function takeOver(core: Core, copy: BackupBody): ReturnType<Work['importUnsent']> {
  const { storage } = core
  const { replica, lane } = core.parts
  const known = new Set(core.waitingRows().map((row) => row.mid))
  const add = copy.mutations.filter((row) => !known.has(row.mid))
  let files = 0
  for (const file of copy.files) {
    if (lane.list().some((upload) => upload.id === file.id)) continue
    files += 1
    const staged = await lane.stage({ ...file, bytes: bytesOf(file) })
    if (!staged.ok) return staged
  }
  await replica.exclusive(async () => {
    if (add.length > 0) await storage.enqueue({ add, replace: [], clearDrafts: [] })
  })
  if (copy.drafts.length > 0) {
    await storage.addDrafts(copy.drafts)
    core.drafts.add(copy.drafts)
    core.topics.tell(['drafts'])
    core.post({ kind: 'drafts' })
  }
  await replica.reread()
  core.enqueuing()
  core.enqueued()
  return done({ mutations: add.length, files, drafts: copy.drafts.length })
}
