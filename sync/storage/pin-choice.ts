import { withFewMarks } from '#shared/kernel/marks.ts'

const pinMin = 6
/** Years in which people are born, or which they would choose. */
const firstYear = 1900
const lastYear = 2059

/** What everybody tries first, beside what a rule tells. */
const known: ReadonlySet<string> = new Set(
  [
    'qwerty qwertz asdfgh asdfghjkl zxcvbn qazwsx 1qaz2wsx 1q2w3e 1q2w3e4r q1w2e3 q1w2e3r4 qweasd qwe123 asd123 abc123 123abc a1b2c3 1a2b3c',
    '147258 258369 147369 159753 159357 357159 753159 789456 456789 123654 741852 852963 741963 963852 102030 010203 112358 314159 100200',
    'password passw0rd contraseña contrasena secreto clave1 clave123 admin1 admin123 usuario innova innovar innovacion innovación chile1 chile123 colocolo',
    'bienvenido bienvenida teamo teamo1 iloveyou dragon monkey letmein welcome master',
  ].flatMap((line) => line.split(' ')),
)

/** Without what people put between: 12-34-56 is as easy as 123456. */
const bareOf = (pin: string): string =>
  withFewMarks(pin)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.\-_/]/g, '')

/** Why a text may not be a PIN: too short, a date, or one of those that are tried first. Null for one that may. */
export function pinProblem(pin: string): 'pin_short' | 'pin_date' | 'pin_simple' | null {
  const signs = Array.from(bareOf(pin))
  const bare = signs.join('')
  if (signs.length < pinMin) return 'pin_short'
  if (known.has(bare) || isRepeated(signs) || isSequence(signs) || isOfRuns(signs) || isMirrored(signs)) return 'pin_simple'
  return isDate(bare) ? 'pin_date' : null
}

/** 111111, 121212, 123123, abcabc: a piece over and over, also where the last one is cut. */
function isRepeated(signs: readonly string[]): boolean {
  for (let size = 1; size <= signs.length / 2; size += 1) if (signs.every((sign, at) => at < size || sign === signs[at - size])) return true
  return false
}

/** 123456, 987654, 246802, abcdef: each as far from the one before, and not far. Digits go round. */
function isSequence(signs: readonly string[]): boolean {
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0)
  const areDigits = signs.every((sign) => /^\d$/.test(sign))
  const steps = new Set(
    codes.slice(1).map((code, at) => {
      const step = code - (codes[at] ?? 0)
      return areDigits ? (step + 10) % 10 : step
    }),
  )
  const [step = 0] = steps
  return steps.size === 1 && (areDigits ? [0, 1, 2, 3, 7, 8, 9].includes(step) : Math.abs(step) <= 2)
}

/** 112233, 111222, 332211: runs of one sign, which follow one another. */
function isOfRuns(signs: readonly string[]): boolean {
  const heads = signs.filter((sign, at) => sign !== signs[at - 1])
  return heads.length <= signs.length / 2 && (heads.length <= 2 || isSequence(heads))
}

/** 123321, abccba: a sequence and back. */
function isMirrored(signs: readonly string[]): boolean {
  const half = signs.slice(0, Math.ceil(signs.length / 2))
  return isSequence(half) && signs.every((sign, at) => sign === signs[signs.length - 1 - at])
}

/** A day, in whichever order it is written, or years: 140385, 850314, 14031985, 19850314, 031985, 20252026. */
function isDate(bare: string): boolean {
  if (!/^(?:\d{6}|\d{8})$/.test(bare)) return false
  const part = (from: number, to: number): number => Number(bare.slice(from, to))
  const isDay = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12
  const isYear = (year: number): boolean => year >= firstYear && year <= lastYear
  const ofPair = (first: number, second: number): boolean => isDay(first, second) || isDay(second, first)
  if (bare.length === 6)
    return (
      ofPair(part(0, 2), part(2, 4)) ||
      ofPair(part(4, 6), part(2, 4)) ||
      (isYear(part(0, 4)) && isDay(1, part(4, 6))) ||
      (isYear(part(2, 6)) && isDay(1, part(0, 2)))
    )
  return (
    (ofPair(part(0, 2), part(2, 4)) && isYear(part(4, 8))) || (isYear(part(0, 4)) && (ofPair(part(4, 6), part(6, 8)) || isYear(part(4, 8))))
  )
}

/** Guesses a second of one graphics card: 64 MiB, three times over, each block read twice and written once, at a terabyte a second. */
const guessesPerSecond = 1_700

/** Of how many each piece of a PIN is one for who knows how it is made: a word, a letter, a digit, any other sign. */
const pieces = /(?<word>\p{L}{3,})|(?<letter>\p{L})|(?<digit>\d)|[^\s.\-_/]/gu
const choices = { word: 5_000, letter: 27, digit: 10, other: 20 } as const

/** Seconds in which one graphics card has tried every PIN that is made as this one. */
export function secondsToGuess(pin: string): number {
  let guesses = 1
  for (const { groups = {} } of withFewMarks(pin).normalize('NFKC').matchAll(pieces)) {
    const kind = (['word', 'letter', 'digit'] as const).find((each) => groups[each] !== undefined) ?? 'other'
    guesses *= choices[kind]
  }
  return guesses / guessesPerSecond
}

export type PinWorth = 'minutes' | 'hours' | 'days' | 'years'

/** How long a copied disk holds against it, roughly: of a PIN that was chosen at random. */
export function worthOf(pin: string): PinWorth {
  const hours = secondsToGuess(pin) / 3600
  if (hours < 1) return 'minutes'
  if (hours < 48) return 'hours'
  return hours < 24 * 365 * 2 ? 'days' : 'years'
}
