import { ledgered, patch } from './patch.ts'
import { expect, test } from 'vitest'
import type { WireRow } from '#shared/protocol/pull.ts'
import type { OutboxRow, Storage, Upload } from '../storage/storage.ts'

type NewRow = Omit<OutboxRow, 'seq'>

const newRow = (mid: string, change: Partial<NewRow> = {}): NewRow => ({
  mid,
  n: 'answer.set',
  v: 1,
  s: 'inst:north:f1',
  a: { unit: 'q1', value: mid },
  b: null,
  t: '2026-03-02T12:00:00.000Z',
  l: null,
  entity: 'q1',
  authorId: 'ana',
  now: '2026-03-02T12:00:00.000Z',
  sizeBytes: 100,
  ...change,
})
const wireRow = (i: string, v: number, change: Partial<WireRow> = {}): WireRow => ({
  s: 'inst:north:f1',
  p: 's1',
  t: 'answer',
  i,
  r: { unit: i },
  v,
  ...change,
})
const all = { count: 1000, bytes: 1_000_000 }
const mids = async (storage: Storage): Promise<string[]> => (await storage.outbox(0)).map((row) => row.mid)
const seqs = async (storage: Storage): Promise<number[]> => (await storage.outbox(0)).map((row) => row.seq)

/** What every storage of the engine keeps to. `open` gives an empty one each time; `reopen` the same one anew. */
export function storageContract(name: string, open: () => Promise<{ storage: Storage; reopen(): Promise<Storage> }>): void {
  const filled = async (count: number) => {
    const opened = await open()
    await opened.storage.open('device-1')
    if (count > 0) {
      const add = Array.from({ length: count }, (_, at) => newRow(`m${at + 1}`))
      await opened.storage.enqueue({ add, replace: [], clearDrafts: [] })
    }
    return opened
  }

  const flown = async (count: number, through: number) => {
    const opened = await filled(count)
    await opened.storage.takeForFlight(0, all, null)
    await ledgered(opened.storage, through)
    return opened
  }

  test(`${name}: sequences go on without a gap, also after reopening`, async () => {
    const { storage, reopen } = await filled(2)
    const again = await reopen()
    expect((await again.open('device-2')).device).toMatchObject({ deviceId: 'device-1', nextSeq: 3 })
    expect(await again.enqueue({ add: [newRow('m3')], replace: [], clearDrafts: [] })).toEqual({ kind: 'written', seqs: [3] })
    expect(await seqs(again)).toEqual([1, 2, 3])
    storage.close()
  })

  test(`${name}: a write that is repeated because its reply was lost has one effect`, async () => {
    const { storage } = await filled(1)
    expect(await storage.enqueue({ add: [newRow('m1')], replace: [], clearDrafts: [] })).toEqual({ kind: 'written', seqs: [1] })
    expect(await mids(storage)).toEqual(['m1'])
  })

  test(`${name}: what was taken for flight cannot be replaced, and nothing of that write happens`, async () => {
    const { storage } = await filled(2)
    await storage.takeForFlight(0, { count: 1, bytes: 1_000 }, null)
    const [first, second] = await storage.outbox(0)
    if (!first || !second) throw new Error('two rows')
    expect(await storage.enqueue({ add: [newRow('m3')], replace: [{ ...first, a: 'x' }], clearDrafts: [] })).toEqual({
      kind: 'immutable',
      inFlightThrough: 1,
    })
    expect(await mids(storage)).toEqual(['m1', 'm2'])
    expect((await storage.enqueue({ add: [], replace: [{ ...second, a: 'x' }], clearDrafts: [] })).kind).toBe('written')
    expect((await storage.outbox(1))[0]?.a).toBe('x')
  })

  test(`${name}: a place in the queue that another mutation took meanwhile cannot be replaced`, async () => {
    const { storage } = await filled(2)
    const [, second] = await storage.outbox(0)
    if (!second) throw new Error('two rows')
    const order = { add: [], replace: [{ ...second, mid: 'of-another-tab', a: 'x' }], clearDrafts: [] }
    expect((await storage.enqueue(order)).kind).toBe('immutable')
    expect(await mids(storage)).toEqual(['m1', 'm2'])
    expect((await storage.outbox(1))[0]?.a).toEqual(second.a)
  })

  test(`${name}: a flight keeps to its limits but always takes one`, async () => {
    const { storage } = await filled(5)
    const taken = async (after: number, bytes: number) => {
      const found = await storage.takeForFlight(after, { count: 1000, bytes }, null)
      return found.kind === 'written' ? found.value.map((row) => row.seq) : found.kind
    }
    expect(await taken(0, 250)).toEqual([1, 2])
    expect(await taken(2, 1)).toEqual([3])
  })

  test(`${name}: a former leader writes nothing`, async () => {
    const { storage } = await filled(1)
    await storage.lead('new')
    expect((await storage.takeForFlight(0, all, 'old')).kind).toBe('fenced')
    expect((await storage.applyPull(patch({ rows: [wireRow('q1', 1)] }), 'old')).kind).toBe('fenced')
    expect(await storage.countRows()).toBe(0)
    expect((await storage.applyPull(patch({ rows: [wireRow('q1', 1)] }), 'new')).kind).toBe('written')
  })

  test(`${name}: a pull moves what it acknowledges from the outbox, in the same write as its rows`, async () => {
    const { storage } = await flown(3, 2)
    const applied = await storage.applyPull(patch({ acked: 2, rows: [wireRow('q1', 1), wireRow('q2', 2)] }), null)
    expect(applied).toMatchObject({ kind: 'written', value: { acked: 2, ledgerThrough: 2, cursor: 'c1', scopes: ['inst:north:f1'] } })
    expect(await seqs(storage)).toEqual([3])
    expect((await storage.rowsOf('inst:north:f1')).map((row) => row.i)).toEqual(['q1', 'q2'])
  })

  test(`${name}: a pull that acknowledges more than the reply to a push told of writes nothing`, async () => {
    const { storage } = await flown(3, 1)
    expect(await storage.applyPull(patch({ acked: 2, rows: [wireRow('q1', 1)] }), null)).toEqual({ kind: 'unproved' })
    expect([await seqs(storage), await storage.countRows(), (await storage.position()).position.cursor]).toEqual([[1, 2, 3], 0, null])
  })

  test(`${name}: rows are replaced, removed, reset and dropped, by scope and by part`, async () => {
    const { storage } = await filled(0)
    await storage.applyPull(
      patch({ rows: [wireRow('q1', 1), wireRow('q2', 2, { p: 's2' }), wireRow('f1', 1, { s: 'form:f1', p: '', t: 'form' })] }),
      null,
    )
    await storage.applyPull(
      patch({ from: 'c1', cursor: 'c2', rows: [wireRow('q1', 3, { r: { unit: 'q1', rev: 2 } }), wireRow('q3', 3)] }),
      null,
    )
    expect(
      await storage.rowsAt([
        ['inst:north:f1', 'answer', 'q1'],
        ['inst:north:f1', 'answer', 'nothing'],
      ]),
    ).toMatchObject([{ v: 3 }, undefined])
    await storage.applyPull(
      patch({
        from: 'c2',
        cursor: 'c3',
        drop: [{ scope: 'inst:north:f1', part: 's2', reason: '' }],
        rows: [wireRow('q3', 4, { r: null })],
      }),
      null,
    )
    expect((await storage.rowsOf('inst:north:f1')).map((row) => row.i)).toEqual(['q1'])
    await storage.applyPull(
      patch({ from: 'c3', cursor: 'c4', reset: [{ scope: 'inst:north:f1', part: null }], rows: [wireRow('q9', 9)] }),
      null,
    )
    expect((await storage.rowsOf('inst:north:f1')).map((row) => row.i)).toEqual(['q9'])
    await storage.applyPull(patch({ from: 'c4', cursor: 'c5', drop: [{ scope: 'inst:north:f1', part: null, reason: '' }] }), null)
    expect((await storage.position()).position.scopes).toEqual(['form:f1'])
    expect((await storage.rowsOfTable(['form:f1'], 'form')).map((row) => row.i)).toEqual(['f1'])
  })

  test(`${name}: a server that is behind gets back what was sent, with the same sequences and mids`, async () => {
    const { storage } = await flown(4, 3)
    await storage.applyPull(patch({ acked: 3 }), null)
    await storage.rewind({ through: 1, fork: false, restart: false, newDeviceId: 'device-2' })
    expect(await seqs(storage)).toEqual([2, 3, 4])
    expect(await storage.position()).toMatchObject({ device: { deviceId: 'device-1' }, position: { acked: 1, ledgerThrough: 1 } })
  })

  test(`${name}: when what was sent does not reach back far enough, all of it goes again as another device`, async () => {
    const { storage } = await flown(4, 3)
    await storage.applyPull(patch({ acked: 2, serverTime: '2026-01-01T00:00:00.000Z' }), null)
    await storage.applyPull(patch({ from: 'c1', acked: 3 }), null)
    await storage.forgetSent('2026-02-01T00:00:00.000Z')
    await storage.rewind({ through: 0, fork: false, restart: true, newDeviceId: 'device-2' })
    expect(await mids(storage)).toEqual(['m3', 'm4'])
    expect(await seqs(storage)).toEqual([1, 2])
    expect(await storage.position()).toMatchObject({
      device: { deviceId: 'device-2', nextSeq: 3, inFlightThrough: 2 },
      position: { acked: 0, ledgerThrough: 0, cursor: null, epoch: null },
    })
  })

  test(`${name}: a server that was put back and holds another's mutation in our place gets all of ours again as another device`, async () => {
    const { storage } = await flown(4, 4)
    await storage.applyPull(patch({ acked: 4 }), null)
    await storage.rewind({ through: 2, mid: 'm2', fork: false, restart: true, newDeviceId: 'device-2' })
    expect([await mids(storage), (await storage.position()).device.deviceId]).toEqual([['m3', 'm4'], 'device-1'])
    await storage.rewind({ through: 2, mid: 'twin', fork: false, restart: true, newDeviceId: 'device-2' })
    expect([await mids(storage), (await storage.position()).device.deviceId]).toEqual([['m1', 'm2', 'm3', 'm4'], 'device-2'])
  })

  test(`${name}: a fork renumbers what is not acknowledged and keeps its mids`, async () => {
    const { storage } = await flown(3, 1)
    await storage.applyPull(patch({ acked: 1 }), null)
    await storage.rewind({ through: 1, fork: true, restart: false, newDeviceId: 'device-2' })
    expect([await mids(storage), await seqs(storage)]).toEqual([
      ['m2', 'm3'],
      [1, 2],
    ])
  })

  test(`${name}: discarding closes the gap and hands the base on`, async () => {
    const { storage } = await filled(0)
    await storage.open('device-1')
    await storage.enqueue({ add: [newRow('m1', { b: 'm0' }), newRow('m2', { b: 'm1' })], replace: [], clearDrafts: [] })
    expect(await storage.discard('m1')).toBe(true)
    expect(await storage.outbox(0)).toMatchObject([{ seq: 1, mid: 'm2', b: 'm0' }])
    await storage.takeForFlight(0, all, null)
    expect(await storage.discard('m2')).toBe(false)
  })

  test(`${name}: a draft goes with the write that replaces it, and stays without one`, async () => {
    const { storage } = await filled(0)
    await storage.saveDraft({ key: 'q1', value: 'half', savedAt: '' })
    await storage.saveDraft({ key: 'q2', value: 'other', savedAt: '' })
    await storage.enqueue({ add: [newRow('m1')], replace: [], clearDrafts: ['q1'] })
    expect((await storage.drafts()).map((draft) => draft.key)).toEqual(['q2'])
  })

  test(`${name}: a file's parts come back byte for byte and leave together`, async () => {
    const { storage } = await filled(0)
    const upload: Upload = {
      id: 'file-1',
      scope: 's',
      unit: 'q1',
      name: 'a.pdf',
      mime: 'application/pdf',
      sizeBytes: 5,
      sha256: '',
      sentBytes: 0,
      state: 'waiting',
      attempts: 0,
      lastError: null,
      addedAt: '',
    }
    await storage.addUpload(upload, [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])])
    expect([...((await storage.blobPart('file-1', 1)) ?? [])]).toEqual([4, 5])
    await storage.updateUpload('file-1', { state: 'uploaded' })
    expect(await storage.uploads()).toMatchObject([{ state: 'uploaded' }])
    await storage.removeUpload('file-1')
    expect([await storage.uploads(), await storage.blobPart('file-1', 0)]).toEqual([[], undefined])
  })
}
