import { stageNamesEn } from '#shared/stages/kind-names.en.ts'

const stage = Object.fromEntries(stageNamesEn)

export const lettersEn = {
  recovery: {
    subject: 'Recover your password',
    body: 'Hello {name},\n\nTo choose a new password open this link, which works once and for one hour:\n\n{link}\n\nIf you did not ask for it, there is nothing you need to do.',
  },
  invited: {
    subject: 'Invitation to the Public Innovation Index',
    body: 'Hello {name},\n\nYou are invited to take part in the Public Innovation Index. To create your password open this link, which works once and for seven days:\n\n{link}',
  },
  passwordChanged: {
    subject: 'Your password changed',
    body: 'Hello {name},\n\nThe password of your account changed and your other sessions were closed. If it was not you, ask for a new one here:\n\n{link}',
  },
  anonymised: {
    subject: 'Your name and e-mail address were removed from the platform',
    body: 'Hello,\n\nThe administrators of the Public Innovation Index removed your name, your e-mail address and your ways of signing in, as was asked for. What you answered for your institution stays the institution’s, and its history shows a pseudonym. This cannot be undone, and it is the last message to this mailbox.\n\n{link}',
  },
  addressMoved: {
    subject: 'The e-mail of your account changed',
    body: 'Hello {name},\n\nThe administration changed the e-mail with which you sign in to the Public Innovation Index: from now on your messages reach another mailbox, and this one signs nobody in. If you did not ask for it, tell the administration.\n\n{link}',
    notice: 'From now on you sign in with the e-mail that your settings show.',
  },
  signInClosed: {
    subject: 'Signing in with your password was closed',
    body: 'Hello {name},\n\nThere were too many failed attempts to sign in to your account, and for safety your password no longer works where you have not signed in before. To sign in again, create a new password at this link, which works once and for an hour:\n\n{link}\n\nAfterwards you can ask for another link under “Forgot your password?”. What you wrote is still saved.',
  },
  factorOn: {
    subject: 'Two-step verification of your account was set up',
    body: 'Hello {name},\n\nFrom now on your account asks for a code of the telephone that was just set up. If it was not you, somebody knows your password: tell the administration and create a new password here:\n\n{link}',
  },
  factorOff: {
    subject: 'Your two-step verification was removed',
    body: 'Hello {name},\n\nTwo-step verification was removed from within your account: your password is enough to sign in. If it was not you, tell the administration and create a new password here:\n\n{link}',
  },
  factorReset: {
    subject: 'The administration reset your two-step verification',
    body: 'Hello {name},\n\nThe administration of the platform removed two-step verification from your account, and your passkeys if you had any. Your password will be enough to sign in, or you will be asked to set it up again. If you did not ask for this, tell the administration and create a new password here:\n\n{link}',
  },
  passkeyOn: {
    subject: 'A passkey was added to your account',
    body: 'Hello {name},\n\nFrom now on the passkey “{passkey}” opens your account without the password. If it was not you, somebody knows your password: tell the administration, create a new password here and then remove that passkey in your settings:\n\n{link}',
    notice:
      'From now on the passkey “{passkey}” opens your account. If it was not you, remove it in your settings and change your password.',
  },
  passkeyOff: {
    subject: 'A passkey was removed from your account',
    body: 'Hello {name},\n\nThe passkey “{passkey}” no longer opens your account. If it was not you, tell the administration and create a new password here:\n\n{link}',
    notice: 'The passkey “{passkey}” no longer opens your account. If it was not you, change your password.',
  },
  passkeyCloned: {
    subject: 'A copy of your passkey was refused',
    body: 'Hello {name},\n\nSomebody tried to use your passkey “{passkey}” with a counter that lies behind, as a copy of it would. It was not accepted. If you do not know why, remove that passkey in your settings, add a new one and tell the administration:\n\n{link}',
    notice: 'What seems to be a copy of your passkey “{passkey}” was refused. Remove it in your settings and add a new one.',
  },
  ssoLinked: {
    subject: 'Single sign-on was linked to your account',
    body: 'Hello {name},\n\nFrom now on your account can also be entered with the identity that was just linked in its settings. If that was not you, somebody knows your password: tell the administrators and create a new password here, which also unlinks it:\n\n{link}',
  },
  ssoUnlinked: {
    subject: 'Single sign-on was unlinked from your account',
    body: 'Hello {name},\n\nFrom now on your account is entered with email and password only, and sessions opened with single sign-on have ended. If that was not you, tell the administrators and create a new password here:\n\n{link}',
  },
  assigned: {
    subject: 'You are in charge of questions: {form}',
    body: 'Hello {name},\n\nYou were given responsibilities in “{form}”: {count} in all.\n\n{items}\n\nYou can see them here:\n\n{link}',
    line: '- {level} {name}',
    notice: 'You were given responsibilities in “{form}”: {count} in all.',
    says: { level: { Dimension: 'Dimension', Subdimension: 'Sub-dimension', other: 'Questions' } },
  },
  assignedInvited: {
    subject: 'You are in charge of questions: {form}',
    line: '- {level} {name}',
    says: { level: { Dimension: 'Dimension', Subdimension: 'Sub-dimension', other: 'Questions' } },
    body: 'Hello {name},\n\nYou were given responsibilities in “{form}”: {count} in all.\n\n{items}\n\nTo see them create your password at this link, which works once and for seven days:\n\n{link}',
  },
  inherited: {
    subject: 'What {who} was in charge of is yours now: {form}',
    body: 'Hello {name},\n\n{who} has no responsibilities in “{form}” any more.{count}{delegate} Everything they answered is kept.\n\n{items}\n\nYou can see it here:\n\n{link}',
    line: '- {level} {name}',
    notice: '{who} has no responsibilities in “{form}” any more.{count}{delegate} Everything they answered is kept.',
    says: {
      level: { Dimension: 'Dimension', Subdimension: 'Sub-dimension', other: 'Questions' },
      count: { '0': '', other: ' What they were in charge of is yours now: {count} in all.' },
      delegate: { no: '', yes: ' Your institution has no delegate now.' },
    },
  },
  assignedNoMore: {
    subject: 'What you are in charge of has changed: {form}',
    body: 'Hello {name},\n\n{by} changed the responsibilities in “{form}”. You are no longer in charge of the following ({count} in all):\n\n{items}\n\nEverything you answered is kept.\n\n{link}',
    line: '- {level} {name}',
    notice: '{by} changed the responsibilities in “{form}”: {count} of yours are no longer yours. Everything you answered is kept.',
    says: { level: { Dimension: 'Dimension', Subdimension: 'Sub-dimension', other: 'Questions' } },
  },
  belongs: {
    subject: 'You can work for {institution} too',
    body: 'Hello {name},\n\nFrom now on you also take part for {institution} in the Public Innovation Index, with the same e-mail and the same password. You can change the institution above, beside your name.\n\n{link}',
    notice: 'You can change the institution above, beside your name.',
  },
  leads: {
    subject: 'You lead {institution} in the Public Innovation Index',
    body: 'Hello {name},\n\nFrom now on you are the institutional leader of {institution} in the Public Innovation Index: you can share out its questions, answer them and send them.\n\n{link}',
    notice: 'From now on you can share out the questions of your institution, answer them and send them.',
  },
  leadsNoMore: {
    subject: '{leader} now leads {institution}',
    body: 'Hello {name},\n\n{leader} is now the institutional leader of {institution} in the Public Innovation Index. You keep the dimensions, sub-dimensions and questions that you were given, and everything that you answered.\n\n{link}',
    notice: 'You keep the dimensions, sub-dimensions and questions that you were given, and everything that you answered.',
  },
  evaluates: {
    subject: 'You evaluate now: {institution}',
    body: 'Hello {name}:\n\nFrom now on you evaluate {institution} in “{form}”, in the place of {evaluator}. The decisions that they made and had not sent are still there: {count}. You can keep them or decide anew. Private notes that they leave you: {notes}.\n\n{link}',
  },
  evaluatesNoMore: {
    subject: '{evaluator} evaluates now: {institution}',
    body: 'Hello {name}:\n\n{evaluator} evaluates {institution} in “{form}” from now on. The decisions that you made and had not sent go to them: {count}. So do your private notes, which you no longer read: {notes}. What you decided without a network and has not arrived yet is proposed to them, and stays in the history under your name.\n\n{link}',
  },
  evaluatesFirst: {
    subject: 'You evaluate now: {institution}',
    body: 'Hello {name},\n\nFrom now on you evaluate {institution} in “{form}”.\n\n{link}',
    notice: 'From now on you evaluate {institution} in “{form}”.',
  },
  evaluatesNoLonger: {
    subject: 'You no longer evaluate: {institution}',
    body: 'Hello {name},\n\nFrom now on you do not evaluate {institution} in “{form}”. It has no evaluator for the moment. The decisions that you made and had not sent are kept for whoever follows: {count}. So are your private notes, which you no longer read: {notes}.\n\n{link}',
    notice: '{institution} has no evaluator in “{form}” for the moment. What you decided and had not sent is kept for whoever follows.',
  },
  evaluatorChanged: {
    subject: 'Somebody else evaluates {institution} now',
    body: 'Hello {name},\n\nFrom now on somebody else evaluates {institution} in “{form}”. Everything that was decided is kept.\n\n{link}',
    notice: 'From now on somebody else evaluates {institution} in “{form}”. Everything that was decided is kept.',
  },
  takenOut: {
    subject: '{institution} no longer takes part in {form}',
    body: 'Hello {name},\n\nThe administration took {institution} out of “{form}”. Its answers are no longer shown on the platform; they are kept for thirty days, in case the institution comes back. If you think that this is a mistake, write to the administration.\n\n{link}',
    notice: 'The administration took {institution} out of “{form}”. Its answers are kept for thirty days, in case it comes back.',
  },
  broughtBack: {
    subject: '{institution} takes part again in {form}',
    body: 'Hello {name},\n\n{institution} takes part in “{form}” again. Its answers and responsibilities are as they were.\n\n{link}',
    notice: '{institution} takes part in “{form}” again. Its answers and responsibilities are as they were.',
  },
  formHidden: {
    subject: 'Form disabled: {form}',
    body: 'Hello {name},\n\nThe administration disabled “{form}”: for now nobody can answer or evaluate in it. Every answer is kept. We will tell you when it is available again.\n\n{link}',
    notice: 'For now nobody can answer or evaluate in it. Every answer is kept.',
  },
  formShown: {
    subject: 'Form available again: {form}',
    body: 'Hello {name},\n\n“{form}” is available again, with everything as it was. You can go on here:\n\n{link}',
    notice: 'It is available again, with everything as it was.',
  },
  commented: {
    subject: 'Comment on question {number}',
    body: 'Hello {name},\n\nA comment is waiting for your reply on question {number}:\n\n{question}\n\n{link}',
    notice: 'A comment is waiting for your answer: {question}',
  },
  replied: {
    subject: '{who} replied to your comment on question {number}',
    body: 'Hello {name},\n\n{who} replied to the comment that you made on question {number}:\n\n{question}\n\n{keeps}\n\n{link}',
    notice: '{question}\n{keeps}',
    says: {
      keeps: {
        yes: 'They say that the answer will stay as it is. Look at it and resolve the comment.',
        no: 'Look at the answer and resolve the comment.',
      },
    },
  },
  delegates: {
    subject: 'You are the delegate of {institution}',
    body: 'Hello {name},\n\nFrom now on you are the delegate of {institution} in “{form}”: you can share out the questions, answer them and send them, just like your institutional leader and at the same time.\n\n{link}',
    notice: 'In “{form}” you can share out the questions, answer them and send them, just like your institutional leader.',
  },
  delegatesNoMore: {
    subject: 'You are no longer the delegate of {institution}',
    body: 'Hello {name},\n\nFrom now on you are not the delegate of {institution} in “{form}”. You keep the dimensions, sub-dimensions and questions that you were in charge of, and everything you answered.\n\n{link}',
    notice: 'In “{form}” you keep the dimensions, sub-dimensions and questions that you were in charge of, and everything you answered.',
  },
  stageOpened: {
    subject: 'The stage “{stage}” has begun: {form}',
    body: 'Hello {name},\n\nThe stage “{stage}” of “{form}” has begun. It ends on {end}.{pending}{unsent}\n\nYou can go on here:\n\n{link}',
    notice: 'It ends on {end}.{pending}{unsent}',
    says: {
      stage,
      pending: { '0': '', '1': ' You have 1 thing left to do.', other: ' You have {pending} things left to do.' },
      unsent: { '0': '', '1': ' You have 1 answer ready to send.', other: ' You have {unsent} answers ready to send.' },
    },
  },
  observed: {
    subject: 'New observations: {form}',
    body: 'Hello {name},\n\nThe evaluation team observed {count} that you are in charge of in “{form}”. You can correct what was observed until {end}, in the stage “{stage}”.\n\n{link}',
    notice: 'The evaluation team observed {count} that you are in charge of. You can correct what was observed until {end}.',
    says: { stage, count: { '1': '1 answer', other: '{count} answers' } },
  },
  reopened: {
    subject: 'What {institution} sent is open again: {form}',
    body: 'Hello {name},\n\nThe administration opened what {institution} had sent in “{form}” again: answers can be changed and have to be sent once more.\n\nReason:\n\n{reason}\n\n{link}',
    notice: 'Answers can be changed and have to be sent once more. Reason: {reason}',
  },
  sendConfirmation: {
    subject: 'Receipt {number}',
    body: 'Hello {name},\n\nYour sending of “{form}” was received.\n\nReceipt: {number}\nAnswers: {answers}\nFiles: {files}\n\n{link}',
    notice: 'What you sent of “{form}” was received: {answers} answers and {files} files.',
  },
  sendRecalled: {
    subject: 'Taken back: {number}',
    body: 'Hello {name},\n\n{by} took back {number} of “{form}” before anybody opened it. The answers are where they were and can be changed and sent again. The receipt stays in the list, marked as taken back.\n\n{link}',
    notice: '{by} took this back before anybody opened it: “{form}”.',
  },
  reopenAsked: {
    subject: '{institution} asks to reopen its form',
    body: 'Hello {name},\n\n{by} of {institution} asks to have “{form}” reopened. They wrote:\n\n{reason}\n\nYou can reopen it, or say why not, here:\n\n{link}',
    notice: '{by} asks to have “{form}” reopened: {reason}',
  },
  reopenDeclined: {
    subject: 'Your form stays closed: {form}',
    body: 'Hello {name},\n\nThe lab has read the request to reopen “{form}” and said no. The reason:\n\n{reason}\n\n{link}',
    notice: 'The lab does not reopen “{form}”: {reason}',
  },
  evaluationReceived: {
    subject: 'Evaluation received: {form}',
    body: 'Hello {name},\n\nThe evaluation team sent its comments on “{form}”. You can see them here:\n\n{link}',
    notice: 'The evaluation team sent its comments on “{form}”.',
  },
  sectionReady: {
    subject: 'Section ready: {section}',
    body: 'Hello {name},\n\n{author} marked the section “{section}” of “{form}” as ready. You can look through it here:\n\n{link}',
    notice: '{author} marked the section “{section}” of “{form}” as ready.',
  },
  helpAsked: {
    subject: 'Question from {who}{institution}',
    body: 'Hello {name},\n\n{who} ({email}){institution} asks for help.{form}\n\nThey wrote:\n\n{text}\n\nThey wrote it on this page:\n\n{link}\n\nTo answer, reply to this e-mail: your reply goes to {email}.',
    notice: '{text}\n\nTo be answered by e-mail to {email}.',
    says: { institution: { '': '', other: ', {institution}' }, form: { '': '', other: ' Form: “{form}”.' } },
  },
  helpDesk: {
    subject: 'Question from {who}{institution}',
    body: '{who} ({email}){institution} asks for help.{form}\n\nThey wrote:\n\n{text}\n\nThey wrote it on this page:\n\n{link}\n\nTo answer, reply to this e-mail: your reply goes to {email}.',
    says: { institution: { '': '', other: ', {institution}' }, form: { '': '', other: ' Form: “{form}”.' } },
  },
  helpReceived: {
    subject: 'We received your message',
    body: 'Hello {name},\n\nWe received your message and will answer to this e-mail address. Somebody is there from Monday to Friday, 09:00 to 17:00 (continental Chile time), except on public holidays.\n\nYou wrote:\n\n{text}\n\nYou wrote it on this page:\n\n{link}',
    notice: '{text}\n\nThe answer will come by e-mail.',
  },
  notificationSent: {
    subject: '{subject}',
    body: 'Hello {name},\n\n{body}\n\nThis message is in your notifications as well:\n\n{link}',
    notice: '{body}',
  },
  satisfactionPoll: {
    subject: 'Satisfaction survey: {form}',
    body: 'Hello {name},\n\nWe invite you to answer the satisfaction survey of “{form}”. You can do so here:\n\n{link}',
    notice: 'We invite you to answer the satisfaction survey of “{form}”.',
  },
  finalReportSent: {
    subject: 'Final report available: {form}',
    body: 'Hello {name},\n\nThe final report of “{form}” is available. You can see it here:\n\n{link}',
    notice: 'The final report of “{form}” is available.',
  },
  resultsPublished: {
    subject: 'Published: the {kind} report, {form}',
    body: 'Hello {name},\n\nThe {kind} report of {institution} in “{form}” was published.{version}{reason}{from}\n\n{link}',
    notice: 'The {kind} report of {institution} was published.{version}{reason}{from}',
    says: {
      kind: { preliminary: 'preliminary', final: 'final' },
      version: { '1': '', other: ' It is version {version} and takes the place of the one before.' },
      reason: { '': '', undefined: '', other: ' Reason: {reason}.' },
      from: { '': ' You can see it now.', other: ' You can see it from {from} on.' },
    },
  },
  remainingTimeExtended: {
    subject: 'There is more time: {form}',
    body: 'Hello {name},\n\nThe stage “{stage}” of “{form}” now runs until {end}. What your institution still has to send is here:\n\n{link}',
    notice: 'The stage “{stage}” was extended until {end}.',
    says: { stage },
  },
  stageShortened: {
    subject: 'Time ends sooner: {form}',
    body: 'Hello {name},\n\nThe stage “{stage}” of “{form}” ends sooner than planned: on {end}.{pending}{unsent}\n\nYou can go on here:\n\n{link}',
    notice: 'The stage “{stage}” ends sooner than planned: on {end}.{pending}{unsent}',
    says: {
      stage,
      pending: { '0': '', '1': ' You have 1 thing left to do.', other: ' You have {pending} things left to do.' },
      unsent: { '0': '', '1': ' You have 1 answer ready to send.', other: ' You have {unsent} answers ready to send.' },
    },
  },
  leaderWrote: {
    subject: '{who} wrote to you: {form}',
    body: 'Hello {name},\n\n{text}\n\n{who}\n\n{pending} in “{form}”, stage “{stage}”, which ends on {end}. You can see it here:\n\n{link}',
    notice: '{text}\n\n{pending}, until {end}.',
    says: {
      stage,
      pending: { '1': '1 question is waiting for you', other: '{pending} questions are waiting for you' },
    },
  },
  reminder: {
    subject: 'Reminder: time ends on {end}',
    body: 'Hello {name},\n\nTime is about to end, and something is still left to do in what you are in charge of:\n\n{items}\n\nYou can see it here:\n\n{link}\n\nIf you do not want any more reminders of deadlines, open this link; you need not sign in. All other letters will still reach you.\n\n{optOut}',
    line: '- {form}, stage “{stage}”: {pending} pending{unsent}, until {end}',
    notice: '{items}',
    says: { stage, unsent: { '0': '', other: ', {unsent} ready to send' } },
  },
} as const
