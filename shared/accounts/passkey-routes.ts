import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { passwordMaxLength } from './model.ts'
import { signedInSchema } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const said = v.object({ msg: v.string() })

/** Longest name that a person gives a passkey. */
export const passkeyNameMax = 60
/** Passkeys of one person. */
export const passkeysMax = 20

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(passkeyNameMax))

/** Bytes as browsers write them in JSON, at most so many characters. */
const bytes = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[\w-]*$/))
/** An id of a credential: at most 1023 bytes. */
const credentialId = v.pipe(bytes(1364), v.minLength(1))
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
/** What a browser may tell beside it is neither read nor kept. */
const beside = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
}

/** What an authenticator signed, as the browser hands it over. */
export const assertionSchema = v.object({
  ...beside,
  response: v.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(4096),
    signature: bytes(16_384),
    userHandle: v.optional(v.nullable(bytes(128))),
  }),
})
export type Assertion = Readonly<v.InferOutput<typeof assertionSchema>>

/** A passkey that an authenticator made, as the browser hands it over. */
const attestation = v.object({
  ...beside,
  response: v.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(65_536),
    /** Ways to the authenticator; words that are not known yet say nothing. */
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(20)), []),
  }),
})
export type Attestation = Readonly<v.InferOutput<typeof attestation>>

const descriptor = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.array(v.picklist(transports)) })
type Descriptor = v.InferOutput<typeof descriptor>
export type Transport = Descriptor['transports'][number]

export const isTransport = (word: string): word is Transport => (transports as readonly string[]).includes(word)

/** What a browser asks an authenticator to sign. It is good once, until `expiresAt`. */
const requestSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  /** Origin at which the platform's passkeys work; on another one they do not. */
  origin: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Those among which one is looked for; none where the person is not known yet. */
  allowCredentials: is.list(descriptor),
  expiresAt: is.instant,
})
export type PasskeyRequest = Readonly<v.InferOutput<typeof requestSchema>>

/** What a browser makes a passkey of. It is good once, until `expiresAt`. */
const creationSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: is.list(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  /** The person's own: an authenticator that holds one makes no second. */
  excludeCredentials: is.list(descriptor),
  expiresAt: is.instant,
})
export type PasskeyCreation = Readonly<v.InferOutput<typeof creationSchema>>

/** That it is the person: their password, with a code where their sign-in asks for one, or another passkey of theirs. */
const proof = v.union([
  v.object({ passkey: assertionSchema }),
  v.object({
    password: v.pipe(v.string(), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long')),
    code: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(100),
        v.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
      ),
      '',
    ),
  }),
])
export type PasskeyProof = Readonly<v.InferInput<typeof proof>>

/** A passkey as its owner sees it. */
const passkeySchema = v.object({
  id: v.string(),
  /** As browsers know it, to be told that it is gone. */
  credentialId: v.string(),
  name: v.string(),
  createdAt: is.instant,
  lastUsedAt: v.nullable(is.instant),
  /** Whether the provider of the authenticator keeps it for the person's other devices too. */
  synced: v.boolean(),
})
export type Passkey = Readonly<v.InferOutput<typeof passkeySchema>>

/** What every use of a passkey can be refused with. */
/** What a passkey that shows nothing is refused with. */
export const passkeyRefusals = ['passkeys_unavailable', 'passkey_expired', 'passkey_unknown', 'passkey_failed'] as const
const used = [...passkeyRefusals, 'too_many_requests'] as const
const proved = ['impersonating', 'current_password_wrong', 'code_wrong', 'passkey_needed', ...used] as const

export const beginPasskeySignIn = route({
  name: 'passkeys.beginSignIn',
  method: 'POST',
  path: 'auth/passkey/begin',
  summary: {
    es: 'Da lo que el navegador pide firmar a una llave de acceso para entrar. Sirve una vez, durante cinco minutos.',
    en: 'Gives what the browser asks a passkey to sign to get in. It is good once, for five minutes.',
  },
  access: 'public',
  reply: requestSchema,
  fails: ['passkeys_unavailable', 'too_many_requests'],
})

export const passkeySignIn = route({
  name: 'passkeys.signIn',
  method: 'POST',
  path: 'auth/passkey',
  summary: {
    es: 'Abre una sesión con una llave de acceso, que verificó a la persona: no se pide contraseña ni código.',
    en: 'Opens a session with a passkey that verified the person: neither password nor code is asked for.',
  },
  access: 'public',
  body: v.object({
    passkey: assertionSchema,
    deviceId: v.optional(id),
    deviceSecret: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  reply: signedInSchema,
  fails: ['revoked', ...used],
})

export const passkeys = route({
  name: 'passkeys.list',
  method: 'GET',
  path: 'user/passkeys',
  summary: { es: 'Las llaves de acceso de la persona.', en: 'The passkeys of the user.' },
  access: 'session',
  reply: v.object({
    /** Where passkeys work: the origin of the platform; null where it has no name that they could belong to. */
    origin: v.nullable(v.string()),
    rpId: v.nullable(v.string()),
    /** The person, as authenticators know them. */
    userHandle: v.string(),
    /** What is asked of them before one is added or removed; another passkey always will do. */
    proof: v.picklist(['password', 'code', 'passkey']),
    passkeys: is.list(passkeySchema),
  }),
  fails: [],
})
export type Passkeys = Readonly<v.InferOutput<NonNullable<(typeof passkeys)['reply']>>>

export const beginPasskeyProof = route({
  name: 'passkeys.beginProof',
  method: 'POST',
  path: 'user/passkeys/proof',
  summary: {
    es: 'Da lo que una llave de la persona firma para agregar o quitar otra, en lugar de la contraseña.',
    en: 'Gives what a passkey of the user signs to add or remove another, in the place of the password.',
  },
  access: 'session',
  reply: requestSchema,
  fails: ['impersonating', 'passkeys_unavailable', 'not_found'],
  limits: { pace: { burst: 20, perSecond: 0.2 } },
})

export const beginPasskey = route({
  name: 'passkeys.begin',
  method: 'POST',
  path: 'user/passkeys/begin',
  summary: {
    es: 'Con la contraseña, u otra llave, da lo que el navegador necesita para crear una llave de acceso.',
    en: 'With the password, or another passkey, gives what the browser needs to make a passkey.',
  },
  access: 'session',
  body: v.object({ proof }),
  reply: creationSchema,
  fails: ['passkeys_full', ...proved],
})

export const addPasskey = route({
  name: 'passkeys.add',
  method: 'POST',
  path: 'user/passkeys',
  summary: {
    es: 'Guarda la llave que el navegador creó. La persona recibe un correo y un aviso.',
    en: 'Keeps the passkey that the browser made. The person gets a letter and a notice.',
  },
  access: 'session',
  body: v.object({ name, passkey: attestation }),
  reply: passkeySchema,
  fails: ['impersonating', 'passkeys_unavailable', 'passkey_expired', 'passkey_failed', 'passkey_taken', 'passkeys_full'],
})

export const renamePasskey = route({
  name: 'passkeys.rename',
  method: 'PUT',
  path: 'user/passkeys/:id',
  summary: { es: 'Cambia el nombre de una llave de acceso.', en: 'Changes the name of a passkey.' },
  access: 'session',
  params: v.object({ id }),
  body: v.object({ name }),
  reply: passkeySchema,
  fails: ['impersonating', 'not_found'],
})

export const removePasskey = route({
  name: 'passkeys.remove',
  method: 'POST',
  path: 'user/passkeys/:id/remove',
  summary: {
    es: 'Quita una llave de acceso, con la contraseña u otra llave. No la última manera de entrar.',
    en: 'Removes a passkey, with the password or another passkey. Not the last way in.',
  },
  access: 'session',
  params: v.object({ id }),
  body: v.object({ proof }),
  reply: said,
  fails: ['not_found', 'last_way_in', 'factor_required', ...proved],
})
