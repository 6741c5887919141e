import { must } from '#shared/kernel/assert.ts'
import { unzipSync } from 'fflate'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Downloads, streamed } from '../../http/downloads.ts'
import { archiveOf, Names, type Packed } from './archive.ts'
import { openDiskStore } from '../../files/disk.ts'
import { filesOf, type Files } from '../../files/store.ts'

const pieceBytes = 65_536
const pieces = 200

/** Files of 13 MB that count what is read of them, piece by piece. */
function counted(): { kept: Pick<Files, 'read'>; read: () => number; open: () => number } {
  let read = 0
  let open = 0
  const source = (): Readable => {
    open += 1
    let left = pieces
    return new Readable({
      highWaterMark: pieceBytes,
      read() {
        if (left-- <= 0) return void this.push(null)
        read += 1
        this.push(Buffer.alloc(pieceBytes, left))
      },
      destroy(error, done) {
        open -= 1
        done(error)
      },
    })
  }
  return { kept: { read: () => Promise.resolve(source()) }, read: () => read, open: () => open }
}

const files: readonly Packed[] = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.bin`, sha256: String(at) }))
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('an archive is read from the disk as its reader takes it, one file ahead and no further', async () => {
  const { kept, read } = counted()
  const reader = streamed(archiveOf(kept, files), () => undefined).getReader()
  await turns()
  expect(read()).toBe(0)
  let taken = 0
  while (taken < 20 * pieceBytes) taken += (await reader.read()).value?.length ?? 0
  await turns()
  expect(read()).toBe(pieces)
  while (taken <= pieces * pieceBytes + pieceBytes) taken += (await reader.read()).value?.length ?? 0
  await turns()
  expect(read()).toBe(2 * pieces)
  await reader.cancel()
})

test('a reader who goes away leaves no file open and gives the place back, once', async () => {
  const { kept, open } = counted()
  const downloads = new Downloads({ error: () => undefined })
  const place = downloads.enter('ana')
  if (!place.ok) throw new Error(place.failure.code)
  const reader = streamed(archiveOf(kept, files), place.value.leave).getReader()
  await reader.read()
  await reader.read()
  expect([open(), downloads.enter('ana').ok]).toEqual([0, false])
  await reader.cancel()
  await turns()
  expect([open(), downloads.enter('ana').ok]).toEqual([0, true])
})

test('a reader who takes nothing for a minute loses the place, and who goes on reading keeps it', async () => {
  const { kept } = counted()
  let ended = 0
  const reader = streamed(archiveOf(kept, files), () => (ended += 1)).getReader()
  await reader.read()
  vi.advanceTimersByTime(50_000)
  await reader.read()
  vi.advanceTimersByTime(50_000)
  expect(ended).toBe(0)
  vi.advanceTimersByTime(20_000)
  expect(ended).toBe(1)
  await expect(reader.read()).rejects.toThrow('nobody reads')
})

test('an archive whose file breaks ends broken and gives the place back', async () => {
  const broken: Pick<Files, 'read'> = {
    read: () =>
      Promise.resolve(
        new Readable({
          read() {
            this.destroy(new Error('EIO'))
          },
        }),
      ),
  }
  let ended = 0
  const reader = streamed(archiveOf(broken, files), () => (ended += 1)).getReader()
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow('EIO')
  expect(ended).toBe(1)
})

test('an archive holds every file whole, and leaves out one that is gone', async () => {
  const { kept } = counted()
  const without: Pick<Files, 'read'> = { read: (sha256) => (sha256 === '3' ? Promise.resolve(undefined) : kept.read(sha256)) }
  let ended = 0
  const response = new Response(streamed(archiveOf(without, files), () => (ended += 1)))
  const read = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.entries(read).map(([name, bytes]) => [name, bytes.length, bytes[0], bytes.at(-1)])).toEqual(
    ['0.bin', '1.bin', '2.bin', '4.bin'].map((name) => [name, pieces * pieceBytes, pieces - 1, 0]),
  )
  expect(ended).toBe(1)
})

test('[UP4] a file that is not what it was is left out of an archive, and keeps no other from it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-zip-'))
  try {
    const kept = filesOf(await openDiskStore(dir))
    const [sound, spoilt] = [await kept.keep(Buffer.from('uno')), await kept.keep(Buffer.from('dos'))]
    const path = must(
      readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(spoilt)),
      'no file',
    )
    writeFileSync(join(dir, path), 'DOS')
    const packed = [
      { name: 'b', sha256: spoilt },
      { name: 'a', sha256: sound },
    ]
    const response = new Response(streamed(archiveOf(kept, packed), () => undefined))
    expect(Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))).toEqual(['a'])
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('[UP4] names in an archive are such as every system writes, lead nowhere else, and no two are alike to any', () => {
  const names = new Names()
  const given = [
    '../../etc/passwd',
    'informe.pdf',
    'INFORME.pdf',
    'informe.pdf',
    'a\\b:c*?.txt',
    'fdp.\u202Eexe',
    'aux.txt',
    'punto. ',
    ' \u0007 ',
    '',
    `${'ñ'.repeat(300)}.pdf`,
    ' con .txt',
    `12 ${'n'.repeat(56)}. y algo más`,
  ]
  expect(given.map((name) => names.unused(name))).toEqual([
    '.._.._etc_passwd',
    'informe.pdf',
    'INFORME (2).pdf',
    'informe (3).pdf',
    'a_b_c__.txt',
    'fdp._exe',
    '_aux.txt',
    'punto',
    '_',
    'archivo',
    `${'ñ'.repeat(60)}.pdf`,
    '_con.txt',
    `12 ${'n'.repeat(56)}`,
  ])
  // Composed and decomposed letters are one name to some systems.
  expect([names.unused('camio\u0301n'), names.unused('cami\u00f3n')]).toEqual(['cami\u00f3n', 'cami\u00f3n (2)'])
})
