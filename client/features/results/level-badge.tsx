import type { Level } from '#shared/results/model.ts'
import { levelWord } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { resultsText } from './text.ts'
import { levelTones } from './words.ts'

/** Level of a dimension; of one where nothing can be obtained, that it is there for reference (RS5). */
export function LevelBadge({ level }: { readonly level: Level | null }) {
  const t = useText(resultsText)
  const language = useLanguage()
  if (level === null) return <Badge>{t('reference')}</Badge>
  const word = levelWord(level, language)
  return (
    <Badge tone={levelTones[level]}>
      <span className="sr-only">{t('level', { level: word })}</span>
      <span aria-hidden>{word}</span>
    </Badge>
  )
}
