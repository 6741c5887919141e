import { bearsKindName } from '#shared/stages/kind-names.es.ts'
import type { Stage } from '#shared/stages/model.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { stagesText } from './text.ts'

interface StageName {
  readonly text: string
  readonly lang: 'es' | 'en'
}

/**
 * What a stage is called for who reads: one that bears the name of its kind has it in the reader's language too; another name is what
 * the lab wrote, in Spanish.
 */
export function useStageName(): (stage: Pick<Stage, 'kind' | 'name'>) => StageName {
  const t = useText(stagesText)
  const language = useLanguage()
  return (stage) => (language === 'en' && bearsKindName(stage) ? { text: t(stage.kind), lang: 'en' } : { text: stage.name, lang: 'es' })
}
