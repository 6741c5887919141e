import { describe, expect, test } from 'vitest'
import { formIndexOf } from '#shared/forms/form-index.ts'
import { surveyDimensionId, type Question, type QuestionKind } from '#shared/forms/model.ts'
import { maxPointsOf, maxPointsOfDimension, maxPointsOfForm, maxPointsOfSubDimension } from '#shared/forms/points.ts'
import { must } from '#shared/kernel/assert.ts'
import { formDefinitionOf } from './author.ts'
import { english } from './questionnaire/english.ts'
import { questionnaire } from './questionnaire.ts'

const definition = formDefinitionOf(questionnaire, { versionId: 'v1', formId: 'f1', name: 'Medición 2025' })
const index = formIndexOf(definition)
const byId = new Map(definition.questions.map((question) => [question.id, question]))
const parentOf = (question: Question): Question => must(byId.get(question.parentId ?? ''), `${question.id} has no parent`)
const depthOf = (question: Question): number => (question.parentId === null ? 0 : 1 + depthOf(parentOf(question)))

describe('points of the questionnaire', () => {
  test('the reachable maximum of the whole form is exactly 100', () => {
    expect(maxPointsOfForm(index)).toBe(100)
  })

  test('the dimensions are worth 20, 40, 40 and nothing', () => {
    expect(index.topDimensions.map((dimension) => [dimension.name, maxPointsOfDimension(index, dimension.id)])).toEqual([
      ['Recursos Institucionales', 20],
      ['Prácticas y Procesos', 40],
      ['Colaboración y Apertura', 40],
      ['Resultados', 0],
    ])
  })

  test('each sub-dimension has the published maximum', () => {
    expect(index.subDimensions.map((sub) => [sub.name, maxPointsOfSubDimension(index, sub.id)])).toEqual([
      ['Talento Humano', 6],
      ['Marco Institucional', 2],
      ['Recursos Digitales', 4],
      ['Estrategia y Gobernanza', 8],
      ['Actividades y Prácticas', 14],
      ['Procedimientos', 7],
      ['Procesos', 19],
      ['Participación de Usuarios', 16],
      ['Coordinación Interinstitucional', 14.5],
      ['Gestión del Entorno', 9.5],
      ['Efectos percibidos', 0],
      ['Evidencia de resultados', 0],
    ])
  })

  test('the survey carries no points', () => {
    expect(index.surveyQuestions).toHaveLength(6)
    expect(index.surveyQuestions.every((question) => question.survey && question.dimensionId === surveyDimensionId)).toBe(true)
    expect(index.surveyQuestions.map((question) => maxPointsOf(index, question.id))).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('points name an option of their question, and a divisor that is a Number', () => {
    const keysOf = (question: Question): string[] => {
      if (question.kind === 'Boolean') return ['true', 'false']
      return question.options.length > 0 ? question.options.map((option) => option.value) : ['value']
    }
    for (const question of definition.questions)
      expect(keysOf(question), question.id).toEqual(expect.arrayContaining(question.points.map((entry) => entry.key)))
    const divisors = definition.questions.flatMap((question) => question.points.flatMap((entry) => entry.divisor ?? []))
    expect(divisors).toEqual(['th-dotacion', 'rd-tramites', 'rd-sistemas'])
    expect(divisors.map((id) => byId.get(id)?.kind)).toEqual(['Number', 'Number', 'Number'])
  })
})

describe('shape of the questionnaire', () => {
  test('ids are unique and safe in a unit and in a scope', () => {
    const ids = [...definition.questions, ...definition.dimensions].map((entry) => entry.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[\w-]{1,64}$/.test(id))).toEqual([])
  })

  test('ids read as their parents and take a prefix', () => {
    expect(byId.get('th-capacitacion-temas')?.parentId).toBe('th-capacitacion')
    const prefixed = formDefinitionOf(questionnaire, { versionId: 'v2', formId: 'f2', name: 'Otra', idPrefix: 'y24-' })
    const trained = prefixed.questions.find((question) => question.id === 'y24-th-capacitacion-personas')
    expect(trained?.points).toEqual([{ key: 'value', value: 1, divisor: 'y24-th-dotacion' }])
    expect(maxPointsOfForm(formIndexOf(prefixed))).toBe(100)
    expect(formIndexOf(prefixed).surveyQuestions).toHaveLength(6)
    expect(prefixed.questions.filter((question) => question.id.length > 64)).toEqual([])
  })

  test('there are at least 95 questions, and every kind of them outside the survey', () => {
    const asked = definition.questions.filter((question) => !question.survey)
    expect(asked.length).toBeGreaterThanOrEqual(95)
    const kinds: QuestionKind[] = ['SimpleText', 'Text', 'Block', 'Number', 'Boolean', 'Single', 'Multiple', 'Date']
    expect(new Set(asked.map((question) => question.kind))).toEqual(new Set(kinds))
  })

  test('every question is reached by the index exactly once and has a number', () => {
    const read = [...index.subDimensions.flatMap((sub) => index.questionsOf(sub.id)), ...index.surveyQuestions]
    expect(read.map((question) => question.id).toSorted()).toEqual([...byId.keys()].toSorted())
    const numbers = index.subDimensions.flatMap((sub) => index.questionsOf(sub.id)).map((question) => index.numberOf(question.id))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('administrative questions take a letter, no file, no dependents, and are not inside others', () => {
    const administrative = definition.questions.filter((question) => question.administrative)
    expect(administrative.length).toBeGreaterThanOrEqual(10)
    for (const question of administrative) {
      expect(index.numberOf(question.id), question.id).toMatch(/^\d+\.\d+\.[1-9]\d*[a-z]$/)
      expect([question.allowFile, question.parentId, question.blockId, question.kind === 'Block'], question.id).toEqual([
        false,
        null,
        null,
        false,
      ])
      expect(question.dependent, question.id).toEqual([])
    }
  })

  test('every dependent opens with a value that its parent can have', () => {
    const valuesOf = (question: Question): (string | boolean)[] =>
      question.kind === 'Boolean' ? [true, false] : question.options.map((option) => option.value)
    const dependents = definition.questions.filter((question) => question.parentId !== null)
    for (const question of dependents) {
      expect(parentOf(question).dependent, question.id).toContain(question.id)
      expect(valuesOf(parentOf(question)), question.id).toContain(question.visibleIf)
    }
    expect(definition.questions.filter((question) => question.parentId === null && question.visibleIf !== null)).toEqual([])
  })

  test('dependents go three levels deep in at least three places', () => {
    const roots = definition.questions.filter((question) => depthOf(question) === 3)
    expect(roots.length).toBeGreaterThanOrEqual(3)
    expect(new Set(roots.map((question) => question.dimensionId)).size).toBeGreaterThanOrEqual(3)
  })

  test('a block starts with plain text and holds dependents of its own', () => {
    const blocks = definition.questions.filter((question) => question.kind === 'Block')
    expect(blocks.map((block) => byId.get(block.block[0] ?? '')?.kind)).toEqual(['SimpleText'])
    for (const inner of definition.questions.filter((question) => question.blockId !== null)) {
      expect(inner.kind, inner.id).not.toBe('Block')
      expect(inner.id.startsWith(`${inner.blockId}-`), inner.id).toBe(true)
    }
    expect(byId.get('ap-iniciativas-implementada-fecha')).toMatchObject({
      parentId: 'ap-iniciativas-implementada',
      visibleIf: true,
      blockId: 'ap-iniciativas',
      kind: 'Date',
    })
  })

  test('choices have at least two different options and limits that they can meet', () => {
    for (const question of definition.questions.filter((entry) => entry.kind === 'Single' || entry.kind === 'Multiple')) {
      const values = question.options.map((option) => option.value)
      expect(values.length, question.id).toBeGreaterThanOrEqual(2)
      expect(new Set(values).size, question.id).toBe(values.length)
      expect(Number(question.min ?? 0), question.id).toBeLessThanOrEqual(Number(question.max ?? 0) || values.length)
    }
  })

  test('at least half of the questions explain how to fill them, and as many how to judge them', () => {
    const explained = (key: 'fillingHint' | 'questionHint'): number =>
      definition.questions.filter((question) => question[key] !== undefined).length
    expect(explained('fillingHint')).toBeGreaterThanOrEqual(definition.questions.length / 2)
    expect(explained('questionHint')).toBeGreaterThanOrEqual(definition.questions.length / 2)
  })
})

describe('the questionnaire in English', () => {
  test('each text that is translated is one of the questionnaire, and some are still missing', () => {
    const paragraphs = (help: string | undefined): readonly string[] => (help ?? '').split(/<\/?p>/).filter((part) => part !== '')
    const spanish = new Set([
      ...definition.dimensions.flatMap(({ name, fillingHint }) => [name, ...paragraphs(fillingHint)]),
      ...definition.questions.flatMap(({ text, hint, fillingHint, options }) => [
        text,
        hint ?? '',
        ...paragraphs(fillingHint),
        ...options.map(({ value }) => value),
      ]),
    ])
    expect([...english.keys()].filter((text) => !spanish.has(text))).toEqual([])
    const staff = must(byId.get('th-dotacion'), 'the questionnaire asks for its staff')
    expect(staff.en?.text).toBe('How many people made up the institution’s actual staff on 31 May 2025?')
    expect(staff.en?.fillingHint).toMatch(/^<p>Count each person once.*<\/p><p>Use the figure.*<\/p>$/)
    expect(definition.questions.some(({ en }) => en === undefined)).toBe(true)
  })
})
