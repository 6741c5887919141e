import type { AnswerValue, OptionChoice } from '#shared/answers/model.ts'
import { maxRows } from '#shared/forms/kinds/block.ts'
import { dateBounds } from '#shared/forms/kinds/date.ts'
import { numberBounds } from '#shared/forms/kinds/number.ts'
import type { Option, Question, QuestionKind } from '#shared/forms/model.ts'
import type { InstitutionId, QuestionId, RowId } from '#shared/kernel/ids.ts'
import { addDays, dayMs, type Day } from '#shared/kernel/instant.ts'
import { writtenIdOf } from './author.ts'
import { descriptionOf, initiativeOf } from './initiatives.ts'
import {
  extras,
  plainTexts,
  plausibleComments,
  plausibleObservations,
  plausibleReplies,
  publicBodies,
  richTexts,
} from './plausible-texts.ts'
import type { Random } from './random.ts'

/** Who answers, and where. */
export interface AnswerContext {
  readonly institutionId: InstitutionId
  /** Row of the block that holds the question; null or absent outside blocks. */
  readonly rowId?: RowId | null | undefined
  /** How far the institution has come, 0..1: how often it says yes, how much it marks. 0.65 unless told. */
  readonly maturity?: number | undefined
  /** What was already answered in the same row, or outside blocks: keeps a story from contradicting itself. */
  readonly given?: ((id: QuestionId) => AnswerValue | undefined) | undefined
}

/**
 * A value that the question accepts and that reads like an institution's own: within words, characters, options,
 * ranges and days, with the extra text of an option that asks for it. A block gets 0 to 4 rows, `r1`, `r2`…
 * The same initiative is told by all the answers of a row.
 */
export const plausibleAnswer = (question: Question, random: Random, context: AnswerContext): AnswerValue =>
  told[question.kind].answer(question, random, { ...context, maturity: context.maturity ?? 0.65 })

/** What is told of each kind: an answer, and what an evaluator observes about one. */
const told: Readonly<Record<QuestionKind, KindTold>> = {
  SimpleText: { answer: plainTextOf, observations: plausibleObservations.text },
  Text: { answer: richTextOf, observations: plausibleObservations.text },
  Number: { answer: numberOf, observations: plausibleObservations.number },
  Boolean: {
    answer: (question, random, context) => random.chance(likelihoodOfYes(question, context.maturity)) && !contradicts(question, context),
    observations: plausibleObservations.choice,
  },
  Single: {
    answer: (question, random, context) => ({ choice: choiceOf(singleOf(question, random, context), random) }),
    observations: plausibleObservations.choice,
  },
  Multiple: { answer: multipleOf, observations: plausibleObservations.choice },
  Date: { answer: dayOf, observations: plausibleObservations.choice },
  Block: {
    answer: (question, random, { maturity }) => ({
      rows: Array.from({ length: rowsOf(question, random, maturity) }, (_, at) => `r${at + 1}`),
    }),
    observations: plausibleObservations.choice,
  },
}

interface KindTold {
  readonly answer: (question: Question, random: Random, context: FullContext) => AnswerValue
  readonly observations: readonly string[]
}

/** A leader's comment on an answer. */
export const plausibleComment = (random: Random): string => random.pick(plausibleComments)

/** A professional's reply to a comment. */
export const plausibleReply = (random: Random): string => random.pick(plausibleReplies)

/** An evaluator's observation, about what the question asks for. */
export function plausibleObservation(question: Question, random: Random): string {
  if (question.allowFile && random.chance(0.7)) return random.pick(plausibleObservations.file)
  return random.pick(told[question.kind].observations)
}

/** Later stages of an initiative are reached by fewer of them. */
const stageLikelihood: Readonly<Record<string, number>> = {
  'ap-iniciativas-disenada': 1.3,
  'ap-iniciativas-prototipada': 1.05,
  'ap-iniciativas-ajustada': 0.9,
  'ap-iniciativas-piloteada': 0.75,
  'ap-iniciativas-implementada': 0.65,
  'ap-iniciativas-implementada-vigente': 1.35,
  'ap-iniciativas-evaluada': 0.4,
  'ci-evaluacion': 0.4,
  'ge-evaluacion': 0.3,
  'ge-piloto': 0.5,
}

function likelihoodOfYes(question: Question, maturity: number): number {
  const written = writtenIdOf(question.id, Object.keys(stageLikelihood))
  return Math.min(0.97, maturity * (stageLikelihood[written ?? ''] ?? 1))
}

/** A question that can only be "Sí" when an earlier one was. */
const needs: Readonly<Record<string, string>> = {
  'ap-iniciativas-ajustada': 'ap-iniciativas-prototipada',
  'ap-iniciativas-evaluada': 'ap-iniciativas-implementada',
  'pc-formalizado': 'pc-disenado',
  'mi-promocion': 'mi-datos',
}

function contradicts(question: Question, context: AnswerContext): boolean {
  const written = writtenIdOf(question.id, Object.keys(needs))
  const needed = written === undefined ? undefined : needs[written]
  if (written === undefined || needed === undefined) return false
  return context.given?.(`${question.id.slice(0, -written.length)}${needed}`) === false
}

/** What most institutions choose, where a blind draw would surprise a reader. */
const usualChoices: Readonly<Record<string, string>> = {
  'eg-unidad-formal-instrumento': 'Resolución',
  'pc-formalizado-como': 'Acto administrativo',
  'rd-recuperacion-ensayo-resultado': 'Se recuperó dentro del tiempo previsto',
  'ef-calidad': 'Mejoró algo',
  'ef-experiencia': 'Mejoró mucho',
  'ef-costo': 'No cambió',
}

/** What is usual, where the limits of the question say too little. */
const usualNumbers: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'th-dotacion': [180, 1400],
  'th-profesiones': [15, 95],
  'th-perfiles-personas': [2, 24],
  'th-capacitacion-presupuesto': [800_000, 38_000_000],
  'th-capacitacion-personas': [14, 160],
  'th-capacitacion-evaluacion-instrumento-aprobacion': [68, 100],
  'th-herramientas': [35, 98],
  'th-red': [1, 46],
  'rd-tramites': [14, 60],
  'rd-tramites-digitales': [4, 14],
  'rd-sistemas': [18, 70],
  'rd-licencias': [9, 18],
  'eg-unidad-presupuesto': [6_000_000, 180_000_000],
  'eg-unidad-jornadas': [1, 6],
  'pr-transacciones': [4, 38],
  'ci-convenios-cantidad': [1, 9],
  'ci-intercambio': [10, 85],
  'ge-intercambio': [0, 60],
  'ge-desafios': [0, 3],
  'er-premios': [0, 2],
  'survey-tiempo': [20, 160],
}
const roundFrom = 100_000

function numberOf(question: Question, random: Random): number {
  const { min, max = Number.MAX_SAFE_INTEGER } = numberBounds(question)
  if (max === 1) return random.between(min * 100, 100) / 100
  const written = writtenIdOf(question.id, Object.keys(usualNumbers))
  const [from, to] = usualNumbers[written ?? ''] ?? [min, Math.min(max, min + 100)]
  const drawn = random.between(Math.max(min, from), Math.min(max, to))
  return drawn >= roundFrom ? Math.round(drawn / roundFrom) * roundFrom : drawn
}

function dayOf(question: Question, random: Random): Day {
  const bounds = dateBounds(question)
  const first = bounds.min ?? '2022-03-01'
  const last = bounds.max ?? '2025-05-31'
  const from = Math.max(Date.parse(first), Date.parse('2019-01-01'))
  const days = Math.max(0, Math.round((Date.parse(last) - from) / dayMs))
  const day = addDays(new Date(from).toISOString().slice(0, 10), random.between(0, days))
  return workday(day, first, last)
}

/** Offices sign and publish on working days: a weekend moves to the Friday before, or stays when that is too early. */
function workday(day: Day, first: Day, last: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const shift = weekday === 6 ? -1 : weekday === 0 ? -2 : 0
  const moved = addDays(day, shift)
  return moved >= first && moved <= last ? moved : day
}

function rowsOf(question: Question, random: Random, maturity: number): number {
  const most = Math.min(4, maxRows(question))
  const least = Number(question.min ?? 0)
  const drawn = Math.round(maturity * 3 + random.next() * 2 - 0.7)
  return Math.max(least, Math.min(most, drawn))
}

function choiceOf(option: Option, random: Random): OptionChoice {
  if (!option.allowExtra) return { value: option.value }
  const known = extras.find(([word]) => option.value.toLowerCase().includes(word))
  return { value: option.value, extra: random.pick(known ? known[1] : ['Se detalla en el archivo adjunto']) }
}

type FullContext = AnswerContext & { readonly maturity: number }

function singleOf(question: Question, random: Random, context: FullContext): Option {
  const ofInitiative = toldByInitiative(question, context)
  const toldOption = question.options.find((option) => ofInitiative.includes(option.value))
  if (toldOption) return toldOption
  const usual = usualChoices[writtenIdOf(question.id, Object.keys(usualChoices)) ?? '']
  const usualOption = question.options.find((option) => option.value === usual)
  if (usualOption && random.chance(0.7)) return usualOption
  const plain = question.options.filter((option) => !option.allowExtra)
  const points = new Map(question.points.map((entry) => [entry.key, entry.value]))
  const better = plain.filter((option) => (points.get(option.value) ?? 0) > 0)
  if (better.length > 0) return random.pick(random.chance(context.maturity) ? better : plain)
  return random.pick(random.chance(0.9) && plain.length > 0 ? plain : question.options)
}

function multipleOf(question: Question, random: Random, context: FullContext): AnswerValue {
  if (question.allowNoneOption && random.chance((1 - context.maturity) * 0.4)) return { choices: [], none: true }
  const least = Math.max(1, Number(question.min ?? 0))
  const most = Number(question.max ?? 0) || question.options.length
  const ofInitiative = toldByInitiative(question, context)
  if (ofInitiative.length > 0)
    return { choices: question.options.filter((option) => ofInitiative.includes(option.value)).map((option) => choiceOf(option, random)) }
  const plain = question.options.filter((option) => !option.allowExtra)
  const wanted = Math.round(plain.length * (0.25 + context.maturity * 0.5) + random.next() * 2 - 1)
  const chosen = random.sample(plain, Math.min(most, plain.length, Math.max(least, wanted)))
  const other = question.options.find((option) => option.allowExtra)
  if (other && chosen.length < most && random.chance(0.12)) chosen.push(other)
  return { choices: chosen.map((option) => choiceOf(option, random)) }
}

const toldOfInitiative: Readonly<Record<string, 'type' | 'scope' | 'origin' | 'audience'>> = {
  'ap-iniciativas-tipo': 'type',
  'ap-iniciativas-alcance': 'scope',
  'ap-iniciativas-origen': 'origin',
  'ap-iniciativas-dirigida': 'audience',
}

/** What the initiative of the row says for that question; empty when the question is not of a row or not about that. */
function toldByInitiative(question: Question, context: AnswerContext): readonly string[] {
  if (!context.rowId) return []
  const written = writtenIdOf(question.id, Object.keys(toldOfInitiative))
  const part = written === undefined ? undefined : toldOfInitiative[written]
  return part ? [initiativeOf(context.institutionId, context.rowId)[part]] : []
}

function plainTextOf(question: Question, random: Random, context: AnswerContext): string {
  const max = Number(question.max ?? 0)
  const text = plainSourceOf(question, random, context)
  return max > 0 && text.length > max ? text.slice(0, max).trimEnd() : text
}

function plainSourceOf(question: Question, random: Random, context: AnswerContext): string {
  if (context.rowId && writtenIdOf(question.id, ['ap-iniciativas-nombre'])) return initiativeOf(context.institutionId, context.rowId).name
  const known = plainTexts[writtenIdOf(question.id, Object.keys(plainTexts)) ?? '']
  return random.pick(known ?? publicBodies)
}

function richTextOf(question: Question, random: Random, context: AnswerContext): string {
  if (context.rowId && writtenIdOf(question.id, ['ap-iniciativas-descripcion'])) {
    return descriptionOf(initiativeOf(context.institutionId, context.rowId), random)
  }
  const known = richTexts[writtenIdOf(question.id, Object.keys(richTexts)) ?? '']
  const text = random.pick(
    known ?? [
      'Durante el período se trabajó en este punto con las áreas responsables. El detalle, con fechas y participantes, se encuentra en el documento que guarda la unidad a cargo.',
    ],
  )
  return htmlOf(filled(text, random))
}

const filled = (text: string, random: Random): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (_, variants: string) => random.pick(variants.split('|')))

function htmlOf(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => {
      const lines = paragraph.split('\n')
      const items = lines.filter((line) => line.startsWith('- ')).map((line) => `<li>${line.slice(2)}</li>`)
      const opening = lines.filter((line) => !line.startsWith('- ')).join(' ')
      return `${opening ? `<p>${opening}</p>` : ''}${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}`
    })
    .join('')
}
