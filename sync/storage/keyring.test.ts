import * as v from 'valibot'
import { expect, test } from 'vitest'
import { wrapped } from '../sealing/passphrase.ts'
import { copyOpener } from '../testing/copy-opener.ts'
import {
  type Keyring,
  bytesByPin,
  keyringSchema,
  mostTries,
  newKeyring,
  isOfFormerWay,
  type KeyringPorts,
  type PinCost,
  usable,
  waitMs,
  wayByPin,
  wayByServer,
  withWrongPin,
} from './keyring.ts'

const at = '2026-03-02T12:00:00.000Z'
const asked: PinCost[] = []
/** In the place of what takes a second: with what it was asked. */
const ports: KeyringPorts = {
  crypto,
  argon2id: async (secret, salt, cost) => {
    asked.push(cost)
    return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...secret, ...salt, cost.turns)))
  },
}
const made = async (pin = '480 271') => newKeyring({ authorId: 'ana', pin, seal: copyOpener().seal, minutes: 15, at }, ports)

test('[LK4] the PIN opens the key and another does not; the key in the page cannot be read', async () => {
  const { ring, key } = await made()
  expect(key.extractable).toBe(false)
  const bytes = await bytesByPin(ring, '480 271', ports)
  expect(bytes).toHaveLength(32)
  expect(await bytesByPin(ring, '480 272', ports)).toBeUndefined()
  // Nothing of it stands in what is stored.
  expect(JSON.stringify(ring)).not.toContain(btoa(String.fromCharCode(...(bytes ?? []))))
})

test('[LK4] a PIN that was changed is of no use any more, and the key stays the same', async () => {
  const { ring } = await made()
  const bytes = await bytesByPin(ring, '480 271', ports)
  if (!bytes) throw new Error('the PIN')
  const tried: Keyring = { ...ring, wrong: 7, wrongAt: 9 }
  const changed = { ...tried, ...(await wayByPin(bytes, 'otra clave', ports)) }
  expect(await bytesByPin(changed, '480 271', ports)).toBeUndefined()
  expect(await bytesByPin(changed, 'otra clave', ports)).toEqual(bytes)
  expect(changed).toMatchObject({ wrong: 0, wrongAt: 0 })
})

test('[LK9] a guess costs 64 MiB three times over, of a first PIN and of another, and the ring says so', async () => {
  asked.length = 0
  const { ring } = await made()
  const bytes = await bytesByPin(ring, '480 271', ports)
  if (!bytes) throw new Error('the PIN')
  const other = await wayByPin(bytes, 'otra clave', ports)
  for (const { pin } of [ring, other]) expect(pin).toMatchObject({ kind: 'argon2id', memoryKiB: 65_536, turns: 3 })
  expect(new Set(asked.map((cost) => JSON.stringify(cost)))).toEqual(new Set(['{"memoryKiB":65536,"turns":3}']))
})

test('[LK9] a PIN that a release before set opens, and is told from one of this', async () => {
  const { ring } = await made()
  const bytes = await bytesByPin(ring, '480 271', ports)
  if (!bytes) throw new Error('the PIN')
  const former: Keyring = { ...ring, pin: await wrapped(bytes, '480 271', crypto, 10) }
  expect([isOfFormerWay(former), isOfFormerWay(ring)]).toEqual([true, false])
  expect(await bytesByPin(former, '480 271', ports)).toEqual(bytes)
  expect(await bytesByPin(former, '480 272', ports)).toBeUndefined()
  expect(v.is(keyringSchema, former) && v.is(keyringSchema, ring)).toBe(true)
})

test('[LK9] a ring that asks for more than a browser does is nobody’s', async () => {
  const { ring } = await made()
  for (const cost of [{ memoryKiB: 16_000_000 }, { turns: 1_000 }, { memoryKiB: 1 }, { turns: 0.5 }])
    expect(v.is(keyringSchema, { ...ring, pin: { ...ring.pin, ...cost } })).toBe(false)
})

test('[LK5] the server opens the key for its author, also one that was set up anew once the PIN was given', async () => {
  const first = copyOpener('server-1')
  const { ring } = await newKeyring({ authorId: 'ana', pin: '480 271', seal: first.seal, minutes: 15, at }, ports)
  const bytes = await bytesByPin(ring, '480 271', ports)
  if (!bytes) throw new Error('the PIN')
  const opened = await first.open(ring.server)
  expect(opened).toMatchObject({ authorId: 'ana', contentKey: btoa(String.fromCharCode(...bytes)) })
  const second = copyOpener('server-2')
  expect(await second.open(ring.server)).toBeNull()
  const renewed = { ...ring, ...(await wayByServer(bytes, 'ana', { seal: second.seal, at }, crypto)) }
  expect(renewed.serverId).toBe('server-2')
  expect((await second.open(renewed.server))?.contentKey).toBe(opened?.contentKey)
  expect((await usable(bytes, crypto)).usages).toEqual(['deriveKey'])
})

test('[LK4] wrong PINs wait longer each time, the tenth asks for the password, and no clock makes it longer', async () => {
  const { ring } = await made()
  let tried = ring
  const waits: (number | null)[] = []
  for (let n = 0; n < mostTries; n += 1) {
    waits.push(waitMs(tried, 1_000_000))
    tried = withWrongPin(tried, 1_000_000)
  }
  expect(waits).toEqual([0, 0, 0, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000])
  expect(waitMs(tried, 9e15)).toBeNull()
  const once = { ...ring, wrong: 3, wrongAt: 1_000_000 }
  expect(waitMs(once, 1_004_000)).toBe(1_000)
  expect(waitMs(once, 1_000_000 - 86_400_000)).toBe(5_000)
  expect(waitMs(once, 2_000_000)).toBe(0)
})
