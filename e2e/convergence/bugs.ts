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

/** Each must turn the simulation red. */
export const bugs: readonly Bug[] = [
  ...faults.filter(({ name }) => name !== rarelyMet).map((fault) => ({ ...fault, ...worlds[fault.name] })),
  ...ofDrafts,
  ...bugsOfForms,
]
