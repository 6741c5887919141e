import { isLoopback, secretSettings, settingNames, type Config } from '../config.ts'
import { ok, warning, wrong, type Found } from './finding.ts'
import { misspeltIn } from './spelling.ts'

/** Addresses of nobody's in particular: who trusts both as proxies trusts everybody. */
const anybody = ['198.51.100.1', '203.0.113.1']
/** As a share of the memory that there is: the process needs several times what it keeps open. */
const worldShare = 0.25

export interface Machine {
  /** Bytes that the process may use. */
  readonly memoryBytes: number
}

/** What of settings that are each right is dangerous or of no use together (OX2). `names`: of the variables that were given. */
export function settingsFindings(config: Config, names: readonly string[], { memoryBytes }: Machine): Found[] {
  const host = new URL(config.publicUrl).hostname
  const isPublic = !isLoopback(host)
  const found = [
    ...publicUrl(config, isPublic),
    ...proxy(config, isPublic),
    ...demonstration(config, isPublic),
    ...(isPublic ? expectedInPublic(config) : []),
    ...mail(config),
    ...memory(config, memoryBytes),
    ...misspeltIn(names, { settings: settingNames, files: secretSettings }).map(({ name, nearest }) =>
      warning(name, 'is no setting of this program', `If ${nearest} was meant, write that`),
    ),
  ]
  return found.some(({ level }) => level !== 'ok') ? found : [ok('settings', 'each is right, and they fit together')]
}

function publicUrl({ publicUrl: url, host, loopback }: Config, isPublic: boolean): Found[] {
  const { hostname, protocol } = new URL(url)
  if (hostname === '0.0.0.0' || hostname === '[::]')
    return [
      wrong('PUBLIC_URL', `is not set, and HOST is ${host}: letters would lead nowhere`, 'Set PUBLIC_URL to the address that people type'),
    ]
  if (isPublic && protocol === 'http:')
    return [
      wrong(
        'PUBLIC_URL',
        `is ${url}: passwords would travel unencrypted, and without https browsers keep nothing for working without a network`,
        'Put a proxy that speaks TLS in front, and set PUBLIC_URL to its https:// address',
      ),
    ]
  if (!isPublic && !loopback)
    return [
      warning(
        'PUBLIC_URL',
        `is ${url}, an address of this machine alone, and HOST is ${host}: letters lead others nowhere`,
        'Set PUBLIC_URL',
      ),
    ]
  return []
}

function proxy({ trustedProxies, publicUrl: url }: Config, isPublic: boolean): Found[] {
  if (anybody.every((address) => trustedProxies.trusts(address)))
    return [
      wrong(
        'TRUSTED_PROXY',
        'trusts everybody: whoever calls says which address they have, and nothing slows down who guesses passwords',
        'Name the addresses of your proxies alone',
      ),
    ]
  if (isPublic && url.startsWith('https:') && !trustedProxies.any)
    return [
      warning(
        'TRUSTED_PROXY',
        'is not set, and a proxy must be in front, for this server speaks no TLS: to it everybody has one address, and one person’s wrong passwords hold up all the others',
        'Set it to the proxy’s address',
      ),
    ]
  return []
}

function demonstration({ seed, loopback, allowDemoAccountsOnNetwork: allowed }: Config, isPublic: boolean): Found[] {
  if (seed === 'demo' && isPublic)
    return [
      wrong(
        'SEED',
        'an empty database starts with accounts whose password everybody knows, and PUBLIC_URL is not this machine’s',
        'Set SEED=none',
      ),
    ]
  if (seed === 'demo' && !loopback && !allowed)
    return [
      wrong(
        'SEED',
        'is demo on an address that others reach: the server will not start',
        'Set SEED=none, or ALLOW_DEMO_ACCOUNTS_ON_NETWORK=yes',
      ),
    ]
  if (!allowed) return []
  if (isPublic)
    return [wrong('ALLOW_DEMO_ACCOUNTS_ON_NETWORK', 'shows accounts whose password everybody knows to a network', 'Leave it out')]
  return [
    warning(
      'ALLOW_DEMO_ACCOUNTS_ON_NETWORK',
      'accounts whose password everybody knows may be shown to a network',
      'Leave it out unless this is a trial',
    ),
  ]
}

function expectedInPublic(config: Config): Found[] {
  const found: Found[] = []
  if (config.smtpUrl === undefined)
    found.push(
      warning(
        'SMTP_URL',
        'is not set: invitations and letters for new passwords stay files below DATA_DIR/mail',
        'Set it to your mail server',
      ),
    )
  if (config.metricsToken === undefined)
    found.push(warning('METRICS_TOKEN', 'is not set: nothing can read /metrics and call somebody', 'Set it to a long random word'))
  if (config.labFactor.length === 0)
    found.push(
      warning(
        'LAB_SECOND_FACTOR',
        'is none: a password that was told or guessed opens the lab',
        'Set LAB_SECOND_FACTOR=administrators or all',
      ),
    )
  if (config.rehearsal)
    found.push(warning('REHEARSAL', 'is on: administrators move stages by hand', 'Set REHEARSAL=off unless this is a trial'))
  if (!config.log) found.push(warning('LOG', 'is off: what went wrong can be found out by nobody', 'Set LOG=on'))
  return found
}

function mail({ smtpUrl, mailFrom }: Config): Found[] {
  const found: Found[] = []
  if (smtpUrl !== undefined && mailFrom.address.endsWith('.invalid'))
    found.push(
      warning('MAIL_FROM', `is ${mailFrom.address}: mail servers take no letter of such an address`, 'Set it to an address of yours'),
    )
  if (smtpUrl?.startsWith('smtp://') && !isLoopback(new URL(smtpUrl).hostname))
    found.push(ok('SMTP_URL', 'letters are encrypted on their way only where the mail server offers it (STARTTLS)'))
  return found
}

function memory({ worldBytes }: Config, memoryBytes: number): Found[] {
  if (worldBytes <= memoryBytes * worldShare) return []
  const mb = (bytes: number): number => Math.round(bytes / 1e6)
  return [
    warning(
      'WORLD_MEMORY_MB',
      `is ${mb(worldBytes)}, and the process may use ${mb(memoryBytes)} MB in all`,
      'Keep it below a quarter of that',
    ),
  ]
}
