import { openReportLimits } from '#shared/open-data/model.ts'

export interface ReportWords {
  readonly title: string
  readonly description: string
}

/** What is wrong with the words of a report, by field: the code of its message, or null (PU1). */
export const fieldProblems = ({ title, description }: ReportWords) =>
  ({
    title: title.trim() === '' ? 'open_title_missing' : title.trim().length > openReportLimits.title ? 'open_title_long' : null,
    description:
      description.trim() === ''
        ? 'open_about_missing'
        : description.trim().length > openReportLimits.description
          ? 'open_about_long'
          : null,
  }) as const
export type FieldProblems = ReturnType<typeof fieldProblems>
