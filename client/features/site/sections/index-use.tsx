import { SiteHeading } from '#client/features/site/heading.tsx'
import { ItemWords } from '#client/features/site/item-words.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** What the index is of use for: up to three, one under the other, picture and words changing sides. */
export function IndexUseSection({ section, files, language, level }: SectionProps<'indexUse'>) {
  const { title, listData } = section.content
  const inner = innerLevel(title, level)
  return (
    <section className="bg-brand-50">
      <div className="site-width site-band">
        <SiteHeading
          level={level}
          className={`mb-10 max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
          {...spoken(section, 'title')}
        >
          {title}
        </SiteHeading>
        <ul className="grid gap-10 md:gap-14">
          {listData.map((item, at) => (
            <li key={at} className="grid items-center gap-x-14 gap-y-5 md:grid-cols-2">
              <Picture
                file={files[item.src]}
                alt={item.alt}
                {...spoken(section, `listData.${at}.alt`)}
                sizes="(min-width: 76rem) 33rem, (min-width: 56.25rem) 44vw, 92vw"
                className={`aspect-[3/2] h-auto w-full rounded-xl object-cover ${at % 2 === 1 ? 'md:order-last' : ''}`}
              />
              <div>
                <ItemWords
                  section={section}
                  language={language}
                  at={at}
                  item={item}
                  level={inner}
                  headingClass="text-2xl"
                  wordsClass="mt-3 text-lg text-ink-700"
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
