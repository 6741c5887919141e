import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  lead: 'Open an institution to act for it. Everything is recorded under your name.',
  caption: 'Institutions that take part in the form',
  institution: 'Institution',
  evaluator: 'Evaluator',
  noEvaluator: 'No evaluator',
  state: 'State',
  advance: 'Progress',
  pendent: 'Pending',
  late: 'Late changes',
  action: 'Actions',
  count: ({ n }) => (n === 1 ? '1 institution' : `${n} institutions`),
  figuresShort: ({ pendent, late }: { pendent: number; late: number }) =>
    `${pendent} pending · ${late} late ${late === 1 ? 'change' : 'changes'}`,
  evaluatedBy: ({ name }: { name: string }) => `Evaluator: ${name}`,
  search: 'Search institution or person',
  filter: 'Show',
  filterAll: 'All',
  filterOpen: 'Open',
  filterLocked: 'Locked',
  filterNotSent: 'Not sent',
  filterUnsent: 'Evaluation not sent',
  unsentTitle: 'Evaluations that ended without being sent',
  unsentBody: 'What was not sent is not given to the institution. Results wait for these decisions.',
  unsentRound: ({ name, stage, n }) =>
    n === 0
      ? `${name} · ${stage}: everything decided, not sent`
      : `${name} · ${stage}: ${n === 1 ? '1 answer without a decision' : `${n} answers without a decision`}`,
  filterLate: 'With late changes',
  filterEmpty: 'No institution with this filter.',
  none: 'This form has no institutions yet',
  noneBody: 'When they are added, they will appear here.',
  noForms: 'There are no forms on this device',
  noFormsBody: 'Connect to bring them. After that you can work offline.',
  notOnDevice: 'Not on this device',
  opening: 'Opening...',
  missing: ({ n }) =>
    n === 1
      ? 'The data of 1 institution is not on this device yet: it comes when you open it.'
      : `The data of ${n} institutions is not on this device yet: it comes when you open them.`,
  act: 'Open',
  actName: 'Open {{name}} and act for it',
  view: 'View',
  viewName: 'View the form of {{name}}',
  reopen: 'Reopen',
  reopenName: 'Reopen {{name}}',

  asksReopen: 'Asks to reopen',
  answerRequest: 'Answer',
  answerRequestName: 'Answer {{name}}, which asks to reopen',
  requestTitle: '{{name}} asks to be reopened',
  requestOn: 'Asked on {{at}}:',
  requestClosed: 'It cannot be reopened now: it is being evaluated, or no stage is running. You can say no, or leave it until it can be.',
  decline: 'Do not reopen',
  declined: '{{name}} was told no.',
  declineQueued: 'The answer to {{name}} is kept on this device and will be sent with the connection.',
  requestHint: 'The institution reads it as you write it, whether you reopen or not.',
  reopenTitle: 'Reopen {{name}}?',
  reopenBody: 'The institution will be able to change its answers again:',
  reopenAnswers: 'Its answers go back to whoever is responsible for each.',
  reopenSend: 'It has to send again before the stage ends. Earlier receipts are kept.',
  reopenRecord: 'The reason stays in the history, under your name.',
  reason: 'Reason',
  reasonMissing: 'Write the reason.',
  reopenConfirm: 'Reopen',
  reopened: '{{name}} was reopened',
  reopenQueued: 'The reopening of {{name}} is kept on this device and will be sent with the connection.',

  simulate: 'Simulate state change',
  recoverWork: 'Recover unsent work',
} satisfies Translated<typeof es>
