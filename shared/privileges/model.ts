/** What may be done with a form, by stage and by who one is in it (PR1). */
export const privileges = [
  'assignInstitutionResponsable',
  'impersonalizate',
  'replyQuestion',
  'replyAnwerObserved',
  'replyAnwerObservedReplica',
  'addComment',
  'editComment',
  'sendAnswersToSupervisor',
  'viewObservation',
  'observeAnswer',
  'acceptAnswer',
  'rejectAnswer',
  'evaluateReplica',
  'sendEvaluations',
  'watchAnswers',
  'replySurvey',
  'createPreinform',
  'createInform',
  'canSeePremilinaryResults',
  'canSeeFinalResults',
] as const
export type Privilege = (typeof privileges)[number]

/** L leader and delegate · A area leaders · P professionals · E the institution's evaluator · X administrator acting for it. */
export type Column = 'L' | 'A' | 'P' | 'E' | 'X'

type Row = Readonly<Partial<Record<MatrixPhase, string>>>
type MatrixPhase =
  | 'Pre'
  | 'NormalInput'
  | 'FirstRevision'
  | 'CorrectionInput'
  | 'SecondRevision'
  | 'CalculateResults'
  | 'ReplicaInput'
  | 'ReplicaRevision'
  | 'ShowResults'
  | 'Closed'

const everyone = 'LAPEX'
/** Columns that hold each privilege in each stage. A missing cell means nobody. */
const matrix: Readonly<Record<Privilege, Row>> = {
  assignInstitutionResponsable: { Pre: 'LA', NormalInput: 'LAX', CorrectionInput: 'LAX', ReplicaInput: 'LAX' },
  impersonalizate: {
    NormalInput: 'X',
    FirstRevision: 'X',
    CorrectionInput: 'X',
    SecondRevision: 'X',
    CalculateResults: 'X',
    ReplicaInput: 'X',
    ReplicaRevision: 'X',
  },
  replyQuestion: {
    NormalInput: 'LAPX',
    FirstRevision: 'X',
    CorrectionInput: 'X',
    SecondRevision: 'X',
    CalculateResults: 'X',
    ReplicaInput: 'X',
    ReplicaRevision: 'X',
  },
  replyAnwerObserved: { CorrectionInput: 'LAPX' },
  replyAnwerObservedReplica: { ReplicaInput: 'LAPX' },
  addComment: { NormalInput: 'LA', CorrectionInput: 'LA', ReplicaInput: 'LA' },
  editComment: { NormalInput: 'LA', CorrectionInput: 'LA', ReplicaInput: 'LA' },
  sendAnswersToSupervisor: { NormalInput: 'LAPX', CorrectionInput: 'LAPX', ReplicaInput: 'LAPX' },
  viewObservation: {
    FirstRevision: 'E',
    CorrectionInput: everyone,
    SecondRevision: everyone,
    CalculateResults: everyone,
    ReplicaInput: everyone,
    ReplicaRevision: everyone,
    ShowResults: everyone,
    Closed: 'LAPE',
  },
  observeAnswer: { FirstRevision: 'E' },
  acceptAnswer: { FirstRevision: 'E', SecondRevision: 'E' },
  rejectAnswer: { SecondRevision: 'E' },
  evaluateReplica: { ReplicaRevision: 'E' },
  sendEvaluations: { FirstRevision: 'E', SecondRevision: 'E', ReplicaRevision: 'E' },
  watchAnswers: {
    NormalInput: 'E',
    FirstRevision: 'E',
    CorrectionInput: 'E',
    SecondRevision: 'E',
    CalculateResults: 'E',
    ReplicaInput: 'E',
    ReplicaRevision: 'E',
    ShowResults: 'E',
    Closed: 'E',
  },
  replySurvey: { SecondRevision: 'L', CalculateResults: 'L', ReplicaInput: 'L', ReplicaRevision: 'L', ShowResults: 'L' },
  createPreinform: { SecondRevision: 'E', CalculateResults: 'E' },
  // Of a form with a replica not before it was decided (RS17).
  createInform: { CalculateResults: 'E', ReplicaRevision: 'E', ShowResults: 'E' },
  canSeePremilinaryResults: { ReplicaInput: 'L', ReplicaRevision: 'L', ShowResults: 'L', Closed: 'L' },
  canSeeFinalResults: { ShowResults: 'L', Closed: 'L' },
}

/** Whether the matrix gives a privilege to a column in a phase. Between stages institution and evaluator stand as after the last (PR2). */
export function allows(privilege: Privilege, phase: MatrixPhase | 'Gap', column: Column): boolean {
  const row = matrix[privilege]
  if (phase !== 'Gap') return (row[phase] ?? '').includes(column)
  return column !== 'X' && (row.Closed ?? '').includes(column)
}

/** What an administrator may change of a form itself, by stage (PR1). */
export const formPrivileges = ['changeSurveyStructure', 'changeHelpTexts', 'changeStatusForm', 'changeAnswerPoints'] as const
export type FormPrivilege = (typeof formPrivileges)[number]

/** Phases in which each is open to administrators. */
const formMatrix: Readonly<Record<FormPrivilege, readonly MatrixPhase[]>> = {
  changeSurveyStructure: ['Pre'],
  changeHelpTexts: [
    'Pre',
    'NormalInput',
    'FirstRevision',
    'CorrectionInput',
    'SecondRevision',
    'CalculateResults',
    'ReplicaInput',
    'ReplicaRevision',
  ],
  changeStatusForm: ['Pre', 'NormalInput', 'ShowResults', 'Closed'],
  changeAnswerPoints: ['Pre', 'NormalInput', 'FirstRevision', 'CorrectionInput', 'SecondRevision', 'CalculateResults', 'Closed'],
}

/** Whether the matrix opens a change of forms in a phase. What stands between two stages is asked of both of them (PR9). */
export const opensIn = (privilege: FormPrivilege, phase: MatrixPhase): boolean => formMatrix[privilege].includes(phase)

/** Privileges by which an institution changes its own data, so that a lock stops them; the survey is not one (PR5). */
export const institutionWrites: ReadonlySet<Privilege> = new Set([
  'replyQuestion',
  'replyAnwerObserved',
  'replyAnwerObservedReplica',
  'addComment',
  'editComment',
  'sendAnswersToSupervisor',
  'assignInstitutionResponsable',
])

/** Privileges by which an evaluator decides, so that they wait for the lock. */
export const evaluatorWrites: ReadonlySet<Privilege> = new Set([
  'observeAnswer',
  'acceptAnswer',
  'rejectAnswer',
  'evaluateReplica',
  'sendEvaluations',
])
