import { BlockList, isIP } from 'node:net'

/** Proxies whose word about who calls is taken. */
export interface Proxies {
  trusts(address: string): boolean
  /** Whether there are any. */
  readonly any: boolean
}

export const noProxies: Proxies = { trusts: () => false, any: false }

/** Addresses and networks (a.b.c.d/n, x::/n), parted by commas or spaces; undefined when one of them is neither. */
export function proxiesOf(text: string): Proxies | undefined {
  const list = new BlockList()
  for (const each of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [address = '', bits, ...rest] = each.split('/')
    const kind = isIP(address)
    const most = kind === 4 ? 32 : 128
    const length = bits === undefined ? most : Number(bits)
    if (kind === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > most) return undefined
    list.addSubnet(address, length, kind === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    any: list.rules.length > 0,
    trusts: (address) => {
      const kind = isIP(address)
      return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** Hops that are read back at most: nobody has more proxies of their own. */
const maxHops = 20

/**
 * Network address of who calls. X-Forwarded-For is read from its end, each entry only on the word of a trusted proxy behind it,
 * up to the first that is not one. Whatever else a request says about itself (X-Real-IP, Forwarded) is the caller's own claim.
 */
export function callerOf(peer: string, forwardedFor: string | null, proxies: Proxies): string {
  let caller = plainAddress(peer)
  const hops = (forwardedFor ?? '').split(',').slice(-maxHops)
  while (proxies.trusts(caller)) {
    const before = plainAddress((hops.pop() ?? '').trim())
    if (isIP(before) === 0) return caller
    caller = before
  }
  return caller
}

/** Without a zone, and an IPv4 address that is written as an IPv6 one in its own form. */
function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? ''
  const groups = groupsOf(bare)
  if (!groups?.slice(0, 5).every((group) => group === 0) || groups[5] !== 0xff_ff) return bare
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** The eight groups of an IPv6 address; undefined for any other text. */
function groupsOf(address: string): number[] | undefined {
  if (isIP(address) !== 6) return undefined
  const hex = address.replace(/(?<!\d)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const first = numbers(head)
  const last = numbers(tail ?? '')
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/** What is counted as one network: an IPv4 address, or the /64 that one IPv6 customer has whole. */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  return groups
    ? `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
    : address
}

export const isLoopbackAddress = (address: string): boolean => {
  const plain = plainAddress(address)
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
