import type { Ports } from '../ports.ts'

const nonceBytes = 12
const tagBytes = 16
/** How what is sealed begins: with a tag that shows every change, or, of what a page wrote in its last moment, without one. */
const tagged = 1
const untagged = 2
/** What was sealed: JSON, bytes as they are, or nothing. */
const asJson = 0
const asBytes = 1
const asNothing = 2

/** Streams that are made ahead, and how long a text each of them hides: a browser encrypts only after a while, and a page that ends has none. */
const padsAhead = 4
const padBytes = 48 * 1024

/** What is sealed, so that nothing stands in the place of something else. */
export type Kind = 'row' | 'work' | 'outcome' | 'draft' | 'file' | 'name' | 'form' | 'note' | 'token'

interface Pad {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly stream: Uint8Array
}

/** Seals what a device keeps with a key that nobody can read out of the page. */
export class Box {
  readonly #key: CryptoKey
  readonly #crypto: Ports['crypto']
  readonly #pads: Pad[] = []
  #making: Promise<void> | null = null

  /** The key: AES-GCM, for both ways, not extractable. */
  constructor(key: CryptoKey, crypto: Ports['crypto']) {
    this.#key = key
    this.#crypto = crypto
    void this.ahead()
  }

  /** Resolves when streams are ready for what must be sealed at once. */
  ahead(): Promise<void> {
    this.#making ??= this.#make().finally(() => (this.#making = null))
    return this.#making
  }

  async #make(): Promise<void> {
    while (this.#pads.length < padsAhead) {
      const nonce = this.#nonce()
      this.#pads.push({ nonce, stream: await this.#streamOf(nonce, padBytes) })
    }
  }

  async seal(kind: Kind, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
    const iv = this.#nonce()
    const sealed = await this.#crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: saying(kind) }, this.#key, written(value))
    return joined(tagged, iv, new Uint8Array(sealed))
  }

  /**
   * Sealed before this returns, for a page that is about to end; null when no stream is at hand that is long enough. Without a tag:
   * whoever changes the disk could change such a text, and nobody could read it.
   */
  sealNow(value: unknown): Uint8Array<ArrayBuffer> | null {
    const bytes = written(value)
    const pad = bytes.length <= padBytes ? this.#pads.pop() : undefined
    void this.ahead()
    return pad ? joined(untagged, pad.nonce, hidden(bytes, pad.stream)) : null
  }

  /** What was sealed; whatever is not sealed is given back as it is. Fails: OperationError (another key, or changed). */
  async open(kind: Kind, sealed: unknown): Promise<unknown> {
    if (!isSealed(sealed)) return sealed
    const iv = sealed.slice(1, 1 + nonceBytes)
    const rest = sealed.slice(1 + nonceBytes)
    if (sealed[0] === untagged) return read(hidden(rest, await this.#streamOf(iv, rest.length)))
    return read(new Uint8Array(await this.#crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: saying(kind) }, this.#key, rest)))
  }

  #nonce(): Uint8Array<ArrayBuffer> {
    return this.#crypto.getRandomValues(new Uint8Array(nonceBytes))
  }

  /** What the key makes of nothing but zeros: the cipher adds it to a text, and never makes the same twice. */
  async #streamOf(iv: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
    const made = await this.#crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.#key, new Uint8Array(length))
    return new Uint8Array(made).subarray(0, length)
  }
}

const isSealed = (value: unknown): value is Uint8Array<ArrayBuffer> =>
  value instanceof Uint8Array &&
  (value[0] === tagged ? value.length > nonceBytes + tagBytes : value[0] === untagged && value.length > nonceBytes + 1)

const saying = (kind: Kind): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`iip ${kind}`)

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
