import { SiteHeading } from '#client/features/site/heading.tsx'
import { ItemWords } from '#client/features/site/item-words.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Words in the middle, each below its picture, as many beside each other as there is room for. */
export function CenteredTextsSection({ section, files, language, level }: SectionProps<'centeredTexts'>) {
  const { title, listData } = section.content
  const inner = innerLevel(title, level)
  return (
    <section className="site-width site-band">
      <SiteHeading level={level} className="site-heading mx-auto mb-10 max-w-3xl text-center" {...spoken(section, 'title')}>
        {title}
      </SiteHeading>
      <ul className="grid justify-center gap-x-10 gap-y-11 [grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),20rem))]">
        {listData.map((item, at) => (
          <li key={at} className="flex flex-col items-center text-center">
            <Picture
              file={files[item.src]}
              alt={item.alt}
              {...spoken(section, `listData.${at}.alt`)}
              sizes="10rem"
              className="mb-5 size-28 object-contain"
            />
            <ItemWords
              section={section}
              language={language}
              at={at}
              item={item}
              level={inner}
              headingClass="text-xl"
              wordsClass="mt-2.5 text-ink-600"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
