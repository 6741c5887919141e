import { describe, expect, test } from 'vitest'
import type { Person } from '../accounts/model.ts'
import type { Actor } from '../access/actor.ts'
import type { Directory, DirectoryFacts, Outcome } from '../contract/mutation.ts'
import { aContext, actors, aPerson, aWorld } from '../forms/fixtures.ts'
import { categoriesScope, orgScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import {
  createCategory,
  createInstitution,
  editCategory,
  editInstitution,
  leadInstitution,
  removeInstitution,
  restoreInstitution,
} from './directory-mutations.ts'
import type { Category, Institution } from './model.ts'
import { proposedCode, withDomainOf } from './rules.ts'

const pillars: Category = { id: 'pilares', name: 'Pilares', shortDescription: 'x', longDescription: 'y', icon: null, active: true }
const closed: Category = { ...pillars, id: 'antiguas', name: 'Antiguas', active: false }
const { institution: north } = aWorld()

const noFacts: DirectoryFacts = {
  categories: new Map([
    ['pilares', pillars],
    ['antiguas', closed],
  ]),
  institutions: [{ id: 'sur', name: 'Servicio del Sur', code: 'SUR' }],
  tookPart: new Set(),
}

interface Held {
  readonly institution?: Institution | undefined
  readonly people?: readonly Person[]
  readonly categories?: readonly Category[]
}
function rowsOf(scope: string, { institution, people = [], categories = [] }: Held, facts: Partial<DirectoryFacts> = {}): Directory {
  const tables: Partial<Record<TableName, readonly { readonly id: string }[]>> = {
    institution: institution ? [institution] : [],
    person: people,
    category: categories,
  }
  const list = <T extends TableName>(table: T) => (tables[table] ?? []) as unknown as readonly Rows[T][]
  return {
    scope,
    facts: { ...noFacts, ...facts },
    list,
    get: (table, id) => list(table).find((row) => (row as { readonly id?: string }).id === id),
  }
}
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const context = (by: Actor = actors.administrator) => aContext({ actor: by })

const fields = {
  name: 'Servicio Nuevo',
  code: 'SNU',
  abbreviation: 'SN',
  category: 'pilares',
  orientation: 'Institucional' as const,
  domains: ['nuevo.example'],
}
const leader = { name: 'Julia', surname: 'Soto', email: 'julia@nuevo.example' }
const create = (part: object = {}, invite: object = {}, facts: Partial<DirectoryFacts> = {}, by?: Actor): Outcome =>
  createInstitution.decide(
    rowsOf(orgScope('i-1'), {}, facts),
    { id: 'i-1', fields: { ...fields, ...part }, who: { invite: { ...leader, ...invite } } },
    context(by),
  )

describe('institutions', () => {
  test('[OR1] an administrator makes one, and its leader is invited by letter; nobody else makes any', () => {
    const made = create()
    expect(said(made)).toBe('applied:ok')
    const id = made.reply?.['leaderId']
    expect(made.changes.map(({ table, row }) => [table, row])).toMatchObject([
      ['institution', { id: 'i-1', name: 'Servicio Nuevo', leaderId: id, active: true, hide: false, deactivated: false }],
      ['person', { id, email: leader.email, joined: false, institutionId: 'i-1' }],
    ])
    expect(made.letters).toMatchObject([{ template: 'invited', to: id }])
    expect(made.history.map(({ action }) => action)).toEqual(['Crea institución', 'Cambia líder'])
    expect((['leader', 'evaluator'] as const).map((by) => said(create({}, {}, {}, actors[by])))).toEqual([
      'refused:administrators_only',
      'refused:administrators_only',
    ])
  })

  test('[OR1] names and codes are one institution’s, addresses are of a domain, and domains are some', () => {
    expect(said(create({ name: ' SERVICIO  del súr' }))).toBe('refused:institution_name_taken')
    expect(said(create({ code: 'sur' }))).toBe('refused:institution_code_taken')
    expect(said(create({ domains: ['nuevo.example', 'nuevo'] }))).toBe('refused:domain_invalid')
    expect(said(create({}, { email: 'julia@otra.example' }))).toBe('refused:email_other_institution')
  })

  test('[OR1] leaving the field of the leader’s address adds its domain once, and only one that is a domain', () => {
    expect(withDomainOf('julia@nuevo.example', [])).toEqual(['nuevo.example'])
    expect(withDomainOf(' julia@NUEVO.example ', ['nuevo.example'])).toEqual(['nuevo.example'])
    expect(withDomainOf('julia@nuevo', ['a.cl'])).toEqual(['a.cl'])
    expect(withDomainOf('nuevo.example', [])).toEqual([])
  })

  test('[OR2] a code is the initials of the significant words, with a number while others have it', () => {
    expect(proposedCode('Servicio Nacional de la Mujer y la Equidad de Género', [])).toBe('SNMEG')
    expect(proposedCode('Servicio Nacional de la Mujer y la Equidad de Género', ['snmeg', 'SNMEG2'])).toBe('SNMEG3')
    expect(proposedCode('Ñuñoa', [])).toBe('NUN')
    expect(proposedCode('¡¿?!', [])).toBe('INST')
  })

  const edit = (from: object, to: object, stands: Institution = north, facts: Partial<DirectoryFacts> = {}): Outcome =>
    editInstitution.decide(rowsOf(orgScope(stands.id), { institution: stands }, facts), { id: stands.id, from: { ...from }, to }, context())

  test('[OR3] a field goes from what was seen to what is wanted; what somebody else changed is theirs until it was read', () => {
    const renamed = edit({ name: north.name }, { name: 'Servicio Norte Grande' })
    expect(renamed.history).toMatchObject([{ action: 'Cambia institución', changed: [{ field: 'name', to: 'Servicio Norte Grande' }] }])
    const row = renamed.changes[0]?.row as Institution
    const late = edit({ name: north.name, code: north.code }, { name: 'Otro', code: 'NTE' }, row)
    expect(late).toMatchObject({
      disposition: 'lost',
      code: 'changed_meanwhile',
      params: { field: 'name', by: actors.administrator.id, value: 'Servicio Norte Grande' },
    })
    expect(said(edit({ code: north.code }, { code: 'NTE' }, row))).toBe('applied:ok')
    const [back] = edit({ name: 'Servicio Norte Grande' }, { name: north.name }, row).changes
    expect(back?.row).toMatchObject({ name: north.name })
    expect(said(edit({ name: 'x' }, { name: row.name }, row))).toBe('noop:ok')
  })

  test('[OR4] a category that is not enabled is given to nobody anew, and who has it keeps it', () => {
    expect(said(create({ category: 'antiguas' }))).toBe('refused:category_unknown')
    expect(said(create({ category: 'ninguna' }))).toBe('refused:category_unknown')
    const old = { ...north, category: 'antiguas' }
    expect(said(edit({ name: old.name, category: 'antiguas' }, { name: 'Otro', category: 'antiguas' }, old))).toBe('applied:ok')
    expect(said(edit({ category: north.category }, { category: 'antiguas' }))).toBe('refused:category_unknown')
    expect(said(edit({ category: north.category }, { category: 'pilares' }))).toBe('applied:ok')
  })

  test('[OR6] each flag is changed by itself, and back', () => {
    for (const [flag, usual] of [
      ['active', true],
      ['hide', false],
      ['deactivated', false],
    ] as const) {
      const [change] = edit({ [flag]: usual }, { [flag]: !usual }).changes
      const row = change?.row as Institution
      expect({ active: row.active, hide: row.hide, deactivated: row.deactivated }).toEqual({
        active: true,
        hide: false,
        deactivated: false,
        [flag]: !usual,
      })
      expect(said(edit({ [flag]: !usual }, { [flag]: usual }, row))).toBe('applied:ok')
      expect(said(edit({ [flag]: usual }, { [flag]: usual }))).toBe('noop:ok')
    }
  })

  const people = [aPerson(actors.leader), aPerson(actors.professional), aPerson(actors.idle, { joined: false })]
  const lead = (from: string | null, who: Parameters<typeof leadInstitution.decide>[1]['who'], part: Partial<Institution> = {}): Outcome =>
    leadInstitution.decide(
      rowsOf(orgScope(north.id), { institution: { ...north, ...part }, people }),
      { id: north.id, from, who },
      context(),
    )

  test('[OR8] who leads now and who did are told by letter, and the second who hands over is told that it was done', () => {
    const over = lead('leader', { userId: 'professional' }, { leaderId: 'leader' })
    expect(over.letters.map(({ template, to }) => [template, to])).toEqual([
      ['leads', 'professional'],
      ['leadsNoMore', 'leader'],
    ])
    expect(over.changes).toMatchObject([{ table: 'institution', row: { leaderId: 'professional' } }])
    expect(said(lead('leader', { userId: 'idle' }, { leaderId: 'professional' }))).toBe('lost:changed_meanwhile')
    expect(said(lead('leader', { userId: 'leader' }, { leaderId: 'leader' }))).toBe('noop:ok')
    expect(said(lead('leader', { userId: 'evaluator' }, { leaderId: 'leader' }))).toBe('refused:person_unknown')
    const invited = lead('leader', { invite: { name: 'Nora', surname: 'Nueva', email: 'nora@norte.example' } }, { leaderId: 'leader' })
    expect(invited.letters.map(({ template }) => template)).toEqual(['invited', 'leadsNoMore'])
  })

  test('[OR9] one is taken back only while it never took part and nobody has come, and is brought back', () => {
    const remove = (held: Held, facts: Partial<DirectoryFacts> = {}): Outcome =>
      removeInstitution.decide(rowsOf(orgScope(north.id), { institution: north, ...held }, facts), { id: north.id }, context())
    expect(said(remove({}, { tookPart: new Set([north.id]) }))).toBe('refused:institution_in_use')
    expect(said(remove({ people }))).toBe('refused:institution_in_use')
    const [invited, gone] = remove({ people: [aPerson(actors.idle, { joined: false })] }).changes
    expect(invited?.row).toMatchObject({ id: actors.idle.id, active: false, left: true })
    expect(gone?.row).toMatchObject({ removed: true, name: north.name })
    const row = gone?.row as Institution
    expect(said(remove({ institution: row }))).toBe('noop:ok')
    expect(said(edit({ name: row.name }, { name: 'Otro' }, row))).toBe('refused:not_found')
    const [back] = restoreInstitution.decide(rowsOf(orgScope(north.id), { institution: row }), { id: north.id }, context()).changes
    expect(back?.row).toEqual(north)
  })
})

describe('categories', () => {
  const texts = { name: 'Regionales', shortDescription: 'Corta', longDescription: 'Larga' }
  const held = { categories: [pillars, closed] }
  test('[OR5] a category has a name of its own and both descriptions; its picture comes and goes', () => {
    const make = (name: string, by?: Actor): Outcome =>
      createCategory.decide(rowsOf(categoriesScope, held), { fields: { ...texts, name }, icon: null }, context(by))
    expect(make('Regionales').changes).toMatchObject([{ table: 'category', row: { ...texts, icon: null, active: true } }])
    expect(said(make('pilares'))).toBe('refused:category_name_taken')
    expect(said(make('Regionales', actors.leader))).toBe('refused:administrators_only')
    const edit = (from: object, to: object, stands = pillars): Outcome =>
      editCategory.decide(rowsOf(categoriesScope, { categories: [stands, closed] }), { id: stands.id, from: { ...from }, to }, context())
    const icon = 'a'.repeat(64)
    const [drawn] = edit({ icon: null }, { icon }).changes
    expect(drawn?.row).toMatchObject({ icon })
    const [bare] = edit({ icon }, { icon: null }, { ...pillars, icon }).changes
    expect(bare?.row).toMatchObject({ icon: null })
    expect(said(edit({ name: 'Pilares' }, { name: 'Antiguas' }))).toBe('refused:category_name_taken')
    expect(said(edit({ name: 'Otra' }, { name: 'Nueva' }))).toBe('lost:changed_meanwhile')
    expect(said(edit({ active: true }, { active: false }))).toBe('applied:ok')
  })
})
