import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import { decisions, rounds } from '../evaluations/model.ts'
import { orientations } from '../institutions/model.ts'
import { workbookMime } from '../kernel/sheet.ts'
import * as is from '../kernel/schemas.ts'
import { breaks } from './comparing.ts'
import { informFieldsSchema, levels, reasonMost, reasons, resultKinds, thresholdsSchema } from './model.ts'
import { maturities } from './maturities.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const kind = v.picklist(resultKinds)
const place = v.object({ form: id, institution: id })
const version = v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)))

// What one institution obtained, as its readers are told it: every name is in the language of who asks.

/** The same figure in what was published of an earlier form, by the line of what it is of, and what keeps its points from being compared. */
const formerFigure = v.nullable(v.object({ points: v.number(), max: v.number(), broken: v.optional(v.picklist(breaks)) }))

/** One unit: what it earned, by which answer, decision and evidence. */
export const unitViewSchema = v.object({
  unit: is.unit,
  questionId: is.questionId,
  number: v.string(),
  /** Name of its row; null outside blocks. */
  row: v.nullable(v.string()),
  text: v.string(),
  own: v.number(),
  counts: v.boolean(),
  why: v.picklist(reasons),
  /** The lab answers it itself; what it answered is not told to who is of the institution. */
  administrative: v.boolean(),
  /** The answer in words; of a text its beginning. Null where there is none. */
  answer: v.nullable(v.string()),
  decision: v.nullable(
    v.object({
      decision: v.picklist(decisions),
      round: v.picklist(rounds),
      /** Full name; for who is of the institution, the lab's. */
      by: v.string(),
      at: is.instant,
      comment: v.nullable(v.string()),
    }),
  ),
  evidence: v.nullable(v.object({ id: is.attachmentId, name: v.string() })),
  divisor: v.nullable(v.object({ number: v.string(), value: v.nullable(v.number()) })),
  /** What each choice of it is worth, and which were chosen; none where it is worth something as such. */
  choices: is.list(v.object({ text: v.string(), points: v.number(), chosen: v.boolean() })),
})
export type UnitView = Readonly<v.InferOutput<typeof unitViewSchema>>

export const questionViewSchema = v.object({
  id: is.questionId,
  number: v.string(),
  dimensionId: is.dimensionId,
  text: v.string(),
  points: v.number(),
  max: v.number(),
  cut: v.number(),
  former: formerFigure,
  units: is.list(unitViewSchema),
})
export type QuestionView = Readonly<v.InferOutput<typeof questionViewSchema>>

export const dimensionViewSchema = v.object({
  id: is.dimensionId,
  parentId: v.nullable(is.dimensionId),
  name: v.string(),
  points: v.number(),
  max: v.number(),
  /** Null: it is there for reference. */
  level: v.nullable(v.picklist(levels)),
  former: formerFigure,
  /** Mean of the same category; null where fewer than three were published. */
  categoryMean: v.nullable(v.number()),
  /** What its level's text of the report says, rich; '' where there is none. */
  text: v.string(),
})
export type DimensionView = Readonly<v.InferOutput<typeof dimensionViewSchema>>

/** What an institution obtained, whole: what screens, reports and exports are made of. */
export const resultViewSchema = v.object({
  form: v.object({ id: is.formId, name: v.string() }),
  institution: v.object({ id: is.institutionId, name: v.string(), code: v.string(), abbreviation: v.string() }),
  category: v.object({ id: v.string(), name: v.string() }),
  orientation: v.picklist(orientations),
  kind,
  /** live: worked out just now, for the lab alone · calculated: kept, and not shown to the institution · published. */
  state: v.picklist(['live', 'calculated', 'published']),
  /** 0 of what is live. */
  number: v.number(),
  version: v.number(),
  /** When it was worked out, and published. */
  at: is.instant,
  publishedAt: v.nullable(is.instant),
  reason: v.nullable(v.string()),
  calculatedBy: v.picklist([1, 2]),
  /** Answers that nobody decided: what is live counts them as nothing. */
  undecided: v.number(),
  /** Receipt of what was sent, with its digest, and the snapshot's digest, SHA-256 in hex; '' of what is live. */
  receipt: v.nullable(v.string()),
  receiptDigest: v.nullable(v.string()),
  digest: v.string(),
  definitionId: is.formVersionId,
  thresholds: thresholdsSchema,
  points: v.number(),
  max: v.number(),
  maturity: v.picklist(maturities),
  /** Of the category: how many were published, with the mean where they are three or more. */
  categoryCount: v.number(),
  categoryMean: v.nullable(v.number()),
  /** The form before, with what was published of it. `declared`: why nothing of it is compared, as an administrator declared. */
  former: v.nullable(
    v.object({
      form: v.string(),
      points: v.number(),
      max: v.number(),
      broken: v.optional(v.picklist(breaks)),
      declared: v.optional(v.string()),
    }),
  ),
  introduction: v.string(),
  conclusion: v.string(),
  /** A dimension comes before its sub-dimensions. */
  dimensions: is.list(dimensionViewSchema),
  questions: is.list(questionViewSchema),
})
export type ResultView = Readonly<v.InferOutput<typeof resultViewSchema>>

const resultFailures = ['not_found', 'forbidden', 'results_none', 'results_points_missing'] as const

export const result = route({
  name: 'results.result',
  method: 'GET',
  path: 'form/:form/institution/:institution/results/:kind',
  summary: {
    es: 'Los resultados de una institución, hasta la respuesta, la decisión y la evidencia que explican cada puntaje. La institución ve los publicados, desde su etapa; el laboratorio, además, los calculados o como están ahora.',
    en: 'The results of an institution, down to the answer, decision and evidence that explain each figure. The institution sees published ones, from their stage on; the lab also calculated ones, or as they are now.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, kind }),
  query: v.object({ version }),
  reply: resultViewSchema,
  fails: resultFailures,
})

/** One result in a list: what a head of service looks for first. */
const resultLineSchema = v.object({
  formId: is.formId,
  form: v.string(),
  kind,
  version: v.number(),
  publishedAt: is.instant,
  points: v.number(),
  max: v.number(),
  maturity: v.picklist(maturities),
  /** Why nothing of it is compared with the form before, as an administrator declared (RS22). */
  declared: v.optional(v.string()),
})
export type ResultLine = Readonly<v.InferOutput<typeof resultLineSchema>>

export const ownResults = route({
  name: 'results.own',
  method: 'GET',
  path: 'institution/:institution/results',
  summary: {
    es: 'Los resultados publicados de una institución, de todos los formularios, los más nuevos primero.',
    en: 'The published results of an institution, of every form, the newest first.',
  },
  access: 'session',
  params: v.object({ institution: id }),
  /** `noteOnly`: who asks does not lead it and is told only that there are results. */
  reply: v.object({ results: is.list(resultLineSchema), noteOnly: v.boolean() }),
  fails: ['not_found'],
})

export const undecidedSchema = v.object({
  institutionId: is.institutionId,
  institution: v.string(),
  unit: is.unit,
  number: v.string(),
  text: v.string(),
  code: v.picklist(['undecided', 'outdated']),
  /** The version of the answer, and what it says. */
  answerRev: v.number(),
  /** Id and name of the file beside it; null for none. */
  file: v.optional(v.nullable(v.object({ id: is.attachmentId, name: v.string() }))),
  answer: v.string(),
})
export type Undecided = Readonly<v.InferOutput<typeof undecidedSchema>>

const differenceSchema = v.object({
  institutionId: is.institutionId,
  institution: v.string(),
  unit: v.nullable(is.unit),
  number: v.string(),
  text: v.string(),
  before: v.number(),
  after: v.number(),
})
export type ResultDifference = Readonly<v.InferOutput<typeof differenceSchema>>

/** How far an institution's results of one kind have come. */
const resultStateSchema = v.object({
  institutionId: is.institutionId,
  name: v.string(),
  code: v.string(),
  category: v.string(),
  evaluator: v.nullable(v.string()),
  /** none: not worked out · calculated · published · newer: published, and worked out again since. */
  state: v.picklist(['none', 'calculated', 'published', 'newer']),
  snapshotId: v.nullable(v.string()),
  number: v.number(),
  version: v.number(),
  points: v.nullable(v.number()),
  max: v.nullable(v.number()),
  maturity: v.nullable(v.picklist(maturities)),
  at: v.nullable(is.instant),
  publishedAt: v.nullable(is.instant),
  /** Visitors see its newest published result, or will from its stage on: what is published next they see, too. */
  seenByVisitors: v.optional(v.boolean(), false),
  /** Texts that were written for it, of how many there are. */
  written: v.number(),
  texts: v.number(),
})
export type ResultState = Readonly<v.InferOutput<typeof resultStateSchema>>

export const overview = route({
  name: 'results.overview',
  method: 'GET',
  path: 'form/:form/results/:kind',
  summary: {
    es: 'Los resultados de las instituciones de un formulario: calculados, publicados y con sus textos. Quien evalúa ve las suyas.',
    en: 'The results of a form’s institutions: calculated, published and with their texts. Evaluators see theirs.',
  },
  access: 'session',
  params: v.object({ form: id, kind }),
  reply: v.object({
    /** Whether they may be calculated and published now, by the stage. */
    open: v.boolean(),
    /** First day on which institutions find what is published; null: at once, or no stage says. */
    visibleFrom: v.nullable(is.day),
    calculatedBy: v.picklist([1, 2]),
    thresholds: thresholdsSchema,
    institutions: is.list(resultStateSchema),
  }),
  fails: ['not_found', 'forbidden'],
})

/** Institutions that one call works on. */
export const institutionsAtOnce = 500
/** Rows of a list of what is missing or differs. */
export const namedMost = 200
const chosen = v.optional(v.nullable(v.pipe(v.array(id), v.nonEmpty(), v.maxLength(institutionsAtOnce))))

export const calculate = route({
  name: 'results.calculate',
  method: 'POST',
  path: 'form/:form/results/:kind/calculate',
  summary: {
    es: 'Calcula y guarda los resultados de las instituciones. Con una sola respuesta sin decisión no calcula ninguno, y la respuesta las nombra en `undecided`.',
    en: 'Calculates and keeps the results of institutions. With a single answer without a decision it calculates none, and the reply names them in `undecided`.',
  },
  access: 'administrator',
  params: v.object({ form: id, kind }),
  /** `institutionIds` absent: every one that takes part. `reason`: needed where one was published. */
  body: v.object({ institutionIds: chosen, reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(reasonMost, 'text_limit')))) }),
  reply: v.object({
    calculated: v.number(),
    /** Of which the same was kept already. */
    unchanged: v.number(),
    undecided: is.list(undecidedSchema),
    /** Rows beyond those that are named. */
    more: v.number(),
    /** Institutions whose points the table in force does not say. */
    pointsMissing: is.list(v.string()),
  }),
  fails: [
    'form_closed',
    'not_found',
    'results_closed',
    'results_reason_missing',
    'results_undecided',
    'results_points_missing',
    'participant_removed',
    'key_reused',
  ],
  limits: { pace: { burst: 10, perSecond: 0.2 } },
})

export const settle = route({
  name: 'results.settle',
  method: 'POST',
  path: 'form/:form/institution/:institution/results/:kind/settle',
  summary: {
    es: 'Decide, con un motivo, una respuesta que quedó sin decisión o cambió después de ella cuando su etapa ya terminó.',
    en: 'Decides, with a reason, an answer that was left without a decision or changed after it when its stage was over.',
  },
  access: 'administrator',
  params: v.object({ form: id, institution: id, kind }),
  /** `answerRev`, `file`: version of the answer and id of its file that the caller saw; null for no file. */
  body: v.object({
    unit: is.unit,
    decision: v.picklist(['Accepted', 'Rejected']),
    comment: v.pipe(v.string(), v.maxLength(2000, 'text_limit')),
    answerRev: v.number(),
    file: v.optional(v.nullable(id)),
  }),
  reply: v.object({ msg: v.string() }),
  fails: [
    ...doorFailures,
    'results_closed',
    'question_retired',
    'no_evaluation_needed',
    'evaluated_old_revision',
    'evaluated_old_file',
    'decision_reason_empty',
    'participant_removed',
  ],
})

export const publish = route({
  name: 'results.publish',
  method: 'POST',
  path: 'form/:form/results/:kind/publish',
  summary: {
    es: 'Publica los resultados calculados: los calcula otra vez y, si alguno ya no da lo mismo, no publica ninguno y la respuesta dice en qué difieren. Avisa por correo a quien lidera cada institución.',
    en: 'Publishes calculated results: works them out again and, if any no longer comes to the same, publishes none and the reply tells where they differ. Whoever leads each institution hears of it by letter.',
  },
  access: 'administrator',
  params: v.object({ form: id, kind }),
  /** Snapshots that the caller saw, by institution. */
  body: v.object({ snapshots: v.pipe(v.record(id, id), v.minEntries(1), v.maxEntries(institutionsAtOnce)) }),
  reply: v.object({ published: v.number(), unchanged: v.number(), differences: is.list(differenceSchema), more: v.number() }),
  fails: [
    'form_closed',
    'not_found',
    'results_closed',
    'results_none',
    'results_moved',
    'results_differ',
    'results_undecided',
    'results_points_missing',
    'results_republish',
    'participant_removed',
    'key_reused',
  ],
  limits: { pace: { burst: 10, perSecond: 0.2 } },
})

export const whatIf = route({
  name: 'results.whatIf',
  method: 'POST',
  path: 'form/:form/institution/:institution/results/:kind/whatif',
  summary: {
    es: 'Qué agregaría la réplica: el puntaje si se aceptaran estas respuestas rechazadas. No cambia nada.',
    en: 'What a replica would add: the points if these rejected answers were accepted. It changes nothing.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, kind }),
  /** `units` absent: all that may be appealed. */
  body: v.object({ units: v.optional(v.nullable(v.pipe(v.array(is.unit), v.maxLength(5000)))) }),
  reply: v.object({
    points: v.number(),
    /** With them accepted. */
    would: v.number(),
    maturity: v.picklist(maturities),
    /** Sub-dimensions that may be opened; null where nothing can be appealed. */
    allowed: v.nullable(v.number()),
    subDimensions: is.list(
      v.object({
        id: is.dimensionId,
        name: v.string(),
        points: v.number(),
        max: v.number(),
        /** With all of it accepted. */
        would: v.number(),
        units: is.list(v.object({ unit: is.unit, number: v.string(), text: v.string(), adds: v.number() })),
      }),
    ),
  }),
  fails: resultFailures,
  limits: { pace: { burst: 20, perSecond: 1 } },
})
export type WhatIf = Readonly<v.InferOutput<NonNullable<typeof whatIf.reply>>>

/** One text of an institution's report, as its editor shows it. */
const informTextSchema = v.object({
  /** introduction, conclusion, or `dimension:` and its id. */
  field: v.string(),
  name: v.string(),
  parentId: v.nullable(is.dimensionId),
  level: v.nullable(v.picklist(levels)),
  points: v.nullable(v.number()),
  max: v.nullable(v.number()),
  /** The form's text by the level. */
  usual: v.string(),
  /** What was written for this institution; null: the form's stands. */
  own: v.nullable(v.string()),
  /** Full name of who wrote it last, and when. */
  by: v.nullable(v.string()),
  at: v.nullable(is.instant),
})
export type InformText = Readonly<v.InferOutput<typeof informTextSchema>>

export const inform = route({
  name: 'results.inform',
  method: 'GET',
  path: 'form/:form/institution/:institution/inform/:kind',
  summary: {
    es: 'Los textos del informe de una institución, con los del formulario según el nivel de cada dimensión.',
    en: 'The texts of an institution’s report, with the form’s by the level of each dimension.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, kind }),
  reply: v.object({
    institution: v.string(),
    form: v.string(),
    /** Whether the caller may change them now. */
    editable: v.boolean(),
    /** The version that is published; 0: none. What is changed since goes with the next one. */
    version: v.number(),
    texts: is.list(informTextSchema),
  }),
  fails: resultFailures,
})
export type InformView = Readonly<v.InferOutput<NonNullable<typeof inform.reply>>>

const informFailures = [
  'form_closed',
  'not_found',
  'forbidden',
  'inform_closed',
  'not_assigned_evaluator',
  'changed_meanwhile',
  'participant_removed',
  'text_limit',
  'key_reused',
] as const

export const saveInform = route({
  name: 'results.saveInform',
  method: 'POST',
  path: 'form/:form/institution/:institution/inform/:kind',
  summary: {
    es: 'Guarda textos del informe de una institución; null vuelve al del formulario. `from`: lo que quien llama vio.',
    en: 'Saves texts of an institution’s report; null goes back to the form’s. `from`: what the caller saw.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, kind }),
  body: v.object({ from: informFieldsSchema, to: informFieldsSchema }),
  /** `texts`: those that were named, as they are kept; null is the form's. */
  reply: v.object({ msg: v.string(), texts: is.dictionary(v.nullable(v.string())) }),
  fails: informFailures,
})

// The calls of the specification.

/** Texts of an institution's reports, by level where nothing was written for it. */
const specReport = v.object({
  preliminaryIntroduction: v.string(),
  preliminaryConclusion: v.string(),
  finalIntroduction: v.string(),
  finalConclusion: v.string(),
  /** By dimension and sub-dimension: the text that its report has, with its level. */
  dimensions: is.dictionary(
    v.object({ parent: v.nullable(v.string()), level: v.nullable(v.picklist(levels)), result: v.nullable(v.number()), text: v.string() }),
  ),
})

export const finalReport = route({
  name: 'results.finalReport',
  method: 'GET',
  path: 'form/:form/institution/:institution/report/final',
  summary: {
    es: 'Los textos de los informes de una institución y el nivel de cada dimensión.',
    en: 'The texts of an institution’s reports, and the level of each dimension.',
  },
  access: 'session',
  params: place,
  reply: specReport,
  fails: resultFailures,
})

export const saveFinalReport = route({
  name: 'results.saveFinalReport',
  method: 'POST',
  path: 'form/:form/institution/:institution/report/final',
  summary: {
    es: 'Guarda los textos de los informes de una institución que se nombran; los demás quedan como están.',
    en: 'Saves the texts of an institution’s reports that are named; the others stay as they are.',
  },
  access: 'session',
  params: place,
  /** `dimensions`: of the final report; a text or null for the form's. */
  body: v.partial(
    v.object({
      preliminaryIntroduction: v.nullable(v.string()),
      preliminaryConclusion: v.nullable(v.string()),
      finalIntroduction: v.nullable(v.string()),
      finalConclusion: v.nullable(v.string()),
      dimensions: v.record(id, v.nullable(v.string())),
    }),
  ),
  reply: v.object({ msg: v.string() }),
  fails: informFailures,
})

const asked = v.object({ formId: id, institutionId: id, kind: v.optional(kind) })

export const specResult = route({
  name: 'results.specResult',
  method: 'POST',
  path: 'result',
  summary: {
    es: 'El resultado de una institución por dimensión: el final si lo hay, o el preliminar.',
    en: 'The result of an institution by dimension: the final one if there is one, or the preliminary.',
  },
  access: 'session',
  body: asked,
  reply: v.object({
    data: v.object({ kind, version: v.number(), result: v.number(), max: v.number(), maturity: v.picklist(maturities) }),
    resultByDimensionId: is.dictionary(
      v.object({ parent: v.nullable(v.string()), result: v.number(), max: v.number(), level: v.nullable(v.picklist(levels)) }),
    ),
  }),
  fails: resultFailures,
})

export const specResultAnswers = route({
  name: 'results.specResultAnswers',
  method: 'POST',
  path: 'result/answers',
  summary: {
    es: 'El resultado de una institución por pregunta.',
    en: 'The result of an institution by question.',
  },
  access: 'session',
  body: asked,
  reply: is.list(
    v.object({
      questionId: is.questionId,
      number: v.string(),
      text: v.string(),
      answer: v.nullable(v.string()),
      decision: v.nullable(v.picklist(decisions)),
      result: v.number(),
      max: v.number(),
    }),
  ),
  fails: resultFailures,
})

const exportQuery = v.object({ format: v.optional(v.picklist(['csv', 'xlsx'])), version })
const exported = {
  method: 'GET',
  access: 'session',
  params: place,
  query: exportQuery,
  raw: { reply: ['text/csv', workbookMime] },
} as const

export const exportPreliminary = route({
  ...exported,
  name: 'results.exportPreliminary',
  path: 'reports/:form/institution/:institution/results/preliminary/export',
  summary: {
    es: 'Descarga los resultados preliminares de una institución, una línea por dimensión, subdimensión y pregunta.',
    en: 'Downloads the preliminary results of an institution, a line for each dimension, sub-dimension and question.',
  },
  fails: [...resultFailures, 'archive_running', 'archives_busy'],
})

export const exportFinal = route({
  ...exported,
  name: 'results.exportFinal',
  path: 'reports/:form/institution/:institution/results/final/export',
  summary: {
    es: 'Descarga los resultados finales de una institución, una línea por dimensión, subdimensión y pregunta.',
    en: 'Downloads the final results of an institution, a line for each dimension, sub-dimension and question.',
  },
  fails: [...resultFailures, 'archive_running', 'archives_busy'],
})

const pdf = {
  method: 'GET',
  access: 'session',
  params: place,
  query: v.object({ version, language: v.optional(v.picklist(['es', 'en'])) }),
  raw: { reply: 'application/pdf' },
  fails: [...resultFailures, 'report_failed'],
  limits: { pace: { burst: 10, perSecond: 1 } },
} as const

export const preliminaryPdf = route({
  ...pdf,
  name: 'results.preliminaryPdf',
  path: 'reports/:form/institution/:institution/preliminary/export',
  summary: {
    es: 'Descarga el informe preliminar de una institución en PDF.',
    en: 'Downloads the preliminary report of an institution as PDF.',
  },
})

export const finalPdf = route({
  ...pdf,
  name: 'results.finalPdf',
  path: 'reports/:form/institution/:institution/final/export',
  summary: { es: 'Descarga el informe final de una institución en PDF.', en: 'Downloads the final report of an institution as PDF.' },
})

/** The report as it would be with texts that are being written; nothing is saved. */
export const previewPdf = route({
  name: 'results.previewPdf',
  method: 'POST',
  path: 'form/:form/institution/:institution/inform/:kind/preview',
  summary: {
    es: 'El informe en PDF como quedaría con textos que aún no se guardan.',
    en: 'The report as PDF as it would be with texts that are not saved yet.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, kind }),
  query: v.object({ language: v.optional(v.picklist(['es', 'en'])) }),
  body: v.object({ texts: informFieldsSchema }),
  raw: { reply: 'application/pdf' },
  shown: true,
  fails: [...resultFailures, 'report_failed'],
  limits: { pace: { burst: 10, perSecond: 1 } },
})
