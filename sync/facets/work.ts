import { namesFile } from '#shared/attachments/rules.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import { parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import type { Result } from '#shared/kernel/result.ts'
import { decisionsIn } from '../attention.ts'
import type { Core } from '../core.ts'
import type { QueueItem, UnitState, Work } from '../face.ts'
import { backupFile, copyOf } from '../outbox/backup.ts'
import type { Pending } from '../replica/live.ts'
import type { Dispatched } from '../replica/orders.ts'
import { unlessStorageFails, type Upload } from '../storage/storage.ts'
import { bring, bringPlaces, isHere, openedBy } from './bringing.ts'

export const workOf = (core: Core): Work => ({
  async dispatch(mutation, scope, args, how) {
    const dispatch = (): Promise<Result<Dispatched>> =>
      core.kept(async () => {
        const dispatched = await core.parts.replica.dispatch(mutation.name, scope, args, how)
        if (dispatched.ok && how?.clearDraft !== undefined) core.drafts.gone(how.clearDraft)
        return dispatched
      })
    const here = await dispatch()
    const opened = openedBy(scope)
    if (here.ok || here.failure.code !== 'not_found' || !core.parts.opening || opened === null || isHere(core, opened)) return here
    const brought = await bring(core, [opened])
    if (brought.ok) return dispatch()
    return brought.failure.code === 'unavailable' ? fail('not_on_device') : here
  },
  world: (institutionId, formId) => core.parts.replica.world(institutionId, formId),
  bring: (places) => bringPlaces(core, places),
  async questionnaire(formId) {
    const here = await core.parts.replica.questionnaire(formId)
    if (here.ok) return here
    const brought = await bring(core, [questionnaireScope(formId)])
    return brought.ok ? core.parts.replica.questionnaire(formId) : brought
  },
  own: () => core.parts.replica.own(),
  table: (name) => core.parts.replica.table(name),
  now: () => core.parts.replica.now(),

  queue() {
    const { lane } = core.parts
    return [
      ...core.ownWaiting().map((entry) => mutationItem(core, entry)),
      ...lane.waiting.map((upload) => fileItem(upload, core.actor.id)),
    ]
  },
  counts() {
    const { toSend, halfWritten } = core.desk.counts()
    return {
      toSend: core.ownWaiting().length + toSend,
      halfWritten,
      files: core.parts.lane.waiting.length,
      parkedFiles: core.parkedFiles().length,
      refused: decisionsIn(core.attention()),
    }
  },
  unitState: (scope, unit) => unitState(core, scope, unit),

  outcomes: () =>
    [...core.parts.replica.outcomes.values()].filter((one) => !one.dismissed).toSorted((a, b) => (a.storedAt < b.storedAt ? 1 : -1)),
  async dismissOutcome(mid) {
    await core.storage.dismissOutcome(mid)
    await core.parts.replica.reread()
  },
  attention: () => core.attention(),

  discard: (mid) => discard(core, mid),
  isFromHere: async (mid) => core.parts.replica.pending.some((one) => one.row.mid === mid) || core.storage.holdsMid(mid),

  async exportUnsent(passphrase) {
    const { replica, lane } = core.parts
    const files = []
    for (const upload of [...lane.waiting, ...lane.parked]) {
      const blob = await lane.file(upload.id).catch(unlessStorageFails)
      if (blob) files.push(backupFile(upload, new Uint8Array(await blob.arrayBuffer())))
    }
    return copyOf(
      {
        authorId: core.actor.id,
        deviceId: replica.device.deviceId,
        exportedAt: core.instant(),
        mutations: [...core.waitingRows()],
        files,
        drafts: [...(await core.drafts.drafts())],
      },
      await core.sealNow(),
      core.ports,
      passphrase ?? null,
    )
  },
  async importUnsent(text, passphrase) {
    // Seldom asked for: its code comes then.
    const part = await import('./import-copy.ts').catch(() => null)
    return part ? part.importCopy(core, text, passphrase) : fail('unavailable', { seconds: 5 })
  },
})

function mutationItem(core: Core, { row, outcome }: Pending): QueueItem {
  const { replica, loop } = core.parts
  const sent = row.seq <= replica.device.inFlightThrough
  return {
    id: row.mid,
    kind: 'mutation',
    name: row.n,
    scope: row.s,
    entity: row.entity,
    args: parseScope(row.s)?.kind === 'questionnaire' ? row.a : null,
    authorId: row.authorId,
    at: row.t,
    sizeBytes: row.sizeBytes,
    sentBytes: 0,
    state: outcome && core.waitsForPerson(outcome) ? 'attention' : sent ? 'sent' : 'saved',
    attempts: sent ? loop.state.failures : 0,
    lastError: sent ? loop.state.lastError : null,
  }
}

const fileItem = (upload: Upload, authorId: string): QueueItem => ({
  id: upload.id,
  kind: 'file',
  name: upload.name,
  scope: upload.scope,
  entity: upload.unit,
  args: null,
  authorId,
  at: upload.addedAt,
  sizeBytes: upload.sizeBytes,
  sentBytes: upload.sentBytes,
  state: upload.state === 'failed' ? 'failed' : upload.sentBytes > 0 ? 'sent' : 'saved',
  attempts: upload.attempts,
  lastError: upload.lastError,
})

function unitState(core: Core, scope: string, unit: Unit): UnitState {
  const { replica, lane } = core.parts
  for (const outcome of replica.outcomes.values())
    if (outcome.s === scope && isAbout(outcome.entity, unit) && core.waitsForPerson(outcome)) return 'attention'
  let state: UnitState = 'received'
  for (const { row } of replica.pendingAbout(scope, unit)) {
    if (row.seq <= replica.position.ledgerThrough) continue
    if (row.seq > replica.device.inFlightThrough) return 'saved-on-device'
    state = 'sent'
  }
  if (core.parkedFiles().some((upload) => upload.scope === scope && upload.unit === unit)) return 'attention'
  return lane.waiting.some((upload) => upload.scope === scope && upload.unit === unit) ? 'saved-on-device' : state
}

/** Entities are a unit, or a word and a unit. */
const isAbout = (entity: string, unit: Unit): boolean => entity === unit || entity.endsWith(`:${unit}`)

async function discard(core: Core, mid: Mid): Promise<boolean> {
  const { storage } = core
  const { replica, lane } = core.parts
  const entry = replica.pending.find((one) => one.row.mid === mid)
  const discarded = await replica.exclusive(() => storage.discard(mid))
  if (!discarded) return false
  const notes = await storage.note('discarded')
  await storage.saveNote('discarded', [
    ...(Array.isArray(notes) ? notes : []),
    { mid, name: entry?.row.n ?? null, entity: entry?.row.entity ?? null, at: core.instant() },
  ])
  // A file goes with the mutation that named it, or it would be named again.
  const file = lane.list().find(({ id }) => entry && namesFile(entry.row, id))
  if (file) await lane.remove(file.id)
  await replica.reread()
  core.post({ kind: 'reread' })
  return true
}
