import { documentHref, imageHref } from '#shared/site/view.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { SiteHeading } from '#client/features/site/heading.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'
import { siteText } from '#client/features/site/text.ts'

/** Documents to take along, each with its kind and its size. */
export function DownloadsSection({ section, files, level }: SectionProps<'downloads'>) {
  const t = useText(siteText)
  const format = useFormat()
  const { title, listData } = section.content
  return (
    <section className="site-width site-band">
      <SiteHeading
        level={level}
        className={`mb-8 max-w-3xl ${level === 1 ? 'site-display' : 'site-heading'}`}
        {...spoken(section, 'title')}
      >
        {title}
      </SiteHeading>
      <ul className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr))]">
        {listData.map((item, at) => {
          const file = files[item.file]
          if (!file) return null
          const size = format.bytes(file.bytes)
          // A drawing among the documents has a size, too: what a file is stands at the beginning of its id.
          const isPicture = file.id.startsWith('i')
          return (
            <li key={at}>
              <a
                href={isPicture ? imageHref(file) : documentHref(file)}
                download={file.name}
                {...spoken(section, `listData.${at}.title`)}
                className="group flex h-full items-center gap-4 rounded-xl border border-ink-200 bg-white p-5 no-underline transition-colors hover:border-brand-600 hover:bg-brand-50"
              >
                <span className="flex size-12 shrink-0 items-center justify-center rounded-lg bg-brand-50 text-brand-700 group-hover:bg-white">
                  <Icon name="file" size={24} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="sr-only">{t('download')} </span>
                  <span className="block font-semibold text-ink-950">{item.title}</span>
                  <span className="mt-0.5 block text-sm text-ink-500">
                    {file.kind.toUpperCase()} · {size}
                  </span>
                </span>
                <Icon name="download" size={20} className="shrink-0 text-brand-700" />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
