import type { FormDefinition } from '#shared/forms/model.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import type { Box, Kind, Place } from './box.ts'
import type { Draft, OutboxRow, Storage, StoredOutcome, Upload } from './storage.ts'

/**
 * What stays readable beside what is sealed: which rows there are and of what they are, in which order, how many and how large. What the
 * database itself looks at inside its transactions, which wait for nothing but the database.
 */
interface Sealed {
  readonly sealed: unknown
}
const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'sealed' in value

/** Each kind of row, sealed and opened. A row that stands for something that is gone has nothing to hide. */
export function rowsIn(box: Box) {
  const each = <T>(rows: readonly T[], by: (row: T) => Promise<T>): Promise<T[]> => Promise.all(rows.map(by))
  const inside = async (kind: Kind, place: Place, value: unknown): Promise<Sealed> => ({ sealed: await box.seal(kind, place, value) })
  const outside = <T>(kind: Kind, place: Place, value: unknown): Promise<T> =>
    box.open(kind, place, isSealed(value) ? value.sealed : value) as Promise<T>

  const sealWork = async <T extends Work>(row: T): Promise<T> => ({
    ...row,
    // Which file a mutation names is looked for where it waits.
    a: { ...(row.n === 'attachment.add' ? { id: idIn(row.a) } : {}), ...(await inside('work', ofWork(row), row.a)) },
  })
  const openWork = async <T extends Work>(row: T): Promise<T> => ({ ...row, a: await outside('work', ofWork(row), row.a) })
  const sealRow = async (row: WireRow): Promise<WireRow> => (row.r === null ? row : { ...row, r: await inside('row', ofRow(row), row.r) })
  const openRow = async (row: WireRow): Promise<WireRow> => (row.r === null ? row : { ...row, r: await outside('row', ofRow(row), row.r) })
  const sealOutcome = async ({ a, params, ...rest }: StoredOutcome): Promise<StoredOutcome> => ({
    ...rest,
    a: await inside('outcome', ofOutcome(rest), params === undefined ? { a } : { a, params }),
  })
  const openOutcome = async ({ a, ...rest }: StoredOutcome): Promise<StoredOutcome> => ({
    ...rest,
    ...(await outside<Pick<StoredOutcome, 'a' | 'params'>>('outcome', ofOutcome(rest), a)),
  })
  const sealDraft = async (draft: Draft): Promise<Draft> => ({ ...draft, value: await inside('draft', ofDraft(draft.key), draft.value) })
  const openDraft = async (draft: Draft): Promise<Draft> => ({ ...draft, value: await outside('draft', ofDraft(draft.key), draft.value) })
  /** Name and digest tell what a file is. They are texts to everybody but this. */
  const sealUpload = async <T extends Partial<Upload>>(id: string, upload: T): Promise<T> => ({
    ...upload,
    ...(upload.name === undefined ? {} : { name: await inside('name', [id, 'name'], upload.name) }),
    ...(upload.sha256 === undefined ? {} : { sha256: await inside('name', [id, 'sha256'], upload.sha256) }),
  })
  const openUpload = async (upload: Upload): Promise<Upload> => ({
    ...upload,
    name: await outside('name', [upload.id, 'name'], upload.name),
    sha256: await outside('name', [upload.id, 'sha256'], upload.sha256),
  })
  const sealForm = async (form: FormDefinition): Promise<FormDefinition> => {
    const { versionId, formId } = form
    const kept: Pick<FormDefinition, 'versionId' | 'formId'> & Sealed = {
      versionId,
      formId,
      ...(await inside('form', [versionId, formId], form)),
    }
    // Only its two names are looked at before it is opened.
    return kept as unknown as FormDefinition
  }
  return {
    each,
    sealWork,
    openWork,
    sealRow,
    openRow,
    sealOutcome,
    openOutcome,
    sealDraft,
    openDraft,
    sealUpload,
    openUpload,
    sealForm,
    openForm: (form: FormDefinition): Promise<FormDefinition> => outside('form', [form.versionId, form.formId], form),
    sealBytes: (id: string, part: number, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => box.seal('file', [id, part], bytes),
    openBytes: (id: string, part: number, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => outside('file', [id, part], bytes),
    sealNote: (key: string, value: unknown): Promise<Sealed> => inside('note', [key], value),
    /** What was forgotten says nothing. */
    openNote: async (key: string, value: unknown): Promise<unknown> =>
      value === undefined || (Array.isArray(value) && value.length === 0) ? value : outside('note', [key], value),
  }
}

/*
 * Places. Not among what they name is what the database itself changes inside a transaction: a change's sequence and what it follows, whether
 * an outcome was dismissed, how far a file has gone, which page writes a draft and when it did.
 */
type Work = Pick<OutboxRow, 'mid' | 'n' | 'v' | 's' | 'entity' | 'authorId' | 't' | 'a'>
const ofWork = ({ mid, n, v, s, entity, authorId, t }: Work): Place => [mid, n, v, s, entity, authorId, t]
const ofRow = ({ s, p, t, i, v }: WireRow): Place => [s, p, t, i, v]
const ofOutcome = ({ mid, n, s, entity, d, code, t }: Omit<StoredOutcome, 'a'>): Place => [mid, n, s, entity, d, code, t]
const ofDraft = (key: string): Place => [key.split('#')[0]]

const idIn = (args: unknown): unknown => (typeof args === 'object' && args !== null ? Reflect.get(args, 'id') : undefined)

class PutAwayError extends Error {
  override readonly name = 'AbortError'
}

/**
 * A storage of which nothing that anybody wrote or read stands on the disk in clear (LK1): sealed before a transaction begins, and
 * opened after it has ended. What is asked begins in the order in which it was asked, however long the sealing of each takes.
 */
export function lockedStorage(inner: Storage, box: Box): Storage {
  const rows = rowsIn(box)
  const { each } = rows
  /** Settles when all that was asked before has been begun. */
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let lives = 0

  const inTurn = <P, T>(prepare: () => Promise<P>, begin: (prepared: P) => Promise<T>): Promise<T> => {
    const life = lives
    const turn = before
    const ready = prepare()
    // Whether it failed is told when its turn has come.
    ready.catch(() => undefined)
    waiting += 1
    const begun = (async (): Promise<{ readonly result: Promise<T> }> => {
      await turn
      const prepared = await ready
      if (life !== lives) throw new PutAwayError('the page was put away')
      return { result: begin(prepared) }
    })()
    before = begun.then(
      () => void (waiting -= 1),
      () => void (waiting -= 1),
    )
    return begun.then(({ result }) => result)
  }
  /** Nothing to seal: at once when nothing waits. */
  const asIs = <T>(begin: () => Promise<T>): Promise<T> => (waiting === 0 ? begin() : inTurn(() => Promise.resolve(), begin))

  return {
    name: inner.name,
    open: (newDeviceId) => inner.open(newDeviceId),
    watch: (closed) => inner.watch(closed),
    check: () => inner.check(),
    putBack: (kept, newDeviceId) =>
      inTurn(
        async () => ({
          ...kept,
          queue: await Promise.all(kept.queue.map(async ({ row, flown }) => ({ row: await rows.sealWork(row), flown }))),
          drafts: await each(kept.drafts, rows.sealDraft),
          outcomes: await each(kept.outcomes, rows.sealOutcome),
          uploads: await each(kept.uploads, (upload) => rows.sealUpload(upload.id, upload)),
          rows: await each(kept.rows, rows.sealRow),
          definitions: await each(kept.definitions, rows.sealForm),
        }),
        (sealed) => inner.putBack(sealed, newDeviceId),
      ),
    close: () => inner.close(),
    wipe: () => inner.wipe(),
    seal: () => asIs(() => inner.seal()),

    position: () => asIs(() => inner.position()),
    enqueue: (order) =>
      inTurn(
        async () => ({ ...order, add: await Promise.all(order.add.map(rows.sealWork)), replace: await each(order.replace, rows.sealWork) }),
        (sealed) => inner.enqueue(sealed),
      ),
    outbox: async (after) => each(await asIs(() => inner.outbox(after)), rows.openWork),
    async takeForFlight(after, limits, leader) {
      const taken = await asIs(() => inner.takeForFlight(after, limits, leader))
      return taken.kind === 'written' ? { ...taken, value: await each(taken.value, rows.openWork) } : taken
    },
    recordReply: (reply, leader) =>
      inTurn(
        async () => ({ ...reply, outcomes: await each(reply.outcomes, rows.sealOutcome) }),
        (sealed) => inner.recordReply(sealed, leader),
      ),
    applyPull: (patch, leader) =>
      inTurn(
        async () => ({ ...patch, rows: await each(patch.rows, rows.sealRow), outcomes: await each(patch.outcomes, rows.sealOutcome) }),
        (sealed) => inner.applyPull(sealed, leader),
      ),
    quarantine: (row, outcome) =>
      inTurn(
        () => Promise.all([rows.sealWork(row), rows.sealOutcome(outcome)]),
        ([sealedRow, sealedOutcome]) => inner.quarantine(sealedRow, sealedOutcome),
      ),
    discard: (mid) => asIs(() => inner.discard(mid)),
    rewind: (options) => asIs(() => inner.rewind(options)),
    restartPull: () => asIs(() => inner.restartPull()),
    forgetSent: (until) => asIs(() => inner.forgetSent(until)),
    lead: (token) => asIs(() => inner.lead(token)),

    rowsOf: async (scope) => each(await asIs(() => inner.rowsOf(scope)), rows.openRow),
    rowsOfTable: async (scopes, table) => each(await asIs(() => inner.rowsOfTable(scopes, table)), rows.openRow),
    rowsAt: async (keys) => {
      const found = await asIs(() => inner.rowsAt(keys))
      return Promise.all(found.map(async (row) => row && (await rows.openRow(row))))
    },
    countRows: () => asIs(() => inner.countRows()),

    holdsMid: (mid) => asIs(() => inner.holdsMid(mid)),
    whereFileIsNamed: (id) => asIs(() => inner.whereFileIsNamed(id)),

    outcomes: async () => each(await asIs(() => inner.outcomes()), rows.openOutcome),
    dismissOutcome: (mid) => asIs(() => inner.dismissOutcome(mid)),

    drafts: async () => each(await asIs(() => inner.drafts()), rows.openDraft),
    async draft(key) {
      const found = await asIs(() => inner.draft(key))
      return found && rows.openDraft(found)
    },
    /** A page that ends has no time to wait: its texts go to the disk at once, ahead of what waits, and once more behind it. */
    saveDraft(draft) {
      const value = box.sealNow('draft', ofDraft(draft.key), draft.value)
      if (value === null)
        return inTurn(
          () => rows.sealDraft(draft),
          (sealed) => inner.saveDraft(sealed),
        )
      const sealed: Draft = { ...draft, value: { sealed: value } }
      const now = inner.saveDraft(sealed)
      if (waiting === 0) return now
      // The second one says how it went.
      now.catch(() => undefined)
      return asIs(() => inner.saveDraft(sealed))
    },
    clearDraft: (key) => asIs(() => inner.clearDraft(key)),
    async moveDraft(from, to, value) {
      const sealed = value === undefined ? undefined : (await rows.sealDraft({ key: to, value, savedAt: '' })).value
      const moved = await asIs(() => inner.moveDraft(from, to, sealed))
      return moved && rows.openDraft(moved)
    },
    addDrafts: (drafts) =>
      inTurn(
        () => each(drafts, rows.sealDraft),
        (sealed) => inner.addDrafts(sealed),
      ),

    async definition(versionId) {
      const found = await asIs(() => inner.definition(versionId))
      return found && rows.openForm(found)
    },
    async definitionOf(formId) {
      const found = await asIs(() => inner.definitionOf(formId))
      return found && rows.openForm(found)
    },
    saveDefinition: (definition) =>
      inTurn(
        () => rows.sealForm(definition),
        (sealed) => inner.saveDefinition(sealed),
      ),
    definitionIds: () => asIs(() => inner.definitionIds()),
    forgetDefinitions: (versionIds) => asIs(() => inner.forgetDefinitions(versionIds)),

    uploads: async () => each(await asIs(() => inner.uploads()), rows.openUpload),
    addUpload: (upload, parts) =>
      inTurn(
        async () =>
          [
            await rows.sealUpload(upload.id, upload),
            await Promise.all(parts.map((bytes, part) => rows.sealBytes(upload.id, part, bytes))),
          ] as const,
        ([sealed, bytes]) => inner.addUpload(sealed, bytes),
      ),
    updateUpload: (id, change) =>
      inTurn(
        () => rows.sealUpload(id, change),
        (sealed) => inner.updateUpload(id, sealed),
      ),
    async blobPart(id, part) {
      const found = await asIs(() => inner.blobPart(id, part))
      return found && rows.openBytes(id, part, found)
    },
    removeUpload: (id) => asIs(() => inner.removeUpload(id)),

    giveUp() {
      lives += 1
      inner.giveUp()
    },

    note: async (key) => rows.openNote(key, await asIs(() => inner.note(key))),
    saveNote: (key, value) =>
      inTurn(
        () => rows.sealNote(key, value),
        (sealed) => inner.saveNote(key, sealed),
      ),
    forgetNote: (key) => asIs(() => inner.forgetNote(key)),
  }
}
