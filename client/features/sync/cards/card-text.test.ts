import { expect, test } from 'vitest'
import type { Side } from '#shared/conflicts/model.ts'
import { translate } from '#client/i18n/text.ts'
import { isRequest, sideTitles } from './card-sides.ts'
import { cardText } from './card-text.ts'
import { panelText } from '#client/features/sync/panel-text.ts'

const t = translate(panelText, 'es')

test('a suggestion names who made it, and says so when nobody is known by that name', () => {
  expect(cardText(t, { code: 'suggested', params: { name: 'Ana Pino' } })).toBe('Ana Pino propone otra respuesta.')
  expect(cardText(t, { code: 'suggested', params: {} })).toBe('Otra persona propone otra respuesta.')
})

test('who would have no file where one stands says that, and not another answer', () => {
  const card = { code: 'suggested', params: { name: 'Ana' }, mutation: 'attachment.decline' }
  expect(cardText(t, card)).toBe('Ana marcó «No adjunto» sin haber visto el archivo, que se mantiene.')
  expect(cardText(t, { ...card, code: 'not_assignee' })).toContain('Ana era responsable')
})

test('[CF9] [CF10] a decision reads as a decision, with who gave the other one', () => {
  const card = { params: { name: 'Olga Otra' }, mutation: 'evaluation.decide' }
  expect(cardText(t, { ...card, code: 'suggested' })).toBe('Olga Otra propone otra decisión.')
  expect(cardText(t, { ...card, code: 'already_decided' })).toBe(
    'Olga Otra ya decidió sobre esta respuesta, y esa decisión se mantiene. La suya quedó guardada.',
  )
  const side = { mid: null, authorId: 'eva', at: '', decision: 'Accepted' } as const
  const titles = (code: string, which: 'author' | 'other', mine: Partial<Side>, theirs: Partial<Side>) =>
    sideTitles(t, { code, side: which, ownerId: 'eva', mine: { ...side, ...mine }, theirs: { ...side, ...theirs } })
  expect(titles('already_decided', 'author', {}, { authorId: 'olga' })).toEqual({
    mine: 'Lo que usted decidió',
    theirs: 'Decisión vigente',
  })
  expect(titles('suggested', 'other', {}, { authorId: 'olga' })).toEqual({ mine: 'Su decisión', theirs: 'Decisión propuesta' })
  expect(titles('suggested', 'other', { decision: undefined, value: 1 }, { authorId: 'olga' })).toEqual({
    mine: 'Respuesta vigente',
    theirs: 'Decisión propuesta',
  })
  expect(titles('evaluated_old_revision', 'author', {}, { decision: undefined, value: 1 }).theirs).toBe('Respuesta vigente')
})

test('[EV22] a mass acceptance that left some undecided says which', () => {
  const card = { code: 'evaluated_old_revision', mutation: 'evaluation.acceptRemaining' }
  expect(cardText(t, { ...card, params: { n: 2, numbers: '1.1.1, 1.1.4' } })).toBe(
    '2 respuestas quedaron sin aceptar. Después de su revisión cambió la respuesta en 1.1.1, 1.1.4. Revise y decida.',
  )
  expect(cardText(t, { ...card, code: 'evaluated_old_file', params: { n: 12, numbers: '1.1.1, 1.1.4' } })).toBe(
    '12 respuestas quedaron sin aceptar. Después de su revisión cambió el archivo en 1.1.1, 1.1.4 y 10 más. Revise y decida.',
  )
  expect(cardText(t, { ...card, params: { n: 1, numbers: '1.1.1' } })).toBe(
    '1 respuesta quedó sin aceptar. Después de su revisión cambió la respuesta en 1.1.1. Revise y decida.',
  )
  expect(cardText(t, { ...card, params: { n: 2 } })).toContain('La respuesta cambió')
})

test('[CF38] a card about something that was asked for says what it was', () => {
  const said = (mutation: string, code: string, params = {}): string => cardText(t, { code, params, mutation })
  expect(said('answers.send', 'changed_since_review')).toBe(
    'El envío no se realizó. Hubo cambios después de su revisión. Revise y envíe nuevamente.',
  )
  expect(said('survey.send', 'survey_sent')).toBe('La encuesta no se envió. La encuesta ya fue enviada.')
  expect(said('answers.recall', 'send_opened')).toMatch(/^El envío no se retiró\. /)
  expect(said('evaluation.acceptRemaining', 'stage_closed')).toMatch(/^Las respuestas restantes no se aceptaron\. /)
  expect(said('evaluation.reopenAccepted', 'stage_closed')).toMatch(/^Lo aceptado no se reabrió\. /)
  expect(said('answer.set', 'form_sent')).toBe('Las respuestas ya fueron enviadas y no se pueden editar.')
})

test('[AS22] [SV3] an office or a survey that changed meanwhile is told with who changed it and what is so now', () => {
  const office = { code: 'assigned_meanwhile', params: { name: 'Inés Sinrol', by: 'Laura Líder' } }
  expect(cardText(t, { ...office, mutation: 'delegate.set' })).toBe(
    'Laura Líder cambió al delegado antes de que llegara su cambio: ahora es Inés Sinrol. El suyo no se aplicó.',
  )
  expect(cardText(t, { ...office, params: { name: '', by: 'Laura Líder' }, mutation: 'delegate.set' })).toContain('ahora no hay')
  expect(cardText(t, { ...office, mutation: 'leader.set' })).toContain('líder institucional')
  const survey = { code: 'changed_since_review', params: { n: 2, numbers: '4.1, 4.3', name: 'Darío Delegado' } }
  expect(cardText(t, { ...survey, mutation: 'survey.send' })).toBe(
    'La encuesta no se envió: Darío Delegado cambió 4.1, 4.3 después de que usted la revisó. Revísela y envíela de nuevo.',
  )
  expect(cardText(t, { ...survey, mutation: 'answers.send' })).toContain('Hubo cambios')
})

test('a card about an assignment says how it was when the change came, which stays true after it is given back', () => {
  expect(cardText(t, { code: 'not_assignee', params: { name: 'Ana' } })).toBe(
    'Ana era responsable de esta pregunta cuando llegó su cambio. Su propuesta quedó guardada.',
  )
  expect(cardText(t, { code: 'evaluator_not_assigned', params: { name: 'Ana' } })).toBe(
    'La institución no estaba asignada a usted cuando llegó su cambio, que quedó guardado.',
  )
})

test('a change that came too late tells whose it was, whatever made it late', () => {
  expect(cardText(t, { code: 'late_form_sent', params: { name: 'Ana' } })).toBe(
    cardText(t, { code: 'late_answer_already_accepted', params: { name: 'Ana' } }),
  )
})

test('any other card reads as its failure does', () => {
  expect(cardText(t, { code: 'survey_sent', params: {} })).toContain('encuesta')
})

test('an edit of a row that was gone tells how it was when it came, which stays true when the row is back', () => {
  expect(cardText(t, { code: 'row_missing', params: {} })).toBe('La fila estaba eliminada del bloque cuando llegó su cambio.')
})

test('[TD2] what came late is never called what stands', () => {
  const card = { code: 'late_form_sent', side: 'notice', ownerId: 'lider', mine: { mid: null, authorId: 'ana', at: '', value: 1 } } as const
  expect(sideTitles(t, card)).toEqual({ mine: 'Lo vigente', theirs: 'Lo que llegó tarde' })
  expect(sideTitles(t, { ...card, code: 'replaced_other' })).toEqual({ mine: 'Lo que usted escribió', theirs: 'Lo que reemplazó' })
})

test('a suggestion stands beside one’s own answer, or beside what stands when somebody else wrote that', () => {
  const mine = { mid: null, authorId: 'ana', at: '', value: 1 }
  const card = { code: 'suggested', side: 'other', mine } as const
  expect(sideTitles(t, { ...card, ownerId: 'ana' }).mine).toBe('Su respuesta')
  expect(sideTitles(t, { ...card, ownerId: 'bruno' }).mine).toBe('Lo vigente')
})

test('a send that did not happen is a request: it holds nothing that somebody wrote', () => {
  for (const mutation of ['answers.send', 'survey.send', 'evaluation.send']) expect(isRequest({ mutation })).toBe(true)
  for (const mutation of ['answer.set', 'comment.add', 'assignment.set']) expect(isRequest({ mutation })).toBe(false)
})
