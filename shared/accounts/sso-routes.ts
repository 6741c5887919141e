import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { passwordMaxLength } from './model.ts'
import { assertionSchema, passkeyRefusals } from './passkey-routes.ts'
import { signedInSchema, signInTicketSchema } from './routes.ts'
import { ssoProviderSchema } from './sso-provider-routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** A secret of 256 bits, or its digest, as text that is safe in an address. */
const opaque = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
/** What comes in an address: whatever it is, it is looked up and found or not. */
const brought = v.pipe(v.string(), v.maxLength(200))

/** Where the browser goes on, whole page: the provider's. */
const onward = v.object({ goTo: v.string() })

export const beginSso = route({
  name: 'sso.begin',
  method: 'POST',
  path: 'auth/sso',
  summary: {
    es: 'Empieza un ingreso único: dice a qué página del proveedor ir. {proof} es el SHA-256 del secreto que el navegador guarda.',
    en: 'Begins a single sign-on: says to which page of the provider to go. {proof} is the SHA-256 of the secret that the browser keeps.',
  },
  access: 'public',
  body: v.object({
    proof: opaque,
    /** Others use this computer too: the provider asks who is there, whoever signed in to it before. */
    shared: v.optional(v.boolean(), false),
  }),
  reply: onward,
  fails: ['not_found', 'sso_unavailable', 'too_many_requests'],
})

/** Where the provider sends the browser back. What it says is the provider's library to read, whole. */
export const ssoCallback = route({
  name: 'sso.callback',
  method: 'GET',
  path: 'auth/sso/callback',
  summary: {
    es: 'Recibe al navegador que vuelve del proveedor y lo lleva a la plataforma, con un código de un solo uso que dura 60 segundos.',
    en: 'Receives the browser from the provider and leads it to the platform, with a one-time code that lasts 60 seconds.',
  },
  access: 'public',
  raw: { reply: null },
  fails: ['not_found'],
})

export const ssoSignIn = route({
  name: 'sso.signIn',
  method: 'POST',
  path: 'auth/:cu',
  summary: {
    es: 'Abre una sesión con el código de un solo uso y el secreto del navegador que empezó. A quien tiene segundo factor le da un boleto.',
    en: 'Opens a session with the one-time code and the secret of the browser that began. Who has a second factor gets a ticket.',
  },
  access: 'public',
  params: v.object({ cu: v.pipe(v.string(), v.maxLength(64)) }),
  body: v.object({
    token: brought,
    secret: brought,
    deviceId: v.optional(id),
    deviceSecret: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  reply: v.union([signedInSchema, signInTicketSchema]),
  fails: ['not_found', 'sso_expired', 'sso_not_linked', 'revoked', 'passkey_needed'],
})

const ssoLinkSchema = v.object({
  /** Null where there is none any more: what is linked stays and can be taken away. */
  provider: v.nullable(ssoProviderSchema),
  linked: v.nullable(
    v.object({
      /** Formatted; null where the provider knows people by something else. */
      rut: v.nullable(v.string()),
      since: is.instant,
    }),
  ),
  /** Whether a change asks for a code of the second factor, too. */
  factor: v.boolean(),
})
export type SsoLink = Readonly<v.InferOutput<typeof ssoLinkSchema>>

export const readSsoLink = route({
  name: 'sso.read',
  method: 'GET',
  path: 'user/claveunica/:id',
  summary: { es: 'El ingreso único de la persona.', en: 'The single sign-on of the user.' },
  access: 'session',
  params: v.object({ id }),
  reply: ssoLinkSchema,
  fails: ['not_found'],
})

export const changeSsoLink = route({
  name: 'sso.change',
  method: 'PUT',
  path: 'user/claveunica/:id',
  summary: {
    es: 'Empieza a vincular el ingreso único con el rut escrito, que se confirma ingresando en el proveedor; un rut vacío desvincula. Pide la contraseña.',
    en: 'Begins to link single sign-on with the rut that was typed, which is confirmed by signing in at the provider; an empty rut unlinks. Asks for the password.',
  },
  access: 'session',
  params: v.object({ id }),
  body: v.object({
    /** Absent where the provider knows people by something else. */
    rut: v.optional(v.pipe(v.string(), v.maxLength(100))),
    password: v.pipe(v.optional(v.string(), ''), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long')),
    /** Of the second factor, of who has one. */
    code: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(100),
        v.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
      ),
    ),
    /** Of who has one in the place of a second factor that the platform asks for (PK5). */
    passkey: v.optional(assertionSchema),
    /** To link: SHA-256 of the secret that the browser keeps. */
    proof: v.optional(opaque),
  }),
  /** `goTo`: the provider's page at which a link is confirmed; null once it was taken away. */
  reply: v.object({ ...ssoLinkSchema.entries, goTo: v.nullable(v.string()) }),
  fails: [
    'not_found',
    'impersonating',
    'rut_not_valide',
    'current_password_wrong',
    'code_wrong',
    'sso_only_way',
    'passkey_needed',
    ...passkeyRefusals,
    'sso_unavailable',
    'too_many_requests',
  ],
})

export const confirmSsoLink = route({
  name: 'sso.confirm',
  method: 'POST',
  path: 'user/claveunica/:id',
  summary: {
    es: 'Vincula la identidad con que se ingresó en el proveedor, con el código de un solo uso y el secreto del navegador.',
    en: 'Links the identity that signed in at the provider, with the one-time code and the browser’s secret.',
  },
  access: 'session',
  params: v.object({ id }),
  body: v.object({ token: brought, secret: brought }),
  reply: ssoLinkSchema,
  fails: ['not_found', 'impersonating', 'sso_expired', 'sso_rut_differs', 'sso_linked_elsewhere'],
})
