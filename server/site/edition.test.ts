import { mutations } from '#shared/mutations.ts'
import { expect, test } from 'vitest'
import { seenByVisitors } from './edition.ts'

/**
 * Changes of which no page tells at once. What pages of results and of questions show of some of them, as a form's name, its stages and
 * its accepted answers, is there within the minute that those pages are kept (WS10).
 */
const unseen: readonly string[] = [
  // What an institution answers, and what it is answered.
  ...[
    'answer.set',
    'answer.clear',
    'answer.keep',
    'answers.send',
    'answers.open',
    'answers.recall',
    'administrative.set',
    'survey.send',
    'unsent.adopt',
  ],
  ...['attachment.add', 'attachment.remove', 'attachment.decline', 'attachment.ready'],
  ...['comment.add', 'comment.reply', 'comment.resolve', 'comment.edit', 'comment.redact'],
  ...['assignment.set', 'delegate.set', 'leader.set', 'invitation.resend', 'invitation.correct', 'invitation.withdraw'],
  ...['evaluation.decide', 'evaluation.acceptRemaining', 'evaluation.reopenAccepted', 'evaluation.send', 'evaluation.note'],
  ...[
    'evaluation.settle',
    'evaluation.release',
    'participant.reopen',
    'participant.askReopen',
    'participant.declineReopen',
    'replica.open',
    'replica.justify',
  ],
  ...['conflict.resolve', 'quarantine.raw', 'notice.read', 'help.ask', 'section.ready', 'team.write'],
  // A form while it is prepared, and its course.
  ...['form.create', 'form.clone', 'form.import', 'form.note', 'form.publish', 'form.edit', 'form.rehearse', 'form.rehearsalDay'],
  ...[
    'form.calculate',
    'form.setLevels',
    'form.declareApart',
    'stages.edit',
    'stage.tick',
    'stage.advance',
    'stage.tellExtension',
    'replica.configure',
  ],
  ...['dimension.add', 'dimension.edit', 'dimension.move', 'dimension.remove', 'dimension.restore'],
  ...['question.add', 'question.edit', 'question.move', 'question.remove', 'question.restore', 'reportText.edit', 'alert.edit'],
  // Results before they are published.
  ...['points.upload', 'result.calculate', 'inform.edit'],
  // People and institutions.
  ...['participant.add', 'participant.evaluator', 'participant.remove', 'institution.create', 'institution.lead', 'category.create'],
  ...['person.reminders', 'person.rename', 'person.join', 'person.create', 'person.release', 'member.add', 'member.remove'],
  ...['user.create', 'user.edit', 'user.toggle', 'user.invite', 'notification.send', 'notification.repeat', 'reminder.send'],
  ...['person.anonymise', 'letter.repeat', 'letter.giveUp'],
  // What was seen of a form when it was closed stays.
  ...['form.close', 'form.reopen'],
  // The site before it is published; a file that is brought back is seen, which its reply says.
  ...['siteFile.add', 'openReport.add', 'page.save'],
]

test('[WS10] of every change that there is it is said whether visitors see it at once, and of none twice', () => {
  expect([...seenByVisitors, ...unseen].toSorted()).toEqual([...mutations.keys()].toSorted())
})
