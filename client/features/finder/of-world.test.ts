import { expect, test } from 'vitest'
import type { Actor } from '#shared/access/actor.ts'
import { actors, anAnswer, aWorld, fullAnswers } from '#shared/forms/fixtures.ts'
import { find } from './found.ts'
import { answersIn, peopleIn, questionsIn } from './of-world.ts'
import type { Reader } from './of-world.ts'

const reader: Reader = {
  language: 'es',
  words: {
    yes: 'Sí',
    no: 'No',
    none: 'Ninguna',
    number: String,
    day: String,
    rows: (n) => `${n} filas`,
    list: (items) => items.join('; '),
  },
  role: (role) => role,
  assigns: true,
}
const addressOf = (entry: { readonly act: object } | undefined): string | undefined =>
  entry && 'to' in entry.act && typeof entry.act.to === 'function' ? String(entry.act.to()) : undefined
const idsFor = (actor: Actor, world = aWorld()): readonly string[] => questionsIn(world, actor, reader).map(({ id }) => id)

test('[GO2] somebody finds the sub-dimensions and questions that they see, and nothing of the others', () => {
  expect(idsFor(actors.professional)).toEqual(['part:s11', 'question:name', 'question:essay', 'question:many', 'question:reason'])
  expect(idsFor(actors.leader)).toContain('question:day')
  expect(idsFor(actors.leader)).toContain('question:joy')
  expect(idsFor(actors.dimensionLeader)).not.toContain('question:day')
  // What the lab alone reads is found by the lab alone.
  expect(idsFor(actors.leader)).not.toContain('question:code')
  expect(idsFor(actors.evaluator)).toContain('question:code')
})

test('[GO2] answers are found where their question is seen, by what they say and not by their markup', () => {
  const world = aWorld({ answers: [...fullAnswers(), anAnswer('essay', '<p>Un <strong>laboratorio</strong> rural</p>')] })
  const found = (actor: Actor, query: string): readonly string[] =>
    find(answersIn(world, actor, reader), query).groups.flatMap(({ shown }) => shown.map(({ id }) => id))
  expect(found(actors.professional, 'laboratorio rural')).toEqual(['answer:essay'])
  expect(found(actors.leader, 'strong')).toEqual([])
  const inSight = answersIn(world, actors.professional, reader).map(({ id }) => id)
  expect(inSight.every((id) => ['answer:name', 'answer:essay', 'answer:many', 'answer:reason'].includes(id))).toBe(true)
  expect(answersIn(world, actors.leader, reader).map(({ id }) => id)).not.toContain('answer:code')
})

test('[GO2] a question leads to its card, and one that is not open to the question above it', () => {
  const closed = questionsIn(aWorld(), actors.leader, reader)
  expect(addressOf(closed.find(({ id }) => id === 'question:reason'))).toContain('question=many')
  const opened = questionsIn(aWorld({ answers: fullAnswers() }), actors.leader, reader)
  expect(addressOf(opened.find(({ id }) => id === 'question:reason'))).toContain('question=reason')
  // A question of a row stands in the rows of its block.
  expect(addressOf(opened.find(({ id }) => id === 'question:person'))).toContain('question=team')
  const evaluated = questionsIn(aWorld(), actors.evaluator, reader)
  expect(addressOf(evaluated.find(({ id }) => id === 'question:name'))).toMatch(/evaluation\/form\/north\/s11\?unit=name/)
})

test('[GO2] a person leads to what they are in charge of: to sharing out for who may, else to what both see', () => {
  const people = (actor: Actor, assigns: boolean) => peopleIn(aWorld(), actor, { ...reader, assigns })
  const capacity = people(actors.leader, true).find(({ id }) => id === 'person:capacity')
  expect(addressOf(capacity)).toContain('subDimension=s11')
  const seen = people(actors.professional, false)
  expect(seen.map(({ id }) => id)).toContain('person:capacity')
  // Who has nothing where they look is not listed.
  expect(seen.map(({ id }) => id)).not.toContain('person:delegate')
  expect(addressOf(seen.find(({ id }) => id === 'person:capacity'))).toMatch(/form-filling\/form\/north\/s11/)
})
