import { useState } from 'react'
import { onboard } from '#shared/accounts/settings-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { updateUser } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { defineText, useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { es } from './onboarding-strings.es.ts'

const onboardingText = defineText('onboarding', es)

const slides = [
  { icon: 'sparkle', title: 'title1', body: 'body1' },
  { icon: 'home', title: 'title2', body: 'body2' },
  { icon: 'users', title: 'title3', body: 'body3' },
  { icon: 'edit', title: 'title4', body: 'body4' },
  { icon: 'cloud-check', title: 'title5', body: 'body5' },
  { icon: 'comment', title: 'title6', body: 'body6' },
  { icon: 'send', title: 'title7', body: 'body7' },
] as const satisfies readonly { icon: IconName; title: keyof typeof es; body: keyof typeof es }[]

/** Seven slides for who has not seen them; the last one's button asks not to be shown again. */
export function Onboarding({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(onboardingText)
  const [at, setAt] = useState(0)
  const slide = slides[at] ?? slides[0]
  const last = at === slides.length - 1
  const finish = (): void => {
    onClose()
    if (!last) return
    updateUser({ ...user, showOnBoarding: false })
    // Without a network the introduction comes once more after the next sign-in.
    void callRoute(onboard, { params: { id: user._id } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(slide.title)}
      size="medium"
      actions={
        <>
          {!last && (
            <Button kind="primary" iconEnd="arrow-right" onClick={() => setAt(at + 1)}>
              {t('next')}
            </Button>
          )}
          <Button kind={last ? 'primary' : 'quiet'} onClick={finish}>
            {last ? t('finish') : t('skip')}
          </Button>
          {at > 0 && (
            <Button icon="arrow-left" onClick={() => setAt(at - 1)} className="sm:mr-auto">
              {t('previous')}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite" className="flex min-h-36 flex-col items-start gap-4 sm:flex-row sm:items-center">
        <span className="flex size-20 shrink-0 items-center justify-center rounded-xl bg-brand-50 text-brand-700">
          <Icon name={slide.icon} size={40} />
        </span>
        <p className="text-lg text-ink-700">{t(slide.body)}</p>
      </div>
      <p className="tabular mt-4 flex items-center gap-2 text-sm text-ink-600">
        <span aria-hidden className="flex gap-1.5">
          {slides.map((each, index) => (
            <span key={each.title} className={cx('size-2 rounded-full', index === at ? 'bg-brand-600' : 'bg-ink-200')} />
          ))}
        </span>
        {t('step', { n: at + 1 })}
      </p>
    </Dialog>
  )
}
