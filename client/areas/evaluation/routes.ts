import { lazyPage } from '#client/page/lazy-page.tsx'
import type { PageRow } from '#client/page/page-row.ts'

/** An evaluator reads and decides at one place: what leads to a questionnaire leads there. */
const toEvaluation = lazyPage(() => import('./list/to-evaluation-page.tsx'), 'ToEvaluationPage')

/** Where the lab reads what was sent and decides on it. */
export const evaluationPages: readonly PageRow[] = [
  {
    at: 'evaluations',
    who: ['Evaluator'],
    title: 'evaluation',
    menu: { in: 'main', icon: 'check-circle' },
    page: lazyPage(() => import('./list/evaluations-page.tsx'), 'EvaluationsPage'),
  },
  {
    at: 'evaluation',
    who: ['Evaluator'],
    title: 'evaluation',
    page: lazyPage(() => import('./desk/evaluation-page.tsx'), 'EvaluationPage'),
  },
  { at: 'questionnaire', who: ['Evaluator'], title: 'evaluation', page: toEvaluation },
  { at: 'filling', who: ['Evaluator'], title: 'evaluation', page: toEvaluation },
  {
    at: 'generateReport',
    who: ['Evaluator', 'Administrator'],
    title: 'results',
    page: lazyPage(() => import('./reports/generate-report-page.tsx'), 'GenerateReportPage'),
  },
  {
    at: 'generatePreInform',
    who: ['Evaluator', 'Administrator'],
    title: 'formReport',
    wholeWidth: true,
    page: lazyPage(() => import('./reports/generate-inform-page.tsx'), 'GeneratePreInformPage'),
  },
  {
    at: 'generateInform',
    who: ['Evaluator', 'Administrator'],
    title: 'formReport',
    wholeWidth: true,
    page: lazyPage(() => import('./reports/generate-inform-page.tsx'), 'GenerateInformPage'),
  },
]
