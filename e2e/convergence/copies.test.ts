import { createCopyKeys } from '#server/features/unsent/copy-keys.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import { copyOf } from '#sync/outbox/backup.ts'
import type { BackupBody } from '#sync/sealing/sealed-copy.ts'
import { openedCopy, sealedCopyIn } from '#sync/sealing/sealed-copy.ts'
import { toBase64 } from '#sync/sealing/base64.ts'
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

const keys = createCopyKeys('a secret of some server')
const ports = { crypto, sha256: (bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')) }

/** Words as people write them, lone surrogates left out: no JSON carries those through UTF-8. */
const words = fc.string({ unit: 'grapheme', maxLength: 40 })
const row = fc.record({
  seq: fc.nat(),
  mid: words,
  n: words,
  v: fc.nat(),
  s: fc.constantFrom('inst:norte:f1', 'eval:sur:f1', 'user:ana'),
  a: fc.record({ unit: words, value: words }),
  b: fc.option(words),
  t: words,
  l: fc.option(words),
  entity: words,
  authorId: words,
  now: words,
  sizeBytes: fc.nat(),
})
const file = fc.record({
  id: words,
  scope: fc.constant('inst:norte:f1'),
  unit: words,
  name: words,
  mime: words,
  sha256: words,
  base64: fc.uint8Array({ maxLength: 70 }).map((bytes) => toBase64(bytes)),
})
const body: fc.Arbitrary<BackupBody> = fc.record({
  authorId: words,
  deviceId: words,
  exportedAt: fc.constant('2026-03-10T12:00:00.000Z'),
  mutations: fc.array(row, { maxLength: 4 }),
  files: fc.array(file, { maxLength: 3 }),
  drafts: fc.array(fc.record({ key: words, value: words, savedAt: words }), { maxLength: 3 }),
})

const seal = async (unsent: BackupBody): Promise<string> => (await copyOf(unsent, keys.sealFor(unsent.authorId), ports)).text

/** What the two sides make of a copy together: the server opens its lock, and the device its content. */
async function read(text: string): Promise<BackupBody | string> {
  const copy = sealedCopyIn(text)
  if (!copy) return 'no copy'
  const lock = keys.open(copy)
  if (!lock.ok) return lock.failure.code
  const opened = await openedCopy(copy, lock.value.contentKey.toString('base64'), crypto)
  return opened.ok ? opened.value : opened.failure.code
}

test('[OB40] whatever waited on a device comes back from its sealed copy as it was, between the device’s and the server’s own code', async () => {
  await assertProperty(
    fc.asyncProperty(body, async (unsent) => {
      expect(await read(await seal(unsent))).toEqual(unsent)
    }),
  )
})

test('[OB42] a copy with any one of its bits changed gives nothing', async () => {
  await assertProperty(
    fc.asyncProperty(body, fc.nat(), fc.nat({ max: 6 }), async (unsent, place, bit) => {
      const text = await seal(unsent)
      const at = place % text.length
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1)
      expect(await read(changed)).toBeTypeOf('string')
    }),
    { runs: 400 },
  )
})
