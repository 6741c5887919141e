import type { FormDefinition } from '#shared/forms/model.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import {
  freshDevice,
  freshPosition,
  paperPrefix,
  readingsNote,
  StorageSilentError,
  type Device,
  type Position,
  type Storage,
  type StoredOutcome,
} from './storage.ts'

const keyOf = (scope: string, table: string, id: string): string => `${scope}\n${table}\n${id}`
const refuse = (): Promise<never> => Promise.reject(new StorageSilentError())

/**
 * For reading with a network where the browser's database cannot be used: what the server says is held as long as the page
 * lasts, and nothing that a person writes is taken, because it would not be kept.
 */
export function memoryStorage(name: string): Storage {
  const rows = new Map<string, WireRow>()
  const outcomes = new Map<string, StoredOutcome>()
  const definitions = new Map<string, FormDefinition>()
  const notes = new Map<string, unknown>()
  let device: Device = freshDevice('')
  let position: Position = freshPosition
  const forget = (scope: string, part: string | null): void => {
    for (const [key, row] of rows) if (row.s === scope && (part === null || row.p === part)) rows.delete(key)
  }
  const startOver = (): void => void (position = { ...position, epoch: null, cursor: null })
  const of = (scope: string, table?: string): WireRow[] =>
    [...rows.values()].filter((row) => row.s === scope && (table === undefined || row.t === table))

  return {
    name,
    async open(newDeviceId) {
      device = { ...device, deviceId: newDeviceId }
      return { created: true, device, position }
    },
    watch: () => undefined,
    check: refuse,
    putBack: refuse,
    close: () => undefined,
    giveUp: () => undefined,
    wipe: async () => rows.clear(),
    async seal() {
      rows.clear()
      notes.delete(readingsNote)
      for (const key of [...notes.keys()]) if (key.startsWith(paperPrefix)) notes.delete(key)
    },

    position: async () => ({ device, position }),
    enqueue: refuse,
    outbox: async () => [],
    takeForFlight: async () => ({ kind: 'written', value: [] }),
    async recordReply({ serverTime, offsetMs, epoch }) {
      position = { ...position, epoch: position.epoch ?? epoch, serverTime, offsetMs }
      return { kind: 'written', value: position }
    },
    async applyPull(patch) {
      if (patch.from !== position.cursor) return { kind: 'stale' }
      if (patch.from === null) rows.clear()
      for (const { scope, part } of [...patch.reset, ...patch.drop]) forget(scope, part)
      for (const row of patch.rows) {
        if (row.r === null) rows.delete(keyOf(row.s, row.t, row.i))
        else rows.set(keyOf(row.s, row.t, row.i), row)
      }
      for (const one of patch.outcomes) outcomes.set(one.mid, one)
      const { epoch, cursor, serverTime, offsetMs, pulledAt } = patch
      const scopes = [...new Set([...rows.values()].map((row) => row.s))]
      position = { ...position, epoch, cursor, serverTime, offsetMs, pulledAt, scopes }
      return { kind: 'written', value: position }
    },
    quarantine: refuse,
    discard: async () => false,
    async rewind({ newDeviceId }) {
      device = { ...device, deviceId: newDeviceId }
      startOver()
    },
    restartPull: async () => startOver(),
    forgetSent: async () => undefined,
    lead: async () => undefined,

    rowsOf: async (scope) => of(scope),
    rowsOfTable: async (scopes, table) => scopes.flatMap((scope) => of(scope, table)),
    rowsAt: async (keys) => keys.map(([scope, table, id]) => rows.get(keyOf(scope, table, id))),
    countRows: async () => rows.size,

    holdsMid: async () => false,
    whereFileIsNamed: async () => null,
    outcomes: async () => [...outcomes.values()],
    dismissOutcome: refuse,

    drafts: async () => [],
    draft: async () => undefined,
    moveDraft: async () => undefined,
    addDrafts: refuse,
    saveDraft: refuse,
    clearDraft: async () => undefined,

    definition: async (versionId) => definitions.get(versionId),
    saveDefinition: async (definition) => void definitions.set(definition.versionId, definition),
    definitionOf: async (formId) => [...definitions.values()].findLast((each) => each.formId === formId),
    definitionIds: async () => [...definitions.keys()],
    forgetDefinitions: async (versionIds) => {
      for (const versionId of versionIds) definitions.delete(versionId)
    },

    uploads: async () => [],
    addUpload: refuse,
    updateUpload: async () => undefined,
    blobPart: async () => undefined,
    removeUpload: async () => undefined,

    note: async (key) => notes.get(key),
    saveNote: async (key, value) => void notes.set(key, value),
    forgetNote: async (key) => void notes.delete(key),
  }
}
