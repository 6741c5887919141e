import { folded } from '#client/i18n/folded.ts'
import { faqSectionNames, faqSections } from '#client/features/faq/sections.ts'
import type { FaqQuestion } from '#client/features/faq/sections.ts'

/** Questions that hold every word, with or without its accents, in themselves or in their answers; undefined where no word is said. */
export function foundQuestions(
  words: string,
  say: (key: FaqQuestion | `${FaqQuestion}Answer`) => string,
): ReadonlySet<FaqQuestion> | undefined {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return undefined
  const all: readonly FaqQuestion[] = faqSectionNames.flatMap((section): readonly FaqQuestion[] => faqSections[section])
  return new Set(
    all.filter((question) => {
      const text = folded(`${say(question)} ${say(`${question}Answer`)}`)
      return wanted.every((word) => text.includes(word))
    }),
  )
}
