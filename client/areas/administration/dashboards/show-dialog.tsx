import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { previewPages, previewShowing } from '#shared/dashboards/routes.ts'
import type { ShowingReply } from '#shared/dashboards/routes.ts'
import { postForFile } from '#client/data/server/post-for-file.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { PagePreview } from '#client/areas/administration/site-editor/versions/page-preview.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ToggleGroup } from '#client/ui/toggle-group.tsx'
import { dashboardsText } from './configuration-text.ts'
import type { ShowingState } from './use-showing.ts'
import { WhenSeen } from './when-seen.tsx'

interface Props {
  /** As it stood when the window opened: what is shown is what is looked at here. */
  readonly stands: ShowingReply
  readonly showing: ShowingState
  readonly onClose: () => void
}

/** Names who will be seen, shows the pages as visitors will see them, and asks. */
export function ShowDialog({ stands, showing, onClose }: Props) {
  const t = useText(dashboardsText)
  const errorText = useErrorText()
  const [opened] = useState(stands)
  const [at, setAt] = useState<(typeof previewPages)[number]>('results')
  const [institution, setInstitution] = useState(opened.institutions[0]?._id ?? '')
  const [isSeen, setSeen] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const { formId, institutions, visitors, seen } = opened
  const known = new Set(visitors.map(({ _id }) => _id))
  const run = async (): Promise<void> => {
    const failure = await showing.show(seen)
    if (failure) return setProblem(failure)
    toast('success', t('shownToast'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!showing.busy}
      title={t('showTitle')}
      size="full"
      actions={
        <>
          <OnlineButton kind="primary" icon="eye" busy={showing.busy} disabled={!isSeen || problem !== null} onClick={() => void run()}>
            {t('showConfirm', { n: institutions.length })}
          </OnlineButton>
          <Button disabled={showing.busy} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <p>{t('showBody')}</p>
          <p>
            <WhenSeen stands={opened} />
          </p>
          <section>
            <h3 className="text-base">{t('showNames', { n: institutions.length })}</h3>
            <ul
              // Long lists scroll in their place, also by keys.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label={t('showNames', { n: institutions.length })}
              className="mt-2 grid max-h-44 gap-1 overflow-y-auto rounded-lg border border-ink-200 bg-ink-50 px-3 py-2 lg:max-h-112"
            >
              {institutions.map(({ _id, name }) => (
                <li key={_id} className="flex flex-wrap items-baseline gap-x-2">
                  <span lang="es" className="min-w-0 wrap-anywhere">
                    {name}
                  </span>
                  {known.size > 0 && !known.has(_id) && <Badge tone="info">{t('showNew')}</Badge>}
                </li>
              ))}
            </ul>
          </section>
          {problem && (
            <Notice tone="danger" role="alert">
              {errorText(problem)}
            </Notice>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="mb-3 text-base">{t('showLook')}</h3>
          <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-3">
            <ToggleGroup
              label={t('showPage')}
              options={previewPages.map((value) => ({ value, label: t(`page_${value}`) }))}
              value={at}
              onChange={setAt}
            />
            <Select
              className="w-80 max-w-full"
              label={t('showChosen')}
              options={institutions.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={institution}
              onChange={setInstitution}
            />
          </div>
          <PagePreview
            which={`${at} ${institution}`}
            read={(language) => postForFile(previewShowing, { params: { form: formId }, body: { at, language, institution } })}
            onSeen={() => setSeen(true)}
          />
        </div>
      </div>
    </Dialog>
  )
}
