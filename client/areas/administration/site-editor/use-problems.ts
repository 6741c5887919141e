import type { PageProblem } from '#shared/site/rules.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { useEditorParts } from './editor-context.ts'
import { siteEditorText } from './text.ts'

/** Sentence of what is wrong with a field, once somebody asked for the checks; null where nothing is, or nobody asked. */
export function useProblemsAt(section: string | null, path: string, language: SiteLanguage | null): string | null {
  const t = useText(siteEditorText)
  const { problems } = useEditorParts()
  const found = problems.find((each) => isAt(each, section, path, language))
  return found ? t(`problem_${found.code}`) : null
}

const isAt = (problem: PageProblem, section: string | null, path: string, language: SiteLanguage | null): boolean =>
  problem.section === section && problem.field === path && (problem.language ?? language) === language && problem.severity === 'error'
