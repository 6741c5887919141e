import { withoutEnding } from '#shared/kernel/cut.ts'
import { addressOf, addressText } from '#shared/accounts/address.ts'
import { passwordMinLength } from '#shared/accounts/model.ts'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { usualConnections } from './db/pool.ts'
import type { Mailbox } from './email/carrier.ts'
import type { FilesConfig } from './files/open.ts'
import { isLoopbackAddress, proxiesOf, type Proxies } from './http/peer.ts'

/** A request may hold one while it writes, a job another, and both reports that are made read at the same time. */
const fewestConnections = 4

const onOff = v.picklist(['on', 'off'])

/** Longest that the lab's people may be asked to make their passwords. */
const labPasswordMost = 64
/** What they are asked for unless it is said. */
const labPasswordUsual = 12

type LabKind = 'Administrator' | 'Evaluator'
const factorKinds: Readonly<Record<'none' | 'administrators' | 'evaluators' | 'all', readonly LabKind[]>> = {
  none: [],
  administrators: ['Administrator'],
  evaluators: ['Evaluator'],
  all: ['Administrator', 'Evaluator'],
}

/** Days for which something is kept: whole, at least as many as what it is for needs. */
const days = (fewest: number) => v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(fewest), v.maxValue(36_500))
/** A chain of attempts is told over a month, a letter is carried for two days, and an upload goes on where it was cut for a week. */
const fewestDays = { signIns: 30, letters: 30, uploads: 7, deactivated: 30 } as const

/** An address of the provider of single sign-on: by TLS, or on this very machine. */
const providerUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.url(),
  v.check((text) => isProviderUrl(text)),
)
const environment = v.object({
  PORT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty()), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty()), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_DIRECT_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_POOL: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(fewestConnections)),
    String(usualConnections),
  ),
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//))),
  TRUSTED_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(proxiesOf),
      v.custom<Proxies>((found) => found !== undefined),
    ),
    '',
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.transform(mailboxOf),
      v.custom<Mailbox>((found) => found !== undefined),
    ),
    'IIP <no-responder@iip.invalid>',
  ),
  SEED: v.optional(v.picklist(['demo', 'none'])),
  REHEARSAL: v.optional(onOff),
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: v.optional(v.picklist(['yes', 'no']), 'no'),
  FILES: v.optional(v.picklist(['disk', 'database', 's3']), 'disk'),
  S3_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2000),
      v.check((text) => isStoreUrl(text)),
    ),
  ),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/))),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))),
  S3_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,1000}$/))),
  S3_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^(?:[\w-][\w.-]{0,60}\/){1,6}$/))),
  S3_PATH_STYLE: v.optional(onOff, 'on'),
  S3_DIRECT_READS: v.optional(onOff, 'off'),
  LOG: v.optional(onOff, 'on'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,200}$/))),
  LAB_PASSWORD_MIN: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(passwordMinLength), v.maxValue(labPasswordMost)),
  ),
  LAB_SECOND_FACTOR: v.optional(v.picklist(['none', 'administrators', 'evaluators', 'all']), 'none'),
  CHAT_URL: v.optional(v.pipe(v.string(), v.maxLength(2000), v.url(), v.regex(/^https:\/\/[^\s/@\\]+(?:[/?#]|$)/))),
  HELP_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => addressOf(text.trim())),
      v.custom<NonNullable<ReturnType<typeof addressOf>>>((found) => found !== undefined),
      v.transform(addressText),
    ),
  ),
  OIDC_KIND: v.optional(v.picklist(['claveunica', 'standard'])),
  OIDC_ISSUER: v.optional(providerUrl),
  OIDC_CLIENT_ID: v.optional(v.pipe(v.string(), v.maxLength(200))),
  OIDC_CLIENT_SECRET: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  OIDC_CLIENT_AUTH: v.optional(v.picklist(['basic', 'post'])),
  OIDC_NAME: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60))),
  OIDC_SCOPE: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => isScope(text)),
    ),
  ),
  OIDC_AUTHORIZE_URL: v.optional(providerUrl),
  OIDC_TOKEN_URL: v.optional(providerUrl),
  OIDC_USERINFO_URL: v.optional(providerUrl),
  OIDC_JWKS_URL: v.optional(providerUrl),
  OIDC_LOGOUT_URL: v.optional(providerUrl),
  OIDC_PKCE: v.optional(onOff, 'on'),
  OIDC_SIGNATURE: v.optional(onOff, 'on'),
  OIDC_SECOND_FACTOR: v.optional(v.picklist(['asked', 'counts']), 'asked'),
  BACKUP_DIR: v.optional(v.pipe(v.string(), v.nonEmpty())),
  DRILL_DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  KEEP_SIGN_INS_DAYS: v.optional(days(fewestDays.signIns)),
  KEEP_LETTERS_DAYS: v.optional(days(fewestDays.letters)),
  KEEP_UPLOADS_DAYS: v.optional(days(fewestDays.uploads)),
  KEEP_DEACTIVATED_DAYS: v.optional(days(fewestDays.deactivated)),
  WORLD_MEMORY_MB: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(16)), '96'),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.pipe(v.string(), v.maxLength(2000), v.url(), v.regex(/^https?:\/\/[^\s@?#]+$/))),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      v.transform(headersOf),
      v.custom<Readonly<Record<string, string>>>((found) => found !== undefined),
    ),
  ),
})

/** Every setting by its name. */
export const settingNames: readonly string[] = Object.keys(environment.entries)

/** How single sign-on is set up (SO1). */
export interface SsoConfig {
  readonly kind: 'claveunica' | 'standard'
  /** Its segment in `auth/{cu}`. */
  readonly cu: string
  /** As people call it. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientAuth: 'basic' | 'post'
  readonly scope: string
  readonly pkce: boolean
  /** Whether the signature of ID tokens is checked. */
  readonly signature: boolean
  /** Whether who comes by it is asked for no second factor. */
  readonly countsAsFactor: boolean
  /** Where the provider is asked what; undefined where it says so itself. */
  readonly endpoints:
    | {
        readonly authorization_endpoint: string
        readonly token_endpoint: string
        readonly userinfo_endpoint: string
        readonly jwks_uri: string
      }
    | undefined
  readonly logoutUrl: string | undefined
  /** Whether it may be spoken to without TLS: it is on this very machine. */
  readonly insecure: boolean
}

/** For how many days what is kept (LW10). */
export interface Keeping {
  /** From where people came and with what: addresses in the audit, browsers that are known, counts of guesses. */
  readonly signInsDays: number
  /** What letters said that went, or could not. */
  readonly lettersDays: number
  /** Uploads that were broken off. */
  readonly uploadsDays: number
  /** Names of accounts that were closed; null: until somebody asks. */
  readonly deactivatedDays: number | null
}

/** What is kept for how long where no setting says otherwise. */
export const usualKeeping: Keeping = { signInsDays: 365, lettersDays: 730, uploadsDays: 30, deactivatedDays: null }

export interface Config {
  readonly port: number
  readonly host: string
  readonly loopback: boolean
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly fileStore: FilesConfig
  /** The same database past whatever shares its connections out, for migrations and for what is heard. */
  readonly databaseDirectUrl: string | undefined
  /** Connections to PostgreSQL that this server holds at most, beside the one that hears. */
  readonly databasePool: number
  /** Origin that letters link to, without a trailing slash. Never taken from a request's Host. */
  readonly publicUrl: string
  /** Proxies whose X-Forwarded-For says who calls. */
  readonly trustedProxies: Proxies
  readonly smtpUrl: string | undefined
  readonly mailFrom: Mailbox
  readonly seed: 'demo' | 'none'
  /** Whether stages may be moved by hand (TM4). */
  readonly rehearsal: boolean
  readonly allowDemoAccountsOnNetwork: boolean
  readonly log: boolean
  /** What opens /metrics; without it only this machine may read them, while the server is for this machine only. */
  readonly metricsToken: string | undefined
  /** Fewest characters of a password that an administrator or an evaluator chooses. */
  readonly labPasswordMin: number
  /** Who of the lab cannot sign in without a second factor. */
  readonly labFactor: readonly LabKind[]
  /** Page of the service with which people of institutions talk to somebody of the lab; without one nobody is offered it (HE3). */
  readonly chatUrl: string | undefined
  /** Where their messages for help go; without one to every administrator (HE5). */
  readonly helpEmail: string | undefined
  /** Single sign-on; undefined where it is not set up. */
  readonly sso: SsoConfig | undefined
  /** Folder of copies, of which a drill takes the newest. */
  readonly backupDir: string | undefined
  /** An empty database for drills with copies of PostgreSQL; without it one is made beside the running one. */
  readonly drillDatabaseUrl: string | undefined
  readonly keeping: Keeping
  /** What the institutions that are kept in memory may weigh together, bytes. */
  readonly worldBytes: number
  /** Where spans are sent, as OTLP over HTTP; undefined where they are not (OX10). */
  readonly spans: SpansConfig | undefined
}

export interface SpansConfig {
  /** Without a slash at its end; `/v1/traces` is below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

/** The database for what needs connections of its own, or a transaction as long as it takes: past a pooler, where settings say a way. */
export const pastPooler = ({ databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): string | undefined =>
  databaseUrl === undefined ? undefined : (databaseDirectUrl ?? databaseUrl)

const providerTakes = 'a URL that begins with https://, or with http:// on this machine'
const takes: Record<string, string> = {
  PORT: 'a number from 0 to 65535',
  HOST: 'a host name or address',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a URL that begins with postgres://',
  DATABASE_DIRECT_URL: 'a URL that begins with postgres://',
  DATABASE_POOL: 'a whole number from 4 to 999',
  PUBLIC_URL: 'a URL that begins with http:// or https://',
  TRUSTED_PROXY: 'addresses or networks (10.0.0.0/8), parted by commas',
  SMTP_URL: 'a URL that begins with smtp:// or smtps://',
  MAIL_FROM: 'an e-mail address, or a name and the address between < and >',
  SEED: 'demo or none',
  REHEARSAL: 'on or off',
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: 'yes or no',
  FILES: 'disk, database or s3',
  S3_ENDPOINT: 'an origin that begins with https://, or with http://, and has no path',
  S3_BUCKET: 'a name of 3 to 63 small letters, digits, points and hyphens',
  S3_REGION: 'a word of letters, digits and hyphens',
  S3_ACCESS_KEY_ID: 'the id of a key that the store gave',
  S3_SECRET_ACCESS_KEY: 'the secret of that key',
  S3_PREFIX: 'names that each end with a slash',
  S3_PATH_STYLE: 'on or off',
  S3_DIRECT_READS: 'on or off',
  LOG: 'on or off',
  METRICS_TOKEN: '16 to 200 characters without a space',
  LAB_PASSWORD_MIN: 'a whole number from 5 to 64',
  LAB_SECOND_FACTOR: 'none, administrators, evaluators or all',
  CHAT_URL: 'a URL that begins with https:// and names no user',
  HELP_EMAIL: 'an e-mail address',
  OIDC_KIND: 'claveunica or standard',
  OIDC_ISSUER: providerTakes,
  OIDC_CLIENT_ID: 'the id that the provider gave',
  OIDC_CLIENT_SECRET: 'the secret that the provider gave',
  OIDC_CLIENT_AUTH: 'basic or post',
  OIDC_NAME: 'at most 60 characters',
  OIDC_SCOPE: 'words parted by one blank, openid among them',
  OIDC_AUTHORIZE_URL: providerTakes,
  OIDC_TOKEN_URL: providerTakes,
  OIDC_USERINFO_URL: providerTakes,
  OIDC_JWKS_URL: providerTakes,
  OIDC_LOGOUT_URL: providerTakes,
  OIDC_PKCE: 'on or off',
  OIDC_SIGNATURE: 'on or off',
  OIDC_SECOND_FACTOR: 'asked or counts',
  BACKUP_DIR: 'a folder',
  DRILL_DATABASE_URL: 'a URL that begins with postgres://',
  KEEP_SIGN_INS_DAYS: `a whole number of days from ${fewestDays.signIns}`,
  KEEP_LETTERS_DAYS: `a whole number of days from ${fewestDays.letters}`,
  KEEP_UPLOADS_DAYS: `a whole number of days from ${fewestDays.uploads}`,
  KEEP_DEACTIVATED_DAYS: `a whole number of days from ${fewestDays.deactivated}`,
  WORLD_MEMORY_MB: 'a whole number from 16',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'a URL that begins with http:// or https:// and names no user',
  OTEL_EXPORTER_OTLP_HEADERS: 'names and values (name=value), parted by commas',
}

/** Settings that hold a password: what they say is not repeated, and a file may hold it in their place (OX3). */
export const secretSettings: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DRILL_DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
])

/** Scopes of OpenID Connect, one blank between them, that one among them. */
const isScope = (text: string): boolean => {
  const scopes = text.split(' ')
  return scopes.includes('openid') && scopes.every((each) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(each))
}

/** Headers as OpenTelemetry writes them: `name=value,name=value`, values percent-encoded; undefined when one of them is none. */
function headersOf(text: string): Readonly<Record<string, string>> | undefined {
  const found: Record<string, string> = {}
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)$/.exec(pair.trim()) ?? []
    if (name === undefined || value === undefined) return undefined
    try {
      found[name.toLowerCase()] = decodeURIComponent(value)
    } catch {
      // Not percent-encoded.
      return undefined
    }
  }
  return found
}

/** A sender as people write one: an address, or a name and an address between angle brackets. */
function mailboxOf(text: string): Mailbox | undefined {
  const [, name = '', inside] = /^([^<>"]*)<([^<>]*)>$/.exec(text.trim()) ?? [undefined, '', text]
  const address = addressOf(inside.trim())
  return address && { name: name.trim(), address: addressText(address) }
}

/** Whether a host's name, or an address, is this machine's own. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'))

/** By TLS, or on this very machine; what it names is no user, query or part of a page. */
function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** An origin, and nothing beside it. */
function isStoreUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && text.replace(/\/$/, '') === origin
}

/** Where Clave Única stands, and what it calls things there, as its guide for institutions says. */
const claveUnica = {
  issuer: 'https://accounts.claveunica.gob.cl/openid',
  logout: 'https://accounts.claveunica.gob.cl/api/v1/accounts/app/logout',
}

type Given = v.InferOutput<typeof environment>

/** Where files are kept. Throws one sentence when a bucket is named only in part. */
function storeOf(found: Given): FilesConfig {
  const {
    FILES: kind,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = found
  const all = [endpoint, bucket, accessKeyId, secretAccessKey]
  if (kind !== 's3' && all.every((each) => each === undefined)) return { kind, s3: undefined }
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('A store of files needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  const flags = { pathStyle: found.S3_PATH_STYLE === 'on', directReads: found.S3_DIRECT_READS === 'on' }
  // A name with points has no certificate below another host's.
  if (!flags.pathStyle && bucket.includes('.')) throw new Error('S3_PATH_STYLE=off needs an S3_BUCKET without points.')
  const key = { region: found.S3_REGION, accessKeyId, secretAccessKey, prefix: found.S3_PREFIX ?? '' }
  return { kind, s3: { endpoint: endpoint.replace(/\/$/, ''), bucket, ...key, ...flags } }
}

/** Single sign-on as it was set up; undefined when nothing of it was. Throws one sentence when it was only in part. */
function ssoOf(found: Given): SsoConfig | undefined {
  const begun = Object.entries(found).some(
    ([name, value]) => /^OIDC_(?:KIND|ISSUER|CLIENT|NAME|SCOPE|\w+_URL)/.test(name) && value !== undefined,
  )
  if (!begun) return undefined
  const isClaveUnica = found.OIDC_KIND === 'claveunica'
  const issuer = found.OIDC_ISSUER ?? (isClaveUnica ? claveUnica.issuer : undefined)
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = found
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error(`Single sign-on needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET${isClaveUnica ? '' : ' and OIDC_ISSUER'}.`)
  if (found.OIDC_SECOND_FACTOR === 'counts' && !isClaveUnica)
    throw new Error('OIDC_SECOND_FACTOR=counts is for OIDC_KIND=claveunica alone: of another provider nobody knows what it asks for.')
  const base = withoutEnding(issuer, /\//)
  const own = isClaveUnica || found.OIDC_AUTHORIZE_URL !== undefined || found.OIDC_TOKEN_URL !== undefined
  const addresses = [issuer, found.OIDC_AUTHORIZE_URL, found.OIDC_TOKEN_URL, found.OIDC_USERINFO_URL, found.OIDC_JWKS_URL]
  return {
    kind: isClaveUnica ? 'claveunica' : 'standard',
    cu: isClaveUnica ? 'claveunica' : 'oidc',
    name: found.OIDC_NAME ?? (isClaveUnica ? 'Clave Única' : new URL(issuer).host),
    issuer,
    clientId,
    clientSecret,
    clientAuth: found.OIDC_CLIENT_AUTH ?? (isClaveUnica ? 'post' : 'basic'),
    scope: found.OIDC_SCOPE ?? (isClaveUnica ? 'openid run name' : 'openid'),
    pkce: found.OIDC_PKCE === 'on',
    signature: found.OIDC_SIGNATURE === 'on',
    countsAsFactor: found.OIDC_SECOND_FACTOR === 'counts',
    endpoints: own
      ? {
          authorization_endpoint: found.OIDC_AUTHORIZE_URL ?? `${base}/authorize/`,
          token_endpoint: found.OIDC_TOKEN_URL ?? `${base}/token/`,
          userinfo_endpoint: found.OIDC_USERINFO_URL ?? `${base}/userinfo/`,
          jwks_uri: found.OIDC_JWKS_URL ?? `${base}/jwks`,
        }
      : undefined,
    logoutUrl: found.OIDC_LOGOUT_URL ?? (isClaveUnica && found.OIDC_ISSUER === undefined ? claveUnica.logout : undefined),
    insecure: addresses.some((each) => each?.startsWith('http://') === true),
  }
}

/** A setting that is wrong, in one sentence that names it. */
export interface WrongSetting {
  readonly name: string
  readonly sentence: string
}

export type Settings = { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly wrong: readonly WrongSetting[] }

/** Settings of this start. An empty variable counts as absent. Throws a sentence for each wrong one. */
export function configOf(env: Environment): Config {
  const found = settingsOf(env)
  if (!found.ok) throw new Error(found.wrong.map(({ sentence }) => sentence).join('\n'))
  return found.config
}

type Environment = Readonly<Record<string, string | undefined>>

/** The same, with every setting that is wrong in the place of an end. */
export function settingsOf(env: Environment): Settings {
  const { given, wrong } = withFiles(env)
  const parsed = v.safeParse(environment, given)
  for (const issue of parsed.success ? [] : parsed.issues) {
    const name = v.getDotPath(issue) ?? ''
    if (wrong.some((each) => each.name === name)) continue
    const is = secretSettings.has(name) ? 'is not' : `is "${given[name] ?? ''}"`
    wrong.push({ name, sentence: `${name} must be ${takes[name] ?? 'set differently'}, and ${is}.` })
  }
  if (!parsed.success || wrong.length > 0) return { ok: false, wrong }
  try {
    return { ok: true, config: configIn(parsed.output) }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return { ok: false, wrong: [{ name: /\b[A-Z][A-Z\d]*_[A-Z\d_]+/.exec(sentence)?.[0] ?? 'settings', sentence }] }
  }
}

/** A secret of a file is said in the file's place by `<NAME>_FILE`: whoever lists processes and containers reads the path alone. */
function withFiles(env: Environment): { given: Record<string, string>; wrong: WrongSetting[] } {
  const given: Record<string, string> = {}
  const wrong: WrongSetting[] = []
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') given[name] = value
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      wrong.push({ name, sentence: `${name} and ${name}_FILE are both set: leave one of them out.` })
      continue
    }
    try {
      given[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      wrong.push({ name, sentence: `${name}_FILE must be a file that can be read, and is not (${why}).` })
    }
  }
  return { given, wrong }
}

function configIn(found: Given): Config {
  if (found.DATABASE_DIRECT_URL !== undefined && found.DATABASE_URL === undefined)
    throw new Error('DATABASE_DIRECT_URL is the way past a pooler to the database of DATABASE_URL, which is not set.')
  const loopback = isLoopback(found.HOST)
  const seed = found.SEED ?? (loopback ? 'demo' : 'none')
  const rehearsal = found.REHEARSAL ?? (seed === 'demo' ? 'on' : 'off')
  // By its name: browsers know passkeys of names alone, and of none of an address.
  const shownHost = loopback ? 'localhost' : found.HOST.includes(':') ? `[${found.HOST}]` : found.HOST
  return {
    port: found.PORT,
    host: found.HOST,
    loopback,
    dataDir: found.DATA_DIR,
    databaseUrl: found.DATABASE_URL,
    fileStore: storeOf(found),
    databaseDirectUrl: found.DATABASE_DIRECT_URL,
    databasePool: found.DATABASE_POOL,
    publicUrl: withoutEnding(found.PUBLIC_URL ?? `http://${shownHost}:${found.PORT}`, /\//),
    trustedProxies: found.TRUSTED_PROXY,
    smtpUrl: found.SMTP_URL,
    mailFrom: found.MAIL_FROM,
    seed,
    rehearsal: rehearsal === 'on',
    allowDemoAccountsOnNetwork: found.ALLOW_DEMO_ACCOUNTS_ON_NETWORK === 'yes',
    log: found.LOG === 'on',
    metricsToken: found.METRICS_TOKEN,
    labPasswordMin: found.LAB_PASSWORD_MIN ?? (seed === 'demo' ? passwordMinLength : labPasswordUsual),
    labFactor: factorKinds[found.LAB_SECOND_FACTOR],
    chatUrl: found.CHAT_URL,
    helpEmail: found.HELP_EMAIL,
    sso: ssoOf(found),
    backupDir: found.BACKUP_DIR,
    drillDatabaseUrl: found.DRILL_DATABASE_URL,
    keeping: {
      signInsDays: found.KEEP_SIGN_INS_DAYS ?? usualKeeping.signInsDays,
      lettersDays: found.KEEP_LETTERS_DAYS ?? usualKeeping.lettersDays,
      uploadsDays: found.KEEP_UPLOADS_DAYS ?? usualKeeping.uploadsDays,
      deactivatedDays: found.KEEP_DEACTIVATED_DAYS ?? usualKeeping.deactivatedDays,
    },
    worldBytes: found.WORLD_MEMORY_MB * 1_000_000,
    spans:
      found.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: withoutEnding(found.OTEL_EXPORTER_OTLP_ENDPOINT, /\//),
            headers: found.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          },
  }
}
