import type { Ports } from '../ports.ts'
import { isSameMac, macBytes, macKeyBytes, oneTimeMac } from './one-time-mac.ts'

const nonceBytes = 12
const tagBytes = 16
/**
 * How what is sealed begins. Of a program of before, with a tag that names the kind alone, and without one; then with a tag that names the
 * place as well, of what was sealed in its time, and of what a page wrote in its last moment.
 */
const formerTagged = 1
const formerTyped = 2
const tagged = 3
const typed = 4
/** What was sealed: JSON, bytes as they are, or nothing. */
const asJson = 0
const asBytes = 1
const asNothing = 2

/** Streams that are made ahead, and how long a text each of them hides: a browser encrypts only after a while, and a page that ends has none. */
const padsAhead = 4
const padBytes = 48 * 1024

/** What is sealed, so that nothing stands in the place of something else. */
export type Kind = 'row' | 'work' | 'outcome' | 'draft' | 'file' | 'name' | 'form' | 'note' | 'token'
/** Where it is sealed: the key of its row, its version, and all else in clear beside it that says what it is. */
export type Place = readonly (string | number | null | undefined)[]

interface Pad {
  readonly nonce: Uint8Array<ArrayBuffer>
  /** Of what comes right behind it, and of nothing else. */
  readonly macKey: Uint8Array
  readonly stream: Uint8Array
}

/** What stands there was not sealed there with this key: it was changed, or is of another place, or of another device. */
export class NotSealedHereError extends Error {
  override readonly name = 'NotSealedHereError'
}

/** Seals what a device keeps with a key that nobody can read out of the page (LK8). */
export class Box {
  readonly #crypto: Ports['crypto']
  readonly #former: CryptoKey | null
  readonly #values: Promise<CryptoKey>
  readonly #streams: Promise<CryptoKey>
  readonly #pads: Pad[] = []
  #making: Promise<void> | null = null

  /** `key` as `usable` makes it. `former`: what a program of before sealed with it opens too, until all of it is sealed anew. */
  constructor(key: CryptoKey, crypto: Ports['crypto'], former: CryptoKey | null = null) {
    this.#crypto = crypto
    this.#former = former
    // Of one key two: the tag of what is typed is made of a stream, of which who knows a sealed value would know the beginning.
    this.#values = keyFor('values', key, crypto)
    this.#streams = keyFor('typed texts', key, crypto)
    void this.ahead()
  }

  /** Resolves when streams are ready for what must be sealed at once. */
  ahead(): Promise<void> {
    this.#making ??= this.#make().finally(() => (this.#making = null))
    return this.#making
  }

  async #make(): Promise<void> {
    while (this.#pads.length < padsAhead) this.#pads.push(await this.#padOf(this.#nonce(), padBytes))
  }

  async seal(kind: Kind, place: Place, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
    const iv = this.#nonce()
    const how = { name: 'AES-GCM', iv, additionalData: saying(kind, place) }
    return joined(tagged, iv, new Uint8Array(await this.#crypto.subtle.encrypt(how, await this.#values, written(value))))
  }

  /** Sealed before this returns, for a page that is about to end; null when no stream is at hand that is long enough. */
  sealNow(kind: Kind, place: Place, value: unknown): Uint8Array<ArrayBuffer> | null {
    const bytes = written(value)
    const pad = bytes.length <= padBytes ? this.#pads.pop() : undefined
    void this.ahead()
    if (!pad) return null
    const text = hidden(bytes, pad.stream)
    return joined(typed, pad.nonce, macOf(pad, saying(kind, place), text), text)
  }

  /** What was sealed there. Fails: NotSealedHereError, OperationError (another key or place, or changed). */
  async open(kind: Kind, place: Place, sealed: unknown): Promise<unknown> {
    if (!(sealed instanceof Uint8Array)) return this.#ofBefore(sealed)
    const bytes = Uint8Array.from(sealed)
    const iv = bytes.slice(1, 1 + nonceBytes)
    const rest = bytes.slice(1 + nonceBytes)
    const [first = 0] = bytes
    switch (first) {
      case tagged:
        return read(await this.#opened(await this.#values, iv, saying(kind, place), rest))
      case typed: {
        const text = rest.slice(macBytes)
        const pad = await this.#padOf(iv, text.length)
        if (!isSameMac(macOf(pad, saying(kind, place), text), rest.subarray(0, macBytes)))
          throw new NotSealedHereError(`${kind} was changed`)
        return read(hidden(text, pad.stream))
      }
      case formerTagged:
        return this.#former && rest.length > tagBytes
          ? read(await this.#opened(this.#former, iv, utf8(`iip ${kind}`), rest))
          : this.#ofBefore(sealed)
      case formerTyped:
        // Only texts that were being typed were ever sealed so.
        return this.#former && kind === 'draft'
          ? read(hidden(rest, await this.#streamOf(this.#former, iv, rest.length)))
          : this.#ofBefore(kind === 'draft' ? sealed : undefined)
      default:
        return this.#ofBefore(sealed)
    }
  }

  /** A program of before let stand what was not sealed. */
  #ofBefore(found: unknown): unknown {
    if (this.#former && found !== undefined) return found
    throw new NotSealedHereError('it is not sealed')
  }

  async #opened(key: CryptoKey, iv: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>, rest: Uint8Array<ArrayBuffer>) {
    return new Uint8Array(await this.#crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, rest))
  }

  #nonce(): Uint8Array<ArrayBuffer> {
    return this.#crypto.getRandomValues(new Uint8Array(nonceBytes))
  }

  async #padOf(nonce: Uint8Array<ArrayBuffer>, length: number): Promise<Pad> {
    const stream = await this.#streamOf(await this.#streams, nonce, macKeyBytes + length)
    return { nonce, macKey: stream.subarray(0, macKeyBytes), stream: stream.subarray(macKeyBytes) }
  }

  /** What the key makes of nothing but zeros: the cipher adds it to a text, and never makes the same twice. */
  async #streamOf(key: CryptoKey, iv: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
    const made = await this.#crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(length))
    return new Uint8Array(made).subarray(0, length)
  }
}

/** Whether a program of before sealed it. */
export const isOfFormerSeal = (value: unknown): boolean =>
  value instanceof Uint8Array && (value[0] === formerTagged || value[0] === formerTyped)

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const saying = (kind: Kind, place: Place): Uint8Array<ArrayBuffer> => utf8(JSON.stringify([kind, ...place.map((each) => each ?? null)]))

const keyFor = (use: string, key: CryptoKey, { subtle }: Ports['crypto']): Promise<CryptoKey> =>
  subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8(`iip device ${use}`) },
    key,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )

/** The length of what is said about it stands in front: no part of one can be taken for the other. */
function macOf({ macKey }: Pad, about: Uint8Array, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, about.length)
  return oneTimeMac(macKey, joined(typed, length, about, text))
}

function written(value: unknown): Uint8Array<ArrayBuffer> {
  if (value instanceof Uint8Array) return joined(asBytes, value)
  if (value === undefined) return Uint8Array.of(asNothing)
  return joined(asJson, new TextEncoder().encode(JSON.stringify(value)))
}

function read(bytes: Uint8Array<ArrayBuffer>): unknown {
  const rest = bytes.slice(1)
  if (bytes[0] === asBytes) return rest
  if (bytes[0] === asNothing) return undefined
  return JSON.parse(new TextDecoder().decode(rest))
}

function hidden(bytes: Uint8Array, stream: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) out[at] = (bytes[at] ?? 0) ^ (stream[at] ?? 0)
  return out
}

function joined(first: number, ...rest: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(rest.reduce((total, { length }) => total + length, 1))
  out[0] = first
  let at = 1
  for (const each of rest) {
    out.set(each, at)
    at += each.length
  }
  return out
}
