import { expect, test } from 'vitest'
import { addressOf, addressText } from '#shared/accounts/address.ts'
import { formDefinitionOf } from './author.ts'
import { assignmentsOf, cast, castInstitution, labStaff, personAt, categories } from './cast.ts'
import { questionnaire } from './questionnaire.ts'

const definition = formDefinitionOf(questionnaire, { versionId: 'v1', formId: 'f1', name: 'Medición 2025' })
const norte = castInstitution('norte')
const given = assignmentsOf(definition, norte)
const topLevel = definition.questions.filter((question) => question.parentId === null && question.blockId === null)

test('institutions and people have ids, codes and addresses of their own', () => {
  const people = [...cast.flatMap((institution) => institution.people), ...labStaff]
  for (const values of [
    cast.map((entry) => entry.id),
    cast.map((entry) => entry.code),
    people.map((entry) => entry.id),
    people.map((entry) => entry.email),
  ])
    expect(new Set(values).size).toBe(values.length)
  expect(
    people.filter(({ email }) => {
      const address = addressOf(email)
      return !address || addressText(address) !== email
    }),
  ).toEqual([])
})

test('the cast is plainly fictional', () => {
  expect(cast.filter((institution) => !/Ejemplo|Ficticia|Ficticio/.test(institution.name))).toEqual([])
  expect(cast.flatMap((institution) => institution.domains).filter((domain) => !domain.endsWith('.example'))).toEqual([])
})

test('five institutions have every role and at least ten more a leader only; all three categories appear', () => {
  expect(cast.slice(0, 5).map((entry) => [entry.id, entry.people.length])).toEqual([
    ['norte', 6],
    ['sur', 6],
    ['este', 6],
    ['oeste', 6],
    ['centro', 6],
  ])
  const leaderOnly = cast.slice(5)
  expect(leaderOnly.length).toBeGreaterThanOrEqual(10)
  expect(leaderOnly.filter((entry) => entry.people.length !== 1 || entry.people[0]?.role !== 'InstitutionalLeader')).toEqual([])
  expect(new Set(cast.map((entry) => entry.category))).toEqual(new Set(categories.map(({ id }) => id)))
  expect(new Set(cast.map((entry) => entry.orientation)).size).toBe(3)
})

test('everybody of an institution has an address of its domains', () => {
  const outside = cast.flatMap((entry) => entry.people.filter((person) => !entry.domains.includes(person.email.split('@')[1] ?? '')))
  expect(outside).toEqual([])
})

test('somebody leads one institution and is the delegate of another, which has no other delegate', () => {
  const both = cast.flatMap((entry) => entry.people.flatMap((person) => (person.delegateAt === undefined ? [] : [{ entry, person }])))
  expect(both.map(({ entry, person }) => [person.email, person.role, entry.id, person.delegateAt])).toEqual([
    ['lider@valle.example', 'InstitutionalLeader', 'valle', 'costa'],
  ])
  expect(castInstitution('costa').people.some(({ role }) => role === 'Delegate')).toBe(false)
})

test('a sub-dimension is assigned under an assigned dimension, a question under an assigned sub-dimension', () => {
  const assigned = new Set(given.map((entry) => entry.element))
  const above = new Map<string, string | null>([
    ...definition.dimensions.map((dimension): [string, string | null] => [dimension.id, dimension.parentId]),
    ...topLevel
      .filter((question) => !question.administrative)
      .map((question): [string, string | null] => [question.id, question.dimensionId]),
  ])
  const lower = given.filter((entry) => entry.level !== 'Dimension')
  expect(lower.filter((entry) => !assigned.has(above.get(entry.element) ?? ''))).toEqual([])
  expect(given.filter((entry) => entry.level === 'Dimension').map((entry) => entry.element)).toEqual([
    'recursos-institucionales',
    'practicas-procesos',
  ])
  expect(given.filter((entry) => entry.level === 'Subdimension')).toHaveLength(5)
})

test('the first professional holds every kind of question, the block and one that asks for a file', () => {
  const mine = new Set(given.filter((entry) => entry.userId === personAt(norte, 'profesional').id).map((entry) => entry.element))
  const questions = topLevel.filter((question) => mine.has(question.id))
  expect(new Set(questions.map((question) => question.kind)).size).toBe(8)
  expect(questions.some((question) => question.allowFile)).toBe(true)
  expect(questions).toHaveLength(10)
})

test('some questions of the assigned sub-dimensions are left to nobody', () => {
  const elements = new Set(given.map((entry) => entry.element))
  const open = topLevel.filter((question) => elements.has(question.dimensionId) && !question.administrative && !elements.has(question.id))
  expect(open.length).toBeGreaterThanOrEqual(3)
})

test('an institution with a leader only has no assignments, and a prefix changes nothing but the ids', () => {
  expect(assignmentsOf(definition, castInstitution('andes'))).toEqual([])
  const prefixed = formDefinitionOf(questionnaire, { versionId: 'v2', formId: 'f2', name: 'Otra', idPrefix: 'y24-' })
  expect(assignmentsOf(prefixed, norte)).toEqual(given.map((entry) => ({ ...entry, element: `y24-${entry.element}` })))
})
