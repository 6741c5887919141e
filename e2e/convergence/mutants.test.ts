import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { simulate } from './simulate.ts'

/** A fault that so many seeds do not show is one that the simulation cannot see. */
const seeds = Array.from({ length: 15 }, (_, at) => at + 1)

/** The first seed that showed each fault in a run, where that is not 1: it is tried first, and the others when it shows nothing any more. */
const shownBy: Readonly<Record<string, number>> = {
  'a push goes newest first': 2,
  'tabs are not fenced and a late reply moves the cursor back': 2,
  'a copied profile is not noticed': 21,
  'what goes again under another device id is new to the server': 21,
  'a file counts as arrived when its upload begins': 5,
  'a change of structure closes what its author had not seen': 13,
  'what is put back comes back empty': 5,
  'who becomes responsible for what a closed account held is not told': 3,
  'a change of the stages is on no record': 3,
  'devices keep the points with which they began': 6,
  'an answer that waited is turned away by a newer version': 8,
}

for (const bug of bugs) {
  test(`the simulation sees it when ${bug.name}`, async () => {
    const first = shownBy[bug.name] ?? 1
    let seen: readonly string[] = []
    for (const seed of [first, ...seeds.filter((each) => each !== first)]) {
      if (seen.length > 0) break
      seen = (await simulate({ seed, steps: 120, bug, hasty: true, restores: bug.name.includes('restore') })).violations
    }
    expect(seen.length).toBeGreaterThan(0)
  })
}

test('each fault that names its seed is one of them', () => {
  expect(Object.keys(shownBy).filter((name) => !bugs.some((bug) => bug.name === name))).toEqual([])
})
