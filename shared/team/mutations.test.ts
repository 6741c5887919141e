import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../contract/mutation.ts'
import { actors, aPerson, aWorld, fullAnswers, noon, noonIn } from '../forms/fixtures.ts'
import { dayMs, epochMs, instantOf } from '../kernel/instant.ts'
import type { World } from '../world.ts'
import { apply } from '../world.ts'
import { writeToMember } from './mutations.ts'
import { messageMaxCharacters } from './model.ts'

const { leader, delegate, dimensionLeader, subdimensionLeader, professional, otherProfessional, evaluator, administrator, outsider, idle } =
  actors
const context = (actor: Actor, now = noon): Context => ({ actor, now, mid: 'm', base: null, occurredAt: now, lease: null })
const write = (world: World, actor: Actor, userId: string, { text = 'Falta poco', now = noon } = {}) =>
  writeToMember.decide(world, { userId, text }, context(actor, now))

test('[BO4] a message is one letter with its author’s words and what waits, and is on record', () => {
  const { disposition, letters, history, changes } = write(aWorld(), leader, professional.id)
  expect([disposition, letters]).toEqual([
    'applied',
    [
      {
        template: 'leaderWrote',
        to: professional.id,
        data: {
          who: 'Laura Líder',
          email: 'leader@norte.example',
          form: 'Índice 2025',
          stage: 'NormalInput',
          end: '2025-03-12',
          pending: 2,
          text: 'Falta poco',
          page: '/dashboard/form-filling/form/north/s11?question=name',
        },
      },
    ],
  ])
  expect(history).toMatchObject([{ unit: null, action: 'Escribe a responsable', text: 'Paula Profesional', role: 'InstitutionalLeader' }])
  expect(changes).toMatchObject([{ table: 'participant', row: { written: { professional: { by: 'leader', at: noon } } } }])
})

test('[BO4] nobody is written to twice within a day, whoever writes; what was written stays with its author', () => {
  const world = aWorld()
  apply(world, write(world, leader, professional.id).changes)
  const again = write(world, delegate, professional.id, { now: instantOf(epochMs(noon) + dayMs - 1) })
  expect(again).toMatchObject({ disposition: 'lost', code: 'written_today', letters: [], changes: [] })
  expect(again.cards).toMatchObject([{ ownerId: delegate.id, mine: { text: 'Falta poco' }, params: { by: 'Laura Líder', at: noon } }])
  expect(write(world, leader, otherProfessional.id).disposition).toBe('applied')
  expect(write(world, leader, professional.id, { now: instantOf(epochMs(noon) + dayMs) }).disposition).toBe('applied')
})

test('[BO4] only messages of the day are remembered', () => {
  const world = aWorld({ participant: { written: { other: { by: 'leader', at: instantOf(epochMs(noon) - dayMs) } } } })
  const [change] = write(world, leader, professional.id).changes
  expect(change?.row).toMatchObject({ written: { professional: { by: 'leader', at: noon } } })
  expect(JSON.stringify(change?.row)).not.toContain('"other":')
})

test('[BO5] who leads writes to whoever stands below them; nobody else writes, and nobody to somebody for whom nothing waits', () => {
  const code = (actor: Actor, to: string, world = aWorld()): string => write(world, actor, to).code
  expect([leader, delegate, dimensionLeader, subdimensionLeader].map((each) => code(each, professional.id))).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
  ])
  expect([professional, idle, outsider, evaluator, administrator].map((each) => code(each, otherProfessional.id))).toEqual(
    Array.from({ length: 5 }, () => 'write_not_allowed'),
  )
  expect([code(subdimensionLeader, dimensionLeader.id), code(leader, delegate.id), code(leader, leader.id), code(leader, idle.id)]).toEqual(
    Array.from({ length: 4 }, () => 'nothing_owed'),
  )
  expect([code(leader, 'nadie'), code(leader, evaluator.id)]).toEqual(['person_unknown', 'person_unknown'])
  const closed = aWorld({ people: [aPerson(professional, { active: false })] })
  const invited = aWorld({ people: [aPerson(professional, { joined: false })] })
  expect([code(leader, professional.id, closed), code(leader, professional.id, invited)]).toEqual(['person_unknown', 'person_not_joined'])
  expect(code(leader, professional.id, aWorld({ answers: fullAnswers({ level: 1, sent: true }) }))).toBe('nothing_owed')
})

test('[BO5] a message has words, and no more than fit; after the send and between stages none goes out and none is lost', () => {
  expect(write(aWorld(), leader, professional.id, { text: '' }).code).toBe('message_empty')
  expect(write(aWorld(), leader, professional.id, { text: 'x'.repeat(messageMaxCharacters + 1) }).code).toBe('message_too_long')
  expect(write(aWorld(), leader, professional.id, { text: 'x'.repeat(messageMaxCharacters) }).code).toBe('ok')
  const sent = write(aWorld({ participant: { locked: true, lockReason: 'sent' } }), leader, professional.id)
  expect([sent.code, sent.cards.length]).toEqual(['form_sent', 1])
  const between = write(aWorld(), leader, professional.id, { now: noonIn('Gap') })
  expect([between.code, between.cards[0]?.mine?.text]).toEqual(['stage_closed', 'Falta poco'])
})
