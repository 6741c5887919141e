import { expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aPerson, aWorld, noon } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { instantOf } from '../kernel/instant.ts'
import { setAssignment } from '../assignments/mutations.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { correctInvitation, resendInvitation, withdrawInvitation } from './mutations.ts'
import type { Person } from './model.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const invitee = (overrides: Partial<Person> = {}): Person => aPerson(actors.idle, { joined: false, invitedBy: 'capacity', ...overrides })
const invited = (overrides: Partial<Person> = {}, parts: Parameters<typeof aWorld>[0] = {}): World =>
  aWorld({ people: [invitee(overrides)], ...parts })
const resend = (world: World, by: ActorName = 'leader'): Outcome =>
  resendInvitation.decide(world, { userId: 'idle' }, aContext({ actor: actors[by] }))
const correct = (world: World, args: Partial<{ name: string; surname: string; email: string }> = {}, by: ActorName = 'leader'): Outcome =>
  correctInvitation.decide(
    world,
    { userId: 'idle', name: 'Inés', surname: 'Sinrol', email: 'ines@norte.example', ...args },
    aContext({ actor: actors[by] }),
  )
const withdraw = (world: World, by: ActorName = 'leader'): Outcome =>
  withdrawInvitation.decide(world, { userId: 'idle' }, aContext({ actor: actors[by] }))
const everybody = Object.keys(actors).filter((name) => name !== 'idle') as ActorName[]
const whoMay = (act: (by: ActorName) => Outcome): string => everybody.filter((by) => act(by).disposition === 'applied').join(' ')

test('[AS17] leader, delegate, administrators and who invited send an invitation again; nobody else does', () => {
  expect(whoMay((by) => resend(invited(), by))).toBe('leader delegate subdimensionLeader administrator')
  const outcome = resend(invited())
  expect([outcome.letters, outcome.history]).toMatchObject([
    [{ template: 'invited', to: 'idle' }],
    [{ action: 'Reenvía invitación', text: 'Inés Sinrol <idle@norte.example>' }],
  ])
  expect(said(resend(invited(), 'professional'))).toBe('refused:no_permission_assign')
})

test('[AS17] twice within five minutes is one letter, later it is another', () => {
  const world = invited()
  apply(world, resend(world).changes)
  expect(said(resend(world))).toBe('noop:ok')
  const later = instantOf(Date.parse(noon) + 300_000)
  const again = resendInvitation.decide(world, { userId: 'idle' }, aContext({ actor: actors.delegate, now: later }))
  expect([said(again), again.letters.length]).toEqual(['applied:ok', 1])
})

test('[AS17] who has joined, was withdrawn or is of elsewhere is not invited again', () => {
  expect(said(resend(aWorld()))).toBe('refused:invitation_accepted')
  expect(said(resend(invited({ active: false })))).toBe('refused:person_unknown')
  expect(said(resend(invited({ institutionId: 'south' })))).toBe('refused:person_unknown')
})

test('[AS18] the address is corrected to one of the institution’s domains that is nobody else’s, and a letter goes there', () => {
  const world = invited()
  const outcome = correct(world)
  expect([said(outcome), outcome.letters, outcome.history]).toMatchObject([
    'applied:ok',
    [{ template: 'invited', to: 'idle' }],
    [{ action: 'Corrige invitación', text: 'Inés Sinrol <ines@norte.example>' }],
  ])
  apply(world, outcome.changes)
  expect(world.person('idle')).toMatchObject({ email: 'ines@norte.example', joined: false })
  expect(said(correct(world))).toBe('noop:ok')
  expect(said(correct(invited(), { email: 'ines@otra.example' }))).toBe('refused:email_other_institution')
  expect(said(correct(invited(), { email: 'leader@norte.example' }))).toBe('refused:person_unknown')
  expect([said(correct(invited(), { name: '' })), said(correct(invited(), { surname: '' }))]).toEqual([
    'refused:name_empty',
    'refused:surname_empty',
  ])
  expect(said(correct(aWorld()))).toBe('refused:invitation_accepted')
  expect(whoMay((by) => correct(invited(), {}, by))).toBe('leader delegate subdimensionLeader administrator')
})

test('[AS18] a corrected name sends no letter', () => {
  const outcome = correct(invited(), { name: 'Inesita', email: 'idle@norte.example' })
  expect([said(outcome), outcome.letters]).toEqual(['applied:ok', []])
})

test('[AS19] a withdrawn invitation leaves what the person had been given to nobody', () => {
  const world = invited({}, { assignments: { d2: 'idle', s21: 'professional' }, participant: { delegateId: 'idle' } })
  const outcome = withdraw(world)
  apply(world, outcome.changes)
  expect([world.person('idle')?.active, world.get('assignment', 'd2')?.userId, world.get('assignment', 's21')?.userId]).toEqual([
    false,
    null,
    'professional',
  ])
  expect(world.participant.delegateId).toBeNull()
  expect(outcome.history).toMatchObject([{ action: 'Retira invitación', person: 'idle', text: 'Inés Sinrol <idle@norte.example>' }])
  expect(said(withdraw(world))).toBe('noop:ok')
  expect(whoMay((by) => withdraw(invited(), by))).toBe('leader delegate subdimensionLeader administrator')
})

test('[AS19] who leads is not withdrawn before somebody else leads', () => {
  expect(said(withdraw(invited({}, { participant: { leaderId: 'idle' } }), 'delegate'))).toBe('refused:invitation_leads')
  expect(said(withdraw(aWorld()))).toBe('refused:invitation_accepted')
})

test('[AS16] who was withdrawn and is invited again is the same person, under the new name', () => {
  const invite = (world: World): Outcome =>
    setAssignment.decide(
      world,
      {
        elements: [{ element: 'd2', level: 'Dimension', seen: 0 }],
        who: { invite: { name: 'Inés María', surname: 'Soto', email: 'idle@norte.example' } },
      },
      aContext({ actor: actors.leader }),
    )
  const world = invited()
  apply(world, withdraw(world).changes)
  const outcome = invite(world)
  apply(world, outcome.changes)
  expect(world.person('idle')).toMatchObject({ name: 'Inés María', active: true, joined: false, invitedBy: 'leader' })
  expect([world.get('assignment', 'd2')?.userId, outcome.letters.map((letter) => letter.template)]).toEqual([
    'idle',
    ['invited', 'assigned'],
  ])
  // Whom the lab made and closed, and who is of the institution no more, nobody of it brings back by an invitation.
  const closed = [{}, { joined: false }, { joined: false, invitedBy: 'leader', left: true as const }]
  for (const more of closed)
    expect(said(invite(aWorld({ people: [aPerson(actors.idle, { active: false, ...more })] })))).toBe('refused:person_unknown')
})
