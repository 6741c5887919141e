import type { SiteLanguage } from '#shared/site/model.ts'
import { SiteHeading } from './heading.tsx'
import { RichWords } from './rich-words.tsx'
import { spoken } from './section-props.ts'

interface Props {
  readonly section: { readonly spanish: readonly string[] }
  readonly language: SiteLanguage
  /** Place of the item in the section's list. */
  readonly at: number
  readonly item: { readonly title: string; readonly body: string }
  /** Level of its title. */
  readonly level: 2 | 3
  readonly headingClass: string
  readonly wordsClass: string
}

/** Title and words of an item, each in the language in which it stands. */
export const ItemWords = ({ section, language, at, item, level, headingClass, wordsClass }: Props) => (
  <>
    <SiteHeading level={level} className={headingClass} {...spoken(section, `listData.${at}.title`)}>
      {item.title}
    </SiteHeading>
    <RichWords
      html={item.body}
      language={language}
      headings={level === 3 ? 4 : 3}
      {...spoken(section, `listData.${at}.body`)}
      className={wordsClass}
    />
  </>
)
