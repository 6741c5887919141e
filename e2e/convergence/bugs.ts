import { closesOf } from '#shared/answers/closing.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { releasePerson } from '#shared/assignments/release-mutations.ts'
import { addComment } from '#shared/comments/mutations.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { decideAnswer } from '#shared/evaluations/mutations.ts'
import type { World } from '#shared/world.ts'
import { faults } from '../simulators/faults.ts'
import { bugsOfForms } from './bugs-of-forms.ts'
import type { Bug } from './sim-device.ts'

/** The world in which a fault shows, where chance would rarely bring it. */
const worlds: Readonly<Record<string, Pick<Bug, 'terms' | 'late'>>> = {
  'tabs are not fenced and a late reply moves the cursor back': { terms: { locks: false }, late: 0.3 },
  'a copied profile is not noticed': { terms: { profiles: true } },
  'a pull that starts over takes the place of what is held page by page': { terms: { pageRows: 4 } },
  'what goes again under another device id is new to the server': { terms: { profiles: true } },
  'a write that found no room counts as done': { terms: { fullDisks: true } },
}

/** Chance rarely brings its order of events; all orders do (e2e/exhaustion). */
const rarelyMet = 'what was sent counts as taken when its tab opens again'

const ofDrafts: readonly Bug[] = [
  {
    name: 'what a page left half written is lost when another takes it over',
    storage: (storage) => ({
      ...storage,
      moveDraft: async (from) => {
        await storage.clearDraft(from)
        return undefined
      },
    }),
  },
]

const ofStructure: readonly Bug[] = [
  {
    name: 'a change of structure closes what its author had not seen',
    rule: () => {
      const { decide } = setAnswer
      Object.assign(setAnswer, {
        decide: (...[world, args, context]: Parameters<typeof decide>) =>
          decide(world, { ...args, closes: closesOf(world, args.unit, args.value) }, context),
      })
      return () => void Object.assign(setAnswer, { decide })
    },
  },
  {
    name: 'what is put back comes back empty',
    rule: () => {
      const { decide } = setAnswer
      Object.assign(setAnswer, {
        decide: (...[world, args, context]: Parameters<typeof decide>) => {
          const outcome = decide(world, args, context)
          const changes = outcome.changes.filter(
            (change) => change.table !== 'answer' || change.id === args.unit || change.row.value === null,
          )
          return { ...outcome, changes }
        },
      })
      return () => void Object.assign(setAnswer, { decide })
    },
  },
]

/** A mutation that decides on other arguments than were given. */
const asked =
  <Args>(mutation: Mutation<string, Args>, other: (args: Args, world: World) => Args): (() => () => void) =>
  () => {
    const { decide } = mutation
    Object.assign(mutation, {
      decide: (...[world, args, context]: Parameters<typeof decide>) => decide(world, other(args, world), context),
    })
    return () => void Object.assign(mutation, { decide })
  }

/** A mutation that tells nobody what it did. */
const untold =
  <Args>(mutation: Mutation<string, Args>): (() => () => void) =>
  () => {
    const { decide } = mutation
    Object.assign(mutation, {
      decide: (...call: Parameters<typeof decide>) => ({ ...decide(...call), letters: [], notices: [] }),
    })
    return () => void Object.assign(mutation, { decide })
  }

/** What one person does to another's work, as it was before it was named and told. */
const ofOthers: readonly Bug[] = [
  {
    name: 'a late decision stands on a file that nobody looked at',
    rule: asked(decideAnswer, ({ file: _seen, ...args }, world) => ({ ...args, file: world.attachment(args.unit)?.id ?? null })),
  },
  {
    name: 'a comment claims the version that stands when it arrives',
    rule: asked(addComment, ({ answerRev: _seen, ...args }) => args),
  },
  { name: 'who becomes responsible for what a closed account held is not told', rule: untold(releasePerson) },
]

/** Each must turn the simulation red. */
export const bugs: readonly Bug[] = [
  ...faults.filter(({ name }) => name !== rarelyMet).map((fault) => ({ ...fault, ...worlds[fault.name] })),
  ...ofDrafts,
  ...ofStructure,
  ...ofOthers,
  ...bugsOfForms,
]
