import { rutOf } from '#shared/accounts/rut.ts'
import type { SsoProvider } from '#shared/accounts/sso-provider-routes.ts'
import { pageAddress } from '#shared/addresses.ts'
import { apiBase } from '#shared/contract/route.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { ssoCallback } from '#shared/accounts/sso-routes.ts'
import * as oidc from 'openid-client'
import * as v from 'valibot'
import type { SsoConfig } from '../../config.ts'
import type { Log } from '../../server.ts'

/** Seconds that one call of ours to the provider may take: somebody waits in front of a screen. */
const patienceSeconds = 8
/** The same before somebody is led to it, when it has only to show that it is there. */
const aliveSeconds = 4
/** How long what the provider says of itself is good for; its keys are asked for again whenever one is unknown. */
const metadataMs = 3_600_000
/** By so much the provider's clock may be ahead of this machine's. */
const skewMs = 300_000
/** Most bytes of one of its replies. */
const replyBytes = 512_000
/** Algorithms of signatures that only the provider can make. Never `none`, nor one whose key this server has too. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** What the server remembers of a sign-in that it began: nobody else can end it. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** Whom the provider has signed in: of whom, and as whom it knows them. Of Clave Única the formatted rut. */
export interface Identity {
  readonly provider: string
  readonly subject: string
}

/** Claims of Clave Única's userinfo that matter here. */
const claveUnicaSchema = v.object({
  sub: v.string(),
  RolUnico: v.object({
    numero: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]),
    DV: v.union([v.pipe(v.string(), v.regex(/^[\dkK]$/)), v.number()]),
    tipo: v.literal('RUN'),
  }),
})

/**
 * The provider of single sign-on: OpenID Connect with the authorisation code, PKCE, state and nonce, and the signature of the ID token
 * checked (SO6). It is asked when somebody needs it, so that this server starts and works without it (SO10).
 */
export class IdentityProvider {
  readonly config: SsoConfig
  readonly #callback: string
  readonly #home: string
  readonly #log: Log
  #known: { readonly since: number; readonly client: Promise<oidc.Configuration> } | undefined

  constructor({ config, publicUrl, log }: { readonly config: SsoConfig; readonly publicUrl: string; readonly log: Log }) {
    this.config = config
    this.#log = log
    // Of the configured origin, never of a request's Host: it is what the provider has on file.
    this.#callback = `${publicUrl}${apiBase}/${ssoCallback.path}`
    this.#home = `${publicUrl}${pageAddress('login')}`
    if (!config.signature) log.error({ issuer: config.issuer }, signatureWarning)
    if (!config.pkce) log.error({ issuer: config.issuer }, pkceWarning)
  }

  get view(): SsoProvider {
    const { cu, kind, name } = this.config
    return { cu, kind, name }
  }

  /** As whose links are kept: whoever changes the provider finds nobody linked to another one's people. */
  get id(): string {
    return this.config.kind === 'claveunica' ? 'claveunica' : this.config.issuer
  }

  /** The provider's page at which somebody signs in. `ask`: who is there, whoever it knows already. Fails: sso_unavailable. */
  async pageFor(begun: Begun, { ask }: { readonly ask: boolean }): Promise<Result<string>> {
    const { scope, pkce, kind } = this.config
    try {
      const client = await this.#client()
      await answers(client)
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: this.#callback,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        ...(pkce ? { code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier), code_challenge_method: 'S256' } : {}),
        // Clave Única documents no such parameter, and is left by its own sign-out.
        ...(ask && kind === 'standard' ? { prompt: 'login' } : {}),
      })
      return done(url.href)
    } catch (error) {
      return this.#refused(error)
    }
  }

  /**
   * Whom the provider signed in, by what the browser brought back from it (`search`: the query of the callback, whole).
   * Fails: sso_cancelled, sso_expired (the code was used), sso_refused, sso_unavailable.
   */
  async identify(search: string, { state, nonce, verifier }: Begun): Promise<Result<Identity>> {
    try {
      const client = await this.#client()
      const tokens = await oidc.authorizationCodeGrant(client, new URL(`${this.#callback}${search}`), {
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(this.config.pkce ? { pkceCodeVerifier: verifier } : {}),
      })
      const { sub, iat } = tokens.claims() ?? {}
      if (sub === undefined || sub === '') return this.#refused(new Error('an ID token without a subject'))
      // The library holds it against how long ago somebody signed in, and against nothing where that is not asked for.
      if (iat !== undefined && iat * 1000 > Date.now() + skewMs) return this.#refused(new Error('an ID token of a time to come'))
      if (this.config.kind === 'standard') return done({ provider: this.id, subject: sub })
      const rut = await this.#rutBy(client, tokens.access_token, sub)
      return rut.ok ? done({ provider: this.id, subject: rut.value }) : rut
    } catch (error) {
      return this.#refused(error)
    }
  }

  /** Where a browser is sent that signed out here, so that it is signed out there as well; undefined where the provider names no place. */
  async signOutPage(): Promise<string | undefined> {
    const { logoutUrl, kind, clientId } = this.config
    if (kind === 'claveunica') return logoutUrl && `${logoutUrl}?${new URLSearchParams({ redirect: this.#home }).toString()}`
    try {
      const end = logoutUrl ?? (await this.#client()).serverMetadata().end_session_endpoint
      if (end === undefined) return undefined
      const url = new URL(end)
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('post_logout_redirect_uri', this.#home)
      return url.href
    } catch {
      // Whoever signs out has signed out here; the provider's session ends by itself.
      return undefined
    }
  }

  /** What is wrong with how it is set up, or with what the provider says of itself: for who keeps the server. Never a secret. */
  async examine(): Promise<string[]> {
    const found: string[] = []
    if (!this.config.signature) found.push(signatureWarning)
    if (!this.config.pkce) found.push(pkceWarning)
    if (!this.#callback.startsWith('https://')) found.push(`the address to come back to is ${this.#callback}: providers ask for https`)
    try {
      const client = await this.#client()
      const { jwks_uri: keys, code_challenge_methods_supported: methods } = client.serverMetadata()
      if (this.config.signature) {
        const reply = await bounded(keys ?? '', { signal: AbortSignal.timeout(patienceSeconds * 1000) })
        const parsed = v.safeParse(v.object({ keys: v.pipe(v.array(v.unknown()), v.minLength(1)) }), await reply.json())
        if (!reply.ok || !parsed.success) found.push(`the keys of its signatures were not found at ${keys ?? 'any address'}`)
      }
      if (this.config.pkce && methods !== undefined && !methods.includes('S256')) found.push('it says that it does not know PKCE (S256)')
    } catch (error) {
      found.push(`${this.config.issuer} does not answer as it should: ${reasonOf(error)}`)
    }
    return found
  }

  /** The rut of who was signed in, from Clave Única's userinfo, which is asked by POST and is of the same person as the ID token. */
  async #rutBy(client: oidc.Configuration, accessToken: string, sub: string): Promise<Result<string>> {
    const endpoint = client.serverMetadata().userinfo_endpoint
    if (endpoint === undefined) return this.#refused(new Error('no userinfo endpoint'))
    const reply = await oidc.fetchProtectedResource(client, accessToken, new URL(endpoint), 'POST')
    if (reply.status >= 500) return { ok: false, failure: failure('sso_unavailable') }
    const told = v.safeParse(claveUnicaSchema, reply.ok ? await reply.json() : undefined)
    if (!told.success) return this.#refused(new Error(`userinfo is not of the form that was agreed (${reply.status})`))
    if (told.output.sub !== sub) return this.#refused(new Error('userinfo is of somebody else than the ID token'))
    const { numero, DV } = told.output.RolUnico
    const rut = rutOf(`${numero}-${DV}`)
    return rut === undefined ? this.#refused(new Error('userinfo tells no valid rut')) : done(rut)
  }

  /** The client with what the provider says of itself: asked once in a while, and again after every failure. */
  #client(): Promise<oidc.Configuration> {
    if (this.#known && Date.now() - this.#known.since < metadataMs) return this.#known.client
    const client = this.#discover()
    const known = { since: Date.now(), client }
    this.#known = known
    client.catch(() => {
      if (this.#known === known) this.#known = undefined
    })
    return client
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, clientAuth, endpoints, signature, insecure } = this.config
    const auth = clientAuth === 'post' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
    const execute = [
      ...(signature ? [oidc.enableNonRepudiationChecks] : []),
      // Only a provider on this very machine is spoken to without TLS.
      ...(insecure ? [oidc.allowInsecureRequests] : []),
    ]
    const told = endpoints ? { issuer, ...endpoints } : await this.#metadata(execute)
    const { id_token_signing_alg_values_supported: offered = ['RS256'] } = told
    const algorithms = offered.filter((each) => signatures.includes(each))
    const client = new oidc.Configuration({ ...told, id_token_signing_alg_values_supported: algorithms }, clientId, undefined, auth)
    for (const each of execute) each(client)
    client.timeout = patienceSeconds
    client[oidc.customFetch] = bounded
    return client
  }

  /** What the provider says of itself, where it says so. */
  async #metadata(execute: ((client: oidc.Configuration) => void)[]): Promise<oidc.ServerMetadata> {
    const options = { execute, timeout: patienceSeconds, [oidc.customFetch]: bounded }
    const found = await oidc.discovery(new URL(this.config.issuer), this.config.clientId, undefined, undefined, options)
    const { supportsPKCE: _, ...plain } = found.serverMetadata()
    return plain
  }

  #refused(error: unknown): Result<never> {
    const why = failureOf(error)
    const data = { code: why.code, reason: reasonOf(error), issuer: this.config.issuer }
    // Somebody who changed their mind is no fault of anything.
    if (why.code === 'sso_cancelled') this.#log.info(data, 'single sign-on ended at the provider')
    else this.#log.error(data, 'single sign-on was refused')
    return { ok: false, failure: why }
  }
}

/**
 * Whoever is led to a page that nobody serves is left with an error of their browser: the provider first shows that it is there, by the keys
 * that it publishes for everybody. Throws when it is not (SO10).
 */
async function answers(client: oidc.Configuration): Promise<void> {
  const { jwks_uri: keys } = client.serverMetadata()
  if (keys === undefined) return
  const { status } = await bounded(keys, { signal: AbortSignal.timeout(aliveSeconds * 1000) })
  if (status >= 500) throw new TypeError(`its keys are not given out: ${status}`)
}

const signatureWarning =
  'OIDC_SIGNATURE=off: who signs in by single sign-on is believed without the signature of the ID token, on the word of TLS alone'
const pkceWarning = 'OIDC_PKCE=off: single sign-on runs without PKCE'

/** A call to the provider, of which no more is read than such replies need, and that follows nobody elsewhere. */
const bounded = async (url: string, options: Partial<oidc.CustomFetchOptions>): Promise<Response> => {
  const { body = null, method = 'GET', headers = {}, signal } = options
  if (body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams)) throw new TypeError('a body of another kind')
  const reply = await fetch(url, { method, headers, body, redirect: 'manual', ...(signal ? { signal } : {}) })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of reply.body ?? []) {
    bytes += part.byteLength
    if (bytes > replyBytes) throw new TypeError('a reply that is too large')
    parts.push(part)
  }
  const whole = [101, 204, 205, 304].includes(reply.status) ? null : Buffer.concat(parts)
  return new Response(whole, { status: reply.status, statusText: reply.statusText, headers: reply.headers })
}

/** What a person is told of a failure of the library, of the network, or of the provider. */
function failureOf(error: unknown): Failure {
  if (error instanceof oidc.AuthorizationResponseError)
    return failure(error.error === 'server_error' || error.error === 'temporarily_unavailable' ? 'sso_unavailable' : 'sso_cancelled')
  if (error instanceof oidc.ResponseBodyError)
    // A code that was used or is too old; else it is we who are set up wrongly.
    return failure(error.error === 'invalid_grant' ? 'sso_expired' : 'sso_unavailable')
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return failure('sso_unavailable')
  if (error instanceof oidc.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return failure('sso_unavailable')
    const { cause } = error
    if (cause instanceof Response && cause.status >= 500) return failure('sso_unavailable')
  }
  return failure('sso_refused')
}

/** For the log: what the library or the network calls it, without what came over the wire. */
function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) return error.error.slice(0, 100)
  const { message } = error instanceof Error ? error : new Error(String(error))
  const { cause } = error instanceof Error ? error : {}
  const inner = cause instanceof Error && cause.message !== message ? `: ${cause.message}` : ''
  return `${message}${inner}`.slice(0, 300)
}
