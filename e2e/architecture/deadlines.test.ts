import { expect, test } from 'vitest'
import { productFiles } from './house.ts'

const written = productFiles.filter(({ path }) => !['shared/kernel/moment-words.ts', 'shared/kernel/own-times.ts'].includes(path))

/** `file: text` of what a pattern finds in product files, without the files in which it may stand. */
const found = (pattern: RegExp, among: RegExp, allowed: readonly string[] = []): readonly string[] =>
  written
    .filter(({ path }) => among.test(path) && !allowed.includes(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

/** Where the zone is named beside what is no moment: a rule of stages, hours of every working day, a page or a column of moments. */
const namesZone = [
  'client/areas/administration/stages/plan-strings.es.ts',
  'client/areas/administration/stages/plan-strings.en.ts',
  'shared/stages/plan-routes.ts',
  'client/app/help/strings.es.ts',
  'client/app/help/strings.en.ts',
  'client/features/form-history/strings.es.ts',
  'client/features/form-history/strings.en.ts',
  'server/reports/answer-history.ts',
  'server/strings/letters.es.ts',
  'server/strings/letters.en.ts',
]

test('[TM23] the last minute of a day and the zone are written by moment-words.ts alone', () => {
  const zone = /23:59|hora de (?:Chile|Santiago)|Chile continental|(?:Chile|Santiago) time|(?:mainland|continental) Chile/g
  expect(found(zone, /^(?:client|server|shared|sync)\//, namesZone)).toEqual([])
  // The letters' are hours of help, and no deadline.
  expect(found(/23:59/g, /^server\/strings\/letters/)).toEqual([])
})

test('[TM23] hours of a clock are written by moment-words.ts alone', () => {
  const hours = /\bhour(?:12|Cycle)?: ?'|\btimeStyle\b|\.toLocale(?:Time|Date)String\(|\bgetHours\(/g
  expect(found(hours, /^(?:client|server|shared|sync)\//, ['shared/kernel/instant.ts'])).toEqual([])
})

test('[TM23] what a text calls the end of something is a deadline, and written as one', () => {
  const ends = /(?:hasta el|termina(?: ahora)? el|tardar el|vence el) \$?\{+(?!deadline\b)\w+/gi
  const texts = /\.es\.ts$/
  // A day that an answer may not exceed; `end` is what letters call theirs.
  const others = found(ends, texts).filter((each) => !/answers\/strings.*\{max$|strings\/letters.*\{end$/.test(each))
  expect(others).toEqual([])
  const given = found(/\bdeadline: (?!(?:format\.)?deadline(?:Text)?\(|string\b)[^,;\n]+/g, /^(?:client|server)\//)
  expect(given.filter((each) => !/documents\/words\.ts: deadline: \(at\) => deadlineText\(|i18n\/format\.ts/.test(each))).toEqual([])
})

/** Where the end of a stage is one of two days of a plan, and nobody is told until when. */
const showsPlan = ['client/areas/administration/rehearsals/rehearsal-walk.tsx', 'client/areas/administration/forms/form-table.tsx']

test('[TM23] the end of a stage, of a session or of what is kept is written as a day or a moment nowhere', () => {
  const otherwise = /\b(?:day|moment|certified|time|dayInWords)\([^\n]*?\.(?:end|to|endsAt|expiresAt|hereUntil)\b/g
  expect(found(otherwise, /^(?:client|server)\//, showsPlan)).toEqual([])
})
