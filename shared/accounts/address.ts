import * as v from 'valibot'

/** One e-mail address, taken apart. Both parts are ASCII and lower case: two texts for one mailbox have one form. */
export interface Address {
  readonly local: string
  readonly domain: string
}

const addressMaxLength = 254
const localMaxLength = 64
const domainMaxLength = 253

/**
 * Letters, digits, and marks that real mailboxes have, parted by single dots. Left out of what RFC 5322 allows: quotes and
 * comments, which hide a second address, `%` and `!`, which relays read as a route, and a first hyphen, which programs read as an option.
 */
const localPattern = /^[a-z0-9_][a-z0-9_+&'-]*(?:\.[a-z0-9_+&'-]+)*$/
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** An international label in the one form in which it is written here; no other label has hyphens there. */
const isTaken = (label: string): boolean => labelPattern.test(label) && (label.slice(2, 4) !== '--' || label.startsWith('xn--'))

/** A domain of mail in its one form, lower case; undefined for anything else: a single label, an IP address, letters beyond ASCII. */
export function domainOf(text: string): string | undefined {
  const domain = text.toLowerCase()
  if (domain.length > domainMaxLength || /[^ -~]/.test(text)) return undefined
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every(isTaken) && /^[a-z]/.test(top) && top.length > 1 ? domain : undefined
}

/**
 * The one address that a text is; undefined when it is none or more than one: a list, a group, a name beside it, something quoted,
 * a control or direction character. An international domain is written in its ASCII form (xn--), and compared in it.
 */
export function addressOf(text: string): Address | undefined {
  if (text.length > addressMaxLength || /[^ -~]/.test(text)) return undefined
  const at = text.indexOf('@')
  const local = text.slice(0, Math.max(0, at)).toLowerCase()
  const domain = domainOf(text.slice(at + 1))
  if (at < 1 || domain === undefined || local.length > localMaxLength || !localPattern.test(local)) return undefined
  return { local, domain }
}

export const addressText = ({ local, domain }: Address): string => `${local}@${domain}`

/** The one form of a text that is an address; any other text as it is. */
const formOf = (text: string): string => {
  const address = addressOf(text)
  return address ? addressText(address) : text
}

/**
 * An e-mail address as a person types it, to its one form. Fails: email_empty, email_invalid.
 * The form comes before the checks: a union keeps what a check of one of its options says, and not why none could be transformed.
 */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform(formOf),
  v.nonEmpty('email_empty'),
  v.check((text) => addressOf(text) !== undefined, 'email_invalid'),
)

/** The same as a call brings it. Its length is said, and looked at before anything else is. */
export const calledEmail = v.pipe(v.string(), v.maxLength(400, 'email_invalid'), emailSchema)

/** Whether an address is of one of the institution's domains, or below one (AS10). */
export function isInstitutional(email: string, domains: readonly string[]): boolean {
  const address = addressOf(email)
  if (!address) return false
  return domains.some((text) => {
    const domain = domainOf(text)
    return domain !== undefined && (address.domain === domain || address.domain.endsWith(`.${domain}`))
  })
}
