import { SiteHeading } from '#client/features/site/heading.tsx'
import { Picture } from '#client/features/site/picture.tsx'
import { innerLevel, spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** The band in the index's warm colour: a title, and short titles with their pictures. */
export function OrangeSection({ section, files, level }: SectionProps<'orangeSection'>) {
  const { title, listData } = section.content
  const inner = innerLevel(title, level)
  return (
    <section className="bg-warm-500">
      <div className="site-width site-band">
        <SiteHeading
          level={level}
          className={`max-w-3xl text-ink-950 ${level === 1 ? 'site-display' : 'site-heading'}`}
          {...spoken(section, 'title')}
        >
          {title}
        </SiteHeading>
        {listData.length > 0 && (
          <ul className="mt-9 grid gap-5 [grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr))]">
            {listData.map((item, at) => (
              <li key={at} className="flex items-center gap-5 rounded-xl bg-white p-5">
                {files[item.src] && (
                  <Picture
                    file={files[item.src]}
                    alt={item.alt}
                    {...spoken(section, `listData.${at}.alt`)}
                    sizes="5rem"
                    className="size-16 shrink-0 object-contain"
                  />
                )}
                <SiteHeading level={inner} className="text-lg" {...spoken(section, `listData.${at}.title`)}>
                  {item.title}
                </SiteHeading>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
