/** What is written by halves. Where each is gone on with is said by `client/features/sync/drafts/draft-pages.ts`. */
export const draftKinds = [
  'answer',
  'comment',
  'reply',
  'edit',
  'justification',
  'decision',
  'note',
  'fields',
  'alert',
  'stages',
  'replica',
  'dashboard',
  'participants',
  'help',
  'reportText',
  'translation',
  'formNames',
  'levels',
  'apart',
  'calculation',
  'settlement',
  'inform',
  'page',
  'siteSettings',
  'openReport',
  'notification',
  'user',
  'invitations',
  'institution',
  'category',
  'reopening',
  'reopenReason',
  'closingReason',
  'actingReason',
  'anonymising',
  'invitee',
  'profile',
  'helpMessage',
  'message',
] as const
export type DraftKind = (typeof draftKinds)[number]

/** A change that a draft becomes by itself once nobody is writing it: what is named, with what. */
export interface Edit {
  readonly name: string
  readonly args: unknown
}

const notNow: ReadonlySet<string> = new Set(['unavailable', 'storage_failed', 'no_space'])

/** Whether a failure says only that the change cannot be decided or kept at the moment. */
export const isForLater = (code: string): boolean => notNow.has(code)

/** What a person has written and not yet given. */
export interface Draft {
  readonly value: unknown
  /** Version of what it would replace that the person saw when they began; null when there was none. */
  readonly base: string | null
  /** What was typed, where it is not a value yet: "abc" in a field of numbers. */
  readonly text?: string | undefined
  /** Number and text of the question, for who may not open it any more. */
  readonly about?: string | undefined
  /** What is ticked beside the text: a reply that leaves the answer as it is. */
  readonly ticked?: boolean | undefined
  /** Absent while it is not valid, waits for a choice, or for a button. */
  readonly edit?: Edit | undefined
}

/** A row of the device that may hold one. */
export interface DraftRow {
  readonly key: string
  readonly value: unknown
  readonly savedAt: string
}

/** One row of the device, with what its key says. */
export interface StoredDraft {
  readonly key: string
  readonly kind: DraftKind
  readonly scope: string
  /** Unit, or `unit~more`: see `unitOfSubject`. */
  readonly subject: string
  readonly writer: string
  readonly draft: Draft
  readonly savedAt: string
}

export const draftKey = (kind: DraftKind, scope: string, subject: string, writer: string): string => `${kind}:${scope}:${subject}#${writer}`

const keyPattern = new RegExp(
  `^(${draftKinds.join('|')}):((?:inst|eval|results):[^:]+:[^:]+|(?:questionnaire|page|own):[^:]+):([^:#]+)(?:#(.*))?$`,
)

function read(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null || !('value' in value)) return null
  const base = 'base' in value && typeof value.base === 'string' ? value.base : null
  const text = 'text' in value && typeof value.text === 'string' ? { text: value.text } : {}
  const about = 'about' in value && typeof value.about === 'string' ? { about: value.about } : {}
  const ticked = 'ticked' in value && value.ticked === true ? { ticked: true } : {}
  const edit = 'edit' in value ? readEdit(value.edit) : {}
  return { value: value.value, base, ...text, ...about, ...ticked, ...edit }
}

const readEdit = (value: unknown): { readonly edit?: Edit } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && 'args' in value
    ? { edit: { name: value.name, args: value.args } }
    : {}

/** Rows that hold half-written texts; others that were left beside them are no business of this. */
export function halfWritten(rows: readonly DraftRow[]): StoredDraft[] {
  return rows.flatMap(({ key, value, savedAt }) => {
    const [, kind, scope, subject, writer = ''] = keyPattern.exec(key) ?? []
    const draft = read(value)
    const known = draftKinds.find((each) => each === kind)
    return known && scope && subject && draft ? [{ key, kind: known, scope, subject, writer, draft, savedAt }] : []
  })
}

export const inTime = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Unit that a draft is about. */
export const unitOfSubject = (subject: string): string => subject.split('~')[0] ?? subject

/** Where drafts are kept for good. Every promise resolves after a strict commit. */
export interface DraftStore {
  drafts(): Promise<readonly DraftRow[]>
  saveDraft(key: string, value: unknown): Promise<void>
  clearDraft(key: string): Promise<void>
  /** `value`: what it is from then on, where that changes. Undefined when it is gone: another tab took it first. */
  moveDraft(from: string, to: string, value?: unknown): Promise<unknown>
  /** Topic `drafts`: another tab wrote one, or took one. */
  subscribe(topic: string, listener: () => void): () => void
}

/** The pages that write. */
export interface Writers {
  /** This page. */
  readonly me: string
  /** Pages that are open now; null when the browser cannot tell. */
  alive(): Promise<ReadonlySet<string> | null>
}
