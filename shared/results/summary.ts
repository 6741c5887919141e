import type { Decision } from '../evaluations/model.ts'
import { sumPoints } from '../forms/round-points.ts'
import { breakSentence, compared } from './comparing.ts'
import { isDeclared, partsOf } from './parts.ts'
import type { Compared, FormerFigure } from './comparing.ts'
import type { Reason } from './model.ts'
import type { Maturity } from './maturities.ts'
import { differenceText, maturityWord, mostText, pointsText, preciseShareText, shareDifferenceText, shareOf, shareText } from './words.ts'
import type { Told } from './words.ts'

interface Sum {
  readonly points: number
  readonly max: number
}

interface DimensionSum extends Sum {
  readonly parentId: string | null
  readonly name: string
  readonly former: Sum | null
  readonly categoryMean: number | null
}

/** What of a result its summary is made of. */
interface Summed extends Sum {
  readonly institution: { readonly name: string }
  readonly category: { readonly name: string }
  readonly maturity: Maturity
  readonly undecided: number
  readonly categoryCount: number
  readonly categoryMean: number | null
  readonly former: (FormerFigure & { readonly form: string; readonly declared?: string | undefined }) | null
  readonly dimensions: readonly DimensionSum[]
}

/**
 * A result in sentences, for who does not see its charts and for who reads one line: points and maturity, beside the form before,
 * beside the mean of its own category, its strongest and weakest dimension, and what is still undecided. Made of its figures alone.
 */
export function resultSummary(result: Summed, language: Told): readonly string[] {
  const { institution, points, max, maturity, undecided } = result
  const obtained = pointsText(points, language)
  const most = mostText(max, language)
  const called = maturityWord(maturity, language)
  const first =
    language === 'es'
      ? `${institution.name} obtuvo ${obtained} de ${most} puntos: su madurez es ${called}.`
      : `${institution.name} obtained ${obtained} of ${most} points: its maturity is ${called}.`
  const waiting =
    undecided === 0
      ? []
      : [
          language === 'es'
            ? undecided === 1
              ? 'Una respuesta aún no tiene decisión y cuenta como cero.'
              : `${undecided} respuestas aún no tienen decisión y cuentan como cero.`
            : undecided === 1
              ? 'One answer has no decision yet and counts as nothing.'
              : `${undecided} answers have no decision yet and count as nothing.`,
        ]
  return [first, ...formerSentences(result, language), categorySentence(result, language), ...extremes(result, language), ...waiting]
}

/** This form beside the one before: in points where they compare, else in shares of what was possible, with the reason (RS21). */
export function formerSentences({ points, max, former }: Pick<Summed, 'points' | 'max' | 'former'>, language: Told): readonly string[] {
  if (!former) return []
  const { form } = former
  const was = pointsText(former.points, language)
  const difference = compared('total', { points, max }, former, former.declared !== undefined)
  if (difference?.unit !== 'points') {
    const most = mostText(former.max, language)
    const told = language === 'es' ? `En ${form} obtuvo ${was} de ${most} puntos.` : `In ${form} it obtained ${was} of ${most} points.`
    const why = breakSentence({ points, max }, former, former.declared, language)
    return [
      told,
      ...(why === null ? [] : [why]),
      ...(difference === null ? [] : [sharesSentence({ points, max }, former, difference, language)]),
    ]
  }
  const { by } = difference
  const shown = differenceText(by, language)
  if (differenceText(0, language) === shown) return [language === 'es' ? `Es lo mismo que en ${form}.` : `It is the same as in ${form}.`]
  const apart = pointsText(Math.abs(by), language)
  if (language === 'es') return [`Son ${apart} puntos ${by > 0 ? 'más' : 'menos'} que en ${form} (${was}).`]
  return [`That is ${apart} points ${by > 0 ? 'more' : 'less'} than in ${form} (${was}).`]
}

function sharesSentence(now: Sum, former: Sum, { by }: Compared, language: Told): string {
  const [from, to] = [former, now].map(({ points, max }) => preciseShareText(points, max, language))
  const apart = shareDifferenceText(Math.abs(by), language).replace('+', '').replace('\u00a0pp', '')
  const isSame = !/[1-9]/.test(apart)
  if (language === 'es')
    return `De lo posible pasó del ${from} al ${to}${isSame ? '' : `: ${apart} puntos porcentuales ${by > 0 ? 'más' : 'menos'}`}.`
  return `Of what was possible it went from ${from} to ${to}${isSame ? '' : `: ${apart} percentage points ${by > 0 ? 'more' : 'less'}`}.`
}

/** Beside the mean of its own category, and no other. */
export function categorySentence({ points, category, categoryCount, categoryMean }: Summed, language: Told): string {
  if (categoryMean === null)
    return language === 'es'
      ? `No se compara con su categoría, ${category.name}: hay menos de tres instituciones con resultados publicados.`
      : `It is not compared with its category, ${category.name}: fewer than three institutions have published results.`
  const mean = pointsText(categoryMean, language)
  const by = sumPoints([points, -categoryMean])
  const shown = pointsText(Math.abs(by), language)
  const isSame = shown === pointsText(0, language)
  if (language === 'es') {
    const where = isSame ? 'está justo en él' : `está ${shown} puntos por ${by > 0 ? 'encima' : 'debajo'}`
    return `El promedio de su categoría, ${category.name} (${categoryCount} instituciones), es ${mean}: ${where}.`
  }
  const where = isSame ? 'it stands right at it' : `it stands ${shown} points ${by > 0 ? 'above' : 'below'}`
  return `The mean of its category, ${category.name} (${categoryCount} institutions), is ${mean}: ${where}.`
}

/** Its strongest and its weakest dimension by what they obtained of what they can; nothing where they do not differ. */
function extremes({ dimensions }: Summed, language: Told): readonly string[] {
  const tops = dimensions.filter(({ parentId, max }) => parentId === null && max > 0)
  const ordered = tops.toSorted((a, b) => shareOf(b.points, b.max) - shareOf(a.points, a.max))
  const best = ordered[0]
  const worst = ordered.at(-1)
  if (!best || !worst || shareOf(best.points, best.max) === shareOf(worst.points, worst.max)) return []
  const high = shareText(best.points, best.max, language)
  const low = shareText(worst.points, worst.max, language)
  if (language === 'es') return [`Donde más obtuvo de lo posible es en ${best.name} (${high}); donde menos, en ${worst.name} (${low}).`]
  return [`It obtained most of what is possible in ${best.name} (${high}), and least in ${worst.name} (${low}).`]
}

/** What of a unit its explanation is made of. */
interface Explained {
  readonly own: number
  readonly why: Reason
  readonly administrative: boolean
  readonly answer: string | null
  readonly decision: { readonly decision: Decision } | null
  readonly divisor: { readonly number: string; readonly value: number | null } | null
}

/** Why a unit earned what it did, in one sentence. A rate is shown as the division that it is. */
export function whySentence(unit: Explained, language: Told): string {
  return language === 'es' ? whyEs(unit) : whyEn(unit)
}

function whyEs({ own, why, administrative, answer, decision, divisor }: Explained): string {
  const points = pointsText(own, 'es')
  if (administrative && why === 'earned' && !divisor) return `Es un dato que registra el laboratorio y suma ${points}.`
  if (administrative && why === 'unanswered') return 'El laboratorio no registró este dato: no suma.'
  switch (why) {
    case 'earned':
      if (divisor?.value)
        return `${answer ?? ''} ÷ ${mostText(divisor.value, 'es')} (la respuesta a ${divisor.number}): por esa proporción suma ${points}.`
      return decision?.decision === 'Accepted' ? `Lo que respondió fue aceptado y suma ${points}.` : `Lo que respondió suma ${points}.`
    case 'unanswered':
      return 'No hay respuesta: no suma.'
    case 'undecided':
      return 'Nadie ha decidido sobre esta respuesta: no suma.'
    case 'not_accepted':
      return decision?.decision === 'Observed' ? 'Quedó observada y no fue aceptada: no suma.' : 'Fue rechazada: no suma.'
    case 'worthless':
      return 'Lo que respondió vale 0 puntos.'
    case 'divisor':
      return `No se puede dividir: la respuesta a ${divisor?.number ?? '…'} ${divisor?.value === 0 ? 'es 0' : 'está vacía'}. No suma.`
    case 'other_row':
      return `Otra fila de este bloque suma más, y es la que cuenta: estos ${points} no se agregan.`
  }
}

function whyEn({ own, why, administrative, answer, decision, divisor }: Explained): string {
  const points = pointsText(own, 'en')
  if (administrative && why === 'earned' && !divisor) return `The laboratory records this itself, and it earns ${points}.`
  if (administrative && why === 'unanswered') return 'The laboratory did not record this: it earns nothing.'
  switch (why) {
    case 'earned':
      if (divisor?.value)
        return `${answer ?? ''} ÷ ${mostText(divisor.value, 'en')} (the answer to ${divisor.number}): by that rate it earns ${points}.`
      return decision?.decision === 'Accepted'
        ? `What was answered was accepted and earns ${points}.`
        : `What was answered earns ${points}.`
    case 'unanswered':
      return 'There is no answer: it earns nothing.'
    case 'undecided':
      return 'Nobody has decided on this answer: it earns nothing.'
    case 'not_accepted':
      return decision?.decision === 'Observed'
        ? 'It was left observed and not accepted: it earns nothing.'
        : 'It was rejected: it earns nothing.'
    case 'worthless':
      return 'What was answered is worth 0 points.'
    case 'divisor':
      return `It cannot be divided: the answer to ${divisor?.number ?? '…'} ${divisor?.value === 0 ? 'is 0' : 'is empty'}. It earns nothing.`
    case 'other_row':
      return `Another row of this block earns more, and is the one that counts: these ${points} are not added.`
  }
}

/** Of a question that earned more than its most: what does not count. Null where nothing was cut. */
export function cutSentence({ points, cut }: { readonly points: number; readonly cut: number }, language: Told): string | null {
  if (cut <= 0) return null
  const all = pointsText(sumPoints([points, cut]), language)
  const most = pointsText(points, language)
  const over = pointsText(cut, language)
  return language === 'es'
    ? `Sus partes suman ${all}, y la pregunta vale a lo más ${most}: ${over} no cuentan.`
    : `Its parts add up to ${all}, and the question is worth ${most} at most: ${over} do not count.`
}

interface EvolutionLine extends Sum {
  readonly form: string
  /** Why it is not compared with earlier forms, as an administrator declared. */
  readonly declared?: string | undefined
}

/** What an institution obtained from form to form, the oldest first: only what compares, and why the rest does not; '' of a single one. */
export function evolutionSentence(lines: readonly EvolutionLine[], language: Told): string {
  if (lines.length < 2) return ''
  const breaks = lines.slice(1).flatMap(({ form, declared }) => {
    if (declared === undefined) return []
    return language === 'es'
      ? `${form} no se compara con los anteriores: ${declared}`
      : `${form} is not compared with earlier ones: ${declared}`
  })
  const part = partsOf(lines, isDeclared).at(-1) ?? []
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last || first === last) return breaks.join(' ')
  const from = shareText(first.points, first.max, language)
  const to = shareText(last.points, last.max, language)
  const change =
    language === 'es'
      ? `De ${from} de lo posible en ${first.form} a ${to} en ${last.form}.`
      : `From ${from} of what is possible in ${first.form} to ${to} in ${last.form}.`
  return [change, ...breaks].join(' ')
}
