import { letter } from '../contract/letter.ts'
import { expect, test } from 'vitest'
import { systemActor, type Actor } from '../access/actor.ts'
import { releasePerson } from '../assignments/release-mutations.ts'
import type { Directory, Mutation, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aPerson, aWorld } from '../forms/fixtures.ts'
import type { Institution } from '../institutions/model.ts'
import { catalogScope, orgScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import type { Person } from './model.ts'
import { withdrawInvitation } from './mutations.ts'
import { createUser, editUser, inviteUser, toggleUser, userFieldsOf } from './user-mutations.ts'

const { administrator } = actors
const institution: Institution = aWorld().institution
const north = orgScope(institution.id)

function rowsOf(scope: string, people: readonly Person[]): Directory {
  const tables: Readonly<Partial<Record<TableName, readonly { readonly id: string }[]>>> = { person: people, institution: [institution] }
  const list = <T extends TableName>(table: T): Rows[T][] => (tables[table] ?? []) as Rows[T][]
  return { scope, list, get: <T extends TableName>(table: T, id: string) => list(table).find((row) => Reflect.get(row, 'id') === id) }
}
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const act = <Args>(mutation: Mutation<string, Args, 'directory'>, args: Args, rows: Directory, by: Actor = administrator): Outcome =>
  mutation.decide(rows, args, aContext({ actor: by, mid: '~directory-1' }))

const root = aPerson(administrator, { id: administrator.id })
const lab = (...people: readonly Person[]): Directory => rowsOf(catalogScope, [root, ...people])
const eva = aPerson(actors.evaluator, { name: 'Eva', surname: 'Rojas', email: 'eva@lab.example', origin: 'Laboratorio' })
const ofLab = { name: 'Iris', surname: 'Soto', email: 'iris@lab.example', kind: 'Evaluator', origin: 'Laboratorio' } as const
const ofNorth = {
  name: 'Nora',
  surname: 'Vera',
  email: `nora@${institution.domains[0] ?? ''}`,
  kind: 'Institutional',
  origin: null,
} as const

test('[AC6] an administrator makes an account of the lab with a role and an origin, and its person is invited', () => {
  const outcome = act(createUser, ofLab, lab())
  expect(said(outcome)).toBe('applied:ok')
  expect(outcome.changes.map((each) => each.row)).toEqual([
    {
      id: 'u-directory-1',
      name: 'Iris',
      surname: 'Soto',
      email: 'iris@lab.example',
      kind: 'Evaluator',
      origin: 'Laboratorio',
      institutionId: null,
      active: true,
      joined: false,
      invitedBy: administrator.id,
      invitedAt: expect.any(String),
    },
  ])
  expect(outcome.letters).toEqual([{ template: 'invited', to: 'u-directory-1', data: {} }])
  expect(outcome.history).toMatchObject([{ action: 'Crea cuenta', text: 'Iris Soto <iris@lab.example>', role: 'Administrator' }])
  expect(said(act(createUser, { ...ofLab, kind: 'Institutional' }, lab()))).toBe('refused:role_required')
  expect(said(act(createUser, { ...ofLab, origin: null }, lab()))).toBe('refused:origin_empty')
})

test('[AC6] an account of an institution has an address of its domains, and no role of the lab', () => {
  const outcome = act(createUser, ofNorth, rowsOf(north, []))
  expect(said(outcome)).toBe('applied:ok')
  expect(outcome.changes).toMatchObject([{ scope: north, row: { kind: 'Institutional', institutionId: institution.id } }])
  expect(outcome.letters).toMatchObject([{ data: { institution: institution.name } }])
  expect(said(act(createUser, { ...ofNorth, email: 'nora@otra.example' }, rowsOf(north, [])))).toBe('refused:email_other_institution')
  expect(said(act(createUser, { ...ofNorth, kind: 'Administrator' }, rowsOf(north, [])))).toBe('refused:role_required')
  expect(said(act(createUser, ofNorth, rowsOf(orgScope('nobody'), [])))).toBe('refused:not_found')
})

test('[AC6] nobody but an administrator makes, changes, closes or invites accounts', () => {
  const guest: Person = { ...eva, joined: false }
  for (const by of Object.values(actors).filter((each) => each.kind !== 'Administrator')) {
    const rows = lab(guest)
    const outcomes = [
      act(createUser, ofLab, rows, by),
      act(editUser, { userId: eva.id, from: userFieldsOf(eva), to: ofLab }, rows, by),
      act(toggleUser, { userId: eva.id, active: false }, rows, by),
      act(inviteUser, { userId: eva.id }, rows, by),
      releasePerson.decide(aWorld(), { userId: 'professional' }, aContext({ actor: by })),
    ]
    expect(outcomes.map(said), by.id).toEqual(outcomes.map(() => 'refused:administrators_only'))
  }
})

test('[AC8] what an administrator writes changes those fields alone, and the history says from what to what', () => {
  const from = userFieldsOf(eva)
  const outcome = act(
    editUser,
    { userId: eva.id, from, to: { ...from, surname: 'Ríos', kind: 'Administrator' } },
    lab({ ...eva, name: 'Evelyn' }),
  )
  expect(outcome.changes.map((each) => each.row)).toEqual([{ ...eva, name: 'Evelyn', surname: 'Ríos', kind: 'Administrator' }])
  expect(outcome.history).toMatchObject([
    {
      action: 'Cambia cuenta',
      changed: [
        { field: 'surname', from: 'Rojas', to: 'Ríos' },
        { field: 'kind', from: 'Evaluator', to: 'Administrator' },
      ],
    },
  ])
  expect(said(act(editUser, { userId: eva.id, from, to: from }, lab(eva)))).toBe('noop:ok')
})

test('[AC8] what somebody else changed since it was read is told and not written over', () => {
  const from = userFieldsOf(eva)
  const wanted = { userId: eva.id, from, to: { ...from, surname: 'Ríos' } }
  const outcome = act(editUser, wanted, lab({ ...eva, surname: 'Rivas' }))
  expect([said(outcome), outcome.params]).toEqual(['refused:changed_meanwhile', { field: 'surname' }])
  expect(said(act(editUser, wanted, lab({ ...eva, surname: 'Ríos' })))).toBe('noop:ok')
})

test('[AC8] the address of who has not joined moves with a new letter, of who has is told at the former one, and both stay of the institution', () => {
  const row = aPerson(actors.professional, { name: ofNorth.name, surname: ofNorth.surname, email: ofNorth.email, joined: false })
  const from = userFieldsOf(row)
  const moved = act(editUser, { userId: row.id, from, to: { ...from, email: `n@${institution.domains[0] ?? ''}` } }, rowsOf(north, [row]))
  expect([said(moved), moved.letters.length]).toEqual(['applied:ok', 1])
  const joined = { ...row, joined: true }
  expect(
    act(editUser, { userId: row.id, from, to: { ...from, email: `n@${institution.domains[0] ?? ''}` } }, rowsOf(north, [joined])).letters,
  ).toEqual([letter('addressMoved', row.id, { mailbox: row.email })])
  const away = act(editUser, { userId: row.id, from, to: { ...from, email: 'n@otra.example' } }, rowsOf(north, [row]))
  expect(said(away)).toBe('refused:email_other_institution')
})

test('[AC9] nobody closes their own account or takes away their own role', () => {
  const other = aPerson({ ...administrator, id: 'other-admin' })
  const rows = lab(other)
  expect(said(act(toggleUser, { userId: administrator.id, active: false }, rows))).toBe('refused:own_account')
  const from = { ...userFieldsOf(root), origin: 'Laboratorio' }
  const rootThere = { ...root, origin: 'Laboratorio' }
  const demoted = act(editUser, { userId: root.id, from, to: { ...from, kind: 'Evaluator' } }, rowsOf(catalogScope, [rootThere, other]))
  expect(said(demoted)).toBe('refused:own_account')
  expect(said(act(toggleUser, { userId: other.id, active: false }, rows))).toBe('applied:ok')
})

test('[AC9] the last administrator who can sign in stays one, whoever asks', () => {
  const idle = [
    { ...eva, kind: 'Administrator' as const, active: false },
    { ...eva, id: 'guest', kind: 'Administrator' as const, joined: false },
  ]
  const rows = lab(...idle)
  expect(said(act(toggleUser, { userId: root.id, active: false }, rows, systemActor))).toBe('refused:last_administrator')
  const rootThere = { ...root, origin: 'Laboratorio' }
  const from = userFieldsOf(rootThere)
  const demoted = act(
    editUser,
    { userId: root.id, from, to: { ...from, kind: 'Evaluator' } },
    rowsOf(catalogScope, [rootThere, ...idle]),
    systemActor,
  )
  expect(said(demoted)).toBe('refused:last_administrator')
})

test('[AC11] an invitation is sent again while it was not accepted, once within five minutes, and withdrawn', () => {
  const guest: Person = { ...eva, joined: false, invitedAt: '2025-01-01T00:00:00.000Z' }
  const again = act(inviteUser, { userId: eva.id }, lab(guest))
  expect([said(again), again.letters.length]).toEqual(['applied:ok', 1])
  const [written] = again.changes
  expect(said(act(inviteUser, { userId: eva.id }, lab({ ...guest, ...Object(written?.row) })))).toBe('noop:ok')
  expect(said(act(inviteUser, { userId: eva.id }, lab(eva)))).toBe('refused:invitation_accepted')
  const withdrawn = act(toggleUser, { userId: eva.id, active: false }, lab(guest))
  expect(withdrawn.history).toMatchObject([{ action: 'Retira invitación' }])
  expect(said(act(inviteUser, { userId: eva.id }, lab({ ...guest, active: false })))).toBe('refused:not_found')
  const back = act(toggleUser, { userId: eva.id, active: true }, lab({ ...guest, active: false }))
  expect([back.history[0]?.action, back.letters.length]).toEqual(['Activa cuenta', 1])
})

test('[AC14] whoever is responsible from now on gets one letter that names what became theirs, and who did it gets none', () => {
  const world = aWorld({
    assignments: { d1: 'dimension', s11: 'professional', s12: 'professional', d2: 'professional', name: 'capacity', essay: 'professional' },
  })
  const told = ({ letters }: Outcome) =>
    letters.map(({ template, to, data }) => [template, to, 'items' in data ? data.items.map((each) => Reflect.get(each, 'element')) : null])
  const release = (userId: string) => releasePerson.decide(world, { userId }, aContext({ actor: administrator }))
  expect(told(release('professional'))).toEqual([
    ['inherited', 'dimension', ['s11', 's12', 'essay']],
    ['inherited', 'leader', ['d2']],
    ['inherited', 'delegate', ['d2']],
  ])
  expect(release('professional').letters[0]?.data).toMatchObject({ count: 3, who: 'Paula Profesional', delegate: 'no' })
  expect(release('delegate').letters.map(({ to, data }) => [to, data])).toMatchObject([['leader', { count: 0, delegate: 'yes' }]])
  const guest = aPerson(actors.professional, { joined: false, invitedBy: 'leader' })
  world.set('person', guest.id, guest)
  const withdraw = withdrawInvitation.decide(world, { userId: guest.id }, aContext({ actor: actors.leader }))
  expect(withdraw.letters.map(({ to }) => to)).toEqual(['dimension', 'delegate'])
})

test('[AC14] an account of an institution that is opened again gets nothing back, and its history says so', () => {
  const row = aPerson(actors.professional, { active: false })
  const open = (person: Person, rows: string) =>
    act(toggleUser, { userId: person.id, active: true }, rowsOf(rows, [person])).history[0]?.text
  expect(open(row, north)).toMatch(/Lo que tenía a su cargo no se le devuelve$/)
  expect(open({ ...row, joined: false }, north)).not.toMatch(/no se le devuelve/)
  expect(open({ ...eva, active: false }, catalogScope)).not.toMatch(/no se le devuelve/)
})

test('[AC12] what a person was given is nobody’s once their account is closed, the delegation too', () => {
  const world = aWorld({ assignments: { d1: 'professional', s11: 'dimension', name: 'professional' } })
  const release = (userId: string): Outcome => releasePerson.decide(world, { userId }, aContext({ actor: administrator }))
  const outcome = release('professional')
  expect(said(outcome)).toBe('applied:ok')
  expect(outcome.changes.map((each) => [each.table, each.id, Reflect.get(each.row, 'userId')])).toEqual([
    ['assignment', 'd1', null],
    ['assignment', 'name', null],
  ])
  expect(release('delegate').changes).toMatchObject([{ table: 'participant', row: { delegateId: null } }])
  expect([said(release('leader')), release('leader').params]).toEqual(['refused:user_leads', { form: world.form.name }])
  expect(said(release('idle'))).toBe('noop:ok')
  expect(said(release('evaluator'))).toBe('noop:ok')
})
