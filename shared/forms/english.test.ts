import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOf } from '../kernel/digest.ts'
import { assertProperty } from '../testing/properties.ts'
import { englishFrom, englishState } from './english.ts'
import type { Spoken } from './english.ts'
import type { Digests } from './model.ts'

const keys = ['text', 'hint', 'option:a'] as const
const words = fc.constantFrom('', ' ', 'uno', 'dos', 'tres')

test('[DF7] English is missing where there is none, out of date when it was written from other Spanish, and ready otherwise', () => {
  assertProperty(
    fc.property(words, words, fc.option(words, { nil: undefined }), (es, en, from) => {
      const expected = en.trim() === '' ? 'missing' : from === undefined || from === es ? 'ready' : 'outdated'
      expect(englishState({ key: 'text', es, en }, from === undefined ? undefined : { text: digestOf(from) })).toBe(expected)
    }),
  )
})

interface Turn {
  readonly key: (typeof keys)[number]
  readonly es?: string
  readonly en?: string
  /** Spanish that the author of the English had before them. */
  readonly seen?: string
}

test('[DF7] whatever is changed in which order, each English is known by the Spanish that its author had before them', () => {
  const turn = fc.record(
    { key: fc.constantFrom(...keys), es: fc.constantFrom('uno', 'dos', 'tres'), en: words, seen: fc.constantFrom('uno', 'dos') },
    { requiredKeys: ['key'] },
  )
  assertProperty(
    fc.property(fc.array(turn, { maxLength: 12 }), (turns: readonly Turn[]) => {
      let texts: readonly Spoken[] = keys.map((key) => ({ key, es: 'uno', en: '' }))
      let enFrom: Digests | undefined
      // What a person would remember who looked on.
      const writtenFrom = new Map<string, string>()
      for (const { key, es, en, seen } of turns) {
        const after = texts.map((each) => (each.key === key ? { ...each, es: es ?? each.es, en: en ?? each.en } : each))
        const [old, now] = [texts, after].map((each) => each.find((text) => text.key === key))
        if (old && now && old.en !== now.en) writtenFrom.set(key, old.es === now.es ? (seen ?? now.es) : now.es)
        enFrom = englishFrom({ texts, enFrom }, after, seen === undefined ? {} : { [key]: digestOf(seen) }, (each) => each)
        texts = after
      }
      for (const text of texts) {
        const expected = text.en.trim() === '' ? 'missing' : writtenFrom.get(text.key) === text.es ? 'ready' : 'outdated'
        expect(englishState(text, enFrom)).toBe(expected)
      }
      expect(Object.keys(enFrom ?? {}).toSorted()).toEqual(
        texts
          .filter(({ en }) => en.trim() !== '')
          .map(({ key }) => key)
          .toSorted(),
      )
    }),
  )
})

test('[DF7] an option that is called otherwise takes along what its English was written from', () => {
  const before = { texts: [{ key: 'option:a', es: 'a', en: 'A' }], enFrom: { 'option:a': digestOf('a') } }
  const after = [{ key: 'option:b', es: 'b', en: 'A' }]
  const enFrom = englishFrom(before, after, {}, (key) => (key === 'option:b' ? 'option:a' : key))
  expect(after.map((each) => englishState(each, enFrom))).toEqual(['outdated'])
})
