import { fullName } from '../accounts/model.ts'
import { pageAddress } from '../addresses.ts'
import { letter, type Given, type Letter } from '../contract/letter.ts'
import { participantChange } from '../institutions/changes.ts'
import { leadersOf } from '../institutions/model.ts'
import type { UserId } from '../kernel/ids.ts'
import { apply } from '../world.ts'
import type { Change, World } from '../world.ts'
import type { Assignment } from './model.ts'
import { heldBy, holdsAnything, responsibleOf } from './rules.ts'

/** What somebody is responsible for in a form is nobody's again, and so is the delegation. */
export function released(world: World, userId: UserId): Change[] {
  const changes: Change[] = []
  if (holdsAnything(world, userId))
    for (const assignment of world.list('assignment'))
      if (assignment.userId === userId)
        changes.push({
          scope: world.scope,
          part: '',
          table: 'assignment',
          id: assignment.element,
          row: { ...assignment, userId: null, rev: assignment.rev + 1 },
        })
  if (world.participant.delegateId === userId) changes.push(participantChange(world, { delegateId: null }))
  return changes
}

/** Who was put in charge of what an element is a part of; null where that is nobody's. */
export function heldAbove(world: World, { element, level }: Pick<Assignment, 'level'> & { readonly element: string }): UserId | null {
  const question = world.index.question(element)
  const parent = world.index.dimension(element)?.parentId
  return (level === 'Question' ? question && responsibleOf(world, question) : parent && heldBy(world, parent)) || null
}

/** Who is responsible for an element that nobody holds: whoever stands above it, else who leads the institution. */
export function heirsOf(world: World, given: Pick<Assignment, 'level'> & { readonly element: string }): UserId[] {
  const above = heldAbove(world, given)
  return above === null ? leadersOf(world.participant) : [above]
}

/** An element by its name, a question by its number; undefined for one that is not in the questionnaire any more. */
function givenOf(world: World, { element: id, level }: Assignment): Given | undefined {
  const element: string = id
  const name = level === 'Question' ? world.index.question(element) && world.index.numberOf(element) : world.index.dimension(element)?.name
  return name === undefined ? undefined : { element, level, name }
}

/**
 * One letter to each person who becomes responsible for what somebody held, with its names; to the leader also that the delegation ended.
 * Whoever did it is told nothing. Source: SPEC AC14.
 */
export function heirLetters(world: World, userId: UserId, by: UserId): Letter[] {
  const person = world.person(userId)
  if (!person || world.form.rehearsal !== undefined) return []
  const after = world.clone()
  apply(after, released(world, userId))
  const inherited = new Map<UserId, Given[]>()
  const { leaderId, delegateId } = world.participant
  const delegated = delegateId === userId
  if (delegated) inherited.set(leaderId, [])
  for (const assignment of world.list('assignment')) {
    const given = assignment.userId === userId ? givenOf(world, assignment) : undefined
    if (given) for (const heir of heirsOf(after, assignment)) inherited.set(heir, [...(inherited.get(heir) ?? []), given])
  }
  const page = pageAddress('filling', { form: world.formId, institution: world.institutionId })
  const told = { who: fullName(person), form: world.form.name, page }
  return [...inherited].flatMap(([heir, items]) => {
    const { active, joined } = world.person(heir) ?? { active: false, joined: false }
    if (!active || !joined || heir === by) return []
    return [letter('inherited', heir, { ...told, count: items.length, items, delegate: delegated && heir === leaderId ? 'yes' : 'no' })]
  })
}
