import { SiteHeading } from '#client/features/site/heading.tsx'
import { ItemWords } from '#client/features/site/item-words.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Two large cards side by side, each a picture over its words. */
export function BigCenteredTextsSection({ section, files, language, level }: SectionProps<'bigCenteredTexts'>) {
  const { title, listData } = section.content
  const inner = innerLevel(title, level)
  return (
    <section className="bg-ink-50">
      <div className="site-width site-band">
        <SiteHeading level={level} className="site-heading mx-auto mb-10 max-w-3xl text-center" {...spoken(section, 'title')}>
          {title}
        </SiteHeading>
        <ul className="grid gap-6 md:grid-cols-2 md:gap-8">
          {listData.map((item, at) => (
            <li
              key={at}
              className={`flex flex-col overflow-hidden rounded-xl bg-white text-center shadow-card ${listData.length % 2 === 1 ? 'last:md:col-span-2' : ''}`}
            >
              <Picture
                file={files[item.src]}
                alt={item.alt}
                {...spoken(section, `listData.${at}.alt`)}
                sizes="(min-width: 76rem) 35rem, (min-width: 56.25rem) 46vw, 92vw"
                className="aspect-[16/9] h-auto w-full object-cover"
              />
              <div className="flex flex-col items-center px-6 py-8 md:px-10 md:py-10">
                <ItemWords
                  section={section}
                  language={language}
                  at={at}
                  item={item}
                  level={inner}
                  headingClass="text-2xl"
                  wordsClass="mt-3.5 text-lg text-ink-600"
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
