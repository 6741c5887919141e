import { expect, test } from 'vitest'
import { belongsTo } from '../access/actor.ts'
import { visibleScopes } from '../access/visibility.ts'
import { mayCareForInvitation } from '../assignments/rules.ts'
import type { Account, Directory, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aPerson, aWorld, noon } from '../forms/fixtures.ts'
import type { Institution } from '../institutions/model.ts'
import { may } from '../privileges/rules.ts'
import { orgScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import { addMember, removeMember } from './membership-mutations.ts'
import { carriedRows } from './membership.ts'
import type { Person } from './model.ts'

const { administrator, leader } = actors
const north: Institution = aWorld().institution
const south: Institution = { ...north, id: 'south', name: 'Servicio del sur' }
const ofNorth = aPerson(leader)
const inSouth: Person = { ...ofNorth, institutionId: 'south' }

function rowsOf(institution: Institution, people: readonly Person[], account?: Account): Directory {
  const tables: Readonly<Partial<Record<TableName, readonly { readonly id: string }[]>>> = { person: people, institution: [institution] }
  const list = <T extends TableName>(table: T): Rows[T][] => (tables[table] ?? []) as Rows[T][]
  return {
    scope: orgScope(institution.id),
    list,
    get: <T extends TableName>(table: T, id: string) => list(table).find((row) => Reflect.get(row, 'id') === id),
    accounts: new Map(account ? [[account.person.id, account]] : []),
  }
}
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const context = aContext({ actor: administrator })
const userId = leader.id

test('[SM1] whoever belongs to two institutions reaches both and may in each what they are there, whichever is in front', () => {
  const both = ['north', 'south']
  for (const institutionId of both) {
    const actor = { ...leader, institutionId, institutionIds: both }
    expect(['north', 'south', 'east'].map((id) => belongsTo(actor, id))).toEqual([true, true, false])
    expect(may(aWorld(), actor, 'replyQuestion', noon)).toBe(true)
    const taking = ['north', 'south', 'east'].map((id) => ({ institutionId: id, formId: 'form', evaluatorId: null }))
    const scopes = visibleScopes(actor, taking, taking)
    expect(scopes.filter((scope) => /^(?:org|inst):/.test(scope))).toEqual(['inst:north:form', 'inst:south:form', 'org:north', 'org:south'])
  }
  expect(may(aWorld(), { ...leader, institutionIds: ['south'] }, 'replyQuestion', noon)).toBe(false)
})

test('[SM2] what is the account’s goes to every other row of a person, what is the membership’s to none', () => {
  const renamed: Person = { ...ofNorth, name: 'Luisa', email: 'luisa@north.example' }
  expect(carriedRows(renamed, [ofNorth])).toEqual([])
  const [own, other] = carriedRows(renamed, [ofNorth, inSouth])
  expect(own).toEqual({ ...renamed, elsewhere: true })
  expect(other).toEqual({ ...inSouth, name: 'Luisa', email: 'luisa@north.example', elsewhere: true })
  // What is so already is not written again, and who left here goes on elsewhere as they are.
  const standing = [own, other].flatMap((each) => each ?? [])
  expect(carriedRows({ ...renamed, elsewhere: true }, standing)).toEqual([])
  const left: Person = { ...renamed, active: false, left: true }
  expect(carriedRows(left, standing)).toEqual([{ ...inSouth, name: 'Luisa', email: 'luisa@north.example' }])
  const joined: Person = { ...ofNorth, joined: true, elsewhere: true }
  const invited: Person = { ...inSouth, joined: false, elsewhere: true, invitedBy: 'administrator', invitedAt: noon }
  expect(carriedRows(joined, [invited])).toEqual([{ ...inSouth, joined: true, elsewhere: true }])
})

test('[SM3] an administrator has somebody belong to another institution, once, and the person is told', () => {
  const account: Account = { person: ofNorth, institutionIds: ['north'] }
  const outcome = addMember.decide(rowsOf(south, [], account), { userId }, context)
  expect(outcome.changes.map((each) => [each.scope, each.row])).toEqual([['org:south', inSouth]])
  expect(outcome.letters).toEqual([{ template: 'belongs', to: userId, data: { institution: south.name } }])
  expect(outcome.history).toMatchObject([{ action: 'Agrega a institución', person: userId }])
  const pending: Account = { ...account, person: { ...ofNorth, joined: false } }
  expect(addMember.decide(rowsOf(south, [], pending), { userId }, context).letters).toEqual([])
  const again = rowsOf(south, [inSouth], { ...account, institutionIds: ['north', 'south'] })
  expect(said(addMember.decide(again, { userId }, context))).toBe('noop:ok')
  expect(said(addMember.decide(rowsOf(south, []), { userId }, context))).toBe('refused:not_found')
  expect(said(addMember.decide(rowsOf({ ...south, removed: true }, [], account), { userId }, context))).toBe('refused:not_found')
  expect(said(addMember.decide(rowsOf({ ...south, rehearsal: 'r' }, [], account), { userId }, context))).toBe('refused:not_found')
  for (const actor of [leader, actors.evaluator])
    expect(said(addMember.decide(rowsOf(south, [], account), { userId }, aContext({ actor })))).toBe('refused:administrators_only')
})

test('[SM4] an institution is taken from somebody who has another and does not lead it; the row stays with the name', () => {
  const account: Account = { person: ofNorth, institutionIds: ['north', 'south'] }
  const here: Person = { ...inSouth, elsewhere: true }
  const outcome = removeMember.decide(rowsOf(south, [here], account), { userId }, context)
  expect(outcome.changes.map((each) => each.row)).toEqual([{ ...inSouth, active: false, left: true }])
  const gone: Person = { ...inSouth, active: false, left: true }
  expect(said(removeMember.decide(rowsOf(south, [gone], { ...account, institutionIds: ['north'] }), { userId }, context))).toBe('noop:ok')
  expect(said(removeMember.decide(rowsOf(south, [here], { ...account, institutionIds: ['south'] }), { userId }, context))).toBe(
    'refused:last_institution',
  )
  expect(said(removeMember.decide(rowsOf({ ...south, leaderId: userId }, [here], account), { userId }, context))).toBe('refused:user_leads')
  expect(said(removeMember.decide(rowsOf(south, [], account), { userId }, context))).toBe('refused:not_found')
  expect(said(removeMember.decide(rowsOf(south, [here], account), { userId }, aContext({ actor: leader })))).toBe(
    'refused:administrators_only',
  )
  const back = addMember.decide(rowsOf(south, [gone], { ...account, institutionIds: ['north'] }), { userId }, context)
  expect(back.changes.map((each) => each.row)).toEqual([inSouth])
})

test('[SM5] of who belongs elsewhere too only administrators care for the invitation', () => {
  const guest = aPerson(actors.idle, { joined: false, invitedBy: leader.id })
  expect(mayCareForInvitation(aWorld(), leader, guest)).toBe(true)
  expect(mayCareForInvitation(aWorld(), leader, { ...guest, elsewhere: true })).toBe(false)
  expect(mayCareForInvitation(aWorld(), administrator, { ...guest, elsewhere: true })).toBe(true)
})
