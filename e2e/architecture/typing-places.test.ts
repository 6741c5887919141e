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
  'areas/account/faq/faq-page.tsx': 'search',
  'areas/account/sign-in/login-page.tsx': 'secret',
  'areas/administration/form-editor/form-editor-page.tsx': ['fields'],
  'areas/public/passwords/new-password-page.tsx': 'secret',
  'areas/public/passwords/recover-password-page.tsx': 'secret',
  'areas/account/sessions/code-field.tsx': 'secret',
  'areas/account/sign-in/code-step.tsx': 'secret',
  'features/accounts/lock-form.tsx': 'secret',
  'features/accounts/new-pin-fields.tsx': 'secret',
  'areas/account/passkeys/passkeys-card.tsx': 'at-once',
  'areas/account/settings/password-card.tsx': 'secret',
  'areas/account/settings/pin-card.tsx': 'secret',
  'areas/account/settings/profile-card.tsx': ['profile'],
  'areas/account/second-factor/second-factor-card.tsx': 'secret',
  'areas/account/sso/sso-card.tsx': 'secret',
  'areas/administration/history/day-limit.tsx': ['fields'],
  'features/answers/justification-form.tsx': ['justification'],
  'features/answers/kinds/choice-parts.tsx': ['answer'],
  'features/answers/kinds/date.tsx': ['answer'],
  'features/answers/kinds/number.tsx': ['answer'],
  'features/answers/kinds/simple-text.tsx': ['answer'],
  'features/answers/kinds/text.tsx': ['answer'],
  'features/texts/rich-text-editor.tsx': 'part',
  'areas/institution/assignments/invitee-fields.tsx': ['invitee'],
  'areas/institution/assignments/person-dialog.tsx': 'search',
  'features/attachments/attachment-panel.tsx': 'file',
  'features/comments/comment-thread.tsx': ['comment', 'reply', 'edit'],
  'areas/administration/dashboards/columns-editor.tsx': ['dashboard'],
  'areas/administration/dashboards/institution-editor.tsx': ['dashboard'],
  'features/drafts/half-text-form.tsx': 'part',
  'features/drafts/writing-area.tsx': 'part',
  'areas/evaluation/desk/card/decision-form.tsx': ['decision'],
  'areas/evaluation/desk/card/private-note.tsx': ['note'],
  'features/faq/site-faq-page.tsx': 'search',
  'features/finder/field.tsx': 'search',
  'areas/administration/history/record-filters.tsx': 'search',
  'areas/administration/forms/closing-dialog.tsx': ['closingReason'],
  'areas/administration/forms/import-dialog.tsx': ['formNames'],
  'areas/administration/forms/name-dialog.tsx': ['formNames'],
  'areas/administration/forms/remove-dialog.tsx': 'confirms',
  'app/help/help-dialog.tsx': ['helpMessage'],
  'features/impersonation/begin-dialog.tsx': ['actingReason'],
  'areas/administration/institutions/category-dialog.tsx': ['category'],
  'areas/administration/institutions/domains-field.tsx': ['institution'],
  'areas/administration/institutions/institution-dialog.tsx': ['institution'],
  'areas/administration/participants/leader-field.tsx': ['participants'],
  'areas/administration/participants/removal-dialog.tsx': 'confirms',
  'areas/administration/progress/reopen-dialog.tsx': ['reopenReason'],
  'areas/administration/notifications/compose.tsx': ['notification'],
  'areas/site/open-data/filter-bar.tsx': 'search',
  'areas/site/open-data/open-data-page.tsx': 'search',
  'areas/administration/public-reports/report-fields.tsx': ['openReport'],
  'areas/administration/public-reports/report-file.tsx': 'file',
  'areas/administration/form-editor/alerts/alert-dialog.tsx': ['alert'],
  'areas/administration/form-editor/editable-text.tsx': ['help', 'reportText'],
  'areas/administration/form-editor/questions/english-fields.tsx': ['fields'],
  'areas/administration/form-editor/structure/find-question.tsx': 'search',
  'areas/administration/form-editor/structure/name-field.tsx': ['fields'],
  'areas/administration/form-editor/questions/options-field.tsx': ['fields'],
  'areas/administration/form-editor/questions/question-editor.tsx': ['fields'],
  'areas/administration/form-editor/scores/score-field.tsx': ['fields'],
  'areas/administration/form-editor/translation/translate-list.tsx': 'search',
  'areas/administration/form-editor/translation/translate-row.tsx': ['translation'],
  'areas/administration/replica/replica-configuration.tsx': ['replica'],
  'areas/administration/reports/report-wish.tsx': 'search',
  'areas/administration/results/calculate-dialog.tsx': ['calculation'],
  'areas/evaluation/reports/inform-editor.tsx': ['inform'],
  'areas/evaluation/reports/institution-picker.tsx': 'search',
  'areas/administration/results/apart-dialog.tsx': ['apart'],
  'areas/administration/results/levels-dialog.tsx': ['levels'],
  'areas/administration/results/settle-dialog.tsx': ['settlement'],
  'areas/public/receipts/receipt-check.tsx': 'search',
  'areas/institution/sends/reopen-request.tsx': ['reopening'],
  'areas/administration/site-editor/sections/add-section-dialog.tsx': 'search',
  'areas/administration/site-editor/sections/file-picker.tsx': 'search',
  'areas/administration/site-editor/sections/image-dialog.tsx': ['page'],
  'areas/administration/site-editor/sections/link-dialog.tsx': ['page'],
  'areas/administration/site-editor/pages/name-and-about.tsx': ['page'],
  'areas/administration/site-editor/pages/settings-dialog.tsx': ['siteSettings'],
  'areas/administration/site-editor/sections/words-part.tsx': ['page'],
  'areas/administration/stages/stage-card.tsx': ['stages'],
  'features/sync/copies/ask-passphrase.tsx': 'secret',
  'features/sync/copies/export-copy.tsx': 'secret',
  'areas/institution/team/team-board.tsx': 'search',
  'areas/institution/team/write-dialog.tsx': ['message'],
  'areas/administration/users/anonymise-dialog.tsx': ['anonymising'],
  'areas/administration/users/institution-list.tsx': 'search',
  'areas/administration/users/invite-many-dialog.tsx': ['invitations'],
  'areas/administration/users/user-dialog.tsx': ['user'],
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
