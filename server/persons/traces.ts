import { noAddress, pseudonymName } from '#shared/accounts/anonymise-mutations.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { composed, withFewMarks } from '#shared/kernel/marks.ts'

export interface Called {
  readonly name: string
  readonly surname: string
}

/** By what somebody is known in what the platform keeps, now or before. */
export interface Traces {
  readonly userId: UserId
  readonly names: readonly Called[]
  /** Lower case. */
  readonly emails: readonly string[]
  /** Others are called so too, as far as this platform knows: what says only the name may mean them. */
  readonly isShared: boolean
  /** Names of others, of institutions and of forms that have one of theirs inside: where a text says one of these it means those. */
  readonly longer: readonly string[]
  readonly pseudonym: string
}

/** The person as everything says from now on. */
export const standInOf = (pseudonym: string): Called & { readonly email: string } => ({
  name: pseudonymName,
  surname: pseudonym,
  email: noAddress(pseudonym),
})

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Whole names alone: one word of a name is a word of the language, or of somebody else's name. */
const isWhole = ({ name, surname }: Called): boolean => name.trim() !== '' && surname.trim() !== ''

/** Whole names of somebody, the longest first: one may begin with another. */
export const wholeNames = ({ names }: Pick<Traces, 'names'>): string[] =>
  names
    .filter(isWhole)
    .map(({ name, surname }) => `${name} ${surname}`)
    .toSorted((left, right) => right.length - left.length)

/** What cannot stand before or after a name: with a sign of a word beside it, or a hyphen or an apostrophe that leads to one, it is another. */
const beforeName = String.raw`(?<![\p{L}\p{N}\p{M}]|[\p{L}\p{N}\p{M}][-‐‑'’])`
const afterName = String.raw`(?![\p{L}\p{N}\p{M}]|[-‐‑'’][\p{L}\p{N}])`
/** The same of an address: what stands beside it is part of a longer one. */
const beforeAddress = "(?<![\\p{L}\\p{N}\\p{M}.!#$%&'*+/=?^_`{|}~-])"
const afterAddress = String.raw`(?![\p{L}\p{N}\p{M}-]|\.[\p{L}\p{N}])`

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** A sign of a name in whatever case and form it may be written: as one sign or as a letter with its marks, and what its capital is written with. */
function signPattern(sign: string): string {
  const cased = [sign, sign.toLowerCase(), sign.toUpperCase()]
  const written = new Set(cased.flatMap((each) => forms.map((form) => each.normalize(form))))
  const [only, ...more] = [...written].toSorted((left, right) => right.length - left.length).map(escaped)
  return more.length === 0 ? (only ?? '') : `(?:${[only, ...more].join('|')})`
}

/** Finds any of some names as whole ones, however they are cased, composed and spaced; of two at one place the longer. */
function namesPattern(names: readonly string[]): RegExp {
  const longestFirst = names.toSorted((left, right) => right.length - left.length)
  const any = longestFirst
    .map((name) => composed(name).trim().split(/\s+/))
    .map((words) => words.map((word) => Array.from(word, signPattern).join('')).join(String.raw`\s+`))
  return new RegExp(`${beforeName}(?:${any.join('|')})${afterName}`, 'giu')
}
const addressPattern = (email: string): RegExp => new RegExp(`${beforeAddress}${escaped(email)}${afterAddress}`, 'giu')

/** As names are compared: however they are cased, composed and spaced. The capital first: some letters are two of them. */
export const asCompared = (name: string): string =>
  withFewMarks(name).normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase()

/** Which of some names of others have one of somebody's whole names inside, and are not that name. */
export function longerThan(own: readonly string[], others: Iterable<string>): string[] {
  if (own.length === 0) return []
  const same = new Set(own.map(asCompared))
  return [...new Set(others)].filter((other) => !same.has(asCompared(other)) && namesPattern(own).test(other))
}

/** Whether a text says an address of somebody: then the name beside it is theirs. */
export const saysAddress = (text: string, { emails }: Pick<Traces, 'emails'>): boolean =>
  emails.some((email) => addressPattern(email).test(text))

/**
 * A text that the platform worded, with the pseudonym in the place of somebody's whole name and nothing that can be written to in the place
 * of their address. Where the name is part of a longer one that is known it is not theirs. `sure`: it is known to be about them, and not
 * about somebody else who is called the same.
 */
export function wordsWithout(text: string, traces: Traces, sure: boolean): string {
  const { emails, pseudonym, isShared, longer } = traces
  const standIn = standInOf(pseudonym)
  let words = text
  for (const email of emails) words = words.replace(addressPattern(email), () => standIn.email)
  const own = wholeNames(traces)
  if (own.length === 0 || (isShared && !sure)) return words
  const others = new Set(longer.map(asCompared))
  return words.replace(namesPattern([...own, ...longer]), (name) =>
    others.has(asCompared(name)) ? name : `${standIn.name} ${standIn.surname}`,
  )
}

/** Every text of a structure that the platform worded. */
export function allWithout(value: unknown, traces: Traces, sure: boolean): unknown {
  if (typeof value === 'string') return wordsWithout(value, traces, sure)
  if (Array.isArray(value)) return value.map((each) => allWithout(each, traces, sure))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, allWithout(each, traces, sure)]))
}

const isAddressOf = (value: unknown, { emails }: Traces): boolean =>
  typeof value === 'string' && emails.includes(value.trim().toLowerCase())

/**
 * What a mutation asked for, without its person: wherever it describes them, by their address or, with `about`, because it is about nobody
 * else. What people wrote freely stays as it is.
 */
export function argsWithout(value: unknown, traces: Traces, about: boolean): unknown {
  if (isAddressOf(value, traces)) return standInOf(traces.pseudonym).email
  if (Array.isArray(value)) return value.map((each) => argsWithout(each, traces, about))
  if (value === null || typeof value !== 'object') return value
  const standIn = standInOf(traces.pseudonym)
  const fields = Object.entries(value)
  const describes = ('email' in value && isAddressOf(value.email, traces)) || (about && ('surname' in value || 'email' in value))
  return Object.fromEntries(
    fields.map(([key, each]) => {
      if (describes && (key === 'name' || key === 'surname' || key === 'email')) return [key, standIn[key]]
      return [key, argsWithout(each, traces, about)]
    }),
  )
}

/** Everybody whom a structure describes by an address: what they are called there. */
export function describedIn(value: unknown): readonly (Called & { readonly email: string })[] {
  if (Array.isArray(value)) return value.flatMap(describedIn)
  if (value === null || typeof value !== 'object') return []
  const text = (key: string): string => {
    const found: unknown = Reflect.get(value, key)
    return typeof found === 'string' ? found.trim() : ''
  }
  const own = text('email') === '' ? [] : [{ name: text('name'), surname: text('surname'), email: text('email').toLowerCase() }]
  return [...own, ...Object.values(value).flatMap(describedIn)]
}

/** Whatever a structure names, people and everything else, by whole names. */
export function namedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn)
  if (value === null || typeof value !== 'object') return []
  const name: unknown = Reflect.get(value, 'name')
  const surname: unknown = Reflect.get(value, 'surname')
  const own = typeof name === 'string' ? [typeof surname === 'string' ? `${name} ${surname}` : name] : []
  return [...own, ...Object.values(value).flatMap(namedIn)]
}

/** What a structure that is about one person calls them, whether or not it has an address. */
export function calledIn(value: unknown): readonly Called[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  const name: unknown = Reflect.get(value, 'name')
  const surname: unknown = Reflect.get(value, 'surname')
  const own = typeof name === 'string' && typeof surname === 'string' ? [{ name: name.trim(), surname: surname.trim() }] : []
  return [...own, ...Object.values(value).flatMap(calledIn)]
}
