import type { FormContent } from './author.ts'
import { alerts } from './questionnaire/alerts.ts'
import { collaborationAndOpenness } from './questionnaire/collaboration-and-openness.ts'
import { english } from './questionnaire/english.ts'
import { institutionalResources } from './questionnaire/institutional-resources.ts'
import { practicesAndProcesses } from './questionnaire/practices-and-processes.ts'
import { results } from './questionnaire/results.ts'
import { satisfactionSurvey } from './questionnaire/satisfaction-survey.ts'

/** The demonstration questionnaire: four dimensions, twelve sub-dimensions, 100 points, and the satisfaction survey. */
export const questionnaire: FormContent = {
  dimensions: [institutionalResources, practicesAndProcesses, collaborationAndOpenness, results],
  survey: satisfactionSurvey,
  english,
  alerts,
}
