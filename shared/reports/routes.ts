import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { reportFormats, reportLayouts } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })

/** A table of a form, as CSV unless something else is asked for. It is made while it is read. */
const report = {
  method: 'GET',
  query: v.object({ format: v.optional(v.picklist(reportFormats)), layout: v.optional(v.picklist(reportLayouts)) }),
  raw: { reply: ['text/csv', workbookMime, 'application/zip'] },
  fails: ['not_found', 'forbidden', 'archive_running', 'archives_busy'],
} as const
const ofAdministrators = { ...report, access: 'administrator' } as const
const ofTheLab = { ...report, access: 'session' } as const

export const reportConfiguration = route({
  ...ofAdministrators,
  name: 'reports.configuration',
  path: 'reports/:form/institutions/configuration/export',
  summary: {
    es: 'Descarga la configuración de cada institución del formulario: líder, delegado, evaluador y quién responde por cada parte.',
    en: 'Downloads how each institution of the form is set up: leader, delegate, evaluator and who answers for each part.',
  },
  params: form,
})

export const reportAnswers = route({
  ...ofTheLab,
  name: 'reports.answers',
  path: 'reports/:form/institutions/answers/export',
  summary: {
    es: 'Descarga las respuestas de las instituciones del formulario: una línea por pregunta (long), una fila por institución (wide) o una línea por fila de bloque (rows). Quien evalúa recibe las suyas.',
    en: 'Downloads the answers of the form’s institutions: a line for each question (long), a row for each institution (wide), or a line for each row of a block (rows). Evaluators receive their own.',
  },
  params: form,
})

export const reportAllAnswers = route({
  ...ofTheLab,
  name: 'reports.allAnswers',
  path: 'reports/:form/institutions/answers/all/export',
  summary: {
    es: 'Descarga las respuestas de las instituciones del formulario con sus decisiones, y para administración también las de la encuesta.',
    en: 'Downloads the answers of the form’s institutions with their decisions, and for administrators those of the survey too.',
  },
  params: form,
})

export const reportEvaluationAnswers = route({
  ...ofTheLab,
  name: 'reports.evaluationAnswers',
  path: 'reports/:form/institutions/answers/evaluation/export',
  summary: {
    es: 'Descarga cada respuesta del formulario con lo que se decidió sobre ella.',
    en: 'Downloads each answer of the form with what was decided about it.',
  },
  params: form,
})

export const reportSurveyAnswers = route({
  ...ofAdministrators,
  name: 'reports.surveyAnswers',
  path: 'reports/:form/survey/answers/export',
  summary: {
    es: 'Descarga las respuestas de la encuesta de satisfacción.',
    en: 'Downloads the answers of the satisfaction survey.',
  },
  params: form,
})

export const reportAnswersHistory = route({
  ...ofTheLab,
  name: 'reports.answersHistory',
  path: 'reports/:form/institutions/:institution/answershistory/export',
  summary: {
    es: 'Descarga todo lo que se hizo en las respuestas de una institución, desde lo más antiguo.',
    en: 'Downloads everything that was done to the answers of an institution, the oldest first.',
  },
  params: v.object({ form: id, institution: id }),
})

export const reportResults = route({
  ...ofTheLab,
  name: 'reports.results',
  path: 'reports/:form/results/export',
  summary: {
    es: 'Descarga lo que se sabe hoy de cada institución: decisiones, puntaje máximo y, si el cálculo es manual, puntaje cargado.',
    en: 'Downloads what is known today of each institution: decisions, most points and, where calculation is manual, the points that were brought.',
  },
  params: form,
})

export const reportResultsByQuestion = route({
  ...ofTheLab,
  name: 'reports.resultsByQuestion',
  path: 'result/:form/questions/export',
  summary: {
    es: 'Descarga, por institución y pregunta con puntaje, lo que se decidió, su puntaje máximo y, si el cálculo es manual, el cargado.',
    en: 'Downloads, for each institution and question that is worth points, what was decided, its most points and, where calculation is manual, those that were brought.',
  },
  params: form,
})
