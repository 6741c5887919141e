import { repeatsWords } from '#shared/help/model.ts'
import { withOwnTimes } from '#shared/kernel/own-times.ts'
import { isPageAddress, linkedParts } from '#shared/notices/links.ts'
import type { Notice } from '#shared/notices/model.ts'
import type { Notices } from '#client/data/world/use-notices.ts'
import { useReadingNotices } from '#client/data/world/use-reading-notices.ts'
import { deviceClock, useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { noticesText } from './text.ts'

interface Props {
  readonly notices: Notices
  /** Somebody followed where one of them leads. */
  readonly onFollow?: (() => void) | undefined
  readonly className?: string | undefined
}

/** What a person was told, newest first, each with its mark. */
export function NoticeList({ notices, onFollow, className }: Props) {
  const t = useText(noticesText)
  const format = useFormat()
  const inLanguage = useLanguage()
  const read = useReadingNotices()
  const row = (notice: Notice) => {
    const { id, at, readAt, link, en } = notice
    const lang = inLanguage === 'en' && en ? 'en' : 'es'
    const { subject, content } = lang === 'en' && en ? en : notice
    const said = { lang, subject: withOwnTimes(subject, lang, deviceClock), content: withOwnTimes(content, lang, deviceClock) }
    return (
      <li key={id} className="flex gap-3 border-b border-ink-150 py-3 last:border-b-0">
        <span
          aria-hidden="true"
          className={cx('mt-2 size-2.5 shrink-0 rounded-full', readAt === null ? 'forced-edge bg-brand-600' : 'bg-transparent')}
        />
        <div className="min-w-0 flex-1">
          <p lang={said.lang} className={cx('wrap-anywhere text-ink-950', readAt === null ? 'font-semibold' : 'font-medium')}>
            {said.subject}
            {readAt === null && <span className="sr-only"> ({t('unread')})</span>}
          </p>
          {said.content !== '' && (
            <p lang={said.lang} className="wrap-anywhere whitespace-pre-line text-ink-800">
              {(repeatsWords(notice) ? [{ text: said.content, href: null }] : linkedParts(said.content)).map(({ text, href }, at) =>
                href === null ? (
                  text
                ) : (
                  <a
                    key={at}
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer nofollow"
                    className="rounded-sm text-brand-700 underline hover:text-brand-900"
                  >
                    {text}
                  </a>
                ),
              )}
            </p>
          )}
          <p className="tabular text-sm text-ink-600">
            <time dateTime={at}>{format.moment(at)}</time>
          </p>
          {(readAt === null || (link !== null && isPageAddress(link))) && (
            <p className="-ml-3 flex flex-wrap gap-x-1">
              {link !== null && isPageAddress(link) && (
                <LinkButton
                  kind="quiet"
                  size="small"
                  to={link}
                  aria-label={`${t('open')}: ${said.subject}`}
                  onClick={() => {
                    read([notice])
                    onFollow?.()
                  }}
                >
                  {t('open')}
                </LinkButton>
              )}
              {readAt === null && (
                <Button kind="quiet" size="small" aria-label={`${t('read')}: ${said.subject}`} onClick={() => read([notice])}>
                  {t('read')}
                </Button>
              )}
            </p>
          )}
        </div>
      </li>
    )
  }
  return <ul className={className}>{notices.list.map(row)}</ul>
}
