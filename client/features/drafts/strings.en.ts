import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  saving: 'Saving draft...',
  saved: 'Draft saved on this device',
  savedSaid: 'The draft is kept on this device',
  notKept: 'This device could not save what you wrote. Copy it before you leave; it is being tried again.',

  otherLiving: 'Another tab on this device holds another half-written text',
  otherLeft: 'Another half-written text was left on this device',
  see: 'See the other text',
  hide: 'Hide',
  use: 'Use that text',
  discard: 'Discard',
  discardTitle: 'Discard this text?',
  discardBody: 'The text will be deleted from this device. This cannot be undone.',

  title: ({ n }) => `Half written (${n})`,
  lead: 'Texts that you wrote on this device and that are not answers, comments or decisions yet. They are only here.',
  leadStranded: 'You can no longer open these questions. What you wrote is still on this device: copy it, or take it along in a copy.',
  kind_answer: 'Answer',
  kind_comment: 'Comment',
  kind_reply: 'Reply to a comment',
  kind_edit: 'Edited comment',
  kind_justification: 'Justification',
  kind_decision: 'Text of a decision',
  kind_fields: 'Change of a form',
  kind_stages: 'Stages',
  kind_help: 'Help',
  kind_reportText: 'Report',
  kind_translation: 'Text in English',
  writtenAt: ({ kind, time }) => `${kind} · ${time}`,
  ticked: 'Ticked: “I will not modify the answer”.',
  unnamed: 'Question that this device no longer holds',
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'The browser did not allow copying.',
} satisfies Translated<typeof es>
