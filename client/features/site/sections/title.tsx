import { SiteHeading } from '#client/features/site/heading.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** A title of its own: that of the page where it stands first. */
export function TitleSection({ section, level }: SectionProps<'title'>) {
  return (
    <section className={level === 1 ? 'border-b border-ink-150 bg-ink-50' : ''}>
      <div className={`site-width ${level === 1 ? 'py-12 md:py-16' : 'pt-12 pb-1 md:pt-16'}`}>
        <span aria-hidden="true" className="mb-5 block h-1 w-14 rounded-full bg-warm-500" />
        <SiteHeading level={level} className={`max-w-4xl ${level === 1 ? 'site-display' : 'site-heading'}`} {...spoken(section, 'title')}>
          {section.content.title}
        </SiteHeading>
      </div>
    </section>
  )
}
