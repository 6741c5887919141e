import type { Content, Section } from '../site/model.ts'
import { emptyContent, type SectionComponent } from '../site/sections.ts'

/** A section of a page, whole but for what is said. */
export const aSection = (
  component: SectionComponent,
  content: Content = {},
  englishContent: Content = {},
  rest: Partial<Section> = {},
): Section => ({
  id: `s-${component}`,
  component,
  content: { ...emptyContent(component), ...content },
  englishContent: { ...emptyContent(component, true), ...englishContent },
  hidden: false,
  englishOf: null,
  ...rest,
})
export const titled = (title: string, english = title): Section => aSection('title', { title }, { title: english })
