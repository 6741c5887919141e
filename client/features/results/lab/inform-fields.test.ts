import { expect, test } from 'vitest'
import { halfWritten } from '#sync/drafts/model.ts'
import { fieldOfSubject, isClash, sayingOf, subjectOf, wantedOf, wishOf } from './inform-fields.ts'

const text = { usual: '<p>Del formulario</p>', own: null }
const draft = (value: string | null, base: string | null) => ({ value, base })

test('[RV5] a text says what is half written of it, else what was written for the institution, else what the form says', () => {
  expect(sayingOf(text, undefined)).toBe('<p>Del formulario</p>')
  expect(sayingOf({ ...text, own: '<p>Propio</p>' }, undefined)).toBe('<p>Propio</p>')
  expect(sayingOf({ ...text, own: '<p>Propio</p>' }, draft('<p>A medias</p>', '<p>Propio</p>'))).toBe('<p>A medias</p>')
  expect(sayingOf({ ...text, own: '<p>Propio</p>' }, draft(null, '<p>Propio</p>'))).toBe('<p>Del formulario</p>')
  // A text that was emptied is empty, and not the form's.
  expect(sayingOf({ ...text, own: '' }, undefined)).toBe('')
})

test('[RV5] who writes the form’s own words asks for the form’s text', () => {
  expect(wishOf(text, '<p>Del formulario</p>')).toBeNull()
  expect(wishOf(text, '<p>Otro</p>')).toBe('<p>Otro</p>')
  expect(wantedOf(draft(null, 'a'))).toBeNull()
})

test('[RV5] what somebody else wrote meanwhile clashes with what is half written, unless both want the same', () => {
  expect(isClash(text, undefined)).toBe(false)
  expect(isClash({ own: null }, draft('a', null))).toBe(false)
  expect(isClash({ own: 'b' }, draft('a', null))).toBe(true)
  expect(isClash({ own: 'a' }, draft('a', null))).toBe(false)
  expect(isClash({ own: null }, draft('a', 'b'))).toBe(true)
  expect(isClash({ own: null }, draft(null, 'b'))).toBe(false)
})

test('[HW5] a half-written text of a report is found on the device again, with its institution and form', () => {
  const subject = subjectOf('final', 'dimension:d1')
  const [found] = halfWritten([
    { key: `inform:results:norte:indice:${subject}#writer`, value: { value: null, base: 'b', about: 'Norte: Recursos' }, savedAt: 'now' },
  ])
  expect(fieldOfSubject(subject)).toEqual({ kind: 'final', field: 'dimension:d1' })
  expect(found).toMatchObject({ kind: 'inform', scope: 'results:norte:indice', subject: 'final~dimension~d1', draft: { value: null } })
})
