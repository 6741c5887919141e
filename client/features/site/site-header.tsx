import { inLanguage, sitePaths } from '#shared/site/paths.ts'
import { linkHref } from '#shared/site/rules.ts'
import { hrefName, siteHref } from './site-href.ts'
import { siteLanguages } from '#shared/site/model.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import type { Frame, ViewFile, ViewSection } from '#shared/site/view.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from './picture.tsx'
import { spoken } from './section-props.ts'
import { SiteMark } from './site-mark.tsx'
import { siteText } from './text.ts'

interface HeaderLink {
  readonly href: string
  readonly text: string
  readonly lang?: 'es'
}

/** Links of the menu in their order: the four of an editor, the results where they are shown, open data where there is some. */
function useHeaderLinks({ header, language, openDataHref }: Props): readonly HeaderLink[] {
  const t = useText(siteText)
  const links: HeaderLink[] = []
  if (header) {
    const { content } = header
    for (const place of ['One', 'Two', 'Three', 'Four'] as const) {
      const text = content[`linkText${place}`]
      const href = siteHref(content[`link${place}`], language)
      if (text !== '' && href !== '') links.push({ href, text, ...spoken(header, `linkText${place}`) })
    }
    if (content.showResults)
      links.push({
        href: inLanguage('/result', language),
        text: content.resultsText === '' ? t('results') : content.resultsText,
        ...spoken(header, 'resultsText'),
      })
  }
  if (openDataHref !== null) links.push({ href: siteHref(openDataHref, language), text: t('openData') })
  return links
}

/** One of the two logos, leading to its address. Without any the index has its own mark, which leads home. */
function Logo({ file, alt, lang, link, language }: { file: ViewFile; alt: string; lang?: 'es'; link: string; language: SiteLanguage }) {
  const t = useText(siteText)
  const href = siteHref(link, language)
  const picture = (
    <Picture
      file={file}
      alt={alt}
      lang={lang}
      atOnce
      sizes="12rem"
      className={cx('h-9 max-w-[22vw] object-contain object-left sm:max-w-44', file.width === null ? 'w-32' : 'w-auto')}
    />
  )
  if (href === '') return picture
  return (
    // A decorative picture gives the link no name.
    <a
      href={href}
      rel="noopener"
      className="flex min-h-11 items-center rounded-md"
      aria-label={alt === '' || alt === '-' ? hrefName(href, t('home')) : undefined}
    >
      {picture}
    </a>
  )
}

function Logos({ header, files, language }: Props) {
  const t = useText(siteText)
  const logos = header
    ? (['One', 'Two'] as const).flatMap((place) => {
        const file = files[header.content[`imgSrc${place}`]]
        return file ? [{ place, file, alt: header.content[`imgAlt${place}`], link: header.content[`logoLink${place}`] }] : []
      })
    : []
  if (header === null || logos.length === 0)
    return (
      <a href={inLanguage('/', language)} className="flex min-h-11 items-center gap-3 rounded-md text-ink-950 no-underline">
        <SiteMark size={34} />
        <span className="leading-tight font-semibold">{t('product')}</span>
      </a>
    )
  return (
    <div className="flex min-w-0 items-center gap-3 sm:gap-4">
      {logos.map(({ place, ...logo }) => (
        <div key={place} className="flex min-w-0 items-center not-first:border-l not-first:border-ink-200 not-first:pl-3 sm:not-first:pl-4">
          <Logo {...logo} {...spoken(header, `imgAlt${place}`)} language={language} />
        </div>
      ))}
    </div>
  )
}

/** Two languages, so two links: the same page in the other one. */
function LanguageLinks({ language, path, query }: Props) {
  const t = useText(siteText)
  const names = { es: t('languageEs'), en: t('languageEn') }
  return (
    <nav aria-label={t('language')}>
      <ul className="flex rounded-full border border-ink-200 bg-white p-0.5">
        {siteLanguages.map((each) => (
          <li key={each}>
            <a
              href={`${inLanguage(path, each)}${query}`}
              lang={each}
              hrefLang={each}
              data-language={each}
              aria-label={`${each}, ${names[each]}`}
              aria-current={each === language ? 'true' : undefined}
              className={cx(
                'flex min-h-8 min-w-8 items-center justify-center rounded-full px-1.5 text-sm sm:min-w-10 sm:px-2.5 font-semibold uppercase no-underline',
                each === language ? 'bg-ink-900 text-white' : 'text-ink-600 hover:bg-ink-100 hover:text-ink-950',
              )}
            >
              {each}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Props extends Pick<Frame, 'header' | 'files' | 'language' | 'path' | 'query' | 'openDataHref'> {
  readonly header: ViewSection<'header'> | null
}

/** Whether a link of the menu leads to the page that is read, or to the one that it belongs to. `/result` leads to the results. */
function currentAt(href: string, { path, language }: Pick<Frame, 'path' | 'language'>): 'page' | 'true' | undefined {
  const [here, home] = [inLanguage(path, language), inLanguage('/', language)]
  const target = href === inLanguage('/result', language) ? inLanguage(sitePaths.results.path, language) : linkHref(href)
  if (target === here) return 'page'
  return target !== home && here.startsWith(`${target}/`) ? 'true' : undefined
}

/** Head of every page. Where the window is narrow its links are behind a button that needs no script. */
export function SiteHeader(props: Props) {
  const t = useText(siteText)
  const { language, path } = props
  const links = useHeaderLinks(props)
  const items = (className: string) =>
    links.map(({ href, text, lang }) => (
      <li key={href}>
        <a href={href} rel="noopener" lang={lang} aria-current={currentAt(href, { path, language })} className={className}>
          {text}
        </a>
      </li>
    ))
  return (
    <header className="relative z-20 border-b border-ink-150 bg-white">
      <div className="site-width flex min-h-header flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5 sm:gap-x-5">
        <Logos {...props} />
        <div className="ml-auto flex items-center gap-1 sm:gap-2 lg:gap-4">
          {links.length > 0 && (
            <nav aria-label={t('mainMenu')} className="hidden lg:block">
              <ul className="flex flex-wrap items-center justify-end">
                {items(
                  'flex min-h-11 items-center rounded-md px-2.5 text-[0.95rem] font-medium text-ink-700 no-underline decoration-warm-500 decoration-2 underline-offset-8 hover:text-brand-800 hover:underline aria-[current]:text-ink-950 aria-[current]:underline',
                )}
              </ul>
            </nav>
          )}
          <LanguageLinks {...props} />
          {links.length > 0 && (
            <details className="group lg:hidden" data-menu>
              <summary
                aria-label={t('menu')}
                className="flex size-11 list-none items-center justify-center rounded-md text-ink-900 hover:bg-ink-100"
              >
                <Icon name="menu" size={26} className="group-open:hidden" />
                <Icon name="close" size={26} className="hidden group-open:block" />
              </summary>
              <nav
                aria-label={t('mainMenu')}
                className="absolute inset-x-0 top-full max-h-[80vh] overflow-y-auto border-b border-ink-200 bg-white shadow-lift"
              >
                <ul className="site-width divide-y divide-ink-100 py-2">
                  {items(
                    'flex min-h-13 items-center text-lg font-medium text-ink-900 no-underline hover:text-brand-700 aria-[current]:text-brand-800 aria-[current]:underline',
                  )}
                </ul>
              </nav>
            </details>
          )}
        </div>
      </div>
    </header>
  )
}
