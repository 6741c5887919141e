import type { ReportFormat, ReportKind, ReportLayout } from '#shared/reports/model.ts'
import type { ResultKind, Thresholds } from '#shared/results/model.ts'
import type { Maturity } from '#shared/results/maturities.ts'
import type { Generated } from 'kysely'
/**
 * Every table, as columns and their plain types. Text and integers only, the same in both engines:
 * moments are UTC text `…Z`, flags are 0 or 1, structures are JSON text parsed where they are read.
 */
export interface MetaTable {
  key: string
  value: string
}

export interface UserTable {
  id: string
  /** Lower case. */
  email: string
  /** argon2id; null until an invitation is accepted. */
  password_hash: string | null
  kind: 'Administrator' | 'Evaluator' | 'Institutional'
  /** Of an institution's people: in whose scope the account itself is changed. To whom they belong, `membership` says. */
  institution_id: string | null
  name: string
  surname: string
  active: number
  joined: number
  show_onboarding: number
  language: 'es' | 'en'
  created_at: string
  /** The rehearsal that invented them. */
  rehearsal: string | null
  /** When they last opened a session with their password. */
  last_sign_in_at: string | null
}

export interface SessionTable {
  /** SHA-256 of the bearer token, hex. */
  token_hash: string
  /** Names the session to its owner; opens nothing. */
  id: string
  user_id: string
  device_id: string | null
  /** User-Agent of the sign-in, shortened. */
  agent: string | null
  /** Network address of the last use that was noted. */
  address: string | null
  created_at: string
  last_used_at: string
  /** Institution that its person chose to have in front; null while they have not chosen. */
  institution_id: string | null
  /** 1 when single sign-on opened it. */
  sso: number
}

/** Who belongs to which institution; the person's row in the institution's scope is the truth and is written in the same transaction. */
export interface MembershipTable {
  user_id: string
  institution_id: string
  /** When it was last chosen to be in front. */
  chosen_at: string | null
}

/** A browser on which somebody has signed in before, by the SHA-256 of the secret that it keeps. */
export interface KnownDeviceTable {
  secret_hash: string
  user_id: string
  created_at: string
  last_used_at: string
}

/** Attempts that were not known to be good, by the SHA-256 of what they are counted under. */
export interface AttemptTable {
  key: string
  /** Since the key was last quiet for an hour. */
  attempts: number
  /** Since the key was last cleared. */
  failures: number
  last_at: string
}

/** What of the lab's people shows a code besides a password. */
export interface SecondFactorTable {
  user_id: string
  /** Secret that stands, sealed; null until one was confirmed. */
  secret: string | null
  /** Secret that waits for its first code, sealed. */
  pending: string | null
  /** Period of the last code that was taken: none of before is. */
  last_step: number
  confirmed_at: string | null
}

/** Codes that each let in once without the telephone, by their SHA-256. */
export interface RecoveryCodeTable {
  user_id: string
  code_hash: string
}

/** A sign-in whose password was right and whose code is still to come. */
export interface SignInTicketTable {
  ticket_hash: string
  user_id: string
  /** SHA-256 of the secret of the browser that showed the password. */
  device_hash: string
  /** Secret that is to be confirmed, sealed, where a factor is asked for and there is none. */
  pending: string | null
  created_at: string
  expires_at: string
  /** 1 when single sign-on came before the code, and no password. */
  sso: number
}

/** The identity by which a provider's sign-in lets somebody in. */
export interface SsoLinkTable {
  user_id: string
  /** `claveunica`, or the issuer. */
  provider: string
  /** Of Clave Única the formatted rut; else what the issuer calls them. */
  subject: string
  created_at: string
}

/** A sign-in that waits at the provider. */
export interface SsoFlowTable {
  state_hash: string
  nonce: string
  verifier: string
  /** SHA-256 of the secret of the browser that began, base64url. */
  proof: string
  /** Whose account the identity is to be linked to; null to sign in. */
  user_id: string | null
  /** The rut that they typed, formatted. */
  rut: string | null
  created_at: string
  expires_at: string
}

/** What a provider has said, until the browser that began fetches it. */
export interface SsoCodeTable {
  code_hash: string
  provider: string
  subject: string
  proof: string
  user_id: string | null
  rut: string | null
  created_at: string
  expires_at: string
}

/** A passkey of somebody: a key of which the other half never leaves their authenticator. */
export interface PasskeyTable {
  id: string
  user_id: string
  /** As the authenticator names it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often it has signed, by its own count, in digits: it may be larger than a number of the database. 0 where it does not count. */
  counter: string
  /** Ways to the authenticator: a JSON list. */
  transports: string
  /** 1 where the provider of the authenticator keeps it for the person's other devices. */
  synced: number
  name: string
  created_at: string
  last_used_at: string | null
}

/** What a browser was given to have signed, and has not brought back. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge, hex. */
  challenge_hash: string
  purpose: 'signIn' | 'add' | 'proof'
  /** Null where nobody is known yet: at a sign-in. */
  user_id: string | null
  session_hash: string | null
  created_at: string
  expires_at: string
}

export interface TokenTable {
  /** SHA-256 of the secret in the letter, hex. */
  token_hash: string
  purpose: 'reset' | 'invite'
  user_id: string
  created_at: string
  expires_at: string
  used_at: string | null
}

export interface FormTable {
  id: string
  name: string
  version_id: string
  enabled: number
  removed: Generated<number>
  /** Version of its questionnaire's scope out of which the version that stands was published. */
  published: Generated<number>
}

export interface FormVersionTable {
  id: string
  form_id: string
  /** FormDefinition, JSON. */
  definition: string
  created_at: string
}

/** Who takes part where; the replicated participant row is the truth and is written in the same transaction. */
/** What is asked of an institution without reading its row. */
export interface InstitutionTable {
  id: string
  name: string
  code: string
  /** Whether its people get in (OR7). */
  lets_in: number
  rehearsal: string | null
}

export interface ParticipantTable {
  institution_id: string
  form_id: string
  leader_id: string
  delegate_id: string | null
  evaluator_id: string | null
  locked: number
}

export interface SyncScopeTable {
  /** A scope; '*' is the order of commits itself. */
  id: string
  /** Number of the commit that changed it last. */
  version: number
  /** Tombstones up to here were compacted: an older cursor starts over. */
  floor_version: number
}

export interface SyncRowTable {
  scope: string
  part: string
  tbl: string
  id: string
  version: number
  deleted: number
  reason: string | null
  data: string
}

/** A device of a user; the same id pushed by another user is another device. Ids of the server's own begin with '~'. */
export interface SyncDeviceTable {
  user_id: string
  id: string
  last_seq: number
  app: string
  schema_version: number
  /** Mutations and files that the device said were still waiting. */
  pending: number
  /** Newest moment at which the device said that nothing waited on it: what it sends later was done later. */
  contact_at: string | null
  created_at: string
  last_seen_at: string
  revoked_at: string | null
}

/** How often a mutation that is not in the ledger yet has broken business code. */
export interface SyncAttemptTable {
  user_id: string
  device_id: string
  seq: number
  attempts: number
}

/** Whose the mids of a run are: who used it first. */
export interface SyncRunTable {
  run: string
  user_id: string
}

/** A commit by what it is, not by its number alone. */
export interface SyncStampTable {
  /** Its number, as `stampKey` writes it. */
  key: string
  /** Random: a commit that takes the same number after the database was put back has another. */
  stamp: string
}

/** What a device was given, or is being given: the newest few of each. */
export interface SyncViewTable {
  user_id: string
  device_id: string
  /** Of `data`, by which a cursor names it. */
  digest: string
  /** View, JSON. */
  data: string
  made_at: string
}

/** Who evaluates an institution in a form, or did: their late decisions are still heard. */
export interface EvaluatorOnceTable {
  institution_id: string
  form_id: string
  user_id: string
}

/** The ledger: every mutation that ever reached the server, verbatim, with what became of it. Append-only. */
export interface SyncMutationTable {
  /** Its key; begins with '~' when the mid that came is another's. */
  mid: string
  /** The mid that came, when it is not the key. */
  sent_mid: string | null
  device_id: string
  seq: number
  author_id: string
  name: string
  version: number
  scope: string
  entity: string | null
  args: string
  base: string | null
  /** What the device's clock said, as it came. */
  client_at: string
  /** When it was done, as far as it is believed; null in entries of the first release. */
  occurred_at: string | null
  /** The server's time up to which the device is known to have had nothing waiting; null when it is not believed. */
  lease: string | null
  received_at: string
  disposition: string
  code: string
  params: string | null
  answer: string | null
  /** Digest of what a call that brought its own key asked for; null in entries that came any other way. */
  call: string | null
  /** SHA-256 of the arguments as they came, hex, where somebody's name was taken out of them; null: they are what came. */
  said: string | null
}

/** A mutation that came again under another device or sequence: its result is the first one's. */
export interface SyncAliasTable {
  author_id: string
  device_id: string
  seq: number
  mid: string
  disposition: string
  code: string
  params: string | null
}

export interface HistoryTable {
  id: string
  scope: string
  part: string
  /** '' for what concerns the whole institution. */
  unit: string
  action: string
  value: string | null
  text: string | null
  /** What it changed, field by field, as JSON. */
  changed: string | null
  user_id: string
  role: string
  occurred_at: string
  received_at: string
  mid: string
  disposition: string
}

export interface LetterTable {
  id: string
  template: string
  to_user: string
  /** JSON of text and numbers. */
  data: string
  state: 'waiting' | 'sent' | 'dead'
  attempts: number
  next_at: string
  created_at: string
  sent_at: string | null
  error: string | null
  /** 1 once it ended without going and nobody has to look at it; null for every other. */
  quiet: number | null
  /** Trace of what wrote it. */
  trace: string | null
}

export interface BlobTable {
  sha256: string
  size: number
  created_at: string
}

export interface UploadTable {
  attachment_id: string
  scope: string
  user_id: string
  sha256: string
  size: number
  mime: string
  received: number
  state: 'open' | 'ready'
  created_at: string
  updated_at: string
  /** What is kept of one that is open: JSON of `[bytes, sha256][]`, in their order; null while nothing is. */
  parts: string | null
}

/** One writing of a kept name, where files are kept in the database. */
export interface FileBodyTable {
  id: string
  shelf: string
  name: string
  /** `whole` is the one that is read; `former` was, and is left to who reads it yet. */
  state: 'writing' | 'whole' | 'former'
  size: number
  /** When its state was last changed, by the clock of the machine that did. */
  at: string
}

export interface FileChunkTable {
  body: string
  /** From 0. */
  n: number
  bytes: Uint8Array
}

/** What the answers of an earlier form, beside those of a form, were made of. */
export interface FormerSourceTable {
  institution_id: string
  form_id: string
  made_with: string
  inst_version: number
}

export interface OverviewSourceTable {
  institution_id: string
  form_id: string
  /** Where the overview's row is. */
  scope: string
  /** Shape of the row, version of the form and kinds of its stages. */
  made_with: string
  inst_version: number
  eval_version: number
}

/** What the lab's people did, and who came in. Append-only: the database itself refuses anything else. */
export interface AuditTable {
  /** Place in the chain, from 1 without a gap. */
  n: number
  at: string
  /** The life of the database in which it was written. */
  epoch: string
  /** A mutation's name, or what else was done. */
  kind: string
  /** '' for who is nobody here. */
  actor_id: string
  /** The institution in whose place it was done. */
  on_behalf_of: string | null
  form_id: string | null
  institution_id: string | null
  subject_id: string | null
  /** JSON; never what anybody wrote, nor a secret. */
  detail: string
  /** Digest of the row before; '' for the first. */
  previous: string
  /** SHA-256 of the row and of `previous`, hex. */
  digest: string
}

/** What of an entry of the ledger, or of an act of the audit, was taken out because it was somebody's. */
export interface RedactionTable {
  /** The act that says so, and proves all that were made with it. */
  act_n: number
  place: 'ledger' | 'audit'
  /** The entry's mid, or the act's number. */
  key: string
  /** Digest of what was there: of the arguments, or of the act. */
  was: string
  /** Digest of what is there since. */
  became: string
}

/** The last row of the audit, under the server's seal. One row. */
export interface AuditHeadTable {
  id: number
  n: number
  digest: string
  seal: string
}

/** A report that was asked for, to be made apart and fetched later. */
export interface ReportJobTable {
  id: string
  user_id: string
  kind: ReportKind
  form_id: string
  institution_id: string | null
  format: ReportFormat
  layout: ReportLayout
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** Steps that are behind it, of so many; both 0 before the first. */
  done: number
  total: number
  /** Times that a process took it up. */
  begun: number
  /** Of the process that is making it, anew each time; it is that one's until then. */
  claim: string | null
  claimed_until: string | null
  created_at: string
  started_at: string | null
  /** When it goes; null while it waits or is being made. */
  expires_at: string | null
  /** Of the file below the data directory. */
  file: string | null
  /** Of the download. */
  name: string | null
  /** Media type. */
  type: string | null
  size: number | null
  /** Why it failed. */
  code: string | null
  /** Institutions that it tells of, JSON of ids. */
  institutions: string | null
  /** Trace of the request that asked for it. */
  trace: string | null
}

/** A process that serves this database, by its last sign of life. */
export interface ServerProcessTable {
  id: string
  /** Of the program. */
  version: string
  /** That the program makes of a database. */
  schema_version: number
  host: string
  started_at: string
  seen_at: string
  /** `ProcessFigures`, JSON. */
  figures: string
}

/** The last run of a job, whichever process it ran in. */
export interface JobRunTable {
  name: string
  /** Id of the process. */
  server: string
  last_started_at: string
  last_finished_at: string
  /** How long it took. */
  ms: number
  last_success_at: string | null
  /** Runs that failed since one succeeded. */
  failures: number
  last_failed_at: string | null
  /** Under which the log has the error. */
  last_error_id: string | null
  last_error_server: string | null
}

/** An administrator's work in the place of an institution. */
export interface ImpersonationTable {
  id: string
  actor_id: string
  /** The session in which it was begun, and with which it ends. */
  session_hash: string
  form_id: string
  institution_id: string
  reason: string
  started_at: string
  /** The newest thing that was done in it. */
  last_at: string
  ended_at: string | null
  how: 'person' | 'idle' | 'session' | null
}

/** A reminder of the end of a stage that was dealt with for an institution in a form, whoever of it owed anything. */
export interface ReminderTable {
  institution_id: string
  form_id: string
  stage_id: string
  /** The stage's last day, as it was then. */
  end_day: string
  /** Days before it. */
  distance: number
  /** On which day of America/Santiago it was. */
  day: string
}

/** Who wants no reminders. */
export interface ReminderOptOutTable {
  user_id: string
  at: string
}

/** When somebody was here: the visit that lasts, or the last one. */
export interface VisitTable {
  user_id: string
  at: string
  since: string | null
  seen_at: string
  dismissed: number
}

/** Points and the most that there are, by dimension or sub-dimension and by question. */
export interface ResultFigures {
  readonly dimensions: Readonly<Record<string, readonly [points: number, max: number]>>
  readonly questions: Readonly<Record<string, readonly [points: number, max: number]>>
  readonly thresholds: Thresholds
}

/** What an institution obtained, by snapshot: kept equal to the rows of its results. */
export interface ResultSnapshotTable {
  form_id: string
  institution_id: string
  kind: ResultKind
  /** Of the snapshots of its kind, from 1. */
  number: number
  version: number
  definition_id: string
  /** Id of its category, as it was then. */
  category: string
  orientation: string
  points: number
  max: number
  maturity: Maturity
  /** JSON of `ResultFigures`. */
  figures: string
  at: string
  /** Null: it was never published. */
  published_at: string | null
}

/** Numbers of receipts of what went to the evaluation, as `numberKey` writes them: kept equal to the rows of the sends. */
export interface ReceiptTable {
  scope: string
  id: string
  number: string
}

/** Which of several servers has a job that all of them share (MS2). */
export interface JobLeaseTable {
  job: string
  /** Null while none has it. */
  holder: string | null
  /** From then on whoever asks may take it; '' while none has it. */
  held_until: string
  /** When it is to be done next; '' before it was done once. */
  next_at: string
}

/** A file of the client's build, for servers that do not have that build (MS4); on SQLite there is one server, and none is kept. */
export interface BuildAssetTable {
  name: string
  size: number
  /** When a server of that build last started. */
  last_at: string
  bytes: Buffer
}

/** An archive of a form that was made and verified. The file itself is wherever it was taken to. */
export interface FormArchiveTable {
  form_id: string
  /** Of the file, hex. */
  sha256: string
  /** Bytes, in digits: it may be larger than a number of the database. */
  size: string
  /** Digest of the versions of the form's scopes from before it was begun (`standOf`). */
  stand: string
  /** Institutions in which something waited to be decided, sent or told. */
  waiting: number
  institutions: number
  made_by: string
  made_at: string
  /** End of the audit's chain as the archive has it, `<act>:<digest>`. */
  audit_end: string
}

export interface Schema {
  form_archive: FormArchiveTable
  reminder: ReminderTable
  reminder_opt_out: ReminderOptOutTable
  visit: VisitTable
  impersonation: ImpersonationTable
  audit: AuditTable
  audit_head: AuditHeadTable
  redaction: RedactionTable
  meta: MetaTable
  user: UserTable
  membership: MembershipTable
  session: SessionTable
  known_device: KnownDeviceTable
  attempt: AttemptTable
  token: TokenTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  sign_in_ticket: SignInTicketTable
  sso_link: SsoLinkTable
  sso_flow: SsoFlowTable
  sso_code: SsoCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  form: FormTable
  form_version: FormVersionTable
  institution: InstitutionTable
  participant: ParticipantTable
  sync_scope: SyncScopeTable
  sync_row: SyncRowTable
  sync_device: SyncDeviceTable
  sync_mutation: SyncMutationTable
  sync_alias: SyncAliasTable
  sync_attempt: SyncAttemptTable
  sync_run: SyncRunTable
  evaluator_once: EvaluatorOnceTable
  sync_stamp: SyncStampTable
  sync_view: SyncViewTable
  overview_source: OverviewSourceTable
  former_source: FormerSourceTable
  history: HistoryTable
  letter: LetterTable
  blob: BlobTable
  upload: UploadTable
  file_body: FileBodyTable
  file_chunk: FileChunkTable
  report_job: ReportJobTable
  server_process: ServerProcessTable
  job_run: JobRunTable
  result_snapshot: ResultSnapshotTable
  receipt: ReceiptTable
  job_lease: JobLeaseTable
  build_asset: BuildAssetTable
}
