import { useMemo } from 'react'
import type { Enrolment } from '#shared/accounts/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { qrCode } from '#shared/kernel/qr-code.ts'
import { QrPicture } from '#client/ui/qr-picture.tsx'
import { secondFactorText } from './second-factor-text.ts'

/** How an authenticator gets its key: a picture to point the telephone at, a text to type, an address on the same device. */
export function EnrolmentKey({ enrolment }: { enrolment: Enrolment }) {
  const t = useText(secondFactorText)
  const { secret, link } = enrolment
  // An address can be too long for a picture.
  const modules = useMemo(() => qrCode(link), [link])
  const copy = (): Promise<void> => copyText(secret, { copied: t('copied'), failed: t('copyFailed') })
  return (
    <ol className="grid list-decimal gap-4 pl-5">
      <li>{t('stepApp')}</li>
      <li>
        {t(modules ? 'stepScan' : 'stepType')}
        <div className="mt-3 grid gap-3">
          {modules && <QrPicture modules={modules} label={t('picture')} />}
          {modules && <p className="text-ink-600">{t('stepKey')}</p>}
          <div
            role="group"
            aria-label={t('key')}
            className="w-fit rounded-md bg-ink-100 px-3 py-2 font-mono text-lg break-words text-ink-950"
          >
            {secret.match(/.{1,4}/g)?.join(' ')}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button size="small" onClick={() => void copy()}>
              {t('copyKey')}
            </Button>
            <a href={link} className="rounded-sm font-medium text-brand-700 underline hover:text-brand-900">
              {t('openLink')}
            </a>
          </div>
        </div>
      </li>
      <li>{t('stepCode')}</li>
    </ol>
  )
}
