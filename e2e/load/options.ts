import { parseArgs } from 'node:util'

export const modes = ['day', 'saturate', 'listeners'] as const
export type Mode = (typeof modes)[number]

/** One server on SQLite, or three on one PostgreSQL. */
export const variants = ['sqlite', 'postgres'] as const
export type Variant = (typeof variants)[number]

export interface Options {
  readonly mode: Mode
  readonly only: readonly Variant[]
  /** Share of a country of 1,000 institutions. */
  readonly scale: number
  /** How many times faster than a day passes it is played. */
  readonly speed: number
  /** Event streams that are opened in the mode of that name. */
  readonly listeners: number
  /** Where the data is laid; the folder of temporary files unless said. */
  readonly folder: string | undefined
  /** Share of the devices that are the real engine with its storage; the others speak its protocol and keep nothing. */
  readonly engines: number
  /** Bytes of a file. */
  readonly fileBytes: number
  /** Answers and files of each institution in its week, whole tens. */
  readonly answers: number
  readonly files: number
}

export const usual: Options = {
  mode: 'day',
  only: variants,
  scale: 0.1,
  speed: 40,
  listeners: 10_000,
  folder: undefined,
  engines: 0.01,
  fileBytes: 60_000,
  answers: 500,
  files: 20,
}

export const usage = `npm run load -- [${modes.join('|')}] [--only sqlite|postgres] [--scale 0.1] [--speed 40] [--listeners 10000] [--folder DIR]`

/** What a command line asks for. Throws one sentence when it asks for what there is not. */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      scale: { type: 'string' },
      speed: { type: 'string' },
      listeners: { type: 'string' },
      folder: { type: 'string' },
    },
  })
  const number = (name: 'scale' | 'speed' | 'listeners', [least, most]: readonly [number, number]): number => {
    const text = values[name]
    if (text === undefined) return usual[name]
    const value = Number(text)
    if (text === '' || !(value >= least && value <= most))
      throw new Error(`--${name} is a number from ${least} to ${most}, and is "${text}".`)
    return value
  }
  const [mode = usual.mode, ...rest] = positionals
  if (rest.length > 0 || !isOne(modes, mode)) throw new Error(`"${positionals.join(' ')}" is none of ${modes.join(', ')}.`)
  const { only, folder } = values
  if (only !== undefined && !isOne(variants, only)) throw new Error(`--only is ${variants.join(' or ')}, and is "${only}".`)
  return {
    ...usual,
    mode,
    only: only === undefined ? variants : [only],
    scale: number('scale', [0.001, 10]),
    speed: number('speed', [1, 100_000]),
    listeners: Math.round(number('listeners', [1, 100_000])),
    folder,
  }
}

const isOne = <T extends string>(names: readonly T[], name: string): name is T => names.some((each) => each === name)

/** A country of that scale. */
export const institutionsAt = (scale: number): number => Math.max(1, Math.round(1000 * scale))
