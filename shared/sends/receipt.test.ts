import { expect, test } from 'vitest'
import { aContext, actors, aSend, aWorld, fullAnswers, lengthDigest, noonIn } from '../forms/fixtures.ts'
import { sendAnswers } from './mutations.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { inGroups, matchOf, numberKey, typedCode } from './receipt-code.ts'
import { nextOf, receiptsFor } from './receipt.ts'

test('[RT1] after a send to the evaluation come the next revision and the input after it; one within the institution is due by the stage’s end', () => {
  const { form } = aWorld()
  const kinds = (toLevel: 0 | 3, phase: 'NormalInput' | 'CorrectionInput' | 'ReplicaInput') => {
    const { by, revision, input } = nextOf(form, aSend('a', { sentAt: noonIn(phase), toLevel }))
    return [by?.kind, revision?.kind, input?.kind]
  }
  expect(kinds(0, 'NormalInput')).toEqual([undefined, 'FirstRevision', 'CorrectionInput'])
  expect(kinds(0, 'CorrectionInput')).toEqual([undefined, 'SecondRevision', 'ReplicaInput'])
  expect(kinds(0, 'ReplicaInput')).toEqual([undefined, 'ReplicaRevision', undefined])
  expect(kinds(3, 'CorrectionInput')).toEqual(['CorrectionInput', undefined, undefined])
  expect(nextOf({ stages: [] }, aSend('a'))).toEqual({ by: null, revision: null, input: null })
})

test('[RT2] receipts of the evaluation are everybody’s; one between people is of who sent, who received and who leads, the newest first', () => {
  const within = aSend('within', { toLevel: 3, authorId: 'professional', to: ['capacity'], sentAt: '2025-03-01T10:00:00.000Z' })
  const world = aWorld({ sends: [within, aSend('lab', { sentAt: '2025-03-02T10:00:00.000Z' })] })
  const read = (by: ActorName): string[] => receiptsFor(world, actors[by]).map(({ id }) => id)
  for (const by of ['leader', 'delegate', 'professional', 'subdimensionLeader'] as const)
    expect([by, read(by)]).toEqual([by, ['lab', 'within']])
  for (const by of ['idle', 'otherProfessional', 'dimensionLeader', 'evaluator'] as const) expect([by, read(by)]).toEqual([by, ['lab']])
})

test('[RT3] a code is read however it is written, and is of at least sixteen characters of the digest', () => {
  const digest = '0123456789abcdef'.repeat(4)
  expect(typedCode(' 0123 4567-89AB cdef ')).toBe('0123456789abcdef')
  expect([typedCode('0123456789abcde'), typedCode(`${digest}0`), typedCode('0123456789abcdeg'), typedCode('')]).toEqual(
    Array(4).fill(undefined),
  )
  expect([digest.slice(0, 16), digest, 'f'.repeat(16)].map((code) => matchOf({ digest }, code))).toEqual(['code', 'whole', undefined])
  expect([inGroups('0123456789'), numberKey(' IIP-2025 -Norte-1')]).toEqual(['0123 4567 89', 'iip-2025-norte-1'])
})

test('[SE7] the number of a receipt names the form: two forms of one year never give the same', () => {
  const world = aWorld({ answers: fullAnswers({ level: 1 }) })
  const numberIn = (formId: string): unknown => {
    const digest = (text: string): string => (text === world.formId ? `${formId}0000` : lengthDigest(text))
    return sendAnswers.decide(world, {}, aContext({ actor: actors.leader, digest })).reply?.['receipt']
  }
  expect([numberIn('7f3a2'), numberIn('0b91c')]).toEqual(['IIP-2025-NORTE-7F3A2-1', 'IIP-2025-NORTE-0B91C-1'])
})
