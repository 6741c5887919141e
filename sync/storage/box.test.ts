import { expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { formerBox } from '../testing/former-seal.ts'
import { aBox } from '../testing/sealing.ts'
import { Box, type Kind, type Place } from './box.ts'
import { formerUse, usable } from './keyring.ts'

/** How the browser's cipher and the box itself refuse. */
const refused = /operation|not sealed|was changed/i

const place: Place = ['inst:north:f1', 's1', 'answer', 'q1', 7]
const value = { value: 'Encargada quetru' }

/** The same value sealed in its time, and at once. */
async function sealedTwice(box: Box, kind: Kind = 'draft', at: Place = place): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  await box.ahead()
  return [await box.seal(kind, at, value), must(box.sealNow(kind, at, value), 'a stream')]
}

test('[LK8] what was sealed opens where it was sealed, whichever way', async () => {
  const box = await aBox()
  for (const sealed of await sealedTwice(box)) expect(await box.open('draft', place, sealed)).toEqual(value)
})

test('[LK8] without its tag, with any byte changed, cut or made longer, nothing opens', async () => {
  const box = await aBox()
  for (const sealed of await sealedTwice(box)) {
    for (let at = 0; at < sealed.length; at += 1)
      await expect(box.open('draft', place, sealed.with(at, (sealed[at] ?? 0) ^ 1)), `byte ${at} of ${sealed[0]}`).rejects.toThrow(refused)
    for (let length = 0; length < sealed.length; length += 1)
      await expect(box.open('draft', place, sealed.slice(0, length)), `${length} bytes of ${sealed[0]}`).rejects.toThrow(refused)
    for (let first = 0; first < 256; first += 1)
      if (first !== sealed[0])
        await expect(box.open('draft', place, sealed.with(0, first)), `${sealed[0]} as ${first}`).rejects.toThrow(refused)
    await expect(box.open('draft', place, Uint8Array.of(...sealed, 0))).rejects.toThrow(refused)
    // Its tag is cut off, and it says that it never had one.
    await expect(box.open('draft', place, sealed.slice(0, -16).with(0, 2))).rejects.toThrow(refused)
  }
})

test('[LK8] a value opens as no other kind, at no other row, and as no other version of its own', async () => {
  const box = await aBox()
  for (const sealed of await sealedTwice(box, 'row')) {
    await expect(box.open('token', place, sealed)).rejects.toThrow(refused)
    for (const [at] of place.entries()) await expect(box.open('row', place.with(at, 'another'), sealed)).rejects.toThrow(refused)
    await expect(box.open('row', place.with(4, 6), sealed)).rejects.toThrow(refused)
    await expect(box.open('row', place.with(4, '7'), sealed)).rejects.toThrow(refused)
    await expect(box.open('row', place.slice(1), sealed)).rejects.toThrow(refused)
    await expect(box.open('row', ['row', ...place], sealed)).rejects.toThrow(refused)
    expect(await box.open('row', place, sealed)).toEqual(value)
  }
})

test('[LK8] what is not sealed is taken for nothing that was', async () => {
  const box = await aBox()
  for (const clear of [value, 'texto', 7, null, undefined, [], new Uint8Array(0), new TextEncoder().encode('texto')])
    await expect(box.open('row', place, clear)).rejects.toThrow(refused)
})

test('[LK8] what one sealed value tells of its stream makes no other value', async () => {
  const box = await aBox()
  const [sealed] = await sealedTwice(box)
  // Sixteen bytes of a tag that somebody makes who knows the text: it is of another key.
  const bytes = must(sealed, 'one')
  const forged = Uint8Array.of(4, ...bytes.slice(1, 13), ...new Uint8Array(16), ...bytes.slice(13))
  await expect(box.open('draft', place, forged)).rejects.toThrow(refused)
})

test('[LK8] what a program of before sealed opens once, and not any more when all is sealed anew', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const former = await formerBox(bytes)
  const during = new Box(await usable(bytes, crypto), crypto, await formerUse(bytes, crypto))
  const after = new Box(await usable(bytes, crypto), crypto)
  for (const kind of ['row', 'draft', 'file'] as const) {
    const what = kind === 'file' ? new TextEncoder().encode('fichero') : value
    const sealed = await former.seal(kind, place, what)
    expect(await during.open(kind, place, sealed)).toEqual(what)
    await expect(after.open(kind, place, sealed)).rejects.toThrow(refused)
  }
  // Only what was typed ever stood there without a tag.
  const typed = await former.seal('draft', place, value)
  await expect(during.open('row', place, typed)).rejects.toThrow(refused)
  const tagged = await former.seal('row', place, value)
  await expect(during.open('row', place, tagged.slice(0, -16).with(0, 2))).rejects.toThrow(refused)
})
