import { ActionLink } from '#client/features/site/action-link.tsx'
import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { RichWords } from '#client/features/site/rich-words.tsx'
import { innerLevel, places, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** The categories of institutions: words and the way on, beside three pictures. */
export function IndexCategoriesSection({ section, files, language, level }: SectionProps<'indexCategories'>) {
  const { content } = section
  return (
    <section className="bg-ink-50">
      <div className="site-width site-band grid items-center gap-x-14 gap-y-9 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <SiteHeading level={level} className={level === 1 ? 'site-display' : 'site-heading'} {...spoken(section, 'title')}>
            {content.title}
          </SiteHeading>
          <RichWords
            html={content.body}
            language={language}
            headings={innerLevel(content.title, level)}
            {...spoken(section, 'body')}
            className="mt-4 text-lg text-ink-700"
          />
          <p className="mt-7 empty:hidden">
            <ActionLink link={content.link} text={content.linkText} language={language} {...spoken(section, 'linkText')} />
          </p>
        </div>
        <ul className="grid grid-cols-3 gap-2.5 sm:gap-4">
          {places.map(
            (place) =>
              files[content[`imgSrc${place}`]] && (
                <li key={place} className="rounded-xl bg-white p-2 shadow-card sm:p-4">
                  <Picture
                    file={files[content[`imgSrc${place}`]]}
                    alt={content[`imgAlt${place}`]}
                    {...spoken(section, `imgAlt${place}`)}
                    sizes="(min-width: 56.25rem) 14rem, 28vw"
                    className="mx-auto aspect-square h-auto w-full max-w-64 object-contain"
                  />
                </li>
              ),
          )}
        </ul>
      </div>
    </section>
  )
}
