import { pageAddress } from '../addresses.ts'
import { letter, type Letter, type LetterData } from '../contract/letter.ts'
import type { Person } from '../accounts/model.ts'
import { leadersOf } from '../institutions/model.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Stage } from '../stages/model.ts'
import { isInput } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { isConcerned, isReminded, owedBy, owesAnything, type Owed } from './rules.ts'

interface AtWork extends Owed {
  readonly person: Person
  readonly leads: boolean
}

/** Who leads an institution that can work in an input stage, and whoever has something to do in it. In a rehearsal nobody is told of it (LE3). */
function atWorkIn(world: World, stage: Stage, now: Instant): AtWork[] {
  const { form, participant } = world
  if (!isInput(stage.kind) || participant.locked || form.rehearsal !== undefined) return []
  const leaders = new Set(leadersOf(participant))
  return [...world.list('person')]
    .filter(isReminded)
    .map((person) => ({ person, leads: leaders.has(person.id), ...owedBy(world, person, now) }))
    .filter((each) => each.leads || isConcerned(world, each.person, now))
}

const toldOf = (world: World, stage: Stage, { pending, unsent }: Owed): LetterData<'stageOpened'> => ({
  form: world.form.name,
  stage: stage.name,
  end: stage.end,
  pending,
  unsent,
  page: pageAddress('filling', { form: world.formId, institution: world.institutionId }),
})

/**
 * Whom it is told that an institution can work in a stage. `world`: as it stands after the opening. `before`: as it stood, where it was open
 * already; then only those are told who had nothing to do (LE6).
 */
export function openingLetters(world: World, stage: Stage, now: Instant, before?: World): Letter[] {
  return atWorkIn(world, stage, now)
    .filter((each) => !before || (owesAnything(each) && !owesAnything(owedBy(before, each.person, now))))
    .map((each) => letter('stageOpened', each.person.id, toldOf(world, stage, each)))
}

/** Whom it is told that a stage ends sooner than it did (TM24). */
export const shorteningLetters = (world: World, stage: Stage, now: Instant): Letter[] =>
  atWorkIn(world, stage, now).map((each) => letter('stageShortened', each.person.id, toldOf(world, stage, each)))
