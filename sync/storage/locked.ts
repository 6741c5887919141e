import type { FormDefinition } from '#shared/forms/model.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import type { Box, Kind } from './box.ts'
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
  const inside = async (kind: Kind, value: unknown): Promise<Sealed> => ({ sealed: await box.seal(kind, value) })
  const outside = (kind: Kind, value: unknown): Promise<unknown> =>
    isSealed(value) ? box.open(kind, value.sealed) : Promise.resolve(value)
  const opened = async <T>(kind: Kind, value: unknown): Promise<T> => (await outside(kind, value)) as T

  const sealWork = async <T extends Pick<OutboxRow, 'n' | 'a'>>(row: T): Promise<T> => ({
    ...row,
    // Which file a mutation names is looked for where it waits.
    a: { ...(row.n === 'attachment.add' ? { id: idIn(row.a) } : {}), ...(await inside('work', row.a)) },
  })
  const openWork = async <T extends Pick<OutboxRow, 'a'>>(row: T): Promise<T> => ({ ...row, a: await outside('work', row.a) })
  const sealRow = async (row: WireRow): Promise<WireRow> => (row.r === null ? row : { ...row, r: await inside('row', row.r) })
  const openRow = async (row: WireRow): Promise<WireRow> => (row.r === null ? row : { ...row, r: await outside('row', row.r) })
  const sealOutcome = async ({ a, params, ...rest }: StoredOutcome): Promise<StoredOutcome> => ({
    ...rest,
    a: await inside('outcome', params === undefined ? { a } : { a, params }),
  })
  const openOutcome = async ({ a, ...rest }: StoredOutcome): Promise<StoredOutcome> =>
    isSealed(a) ? { ...rest, ...(await opened<Pick<StoredOutcome, 'a' | 'params'>>('outcome', a)) } : { ...rest, a }
  const sealDraft = async (draft: Draft): Promise<Draft> => ({ ...draft, value: await inside('draft', draft.value) })
  const openDraft = async (draft: Draft): Promise<Draft> => ({ ...draft, value: await outside('draft', draft.value) })
  /** Name and digest tell what a file is. They are texts to everybody but this. */
  const sealUpload = async <T extends Partial<Upload>>(upload: T): Promise<T> => ({
    ...upload,
    ...(upload.name === undefined ? {} : { name: await inside('name', upload.name) }),
    ...(upload.sha256 === undefined ? {} : { sha256: await inside('name', upload.sha256) }),
  })
  const openUpload = async (upload: Upload): Promise<Upload> => ({
    ...upload,
    name: await opened<string>('name', upload.name),
    sha256: await opened<string>('name', upload.sha256),
  })
  const sealForm = async (form: FormDefinition): Promise<FormDefinition> => {
    const { versionId, formId } = form
    const kept: Pick<FormDefinition, 'versionId' | 'formId'> & Sealed = { versionId, formId, ...(await inside('form', form)) }
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
    openForm: (form: FormDefinition): Promise<FormDefinition> => opened<FormDefinition>('form', form),
    sealBytes: (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => box.seal('file', bytes),
    openBytes: async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => (await box.open('file', bytes)) as Uint8Array<ArrayBuffer>,
    sealNote: (value: unknown): Promise<Sealed> => inside('note', value),
    openNote: (value: unknown): Promise<unknown> => outside('note', value),
  }
}

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
          uploads: await each(kept.uploads, rows.sealUpload),
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
      const value = box.sealNow(draft.value)
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
        async () => [await rows.sealUpload(upload), await Promise.all(parts.map((part) => rows.sealBytes(part)))] as const,
        ([sealed, bytes]) => inner.addUpload(sealed, bytes),
      ),
    updateUpload: (id, change) =>
      inTurn(
        () => rows.sealUpload(change),
        (sealed) => inner.updateUpload(id, sealed),
      ),
    async blobPart(id, part) {
      const found = await asIs(() => inner.blobPart(id, part))
      return found && rows.openBytes(found)
    },
    removeUpload: (id) => asIs(() => inner.removeUpload(id)),

    giveUp() {
      lives += 1
      inner.giveUp()
    },

    note: async (key) => rows.openNote(await asIs(() => inner.note(key))),
    saveNote: (key, value) =>
      inTurn(
        () => rows.sealNote(value),
        (sealed) => inner.saveNote(key, sealed),
      ),
    forgetNote: (key) => asIs(() => inner.forgetNote(key)),
  }
}
