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
  /** Hours before the deadline that are played; what came earlier is brought before, as fast as it goes. */
  readonly hours: number
  /** Event streams that are opened in the mode of that name. */
  readonly listeners: number
  /** Share of the devices that are the real engine with its storage; the others speak its protocol and keep nothing. */
  readonly engines: number
  /** Bytes of a file, thousands. */
  readonly fileKb: number
  /** Share of the replies to pushes that get lost on the way, so that the device sends the same again. */
  readonly loss: number
  /** How long each step of the mode `saturate` lasts, seconds. */
  readonly seconds: number
  /** Answers and files of each institution in its week, whole tens. */
  readonly answers: number
  readonly files: number
  /** Where the data is laid; the folder of temporary files unless said. */
  readonly folder: string | undefined
}

export const usual: Options = {
  mode: 'day',
  only: variants,
  scale: 0.1,
  speed: 40,
  hours: 6,
  listeners: 10_000,
  engines: 0.01,
  fileKb: 60,
  loss: 0.02,
  seconds: 10,
  answers: 500,
  files: 20,
  folder: undefined,
}

export const usage = `npm run load -- [${modes.join('|')}] [--only sqlite|postgres] [--scale 0.1] [--speed 40] [--hours 6] [--listeners 10000]
  [--engines 0.01] [--file-kb 60] [--loss 0.02] [--seconds 10] [--answers 500] [--files 20] [--folder DIR]`

/** What a command line asks for. Throws one sentence when it asks for what there is not. */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      scale: { type: 'string' },
      speed: { type: 'string' },
      hours: { type: 'string' },
      listeners: { type: 'string' },
      engines: { type: 'string' },
      'file-kb': { type: 'string' },
      loss: { type: 'string' },
      seconds: { type: 'string' },
      answers: { type: 'string' },
      files: { type: 'string' },
      folder: { type: 'string' },
    },
  })
  const number = (
    name: Exclude<keyof typeof values, 'only' | 'folder'>,
    usually: number,
    [least, most]: readonly [number, number],
  ): number => {
    const text = values[name]
    if (text === undefined) return usually
    const value = Number(text)
    if (text === '' || !(value >= least && value <= most))
      throw new Error(`--${name} is a number from ${least} to ${most}, and is "${text}".`)
    return value
  }
  const [mode = usual.mode, ...rest] = positionals
  if (rest.length > 0 || !isOne(modes, mode)) throw new Error(`"${positionals.join(' ')}" is none of ${modes.join(', ')}.`)
  const { only } = values
  if (only !== undefined && !isOne(variants, only)) throw new Error(`--only is ${variants.join(' or ')}, and is "${only}".`)
  return {
    mode,
    only: only === undefined ? variants : [only],
    scale: number('scale', usual.scale, [0.001, 10]),
    speed: number('speed', usual.speed, [1, 100_000]),
    hours: number('hours', usual.hours, [0.1, 168]),
    listeners: Math.round(number('listeners', usual.listeners, [1, 100_000])),
    engines: number('engines', usual.engines, [0, 1]),
    fileKb: number('file-kb', usual.fileKb, [1, 15_000]),
    loss: number('loss', usual.loss, [0, 0.5]),
    seconds: number('seconds', usual.seconds, [0.5, 600]),
    answers: tens(number('answers', usual.answers, [10, 500])),
    files: tens(number('files', usual.files, [0, 170])),
    folder: values.folder,
  }
}

/** Every sub-dimension has as many as the next. */
const tens = (count: number): number => Math.round(count / 10) * 10

const isOne = <T extends string>(names: readonly T[], name: string): name is T => names.some((each) => each === name)

/** A country of that scale. */
export const institutionsAt = (scale: number): number => Math.max(1, Math.round(1000 * scale))
