import { useState } from 'react'
import type { ShowingReply } from '#shared/dashboards/routes.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { dashboardsText } from './configuration-text.ts'
import { ShowDialog } from './show-dialog.tsx'
import { WhenSeen } from './when-seen.tsx'
import type { ShowingState } from './use-showing.ts'

/** What visitors see of the form now, and the ways to show it to them and to take it away. */
export function ShowingPanel({ showing }: { readonly showing: ShowingState }) {
  const t = useText(dashboardsText)
  const errorText = useErrorText()
  const [asking, setAsking] = useState<'show' | 'hide' | null>(null)
  const { stands, unread, busy, reload } = showing
  if (!stands)
    return (
      unread && (
        <Notice tone="warning" className="mt-5" actions={<Button onClick={reload}>{t('retry')}</Button>}>
          {errorText(unread)}
        </Notice>
      )
    )
  const { shown, public: isPublic, current, configured, institutions } = stands
  const canShow = configured && institutions.length > 0 && !current
  const hide = async (): Promise<void> => {
    setAsking(null)
    const failure = await showing.hide()
    toast(failure ? 'error' : 'success', failure ? errorText(failure) : t('withdrawn'))
  }
  return (
    <>
      <Notice
        tone={!shown ? 'info' : current && isPublic ? 'success' : 'warning'}
        icon={isPublic ? 'eye' : 'eye-off'}
        className="mt-5"
        title={t(isPublic ? 'publicTitle' : shown ? 'shownTitle' : 'hiddenTitle')}
        actions={
          <>
            {isPublic && (
              <a
                href={`${sitePaths.results.path}?form=${stands.formId}`}
                className="px-1 font-semibold text-brand-700 underline"
                target="_blank"
                rel="noreferrer"
              >
                {t('publicSee')}
              </a>
            )}
            {canShow && (
              <OnlineButton kind="primary" icon="eye" aria-haspopup="dialog" busy={busy} onClick={() => setAsking('show')}>
                {t(shown ? 'showChanges' : 'show')}
              </OnlineButton>
            )}
            {shown && (
              <OnlineButton icon="eye-off" busy={busy} onClick={() => setAsking('hide')}>
                {t('withdraw')}
              </OnlineButton>
            )}
          </>
        }
      >
        <Words stands={stands} />
      </Notice>
      {asking === 'show' && <ShowDialog stands={stands} showing={showing} onClose={() => setAsking(null)} />}
      <AlertDialog
        open={asking === 'hide'}
        title={t('withdrawTitle')}
        kind="danger"
        confirm={t('withdrawConfirm')}
        onConfirm={() => void hide()}
        onCancel={() => setAsking(null)}
      >
        <p>{t('withdrawBody')}</p>
      </AlertDialog>
    </>
  )
}

function Words({ stands }: { readonly stands: ShowingReply }) {
  const t = useText(dashboardsText)
  const format = useFormat()
  const { shown, public: isPublic, current, configured, institutions, visitors, by, at } = stands
  const missing = !configured ? 'notConfigured' : institutions.length === 0 ? 'notPublished' : null
  return (
    <div className="grid gap-1">
      {isPublic && <p>{t('publicNow', { n: visitors.length })}</p>}
      {shown && !isPublic && (
        <p>
          <WhenSeen stands={stands} />
        </p>
      )}
      {!shown && <p>{t(missing ?? 'ready', { n: institutions.length })}</p>}
      {shown && !current && <p>{t(missing ?? 'moved')}</p>}
      {at !== null && <p className="text-sm text-ink-700">{t(shown ? 'shownBy' : 'hiddenBy', { by: by ?? '', at: format.moment(at) })}</p>}
    </div>
  )
}
