/**
 * Every code with which a call or a mutation can be refused. Codes are never renamed or reused once released.
 * status: of the REST reply · retry: what helps · report: true when somebody must look into it.
 */
interface ErrorKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 423 | 426 | 429 | 460 | 500 | 503 | 507
  readonly retry: 'never' | 'later' | 'after-edit'
  readonly report: boolean
}

const kind = (status: ErrorKind['status'], retry: ErrorKind['retry'] = 'never', report = false): ErrorKind => ({ status, retry, report })

export const errors = {
  // Calls
  /** The body, query or path does not have the form that the call takes. */
  malformed: kind(400, 'after-edit'),
  /** A string holds NUL or half of a surrogate pair: no database keeps it as it came. */
  text_broken: kind(400, 'after-edit'),
  /** Nothing of that id, or nothing that this person may see. */
  not_found: kind(404),
  method_not_allowed: kind(405),
  /** The body is over the limit of its call. */
  too_large: kind(413, 'after-edit'),
  unsupported_media: kind(415, 'after-edit'),
  /** Too many attempts; params.seconds says when to try again. */
  too_many_requests: kind(429, 'later'),
  /** More bytes of one person's work than are taken in an hour; params.seconds says when to go on. */
  too_much_work: kind(429, 'later'),
  /** A bug: logged once with the request id. */
  internal_error: kind(500, 'later', true),
  /** Starting, stopping, or the database cannot be written now. */
  unavailable: kind(503, 'later'),
  /** No room left on the server's disk. */
  no_space: kind(507, 'later', true),
  /** No session, or one that has ended. */
  unauthenticated: kind(401),
  /** The account was deactivated: local data of it is to be wiped. */
  revoked: kind(401),
  forbidden: kind(403),

  // Accounts
  login_failed: kind(401, 'after-edit'),
  /** So many wrong passwords for this address that only a new one, by letter, helps; the same whether or not it is an account's. */
  sign_in_closed: kind(429),
  email_empty: kind(422, 'after-edit'),
  email_invalid: kind(422, 'after-edit'),
  password_empty: kind(422, 'after-edit'),
  password_too_short: kind(422, 'after-edit'),
  password_too_long: kind(422, 'after-edit'),
  /** On the list of common passwords. */
  password_too_common: kind(422, 'after-edit'),
  /** Made of the person's name, their address, its domain, their institution or the product's name, with numbers or without. */
  password_own_words: kind(422, 'after-edit'),
  passwords_differ: kind(422, 'after-edit'),
  current_password_wrong: kind(422, 'after-edit'),
  /** Neither what the authenticator shows now nor a recovery code, or used already. */
  code_wrong: kind(422, 'after-edit'),
  /** Too long ago, on another device, or used: the password is asked for again. */
  sign_in_expired: kind(422),
  /** The platform asks this person for a second factor: it can be changed, not removed. */
  factor_required: kind(409),
  /** No national id, or with another check digit (SO2). */
  rut_not_valide: kind(422, 'after-edit'),
  /** The provider of single sign-on does not answer, or does not know this platform: the password goes on working (SO10). */
  sso_unavailable: kind(503, 'later'),
  /** The person, or the provider, ended it before anybody was known. */
  sso_cancelled: kind(422),
  /** Too long ago, used already, or begun in another browser (SO4, SO5). */
  sso_expired: kind(422),
  /** What came back is not what the provider says of who began (SO6). */
  sso_refused: kind(403, 'never', true),
  /** Nobody has linked this identity: no account is made by signing in (SO7). */
  sso_not_linked: kind(403),
  /** The identity is linked to another account that lets in (SO9). */
  sso_linked_elsewhere: kind(409),
  /** Who signed in at the provider has another rut than the one that was typed. */
  sso_rut_differs: kind(422, 'after-edit'),
  /** Without a password there would be no way in (SO9). */
  sso_only_way: kind(409),
  /** A passkey that did not sign as it should: of another origin, of somebody else, behind its own count, or none at all. */
  passkey_failed: kind(422),
  /** A passkey that is no account's, or no more. */
  passkey_unknown: kind(422),
  /** What was given to be signed is good once and for a short time. */
  passkey_expired: kind(422),
  /** An account has this very passkey already. */
  passkey_taken: kind(409),
  passkeys_full: kind(409),
  /** Browsers make no passkeys for an address of numbers, or one that is not encrypted. */
  passkeys_unavailable: kind(409),
  /** The platform asks this person for more than a password, and a passkey is what they have. */
  passkey_needed: kind(422),
  /** Without it nobody would get into the account any more. */
  last_way_in: kind(409),
  name_empty: kind(422, 'after-edit'),
  surname_empty: kind(422, 'after-edit'),
  token_missing: kind(422),
  token_invalid: kind(422),
  /** The address is not of one of the institution's domains (AS10). */
  email_other_institution: kind(422, 'after-edit'),
  /** The address is another account's. */
  email_taken: kind(409, 'after-edit'),
  /** Somebody of the lab without a role. */
  role_required: kind(422, 'after-edit'),
  origin_empty: kind(422, 'after-edit'),
  /** Nobody takes away what they are themselves. */
  own_account: kind(409),
  /** Without them nobody would run the platform. */
  last_administrator: kind(409),
  /** Whose name is to go leads or evaluates something yet. params.places: what, by name. */
  person_in_charge: kind(409),
  /** Something waits on a device of theirs. params.n: how much. */
  person_waits: kind(409),
  /** What was typed is not the person's name. params.name */
  person_name: kind(422, 'after-edit'),
  /** Why somebody's name is to go. */
  anonymise_reason_empty: kind(422, 'after-edit'),
  /** Who leads an institution hands that over before the account is closed. */
  user_leads: kind(409),
  /** Who belongs to one institution alone loses the account, not the institution. */
  last_institution: kind(409),

  // Sync envelope
  client_too_old: kind(426),
  server_too_old: kind(426, 'later'),
  device_revoked: kind(403),
  device_fork: kind(409),
  seq_gap: kind(409),
  epoch_changed: kind(409),
  /** What the device holds is not known any more: it asks for everything, and says what it has open. */
  cursor_unknown: kind(409),

  // Who and when
  /** Not, or no longer, of this institution, or with no role in it. */
  no_role: kind(403),
  /** The current stage does not allow it. */
  stage_closed: kind(423),
  /** The institution's answers were sent or locked. */
  form_sent: kind(423),
  /** The form is not enabled. */
  form_disabled: kind(423),
  /** The form was archived and closed: it is read, and nothing of it changes (FC3). */
  form_closed: kind(423),
  /** Only the platform or an administrator acting for an institution may. */
  administrators_only: kind(403),
  /** An administrator answers for an institution only once they have said why, and while that lasts. */
  impersonation_missing: kind(403),
  /** Not while one acts for an institution: that has to end first. */
  impersonating: kind(409),

  // Answers
  /** Somebody else is responsible for the question. */
  not_assignee: kind(409),
  /** Two responsible people wrote at once; the first stands. */
  concurrent: kind(409),
  /** Its author had already sent something else under its name, as two copies of one browser profile do. */
  mid_reused: kind(409),
  /** A call's Idempotency-Key already stands for another call of the same person. */
  key_reused: kind(422, 'after-edit'),
  answer_already_accepted: kind(409),
  /** The answer was already sent to a higher level. */
  sent_upward: kind(423),
  /** Only observed answers may change in this stage. */
  not_observed: kind(423),
  /** A comment waits for its addressee; only they edit meanwhile. */
  comment_pending: kind(423),
  question_retired: kind(404),
  /** The parent's answer closes this question. */
  dependent_closed: kind(409, 'after-edit'),
  /** The row was not in the block when the change came; it may be there again since. */
  row_missing: kind(409),
  /** The value does not fit the question's kind or limits. */
  needs_review: kind(422, 'after-edit'),
  number_range: kind(422, 'after-edit'),
  number_decimals: kind(422, 'after-edit'),
  number_unread: kind(422, 'after-edit'),
  number_ambiguous: kind(422, 'after-edit'),
  date_unread: kind(422, 'after-edit'),
  date_range: kind(422, 'after-edit'),
  text_too_long: kind(422, 'after-edit'),
  words_too_few: kind(422, 'after-edit'),
  options_too_many: kind(422, 'after-edit'),
  options_too_few: kind(422, 'after-edit'),
  option_unknown: kind(422, 'after-edit'),
  extra_missing: kind(422, 'after-edit'),
  rows_too_many: kind(422, 'after-edit'),
  justification_missing: kind(422, 'after-edit'),
  /** The answer holds nothing to keep. */
  answer_missing: kind(409),

  // Files
  file_format: kind(415, 'after-edit'),
  file_too_large: kind(413, 'after-edit'),
  file_empty: kind(422, 'after-edit'),
  /** The question takes no file. */
  file_not_allowed: kind(422),
  /** What it is instead is not known. */
  file_content: kind(415, 'after-edit'),
  /** Of a kind that is taken, and not of the one that its name says; params.what: which, params.extension: how its name would end. */
  file_named_other: kind(415, 'after-edit'),
  /** Of a kind that is not taken, whatever its name says; params.what: which, params.save: what to save it as. */
  file_is_other: kind(415, 'after-edit'),
  /** A page as browsers read them; params.save: what to save it as. */
  file_is_page: kind(415, 'after-edit'),
  /** A document that a password shuts. */
  file_locked: kind(415, 'after-edit'),
  /** Its end is missing, or it holds nothing but zeros. */
  file_cut: kind(415, 'after-edit'),
  file_quota: kind(507),
  attachment_missing: kind(404),
  metadata_mismatch: kind(409),
  /** A download of this person's is still being made; params.seconds says when to try again. */
  archive_running: kind(429, 'later'),
  /** As many downloads as the server makes at one time are being made. */
  archives_busy: kind(503, 'later'),
  /** As many reports as one person may have, ready or waiting. */
  reports_many: kind(409, 'later'),
  upload_offset: kind(409, 'later'),
  upload_checksum: kind(460, 'later'),
  /** A decision speaks about this file. */
  evidence_in_use: kind(409),

  // Comments
  /** Help is for who works in an institution. */
  help_institutions_only: kind(403),
  help_empty: kind(422, 'after-edit'),
  help_too_long: kind(422, 'after-edit'),
  /** params.n: how many messages within a day's time. */
  help_too_many: kind(429, 'later'),
  comment_empty: kind(422, 'after-edit'),
  comment_too_long: kind(422, 'after-edit'),
  comment_not_allowed: kind(403),
  thread_open: kind(409),
  thread_missing: kind(404),
  thread_resolved: kind(409),
  comment_not_editable: kind(409),

  // Assignment
  nothing_selected: kind(422, 'after-edit'),
  no_permission_assign: kind(403),
  no_permission_assign_leader: kind(403),
  needs_subdimension_responsible: kind(409),
  needs_dimension_responsible: kind(409),
  delegate_exists: kind(409),
  delegate_only_leader: kind(403),
  assigned_meanwhile: kind(409),
  person_unknown: kind(404),
  /** The invited person has joined already. */
  invitation_accepted: kind(409),
  /** The invited person leads the institution: somebody else must first. */
  invitation_leads: kind(409),

  // Team
  /** Whoever leads nothing writes to nobody this way. */
  write_not_allowed: kind(403),
  message_empty: kind(422, 'after-edit'),
  message_too_long: kind(422, 'after-edit'),
  /** The person has not made their account: a message would open nothing. */
  person_not_joined: kind(409),
  /** Nothing waits for the person in what the author leads. */
  nothing_owed: kind(409),
  /** Somebody wrote to the person about this form within the day. */
  written_today: kind(409),

  // Sending
  precheck_failed: kind(409, 'after-edit'),
  changed_since_review: kind(409, 'after-edit'),
  /** Files of the send have not arrived at the server yet. */
  blobs_pending: kind(409, 'later'),
  nothing_to_send: kind(409),
  /** Who received the send has opened it. */
  send_opened: kind(409),
  /** The send was taken back, or its answers have moved on since. */
  send_over: kind(409),
  /** The institution is open: there is nothing to ask for. */
  reopen_needless: kind(409),
  /** No receipt has this number and this code: which of the two is wrong is nobody's business. */
  receipt_unknown: kind(404, 'after-edit'),
  /** A request to be opened again waits for its answer. */
  reopen_asked: kind(409),
  /** Nobody has opened the send yet: it can be taken back. */
  reopen_recall: kind(409),
  /** The request was answered by somebody else, or is over. */
  reopen_answered: kind(409),
  /** The survey is the leader's and the delegate's. */
  survey_leaders_only: kind(403),
  survey_sent: kind(423),
  survey_incomplete: kind(409, 'after-edit'),

  // Replica
  /** Only leader and delegate open sub-dimensions. */
  section_pending: kind(409),
  replica_leaders_only: kind(403),
  /** The form says of no sub-dimension that it can be appealed. */
  replica_not_configured: kind(423),
  /** The sub-dimension is among those that nobody may appeal. */
  replica_excluded: kind(423),
  /** No answer of the sub-dimension was rejected. */
  replica_nothing_rejected: kind(409),
  /** As many sub-dimensions are open as there may be; params.names are they. */
  replica_used_up: kind(409),
  /** The rejected answer is of a sub-dimension that is not open for the replica. */
  replica_closed: kind(423),
  /** A configuration for more sub-dimensions than may be appealed; params.n are those. */
  replica_points_over: kind(422, 'after-edit'),
  replica_points_invalid: kind(422, 'after-edit'),
  /** At least one sub-dimension is excluded. */
  replica_excluded_missing: kind(422, 'after-edit'),
  replica_excluded_unknown: kind(422, 'after-edit'),
  /** The replica has begun: what institutions were told of it stays. */
  replica_configuration_closed: kind(423),
  /** The change would take an accepted answer away. */
  replica_closes_accepted: kind(409, 'after-edit'),
  /** The change would close newer answers of others; params.name, params.n. */
  closes_newer: kind(409),

  // Public dashboards
  /** The form's stage lets nobody configure them. */
  dashboards_closed: kind(423),
  /** A field that every column, phase or form beside needs is empty. */
  dashboards_incomplete: kind(422, 'after-edit'),
  /** More columns than a list takes; params.n are those. */
  dashboards_columns_many: kind(422, 'after-edit'),
  /** A bubble that is no percentage. */
  dashboards_bubble: kind(422, 'after-edit'),
  /** A question of another kind, in another place, or that is gone; params.name: of which column or phase. */
  dashboards_question_unfit: kind(422, 'after-edit'),
  dashboards_image_missing: kind(422, 'after-edit'),
  /** A picture that the server has not drawn. */
  dashboards_image_unknown: kind(422, 'after-edit'),
  /** A form beside that is gone, a rehearsal, or the form itself. */
  dashboards_form_unknown: kind(422, 'after-edit'),
  /** Nothing says how many people work in an institution: there is no page to be shown. */
  dashboards_unconfigured: kind(422),
  /** No institution has a published final result that visitors may see. */
  dashboards_unpublished: kind(422),
  /** What would be shown is no longer what the person looked at. */
  dashboards_moved: kind(409),
  /** A form or institution that is in no public result, whatever the reason. */
  results_not_public: kind(404),

  // Evaluation
  not_assigned_evaluator: kind(403),
  evaluator_not_assigned: kind(409),
  not_locked: kind(423),
  evaluated_old_revision: kind(409),
  /** The file beside the answer is not the one that was looked at. */
  evaluated_old_file: kind(409),
  already_decided: kind(409),
  observation_empty: kind(422, 'after-edit'),
  decision_not_allowed: kind(423),
  evaluation_sent: kind(423),
  evaluation_incomplete: kind(409, 'after-edit'),
  no_evaluation_needed: kind(409),

  // Ledger
  unknown_mutation: kind(400),
  quarantined: kind(400, 'never', true),
  conflict_missing: kind(404),
  rehearsal_off: kind(403),

  // Questionnaires; params.at says where: a question's or dimension's id, and the field
  /** Not the shape of a questionnaire, a text missing, or with something invisible in it. */
  definition_malformed: kind(422, 'after-edit'),
  /** More dimensions, questions, options or characters than a questionnaire holds. */
  definition_too_large: kind(422, 'after-edit'),
  /** A text of a form is longer than it may be. */
  text_limit: kind(422, 'after-edit'),
  /** Two questions or dimensions of one id. */
  definition_id_taken: kind(422, 'after-edit'),
  /** A question or dimension that hangs nowhere, in two places, elsewhere than it says, or too deep. */
  definition_not_a_tree: kind(422, 'after-edit'),
  /** The condition of a dependent is nothing that its parent can answer, or one of a question that depends on none. */
  definition_condition: kind(422, 'after-edit'),
  /** A block in a block, without questions or without one that names its rows; inner questions of what is no block. */
  definition_misplaced: kind(422, 'after-edit'),
  /** An administrative question in a block, in the survey, on another question, with a file, or with dependents. */
  definition_administrative: kind(422, 'after-edit'),
  /** Options missing, empty or twice, or of a kind that has none. */
  definition_options: kind(422, 'after-edit'),
  /** Two options that read alike: who answers could not tell them apart. */
  definition_options_alike: kind(422, 'after-edit'),
  /** Least and most out of order, or not such as the kind has. */
  definition_bounds: kind(422, 'after-edit'),
  /** Points of what the question cannot answer, twice, over the most, with a divisor that is no number, or in the survey. */
  definition_points: kind(422, 'after-edit'),
  /** A rate that no answer earns: its divisor is of rows that it is not in, of the survey, or never asked with it. */
  definition_rate: kind(422, 'after-edit'),
  /** The form is worth more than its most points. */
  definition_points_over: kind(422, 'after-edit'),
  /** More administrative questions in a row than letters to number them. */
  definition_numbering: kind(422, 'after-edit'),

  // Tables and workbooks that somebody sends
  /** No CSV, XLSX or XLS, whatever its name says. */
  workbook_format: kind(415, 'after-edit'),
  /** A document, a picture or an archive, whatever its name says; params.what names it. */
  workbook_is_other: kind(415, 'after-edit'),
  workbook_is_archive: kind(415, 'after-edit'),
  /** A table of another program, or one that was saved as a page. */
  workbook_other_program: kind(415, 'after-edit'),
  workbook_empty: kind(422, 'after-edit'),
  /** Not what it says of itself, or cut short. */
  workbook_damaged: kind(422, 'after-edit'),
  /** It opens with a password. */
  workbook_locked: kind(422, 'after-edit'),
  /** It declares entities, which no program that people use writes. */
  workbook_unsafe: kind(422, 'after-edit'),
  /** A formula without the value that it came to; params.cell says which. */
  workbook_formula: kind(422, 'after-edit'),
  workbook_rows: kind(413, 'after-edit'),
  workbook_columns: kind(413, 'after-edit'),
  workbook_cell_long: kind(413, 'after-edit'),
  workbook_sheets: kind(413, 'after-edit'),
  /** More files inside it than a workbook has. */
  workbook_parts: kind(413, 'after-edit'),
  /** Larger than it may be when it is unpacked. */
  workbook_unpacks: kind(413, 'after-edit'),
  /** Reading it took more memory or time than there is for a file. */
  workbook_heavy: kind(413, 'after-edit'),
  /** Quotation marks that nothing closes. */
  csv_quote_open: kind(422, 'after-edit'),
  /** Nothing of a table was taken; params.n: how much is wrong with it, params.first: the sentence of the first. */
  table_wrong: kind(422, 'after-edit'),
  table_empty: kind(422, 'after-edit'),
  /** The headings do not stand in the first row; params.row says where. */
  table_heading_below: kind(422, 'after-edit'),
  /** The first row names none of the columns. */
  table_heading_unknown: kind(422, 'after-edit'),
  table_heading_again: kind(422, 'after-edit'),
  table_column_missing: kind(422, 'after-edit'),
  table_column_unknown: kind(422, 'after-edit'),
  table_column_again: kind(422, 'after-edit'),
  /** Something stands in a column that has no heading. */
  table_column_unnamed: kind(422, 'after-edit'),
  table_cells_merged: kind(422, 'after-edit'),
  table_cell_empty: kind(422, 'after-edit'),
  /** The cell holds a day, where somebody may have written something else that looks like one. */
  table_cell_day: kind(422, 'after-edit'),
  /** None of what there is; params.nearest is the nearest. */
  table_near: kind(422, 'after-edit'),
  /** Letters of the cell are gone: a program could not write them. */
  table_letters_lost: kind(422, 'after-edit'),
  /** The cell was read in another alphabet than it was written in; params.meant is what it most likely said. */
  table_letters_twice: kind(422, 'after-edit'),
  /** Two alphabets in one file of text; params.row is the first of the fewer rows. */
  text_alphabets: kind(422, 'after-edit'),
  text_alphabet_unknown: kind(422, 'after-edit'),
  /** The cell shows a number that is not the one that it holds. */
  number_rounded: kind(422, 'after-edit'),
  /** The formula of the cell failed. */
  table_cell_error: kind(422, 'after-edit'),
  /** No institution of the form has this code. */
  table_institution_unknown: kind(422, 'after-edit'),
  table_question_unknown: kind(422, 'after-edit'),
  /** The institutions answer this question: it is not the lab's. */
  question_not_administrative: kind(422, 'after-edit'),
  /** Another row says the same institution and question; params.row says which. */
  table_row_again: kind(422, 'after-edit'),
  /** A question of the form that no table of points names: worth nothing, or told with the one that opens it. */
  table_question_unscored: kind(422, 'after-edit'),
  points_out_of_bounds: kind(422, 'after-edit'),
  /** The row was made while the question was worth something else. */
  points_max_moved: kind(422, 'after-edit'),
  points_rows_missing: kind(422, 'after-edit'),
  /** The same, of more questions than are named. */
  points_rows_missing_more: kind(422, 'after-edit'),
  /** Nobody takes part, or no question is worth anything. */
  points_nothing: kind(422, 'after-edit'),
  /** Who takes part, or what is worth points, changed while the table was read. */
  points_form_moved: kind(409, 'after-edit'),

  // Open data
  open_title_missing: kind(422, 'after-edit'),
  open_title_long: kind(422, 'after-edit'),
  open_about_missing: kind(422, 'after-edit'),
  open_about_long: kind(422, 'after-edit'),
  open_file_missing: kind(422, 'after-edit'),
  open_file_many: kind(422, 'after-edit'),
  open_file_format: kind(415, 'after-edit'),
  open_workbook_wrong: kind(422, 'after-edit'),
  open_report_active: kind(409, 'after-edit'),
  open_report_unreadable: kind(422, 'after-edit'),
  open_results_none: kind(422, 'after-edit'),
  /** Published, and not yet read by those who were measured. */
  open_results_early: kind(422, 'after-edit'),
  /** Of every institution with a result the category is none of the workbook's. */
  open_results_category: kind(422, 'after-edit'),
  open_year_again: kind(422, 'after-edit'),
  open_gen_capacity: kind(422, 'after-edit'),
  open_gen_phases: kind(422, 'after-edit'),
  open_gen_block: kind(422, 'after-edit'),
  open_gen_detail: kind(422, 'after-edit'),
  open_gen_category: kind(422, 'after-edit'),
  open_gen_rows: kind(422, 'after-edit'),
  open_gen_hidden: kind(422, 'after-edit'),
  open_gen_points: kind(422, 'after-edit'),
  open_gen_several: kind(422, 'after-edit'),
  open_gen_options: kind(422, 'after-edit'),
  open_gen_orientation: kind(422, 'after-edit'),
  open_gen_sectors: kind(422, 'after-edit'),
  open_gen_codes: kind(422, 'after-edit'),
  open_data_none: kind(404),
  open_years_unknown: kind(404),
  open_sheet_missing: kind(422, 'after-edit'),
  open_column_missing: kind(422, 'after-edit'),
  open_nothing: kind(422, 'after-edit'),
  open_rows_many: kind(422, 'after-edit'),
  open_row_again: kind(422, 'after-edit'),
  open_year_wrong: kind(422, 'after-edit'),
  open_code_wrong: kind(422, 'after-edit'),
  open_value_unknown: kind(422, 'after-edit'),
  open_points_wrong: kind(422, 'after-edit'),
  open_answer_wrong: kind(422, 'after-edit'),
  open_institution_missing: kind(422, 'after-edit'),
  open_break_year: kind(422, 'after-edit'),
  open_reason_long: kind(422, 'after-edit'),

  // Results
  /** The stage does not let these results be worked out or published now. */
  results_closed: kind(409),
  /** Thresholds of levels are not 0 < med < good ≤ 1. */
  levels_order: kind(422, 'after-edit'),
  /** Answers without a decision; params.n of params.institution. */
  results_undecided: kind(409, 'after-edit'),
  /** Points are brought by hand, and the table in force does not say params.institution's, or is from before the replica ended. */
  results_points_missing: kind(409, 'after-edit'),
  /** One was published: another needs a reason. */
  results_reason_missing: kind(422, 'after-edit'),
  apart_reason_empty: kind(422, 'after-edit'),
  /** A decision in the evaluator's place says why. */
  decision_reason_empty: kind(422, 'after-edit'),
  /** Nothing was worked out yet. */
  results_none: kind(409, 'after-edit'),
  /** Somebody worked it out again meanwhile. */
  results_moved: kind(409, 'after-edit'),
  /** Worked out once more it comes to something else; params.number is the first of params.n. */
  results_differ: kind(409, 'after-edit'),
  /** It was published with other texts: these need another version. */
  results_republish: kind(409, 'after-edit'),
  /** The stage does not let the texts of this report be changed. */
  inform_closed: kind(409),
  /** Of no institution of the form a result of this kind was kept. */
  results_none_kept: kind(409, 'after-edit'),
  /** A report could not be made now. */
  report_failed: kind(503, 'later', true),
  /** A table that changes more institutions than one transaction takes. */
  table_institutions_many: kind(413, 'after-edit'),
  // Changes of a form
  form_name_empty: kind(422, 'after-edit'),
  question_text_empty: kind(422, 'after-edit'),
  /** The form has begun: what it asks stays as it is (PR10). */
  form_structure_frozen: kind(423),
  /** The stage that runs closes this change of a form (PR9). */
  form_structure_closed: kind(423),
  form_helps_closed: kind(423),
  form_status_closed: kind(423),
  form_points_closed: kind(423),
  /** A form with answers is not deleted (QE8). */
  form_answered: kind(409),
  /** A form is closed, and its open base made, once its last stage is over (FC1, KV7). */
  form_not_over: kind(409),
  /** Institutions of an open base could be found again among fewer than k by what is told by name; params.n, k and columns (KV10). */
  open_base_joins: kind(409),
  /** In so many institutions something waits to be decided, sent or told; params.n. */
  form_waits: kind(409),
  /** No archive of these bytes was made and verified. */
  archive_missing: kind(409),
  /** Something of the form has changed since its archive was made. */
  archive_outdated: kind(409),
  /** A rehearsal ends by itself, and nothing of it is kept. */
  rehearsal_not_closed: kind(409),
  reopening_reason_empty: kind(422, 'after-edit'),
  /** Somebody changed the same field after this person had read it: params.field, params.by (a user), params.at. */
  changed_meanwhile: kind(409, 'after-edit'),
  // Stages of a form (TM16, TM17): params.stage is the name of the stage, params.other of the one that it meets
  stage_kind_missing: kind(422, 'after-edit'),
  stage_name_length: kind(422, 'after-edit'),
  stage_day_missing: kind(422, 'after-edit'),
  stage_day_far: kind(422, 'after-edit'),
  stage_days_reversed: kind(422, 'after-edit'),
  stage_overlap: kind(422, 'after-edit'),
  stage_past: kind(423),
  stage_running: kind(423, 'after-edit'),
  stage_end_passed: kind(422, 'after-edit'),
  stage_start_passed: kind(422, 'after-edit'),
  /** Where it was to go is no such place any more: what it was to stand behind was moved or deleted. */
  place_gone: kind(409, 'after-edit'),
  /** Somebody else changed, unseen by this person, what their change takes away (QE23): params.element, params.field, params.by, params.at. */
  removes_newer: kind(409, 'after-edit'),
  /** The institution takes part in another form that is shown and not over: params.name. */
  participant_busy: kind(409),
  /** A notification without subject or text. */
  notification_text_missing: kind(422, 'after-edit'),
  notification_too_long: kind(422, 'after-edit'),
  notification_institutions_missing: kind(422, 'after-edit'),
  /** Of whom was chosen nobody gets it. */
  notification_nobody: kind(422, 'after-edit'),
  notification_readers_changed: kind(409, 'after-edit'),
  institution_name_empty: kind(422, 'after-edit'),
  institution_code_empty: kind(422, 'after-edit'),
  institution_abbreviation_empty: kind(422, 'after-edit'),
  institution_category_missing: kind(422, 'after-edit'),
  institution_orientation_missing: kind(422, 'after-edit'),
  institution_domains_missing: kind(422, 'after-edit'),
  institution_domains_many: kind(422, 'after-edit'),
  /** A domain is none; params.domain is what was typed. */
  domain_invalid: kind(422, 'after-edit'),
  /** Another institution has it; params.name says which. */
  institution_name_taken: kind(409, 'after-edit'),
  institution_code_taken: kind(409, 'after-edit'),
  /** It took part, or somebody of it has come. */
  institution_in_use: kind(409),
  /** It is not enabled, or deactivated: no form takes it in. */
  institution_closed: kind(409),
  category_name_empty: kind(422, 'after-edit'),
  category_short_empty: kind(422, 'after-edit'),
  category_long_empty: kind(422, 'after-edit'),
  category_name_taken: kind(409, 'after-edit'),
  /** There is none of that id, or it is not enabled. */
  category_unknown: kind(409, 'after-edit'),
  /** A picture weighs more than two megabytes. */
  icon_too_large: kind(413, 'after-edit'),
  /** It is no picture that can be read, or one of far too many points. */
  icon_unreadable: kind(415, 'after-edit'),
  // Files of the public site
  site_file_too_large: kind(413, 'after-edit'),
  /** No picture that can be read, or one of far too many points. */
  site_image_unreadable: kind(415, 'after-edit'),
  /** An SVG with declarations of its own, which a viewer would read before anything was looked at. */
  site_svg_unsafe: kind(415, 'after-edit'),
  /** As many as there may be: params.most. */
  site_files_many: kind(409, 'after-edit'),
  /** A published page shows it: params.pages. */
  site_file_shown: kind(409, 'after-edit'),
  /** It takes part already, with another evaluator: params.name. */
  participant_there: kind(409),
  /** Somebody put it in or out, or gave it to another evaluator, after the caller had read it: params.names, each with who evaluates now. */
  participant_changed: kind(409, 'after-edit'),
  /** Nobody of the institution is known who could lead it: params.name. */
  leader_missing: kind(422, 'after-edit'),
  /** Its name is to be typed before its answers go: params.name. */
  participant_name: kind(422, 'after-edit'),
  /** An administrator took the institution out of the form. */
  participant_removed: kind(409),
  rehearsal_of_rehearsal: kind(409),
  /** A form without stages has no days to walk through. */
  rehearsal_without_stages: kind(409),
  rehearsal_day_outside: kind(422, 'after-edit'),
  /** What time did in a rehearsal is done: it only goes on. */
  rehearsal_day_back: kind(409),
  /** A rehearsal's stages are moved with its day and not planned. */
  rehearsal_stages: kind(409),
  /** What was to be changed was deleted meanwhile. */
  element_gone: kind(409),

  // Pages of the public site
  /** Anything but letters and digits, or more of them than a name has. */
  page_name_form: kind(422, 'after-edit'),
  /** Another page has it or had it, or something else stands at its address: params.name. */
  page_name_taken: kind(409, 'after-edit'),
  /** One of the pages that every other is made with: params.name. */
  page_reserved: kind(409),
  page_removed: kind(409),
  /** Something has to be put right before: params.problem is the first, params.n how many there are. */
  page_unready: kind(409, 'after-edit'),
  /** Something falls short, and who publishes has not accepted it: params as above. */
  page_unaccepted: kind(409, 'after-edit'),
  page_too_large: kind(413, 'after-edit'),
  sections_many: kind(422, 'after-edit'),
  /** A type of section that this program does not have. */
  section_unknown: kind(422, 'after-edit'),
  /** More items in a list than it has room for. */
  items_many: kind(422, 'after-edit'),
  /** An address of the site's settings that is none of the web. */
  site_link_form: kind(422, 'after-edit'),

  // Questionnaires out of XLSForms
  xlsform_no_survey: kind(422, 'after-edit'),
  xlsform_no_questions: kind(422, 'after-edit'),

  // Questionnaires as files of our own
  definition_file_large: kind(413, 'after-edit'),
  /** No JSON, or cut short. */
  definition_file_unread: kind(422, 'after-edit'),
  /** JSON that does not say that it is a questionnaire. */
  definition_file_unknown: kind(422, 'after-edit'),
  /** Of a version of this form of writing that this build does not know. */
  definition_file_newer: kind(422, 'after-edit'),

  // Work that was never sent
  /** A copy that anybody can have written: only its author takes it in. */
  copy_not_sealed: kind(422),
  /** The passphrase is not the one that the copy was made with, and nothing else opens it. */
  copy_passphrase_wrong: kind(422, 'after-edit'),
  /** Nobody wrote anything in it, or somebody has to do it anew: a send, an assignment. */
  nothing_to_recover: kind(409),
  /** Nobody is there now to decide on it. */
  no_recipient: kind(409, 'later'),

  // On the device
  /** The browser could not read the chosen file: moved, deleted, or on a disk that was taken out. */
  file_unreadable: kind(422, 'after-edit'),
  /** The browser's database is gone, does not answer, or fails: nothing was kept. */
  storage_failed: kind(507, 'later'),
  /** The text is not an export of unsent work, or it was damaged. */
  backup_unreadable: kind(422, 'after-edit'),
  /** The export is of another person. */
  backup_other_author: kind(403),
  /** The export was sealed for another server, which alone can open it. */
  copy_other_server: kind(422),
  /** A sealed export is opened by the server, which does not answer now. */
  copy_needs_server: kind(503, 'later'),
  /** An institution that one of the lab's people would change is not on their device, and cannot be brought now. */
  not_on_device: kind(503, 'later'),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)
