import type { PasskeyCreation, PasskeyRequest } from '#shared/accounts/passkey-routes.ts'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What a test has an authenticator, or the browser before it, do otherwise than it should. */
export interface Otherwise {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userHandle?: string
  /** By its own count; an authenticator that does not count says 0. */
  readonly counter?: number
  readonly verified?: boolean
  readonly crossOrigin?: boolean
  readonly type?: string
  readonly key?: KeyObject
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const text64 = (text: string): string => Buffer.from(text).toString('base64url')

/** CBOR of what an attestation holds: whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as ReadonlyMap<number | string, number | string | Buffer>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const flags = { present: 1, verified: 4, mayBeSynced: 8, synced: 16, withKey: 64 }

/** An authenticator with a browser before it, in a few lines: it makes one passkey and signs with it. */
export class SoftPasskey {
  readonly id = randomBytes(32).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #userHandle = ''
  #rpId = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What a browser brings back of a new passkey. */
  create({ challenge, rp, user }: Pick<PasskeyCreation, 'challenge' | 'rp' | 'user'>, otherwise: Otherwise = {}) {
    this.#userHandle = user.id
    this.#rpId = rp.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([this.#data(otherwise, flags.withKey), Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, otherwise),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'of tomorrow'],
      },
      clientExtensionResults: {},
    }
  }

  /** What a browser brings back of a challenge. */
  sign({ challenge }: Pick<PasskeyRequest, 'challenge'>, otherwise: Otherwise = {}) {
    const clientDataJSON = this.#client('webauthn.get', challenge, otherwise)
    const authenticatorData = this.#data(otherwise)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, otherwise.key ?? this.#keys.privateKey).toString('base64url'),
        userHandle: otherwise.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    }
  }

  #client(type: string, challenge: string, otherwise: Otherwise): string {
    const said = {
      type: otherwise.type ?? type,
      challenge: otherwise.challenge ?? challenge,
      origin: otherwise.origin ?? this.#origin,
      crossOrigin: otherwise.crossOrigin ?? false,
    }
    return text64(JSON.stringify(said))
  }

  #data({ rpId = this.#rpId, verified = true, counter = ++this.#counter }: Otherwise, more = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const set = flags.present | (verified ? flags.verified : 0) | flags.mayBeSynced | flags.synced | more
    return Buffer.concat([sha256(rpId), Buffer.from([set]), count])
  }
}
