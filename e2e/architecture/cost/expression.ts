/** Regular expressions as trees, and how many steps a backtracking matcher takes on a text: counted, so that no clock decides. */

type Node =
  | { readonly is: 'char'; readonly source: string }
  | { readonly is: 'assert'; readonly what: '^' | '$' | 'b' | 'B' }
  | { readonly is: 'look'; readonly ahead: boolean; readonly negated: boolean; readonly body: Node }
  | { readonly is: 'group'; readonly index: number | null; readonly body: Node }
  | { readonly is: 'back'; readonly to: number | string }
  | { readonly is: 'either'; readonly of: readonly Node[] }
  | { readonly is: 'row'; readonly of: readonly Node[] }
  | { readonly is: 'times'; readonly min: number; readonly max: number; readonly lazy: boolean; readonly body: Node }

/** Reads a pattern that the engine itself took already: what is wrong in it never comes here. */
class Reader {
  readonly #pattern: string
  readonly #unicode: boolean
  readonly names = new Map<string, number>()
  #at = 0
  #groups = 0

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern
    this.#unicode = /[uv]/.test(flags)
  }

  whole(): Node {
    const of: Node[] = []
    do of.push(this.#row())
    while (this.#take('|'))
    const [only, ...others] = of
    return only && others.length === 0 ? only : { is: 'either', of }
  }

  #row(): Node {
    const of: Node[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#peek())) of.push(this.#timed(this.#atom()))
    return { is: 'row', of }
  }

  #peek(ahead = 0): string {
    return this.#pattern[this.#at + ahead] ?? ''
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #matching(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, 'y')
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#pattern) ?? undefined
    if (found) this.#at += found[0].length
    return found
  }

  #timed(body: Node): Node {
    const found = this.#matching(/[*+?]|\{(\d+)(,?)(\d*)\}/)
    if (!found) return body
    const [text, from, comma, to] = found
    const lazy = this.#take('?')
    if (text === '*') return { is: 'times', min: 0, max: Infinity, lazy, body }
    if (text === '+') return { is: 'times', min: 1, max: Infinity, lazy, body }
    if (text === '?') return { is: 'times', min: 0, max: 1, lazy, body }
    const min = Number(from)
    return { is: 'times', min, max: comma === '' ? min : to === '' ? Infinity : Number(to), lazy, body }
  }

  #atom(): Node {
    if (this.#take('^')) return { is: 'assert', what: '^' }
    if (this.#take('$')) return { is: 'assert', what: '$' }
    if (this.#take('(')) return this.#group()
    const source = this.#matching(/\[(?:[^\]\\]|\\.)*\]/s)?.[0]
    if (source !== undefined) return { is: 'char', source }
    if (this.#peek() === '\\') return this.#escape()
    const character = this.#unicode ? String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0) : this.#peek()
    this.#at += character.length
    return { is: 'char', source: character }
  }

  #group(): Node {
    const opening = this.#matching(/\?(?:<?[=!]|:|<([^>]+)>)/)
    const kind = opening?.[0] ?? ''
    const index = kind === '' || opening?.[1] !== undefined ? (this.#groups += 1) : null
    if (index !== null && opening?.[1] !== undefined) this.names.set(opening[1], index)
    const body = this.whole()
    this.#take(')')
    if (/^\?<?[=!]$/.test(kind)) return { is: 'look', ahead: !kind.includes('<'), negated: kind.endsWith('!'), body }
    return { is: 'group', index, body }
  }

  #escape(): Node {
    if (this.#matching(/\\b/)) return { is: 'assert', what: 'b' }
    if (this.#matching(/\\B/)) return { is: 'assert', what: 'B' }
    const back = this.#matching(/\\(?:([1-9]\d*)|k<([^>]+)>)/)
    if (back) return { is: 'back', to: back[2] ?? Number(back[1]) }
    const source = this.#matching(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/s)?.[0] ?? ''
    return { is: 'char', source }
  }
}

/** Goes on from a place of the text; false where nothing further matches. */
type Next = (at: number) => boolean
type Run = (at: number, next: Next) => boolean

/** After which nothing more is counted: what takes so many on a short text grows in every way there is. */
export const stepsMost = 3_000_000
class TooManySteps extends Error {}

export class Expression {
  readonly #flags: string
  readonly #tree: Node
  readonly #names: ReadonlyMap<string, number>
  readonly #run: Run
  #text: readonly string[] = []
  #steps = 0
  #captured: ([number, number] | undefined)[] = []

  constructor(pattern: string, flags: string) {
    const reader = new Reader(pattern, flags)
    this.#flags = flags
    this.#tree = reader.whole()
    this.#names = reader.names
    this.#run = this.#made(this.#tree, true)
  }

  /** Whether something of it is repeated often: what is not takes no more steps at a place of the text than at any other. */
  get loops(): boolean {
    return loopsOf(this.#tree, [], []).length > 0
  }

  /** Length of a text from which on a loop that is bounded costs no more for each further character. */
  get bound(): number {
    return largestBound(this.#tree)
  }

  /** Steps of looking for it in a text as `replace` or `matchAll` do where it is global, and as `test` does otherwise. */
  stepsOn(text: string): number {
    this.#text = /[uv]/.test(this.#flags) ? [...text] : text.split('')
    this.#steps = 0
    try {
      for (let from = 0; from <= this.#text.length;) {
        const end = this.#foundFrom(from)
        if (end === undefined || !this.#flags.includes('g')) break
        from = Math.max(end, from + 1)
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    }
    return this.#steps
  }

  #foundFrom(from: number): number | undefined {
    for (let start = from; start <= this.#text.length; start += 1) {
      let end: number | undefined
      this.#captured = []
      const matches = this.#run(start, (at) => {
        end = at
        return true
      })
      if (matches) return end
      if (this.#flags.includes('y')) return undefined
    }
    return undefined
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > stepsMost) throw new TooManySteps()
  }

  #made(node: Node, forward: boolean): Run {
    switch (node.is) {
      case 'char': {
        const isOne = oneOf(node.source, this.#flags)
        const by = forward ? 1 : -1
        return (at, next) => {
          this.#step()
          const character = this.#text[forward ? at : at - 1]
          return character !== undefined && isOne(character) && next(at + by)
        }
      }
      case 'assert':
        return (at, next) => {
          this.#step()
          return this.#holds(node.what, at) && next(at)
        }
      case 'look': {
        const run = this.#made(node.body, node.ahead)
        return (at, next) => run(at, () => true) !== node.negated && next(at)
      }
      case 'group': {
        const run = this.#made(node.body, forward)
        const { index } = node
        if (index === null) return run
        return (at, next) =>
          run(at, (end) => {
            const before = this.#captured[index]
            this.#captured[index] = forward ? [at, end] : [end, at]
            if (next(end)) return true
            this.#captured[index] = before
            return false
          })
      }
      case 'back':
        return (at, next) => {
          const [from, to] = this.#captured[typeof node.to === 'number' ? node.to : (this.#names.get(node.to) ?? 0)] ?? [0, 0]
          for (let place = from; place < to; place += 1) {
            this.#step()
            if (this.#text[place] !== this.#text[at + place - from]) return false
          }
          return next(at + to - from)
        }
      case 'either': {
        const runs = node.of.map((each) => this.#made(each, forward))
        return (at, next) => {
          for (const run of runs) if (run(at, next)) return true
          return false
        }
      }
      case 'row': {
        const runs = (forward ? node.of : node.of.toReversed()).map((each) => this.#made(each, forward))
        const [only] = runs
        if (only && runs.length === 1) return only
        const from = (place: number, at: number, next: Next): boolean => {
          const run = runs[place]
          return run ? run(at, (end) => from(place + 1, end, next)) : next(at)
        }
        return (at, next) => from(0, at, next)
      }
      case 'times':
        return node.body.is === 'char' ? this.#repeatedCharacter(node, node.body.source, forward) : this.#repeated(node, forward)
    }
  }

  /** By far the most of them, and without a call for each character: a long text would run out of stack. */
  #repeatedCharacter({ min, max, lazy }: Node & { readonly is: 'times' }, source: string, forward: boolean): Run {
    const isOne = oneOf(source, this.#flags)
    const by = forward ? 1 : -1
    const fits = (at: number, count: number): boolean => {
      this.#step()
      const character = this.#text[forward ? at + count : at - count - 1]
      return character !== undefined && isOne(character)
    }
    return (at, next) => {
      let count = 0
      while (count < (lazy ? min : max) && fits(at, count)) count += 1
      if (count < min) return false
      if (!lazy) {
        for (; count >= min; count -= 1) if (next(at + by * count)) return true
        return false
      }
      for (;;) {
        if (next(at + by * count)) return true
        if (count >= max || !fits(at, count)) return false
        count += 1
      }
    }
  }

  #repeated({ min, max, lazy, body }: Node & { readonly is: 'times' }, forward: boolean): Run {
    const run = this.#made(body, forward)
    const from = (count: number, at: number, next: Next): boolean => {
      this.#step()
      const again = (): boolean => count < max && run(at, (end) => (end !== at || count < min) && from(count + 1, end, next))
      if (count < min) return again()
      return lazy ? next(at) || again() : again() || next(at)
    }
    return (at, next) => from(0, at, next)
  }

  #holds(what: '^' | '$' | 'b' | 'B', at: number): boolean {
    const before = this.#text[at - 1]
    const after = this.#text[at]
    const many = this.#flags.includes('m')
    if (what === '^') return before === undefined || (many && /[\n\r\u2028\u2029]/.test(before))
    if (what === '$') return after === undefined || (many && /[\n\r\u2028\u2029]/.test(after))
    const isBorder = isWord(before) !== isWord(after)
    return what === 'b' ? isBorder : !isBorder
  }

  /** Texts made of its own parts, which a loop of it goes through and something behind refuses: some `length` characters of what is repeated. */
  hostile(length: number): readonly string[] {
    const texts: string[] = []
    const many = (text: string): string => text.repeat(Math.ceil(length / text.length))
    const candidates = [...new Set([...literalsOf(this.#tree), ...usual])]
    for (const { before, body, after } of loopsOf(this.#tree, [], [])) {
      const behind = after.slice(
        0,
        Math.max(
          1,
          after.findIndex(({ is }) => is === 'times'),
        ),
      )
      const pumps = new Set([
        ...candidates.flatMap((character) => this.#sample(body, character) ?? []),
        behind.map((each) => this.#sample(each, '') ?? '').join(''),
      ])
      for (const pump of pumps) {
        if (pump === '') continue
        const prefix = before.map((each) => this.#sample(each, pump.slice(0, 1)) ?? '').join('')
        for (const end of ['', '\u0000', '\n', 'a', ' ', '.']) texts.push(prefix + many(pump) + end)
        if (prefix !== '') texts.push(many(prefix + pump), `${many(prefix + pump)}\u0000`, many(prefix))
      }
    }
    return texts
  }

  /** A text that a part matches, of `character` wherever that fits. */
  #sample(node: Node, character: string): string | undefined {
    switch (node.is) {
      case 'char': {
        const isOne = oneOf(node.source, this.#flags)
        return [character, ...usual, ...literalsOf(node)].find(isOne)
      }
      case 'assert':
      case 'look':
      case 'back':
        return ''
      case 'group':
        return this.#sample(node.body, character)
      case 'either': {
        const fitting = node.of.map((each) => this.#sample(each, character))
        return fitting.find((each) => each?.startsWith(character)) ?? fitting.find((each) => each !== undefined)
      }
      case 'row':
        return node.of.map((each) => this.#sample(each, character) ?? '').join('')
      case 'times':
        return (this.#sample(node.body, character) ?? '').repeat(Math.max(node.min, node.max > 0 && node.min === 0 ? 0 : 1))
    }
  }
}

const usual = [
  'a',
  '0',
  ' ',
  '-',
  '_',
  '.',
  '<',
  '>',
  '&',
  '(',
  ')',
  '"',
  "'",
  '@',
  '/',
  ':',
  '=',
  '\n',
  '\t',
  'á',
  '\u0301',
  '\u0000',
  'x',
]

const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)

const known = new Map<string, (character: string) => boolean>()
function oneOf(source: string, flags: string): (character: string) => boolean {
  const own = flags.replaceAll(/[^iusv]/g, '')
  const key = `${own} ${source}`
  const found = known.get(key)
  if (found) return found
  const expression = new RegExp(`^(?:${source})$`, own)
  const answers = new Map<string, boolean>()
  const isOne = (character: string): boolean => {
    let answer = answers.get(character)
    if (answer === undefined) {
      answer = expression.test(character)
      answers.set(character, answer)
    }
    return answer
  }
  known.set(key, isOne)
  return isOne
}

const bodiesOf = (node: Node): readonly Node[] => ('of' in node ? node.of : 'body' in node ? [node.body] : [])

/** Characters that are written in it as themselves, those of its classes too. */
function literalsOf(node: Node): string[] {
  if (node.is === 'char') return [...node.source]
  return bodiesOf(node).flatMap(literalsOf)
}

interface Loop {
  readonly before: readonly Node[]
  readonly body: Node
  readonly after: readonly Node[]
}

/** What is repeated many times, each with what stands before it and after it. */
function loopsOf(node: Node, before: readonly Node[], after: readonly Node[]): Loop[] {
  if (node.is === 'row')
    return node.of.flatMap((each, at) => loopsOf(each, [...before, ...node.of.slice(0, at)], [...node.of.slice(at + 1), ...after]))
  const own = node.is === 'times' && node.max > 30 ? [{ before, body: node.body, after }] : []
  return [...own, ...bodiesOf(node).flatMap((each) => loopsOf(each, before, after))]
}

/** The largest number of times to which something is bounded. */
function largestBound(node: Node): number {
  const own = node.is === 'times' && Number.isFinite(node.max) ? node.max : 0
  return Math.max(own, ...bodiesOf(node).map(largestBound))
}
