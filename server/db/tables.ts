import type { BulkTable } from './dialect.ts'
import type {
  AuditTable,
  EvaluatorOnceTable,
  HistoryTable,
  LetterTable,
  OverviewSourceTable,
  InstitutionTable,
  ParticipantTable,
  ReceiptTable,
  RedactionTable,
  ResultSnapshotTable,
  SyncAliasTable,
  SyncMutationTable,
  SyncRowTable,
} from './schema.ts'

export const syncRows: BulkTable<SyncRowTable> = {
  table: 'sync_row',
  columns: {
    scope: 'text',
    part: 'text',
    tbl: 'text',
    id: 'text',
    version: 'integer',
    deleted: 'integer',
    reason: 'text',
    data: 'text',
  },
  key: ['scope', 'tbl', 'id'],
}

export const ledgerRows: BulkTable<SyncMutationTable> = {
  table: 'sync_mutation',
  columns: {
    mid: 'text',
    sent_mid: 'text',
    device_id: 'text',
    seq: 'integer',
    author_id: 'text',
    name: 'text',
    version: 'integer',
    scope: 'text',
    entity: 'text',
    args: 'text',
    base: 'text',
    client_at: 'text',
    occurred_at: 'text',
    lease: 'text',
    received_at: 'text',
    disposition: 'text',
    code: 'text',
    params: 'text',
    answer: 'text',
    call: 'text',
    said: 'text',
  },
  key: ['mid'],
}

export const aliasRows: BulkTable<SyncAliasTable> = {
  table: 'sync_alias',
  columns: { author_id: 'text', device_id: 'text', seq: 'integer', mid: 'text', disposition: 'text', code: 'text', params: 'text' },
  key: ['author_id', 'device_id', 'seq'],
}

export const historyRows: BulkTable<HistoryTable> = {
  table: 'history',
  columns: {
    id: 'text',
    scope: 'text',
    part: 'text',
    unit: 'text',
    action: 'text',
    value: 'text',
    text: 'text',
    changed: 'text',
    user_id: 'text',
    role: 'text',
    occurred_at: 'text',
    received_at: 'text',
    mid: 'text',
    disposition: 'text',
  },
  key: ['scope', 'unit', 'id'],
}

export const letterRows: BulkTable<LetterTable> = {
  table: 'letter',
  columns: {
    id: 'text',
    template: 'text',
    to_user: 'text',
    data: 'text',
    state: 'text',
    attempts: 'integer',
    next_at: 'text',
    created_at: 'text',
    sent_at: 'text',
    error: 'text',
    quiet: 'integer',
    trace: 'text',
  },
  key: ['id'],
}

export const institutionRows: BulkTable<InstitutionTable> = {
  table: 'institution',
  columns: { id: 'text', name: 'text', code: 'text', lets_in: 'integer', rehearsal: 'text' },
  key: ['id'],
}

export const participantRows: BulkTable<ParticipantTable> = {
  table: 'participant',
  columns: { institution_id: 'text', form_id: 'text', leader_id: 'text', delegate_id: 'text', evaluator_id: 'text', locked: 'integer' },
  key: ['institution_id', 'form_id'],
}

export const evaluatorOnceRows: BulkTable<EvaluatorOnceTable> = {
  table: 'evaluator_once',
  columns: { institution_id: 'text', form_id: 'text', user_id: 'text' },
  key: ['institution_id', 'form_id', 'user_id'],
}

export const receiptRows: BulkTable<ReceiptTable> = {
  table: 'receipt',
  columns: { scope: 'text', id: 'text', number: 'text' },
  key: ['scope', 'id'],
}

export const overviewSourceRows: BulkTable<OverviewSourceTable> = {
  table: 'overview_source',
  columns: {
    institution_id: 'text',
    form_id: 'text',
    scope: 'text',
    made_with: 'text',
    inst_version: 'integer',
    eval_version: 'integer',
  },
  key: ['institution_id', 'form_id'],
}

export const auditRows: BulkTable<AuditTable> = {
  table: 'audit',
  columns: {
    n: 'integer',
    at: 'text',
    epoch: 'text',
    kind: 'text',
    actor_id: 'text',
    on_behalf_of: 'text',
    form_id: 'text',
    institution_id: 'text',
    subject_id: 'text',
    detail: 'text',
    previous: 'text',
    digest: 'text',
  },
  key: ['n'],
}

export const redactionRows: BulkTable<RedactionTable> = {
  table: 'redaction',
  columns: { act_n: 'integer', place: 'text', key: 'text', was: 'text', became: 'text' },
  key: ['place', 'key', 'act_n'],
}

export const resultSnapshotRows: BulkTable<ResultSnapshotTable> = {
  table: 'result_snapshot',
  columns: {
    form_id: 'text',
    institution_id: 'text',
    kind: 'text',
    number: 'integer',
    version: 'integer',
    definition_id: 'text',
    category: 'text',
    orientation: 'text',
    points: 'double precision',
    max: 'double precision',
    maturity: 'text',
    figures: 'text',
    at: 'text',
    published_at: 'text',
  },
  key: ['form_id', 'institution_id', 'kind', 'number'],
}
