import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** A title in the middle over pictures in a row: those who stand behind, for the most part. */
export function CenteredTitleSection({ section, files, level }: SectionProps<'centeredTitle'>) {
  const { title, imgs } = section.content
  return (
    <section className="site-width site-band text-center">
      <SiteHeading
        level={level}
        className={`mx-auto max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
        {...spoken(section, 'title')}
      >
        {title}
      </SiteHeading>
      <ul className="mt-9 flex flex-wrap items-center justify-center gap-5 md:gap-7">
        {imgs.map((each, at) => (
          <li
            key={at}
            className="flex h-32 w-full max-w-60 items-center justify-center rounded-xl border border-ink-150 bg-white p-5 sm:w-[calc(50%-0.9rem)]"
          >
            <Picture
              file={files[each.source]}
              alt={each.alt}
              {...spoken(section, `imgs.${at}.alt`)}
              sizes="15rem"
              className="h-full w-full object-contain"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
