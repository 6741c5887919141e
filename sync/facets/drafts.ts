import { done } from '#shared/kernel/result.ts'
import type { Core } from '../core.ts'
import type { Drafts } from '../face.ts'
import type { Draft } from '../storage/storage.ts'

export const draftsOf = (core: Core): Drafts => ({
  async saveDraft(key, value) {
    const draft: Draft = { key, value, savedAt: core.instant() }
    core.drafts.set(key, draft)
    const written = await core.kept(async () => done(await core.storage.saveDraft(draft)))
    if (!written.ok) throw new Error(written.failure.code)
    core.post({ kind: 'drafts' })
  },
  async draft(key) {
    return (await core.storage.draft(key))?.value
  },
  async drafts() {
    const stored = await core.draftsNow()
    for (const draft of stored) if (!core.drafts.has(draft.key)) core.drafts.set(draft.key, draft)
    return stored
  },
  async clearDraft(key) {
    core.drafts.delete(key)
    await core.storage.clearDraft(key)
    core.post({ kind: 'drafts' })
  },
  async moveDraft(from, to) {
    const moved = await core.storage.moveDraft(from, to)
    core.drafts.delete(from)
    if (moved) core.drafts.set(to, moved)
    core.post({ kind: 'drafts' })
    return moved
  },
})
