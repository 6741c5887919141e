import { expect, test } from 'vitest'
import { called } from './cost/called.ts'
import { families } from './cost/families.ts'
import { Counter, isText, takersIn, type Exported } from './cost/functions.ts'
import { passes } from './cost/passes.ts'
import { productFiles, root } from './house.ts'

// Steps are counted, never timed: a machine may be busy. What is not seen is an array that is spread anew for each of its items.

/** Where people's texts come by. What operators and the program itself write is elsewhere. */
const ofPeople =
  /^(?:shared|sync|client|server\/(?:archives|documents|email|features|http|persons|reports|site|sync|workbooks|world))\/(?!.*(?:fixtures|testing))/

/** A text that is what something is known by: ids, keys and paths have their length by their making. */
const known =
  /(?:^|[a-z])(?:[iI]ds?|[kK]ey|[mM]id|[uU]nit|[sS]cope|[tT]oken|[hH]ash|[sS]ecret|[oO]rigin|[sS]ha256|[kK]ind|[pP]ath|dir|tag)$/

/** What stands beside a text where it does not matter what it is. */
const beside: readonly (readonly [type: RegExp, value: unknown])[] = [
  [/^number$/, 2],
  [/^boolean$/, true],
  [/^(?:Language|SiteLanguage|ReportLanguage|Told)$/, 'es'],
  [/^RegExp$/, /[.!?\s-]/],
  [/^(?:readonly string\[\]|Iterable<string>)$/, ['innovación', 'a']],
  [/^ReadonlySet<string>$/, new Set(['a'])],
  [/^(?:Instant|Day)$/, '2026-11-30T12:00:00.000Z'],
  [/^unknown$/, {}],
]

const nameOf = ({ path, name }: Exported): string => `${path} ${name}`
const takers = productFiles
  .filter(({ path }) => ofPeople.test(path) && path.endsWith('.ts'))
  .flatMap(takersIn)
  // What is drawn with a hook cannot be called, and is drawn from what other functions made.
  .filter(({ name, parameters }) => !/^use[A-Z]/.test(name) && parameters.some((each) => isText(each) && !known.test(each.name)))

/** What to give beside a text; undefined where the test does not know of a parameter. */
function valueFor({ parameters }: Exported): ((text: string) => readonly unknown[]) | undefined {
  const values = parameters.map((each) => (isText(each) ? each : beside.find(([type]) => type.test(each.type))))
  const last = values.findLastIndex((value, at) => value !== undefined || parameters[at]?.optional === false)
  if (values.slice(0, last + 1).some((value, at) => value === undefined && parameters[at]?.optional === false)) return undefined
  return (text) => values.slice(0, last + 1).map((value) => (value === undefined ? undefined : Array.isArray(value) ? value[1] : text))
}

test('of every function that is given a text it is known how it is called', () => {
  const unknown = takers.filter((each) => !valueFor(each) && called[nameOf(each)] === undefined).map(nameOf)
  expect(
    unknown.filter((name) => !passes.has(name)),
    'say in cost/called.ts how it is called, or in cost/passes.ts that it only passes its text on',
  ).toEqual([])
  const all = new Set(unknown)
  expect(
    [...passes].filter((name) => !all.has(name)),
    'is called by itself now, or gone',
  ).toEqual([])
})

test('what every function that is given a text does grows with the text, and no faster', async () => {
  const calls = new Map(Object.entries(called))
  for (const taker of takers) {
    const values = valueFor(taker)
    if (!values || calls.has(nameOf(taker))) continue
    const made = (await loaded(taker.path))[taker.name]
    if (typeof made === 'function') calls.set(nameOf(taker), (text) => Reflect.apply(made, undefined, [...values(text)]))
  }
  expect(calls.size).toBeGreaterThan(150)
  const counter = new Counter()
  counter.start()
  try {
    expect([...calls].flatMap(([name, call]) => growing(counter, name, call))).toEqual([])
  } finally {
    counter.stop()
  }
})

/** A module as Node runs it; what draws, or asks a browser for something when it is loaded, is none, and its expressions are looked at. */
async function loaded(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(`${root}/${path}`)
  } catch (error) {
    if (path.startsWith('client/')) return {}
    throw error
  }
}

const length = 400
const long = (sign: string, times: number): string => sign.repeat(Math.ceil((times * length) / sign.length))

/** On which texts a function does more than in proportion: a cost in proportion is four times as large, one of pairs sixteen times. */
function growing(counter: Counter, name: string, call: (text: string) => unknown): string[] {
  const allOf = (times: number): number =>
    counter.of(() => {
      for (const each of families) {
        try {
          call(long(each, times))
        } catch {
          // A refusal by another name.
        }
      }
    })
  // What is made once, when first called, is none of the text's.
  allOf(1)
  if (allOf(4) <= 6 * allOf(1)) return []
  return families.flatMap((each) => {
    const short = counter.of(() => void call(long(each, 1)))
    const steps = counter.of(() => void call(long(each, 4)))
    return steps > 8 * short && steps > 8 * length
      ? [`${name} on ${JSON.stringify(each)}: ${short} steps, ${steps} for four times as much`]
      : []
  })
}

test('a function that goes over its text for each of its characters is found, and one that goes over it once is not', () => {
  const counter = new Counter()
  counter.start()
  try {
    // Of this folder, whose own blocks are not counted: what built-in functions go through is.
    const each = (text: string): unknown => [...text].map((_, at) => text.indexOf('\u0000', at))
    const once = (text: string): unknown => text.replaceAll('a', 'b').trim().split('b')
    expect(growing(counter, 'each', each).length).toBe(families.length)
    expect(growing(counter, 'marks', (text) => text.normalize('NFD')).length).toBe(1)
    expect(growing(counter, 'once', once)).toEqual([])
  } finally {
    counter.stop()
  }
})
