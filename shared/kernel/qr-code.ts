/**
 * A QR code (ISO/IEC 18004) of a text as bytes, with error correction M: rows of modules, true where dark, without the quiet zone.
 * Undefined for more than 213 bytes, which take more than version 10.
 */
export function qrCode(text: string): QrModules | undefined {
  const bytes = utf8(text)
  const version = versions.findIndex((each) => each && 4 + (each.lengthBits + bytes.length * 8) <= dataWords(each) * 8)
  const made = versions[version]
  if (!made) return undefined
  const words = interleaved(wordsOf(bytes, made), made)
  const size = 17 + 4 * version
  const reserved = frameOf(size, version, made.align)
  const drawn = Array.from({ length: 8 }, (_, mask) => masked(reserved, words, mask))
  return drawn.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best))
}

/** A text as bytes: a platform's own encoder is not everybody's who draws one. */
const utf8 = (text: string): Uint8Array =>
  Uint8Array.from(
    [...encodeURIComponent(text.toWellFormed()).matchAll(/%([\dA-F]{2})|./g)].map(([sign, hex]) =>
      hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16),
    ),
  )

export type QrModules = readonly (readonly boolean[])[]

interface Version {
  readonly lengthBits: 8 | 16
  /** Words of error correction in each block. */
  readonly check: number
  /** How many blocks of how many data words. */
  readonly blocks: readonly (readonly [count: number, words: number])[]
  /** Middles of the small squares. */
  readonly align: readonly number[]
}

/** Versions 1 to 10 with error correction M, by their number. */
const versions: readonly (Version | undefined)[] = [
  undefined,
  { lengthBits: 8, check: 10, blocks: [[1, 16]], align: [] },
  { lengthBits: 8, check: 16, blocks: [[1, 28]], align: [6, 18] },
  { lengthBits: 8, check: 26, blocks: [[1, 44]], align: [6, 22] },
  { lengthBits: 8, check: 18, blocks: [[2, 32]], align: [6, 26] },
  { lengthBits: 8, check: 24, blocks: [[2, 43]], align: [6, 30] },
  { lengthBits: 8, check: 16, blocks: [[4, 27]], align: [6, 34] },
  { lengthBits: 8, check: 18, blocks: [[4, 31]], align: [6, 22, 38] },
  {
    lengthBits: 8,
    check: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
    align: [6, 24, 42],
  },
  {
    lengthBits: 8,
    check: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
    align: [6, 26, 46],
  },
  {
    lengthBits: 16,
    check: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
    align: [6, 28, 50],
  },
]

const dataWords = ({ blocks }: Version): number => blocks.reduce((sum, [count, words]) => sum + count * words, 0)

/** Mode, length, text and padding, as words of eight bits. */
function wordsOf(bytes: Uint8Array, version: Version): number[] {
  const most = dataWords(version) * 8
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, version.lengthBits), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))]
  bits.push(...Array.from({ length: Math.min(4, most - bits.length) }, () => 0))
  while (bits.length % 8 !== 0) bits.push(0)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0))
  for (let pad = 0xec; words.length < most / 8; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

const bitsOf = (value: number, length: number): number[] => Array.from({ length }, (_, at) => (value >>> (length - 1 - at)) & 1)

/** Powers of 2 in the field of 256 elements that the standard counts in, and their logarithms. */
const powers: number[] = []
const logs: number[] = []
for (let power = 0, value = 1; power < 255; power += 1) {
  powers[power] = value
  logs[value] = power
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}
const times = (left: number, right: number): number =>
  left === 0 || right === 0 ? 0 : (powers[((logs[left] ?? 0) + (logs[right] ?? 0)) % 255] ?? 0)

/** What is left of the words, moved up, over the generator of so many check words (Reed and Solomon). */
function checkWords(words: readonly number[], count: number): number[] {
  let generator = [1]
  for (let root = 0; root < count; root += 1) {
    const by = powers[root] ?? 0
    generator = [...generator, 0].map((each, at) => each ^ times(generator[at - 1] ?? 0, by))
  }
  const rest = [...words, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < words.length; at += 1) {
    const factor = rest[at] ?? 0
    for (const [offset, each] of generator.entries()) rest[at + offset] = (rest[at + offset] ?? 0) ^ times(each, factor)
  }
  return rest.slice(words.length)
}

/** The words of all blocks, the first of each before the second of each, and their check words after them. */
function interleaved(words: readonly number[], { blocks, check }: Version): number[] {
  let from = 0
  const data = blocks.flatMap(([count, length]) => Array.from({ length: count }, () => words.slice(from, (from += length))))
  const checks = data.map((block) => checkWords(block, check))
  const inTurn = (all: readonly (readonly number[])[]): number[] => {
    const longest = Math.max(...all.map((each) => each.length))
    return Array.from({ length: longest }, (_, at) => all.flatMap((each) => each.slice(at, at + 1))).flat()
  }
  return [...inTurn(data), ...inTurn(checks)]
}

/** Modules whose place is fixed; undefined where data goes. */
type Frame = readonly (readonly (boolean | undefined)[])[]

function frameOf(size: number, version: number, align: readonly number[]): Frame {
  const frame: (boolean | undefined)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
  const set = (row: number, column: number, dark: boolean): void => {
    const line = frame[row]
    if (line && column >= 0 && column < size) line[column] = dark
  }
  /** Squares around a middle, dark but at some distances. */
  const square = (row: number, column: number, reach: number, light: readonly number[]): void => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const last = align.at(-1)
  for (const row of align)
    for (const column of align) {
      const isCorner = (row === 6 && (column === 6 || column === last)) || (column === 6 && row === last)
      if (!isCorner) square(row, column, 2, [1])
    }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, [2, 4])
  // What tells the mask is written once it is known.
  for (let at = 0; at < 9; at += 1) {
    if (frame[8]?.[at] === undefined) set(8, at, false)
    if (frame[at]?.[8] === undefined) set(at, 8, false)
    if (at < 8) {
      set(8, size - 1 - at, false)
      set(size - 1 - at, 8, false)
    }
  }
  set(size - 8, 8, true)
  if (version >= 7) {
    const told = (version << 12) | remainder(version, 12, 0x1f25)
    for (let at = 0; at < 18; at += 1) {
      const dark = ((told >>> at) & 1) === 1
      const [along, across] = [Math.floor(at / 3), size - 11 + (at % 3)]
      set(along, across, dark)
      set(across, along, dark)
    }
  }
  return frame
}

/** What is left of a number, moved up by some bits, over a generator of that degree (BCH). */
function remainder(value: number, degree: number, generator: number): number {
  let rest = value << degree
  for (let bit = 31 - Math.clz32(rest); rest !== 0 && bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - degree)
  return rest
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The frame with the words up and down its pairs of columns, under a mask, and with what tells of the mask. */
function masked(frame: Frame, words: readonly number[], mask: number): boolean[][] {
  const size = frame.length
  const bits = words.flatMap((word) => bitsOf(word, 8))
  const made = frame.map((line) => line.map((dark) => dark ?? false))
  const set = (row: number, column: number, dark: boolean): void => {
    const line = made[row]
    if (line) line[column] = dark
  }
  let next = 0
  let upward = true
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the clock is passed over.
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const row = upward ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (frame[row]?.[column] !== undefined) continue
        const bit = bits[next] === 1
        next += 1
        set(row, column, bit !== (masks[mask]?.(row, column) ?? false))
      }
    }
    upward = !upward
  }
  // Error correction M is 00.
  const told = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
  for (let at = 0; at < 15; at += 1) {
    const dark = ((told >>> at) & 1) === 1
    const [upRow, leftColumn] = [at < 6 ? at : at + 1, at < 8 ? 15 - at - 1 : 14 - at]
    if (at < 8) {
      set(upRow, 8, dark)
      set(8, size - 1 - at, dark)
    } else {
      set(8, at === 8 ? 7 : leftColumn, dark)
      set(size - 15 + at, 8, dark)
    }
  }
  return made
}

/** How hard a drawing is to read: long runs, squares of one colour, what looks like a corner, too much of one colour. */
function penaltyOf(made: readonly (readonly boolean[])[]): number {
  const size = made.length
  const columns = made.map((_, column) => made.map((line) => line[column] ?? false))
  let penalty = 0
  for (const line of [...made, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    for (let at = 0; at + 11 <= size; at += 1) if (['10111010000', '00001011101'].includes(text.slice(at, at + 11))) penalty += 40
  }
  for (let row = 0; row + 1 < size; row += 1)
    for (let column = 0; column + 1 < size; column += 1) {
      const dark = made[row]?.[column]
      if (made[row]?.[column + 1] === dark && made[row + 1]?.[column] === dark && made[row + 1]?.[column + 1] === dark) penalty += 3
    }
  const share = (made.flat().filter(Boolean).length / size ** 2) * 100
  return penalty + Math.floor(Math.abs(share - 50) / 5) * 10
}
