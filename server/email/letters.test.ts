import { applied } from '#shared/contract/mutation.ts'
import { letter, letterData, type LetterTemplate } from '#shared/contract/letter.ts'
import { expect, test } from 'vitest'
import { kindNamesEn } from '#shared/stages/kind-names.en.ts'
import { kindNamesEs } from '#shared/stages/kind-names.es.ts'
import { stageKinds } from '#shared/stages/model.ts'
import { lettersEn } from '../strings/letters.en.ts'
import { lettersEs } from '../strings/letters.es.ts'
import { filledTexts, letterText, noticeIn, type TextTemplate } from './letters.ts'

const told = {
  form: 'Índice 2026',
  count: 3,
  number: 'IIP-1',
  question: '¿Cuántas?',
  answers: 8,
  files: 2,
  institution: 'Servicio',
  leader: 'Laura',
  stage: 'Ingreso',
  end: '2026-04-10',
  pending: 3,
  unsent: 2,
  keeps: 'yes',
  reason: 'Faltó un archivo',
  evaluator: 'Eva',
  subject: 'Aviso',
  body: 'Texto',
  who: 'Ana Soto',
  email: 'ana@norte.example',
  text: 'No puedo enviar',
  kind: 'final',
  version: 2,
  from: '2026-04-10',
  by: 'Laura Soto',
  delegate: 'yes',
  notes: 1,
  items: [{ form: 'Índice 2026', stage: 'Ingreso', end: '2026-04-10', pending: 3, unsent: 0, level: 'Question', name: '1.1.1' }],
}

test('every letter is written in both languages, and what it tells fills its slots', () => {
  expect(Object.keys(lettersEn).toSorted()).toEqual(Object.keys(lettersEs).toSorted())
  for (const template of Object.keys(lettersEs) as TextTemplate[]) {
    for (const language of ['es', 'en'] as const) {
      const { subject, text } = letterText(template, language, {
        ...told,
        name: 'Ana',
        link: 'https://iip.example/x',
        optOut: 'https://iip.example/y',
      })
      expect(`${subject}\n${text}`, `${template} ${language}`).not.toMatch(/[{}]|undefined/)
      // Whose name is gone is greeted by none.
      expect(text.includes('Ana')).toBe(template !== 'anonymised')
      expect(text).toContain('https://iip.example/x')
    }
  }
})

test('a letter without words, with a slot that nothing fills, or with other data than its own does not compile', () => {
  const { commented: _, ...others } = lettersEs
  // @ts-expect-error no words for one of the letters
  filledTexts(others)
  // @ts-expect-error a slot of which the letter's data know nothing
  filledTexts({ ...lettersEs, commented: { subject: 'Comentario {numero}', body: '{link}' } })
  // @ts-expect-error a line with a slot of which its items know nothing
  filledTexts({ ...lettersEs, reminder: { subject: '{end}', body: '{items}', notice: '{items}', line: '{etapa}' } })
  // @ts-expect-error the data of another letter
  letter('commented', 'ana', { form: 'Índice 2026' })
  // @ts-expect-error a letter that a decision writes with the data of another
  applied({ letters: [{ template: 'commented', to: 'ana', data: { form: 'Índice 2026' } }] })
  // @ts-expect-error a letter that there is not
  letter('greeting', 'ana', {})
  const templates: readonly LetterTemplate[] = Object.keys(letterData) as LetterTemplate[]
  expect(templates).toContain('commented')
})

test('a letter with a list has a line for each of its items, in its reader’s language', () => {
  const items = [
    { form: 'Índice 2026', stage: 'Ingreso', end: '2026-04-10', pending: 3, unsent: 0 },
    { form: '{link}', stage: 'Ajustes', end: '2026-04-11', pending: 1, unsent: 4 },
  ]
  const data = { end: '2026-04-10', items, name: 'Ana', link: 'https://iip.example/x', optOut: 'https://iip.example/y' }
  const { subject, text } = letterText('reminder', 'es', data)
  expect(subject).toBe('Recordatorio: el plazo termina el 10 de abril de 2026, 23:59, hora de Chile continental')
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- Índice 2026, etapa «Ingreso»: pendientes 3, hasta el 10 de abril de 2026, 23:59, hora de Chile continental',
    '- {link}, etapa «Ajustes»: pendientes 1, listas por enviar 4, hasta el 11 de abril de 2026, 23:59, hora de Chile continental',
  ])
  expect(letterText('reminder', 'en', data).text).toContain(
    '- Índice 2026, stage “Ingreso”: 3 pending, until 10 April 2026, 23:59, continental Chile time',
  )
})

test('a day that a letter tells is in words of its reader’s language', () => {
  const data = { ...told, stage: 'Ingreso', end: '2026-04-10', name: 'Ana', link: 'https://iip.example/x' }
  expect(letterText('remainingTimeExtended', 'es', data).text).toContain('hasta el 10 de abril de 2026, 23:59, hora de Chile continental.')
  expect(letterText('remainingTimeExtended', 'en', data).text).toContain('until 10 April 2026, 23:59, continental Chile time')
})

test('[FM3] a stage that bears the name of its kind is called in the reader’s language in every letter that names one; another name stays as it was written', () => {
  const naming = (Object.keys(lettersEn) as TextTemplate[]).filter((template) => /\{stage\}/.test(JSON.stringify(lettersEn[template])))
  expect(naming).toContain('reminder')
  for (const template of naming) {
    const saidOf = (stage: string, language: 'es' | 'en'): string => {
      const items = [{ form: 'Índice 2026', stage, end: '2026-04-10', pending: 3, unsent: 0 }]
      const data = { ...told, stage, items, name: 'Ana', link: 'https://iip.example/x', optOut: 'https://iip.example/y' }
      const { subject, text } = letterText(template, language, data)
      return `${subject}\n${text}`
    }
    for (const kind of stageKinds) {
      expect(saidOf(kindNamesEs[kind], 'en'), template).toContain(`“${kindNamesEn[kind]}”`)
      expect(saidOf(kindNamesEs[kind], 'es'), template).toContain(`«${kindNamesEs[kind]}»`)
    }
    for (const name of ['Puesta en marcha', 'constructor']) expect(saidOf(name, 'en'), template).toContain(`“${name}”`)
  }
})

test('[FM3] the English of a notice calls a stage as its letter does', () => {
  const stage = kindNamesEs.NormalInput
  const notice = noticeIn(letter('remainingTimeExtended', 'ana', { form: 'Índice 2026', stage, end: '2026-04-10' }))
  expect(notice?.content).toContain('«Ingreso datos»')
  expect(notice?.en?.content).toContain('“Data entry”')
})
