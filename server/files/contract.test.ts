import { must } from '#shared/kernel/assert.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { onEachStore } from '../testing/stores.ts'
import { chunkBytes } from './database.ts'
import { FilesLost } from './lost.ts'
import { piecesOf, type Files, type Kept } from './store.ts'

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const kept = async (files: Files, bytes: Uint8Array): Promise<string> => {
  await files.put(sha256Of(bytes), bytes.length, () => piecesOf(bytes))
  return sha256Of(bytes)
}
const bytesOf = async (stream: Readable | undefined): Promise<Buffer> => buffer(must(stream, 'nothing is kept'))
const all = (list: AsyncIterable<Kept>): Promise<Kept[]> => Array.fromAsync(list)

/** Bytes in pieces of an odd size, that count how many of them were asked for and not yet taken. */
async function* inPieces(bytes: Uint8Array, size = 70_001, count: (pieces: number) => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0, n = 1; at < bytes.length; at += size, n += 1) {
    count(n)
    yield bytes.subarray(at, at + size)
  }
}

onEachStore((start) => {
  const files = async (): Promise<Files> => (await start()).app.server.files

  test('[FS1] what is kept is given back as it was, whatever its size, and told with its size', async () => {
    const store = await files()
    for (const size of [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 4 * chunkBytes, 15_728_640]) {
      const bytes = randomBytes(size)
      const sha256 = await kept(store, bytes)
      expect([size, await store.size(sha256)]).toEqual([size, size])
      expect([size, sha256Of(await bytesOf(await store.read(sha256)))]).toEqual([size, sha256])
    }
  })

  test('[FS1] what comes in many pieces and is larger than any file of a person is kept all the same', async () => {
    const store = await files()
    const bytes = randomBytes(40_000_000)
    await store.put(sha256Of(bytes), bytes.length, () => inPieces(bytes))
    expect(sha256Of(await bytesOf(await store.read(sha256Of(bytes))))).toBe(sha256Of(bytes))
    expect(await all(store.list())).toMatchObject([{ name: sha256Of(bytes), size: bytes.length }])
  })

  test('[FS1] a part of what is kept is given by its first and last byte', async () => {
    const store = await files()
    const bytes = randomBytes(3 * chunkBytes + 10)
    const sha256 = await kept(store, bytes)
    const ranges = [
      [0, 0],
      [0, 3],
      [chunkBytes - 1, chunkBytes],
      [chunkBytes, 2 * chunkBytes - 1],
      [5, bytes.length - 1],
      [bytes.length - 1, bytes.length - 1],
    ] as const
    for (const [first, last] of ranges) {
      const found = await bytesOf(await store.read(sha256, { start: first, end: last }))
      expect([first, last, found.equals(bytes.subarray(first, last + 1))]).toEqual([first, last, true])
    }
  })

  test('[FS1] what is not there is nothing, before and after it is removed, and a name that is no hash is a bug', async () => {
    const store = await files()
    const bytes = randomBytes(1_000)
    const sha256 = sha256Of(bytes)
    await store.remove(sha256)
    expect([await store.size(sha256), await store.read(sha256)]).toEqual([undefined, undefined])
    await kept(store, bytes)
    await store.remove(sha256)
    expect([await store.size(sha256), await store.read(sha256), await all(store.list())]).toEqual([undefined, undefined, []])
    await expect(store.size('../iip.sqlite')).rejects.toThrow('not a hash')
    await expect(store.parts.size('a/b')).rejects.toThrow('not a name')
  })

  test('[FS1] the same bytes kept by many at once are one file, and so are those kept again', async () => {
    const store = await files()
    const bytes = randomBytes(600_000)
    await Promise.all(Array.from({ length: 4 }, () => kept(store, bytes)))
    await kept(store, bytes)
    expect(sha256Of(await bytesOf(await store.read(sha256Of(bytes))))).toBe(sha256Of(bytes))
    expect(await all(store.list())).toMatchObject([{ name: sha256Of(bytes), size: bytes.length }])
  })

  test('[FS1] the same bytes kept again while somebody reads them disturb nobody', async () => {
    const store = await files()
    const bytes = randomBytes(6 * chunkBytes)
    const sha256 = await kept(store, bytes)
    const reading = must(await store.read(sha256), 'nothing is kept')
    const iterator = reading[Symbol.asyncIterator]()
    const pieces: Buffer[] = [(await iterator.next()).value]
    await kept(store, bytes)
    try {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) pieces.push(next.value)
    } catch (error) {
      // A store for work gives a reader one object. The one of the tests empties its file first: who reads then is told, and given no others.
      if (store.kind !== 's3') throw error
      expect(error).toBeInstanceOf(FilesLost)
      return
    }
    expect(sha256Of(Buffer.concat(pieces))).toBe(sha256)
  })

  test('[FS1] shelves do not see each other: parts and reports are kept under names of their own', async () => {
    const store = await files()
    const sha256 = await kept(store, randomBytes(10))
    expect(await store.reports.put('report-1.claim', inPieces(randomBytes(200_000)))).toBe(200_000)
    await store.parts.put('part-1', piecesOf(Buffer.from('one')))
    expect([
      await store.reports.size('report-1.claim'),
      await store.parts.size('report-1.claim'),
      await store.reports.size(sha256),
    ]).toEqual([200_000, undefined, undefined])
    await store.parts.put('part-1', piecesOf(Buffer.from('other')))
    expect(String(await bytesOf(await store.parts.read('part-1')))).toBe('other')
    expect((await all(store.list())).map(({ name }) => name)).toEqual([sha256])
    expect((await all(store.reports.list())).map(({ name }) => name)).toEqual(['report-1.claim'])
    await store.reports.remove('report-1.claim')
    expect(await all(store.reports.list())).toEqual([])
  })

  test('[FS2] a source that breaks off, is short, long or of other bytes leaves nothing, and does not harm what is there', async () => {
    const store = await files()
    const bytes = randomBytes(chunkBytes * 5)
    const sha256 = sha256Of(bytes)
    const other = Buffer.from(bytes).fill(1, 100, 200)
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, chunkBytes * 4)
      throw new Error('the source broke off')
    }
    const tries = [
      () => store.put(sha256, bytes.length, breaking),
      () => store.put(sha256, bytes.length, () => inPieces(bytes.subarray(0, -1))),
      () => store.put(sha256, bytes.length - 1, () => inPieces(bytes)),
      () => store.put(sha256, bytes.length, () => inPieces(other)),
      () => store.put(sha256, bytes.length, () => piecesOf(other)),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toThrow(/broke off|not those that were announced/)
    await expect(store.reports.put('report-1', breaking())).rejects.toThrow('broke off')
    expect([await store.size(sha256), await all(store.list()), await all(store.reports.list())]).toEqual([undefined, [], []])
    await kept(store, bytes)
    for (const attempt of tries) await expect(attempt()).rejects.toThrow(/broke off|not those that were announced/)
    expect(sha256Of(await bytesOf(await store.read(sha256)))).toBe(sha256)
  })

  test('[FS1] neither who keeps nor who reads has more in memory than a few pieces, however large the file', async () => {
    const store = await files()
    const pieceSize = 1_000_000
    const bytes = randomBytes(40_000_000)
    let given = 0
    let most = 0
    const watched = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(bytes, pieceSize, (n) => (given = n))) yield piece
    }
    await store.put(sha256Of(bytes), bytes.length, watched)
    expect(given).toBe(40)
    const reading = must(await store.read(sha256Of(bytes)), 'nothing is kept')
    let taken = 0
    for await (const piece of reading) {
      taken += piece.length
      most = Math.max(most, reading.readableLength)
      // A reader who is slow: whatever is read ahead is read now.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(taken).toBe(bytes.length)
    expect(most).toBeLessThan(2 * chunkBytes)
  })

  test('[FS1] a reader who goes away leaves nothing open, and the file can be read again', async () => {
    const store = await files()
    const bytes = randomBytes(4_000_000)
    const sha256 = await kept(store, bytes)
    for (let times = 0; times < 20; times += 1) {
      const reading = must(await store.read(sha256), 'nothing is kept')
      if (times % 2 === 0) for await (const _ of reading) break
      reading.destroy()
      await new Promise((resolve) => reading.once('close', resolve))
    }
    expect(sha256Of(await bytesOf(await store.read(sha256)))).toBe(sha256)
  })

  test('[FS1] the sweep removes what nobody names once it is old, and nothing else', async () => {
    const store = await files()
    const [one, two] = [await kept(store, randomBytes(10)), await kept(store, randomBytes(20))]
    const past = Date.now() - 60_000
    const future = Date.now() + 60_000
    expect(await store.sweep('files', () => false, past)).toBe(0)
    expect(await store.sweep('files', (name) => name === one, future)).toBe(1)
    await store.tidy(future)
    expect([await store.size(one), await store.size(two)]).toEqual([10, undefined])
    expect(await bytesOf(await store.read(one))).toHaveLength(10)
  })

  test('[FS4] a store that can take work says so', async () => {
    expect(await (await files()).trouble()).toBeUndefined()
  })
})
