import type { Actor } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import { pageAddress } from '#shared/addresses.ts'
import { heldBy, rolesOf, visibleParts } from '#shared/assignments/rules.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { readIn } from '#shared/forms/in-language.ts'
import { isEmpty, plainText, valueText } from '#shared/forms/kinds.ts'
import type { ValueWords } from '#shared/forms/kinds/kind.ts'
import { questionIdOf, unitOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import type { Role } from '#shared/access/roles.ts'
import { folded } from '#client/i18n/folded.ts'
import type { Language } from '#client/i18n/language.ts'
import type { Entry } from './entry.ts'

/** How what is found in an institution's form is said. */
export interface Reader {
  readonly language: Language
  readonly words: ValueWords
  readonly role: (role: Role) => string
  /** Whether the person may visit the page on which work is shared out. */
  readonly assigns: boolean
}

/** Letters of one answer by which it is found: answers are long, and their beginning says what they are about. */
const answerLettersMost = 4_000

const wordsOf = (...texts: readonly (string | undefined)[]): string => folded(texts.filter(Boolean).join(' '))

const isEvaluator = (actor: Actor): boolean => actor.kind === 'Evaluator'

/** Sub-dimensions that a person sees, and the survey for who answers it (GO2). */
function partsFor(world: World, actor: Actor): readonly Dimension[] {
  const parts = visibleParts(world, actor)
  const survey = actor.kind === 'Institutional' ? world.index.dimension(surveyDimensionId) : undefined
  const all = survey ? [...world.index.subDimensions, survey] : world.index.subDimensions
  return parts === '*' ? all : all.filter(({ id }) => parts.includes(id))
}

function placeOf(world: World, actor: Actor, subDimension: DimensionId, unit?: Unit): string {
  const place = { form: world.formId, institution: world.institutionId, subDimension }
  return isEvaluator(actor)
    ? pageAddress('evaluation', { ...place, filter: 'all', unit })
    : pageAddress('filling', { ...place, question: unit })
}

/** The card on which a question stands now: its own, or that of the question above it while that has not opened it. */
function cardOf(world: World, question: Question): Unit {
  const own = unitOf(question.id)
  if (openUnits(world, question.dimensionId).includes(own)) return own
  return unitOf(world.index.rootOf(question).id)
}

const isFor = (actor: Actor, question: Question): boolean => actor.kind !== 'Institutional' || !question.administrative

function partNumber(world: World, sub: Dimension): string | undefined {
  const top = world.index.topDimensions.findIndex(({ id }) => id === sub.parentId)
  if (top < 0) return undefined
  return `${top + 1}.${(world.index.topDimensions[top]?.subDimensionIds.indexOf(sub.id) ?? 0) + 1}`
}

/** Sub-dimensions and questions of an institution's form, as its person sees them, in the order of the questionnaire (GO2). */
export function questionsIn(world: World, actor: Actor, { language }: Pick<Reader, 'language'>): readonly Entry[] {
  const { index } = world
  return partsFor(world, actor).flatMap((sub): Entry[] => {
    const name = readIn(language, sub.name, sub.en?.name)
    const top = sub.parentId === null ? undefined : index.dimension(sub.parentId)
    const above = top && readIn(language, top.name, top.en?.name)
    const part: Entry = {
      id: `part:${sub.id}`,
      kind: 'subDimension',
      number: partNumber(world, sub),
      title: name.text,
      lang: name.lang === language ? undefined : 'es',
      detail: above?.text,
      words: wordsOf(sub.name, sub.en?.name),
      icon: sub.id === surveyDimensionId ? 'star' : 'list',
      act: { to: () => placeOf(world, actor, sub.id) },
    }
    const questions = index
      .questionsOf(sub.id)
      .filter((question) => isFor(actor, question))
      .map((question): Entry => {
        const text = readIn(language, question.text, question.en?.text)
        return {
          id: `question:${question.id}`,
          kind: 'question',
          number: index.numberOf(question.id),
          title: text.text,
          lang: text.lang === language ? undefined : 'es',
          detail: name.text,
          words: wordsOf(question.text, question.en?.text, question.hint),
          icon: 'edit',
          act: { to: () => placeOf(world, actor, sub.id, cardOf(world, question)) },
        }
      })
    return [part, ...questions]
  })
}

/** What was answered, where somebody sees it: found by its words (GO2). */
export function answersIn(world: World, actor: Actor, { language, words }: Pick<Reader, 'language' | 'words'>): readonly Entry[] {
  const visible = new Set(partsFor(world, actor).map(({ id }) => id))
  return [...world.list('answer')].flatMap((answer): Entry[] => {
    const question = world.index.question(questionIdOf(answer.unit))
    if (!question || !visible.has(question.dimensionId) || !isFor(actor, question)) return []
    if (question.kind === 'Block' || answer.value === null || isEmpty(question, answer.value)) return []
    const body = plainText(question, valueText(question, answer.value, words)).slice(0, answerLettersMost)
    const text = readIn(language, question.text, question.en?.text)
    const root = world.index.rootOf(question)
    return [
      {
        id: `answer:${answer.unit}`,
        kind: 'answer',
        number: world.index.numberOf(question.id),
        title: text.text,
        lang: text.lang === language ? undefined : 'es',
        body,
        words: folded(body),
        icon: 'comment',
        // An inner question's card stands in its row, which its unit names.
        act: { to: () => placeOf(world, actor, root.dimensionId, answer.unit) },
      },
    ]
  })
}

/** People of the institution, each with the way to what they are in charge of; who is nowhere in sight is not listed (GO2). */
export function peopleIn(world: World, actor: Actor, { role, assigns }: Pick<Reader, 'role' | 'assigns'>): readonly Entry[] {
  const parts = partsFor(world, actor)
  return [...world.list('person')].flatMap((person): Entry[] => {
    if (!person.active || person.kind !== 'Institutional' || person.institutionId !== world.institutionId) return []
    const held = parts.find(
      (sub) => heldBy(world, sub.id) === person.id || (sub.parentId !== null && heldBy(world, sub.parentId) === person.id),
    )
    const own = held ?? parts.find((sub) => world.index.questionsOf(sub.id).some(({ id }) => heldBy(world, id) === person.id))
    const to = wayTo(world, actor, own?.id, assigns)
    if (to === undefined) return []
    const [top] = rolesOf(world, person.id)
    return [
      {
        id: `person:${person.id}`,
        kind: 'person',
        title: fullName(person),
        detail: [top && role(top), person.email].filter(Boolean).join(' · '),
        words: wordsOf(fullName(person), person.email, top && role(top)),
        icon: 'user',
        act: { to },
      },
    ]
  })
}

function wayTo(world: World, actor: Actor, part: DimensionId | undefined, assigns: boolean): (() => string) | undefined {
  if (assigns) {
    const place = isEvaluator(actor) ? { form: world.formId, institution: world.institutionId } : {}
    return () => pageAddress('assignment', { ...place, subDimension: part === surveyDimensionId ? undefined : part })
  }
  return part === undefined ? undefined : () => placeOf(world, actor, part)
}
