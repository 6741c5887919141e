import { ActionLink } from '#client/features/site/action-link.tsx'
import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { RichWords } from '#client/features/site/rich-words.tsx'
import { innerLevel, places, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Who takes part: words, three pictures with what each is, and the way on. */
export function InstitutionsSection({ section, files, language, level }: SectionProps<'institutions'>) {
  const { content } = section
  return (
    <section className="site-width site-band">
      <div className="mx-auto flex max-w-3xl flex-col items-center text-center">
        <SiteHeading level={level} className={level === 1 ? 'site-display' : 'site-heading'} {...spoken(section, 'title')}>
          {content.title}
        </SiteHeading>
        <RichWords
          html={content.titleBody}
          language={language}
          headings={innerLevel(content.title, level)}
          {...spoken(section, 'titleBody')}
          className="mt-4 text-lg text-ink-700"
        />
      </div>
      <ul className="mt-10 flex flex-wrap justify-center gap-6 md:gap-8">
        {places.map((place) => {
          const file = files[content[`imgSrc${place}`]]
          const subtitle = content[`subtitle${place}`]
          if (!file && subtitle === '') return null
          return (
            <li key={place} className="w-full max-w-sm sm:w-[calc(33.333%-1.5rem)] sm:min-w-52">
              <figure>
                <Picture
                  file={file}
                  alt={content[`imgAlt${place}`]}
                  {...spoken(section, `imgAlt${place}`)}
                  sizes="(min-width: 56.25rem) 22rem, (min-width: 37.5rem) 30vw, 92vw"
                  className="aspect-[4/3] h-auto w-full rounded-xl bg-ink-100 object-cover"
                />
                {subtitle !== '' && (
                  <figcaption className="mt-4 text-center text-lg font-semibold text-ink-950" {...spoken(section, `subtitle${place}`)}>
                    {subtitle}
                  </figcaption>
                )}
              </figure>
            </li>
          )
        })}
      </ul>
      <p className="mt-9 text-center empty:hidden">
        <ActionLink link={content.link} text={content.linkText} language={language} {...spoken(section, 'linkText')} />
      </p>
    </section>
  )
}
