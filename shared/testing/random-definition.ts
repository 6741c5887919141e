import fc from 'fast-check'
import { cleanText } from '../kernel/clean-text.ts'
import { reportTextNames } from '../forms/carried.ts'
import type { CarriedForm, ReportTexts } from '../forms/carried.ts'
import { parseDefinition } from '../forms/definition.ts'
import { rateFault } from '../forms/rates.ts'
import { kinds } from '../forms/kinds.ts'
import { optionKey } from '../forms/english.ts'
import { formReportId, questionKinds, surveyDimensionId } from '../forms/model.ts'
import type { Digests, Dimension, FormDefinition, Option, Question, QuestionKind } from '../forms/model.ts'

/** Texts with everything that a file has to carry: quotes, signs of formulas and of XML, breaks, blanks around, other alphabets. */
const text = fc
  .string({
    unit: fc.constantFrom('a', 'ñ', 'É', '0', ' ', '"', "'", '“', '&', '<', '>', '=', '-', ';', '/', '_x0041_', '\n', '\t', '😀', '${a}'),
    minLength: 1,
    maxLength: 12,
  })
  .map(cleanText)
  .filter((each) => each.trim() !== '')
const help = fc.oneof(
  text,
  fc.constantFrom('<p>Una <strong>línea</strong></p><p>y otra</p>', '<ul><li>a &amp; b</li></ul>', '<p></p>', 'sin marcas'),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined, freq: 2 })
/** An object without the fields that say nothing. */
const given = <T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
const english = <T extends Record<string, fc.Arbitrary<string>>>(fields: T): fc.Arbitrary<{ [K in keyof T]?: string } | undefined> =>
  maybe<{ [K in keyof T]?: string }>(fc.record(fields, { requiredKeys: [] }).filter((each) => Object.keys(each).length > 0))

/** What the English of some texts was written from. */
const from = fc.constantFrom('0123456789abcdef', 'ffffffff00000000')
const withFrom = <T extends { readonly en?: Readonly<Record<string, string | undefined>> | undefined }>(
  row: T,
  digest: string | undefined,
): T & { enFrom?: Digests } => {
  const keys = Object.keys(row.en ?? {})
  return digest === undefined || keys.length === 0 ? row : { ...row, enFrom: Object.fromEntries(keys.map((key) => [key, digest])) }
}

/** A question with what hangs on it, before it has a place. */
interface Seed {
  readonly kind: QuestionKind
  readonly fields: Partial<Question>
  readonly options: readonly Option[]
  readonly bounds: readonly [least: number, most: number]
  readonly bounded: readonly [boolean, boolean]
  readonly points: readonly (number | undefined)[]
  readonly flags: { readonly none: boolean; readonly administrative: boolean; readonly file: boolean; readonly divided: boolean }
  readonly inner: readonly Seed[]
  readonly dependents: readonly { readonly seed: Seed; readonly choice: number }[]
}

const option: fc.Arbitrary<Option> = fc
  .record({ value: text, en: maybe(text), allowExtra: maybe(fc.constant(true)) })
  .map((each) => ({ ...given(each), value: each.value }))

const seedAt = (depth: number, isInner: boolean): fc.Arbitrary<Seed> =>
  fc.record({
    kind: fc.constantFrom(...questionKinds.filter((kind) => kind !== 'Block' || (!isInner && depth === 0))),
    fields: fc
      .record({
        text,
        required: fc.boolean(),
        hint: maybe(text),
        fillingHint: maybe(help),
        questionHint: maybe(help),
        originId: maybe(fc.constantFrom('de-antes', 'otra_9')),
        en: english({ text, hint: text, fillingHint: help, questionHint: help }),
        from: maybe(from),
      })
      .map(({ from: digest, ...each }) => withFrom(given(each), digest)),
    options: fc.uniqueArray(option, { minLength: 1, maxLength: 4, selector: ({ value }) => value }),
    bounds: fc.tuple(fc.nat(9), fc.nat(9)),
    bounded: fc.tuple(fc.boolean(), fc.boolean()),
    points: fc.array(maybe(fc.constantFrom(0, 0.25, 1, -0.5, 1.0001)), { minLength: 4, maxLength: 4 }),
    flags: fc.record({ none: fc.boolean(), administrative: fc.boolean(), file: fc.boolean(), divided: fc.boolean() }),
    inner: isInner || depth > 0 ? fc.constant([]) : fc.array(seedAt(1, true), { minLength: 1, maxLength: 3 }),
    dependents:
      depth > 1
        ? fc.constant([])
        : fc.array(fc.record({ seed: seedAt(depth + 1, isInner), choice: fc.nat(3) }), { maxLength: depth === 0 ? 2 : 1 }),
  })

const dimension = fc
  .record({
    name: text,
    configHint: maybe(help),
    fillingHint: maybe(help),
    originId: maybe(fc.constant('dim-1')),
    en: english({ name: text, configHint: help, fillingHint: help }),
    from: maybe(from),
  })
  .map(({ from: digest, ...each }) => withFrom({ ...given(each), name: each.name }, digest))

const sub = fc.record({ dimension, questions: fc.array(seedAt(0, false), { maxLength: 4 }) })

const reportTexts = fc.record(Object.fromEntries(reportTextNames.map((name) => [name, help])), { requiredKeys: [] })

/** A questionnaire that keeps every rule, of every kind, with all that one may hold, and a name, a description and report texts. */
export const carriedForms: fc.Arbitrary<CarriedForm> = fc
  .record({
    name: text,
    description: fc.oneof(text, fc.constant('')),
    spoken: fc.record({ en: english({ name: text, description: text }), from: maybe(from) }),
    tops: fc.array(fc.record({ dimension, subs: fc.array(sub, { maxLength: 3 }) }), { minLength: 1, maxLength: 3 }),
    survey: maybe(sub),
    texts: fc.array(reportTexts, { minLength: 4, maxLength: 4 }),
    numeric: fc.boolean(),
  })
  .map(({ name, description, spoken, tops, survey, texts, numeric }) => {
    const definition = definitionOf(name, tops, survey, numeric)
    const places = [formReportId, ...definition.dimensions.map(({ id }) => id)]
    const kept = texts.flatMap((each, at): [string, ReportTexts][] => {
      const place = places[at]
      return place !== undefined && Object.keys(each).length > 0 ? [[place, each]] : []
    })
    return { definition, description, ...withFrom(given({ en: spoken.en }), spoken.from), reportTexts: Object.fromEntries(kept) }
  })
  .filter(({ definition }) => definition.questions.length > 0 && parseDefinition(definition).ok)

interface SubSeed {
  readonly dimension: { readonly name: string }
  readonly questions: readonly Seed[]
}

/** Ids as the platform and other programs make them: words, or numbers, which no XLSForm takes for a name. */
class Ids {
  #count = 0
  readonly #numeric: boolean
  constructor(numeric: boolean) {
    this.#numeric = numeric
  }
  next(of: string): string {
    this.#count += 1
    return this.#numeric ? `${this.#count}-9f` : `${of}${this.#count}`
  }
}

function definitionOf(
  name: string,
  tops: readonly { readonly dimension: { readonly name: string }; readonly subs: readonly SubSeed[] }[],
  survey: SubSeed | undefined,
  numeric: boolean,
): FormDefinition {
  const ids = new Ids(numeric)
  const dimensions: Dimension[] = []
  const questions: Question[] = []
  const numbers: string[] = []
  const entry = (id: string, of: { readonly name: string }, parentId: string | null): Dimension => ({
    ...of,
    id,
    parentId,
    subDimensionIds: [],
    questionIds: [],
  })
  for (const top of tops) {
    const id = ids.next('dim')
    const subs = top.subs.map((each) => ({ each, id: ids.next('sub') }))
    dimensions.push({ ...entry(id, top.dimension, null), subDimensionIds: subs.map((each) => each.id) })
    for (const one of subs)
      dimensions.push({
        ...entry(one.id, one.each.dimension, id),
        questionIds: one.each.questions.map((seed) => lay(seed, one.id, null, null, questions, ids, numbers)),
      })
  }
  if (survey)
    dimensions.push({
      ...entry(surveyDimensionId, survey.dimension, null),
      questionIds: survey.questions.map((seed) => lay(seed, surveyDimensionId, null, null, questions, ids, numbers)),
    })
  return { versionId: 'v-1', formId: 'f-1', name, dimensions, questions }
}

/** Puts a question and all that hangs on it in reading order; its id. */
function lay(
  seed: Seed,
  dimensionId: string,
  blockId: string | null,
  above: { readonly id: string; readonly visibleIf: boolean | string } | null,
  questions: Question[],
  ids: Ids,
  numbers: string[],
): string {
  const { kind, fields, options, flags } = seed
  const id = ids.next('q')
  const isSurvey = dimensionId === surveyDimensionId
  const base: Question = {
    text: '?',
    ...fields,
    id,
    kind,
    dimensionId,
    blockId,
    parentId: above?.id ?? null,
    visibleIf: above?.visibleIf ?? null,
    dependent: [],
    block: [],
    options: kinds[kind].hasOptions ? options : [],
    allowNoneOption: kind === 'Multiple' && flags.none,
    required: fields.required ?? true,
    administrative: false,
    allowFile: flags.file,
    points: [],
    survey: isSurvey,
    ...boundsOf(seed),
  }
  const spoken = base.options.filter(({ en }) => en !== undefined)
  const enFrom = { ...base.enFrom, ...Object.fromEntries(spoken.map(({ value }) => [optionKey(value), '00000000ffffffff'])) }
  const asked: Question = Object.keys(enFrom).length > 0 ? { ...base, enFrom } : base
  const choices = kinds[kind].choices(base)
  const place = questions.push(asked) - 1
  const inner =
    seed.kind === 'Block'
      ? seed.inner.map((each, at) => lay(at === 0 ? { ...each, kind: 'SimpleText' } : each, dimensionId, id, null, questions, ids, numbers))
      : []
  const dependents = choices.length === 0 ? [] : seed.dependents
  const dependent = dependents.map(({ seed: each, choice }) =>
    lay(each, dimensionId, blockId, { id, visibleIf: choices[choice % choices.length] ?? true }, questions, ids, numbers),
  )
  const find = (each: string): Question | undefined => questions.find((one) => one.id === each)
  const divisor = kind === 'Number' && flags.divided ? numbers.findLast((each) => rateFault(find, asked, each) === undefined) : undefined
  const keys = choices.length > 0 ? choices.map(String) : ['value']
  const points = isSurvey
    ? []
    : keys.flatMap((key, at) => {
        const value = seed.points[at % 4]
        return value === undefined ? [] : [{ key, value, ...(divisor !== undefined && { divisor }) }]
      })
  const canBe = flags.administrative && kind !== 'Block' && !isSurvey && !above && blockId === null && dependent.length === 0
  questions[place] = { ...asked, block: inner, dependent, points, ...(canBe && { administrative: true, allowFile: false }) }
  if (kind === 'Number') numbers.push(id)
  return id
}

function boundsOf({ kind, bounds: [one, other], bounded: [hasLeast, hasMost], options }: Seed): Pick<Question, 'min' | 'max'> {
  const least = Math.min(one, other)
  const most = Math.max(one, other)
  const of = (min: number | string | undefined, max: number | string | undefined): Pick<Question, 'min' | 'max'> =>
    given({ min: hasLeast ? min : undefined, max: hasMost ? max : undefined })
  switch (kind) {
    case 'SimpleText':
      return of(undefined, most * 10)
    case 'Text':
      return of(least, most * 100)
    case 'Number':
      return of(least - 5.125, most * 1.1)
    case 'Date':
      return of(`2024-0${least + 1}-01`.slice(0, 10), `2025-0${Math.min(9, most + 1)}-15`)
    case 'Multiple':
      return of(Math.min(least, options.length), Math.min(most, options.length))
    case 'Block':
      return of(least, most)
    case 'Boolean':
    case 'Single':
      return {}
  }
}
