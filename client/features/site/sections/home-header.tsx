import { ActionLink } from '#client/features/site/action-link.tsx'
import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** Steps that rise behind the words, as in the mark of the index. */
function Steps() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 480 330"
      preserveAspectRatio="xMaxYMax meet"
      className="pointer-events-none absolute right-0 bottom-0 h-[92%] w-full opacity-80 print:hidden"
    >
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={214 + step * 56}
          y={262 - step * 26 - step * step * 3}
          width="34"
          height="420"
          rx="9"
          fill="#86c2e8"
          opacity={0.05 + step * 0.03}
        />
      ))}
    </svg>
  )
}

/** How a page begins: what it is, in a sentence, where to go on, and a picture. */
export function HomeHeaderSection({ section, files, language, level, first }: SectionProps<'homeHeader'>) {
  const { image, alt, title, subtitle, link, linkText } = section.content
  const file = files[image]
  return (
    <section className="relative overflow-hidden bg-brand-900 text-white">
      <Steps />
      <div className={`site-width relative grid items-center gap-x-14 gap-y-9 py-12 md:py-20 ${file ? 'md:grid-cols-[1.05fr_1fr]' : ''}`}>
        <div className="max-w-3xl">
          <SiteHeading level={level} className="site-display text-white" {...spoken(section, 'title')}>
            {title}
          </SiteHeading>
          {subtitle !== '' && (
            <p className="site-lead mt-5 max-w-[38rem] text-brand-100" {...spoken(section, 'subtitle')}>
              {subtitle}
            </p>
          )}
          <p className="mt-8 empty:hidden">
            <ActionLink
              link={link}
              text={linkText}
              language={language}
              {...spoken(section, 'linkText')}
              className="bg-white text-brand-900 hover:bg-brand-100"
            />
          </p>
        </div>
        <Picture
          file={file}
          alt={alt}
          {...spoken(section, 'alt')}
          atOnce={first}
          before={first}
          sizes="(min-width: 76rem) 34rem, (min-width: 56.25rem) 46vw, 92vw"
          className="h-auto max-h-[30rem] w-full rounded-xl object-cover"
        />
      </div>
    </section>
  )
}
