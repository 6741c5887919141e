import { describe, expect, test } from 'vitest'
import type { Context, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aPerson, aWorld, noon, noonIn } from '../forms/fixtures.ts'
import { epochMs, instantOf } from '../kernel/instant.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { isInstitutional } from '../accounts/address.ts'
import { setAssignment, setDelegate, setLeader } from './mutations.ts'
import { responsibleOf, rolesOf } from './rules.ts'
import { questionNamed } from '../forms/fixtures.ts'

type At = 'Dimension' | 'Subdimension' | 'Question'
const levels: Readonly<Record<string, At>> = {
  d1: 'Dimension',
  d2: 'Dimension',
  s11: 'Subdimension',
  s12: 'Subdimension',
  s21: 'Subdimension',
  s22: 'Subdimension',
}
const assign = (
  world: World,
  by: ActorName,
  elements: readonly string[],
  userId: string | null,
  { now, seen = 1 }: { now?: string; seen?: number } = {},
): Outcome =>
  setAssignment.decide(
    world,
    {
      elements: elements.map((element) => ({
        element,
        level: levels[element] ?? 'Question',
        seen: world.get('assignment', element) ? seen : 0,
      })),
      who: userId === null ? null : { userId },
    },
    aContext({ actor: actors[by], ...(now ? { now } : {}) }),
  )
const invite = (email: string, overrides: Partial<{ name: string; surname: string }> = {}) => ({
  invite: { name: 'Nora', surname: 'Nueva', email, ...overrides },
})
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const people: readonly ActorName[] = [
  'leader',
  'delegate',
  'dimensionLeader',
  'subdimensionLeader',
  'professional',
  'idle',
  'outsider',
  'evaluator',
  'administrator',
]
const whoMay = (decide: (by: ActorName) => Outcome): string => people.filter((by) => decide(by).disposition === 'applied').join(' ')

describe('who may assign', () => {
  test('[AS1] a dimension: leader, delegate, and an administrator acting for the institution', () => {
    expect(whoMay((by) => assign(aWorld(), by, ['d2'], 'idle'))).toBe('leader delegate administrator')
  })

  test('[AS2] a sub-dimension: those, and who leads its dimension', () => {
    expect(whoMay((by) => assign(aWorld(), by, ['s12'], 'idle'))).toBe('leader delegate dimensionLeader administrator')
  })

  test('[AS3] a question: those, and who leads its sub-dimension', () => {
    expect(whoMay((by) => assign(aWorld(), by, ['essay'], 'idle'))).toBe('leader delegate dimensionLeader subdimensionLeader administrator')
  })

  test('[AS3] everybody else is told that they lack the permission', () => {
    for (const by of ['professional', 'idle', 'outsider', 'evaluator'] as const)
      expect([by, said(assign(aWorld(), by, ['essay'], 'idle'))]).toEqual([by, 'refused:no_permission_assign'])
    expect(said(assign(aWorld(), 'subdimensionLeader', ['s12'], 'idle'))).toBe('refused:no_permission_assign')
    expect(said(assign(aWorld(), 'dimensionLeader', ['s21'], 'idle'))).toBe('refused:no_permission_assign')
  })

  test('[AS4] responsibilities change before the first stage and in the input stages, and not once sent', () => {
    const phases = [
      'Pre',
      'NormalInput',
      'Gap',
      'FirstRevision',
      'CorrectionInput',
      'SecondRevision',
      'CalculateResults',
      'ReplicaInput',
      'Closed',
    ] as const
    expect(
      phases.filter((phase) => assign(aWorld({ phase }), 'leader', ['s12'], 'idle', { now: noonIn(phase) }).disposition === 'applied'),
    ).toEqual(['Pre', 'NormalInput', 'CorrectionInput', 'ReplicaInput'])
    const sent = assign(aWorld({ participant: { locked: true, lockReason: 'sent' } }), 'leader', ['s12'], 'idle')
    expect([said(sent), sent.cards[0]?.code]).toEqual(['lost:form_sent', 'form_sent'])
  })
})

describe('what must be assigned first', () => {
  test('[AS5] a sub-dimension needs a responsible of its dimension', () => {
    expect(said(assign(aWorld({ assignments: {} }), 'leader', ['s12'], 'idle'))).toBe('refused:needs_dimension_responsible')
  })

  test('[AS5] a question needs a responsible of its sub-dimension', () => {
    expect(said(assign(aWorld(), 'dimensionLeader', ['has'], 'idle'))).toBe('refused:needs_subdimension_responsible')
  })

  test('[AS5] one call may assign the upper element and the lower one, in that order', () => {
    const world = aWorld({ assignments: {} })
    expect(said(assign(world, 'leader', ['d2', 's21', 'team'], 'idle'))).toBe('applied:ok')
    expect(said(assign(world, 'leader', ['s21', 'd2'], 'idle'))).toBe('refused:needs_dimension_responsible')
  })

  test('[AS6] nothing selected is refused, and so is what cannot have a responsible', () => {
    expect(said(assign(aWorld(), 'leader', [], 'idle'))).toBe('refused:nothing_selected')
    for (const element of ['code', 'which', 'person', 'nada'])
      expect([element, said(assign(aWorld(), 'leader', [element], 'idle'))]).toEqual([element, 'refused:question_retired'])
  })
})

describe('effects', () => {
  test('[AS7] an assignment changes who is responsible and one’s roles at once, and tells the person', () => {
    const world = aWorld()
    const outcome = assign(world, 'dimensionLeader', ['s12'], 'idle')
    apply(world, outcome.changes)
    expect([responsibleOf(world, questionNamed('has')), rolesOf(world, 'idle')]).toEqual(['idle', ['SubdimensionLeader']])
    const { institutionId, formId } = world
    const items = [{ element: 's12', level: 'Subdimension', name: 'Presupuesto' }]
    expect(outcome.letters).toEqual([
      { template: 'assigned', to: 'idle', data: { count: 1, form: 'Índice 2025', items, institutionId, formId } },
    ])
    expect(world.get('assignment', 's12')).toMatchObject({ by: 'dimension', at: aContext().now })
    expect(outcome.history).toMatchObject([{ unit: null, action: 'Asigna', text: 'Presupuesto: Inés Sinrol', role: 'DimensionLeader' }])
    expect(assign(aWorld(), 'dimensionLeader', ['s12'], 'dimension').letters).toEqual([])
  })

  test('[AS8] removing a responsible keeps those below', () => {
    const world = aWorld()
    const outcome = assign(world, 'leader', ['d1'], null)
    apply(world, outcome.changes)
    expect(outcome.changes).toMatchObject([{ table: 'assignment', id: 'd1', row: { userId: null, rev: 2 } }])
    expect([responsibleOf(world, questionNamed('name')), responsibleOf(world, questionNamed('has'))]).toEqual(['professional', null])
  })

  test('[AS8] assigning who is responsible already changes nothing', () => {
    expect(said(assign(aWorld(), 'leader', ['d1'], 'dimension'))).toBe('noop:ok')
    expect(said(assign(aWorld(), 'leader', ['d2'], null))).toBe('noop:ok')
  })

  test('[AS8] an element named twice is assigned once', () => {
    expect(assign(aWorld(), 'leader', ['s12', 's12'], 'idle').changes).toHaveLength(1)
  })

  test('[CF12] an element that somebody else assigned meanwhile stays theirs; the others are assigned and both names are told', () => {
    const world = aWorld()
    world.set('assignment', 's12', { element: 's12', level: 'Subdimension', userId: 'other', rev: 4 })
    const alone = assign(world, 'leader', ['s12'], 'idle')
    expect([said(alone), alone.cards[0]?.params['name'], alone.cards[0]?.params['wanted']]).toEqual([
      'lost:assigned_meanwhile',
      'Óscar Otro',
      'Inés Sinrol',
    ])
    expect(alone.changes).toEqual([])
    const some = assign(world, 'leader', ['s12', 'd2'], 'idle')
    expect([said(some), some.changes.map((change) => change.id), some.cards.length]).toEqual(['applied:ok', ['d2'], 1])
  })
})

describe('people', () => {
  test('[AS9] an invited colleague becomes a person of the institution, under an id that no account has, with a letter', () => {
    const outcome = setAssignment.decide(
      aWorld(),
      { elements: [{ element: 's12', level: 'Subdimension', seen: 0 }], who: invite('nora@norte.example') },
      aContext({ actor: actors.leader }),
    )
    expect(outcome.changes[0]).toMatchObject({
      scope: 'org:north',
      table: 'person',
      id: 'u-mid-new',
      row: { joined: false, active: true, institutionId: 'north' },
    })
    expect(outcome.letters.map((letter) => letter.template)).toEqual(['invited', 'assigned'])
  })

  test('[AS9] somebody known by that address is assigned, not invited again', () => {
    const outcome = setAssignment.decide(
      aWorld(),
      { elements: [{ element: 's12', level: 'Subdimension', seen: 0 }], who: invite('IDLE@norte.example') },
      aContext({ actor: actors.leader }),
    )
    expect(outcome.changes.map((change) => change.table)).toEqual(['assignment'])
  })

  test('[AS10] an address of another institution, a nameless person and one who is gone are refused', () => {
    const decide = (who: Parameters<typeof setDelegate.decide>[1]['who'], world = aWorld()): string =>
      said(
        setAssignment.decide(
          world,
          { elements: [{ element: 's12', level: 'Subdimension', seen: 0 }], who },
          aContext({ actor: actors.leader }),
        ),
      )
    expect(decide(invite('nora@sur.example'))).toBe('refused:email_other_institution')
    expect(decide(invite('nora@norte.example.org'))).toBe('refused:email_other_institution')
    expect(decide(invite('nora@norte.example', { name: '' }))).toBe('refused:name_empty')
    expect(decide(invite('nora@norte.example', { surname: '' }))).toBe('refused:surname_empty')
    expect(decide({ userId: 'nadie' })).toBe('refused:person_unknown')
    expect(decide({ userId: 'evaluator' })).toBe('refused:person_unknown')
    const gone = aWorld({ people: [aPerson(actors.idle, { active: false })] })
    expect(decide({ userId: 'idle' }, gone)).toBe('refused:person_unknown')
    expect(decide(invite('idle@norte.example'), gone)).toBe('refused:person_unknown')
  })

  test('[AS10] an address is the institution’s when its domain is one of its own, or below one', () => {
    const domains = ['norte.example', 'Sub.Otro.Example']
    expect(
      ['a@norte.example', 'a@NORTE.example', 'a@mail.norte.example', 'a@sub.otro.example'].every((email) =>
        isInstitutional(email, domains),
      ),
    ).toBe(true)
    expect(['a@elnorte.example', 'a@norte.example.org', 'a@otro.example'].some((email) => isInstitutional(email, domains))).toBe(false)
  })
})

describe('assigning once the answers are closed', () => {
  const tried = (lockReason: 'sent' | 'stageEnd'): string[] => {
    const world = aWorld({ participant: { locked: true, lockReason, delegateId: null } })
    const context = aContext({ actor: actors.leader })
    return [
      setAssignment.decide(world, { elements: [{ element: 'd2', level: 'Dimension', seen: 0 }], who: { userId: 'idle' } }, context),
      setDelegate.decide(world, { who: { userId: 'idle' } }, context),
      setLeader.decide(world, { who: { userId: 'idle' } }, context),
    ].map((outcome) => outcome.code)
  }

  test('[AS4] a stage that ended unsent is told as that, and answers that were sent as sent', () => {
    expect(tried('stageEnd')).toEqual(Array(3).fill('stage_closed'))
    expect(tried('sent')).toEqual(Array(3).fill('form_sent'))
  })
})

describe('delegate and leader', () => {
  const delegate = (world: World, by: ActorName, userId: string | null): Outcome =>
    setDelegate.decide(world, { who: userId === null ? null : { userId } }, aContext({ actor: actors[by] }))
  const lead = (world: World, by: ActorName, userId: string): Outcome =>
    setLeader.decide(world, { who: { userId } }, aContext({ actor: actors[by] }))
  const alone = (): World => aWorld({ participant: { delegateId: null } })

  test('[AS11] only the leader assigns or removes the delegate', () => {
    expect(whoMay((by) => delegate(alone(), by, 'idle'))).toBe('leader')
    expect(whoMay((by) => delegate(aWorld(), by, null))).toBe('leader')
    expect(said(delegate(aWorld(), 'delegate', null))).toBe('refused:delegate_only_leader')
  })

  test('[AS11] a delegate is removed before another is assigned', () => {
    expect(said(delegate(aWorld(), 'leader', 'idle'))).toBe('refused:delegate_exists')
    expect(said(delegate(aWorld(), 'leader', 'delegate'))).toBe('noop:ok')
    const world = aWorld()
    apply(world, delegate(world, 'leader', null).changes)
    expect(said(delegate(world, 'leader', 'idle'))).toBe('applied:ok')
    expect(said(delegate(world, 'leader', 'leader'))).toBe('refused:person_unknown')
  })

  test('[AS12] leader, delegate and administrators hand the leadership over; there is always exactly one', () => {
    expect(whoMay((by) => lead(aWorld(), by, 'idle'))).toBe('leader delegate administrator')
    expect(said(lead(aWorld(), 'dimensionLeader', 'idle'))).toBe('refused:no_permission_assign_leader')
    const world = aWorld()
    apply(world, lead(world, 'leader', 'delegate').changes)
    expect(world.participant).toMatchObject({ leaderId: 'delegate', delegateId: null })
    expect(said(lead(world, 'delegate', 'delegate'))).toBe('noop:ok')
  })

  test('[LE4] who leads from now on, who did, and a new delegate are told by letters of their own', () => {
    const told = ({ letters }: Outcome) => letters.map(({ template, to }) => [template, to])
    expect(told(lead(aWorld(), 'leader', 'idle'))).toEqual([
      ['leads', 'idle'],
      ['leadsNoMore', 'leader'],
    ])
    const world = aWorld({ participant: { delegateId: null } })
    const named = setDelegate.decide(world, { who: { userId: 'idle' } }, aContext({ actor: actors.leader }))
    expect(told(named)).toEqual([['delegates', 'idle']])
  })
})

describe('an office that changed since it was seen', () => {
  const before = noon
  const later = instantOf(epochMs(noon) + 3_600_000)
  const marked = (office: 'delegateId' | 'leaderId', by: ActorName) => ({ marks: { [office]: { by: actors[by].id, at: later } } })
  const setting = (world: World, args: { who: string | null; saw?: string | null }, context: Partial<Context> = {}): Outcome =>
    setDelegate.decide(
      world,
      { who: args.who === null ? null : { userId: args.who }, ...(args.saw === undefined ? {} : { saw: args.saw }) },
      aContext({ actor: actors.leader, ...context }),
    )
  const leading = (world: World, args: { who: string; saw?: string }, context: Partial<Context> = {}): Outcome =>
    setLeader.decide(world, { ...args, who: { userId: args.who } }, aContext({ actor: actors.delegate, ...context }))

  test('[AS22] removing the delegate removes the one that was seen, and nobody who was named since', () => {
    const world = aWorld({ participant: { delegateId: 'idle', ...marked('delegateId', 'leader') } })
    const outcome = setting(world, { who: null, saw: 'delegate' })
    expect([said(outcome), outcome.changes]).toEqual(['lost:assigned_meanwhile', []])
    expect(outcome.cards).toMatchObject([
      { ownerId: 'leader', unit: null, code: 'assigned_meanwhile', params: { name: 'Inés Sinrol', by: 'Laura Líder', wanted: '' } },
    ])
    expect(outcome.history).toMatchObject([{ action: 'No aplicado' }])
    expect(
      [setting(world, { who: null, saw: 'idle' }), setting(aWorld({ participant: { delegateId: null } }), { who: null, saw: 'idle' })].map(
        said,
      ),
    ).toEqual(['applied:ok', 'noop:ok'])
  })

  test('[AS22] naming a delegate where nobody was seen and somebody stands is told as what it is', () => {
    const world = aWorld({ participant: { delegateId: 'idle', ...marked('delegateId', 'leader') } })
    const outcome = setting(world, { who: 'professional', saw: null })
    expect([said(outcome), outcome.cards[0]?.params]).toEqual([
      'lost:assigned_meanwhile',
      { element: '', name: 'Inés Sinrol', by: 'Laura Líder', wanted: 'Paula Profesional' },
    ])
    expect(said(setting(world, { who: 'professional', saw: 'idle' }))).toBe('refused:delegate_exists')
  })

  test('[AS22] handing the leadership over replaces the leader who was seen, and nobody who leads since', () => {
    const world = aWorld({ participant: { leaderId: 'idle', ...marked('leaderId', 'leader') } })
    const outcome = leading(world, { who: 'professional', saw: 'leader' })
    expect([said(outcome), outcome.cards[0]?.ownerId, outcome.cards[0]?.params]).toEqual([
      'lost:assigned_meanwhile',
      'delegate',
      { element: '', name: 'Inés Sinrol', by: 'Laura Líder', wanted: 'Paula Profesional' },
    ])
    expect(said(leading(world, { who: 'professional', saw: 'idle' }))).toBe('applied:ok')
    expect(said(leading(world, { who: 'idle', saw: 'leader' }))).toBe('noop:ok')
  })

  test('[AS22] where the device does not say whom it saw, what was changed after it acted stays', () => {
    const world = aWorld({ participant: { delegateId: 'idle', leaderId: 'leader', ...marked('delegateId', 'administrator') } })
    const made = { now: later, occurredAt: before }
    expect([said(setting(world, { who: null }, made)), said(setting(world, { who: null }, { now: later }))]).toEqual([
      'lost:assigned_meanwhile',
      'applied:ok',
    ])
    const led = aWorld({ participant: { leaderId: 'idle', ...marked('leaderId', 'leader') } })
    expect([said(leading(led, { who: 'professional' }, made)), said(leading(led, { who: 'professional' }, { now: later }))]).toEqual([
      'lost:assigned_meanwhile',
      'applied:ok',
    ])
  })

  test('[AS22] who set an office, and when, is on record', () => {
    const world = aWorld()
    apply(world, setting(world, { who: null }).changes)
    apply(world, leading(world, { who: 'idle' }, { actor: actors.leader, now: later }).changes)
    expect(world.participant.marks).toEqual({ delegateId: { by: 'leader', at: before }, leaderId: { by: 'leader', at: later } })
  })
})

describe('who is no longer in charge', () => {
  const told = ({ letters, notices = [] }: Outcome) => [
    ...letters.filter(({ template }) => template.endsWith('NoMore')).map(({ template, to }) => `letter ${template} ${to}`),
    ...notices.map(({ template, to }) => `bell ${template} ${to}`),
  ]

  test('[AS23] who had an element that is given to somebody else, or to nobody, is told once, with all of it and by whom', () => {
    const outcome = assign(aWorld(), 'leader', ['name', 'many', 'essay'], 'idle')
    expect(told(outcome)).toEqual(['bell assignedNoMore professional', 'bell assignedNoMore other'])
    expect(outcome.notices?.[0]?.data).toMatchObject({
      by: 'Laura Líder',
      count: 2,
      items: [
        { element: 'name', level: 'Question', name: '1.1.1' },
        { element: 'many', level: 'Question', name: '1.1.3' },
      ],
    })
    expect(told(assign(aWorld(), 'leader', ['s11'], null))).toEqual(['bell assignedNoMore capacity'])
  })

  test('[AS23] nobody is told of what they gave away themselves, nor who has left or has not joined', () => {
    expect(told(assign(aWorld({ assignments: { d1: 'dimension', s11: 'dimension' } }), 'dimensionLeader', ['s11'], 'idle'))).toEqual([])
    for (const overrides of [{ active: false }, { joined: false }])
      expect(told(assign(aWorld({ people: [aPerson(actors.professional, overrides)] }), 'leader', ['name'], null))).toEqual([])
  })

  test('[AS24] whoever answers for what is nobody’s own from now on is told what, but by themselves and within the leaders’ office', () => {
    const letters = (by: Parameters<typeof assign>[1], elements: readonly string[], world = aWorld()) =>
      assign(world, by, [...elements], null).letters.map(({ template, to, data }) => [template, to, data])
    expect(letters('leader', ['name', 'essay'])).toMatchObject([
      ['assigned', 'capacity', { count: 2, items: [{ element: 'name' }, { element: 'essay' }] }],
    ])
    expect(letters('leader', ['s11'])).toMatchObject([['assigned', 'dimension', { count: 1, items: [{ element: 's11' }] }]])
    expect(letters('subdimensionLeader', ['name'])).toEqual([])
    expect(letters('delegate', ['d1', 's11'])).toEqual([])
    expect(letters('administrator', ['d1', 's11']).map(([, to]) => to)).toEqual(['leader', 'delegate'])
    expect(letters('leader', ['name'], aWorld({ people: [aPerson(actors.subdimensionLeader, { joined: false })] }))).toEqual([])
  })

  test('[AS24] whose part a question is of is told behind the bell when somebody else is given it', () => {
    expect(told(assign(aWorld({ assignments: { d1: 'dimension', s11: 'capacity' } }), 'leader', ['name', 'essay'], 'idle'))).toEqual([
      'bell assignedNoMore capacity',
    ])
    expect(told(assign(aWorld({ assignments: { d1: 'dimension', s11: 'capacity' } }), 'subdimensionLeader', ['name'], 'idle'))).toEqual([])
    expect(told(assign(aWorld({ assignments: {} }), 'administrator', ['d1'], 'idle'))).toEqual([])
    // Who is given what stood in their own part loses nothing.
    const own = aWorld({ assignments: { d1: 'dimension', s11: 'capacity' } })
    expect(told(assign(own, 'leader', ['name'], 'subdimensionLeader'))).not.toContain('bell assignedNoMore capacity')
  })

  test('[AS23] a delegate who is removed has a letter', () => {
    const removed = setDelegate.decide(aWorld(), { who: null }, aContext({ actor: actors.leader }))
    expect(told(removed)).toEqual(['letter delegatesNoMore delegate'])
    const gone = aWorld({ people: [aPerson(actors.delegate, { active: false })] })
    expect(told(setDelegate.decide(gone, { who: null }, aContext({ actor: actors.leader })))).toEqual([])
  })
})
