import { expect, test } from 'vitest'
import { filesOfPack, packOf } from './pack.ts'

const files = [
  { url: 'assets/a-1.js', bytes: new TextEncoder().encode('línea uno\nlínea dos') },
  { url: 'assets/empty-2.css', bytes: new Uint8Array() },
  { url: 'assets/b-3.js', bytes: new Uint8Array(70_000).map((_, at) => at % 256) },
]

test('[NV4] files that were packed come out as they were, in their order', () => {
  const pack = new Uint8Array(packOf(files))
  expect(filesOfPack(pack).map(({ url, bytes }) => ({ url, bytes: new Uint8Array(bytes) }))).toEqual(files)
})

const told = /is not whole|JSON|has no list|names nothing/

test('[NV4] what was cut, or is something else, is not taken for files', () => {
  const pack = new Uint8Array(packOf(files))
  for (const length of [0, 5, 60, pack.length - 1]) expect(() => filesOfPack(pack.slice(0, length))).toThrow(told)
  expect(() => filesOfPack(new Uint8Array([...pack, 0]))).toThrow('not whole')
  for (const text of ['<!doctype html>\n', '{}\n', '[1]\n', '[["a"]]\n'])
    expect(() => filesOfPack(new TextEncoder().encode(text))).toThrow(told)
})
