import { withoutEnding } from '#shared/kernel/cut.ts'
import { fullName } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import { folded } from '#shared/kernel/folded.ts'
import { createHmac } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { Row, Value } from './tables.ts'

interface Account {
  readonly id: string
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly kind: string
}

const address = /(?<![^\s"'<>(),;:\\[\]{}])[^\s"'<>(),;:\\[\]{}]+@[^\s"'<>(),;:\\[\]{}]+/g
const idLike = /~?[\w-]{2,}/g
/** Written as they are in Chile: a number of identity, and a telephone with its country or as a mobile one. */
const rut = /(?<![\w.-])\d{1,2}(?:\.\d{3}\.\d{3}|\d{6})-[\dkK](?![\w-])/g
const telephone = /(?<![\w+.-])(?:\+56[ -]?\d{1,2}[ -]?\d{3,4}[ -]?\d{4}|9[ -]?\d{4}[ -]\d{4})(?![\d.])/g
const word = /[\p{L}\p{M}\p{N}]+/gu

/** Every account of the platform, by which an archive names people. */
export const accountsIn = (tx: Tx): Promise<Account[]> =>
  tx.q.selectFrom('user').select(['id', 'name', 'surname', 'email', 'kind']).orderBy('id').execute()

/**
 * How an archive names people: as they are called, or under pseudonyms that are the same wherever in the archive somebody is meant.
 * `secret` decides which pseudonym is whose, so that nothing of who they are orders them.
 */
export class People {
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #pseudonyms: ReadonlyMap<string, string> | undefined
  readonly #byEmail = new Map<string, string>()
  /** Names as they are looked for, in each of their writings, by their first word, the longest first. */
  readonly #byWord = new Map<string, { readonly words: readonly string[]; id: string }[]>()
  readonly #named = new Set<string>()
  #longestId = 0

  constructor(accounts: readonly Account[], secret?: string) {
    this.#accounts = new Map(accounts.map((each) => [each.id, each]))
    if (secret === undefined) return
    const keyOf = ({ id }: Account): string => createHmac('sha256', secret).update(id).digest('hex')
    const order = accounts.map((each) => ({ id: each.id, key: keyOf(each) })).toSorted((left, right) => (left.key < right.key ? -1 : 1))
    const width = Math.max(4, String(order.length).length)
    this.#pseudonyms = new Map(order.map(({ id }, at) => [id, `P${String(at + 1).padStart(width, '0')}`]))
    this.#longestId = Math.max(0, ...accounts.map(({ id }) => id.length))
    for (const account of accounts) {
      this.#byEmail.set(account.email.toLowerCase(), account.id)
      for (const words of writingsOf(account)) {
        const [first = ''] = words
        const same = this.#byWord.get(first) ?? []
        this.#byWord.set(first, same)
        const other = same.find((each) => each.words.join(' ') === words.join(' '))
        // Two are written alike: that somebody is meant goes as well, and which of them was never told.
        if (other && other.id !== account.id) other.id = ''
        else if (!other) same.push({ words, id: account.id })
      }
    }
    for (const same of this.#byWord.values()) same.sort((left, right) => right.words.length - left.words.length)
  }

  get areHidden(): boolean {
    return this.#pseudonyms !== undefined
  }

  /** Id of a person, or their pseudonym; null for nobody. */
  id(id: string | null | undefined): Value {
    if (id === null || id === undefined || id === '') return null
    this.#named.add(id)
    return this.#pseudonyms?.get(id) ?? id
  }

  /** What a person is called, or their pseudonym. */
  name(id: string | null | undefined): string {
    if (id === null || id === undefined || id === '') return ''
    this.#named.add(id)
    if (id === systemActor.id) return 'IIP'
    const account = this.#accounts.get(id)
    if (!account) return 'Usuario Eliminado'
    return this.#pseudonyms?.get(id) ?? fullName(account)
  }

  /** A text as it is, or with the ids, addresses and names of people in it under their pseudonyms, and without RUT and telephones. */
  text<Text extends string | null>(text: Text): Text | string {
    if (text === null || !this.#pseudonyms) return text
    const withoutAddresses = text.replaceAll(address, (each) => {
      const id = this.#byEmail.get(withoutEnding(each.toLowerCase(), /[.!?]/))
      return `${(id === undefined ? undefined : this.#pseudonyms?.get(id)) ?? 'correo'}@seudonimo.invalid`
    })
    const withoutNumbers = withoutAddresses.replaceAll(rut, 'RUT').replaceAll(telephone, 'teléfono')
    return this.#withoutNames(withoutNumbers.replaceAll(idLike, (each) => this.#tokenOf(each)))
  }

  /** The same of a JSON text, wherever in it a text stands. */
  json<Text extends string | null>(text: Text): Text | string {
    if (text === null || !this.#pseudonyms) return text
    const parsed: unknown = JSON.parse(text)
    return JSON.stringify(this.#within(parsed))
  }

  #within(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((each) => this.#within(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.text(key), this.#within(each)]))
  }

  /** Everybody who was named so far. */
  rows(): readonly Row[] {
    return [...this.#named]
      .map((id): Row => [this.id(id), this.name(id), this.#accounts.get(id)?.kind ?? (id === systemActor.id ? 'System' : '')])
      .toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1))
  }

  /**
   * An id is a whole token, or a part of one between dashes: the platform makes names of its own of it. From each part on no further than
   * the longest id goes: a line of dashes has as many ways to be cut as the cube of its length.
   */
  #tokenOf(token: string): string {
    const parts = token.split('-')
    const pieces: string[] = []
    for (let from = 0; from < parts.length; from += 1) {
      let name = parts[from] ?? ''
      let to = from + 1
      const fitting: { readonly pseudonym: string; readonly to: number }[] = []
      for (; name.length <= this.#longestId; name = `${name}-${parts[to - 1] ?? ''}`) {
        const pseudonym = this.#pseudonyms?.get(name)
        if (pseudonym !== undefined) fitting.push({ pseudonym, to })
        if (to >= parts.length) break
        to += 1
      }
      const found = fitting.at(-1)
      pieces.push(found?.pseudonym ?? parts[from] ?? '')
      if (found) from = found.to - 1
    }
    return pieces.join('-')
  }

  #withoutNames(text: string): string {
    const words = wordsOf(text)
    const pieces: string[] = []
    let end = 0
    for (let at = 0; at < words.length; at += 1) {
      const from = words[at]
      const found = this.#byWord
        .get(from?.text ?? '')
        ?.find((each) => each.words.every((every, place) => words[at + place]?.text === every))
      const last = found && words[at + found.words.length - 1]
      if (!from || !found || !last) continue
      pieces.push(text.slice(end, from.from), this.#pseudonyms?.get(found.id) ?? 'persona')
      end = last.to
      at += found.words.length - 1
    }
    return end === 0 ? text : pieces.join('') + text.slice(end)
  }
}

/**
 * How a person is written: whole, by first name and surname, the other way round, and with an initial. A single name or surname is none:
 * too many words are one.
 */
function writingsOf({ name, surname }: Account): string[][] {
  const [names, surnames] = [name, surname].map((each) => wordsOf(each).map(({ text }) => text)) as [string[], string[]]
  const [first, last] = [names.slice(0, 1), surnames.slice(0, 1)]
  const initial = first.map((each) => each.slice(0, 1))
  const pairs = [
    [names, surnames],
    [first, surnames],
    [names, last],
    [first, last],
    [initial, surnames],
    [initial, last],
  ]
  const writings = pairs.flatMap(([given = [], family = []]) => [
    [...given, ...family],
    [...family, ...given],
  ])
  return writings.filter((words) => words.length >= 2)
}

interface Word {
  /** Without accents and in small letters, as names are looked for. */
  readonly text: string
  readonly from: number
  readonly to: number
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map((match) => ({ text: folded(match[0]), from: match.index, to: match.index + match[0].length }))
