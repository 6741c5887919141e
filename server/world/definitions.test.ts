import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { definitionOf, storeDefinition, storeOwnDefinition } from './definitions.ts'

const now = '2026-03-10T12:00:00.000Z'
const sound = aDefinition([aQuestion('a1', 'Single', { options: [{ value: 'sí' }], points: [{ key: 'sí', value: 1.5 }] })], {
  versionId: 'v2',
  formId: 'tiny',
})
const unsound = { ...sound, questions: sound.questions.map((each) => ({ ...each, options: [] })) }

onEachDatabase((start) => {
  test('[DF1] a questionnaire is read as it was stored, and what is no part of one is not stored', async () => {
    const { db } = await start()
    await db.write((tx) => storeDefinition(tx, { ...sound, secret: 'x' }, now))
    expect(await db.read((tx) => definitionOf(tx, 'v2'))).toEqual(sound)
  })

  test('[DF2] one that breaks a rule is refused with its place, and nothing of it is stored', async () => {
    const { db } = await start()
    const stored = await db.write((tx) => storeDefinition(tx, unsound, now))
    expect(stored).toEqual({ ok: false, failure: { code: 'definition_options', params: { at: 'a1.options', place: 'Pregunta a1' } } })
    expect(await db.read((tx) => definitionOf(tx, 'v2'))).toBeUndefined()
    await expect(db.write((tx) => storeOwnDefinition(tx, unsound, now))).rejects.toThrow('definition_options')
  })
})
