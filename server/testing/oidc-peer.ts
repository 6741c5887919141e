import { Provider, type Configuration } from 'oidc-provider'
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { must } from '#shared/kernel/assert.ts'
import type { SsoConfig } from '../config.ts'
import { freePort } from './port.ts'

type Json = Record<string, unknown>

/** The claims of an ID token, and how it is signed. */
export interface Forging {
  readonly header: Json
  readonly claims: Json
  /** The peer's own key unless another one is given; null signs nothing. */
  readonly key?: KeyObject | null
}

/** An OpenID provider that others wrote, with its real pages, and whatever of its replies a test wants to be false. */
export interface OidcPeer {
  readonly issuer: string
  readonly config: SsoConfig
  /** Changes the ID token of every reply from now on; undefined leaves it alone. */
  forge(change: ((token: Forging) => Forging) | undefined): void
  /** Changes what userinfo tells from now on. */
  tell(change: ((claims: Json) => Json) | undefined): void
  /** Walks a browser with a cookie jar of its own through the provider's pages. Where it is sent back to. */
  signIn(page: string, login: string, act?: 'sign-in' | 'refuse'): Promise<URL>
  /** Methods and paths of what was asked of it. */
  readonly asked: readonly string[]
  /** Nobody answers at its address any more. */
  stop(): Promise<void>
  /** It is there again. */
  resume(): Promise<void>
}

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** One for all peers of a run: making it takes most of a second. */
let ownKey: KeyObject | undefined

export interface PeerOptions {
  readonly kind: SsoConfig['kind']
  /** Origin of the platform. */
  readonly publicUrl: string
  readonly more?: Partial<SsoConfig>
  /** Where it listens; anywhere unless it was said to somebody already. */
  readonly port?: number
}

const clientSecret = 'a secret that both know, and nobody else'

/** Settings of a server of its own process that takes a peer of such a kind at such a port for its provider. */
export function settingsOf({ kind, port }: { readonly kind: SsoConfig['kind']; readonly port: number }): Record<string, string> {
  const issuer = `http://127.0.0.1:${port}`
  const told = { OIDC_KIND: kind, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'iip', OIDC_CLIENT_SECRET: clientSecret }
  if (kind === 'standard') return { ...told, OIDC_NAME: 'Mi Institución' }
  return {
    ...told,
    OIDC_AUTHORIZE_URL: `${issuer}/auth`,
    OIDC_TOKEN_URL: `${issuer}/token`,
    OIDC_USERINFO_URL: `${issuer}/me`,
    OIDC_JWKS_URL: `${issuer}/jwks`,
    OIDC_LOGOUT_URL: `${issuer}/logout`,
  }
}

export async function openPeer({ kind, publicUrl, more = {}, port: told }: PeerOptions): Promise<OidcPeer> {
  const port = told ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const key = (ownKey ??= newKey())
  const config: SsoConfig = {
    kind,
    cu: kind === 'claveunica' ? 'claveunica' : 'oidc',
    name: kind === 'claveunica' ? 'Clave Única' : 'Mi Institución',
    issuer,
    clientId: 'iip',
    clientSecret,
    clientAuth: kind === 'claveunica' ? 'post' : 'basic',
    scope: kind === 'claveunica' ? 'openid run name' : 'openid',
    pkce: true,
    signature: true,
    countsAsFactor: false,
    endpoints:
      kind === 'claveunica'
        ? {
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/me`,
            jwks_uri: `${issuer}/jwks`,
          }
        : undefined,
    logoutUrl: kind === 'claveunica' ? `${issuer}/logout` : undefined,
    insecure: true,
    ...more,
  }
  let forging: ((token: Forging) => Forging) | undefined
  let telling: ((claims: Json) => Json) | undefined
  const asked: string[] = []
  const settings: Configuration = {
    clients: [
      {
        client_id: config.clientId,
        client_secret: config.clientSecret,
        redirect_uris: [`${publicUrl}/api/v1/auth/sso/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        token_endpoint_auth_method: config.clientAuth === 'post' ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'peer' }] },
    cookies: { keys: ['of this peer alone'] },
    ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => false },
    claims: { openid: ['sub'], run: ['RolUnico'], name: ['name'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...personOf(id) }) }),
  }
  const provider = new Provider(issuer, settings)
  provider.use(async (context, next) => {
    asked.push(`${context.method} ${context.path}`)
    if (kind === 'claveunica' && context.path === '/logout') {
      // As Clave Única signs out: at once, and back to an address that it has on file.
      for (const name of ['_session', '_session.legacy']) context.cookies.set(name, null)
      if (context.query['redirect'] === `${publicUrl}/login`) return context.redirect(context.query['redirect'])
    }
    await next()
    if (context.path === '/token' && forging && isJson(context.body) && typeof context.body['id_token'] === 'string')
      context.body = { ...context.body, id_token: signed(forging(parted(context.body['id_token'])), key) }
    if (context.path === '/me' && telling && isJson(context.body)) context.body = telling(context.body)
  })
  const answer = provider.callback()
  const http: Server = createServer((request, response) => void answer(request, response))
  const listen = (): Promise<void> => new Promise((resolve) => void http.listen(port, '127.0.0.1', resolve))
  await listen()
  return {
    issuer,
    config,
    asked,
    forge: (change) => (forging = change),
    tell: (change) => (telling = change),
    signIn: (page, login, act = 'sign-in') => walk({ issuer, publicUrl, page, login, act }),
    resume: listen,
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

/** Whoever signs in with the digits of a rut has it. */
function personOf(login: string): Json {
  const [numero = '', DV = ''] = login.split('-')
  return { RolUnico: { numero: Number(numero), DV, tipo: 'RUN' }, name: { nombres: ['María'], apellidos: ['Soto'] } }
}

function parted(token: string): Forging {
  const [header, claims] = token.split('.')
  return { header: read(header), claims: read(claims) }
}

function signed({ header, claims, key }: Forging, own: KeyObject): string {
  const input = `${text(header)}.${text(claims)}`
  return `${input}.${
    key === null
      ? ''
      : createSign('sha256')
          .update(input)
          .sign(key ?? own, 'base64url')
  }`
}

const mostSteps = 20

/** What a person does in front of the provider's own pages, without drawing them. */
async function walk({
  issuer,
  publicUrl,
  page,
  login,
  act,
}: {
  issuer: string
  publicUrl: string
  page: string
  login: string
  act: 'sign-in' | 'refuse'
}): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(page)
  let form: URLSearchParams | undefined
  for (let step = 0; step < mostSteps; step += 1) {
    const reply: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), accept: 'text/html' },
      ...(form ? { body: form } : {}),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    form = undefined
    const location = reply.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.origin === publicUrl) return url
      continue
    }
    const html = await reply.text()
    if (!reply.ok) throw new Error(`the provider replied ${reply.status}: ${html.slice(0, 300)}`)
    if (act === 'refuse') {
      url = new URL(must(/href="([^"]+\/abort)"/.exec(html)?.[1], 'a page without a way back'), issuer)
      continue
    }
    url = new URL(must(/action="([^"]+)"/.exec(html)?.[1], 'a page without a form'), issuer)
    const prompt = must(/name="prompt" value="(\w+)"/.exec(html)?.[1], 'a form that asks for nothing')
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'whatever' } : {}) })
  }
  throw new Error('the provider goes round in circles')
}
