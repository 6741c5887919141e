import { expect, test } from 'vitest'
import { copyOpener } from '../testing/copy-opener.ts'
import {
  type Keyring,
  bytesByPin,
  mostTries,
  newKeyring,
  pinProblem,
  usable,
  waitMs,
  wayByPin,
  wayByServer,
  withWrongPin,
} from './keyring.ts'

const at = '2026-03-02T12:00:00.000Z'
/** What a guess costs here, where nobody guesses. */
const rounds = 10
const made = async (pin = '480 271') => newKeyring({ authorId: 'ana', pin, seal: copyOpener().seal, minutes: 15, at, rounds }, crypto)

test('[LK4] the PIN opens the key and another does not; the key in the page cannot be read', async () => {
  const { ring, key } = await made()
  expect(key.extractable).toBe(false)
  const bytes = await bytesByPin(ring, '480 271', crypto)
  expect(bytes).toHaveLength(32)
  expect(await bytesByPin(ring, '480 272', crypto)).toBeUndefined()
  // Nothing of it stands in what is stored.
  expect(JSON.stringify(ring)).not.toContain(btoa(String.fromCharCode(...(bytes ?? []))))
})

test('[LK4] a PIN that was changed is of no use any more, and the key stays the same', async () => {
  const { ring } = await made()
  const bytes = await bytesByPin(ring, '480 271', crypto)
  if (!bytes) throw new Error('the PIN')
  const tried: Keyring = { ...ring, wrong: 7, wrongAt: 9 }
  const changed = { ...tried, ...(await wayByPin(bytes, 'otra clave', crypto, rounds)) }
  expect(await bytesByPin(changed, '480 271', crypto)).toBeUndefined()
  expect(await bytesByPin(changed, 'otra clave', crypto)).toEqual(bytes)
  expect(changed).toMatchObject({ wrong: 0, wrongAt: 0 })
})

test('[LK4] a guess costs 600,000 rounds, of a first PIN and of another', async () => {
  const { ring } = await newKeyring({ authorId: 'ana', pin: '480 271', seal: copyOpener().seal, minutes: 15, at }, crypto)
  expect(ring.pin.rounds).toBe(600_000)
  const bytes = await bytesByPin(ring, '480 271', crypto)
  if (!bytes) throw new Error('the PIN')
  expect((await wayByPin(bytes, 'otra clave', crypto)).pin.rounds).toBe(600_000)
})

test('[LK5] the server opens the key for its author, also one that was set up anew once the PIN was given', async () => {
  const first = copyOpener('server-1')
  const { ring } = await newKeyring({ authorId: 'ana', pin: '480 271', seal: first.seal, minutes: 15, at, rounds }, crypto)
  const bytes = await bytesByPin(ring, '480 271', crypto)
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

test('[LK4] a PIN has six signs or more, and is no row of neighbours', () => {
  expect(['12345', '111111', '123456', '987654', 'abcdef', '480271', '1234 5', 'mi gato'].map(pinProblem)).toEqual([
    'pin_short',
    'pin_simple',
    'pin_simple',
    'pin_simple',
    'pin_simple',
    null,
    null,
    null,
  ])
})
