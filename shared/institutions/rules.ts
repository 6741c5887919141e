import { domainOf } from '../accounts/address.ts'
import { plainKey } from '../kernel/alike.ts'
import type { Institution } from './model.ts'

/** Whether somebody typed an institution's name: accents, case and blanks are no matter. */
export const isFamiliarName = (typed: string, { name }: Pick<Institution, 'name'>): boolean =>
  typed.trim() !== '' && plainKey(typed) === plainKey(name)

/** What two names have in common that a person would call the same institution. */
export const nameKey = plainKey
/** What a code is known by, however it was typed. */
export const codeKey = plainKey

/** Whether its people get in (OR7): it is neither deactivated nor taken back. */
export const letsIn = ({ deactivated, removed }: Pick<Institution, 'deactivated' | 'removed'>): boolean =>
  deactivated !== true && removed !== true

/** Whether it is offered to forms (OR6). */
export const isOffered = (institution: Pick<Institution, 'active' | 'deactivated' | 'removed'>): boolean =>
  institution.active !== false && letsIn(institution)

/** Words that no name is abbreviated by. */
const small: ReadonlySet<string> = new Set(
  'a al con contra de del desde e el en entre hacia hasta la las lo los o para por segun sin sobre su sus tras u un una y'.split(' '),
)
/** Of a name of one word its beginning stands for it. */
const shortest = 3

/** A code for an institution of this name that no other has: initials of its words, in capitals, with a number where they are taken (OR2). */
export function proposedCode(name: string, taken: Iterable<string>): string {
  const words = plainKey(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !small.has(word))
  const initials = words.length > 1 ? words.map((word) => word.slice(0, 1)).join('') : (words[0] ?? '').slice(0, shortest)
  const stem = (initials || 'inst').slice(0, 12).toUpperCase()
  const known = new Set([...taken].map(codeKey))
  for (let at = 1; ; at += 1) {
    const code = at === 1 ? stem : `${stem}${at}`
    if (!known.has(codeKey(code))) return code
  }
}

/** Domains with the one of an address, where it has one that they lack: what leaving the field of an e-mail does (OR1). */
export function withDomainOf(email: string, domains: readonly string[]): readonly string[] {
  const domain = domainOf(email.trim().slice(email.trim().lastIndexOf('@') + 1))
  return domain === undefined || !email.includes('@') || domains.includes(domain) ? domains : [...domains, domain]
}
