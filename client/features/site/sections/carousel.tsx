import { useText } from '#client/i18n/text.ts'
import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'
import { siteText } from '#client/features/site/text.ts'

/**
 * Pictures to go through: a row that scrolls, by finger, wheel and arrow keys, and a link to each. It needs no script; nothing moves by
 * itself.
 */
export function CarouselSection({ section, files, level, first }: SectionProps<'carousel'>) {
  const t = useText(siteText)
  const { title, imgs } = section.content
  const count = imgs.length
  const idOf = (at: number): string => `${section.id}-${at + 1}`
  return (
    <section className="site-width site-band">
      <SiteHeading
        level={level}
        className={`mb-8 max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
        {...spoken(section, 'title')}
      >
        {title}
      </SiteHeading>
      <div
        role="region"
        aria-label={title === '' ? t('slides') : `${title}. ${t('slides')}`}
        // Who has no pointer scrolls it by keys, for which it needs the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="rounded-xl overflow-x-auto snap-x snap-mandatory [scrollbar-width:thin]"
      >
        <ul className="flex gap-5 pb-3">
          {imgs.map((each, at) => (
            <li key={at} id={idOf(at)} className={`shrink-0 snap-start ${count === 1 ? 'w-full' : 'w-[88%] md:w-[74%]'}`}>
              <figure>
                <Picture
                  file={files[each.source]}
                  alt={each.alt}
                  {...spoken(section, `imgs.${at}.alt`)}
                  atOnce={first && at === 0}
                  sizes="(min-width: 76rem) 53rem, (min-width: 56.25rem) 70vw, 84vw"
                  className="aspect-[16/9] h-auto w-full rounded-xl bg-ink-100 object-cover"
                />
                {each.caption !== '' && (
                  <figcaption className="mt-3 max-w-prose text-sm text-ink-600" {...spoken(section, `imgs.${at}.caption`)}>
                    {each.caption}
                  </figcaption>
                )}
              </figure>
            </li>
          ))}
        </ul>
      </div>
      {count > 1 && (
        <ol className="mt-4 flex flex-wrap gap-2" data-slides>
          {imgs.map((_, at) => (
            <li key={at}>
              <a
                href={`#${idOf(at)}`}
                aria-label={t('slide', { n: at + 1, count })}
                className="flex size-9 items-center justify-center rounded-full border border-ink-300 text-sm font-semibold text-ink-700 no-underline tabular hover:border-brand-600 hover:bg-brand-50 aria-[current]:border-brand-700 aria-[current]:bg-brand-700 aria-[current]:text-white"
              >
                {at + 1}
              </a>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
