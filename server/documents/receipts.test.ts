import { expect, test } from 'vitest'
import { aSend, aWorld, noon, theStages } from '#shared/forms/fixtures.ts'
import { kindNamesEs } from '#shared/stages/kind-names.es.ts'
import type { Stage } from '#shared/stages/model.ts'
import { receiptPaper } from './receipts.ts'

const nextOf = (language: 'es' | 'en', nameOf: (stage: Stage) => string): string => {
  const stages = theStages.map((stage) => ({ ...stage, name: nameOf(stage) }))
  return receiptPaper(aWorld({ header: { stages } }), aSend('a'), language, noon, 'https://iip.example').next.join('\n')
}

test('[RT4] a receipt of what was asked for offline says so, and when', () => {
  const facts = (language: 'es' | 'en', askedAt?: string) =>
    receiptPaper(aWorld(), aSend('a', { askedAt }), language, noon, 'https://iip.example').facts.map(([name, value]) => `${name}: ${value}`)
  expect(facts('es').join('\n')).not.toContain('sin conexión')
  expect(facts('es', '2025-03-10T13:05:00.000Z')).toContainEqual(
    expect.stringMatching(/^Solicitado sin conexión: 10 de marzo de 2025, 10:05, .+, según el reloj del equipo$/),
  )
  expect(facts('en', '2025-03-10T13:05:00.000Z')).toContainEqual(
    expect.stringMatching(/^Asked for offline: .+, by the clock of the device$/),
  )
})

test('[FM3] a receipt calls stages that bear the name of their kind in its own language, and others as they were written', () => {
  const english = nextOf('en', ({ kind }) => kindNamesEs[kind])
  expect(english).toContain('“Evaluators’ comments on the data”')
  expect(english).toContain('“Corrections after the comments”')
  expect(nextOf('es', ({ kind }) => kindNamesEs[kind])).toContain('«Ajustes datos post comentarios»')
  expect(nextOf('en', () => 'Puesta en marcha')).toContain('“Puesta en marcha”')
})
