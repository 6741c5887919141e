import { expect, test } from 'vitest'
import type { PageContent } from '#shared/site/model.ts'
import { blankPage } from './kept-page.ts'
import { redone, savedTrail, trailOf, undone, withAct } from './trail.ts'

const old: PageContent = { ...blankPage, name: 'antigua' }
const restored = withAct(trailOf({ ...blankPage, name: 'nueva' }), { kind: 'replace', content: old }, 3)

test('[WE8] of which version a page was made again is said as long as that step stands, and no longer', () => {
  const written = withAct(restored, { kind: 'about', field: 'title', text: 'Otra' })
  expect([restored.restoredFrom, written.restoredFrom]).toEqual([3, 3])
  const back = undone(undone(written))
  expect([back.now.name, back.restoredFrom]).toEqual(['nueva', null])
  expect(redone(back).restoredFrom).toBe(3)
  // What somebody else wrote, taken over it, is of no version.
  expect(withAct(written, { kind: 'replace', content: blankPage }, null).restoredFrom).toBeNull()
})

test('[WE8] once it was saved what is written on is of no version, and the version again when the page goes back to before', () => {
  const saved = savedTrail(withAct(restored, { kind: 'about', field: 'title', text: 'Otra' }))
  expect(withAct(saved, { kind: 'about', field: 'description', text: 'Más' }).restoredFrom).toBeNull()
  expect(undone(saved).restoredFrom).toBe(3)
})
