import { siteHref } from './site-href.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'

interface Props {
  readonly link: string
  readonly text: string
  readonly language: SiteLanguage
  readonly lang?: 'es' | undefined
  readonly className?: string
}

/** The one link that a section asks to be followed; without an address or without words there is none. */
export function ActionLink({ link, text, language, lang, className = 'bg-brand-700 text-white hover:bg-brand-900' }: Props) {
  const href = siteHref(link, language)
  if (href === '' || text === '') return null
  return (
    <a href={href} rel="noopener" lang={lang} className={cx('site-action', className)}>
      {text}
      <Icon name={href.startsWith('http') ? 'external' : 'arrow-right'} size={18} />
    </a>
  )
}
