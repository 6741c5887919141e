import { expect, test } from 'vitest'
import { Expression, stepsMost } from './cost/expression.ts'
import { families } from './cost/families.ts'
import { expressionsIn, type Written } from './cost/syntax.ts'
import { productFiles } from './house.ts'

/** What reads nothing but the program's own sources, and what is frozen with the release that brought it. */
const ofNoPerson = /^(?:client\/build|server\/migrations)\//

const written = productFiles.filter(({ path, side }) => side !== 'e2e' && !ofNoPerson.test(path))

/** What more a text of four times the length may cost: a cost in proportion is four times as large, one of pairs sixteen times. */
const growsBeyond = 8

/** The text on which steps grow more than with its length; undefined where none is found. */
function growsOn({ pattern, flags }: Pick<Written, 'pattern' | 'flags'>): string | undefined {
  const expression = new Expression(pattern, flags)
  if (!expression.loops) return undefined
  const length = Math.max(64, 2 * expression.bound)
  const texts = (of: number): readonly string[] => [
    ...families.map((each) => each.repeat(Math.ceil(of / each.length))),
    ...expression.hostile(of),
  ]
  const long = texts(4 * length)
  const at = texts(length).findIndex((short, place) => {
    const steps = expression.stepsOn(short)
    return steps >= stepsMost || expression.stepsOn(long[place] ?? '') > growsBeyond * steps
  })
  return at < 0 ? undefined : long[at]?.slice(0, 40)
}

test('every regular expression takes steps in proportion to its text', () => {
  const growing = written.flatMap(expressionsIn).flatMap((each) => {
    const text = growsOn(each)
    return text === undefined ? [] : [`${each.where} /${each.pattern}/${each.flags} on ${JSON.stringify(text)}`]
  })
  expect(growing, 'write a scan, as shared/kernel/cut.ts does, or begin the expression where nothing of its kind stands before').toEqual([])
})

test.each([
  ['<[^>]*>', 'g'],
  ['\\s+$', ''],
  ['[^\\s]+@[^\\s]+', 'g'],
  ['<!--\\[if[\\s\\S]*?<!\\[endif\\]-->', 'gi'],
  ['^\\.[.\\s]*[^.]+$', ''],
  ['^xl\\/.*sheet[^/]*\\.xml$', 'i'],
  ['\\B(?=(?:\\d{3})+$)', 'g'],
  ['^(?:a|a)+$', ''],
  ['\\p{L}+\\d', 'u'],
])('an expression that tries again from each character is found: /%s/%s', (pattern, flags) => {
  expect(growsOn({ pattern, flags })).toBeDefined()
})

test.each([
  ['<[^<>]*>', 'g'],
  ['(?<!\\s)\\s+$', ''],
  ['\\S+', 'g'],
  ['^[\\w.-]{1,300}$', ''],
  ['(\\p{M}{30})\\p{M}+', 'gu'],
])('one that goes through its text once is not: /%s/%s', (pattern, flags) => {
  expect(growsOn({ pattern, flags })).toBeUndefined()
})
