import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '#shared/testing/properties.ts'
import { encodingFor, PackedCache, packedOf, replyOf, type Packed } from './packed.ts'

const long = 'Índice '.repeat(500)
const asked = (headers: Record<string, string> = {}, method = 'GET'): Request => new Request('http://localhost/', { method, headers })

test('[WS10] a page goes out in the smallest form that its caller takes, and says the same in each', async () => {
  const packed = await packedOf(long, 'text/html', 'es')
  const bodyOf = async (accepted: string): Promise<[string | null, string]> => {
    const reply = replyOf(asked({ 'Accept-Encoding': accepted }), packed)
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(reply.headers.get('content-length')).toBe(String(bytes.length))
    const encoding = reply.headers.get('content-encoding')
    return [encoding, (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()]
  }
  expect(await bodyOf('gzip, deflate, br')).toEqual(['br', long])
  expect(await bodyOf('gzip')).toEqual(['gzip', long])
  expect(await bodyOf('identity')).toEqual([null, long])
})

test('[WS10] whatever stands in Accept-Encoding, what goes out is what it takes', async () => {
  const packed = { br: Buffer.alloc(1), gzip: Buffer.alloc(1) }
  for (const [accepted, encoding] of [
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0.0, *', 'br'],
    ['brotli', undefined],
    ['xbr, mygzip', undefined],
    [',,;;q=,', undefined],
    [`${'x,'.repeat(100_000)}br`, undefined],
    ['', undefined],
    [null, undefined],
  ] as const)
    expect(encodingFor(accepted, packed), String(accepted).slice(0, 40)).toBe(encoding)
  assertProperty(
    fc.property(fc.string(), (accepted) => {
      const encoding = encodingFor(accepted, packed)
      if (encoding) expect(/br|gzip|\*/i.test(accepted)).toBe(true)
    }),
  )
})

test('[WS10] who has a page is told that it is the same; HEAD tells all but the page; no cookie and nothing that names who asks', async () => {
  const packed = await packedOf(long, 'text/html', 'es')
  for (const known of [packed.etag, `"x", ${packed.etag}`, '*']) {
    const reply = replyOf(asked({ 'If-None-Match': known }), packed)
    expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([304, '', packed.etag])
  }
  expect(replyOf(asked({ 'If-None-Match': '"other"' }), packed).status).toBe(200)
  const head = replyOf(asked({ 'Accept-Encoding': 'br' }, 'HEAD'), packed)
  expect([await head.text(), head.headers.get('content-length')]).toEqual(['', String(packed.br?.length)])
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=86400',
    vary: 'Accept-Encoding',
  })
  // Figures that were taken back are given out by nobody in between for a day.
  expect(replyOf(asked(), packed, 'figures').headers.get('cdn-cache-control')).toBe('public, max-age=60')
  expect((await packedOf(long, 'text/html')).etag).toBe(packed.etag)
  expect((await packedOf(`${long}.`, 'text/html')).etag).not.toBe(packed.etag)
})

test('[WS10] of one address one page is made at a time, the least recently used goes first, and what failed is made again', async () => {
  let at = 0
  const cache = new PackedCache(2, () => at)
  let made = 0
  const make = async (): Promise<Packed> => packedOf(`page ${(made += 1)}`, 'text/html')
  await Promise.all([cache.make('a', 1, make), cache.make('a', 1, make), cache.make('a', 1, make)])
  expect(made).toBe(1)
  await cache.make('b', 1, make)
  expect(cache.kept('a', 1, Infinity)).toBeDefined()
  await cache.make('c', 1, make)
  expect(['a', 'b', 'c'].map((key) => cache.kept(key, 1, Infinity) !== undefined)).toEqual([true, false, true])
  expect([cache.size, cache.kept('a', 2, Infinity), cache.last('a') !== undefined]).toEqual([2, undefined, true])
  expect([cache.last('a', 1) !== undefined, cache.last('a', 2)]).toEqual([true, undefined])
  at = 61_000
  expect([cache.kept('a', 1, 60_000), cache.kept('a', 1, Infinity) !== undefined]).toEqual([undefined, true])
  const broken = cache.make('d', 1, () => Promise.reject(new Error('no')))
  await expect(broken).rejects.toThrow('no')
  expect((await cache.make('d', 1, make)).plain.toString()).toContain('page')
})

test('[WS10] a page of an edition that is over does not take the place of one that was ready before it', async () => {
  let at = 0
  const cache = new PackedCache(2, () => at)
  const late = Promise.withResolvers<Packed>()
  const former = cache.make('a', 1, () => late.promise)
  at = 1
  await cache.make('a', 2, () => packedOf('new', 'text/html'))
  late.resolve(await packedOf('old', 'text/html'))
  await former
  expect(cache.last('a')?.plain.toString()).toBe('new')
  // Nor is anything kept that was begun of another database.
  const begun = Promise.withResolvers<Packed>()
  const elsewhere = cache.make('b', 3, () => begun.promise)
  cache.clear()
  begun.resolve(await packedOf('elsewhere', 'text/html'))
  await elsewhere
  expect(cache.last('b')).toBeUndefined()
})
