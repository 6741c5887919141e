import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { emailSchema, domainOf } from '../accounts/address.ts'
import { fullName, type Person } from '../accounts/model.ts'
import { personOf, whoSchema, type People } from '../assignments/invitees.ts'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, directoryMutation, lost, noop, refused } from '../contract/mutation.ts'
import type { Context, Directory, DirectoryFacts, HistoryEntry, Outcome } from '../contract/mutation.ts'
import { must } from '../kernel/assert.ts'
import { catalogScope, categoriesScope, orgScope } from '../protocol/scope.ts'
import { differences, meet, written } from '../questionnaires/editing.ts'
import { entry, markOf } from '../questionnaires/gate.ts'
import type { Change } from '../world.ts'
import { orientations, type Category, type Institution } from './model.ts'
import { codeKey, nameKey } from './rules.ts'

/** Longest texts, characters, and most domains. */
export const institutionLimits = {
  name: 200,
  code: 40,
  abbreviation: 40,
  domains: 20,
  shortDescription: 300,
  longDescription: 4000,
} as const

const line = (most: number, empty: InstitutionCode) =>
  v.pipe(
    typedText,
    v.transform((text) => text.replace(/\s+/g, ' ').trim()),
    v.nonEmpty(empty),
    v.maxLength(most, 'text_limit'),
  )
const block = (most: number, empty: InstitutionCode) => v.pipe(typedText, v.trim(), v.nonEmpty(empty), v.maxLength(most, 'text_limit'))
type InstitutionCode =
  | 'institution_name_empty'
  | 'institution_code_empty'
  | 'institution_abbreviation_empty'
  | 'institution_category_missing'
  | 'category_name_empty'
  | 'category_short_empty'
  | 'category_long_empty'

/** Domains as somebody typed them, each in its one form and once. Which of them is none is told by the decision. */
const domainsSchema = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.maxLength(253, 'text_limit'))),
  v.transform((domains) => [...new Set(domains.filter((each) => each !== '').map((each) => domainOf(each) ?? each))]),
  v.minLength(1, 'institution_domains_missing'),
  v.maxLength(institutionLimits.domains, 'institution_domains_many'),
)

/** What an administrator writes of an institution. */
export const institutionFields = {
  name: line(institutionLimits.name, 'institution_name_empty'),
  code: line(institutionLimits.code, 'institution_code_empty'),
  abbreviation: line(institutionLimits.abbreviation, 'institution_abbreviation_empty'),
  category: line(64, 'institution_category_missing'),
  orientation: v.picklist(orientations, 'institution_orientation_missing'),
  domains: domainsSchema,
} as const
export const invitedLeader = v.object({
  name: v.pipe(typedText, v.trim(), v.nonEmpty('name_empty'), v.maxLength(100, 'text_limit')),
  surname: v.pipe(typedText, v.trim(), v.nonEmpty('surname_empty'), v.maxLength(100, 'text_limit')),
  email: emailSchema,
})
/** What an administrator writes of a category. */
export const categoryFields = {
  name: line(100, 'category_name_empty'),
  shortDescription: block(institutionLimits.shortDescription, 'category_short_empty'),
  longDescription: block(institutionLimits.longDescription, 'category_long_empty'),
} as const

const flags = { active: v.boolean(), hide: v.boolean(), deactivated: v.boolean() } as const
/** Flags are written out, so that their absence and their first value are the same to who compares. */
const flagsOf = ({ active = true, hide = false, deactivated = false }: Partial<Institution>) => ({ active, hide, deactivated })

const sha256 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

/** Some fields of a row as somebody saw them and as they want them. */
const edit = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.object({ from: v.record(v.string(), v.unknown()), to: v.partial(v.strictObject(fields)) })

const facts = (rows: Directory): DirectoryFacts => must(rows.facts, `no facts about ${rows.scope}`)
const notAllowed = ({ actor }: Context): Outcome | undefined =>
  actor.kind === 'Administrator' && actor.id !== 'system' ? undefined : refused('administrators_only')

const moved = (table: 'institution' | 'category', row: object, met: { field: string; by: string; at: string }): Outcome => {
  const stands: unknown = Reflect.get(row, met.field)
  return lost('changed_meanwhile', {
    params: {
      field: met.field,
      by: met.by,
      at: met.at,
      table,
      value: typeof stands === 'string' ? stands : JSON.stringify(stands ?? null),
    },
  })
}

interface Wanted {
  readonly name?: string | undefined
  readonly code?: string | undefined
  readonly domains?: readonly string[] | undefined
}

/** Why an institution cannot have these; undefined when it can. */
function problemOf(rows: Directory, id: string, { name, code, domains }: Wanted): Outcome | undefined {
  const broken = domains?.find((each) => domainOf(each) === undefined)
  if (broken !== undefined) return refused('domain_invalid', { domain: broken })
  const others = facts(rows).institutions.filter((each) => each.id !== id)
  const namesake = name === undefined ? undefined : others.find((each) => nameKey(each.name) === nameKey(name))
  if (namesake) return refused('institution_name_taken', { name: namesake.name })
  const coded = code === undefined ? undefined : others.find((each) => codeKey(each.code) === codeKey(code))
  return coded && refused('institution_code_taken', { code: coded.code, name: coded.name })
}

const institutionChange = (row: Institution): Change => ({ scope: orgScope(row.id), part: '', table: 'institution', id: row.id, row })
/** Whoever left as they belong again: with the account that they have elsewhere, or invited anew. */
function returning(rows: Directory, { left: _left, ...person }: Person, { actor, now }: Context): Person {
  const account = rows.accounts?.get(person.id)
  if (account) return { ...account.person, institutionId: person.institutionId }
  return { ...person, active: true, invitedBy: actor.id, invitedAt: now }
}
/** What tells somebody that they belong to an institution: who has an account enters with that, everybody else is invited. */
const tellsOf = ({ id, joined }: Person, { name: institution }: Institution): Letter =>
  joined ? letter('belongs', id, { institution }) : letter('invited', id, { institution })
const personChange = (row: Person): Change => ({
  scope: row.institutionId === null ? catalogScope : orgScope(row.institutionId),
  part: '',
  table: 'person',
  id: row.id,
  row,
})
const people = (rows: Directory, institution: Institution): People => ({
  institution,
  person: (id) => rows.get('person', id),
  people: () => rows.list('person'),
  account: (email) => [...(rows.accounts?.values() ?? [])].find(({ person }) => person.email.toLowerCase() === email.toLowerCase())?.person,
})

/** Makes an institution and invites who leads it, by letter. Replies {institutionId, leaderId}. Source: SPEC OR1. */
export const createInstitution = directoryMutation({
  name: 'institution.create',
  version: 1,
  input: v.object({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    fields: v.strictObject(institutionFields),
    who: v.object({ invite: invitedLeader }),
  }),
  entityOf: ({ id }) => `institution:${id}`,
  decide(rows, { id, fields, who }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    if (rows.scope !== orgScope(id) || rows.get('institution', id)) return refused('not_found')
    const category = facts(rows).categories.get(fields.category)
    if (!category?.active) return refused('category_unknown')
    const problem = problemOf(rows, id, fields)
    if (problem) return problem
    const bare: Institution = { id, ...fields, ...flagsOf({}) }
    const found = personOf(people(rows, bare), who, context)
    if ('code' in found) return refused(found.code, found.params)
    const institution: Institution = { ...bare, leaderId: found.person.id }
    return applied({
      changes: [institutionChange(institution), ...found.changes],
      history: [
        entry(context, 'Crea institución', id, institution.name, differences({}, fields)),
        entry(context, 'Cambia líder', id, `${fullName(found.person)} <${found.person.email}>`),
      ],
      letters: found.letters,
      reply: { institutionId: id, leaderId: found.person.id },
    })
  },
})

/**
 * Changes what an institution is and its three flags, field by field. The same turned round takes it back.
 * Source: SPEC OR3, OR4, OR6.
 */
export const editInstitution = directoryMutation({
  name: 'institution.edit',
  version: 1,
  input: v.object({ id: v.string(), ...edit({ ...institutionFields, ...flags }).entries }),
  entityOf: ({ id }) => `institution:${id}`,
  decide(rows, { id, from, to }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const known = rows.get('institution', id)
    if (!known || rows.scope !== orgScope(id) || known.rehearsal !== undefined || known.removed) return refused('not_found')
    const row: Institution = { ...known, ...flagsOf(known) }
    const met = meet(row, from, to)
    if (met.kind === 'same') return noop()
    if (met.kind === 'moved') return moved('institution', row, met)
    if (to.category !== undefined && to.category !== known.category && !facts(rows).categories.get(to.category)?.active)
      return refused('category_unknown')
    const problem = problemOf(rows, id, to)
    if (problem) return problem
    const next = written(row, to, markOf(context))
    return applied({
      changes: [institutionChange(next)],
      history: [entry(context, 'Cambia institución', id, next.name, differences(row, next))],
    })
  },
})

/**
 * Takes an institution back that was made by mistake: it never took part, and nobody of it has come. Its people belong to it no more, and
 * whoever was only invited to it has no account. Source: SPEC OR9.
 */
export const removeInstitution = directoryMutation({
  name: 'institution.remove',
  version: 1,
  input: v.object({ id: v.string() }),
  entityOf: ({ id }) => `institution:${id}`,
  decide(rows, { id }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const known = rows.get('institution', id)
    if (!known || known.rehearsal !== undefined) return refused('not_found')
    if (known.removed) return noop()
    if (facts(rows).tookPart.has(id) || [...rows.list('person')].some(({ joined, elsewhere }) => joined && !elsewhere))
      return refused('institution_in_use')
    const leaving = [...rows.list('person')].filter(({ left }) => !left)
    return applied({
      changes: [
        ...leaving.map(({ elsewhere: _elsewhere, ...person }) => personChange({ ...person, active: false, left: true })),
        institutionChange({ ...known, removed: true }),
      ],
      history: [
        entry(context, 'Elimina institución', id, known.name),
        ...leaving
          .filter(({ joined }) => !joined)
          .map((person) => entry(context, 'Retira invitación', id, `${fullName(person)} <${person.email}>`)),
      ],
    })
  },
})

/** Brings back one that was taken back. `userId`, at `email`: who led it and is to lead it again. Source: SPEC OR9. */
export const restoreInstitution = directoryMutation({
  name: 'institution.restore',
  version: 1,
  input: v.object({ id: v.string(), userId: v.optional(v.string()), email: v.optional(emailSchema) }),
  entityOf: ({ id }) => `institution:${id}`,
  decide(rows, { id, userId }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const known = rows.get('institution', id)
    if (!known) return refused('not_found')
    if (!known.removed) return noop()
    const problem = problemOf(rows, id, { name: known.name, code: known.code })
    if (problem) return problem
    const { removed: _removed, ...row } = known
    const leader = userId === undefined || userId !== known.leaderId ? undefined : rows.get('person', userId)
    const back = leader?.left ? returning(rows, leader, context) : undefined
    return applied({
      changes: [institutionChange(row), ...(back ? [personChange(back)] : [])],
      history: [entry(context, 'Restaura institución', id, known.name)],
      letters: back ? [tellsOf(back, known)] : [],
    })
  },
})

/**
 * Says who leads an institution, in whatever form it is: somebody of it, or who is invited. Both are told by letter. Replies
 * {leaderId}. Source: SPEC OR8.
 */
export const leadInstitution = directoryMutation({
  name: 'institution.lead',
  version: 1,
  input: v.object({ id: v.string(), from: v.nullable(v.string()), who: whoSchema }),
  entityOf: ({ id }) => `institution:${id}`,
  decide(rows, { id, from, who }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const known = rows.get('institution', id)
    if (!known || known.removed || known.rehearsal !== undefined) return refused('not_found')
    const found = personOf(people(rows, known), who, context)
    if ('code' in found) return refused(found.code, found.params)
    const { person } = found
    if (known.leaderId === person.id) return noop({ leaderId: person.id })
    if ((known.leaderId ?? from) !== from)
      return moved('institution', known, {
        field: 'leaderId',
        by: known.marks?.['leaderId']?.by ?? '',
        at: known.marks?.['leaderId']?.at ?? '',
      })
    const former = from === null ? undefined : rows.get('person', from)
    return applied({
      changes: [...found.changes, institutionChange(written(known, { leaderId: person.id }, markOf(context)))],
      history: [handOver(context, id, former, person)],
      letters: [...found.letters, ...handOverLetters(known, former, person)],
      reply: { leaderId: person.id },
    })
  },
})

const handOver = (context: Context, id: string, former: Person | undefined, next: Person): HistoryEntry =>
  entry(context, 'Cambia líder', id, former ? `${fullName(former)} → ${fullName(next)}` : fullName(next), [
    { field: 'leaderId', from: former?.id ?? null, to: next.id },
  ])

/** Who leads now and who did are told; whoever has only been invited learns it by their invitation. */
export const handOverLetters = (institution: Pick<Institution, 'name'>, former: Person | undefined, next: Person): readonly Letter[] => [
  ...(next.joined ? [letter('leads', next.id, { institution: institution.name })] : []),
  ...(former && former.id !== next.id && former.active && former.joined
    ? [letter('leadsNoMore', former.id, { institution: institution.name, leader: fullName(next) })]
    : []),
]

const categoryChange = (row: Category): Change => ({ scope: categoriesScope, part: '', table: 'category', id: row.id, row })

const namesake = (rows: Directory, id: string | null, name: string | undefined): Outcome | undefined => {
  const other =
    name === undefined ? undefined : [...rows.list('category')].find((each) => each.id !== id && nameKey(each.name) === nameKey(name))
  return other && refused('category_name_taken', { name: other.name })
}

/** Makes a category. Replies {categoryId}. Source: SPEC OR5. */
export const createCategory = directoryMutation({
  name: 'category.create',
  version: 1,
  input: v.object({ fields: v.strictObject(categoryFields), icon: v.nullable(sha256) }),
  entityOf: ({ fields }) => `category:${fields.name}`,
  decide(rows, { fields, icon }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    if (rows.scope !== categoriesScope) return refused('not_found')
    const problem = namesake(rows, null, fields.name)
    if (problem) return problem
    const id = `c-${context.mid.replace(/[^\w-]/g, '')}`
    const row: Category = { id, ...fields, icon, active: true }
    return applied({
      changes: [categoryChange(row)],
      history: [entry(context, 'Crea categoría', id, row.name, differences({}, fields))],
      reply: { categoryId: id },
    })
  },
})

/** Changes a category, field by field; the same turned round takes it back. Source: SPEC OR4, OR5. */
export const editCategory = directoryMutation({
  name: 'category.edit',
  version: 1,
  input: v.object({ id: v.string(), ...edit({ ...categoryFields, icon: v.nullable(sha256), active: v.boolean() }).entries }),
  entityOf: ({ id }) => `category:${id}`,
  decide(rows, { id, from, to }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const row = rows.scope === categoriesScope ? rows.get('category', id) : undefined
    if (!row) return refused('not_found')
    const met = meet(row, from, to)
    if (met.kind === 'same') return noop()
    if (met.kind === 'moved') return moved('category', row, met)
    const problem = namesake(rows, id, to.name)
    if (problem) return problem
    // A picture that is taken away leaves null, and not nothing.
    const next: Category = { ...written(row, to, markOf(context)), icon: to.icon === undefined ? row.icon : to.icon }
    return applied({
      changes: [categoryChange(next)],
      history: [entry(context, 'Cambia categoría', id, next.name, differences(row, next))],
    })
  },
})
