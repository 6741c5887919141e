import { SiteHeading } from '#client/features/site/heading.tsx'
import { RichWords } from '#client/features/site/rich-words.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Words under a title; beside it where there is room, so that a long page can be looked through. */
export function TitleBodySection({ section, language, level }: SectionProps<'titleBody'>) {
  const { title, body } = section.content
  const words = (
    <RichWords
      html={body}
      language={language}
      headings={innerLevel(title, level)}
      {...spoken(section, 'body')}
      className="text-lg text-ink-800"
    />
  )
  return (
    <section className="site-width site-band">
      {title === '' ? (
        words
      ) : (
        <div className={level === 1 ? 'grid gap-7' : 'grid gap-x-14 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]'}>
          <SiteHeading level={level} className={level === 1 ? 'site-display max-w-4xl' : 'site-heading'} {...spoken(section, 'title')}>
            {title}
          </SiteHeading>
          {words}
        </div>
      )}
    </section>
  )
}
