import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { argsOf, type Context, type Outcome } from '../contract/mutation.ts'
import type { Notice } from '../notices/model.ts'
import { Own, type HelpDesk } from '../own.ts'
import { helpDaily, helpTextMax } from './model.ts'
import { askHelp } from './mutations.ts'

const ana: Actor = { id: 'ana', kind: 'Institutional', name: 'Ana Soto', institutionId: 'norte', institutionIds: ['norte', 'sur'] }
const desk: HelpDesk = {
  asker: { email: 'ana@norte.example', rehearsal: false },
  institutions: new Map([
    ['norte', 'Servicio Norte'],
    ['sur', 'Servicio Sur'],
  ]),
  forms: new Map([['tiny', 'Índice 2026']]),
  administrators: ['rita', 'root'],
  mailbox: undefined,
}
const args = { body: 'No puedo enviar', page: '/dashboard/send', institutionId: 'norte', formId: 'tiny' }
const at = (now: string, actor: Actor = ana, mid = 'm1'): Context => ({ actor, now, mid, base: null, occurredAt: now, lease: null })
const noon = '2026-03-10T12:00:00.000Z'
const told = (id: string, when: string, kind = 'helpReceived'): Notice => ({
  id,
  kind,
  subject: '',
  content: '',
  link: null,
  at: when,
  readAt: null,
})

/** What a device's or a caller's arguments come to. */
function asked(own: Own, given: object, context: Context): Outcome | string {
  const parsed = argsOf(askHelp, 1, given)
  return parsed.ok ? askHelp.decide(own, parsed.value, context) : parsed.failure.code
}

test('[HE5] on a device a message is among what its author was told, as one that waits there, and nobody is written to', () => {
  const outcome = askHelp.decide(new Own('ana'), args, at(noon))
  expect(outcome).toMatchObject({ disposition: 'applied', letters: [] })
  expect(outcome.changes).toMatchObject([
    {
      table: 'notice',
      scope: 'own:ana',
      row: { kind: 'helpWaiting', content: 'No puedo enviar', link: '/dashboard/send', at: noon, readAt: noon },
    },
  ])
  expect(outcome.changes[0]?.row).toMatchObject({ subject: expect.stringContaining('guardado en este dispositivo') })
})

test('[HE6] with the lab it is a letter to each active administrator, with who, whose address and from where, and one to its author', () => {
  const outcome = askHelp.decide(new Own('ana', desk), args, at(noon))
  const message = {
    who: 'Ana Soto',
    email: 'ana@norte.example',
    institution: 'Servicio Norte',
    form: 'Índice 2026',
    text: 'No puedo enviar',
    page: '/dashboard/send',
  }
  expect(outcome.letters).toEqual([
    { template: 'helpReceived', to: 'ana', data: { text: 'No puedo enviar', page: '/dashboard/send' } },
    { template: 'helpAsked', to: 'rita', data: message },
    { template: 'helpAsked', to: 'root', data: message },
  ])
  expect([outcome.changes, outcome.notices]).toEqual([[], []])
  const elsewhere = askHelp.decide(new Own('ana', { ...desk, mailbox: 'ayuda@lab.example' }), args, at(noon))
  expect(elsewhere.letters.map(({ template, to }) => [template, to])).toEqual([
    ['helpReceived', 'ana'],
    ['helpDesk', 'ana'],
  ])
  expect(elsewhere.letters[1]?.data).toEqual({ ...message, mailbox: 'ayuda@lab.example' })
  expect(elsewhere.notices?.map(({ template, to }) => [template, to])).toEqual([
    ['helpAsked', 'rita'],
    ['helpAsked', 'root'],
  ])
})

test('[HE6] it names the institution that was in front of its author, and never one that is not theirs', () => {
  const named = (institutionId: string | null) => askHelp.decide(new Own('ana', desk), { ...args, institutionId }, at(noon)).reply
  expect(named('sur')).toMatchObject({ institutionId: 'sur' })
  expect([named('este'), named(null)]).toMatchObject([{ institutionId: 'norte' }, { institutionId: 'norte' }])
  const letter = askHelp.decide(new Own('ana', desk), { ...args, institutionId: 'este', formId: 'otro' }, at(noon)).letters[1]
  expect(letter?.data).toMatchObject({ institution: 'Servicio Norte', form: '' })
})

test('[HE4] only who works in an institution asks, for themselves, and nobody whom a rehearsal invented', () => {
  for (const kind of ['Evaluator', 'Administrator'] as const) {
    const actor: Actor = { id: 'ana', kind, name: 'Ana', institutionId: null }
    for (const own of [new Own('ana'), new Own('ana', desk)])
      expect(askHelp.decide(own, args, at(noon, actor))).toMatchObject({ disposition: 'refused', code: 'help_institutions_only' })
  }
  const invented = new Own('ana', { ...desk, asker: { ...desk.asker, rehearsal: true } })
  expect(askHelp.decide(invented, args, at(noon)).code).toBe('help_institutions_only')
  expect(askHelp.decide(new Own('ana', desk), args, at(noon, { ...ana, id: 'berta' })).code).toBe('not_found')
})

test('[HE7] what is empty, too long or leads out of the application is refused by its own name, and controls never reach a letter', () => {
  const own = new Own('ana', desk)
  expect(asked(own, { ...args, body: ' \n\u0007 ' }, at(noon))).toMatchObject({ disposition: 'refused', code: 'help_empty' })
  expect(asked(own, { ...args, body: 'x'.repeat(helpTextMax) }, at(noon))).toMatchObject({ disposition: 'applied' })
  expect(asked(own, { ...args, body: 'x'.repeat(helpTextMax + 1) }, at(noon))).toMatchObject({
    code: 'help_too_long',
    params: { max: helpTextMax },
  })
  expect(asked(own, { ...args, body: 'x'.repeat(helpTextMax * 4 + 1) }, at(noon))).toBe('malformed')
  for (const page of [
    'https://malo.example/dashboard',
    '//malo.example',
    '/login',
    '/dashboard\\@malo',
    `/dashboard/${'x'.repeat(500)}`,
    '',
  ])
    expect(asked(own, { ...args, page }, at(noon)), page).toBe('malformed')
  const outcome = asked(own, { ...args, body: 'uno\r\ndos\u0000\u001b[2J tres' }, at(noon))
  expect(outcome).toMatchObject({ letters: [{ data: { text: 'uno\ndos[2J tres' } }, {}, {}] })
})

test('[HE8] ten within a day are taken, those on their way counted, and the eleventh is refused until the first is a day old', () => {
  for (const [kind, of] of [
    ['helpReceived', desk],
    ['helpWaiting', undefined],
  ] as const) {
    const own = new Own('ana', of)
    for (let n = 0; n < helpDaily; n += 1) own.set('notice', `n${n}`, told(`n${n}`, `2026-03-10T12:0${n}:00.000Z`, kind))
    own.set('notice', 'other', told('other', noon, 'assigned'))
    expect(askHelp.decide(own, args, at('2026-03-11T12:00:00.000Z'))).toMatchObject({ disposition: 'applied' })
    expect(askHelp.decide(own, args, at('2026-03-11T11:59:59.999Z'))).toMatchObject({
      disposition: 'refused',
      code: 'help_too_many',
      params: { n: helpDaily },
      letters: [],
    })
  }
})
