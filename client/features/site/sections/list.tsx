import { SiteHeading } from '#client/features/site/heading.tsx'
import { ItemWords } from '#client/features/site/item-words.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Items under each other, each with its picture where it has one. */
export function ListSection({ section, files, language, level }: SectionProps<'list'>) {
  const { title, listData } = section.content
  const inner = innerLevel(title, level)
  return (
    <section className="site-width site-band">
      <SiteHeading
        level={level}
        className={`mb-8 max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
        {...spoken(section, 'title')}
      >
        {title}
      </SiteHeading>
      <ul className="max-w-4xl divide-y divide-ink-150 border-y border-ink-150">
        {listData.map((item, at) => {
          const icon = item.withImage ? files[item.icon] : undefined
          return (
            <li key={at} className="flex flex-col gap-x-7 gap-y-4 py-7 sm:flex-row">
              {icon && (
                <span className="flex size-16 shrink-0 items-center justify-center rounded-xl bg-brand-50 p-3">
                  <Picture
                    file={icon}
                    alt={item.iconAltText}
                    {...spoken(section, `listData.${at}.iconAltText`)}
                    sizes="4rem"
                    className="h-full w-full object-contain"
                  />
                </span>
              )}
              <div className="min-w-0 flex-1">
                <ItemWords
                  section={section}
                  language={language}
                  at={at}
                  item={item}
                  level={inner}
                  headingClass="text-xl"
                  wordsClass={item.title === '' ? 'text-ink-800' : 'mt-2 text-ink-700'}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
