import { inflateSync } from 'node:zlib'

/** A small reader of PDF files, for what no library tells: which operator stands in which mark, and what the tree is made of. */
export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export class Ref {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}
export class Operator {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export type Dict = Map<string, Value>
export type Value = number | boolean | null | string | Name | Ref | Operator | readonly Value[] | Dict

const delimiters = new Set('()<>[]{}/% \t\r\n\f\0')
const isSpace = (character: string): boolean => /[\s\0]/.test(character)

/** Reads values one after the other. Bytes are characters here. */
export class Lexer {
  readonly #text: string
  #at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  #skip(): void {
    for (;;) {
      while (this.#at < this.#text.length && isSpace(this.#text.charAt(this.#at))) this.#at += 1
      if (this.#text.charAt(this.#at) !== '%') return
      while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text.charAt(this.#at))) this.#at += 1
    }
  }

  /** The next value; undefined at the end. References are read as such. */
  next(): Value | undefined {
    this.#skip()
    if (this.#at >= this.#text.length) return undefined
    const character = this.#text.charAt(this.#at)
    if (character === '/') {
      this.#at += 1
      return new Name(this.#word().replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
    }
    if (character === '(') return decoded(this.#literal())
    if (this.#text.startsWith('<<', this.#at)) return this.#dict()
    if (character === '<') return decoded(this.#hex())
    if (character === '[') {
      this.#at += 1
      const items: Value[] = []
      for (let item = this.next(); !isEnd(item, ']'); item = this.next()) items.push(item)
      return items
    }
    if (character === ']' || character === '>') {
      this.#at += this.#text.startsWith('>>', this.#at) ? 2 : 1
      return new Operator(character)
    }
    const word = this.#word()
    if (word === '') throw new Error(`unexpected ${JSON.stringify(character)} at ${this.#at}`)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return new Operator(word)
    const reference = /^\s+(\d+)\s+R(?![\w])/.exec(this.#text.slice(this.#at, this.#at + 24))
    if (reference && /^\d+$/.test(word)) {
      this.#at += reference[0].length
      return new Ref(Number(word))
    }
    return Number(word)
  }

  #word(): string {
    const from = this.#at
    while (this.#at < this.#text.length && !delimiters.has(this.#text.charAt(this.#at))) this.#at += 1
    return this.#text.slice(from, this.#at)
  }

  #dict(): Dict {
    this.#at += 2
    const found: Dict = new Map()
    for (let key = this.next(); !isEnd(key, '>'); key = this.next()) {
      const value = this.next()
      if (!(key instanceof Name) || value === undefined) throw new Error(`a dictionary broke at ${this.#at}`)
      found.set(key.name, value)
    }
    return found
  }

  #literal(): string {
    let depth = 0
    let made = ''
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at)
      if (character === '\\') {
        this.#at += 1
        const escaped = this.#text.charAt(this.#at)
        const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at, this.#at + 3))
        if (octal) {
          made += String.fromCharCode(Number.parseInt(octal[0], 8))
          this.#at += octal[0].length - 1
        } else made += { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[escaped] ?? escaped
        continue
      }
      if (character === '(') depth += 1
      if (character === ')') depth -= 1
      if (depth === 0) {
        this.#at += 1
        return made.slice(1)
      }
      made += character
    }
    throw new Error('a string has no end')
  }

  #hex(): string {
    const end = this.#text.indexOf('>', this.#at)
    const digits = this.#text.slice(this.#at + 1, end).replace(/\s/g, '')
    this.#at = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }
}

const isEnd = (value: Value | undefined, mark: string): value is undefined => {
  if (value === undefined) throw new Error(`no ${mark} before the end`)
  return value instanceof Operator && value.name === mark
}

/** Text of a string object. */
const decoded = (bytes: string): string =>
  bytes.startsWith('\u00fe\u00ff') ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes

export class PdfFile {
  readonly #text: string
  readonly #offsets = new Map<number, number>()
  readonly #kept = new Map<number, Value>()
  readonly trailer: Dict

  constructor(bytes: Uint8Array) {
    this.#text = Buffer.from(bytes).toString('latin1')
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.#text)?.[1])
    const table = /^xref\s+0 (\d+)\s+/.exec(this.#text.slice(start, start + 40))
    if (!table) throw new Error('there is no table of objects where the file says')
    const first = start + table[0].length
    const count = Number(table[1])
    for (let id = 1; id < count; id += 1) this.#offsets.set(id, Number(this.#text.slice(first + id * 20, first + id * 20 + 10)))
    const lexer = new Lexer(this.#text, this.#text.indexOf('trailer', first) + 'trailer'.length)
    this.trailer = this.dict(lexer.next())
  }

  get ids(): readonly number[] {
    return [...this.#offsets.keys()]
  }

  /** What a value is, its reference followed. */
  value(given: Value | undefined): Value | undefined {
    if (!(given instanceof Ref)) return given
    const kept = this.#kept.get(given.id)
    if (kept !== undefined) return kept
    const found = this.#object(given.id).next()
    if (found !== undefined) this.#kept.set(given.id, found)
    return found
  }

  #object(id: number): Lexer {
    const offset = this.#offsets.get(id)
    if (offset === undefined || !this.#text.startsWith(`${id} 0 obj`, offset)) throw new Error(`object ${id} is not where the file says`)
    return new Lexer(this.#text, offset + `${id} 0 obj`.length)
  }

  dict(given: Value | undefined): Dict {
    const found = this.value(given)
    return found instanceof Map ? found : new Map()
  }

  list(given: Value | undefined): readonly Value[] {
    const found = this.value(given)
    return Array.isArray(found) ? found : []
  }

  /** Bytes of a stream, unpacked, as characters. */
  stream(given: Value | undefined): string {
    if (!(given instanceof Ref)) return ''
    const lexer = this.#object(given.id)
    const dict = this.dict(lexer.next())
    const from = this.#text.indexOf('stream', lexer.at) + 'stream'.length
    const begin = this.#text.charAt(from) === '\r' ? from + 2 : from + 1
    const bytes = Buffer.from(this.#text.slice(begin, begin + Number(this.value(dict.get('Length')))), 'latin1')
    return (dict.has('Filter') ? inflateSync(bytes) : bytes).toString('latin1')
  }

  get root(): Dict {
    return this.dict(this.trailer.get('Root'))
  }

  /** Pages in order, each with its reference. */
  get pages(): readonly { readonly ref: Ref; readonly dict: Dict }[] {
    return this.list(this.dict(this.root.get('Pages')).get('Kids')).flatMap((ref) =>
      ref instanceof Ref ? [{ ref, dict: this.dict(ref) }] : [],
    )
  }
}
