import { expect, test } from 'vitest'
import { DraftBook, draftKey } from './drafts.ts'

const scope = 'inst:norte:f1'

/** A device's drafts, whose clock is set by hand. */
function aStore() {
  const kept = new Map<string, { key: string; value: unknown; savedAt: string }>()
  const at = { now: '2026-03-02T10:00:00.000Z' }
  const saveDraft = async (key: string, value: unknown): Promise<void> => {
    kept.set(key, { key, value, savedAt: at.now })
  }
  const clearDraft = async (key: string): Promise<void> => {
    kept.delete(key)
  }
  return { at, saveDraft, clearDraft, drafts: async () => [...kept.values()] }
}

test('a draft that was fresh when the page opened is untouched until somebody goes on writing it, here or in another tab', async () => {
  const store = aStore()
  for (const unit of ['q1', 'q2', 'q3']) await store.saveDraft(draftKey(scope, unit), { value: unit, base: null })
  await store.saveDraft(draftKey('inst:sur:f1', 'q1'), { value: 'elsewhere', base: null })
  const book = new DraftBook(store, scope)
  await book.open()
  expect(book.restedSince('2026-03-02T09:59:45.000Z')).toEqual([])
  expect(await book.untouched()).toEqual(['q1', 'q2', 'q3'])

  store.at.now = '2026-03-02T10:00:05.000Z'
  await store.saveDraft(draftKey(scope, 'q1'), { value: 'in another tab', base: null })
  await book.save('q2', { value: 'here', base: null })
  expect(await book.untouched()).toEqual(['q3'])
  book.given('q3')
  expect(await book.untouched()).toEqual([])
})
