import { expect, test } from 'vitest'
import { draftKinds, type DraftKind } from '#sync/drafts/model.ts'
import { productFiles, testFiles } from './house.ts'

/** Kinds of drafts under which what is typed in a file is kept, or why nothing of it is. */
type Place = readonly DraftKind[] | 'search' | 'secret' | 'confirms' | 'file' | 'part' | 'at-once'

/**
 * search: looks for something. secret: a password, a PIN, a code, or what proves who somebody is: never on the disk. confirms: a name that is
 * typed once more before something goes. file: chooses one. part: draws the field of whoever uses it. at-once: names what is made by the same
 * press, from what the device knows.
 */
const places: Readonly<Record<string, Place>> = {
  'areas/account/faq-page.tsx': 'search',
  'areas/account/login-page.tsx': 'secret',
  'areas/administration/form-editor-page.tsx': ['fields'],
  'areas/public/new-password-page.tsx': 'secret',
  'areas/public/recover-password-page.tsx': 'secret',
  'features/accounts/code-field.tsx': 'secret',
  'features/accounts/code-step.tsx': 'secret',
  'features/accounts/lock-form.tsx': 'secret',
  'features/accounts/new-pin-fields.tsx': 'secret',
  'features/accounts/passkeys-card.tsx': 'at-once',
  'features/accounts/password-card.tsx': 'secret',
  'features/accounts/pin-card.tsx': 'secret',
  'features/accounts/profile-card.tsx': ['profile'],
  'features/accounts/second-factor-card.tsx': 'secret',
  'features/accounts/sso-card.tsx': 'secret',
  'features/answers/day-limit.tsx': ['fields'],
  'features/answers/justification-form.tsx': ['justification'],
  'features/answers/kinds/choice-parts.tsx': ['answer'],
  'features/answers/kinds/date.tsx': ['answer'],
  'features/answers/kinds/number.tsx': ['answer'],
  'features/answers/kinds/simple-text.tsx': ['answer'],
  'features/answers/kinds/text.tsx': ['answer'],
  'features/answers/rich-text-editor.tsx': 'part',
  'features/assignments/invitee-fields.tsx': ['invitee'],
  'features/assignments/person-dialog.tsx': 'search',
  'features/attachments/attachment-panel.tsx': 'file',
  'features/comments/comment-thread.tsx': ['comment', 'reply', 'edit'],
  'features/dashboards/columns-editor.tsx': ['dashboard'],
  'features/dashboards/institution-editor.tsx': ['dashboard'],
  'features/drafts/half-text-form.tsx': 'part',
  'features/drafts/writing-area.tsx': 'part',
  'features/evaluations/decision-form.tsx': ['decision'],
  'features/evaluations/private-note.tsx': ['note'],
  'features/faq/site-faq-page.tsx': 'search',
  'features/finder/field.tsx': 'search',
  'features/form-history/record-filters.tsx': 'search',
  'features/forms/closing-dialog.tsx': ['closingReason'],
  'features/forms/import-dialog.tsx': ['formNames'],
  'features/forms/name-dialog.tsx': ['formNames'],
  'features/forms/remove-dialog.tsx': 'confirms',
  'features/help/help-dialog.tsx': ['helpMessage'],
  'features/impersonation/begin-dialog.tsx': ['actingReason'],
  'features/institutions/category-dialog.tsx': ['category'],
  'features/institutions/domains-field.tsx': ['institution'],
  'features/institutions/institution-dialog.tsx': ['institution'],
  'features/institutions/leader-field.tsx': ['participants'],
  'features/institutions/removal-dialog.tsx': 'confirms',
  'features/institutions/reopen-dialog.tsx': ['reopenReason'],
  'features/notifications/compose.tsx': ['notification'],
  'features/open-data/filter-bar.tsx': 'search',
  'features/open-data/open-data-page.tsx': 'search',
  'features/public-reports/report-fields.tsx': ['openReport'],
  'features/public-reports/report-file.tsx': 'file',
  'features/questionnaires/alert-dialog.tsx': ['alert'],
  'features/questionnaires/editable-text.tsx': ['help', 'reportText'],
  'features/questionnaires/english-fields.tsx': ['fields'],
  'features/questionnaires/find-question.tsx': 'search',
  'features/questionnaires/name-field.tsx': ['fields'],
  'features/questionnaires/options-field.tsx': ['fields'],
  'features/questionnaires/question-editor.tsx': ['fields'],
  'features/questionnaires/score-field.tsx': ['fields'],
  'features/questionnaires/translate-list.tsx': 'search',
  'features/questionnaires/translate-row.tsx': ['translation'],
  'features/replica/replica-configuration.tsx': ['replica'],
  'features/reports/report-wish.tsx': 'search',
  'features/results/calculate-dialog.tsx': ['calculation'],
  'features/results/inform-editor.tsx': ['inform'],
  'features/results/institution-picker.tsx': 'search',
  'features/results/apart-dialog.tsx': ['apart'],
  'features/results/levels-dialog.tsx': ['levels'],
  'features/results/settle-dialog.tsx': ['settlement'],
  'features/sends/receipt-check.tsx': 'search',
  'features/sends/reopen-request.tsx': ['reopening'],
  'features/site-editor/add-section-dialog.tsx': 'search',
  'features/site-editor/file-picker.tsx': 'search',
  'features/site-editor/image-dialog.tsx': ['page'],
  'features/site-editor/link-dialog.tsx': ['page'],
  'features/site-editor/name-and-about.tsx': ['page'],
  'features/site-editor/settings-dialog.tsx': ['siteSettings'],
  'features/site-editor/words-part.tsx': ['page'],
  'features/stages/stage-card.tsx': ['stages'],
  'features/sync/ask-passphrase.tsx': 'secret',
  'features/sync/export-copy.tsx': 'secret',
  'features/team/team-board.tsx': 'search',
  'features/team/write-dialog.tsx': ['message'],
  'features/users/anonymise-dialog.tsx': ['anonymising'],
  'features/users/institution-list.tsx': 'search',
  'features/users/invite-many-dialog.tsx': ['invitations'],
  'features/users/user-dialog.tsx': ['user'],
}

/** A field of the kit, or of the browser, into which letters go. */
const field =
  /<(?:TextField|PasswordField|TextArea|WritingArea|HalfTextForm|NumberField|DateField|WordsField|RichTextEditor|Editor|Combobox|input|textarea)\b/
const typing = productFiles
  .filter(({ path, text }) => /^client\/(?:app|areas|features)\/.*\.tsx$/.test(path) && field.test(text))
  .map(({ path }) => path.replace(/^client\//, ''))

test('[ST18] each place in which something is typed says under which kind of draft it is kept, or why it is not', () => {
  expect(typing.toSorted()).toEqual(Object.keys(places).toSorted())
})

test('[ST18] each kind of draft is typed somewhere', () => {
  const typed = new Set(Object.values(places).flatMap((place) => (typeof place === 'string' ? [] : place)))
  expect(draftKinds.filter((kind) => !typed.has(kind))).toEqual([])
})

test('[HW9] each kind of draft is typed in the table of endings', () => {
  const tables = testFiles.filter(({ path, text }) => path.startsWith('client/') && text.includes('outlivesEveryEnding(place)'))
  const shown = new Set(tables.flatMap(({ text }) => [...text.matchAll(/^ {4}kind: '(\w+)',$/gm)].map(([, kind]) => kind)))
  expect(draftKinds.filter((kind) => !shown.has(kind))).toEqual([])
})
