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
  institution_id: string | null
  name: string
  surname: string
  active: number
  joined: number
  show_onboarding: number
  language: 'es' | 'en'
  created_at: string
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
}

export interface FormVersionTable {
  id: string
  form_id: string
  /** FormDefinition, JSON. */
  definition: string
  created_at: string
}

/** Who takes part where; the replicated participant row is the truth and is written in the same transaction. */
export interface ParticipantTable {
  institution_id: string
  form_id: string
  leader_id: string
  delegate_id: string | null
  evaluator_id: string | null
  locked: number
}

export interface SyncScopeTable {
  id: string
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

export interface SyncDeviceTable {
  id: string
  user_id: string
  last_seq: number
  /** Sequence on which business code broke, and how often. */
  attempts_seq: number
  attempts: number
  app: string
  schema_version: number
  /** Mutations and files that the device said were still waiting. */
  pending: number
  created_at: string
  last_seen_at: string
  revoked_at: string | null
}

/** The ledger: every mutation that ever reached the server, verbatim, with what became of it. Append-only. */
export interface SyncMutationTable {
  mid: string
  device_id: string
  seq: number
  author_id: string
  name: string
  version: number
  scope: string
  entity: string | null
  args: string
  base: string | null
  client_at: string
  lease: string | null
  received_at: string
  disposition: string
  code: string
  params: string | null
  answer: string | null
}

/** A mutation that came again under another device or sequence: its result is the first one's. */
export interface SyncAliasTable {
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
}

export interface Schema {
  meta: MetaTable
  user: UserTable
  session: SessionTable
  known_device: KnownDeviceTable
  attempt: AttemptTable
  token: TokenTable
  form: FormTable
  form_version: FormVersionTable
  participant: ParticipantTable
  sync_scope: SyncScopeTable
  sync_row: SyncRowTable
  sync_device: SyncDeviceTable
  sync_mutation: SyncMutationTable
  sync_alias: SyncAliasTable
  history: HistoryTable
  letter: LetterTable
  blob: BlobTable
  upload: UploadTable
}
