import { decomposed } from '#shared/kernel/marks.ts'
import { passwordMaxLength, passwordMinLength } from '#shared/accounts/model.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords, productWords } from './common-passwords.ts'

/** Cost of argon2id: KiB of memory and passes over them. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an account that does not exist or has no password. */
  matches(password: string, known: string | null | undefined): Promise<boolean>
}

/** argon2id of version 0x13, the library's default algorithm. */
export function createPasswords(cost: PasswordCost): Passwords {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  // A server starts meanwhile.
  const nobody = hash('nobody has this password', options)
  return {
    hash: (password) => hash(password, options),
    matches: async (password, known) => {
      const same = await verify(known ?? (await nobody), password)
      return same && known !== null && known !== undefined
    },
  }
}

/**
 * Why a new password cannot be taken; undefined when it can (SI2).
 * Never trimmed or folded; only the look-ups ignore case, accents and what stands beside a word.
 */
export function passwordFailure(
  password: string,
  confirmation: string,
  /** The person's address, and words that anybody knows of them: names, the institution's name, code and domains. */
  known: { readonly email: string; readonly words: readonly string[] },
  /** Fewest characters that are asked of this person; never fewer than of anybody. */
  minLength: number = passwordMinLength,
): Failure | undefined {
  if (password === '') return failure('password_empty')
  const fewest = Math.max(minLength, passwordMinLength)
  if (password.length < fewest) return failure('password_too_short', { n: fewest })
  if (password.length > passwordMaxLength) return failure('password_too_long', { n: passwordMaxLength })
  if (password !== confirmation) return failure('passwords_differ')
  if (commonPasswords.has(password.toLowerCase())) return failure('password_too_common')
  return isMadeOf(lettersOf(password), ownWordsOf([known.email, ...known.words, ...productWords]))
    ? failure('password_own_words')
    : undefined
}

/** Letters alone, without accents or case: numbers and marks beside a word are what is tried next. */
const lettersOf = (text: string): string => decomposed(text).replace(/\P{L}/gu, '').toLowerCase()

/** Words too short to guess by, and those that names are strung together with. */
const minWord = 3
const links = ['de', 'del', 'la', 'el', 'los', 'las', 'y', 'e']

/** Every word of some texts, and every whole text written as one. */
function ownWordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(lettersOf)
  return new Set([...words.filter((word) => word.length >= minWord), ...links])
}

/** Whether some letters are nothing but these words, one after the other. Digits and marks alone are not. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  if (letters === '') return false
  const longest = Math.max(...[...words].map((word) => word.length))
  const ends = new Set([0])
  for (let at = 1; at <= letters.length; at += 1) {
    for (let length = 1; length <= Math.min(longest, at); length += 1) {
      if (ends.has(at - length) && words.has(letters.slice(at - length, at))) ends.add(at)
    }
  }
  return ends.has(letters.length)
}
