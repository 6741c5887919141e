import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { RichWords } from '#client/features/site/rich-words.tsx'
import { innerLevel, places, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** What the index measures, in three columns of equal weight. */
export function IndexSection({ section, files, language, level }: SectionProps<'index'>) {
  const { content } = section
  const inner = innerLevel(content.title, level)
  return (
    <section className="site-width site-band">
      <SiteHeading
        level={level}
        className={`mb-10 max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
        {...spoken(section, 'title')}
      >
        {content.title}
      </SiteHeading>
      <ul className="grid gap-6 md:grid-cols-3 md:gap-7">
        {places.map((place) => {
          const file = files[content[`imgSrc${place}`]]
          const subtitle = content[`subtitle${place}`]
          const body = content[`body${place}`]
          if (!file && subtitle === '' && body === '') return null
          return (
            <li key={place} className="flex flex-col rounded-xl border border-ink-150 bg-white p-7 shadow-card">
              <Picture
                file={file}
                alt={content[`imgAlt${place}`]}
                {...spoken(section, `imgAlt${place}`)}
                sizes="6rem"
                className="mb-6 h-20 w-auto max-w-full self-start object-contain object-left"
              />
              <SiteHeading level={inner} className="text-xl" {...spoken(section, `subtitle${place}`)}>
                {subtitle}
              </SiteHeading>
              <RichWords
                html={body}
                language={language}
                headings={inner === 3 ? 4 : 3}
                {...spoken(section, `body${place}`)}
                className="mt-3 text-ink-700"
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
