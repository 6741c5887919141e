import { expect, test } from 'vitest'
import { mutations } from '#shared/mutations.ts'
import { errorText } from '#client/i18n/errors.ts'
import { actionOf, traceNote } from './trace-words.ts'

const sentence = (failure: Parameters<typeof errorText>[0]): string => errorText(failure, 'es')

test('[TD3] every change about one question that waits on the device has the words of the history, never its own name', () => {
  const aboutUnits = [...mutations.keys()].filter((name) => /^(answer|attachment|comment)\./.test(name) && name !== 'attachment.ready')
  expect(aboutUnits.filter((name) => actionOf(name) === undefined)).toEqual([])
  expect([actionOf('comment.add'), actionOf('answer.clear')]).toEqual(['Comenta', 'Modifica'])
})

test('[TD3] what was not applied says why in words; what a person wrote stays as written', () => {
  expect(traceNote('No aplicado', 'concurrent', sentence)).toBe(
    'Otra persona respondió al mismo tiempo y quedó su respuesta; la de usted se guardó para compararlas.',
  )
  expect(traceNote('No aplicado', 'Falta la fecha', sentence)).toBe('Falta la fecha')
  expect(traceNote('Comenta', 'concurrent', sentence)).toBe('concurrent')
  expect(traceNote('Responde', null, sentence)).toBe('')
})
