import { pageAddress } from '#shared/addresses.ts'
import { hrefName, siteHref } from './site-href.ts'
import type { Frame } from '#shared/site/view.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from './picture.tsx'
import { places, spoken } from './section-props.ts'
import { SiteMark } from './site-mark.tsx'
import { siteText } from './text.ts'

const linkClass = 'inline-flex min-h-8 items-center rounded-sm text-brand-100 no-underline hover:text-white hover:underline'

type Props = Pick<Frame, 'footer' | 'files' | 'language' | 'editionDay'>

/** Up to three institutions that stand behind the index, each leading to its own pages. */
function Partners({ footer, files, language }: Props) {
  const t = useText(siteText)
  if (!footer) return null
  const found = places.flatMap((place) => {
    const file = files[footer.content[`imgSrc${place}`]]
    return file ? [{ place, file, alt: footer.content[`imgAlt${place}`], href: siteHref(footer.content[`imgLink${place}`], language) }] : []
  })
  if (found.length === 0) return null
  return (
    <ul aria-label={t('partners')} className="flex flex-wrap gap-3">
      {found.map(({ place, file, alt, href }) => {
        const logo = (
          <Picture
            file={file}
            alt={alt}
            {...spoken(footer, `imgAlt${place}`)}
            sizes="6rem"
            className={cx('h-8 max-w-24 object-contain', file.width === null ? 'w-24' : 'w-auto')}
          />
        )
        return (
          <li key={place} className="flex rounded-lg bg-white">
            {href === '' ? (
              <span className="px-3.5 py-2.5">{logo}</span>
            ) : (
              <a
                href={href}
                rel="noopener"
                className="rounded-lg px-3.5 py-2.5"
                aria-label={alt === '' || alt === '-' ? hrefName(href, t('home')) : undefined}
              >
                {logo}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Foot of every page: links, the way in, who stands behind it, and of which day the page is. */
export function SiteFooter(props: Props) {
  const t = useText(siteText)
  const format = useFormat()
  const { footer, files, language, editionDay } = props
  const content = footer?.content
  const logo = content && files[content.logo]
  const links =
    footer && content
      ? (['One', 'Two'] as const).flatMap((place) => {
          const href = siteHref(content[`link${place}`], language)
          const text = content[`linkText${place}`]
          return href === '' || text === '' ? [] : [{ href, text, ...spoken(footer, `linkText${place}`) }]
        })
      : []
  const socials =
    footer && content
      ? content.socials.slice(0, 4).flatMap(({ title, link }, at) => {
          const href = siteHref(link, language)
          return href === '' || title === '' ? [] : [{ href, title, ...spoken(footer, `socials.${at}.title`) }]
        })
      : []
  return (
    <footer className="mt-auto bg-ink-950 text-brand-100">
      <div className="site-width grid gap-x-12 gap-y-9 py-12 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)] md:py-14">
        <div className="flex flex-col items-start gap-6">
          {content && logo ? (
            <Picture
              file={logo}
              alt={content.logoAlt}
              {...spoken(footer, 'logoAlt')}
              sizes="14rem"
              className={cx('h-14 max-w-[min(14rem,60vw)] object-contain object-left', logo.width === null ? 'w-56' : 'w-auto')}
            />
          ) : (
            <p className="flex items-center gap-3 text-lg leading-tight font-semibold text-white">
              <SiteMark size={40} />
              {t('product')}
            </p>
          )}
          <Partners {...props} />
        </div>
        <nav aria-label={t('links')}>
          <ul className="grid gap-1.5">
            {links.map(({ href, text, lang }) => (
              <li key={href}>
                <a href={href} rel="noopener" lang={lang} className={linkClass}>
                  {text}
                </a>
              </li>
            ))}
            <li>
              <a
                href={pageAddress('login')}
                {...(footer && content?.loginText !== '' && spoken(footer, 'loginText'))}
                className={`${linkClass} gap-2 font-semibold text-white`}
              >
                <Icon name="user" size={18} />
                {content && content.loginText !== '' ? content.loginText : t('login')}
              </a>
            </li>
          </ul>
        </nav>
        {socials.length > 0 && (
          <nav aria-label={t('socials')}>
            <ul className="grid gap-1.5">
              {socials.map(({ href, title, lang }) => (
                <li key={href}>
                  <a href={href} rel="noopener me" lang={lang} className={`${linkClass} gap-2`}>
                    {title}
                    <Icon name="external" size={15} />
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className="border-t border-white/15">
        <div className="site-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 text-sm text-brand-200">
          <p>{t('edition', { day: format.day(editionDay as never) })}</p>
          <button
            type="button"
            hidden
            data-save-site
            className="inline-flex min-h-9 items-center gap-2 rounded-md border border-brand-300/60 px-3.5 font-medium text-white hover:bg-white/10"
          >
            <Icon name="download" size={17} />
            {t('saveSite')}
          </button>
        </div>
      </div>
    </footer>
  )
}
