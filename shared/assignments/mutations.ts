import * as v from 'valibot'
import { pageAddress } from '../addresses.ts'
import { fullName, type Person } from '../accounts/model.ts'
import { named } from '../accounts/names.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter, type Given, type Letter } from '../contract/letter.ts'
import { orgScope } from '../protocol/scope.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Card, Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { UserId } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import { phaseAt } from '../stages/rules.ts'
import { apply, type Change, type World } from '../world.ts'
import { peopleOf, personOf, whoSchema } from './invitees.ts'
import { heirsOf } from './release.ts'
import { isReached, takenFrom, takenNotices } from './taken.ts'
import { actingRole, canAssign, isLeader, leads, missingAbove } from './rules.ts'
import { allows } from '../privileges/model.ts'
import { columnsOf, may } from '../privileges/rules.ts'
import { participantChange } from '../institutions/changes.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const levelSchema = v.picklist(['Dimension', 'Subdimension', 'Question'])
/** Before the first stage and in the input stages (AS4); an administrator acting for the institution always may. */
const mayAssign = (world: World, context: Context): boolean =>
  may(world, context.actor, 'assignInstitutionResponsable', context.now) ||
  (context.actor.kind === 'Administrator' && allows('assignInstitutionResponsable', phaseAt(world.form, context.now), 'X'))

/** Why assignments are closed: sent, or a stage that ended or does not allow it. */
const closedCode = (world: World): string => (world.participant.lockReason === 'sent' ? 'form_sent' : 'stage_closed')

/** Roles change what a person may do at once, so a refusal here tells why in the words of the specification. */
function refusalOf(world: World, context: Context): Outcome | undefined {
  if (columnsOf(world, context.actor).every((column) => column === 'E' || column === 'P')) return refused('no_permission_assign')
  if (mayAssign(world, context)) return undefined
  return lost(closedCode(world), {
    cards: [
      cardOf({
        ownerId: context.actor.id,
        unit: null,
        code: closedCode(world),
        side: 'author',
        mine: sideOf(context, { text: 'Asigna' }),
      }),
    ],
  })
}

/**
 * Makes somebody responsible for elements, or nobody (`who` null). seen: revision of each element's assignment as the person
 * saw it; an element assigned meanwhile stays as it is and is told (CF12). The others are assigned.
 * Source: SPEC AS1-AS10.
 */
export const setAssignment = mutation({
  name: 'assignment.set',
  version: 1,
  input: v.object({
    elements: v.pipe(v.array(v.object({ element: idSchema, level: levelSchema, seen: v.optional(v.number(), 0) })), v.maxLength(2000)),
    who: v.nullable(whoSchema),
  }),
  entityOf: ({ elements }) => `assignment:${elements[0]?.element ?? ''}`,
  decide(world, { elements, who }, context) {
    if (elements.length === 0) return refused('nothing_selected')
    const refusal = refusalOf(world, context)
    if (refusal) return refusal
    const found = who === null ? undefined : personOf(peopleOf(world), who, context)
    if (found && 'code' in found) return refused(found.code, found.params)
    const userId = found?.person.id ?? null
    const changes: Change[] = [...(found?.changes ?? [])]
    const history: HistoryEntry[] = []
    const overtaken: string[] = []
    const assigned = new Set<string>()
    const given: Given[] = []
    const taken = new Map<UserId, Given[]>()
    for (const { element, level, seen } of elements) {
      const wrong = elementRefusal(world, context, element, level, userId, assigned)
      if (wrong) return refused(wrong)
      const current = world.get('assignment', element)
      if ((current?.userId ?? null) === userId || assigned.has(element)) continue
      if (current && current.rev !== seen) {
        overtaken.push(element)
        continue
      }
      assigned.add(element)
      const told: Given = { element, level, name: nameOfElement(world, element, level) }
      given.push(told)
      const former = takenFrom(world, told, userId, context)
      if (former !== null) taken.set(former, [...(taken.get(former) ?? []), told])
      changes.push({
        scope: world.scope,
        part: '',
        table: 'assignment',
        id: element,
        row: { element, level, userId, rev: (current?.rev ?? 0) + 1, by: context.actor.id, at: context.now },
      })
      history.push({
        unit: level === 'Question' ? element : null,
        action: userId === null ? 'Quita responsable' : 'Asigna',
        text: `${nameOfElement(world, element, level)}: ${found ? fullName(found.person) : ''}`,
        role: actingRole(world, context.actor),
      })
    }
    const cards = overtaken.map((element) => overtakenCard(world, context, element, found ? fullName(found.person) : ''))
    if (assigned.size === 0) return overtaken.length > 0 ? lost('assigned_meanwhile', { cards, history: [] }) : noop()
    const letters: Letter[] = [...(found?.letters ?? [])]
    if (userId !== null && userId !== context.actor.id)
      letters.push(letter('assigned', userId, { count: given.length, form: world.form.name, items: given, ...placeOf(world) }))
    if (userId === null) letters.push(...heirLetters(world, changes, given, context))
    return applied({ changes, history, cards, letters, notices: takenNotices(world, taken, context) })
  },
})

/** To each person who answers for what is nobody's own from now on: what (AS24). Leader and delegate are one office. */
function heirLetters(world: World, changes: readonly Change[], given: readonly Given[], { actor }: Context): Letter[] {
  const after = world.clone()
  apply(after, changes)
  const inherited = new Map<UserId, Given[]>()
  for (const told of given) for (const heir of heirsOf(after, told)) inherited.set(heir, [...(inherited.get(heir) ?? []), told])
  return [...inherited].flatMap(([heir, items]) =>
    heir === actor.id || (leads(world, actor.id) && leads(world, heir)) || !isReached(world, heir)
      ? []
      : [letter('assigned', heir, { count: items.length, form: world.form.name, items, ...placeOf(world) })],
  )
}

function elementRefusal(
  world: World,
  context: Context,
  element: string,
  level: 'Dimension' | 'Subdimension' | 'Question',
  userId: string | null,
  assignedNow: ReadonlySet<string>,
): string | undefined {
  const dimension = level === 'Question' ? undefined : world.index.dimension(element)
  const question = level === 'Question' ? world.index.question(element) : undefined
  const known =
    level === 'Question'
      ? question !== undefined && !question.administrative && world.index.rootOf(question).id === element
      : dimension !== undefined && (dimension.parentId === null) === (level === 'Dimension')
  if (!known) return 'question_retired'
  if (context.actor.kind === 'Institutional' && !canAssign(world, context.actor.id, element, level)) return 'no_permission_assign'
  if (userId === null) return undefined
  const missing = missingAbove(world, element, level)
  if (missing === 'dimension' && !assignedNow.has(dimension?.parentId ?? '')) return 'needs_dimension_responsible'
  if (missing === 'subdimension' && !assignedNow.has(question?.dimensionId ?? '')) return 'needs_subdimension_responsible'
  return undefined
}

const placeOf = ({ institutionId, formId }: World): Pick<World, 'institutionId' | 'formId'> => ({ institutionId, formId })

/** Whoever has joined is told what they are now; whoever has not is let in by the letter that tells of an assignment. */
const namedLetter = (world: World, person: Person, joined: Letter): Letter =>
  person.joined ? joined : letter('assigned', person.id, { count: 1, form: world.form.name, items: [] })

const nameOfElement = (world: World, element: string, level: string): string =>
  level === 'Question' ? world.index.numberOf(element) : (world.index.dimension(element)?.name ?? element)

function overtakenCard(world: World, context: Context, element: string, wanted: string): Card {
  const holder = world.get('assignment', element)?.userId ?? null
  const person = holder === null ? undefined : world.person(holder)
  const level = world.index.dimension(element) ? 'Dimension' : 'Question'
  return cardOf({
    ownerId: context.actor.id,
    unit: level === 'Question' ? element : null,
    code: 'assigned_meanwhile',
    side: 'author',
    mine: sideOf(context, { text: wanted }),
    params: { element: nameOfElement(world, element, level), name: person ? fullName(person) : '', wanted },
  })
}

type Office = 'delegateId' | 'leaderId'

/** An office as it is from now on, with who says so and when. */
const officeSet = (world: World, part: Partial<Pick<World['participant'], Office>>, context: Context): Change => {
  const mark = { by: context.actor.id, at: context.now }
  const set = Object.keys(part).map((office) => [office, mark])
  return participantChange(world, { ...part, marks: { ...world.participant.marks, ...Object.fromEntries(set) } })
}

/**
 * Whether somebody else holds an office than whom the person saw there (AS22). A device that does not say whom, as those of before, saw
 * what others had set when it acted.
 */
function isOvertaken({ participant }: World, office: Office, saw: UserId | null | undefined, { actor, occurredAt }: Context): boolean {
  if (saw !== undefined) return participant[office] !== saw
  const mark = participant.marks?.[office]
  return mark !== undefined && mark.by !== actor.id && epochMs(mark.at) > epochMs(occurredAt)
}

/** The office stays as it is, and its card says whose it is, who changed it, and what was wanted. */
function officeStays(world: World, context: Context, office: Office, wanted: string): Outcome {
  const { by } = world.participant.marks?.[office] ?? { by: null }
  const params = { element: '', ...named(world, world.participant[office]), by: named(world, by).name, wanted }
  const mine = wanted === '' ? null : sideOf(context, { text: wanted })
  return lost('assigned_meanwhile', {
    cards: [cardOf({ ownerId: context.actor.id, unit: null, code: 'assigned_meanwhile', side: 'author', mine, params })],
    history: [{ unit: null, action: 'No aplicado', text: wanted, role: actingRole(world, context.actor) }],
  })
}

/**
 * Assigns the delegate, or removes it (`who` null). Only the leader may; a delegate is removed before another is assigned (AS11).
 * saw: who was delegate for the person, null for nobody; where somebody else is by now, nothing changes and it is told (AS22).
 */
export const setDelegate = mutation({
  name: 'delegate.set',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ who: v.nullable(whoSchema), saw: v.optional(v.nullable(idSchema)) }),
  entityOf: () => 'delegate',
  decide(world, { who, saw }, context) {
    if (context.actor.kind !== 'Institutional' || !isLeader(world, context.actor.id)) return refused('delegate_only_leader')
    if (!mayAssign(world, context)) return refused(closedCode(world))
    const current = world.participant.delegateId
    if (who === null) {
      if (current === null) return noop()
      if (isOvertaken(world, 'delegateId', saw, context)) return officeStays(world, context, 'delegateId', '')
      const person = world.person(current)
      const text = person ? fullName(person) : ''
      return applied({
        changes: [officeSet(world, { delegateId: null }, context)],
        history: [{ unit: null, action: 'Quita responsable', text, role: 'InstitutionalLeader' }],
        letters: isReached(world, current)
          ? [letter('delegatesNoMore', current, { institution: world.institution.name, form: world.form.name })]
          : [],
      })
    }
    const found = personOf(peopleOf(world), who, context)
    if ('code' in found) return refused(found.code, found.params)
    if (current === found.person.id) return noop()
    if (isOvertaken(world, 'delegateId', saw, context)) return officeStays(world, context, 'delegateId', fullName(found.person))
    if (current !== null) return refused('delegate_exists')
    if (found.person.id === world.participant.leaderId) return refused('person_unknown')
    return applied({
      changes: [...found.changes, officeSet(world, { delegateId: found.person.id }, context)],
      history: [{ unit: null, action: 'Asigna', text: fullName(found.person), role: 'InstitutionalLeader' }],
      letters: [
        ...found.letters,
        namedLetter(
          world,
          found.person,
          letter('delegates', found.person.id, {
            institution: world.institution.name,
            form: world.form.name,
            page: pageAddress('assignment'),
          }),
        ),
      ],
    })
  },
})

/**
 * Hands the leadership over to a colleague; leader, delegate and administrators may (AS12, OR8). Exactly one leader always.
 * saw: who led for the person; where somebody else does by now, nothing changes and it is told (AS22).
 */
export const setLeader = mutation({
  name: 'leader.set',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ who: whoSchema, saw: v.optional(idSchema) }),
  entityOf: () => 'leader',
  decide(world, { who, saw }, context) {
    const { actor } = context
    if (actor.kind === 'Evaluator' || (actor.kind === 'Institutional' && !leads(world, actor.id)))
      return refused('no_permission_assign_leader')
    // Whoever leads may have left: the lab hands over in every stage, and what is locked stays so.
    if (actor.kind !== 'Administrator' && !mayAssign(world, context)) return refused(closedCode(world))
    const found = personOf(peopleOf(world), who, context)
    if ('code' in found) return refused(found.code, found.params)
    if (found.person.id === world.participant.leaderId) return noop()
    if (isOvertaken(world, 'leaderId', saw, context)) return officeStays(world, context, 'leaderId', fullName(found.person))
    const isDelegate = world.participant.delegateId === found.person.id
    const { institution } = world
    const isNews = institution.leaderId !== found.person.id
    const former = world.person(world.participant.leaderId)
    const led = { ...institution, leaderId: found.person.id, marks: { ...institution.marks, leaderId: { by: actor.id, at: context.now } } }
    return applied({
      changes: [
        ...found.changes,
        officeSet(world, { leaderId: found.person.id, ...(isDelegate ? { delegateId: null } : {}) }, context),
        ...(isNews ? [{ scope: orgScope(institution.id), part: '', table: 'institution', id: institution.id, row: led } as const] : []),
      ],
      history: [{ unit: null, action: 'Asigna', text: fullName(found.person), role: actingRole(world, actor) }],
      letters: [
        ...found.letters,
        // Where the institution was handed over as a whole both know already (OR8).
        ...(isNews ? [namedLetter(world, found.person, letter('leads', found.person.id, { institution: institution.name }))] : []),
        ...(isNews && former?.active && former.joined
          ? [letter('leadsNoMore', former.id, { institution: institution.name, leader: fullName(found.person) })]
          : []),
      ],
    })
  },
})
