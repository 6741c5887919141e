import { expect, test } from 'vitest'
import { aSend, aWorld, noon, theStages } from '#shared/forms/fixtures.ts'
import { kindNamesEs } from '#shared/stages/kind-names.es.ts'
import type { Stage } from '#shared/stages/model.ts'
import { receiptPaper } from './receipts.ts'

const nextOf = (language: 'es' | 'en', nameOf: (stage: Stage) => string): string => {
  const stages = theStages.map((stage) => ({ ...stage, name: nameOf(stage) }))
  return receiptPaper(aWorld({ header: { stages } }), aSend('a'), language, noon, 'https://iip.example').next.join('\n')
}

test('[FM3] a receipt calls stages that bear the name of their kind in its own language, and others as they were written', () => {
  const english = nextOf('en', ({ kind }) => kindNamesEs[kind])
  expect(english).toContain('“Evaluators’ comments on the data”')
  expect(english).toContain('“Corrections after the comments”')
  expect(nextOf('es', ({ kind }) => kindNamesEs[kind])).toContain('«Ajustes datos post comentarios»')
  expect(nextOf('en', () => 'Puesta en marcha')).toContain('“Puesta en marcha”')
})
