import type { Core } from '../core.ts'
import type { Drafts } from '../face.ts'

export const draftsOf = ({ desk }: Core): Drafts => ({
  draftBook: (scope) => desk.book(scope),
  halfWritten: () => desk.everything(),
  readHalfWritten: () => desk.reread(),
  discardDraft: (row) => desk.discard(row),
  settleDrafts: () => desk.settleAll(),
})
