import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Core } from '../core.ts'
import type { Device } from '../face.ts'
import { isQuotaError, paperPrefix, readingsNote, unlessStorageFails } from '../storage/storage.ts'
import { bringAll } from './bringing.ts'

/** Readings that a device keeps at once, and their letters: all of them are read and written together. */
const readingsMost = 20
const lettersMost = 3_000_000
interface Reading {
  readonly name: string
  /** JSON. */
  readonly text: string
}
const readingsIn = async (core: Core): Promise<readonly Reading[]> =>
  ((await core.storage.note(readingsNote)) as readonly Reading[] | undefined) ?? []

/** Those that fit, the newest first. */
function fitting(readings: readonly Reading[]): readonly Reading[] {
  let room = lettersMost
  return readings.slice(0, readingsMost).filter(({ text: { length } }) => {
    if (length > room) return false
    room -= length
    return true
  })
}

/** One after the other: each is read and written with the others. */
const keeping = new WeakMap<Core, Promise<void>>()
async function keep(core: Core, reading: Reading): Promise<void> {
  try {
    const others = (await readingsIn(core)).filter(({ name }) => name !== reading.name)
    await core.storage.saveNote(readingsNote, fitting([reading, ...others]))
  } catch (error) {
    // What was read stands on the screen: a device without room for it asks again.
    if (!isQuotaError(error)) unlessStorageFails(error)
  }
}

const trialNote = 'trial'

/** Whether the disk gives back what it takes. */
async function readsBack(core: Core): Promise<boolean> {
  const written = core.ports.randomText(12)
  try {
    await core.storage.saveNote(trialNote, written)
    const read = await core.storage.note(trialNote)
    await core.storage.forgetNote(trialNote)
    return read === written
  } catch (error) {
    // A disk without room keeps nothing either.
    if (!isQuotaError(error)) unlessStorageFails(error)
    return false
  }
}

export const deviceOf = (core: Core): Omit<Device, 'putBack'> => ({
  async prepareOffline(onProgress, places) {
    const { loop, replica } = core.parts
    onProgress({ step: 'rows', done: 0, total: 1 })
    if (core.leading) await loop.kick()
    if (replica.position.pulledAt === null || loop.state.reachable !== true) return fail('unavailable')
    const brought = await bringAll(core, (ready, total) => onProgress({ step: 'rows', done: ready, total }), places)
    if (!brought.ok) return brought
    onProgress({ step: 'rows', done: 1, total: 1 })
    const complete = await core.fetchMissingDefinitions((ready, total) => onProgress({ step: 'forms', done: ready, total }))
    if (!complete) return fail('unavailable')
    await core.ports.disk.persist()
    await core.storage.saveNote('preparedAt', core.instant())
    onProgress({ step: 'done', done: 1, total: 1 })
    return done(null)
  },
  scopes: () => core.parts.replica.position.scopes,
  persist: () => core.ports.disk.persist(),

  async storageReport() {
    const { disk } = core.ports
    const { replica } = core.parts
    const [estimate, persisted, rows] = await Promise.all([disk.estimate(), disk.persisted(), core.storage.countRows()])
    return {
      ...estimate,
      persisted,
      syncedAt: replica.position.pulledAt,
      rows,
    }
  },
  async examine() {
    const { replica } = core.parts
    const { pulledAt, serverTime, offsetMs } = replica.position
    const forms = (await replica.table('form')).rows().filter(({ enabled }) => enabled)
    const keeps = (await core.keeper.look()) && (await readsBack(core))
    const stored = new Set(keeps ? await core.storage.definitionIds() : [])
    return {
      keeps,
      hasRows: pulledAt !== null,
      lackingForms: forms.filter(({ versionId }) => !stored.has(versionId)).length,
      clockOffsetMs: serverTime === null ? null : offsetMs,
    }
  },
  async diagnostics() {
    const { device, position } = core.parts.replica
    const discarded = await core.storage.note('discarded')
    return {
      deviceId: device.deviceId,
      app: core.options.app,
      status: core.currentStatus(),
      leading: core.leading,
      nextSeq: device.nextSeq,
      inFlightThrough: device.inFlightThrough,
      ledgerThrough: position.ledgerThrough,
      acked: position.acked,
      epoch: position.epoch,
      clockOffsetMs: position.offsetMs,
      attempts: [...core.attempts],
      discarded: Array.isArray(discarded) ? discarded : [],
    }
  },

  retryStorage: () => core.keeper.look(),
  putBackRead() {
    core.putBackNews = null
    core.topics.tell(['status'])
  },

  keepReading(name, value) {
    const before = keeping.get(core)
    const kept = (async (): Promise<void> => {
      await before
      await keep(core, { name, text: JSON.stringify(value) })
    })()
    keeping.set(core, kept)
    return kept
  },
  async keptReading(name) {
    const kept = (await readingsIn(core).catch(unlessStorageFails))?.find((each) => each.name === name)
    return kept && (JSON.parse(kept.text) as unknown)
  },

  shelf: {
    read: (name) => core.storage.note(paperPrefix + name),
    write: (name, value) => core.storage.saveNote(paperPrefix + name, value),
    remove: (name) => core.storage.forgetNote(paperPrefix + name),
  },

  async seal() {
    core.post({ kind: 'wiped' })
    await core.parts.replica.exclusive(() => core.storage.seal())
    core.stop()
  },
  async rest() {
    await core.settled()
    core.stop()
  },
  copySeal: () => core.sealNow(),
  async wipe() {
    core.post({ kind: 'wiped' })
    const settling = core.settled()
    core.stop()
    await settling
    await core.storage.wipe()
    core.mark.remove()
  },
})
