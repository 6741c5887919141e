import type { PageContent } from '#shared/site/model.ts'
import { addressOf, pageKey } from '#shared/site/rules.ts'
import type { PageProblem } from '#shared/site/rules.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { LinkingPages } from '#client/areas/administration/site-editor/pages/linking-pages.tsx'
import { ProblemList } from '#client/areas/administration/site-editor/problem-list.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly page: PageContent
  readonly problems: readonly PageProblem[]
  /** Null for a page that the server does not have yet. */
  readonly pageId: string | null
  /** The name under which visitors know it; null while they never saw it. */
  readonly publishedName: string | null
  readonly busy: boolean
  readonly failed: Failure | null
  readonly onPublish: (accepted: boolean) => void
  readonly onFollow: (problem: PageProblem) => void
  readonly onClose: () => void
}

/** What publishing will do, after a look at the page: errors keep it back, what falls short asks (WE7). */
export function PublishDialog({ page, problems, pageId, publishedName, busy, failed, onPublish, onFollow, onClose }: Props) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const address = addressOf(page.name)
  const isRename = publishedName !== null && pageKey(publishedName) !== pageKey(page.name)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('publishTitle', { name: page.name })}
      actions={
        hasErrors ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <OnlineButton kind="primary" busy={busy} onClick={() => onPublish(problems.length > 0)}>
              {t(problems.length > 0 ? 'publishAnyway' : 'publish')}
            </OnlineButton>
            <Button onClick={onClose}>{t('cancel')}</Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {failed && (
          <Notice tone="danger" role="alert">
            {errorText(failed)}
          </Notice>
        )}
        {problems.length === 0 && <p>{address === null ? t('publishReadyPart') : t('publishReady', { address })}</p>}
        {isRename && address !== null && <p>{t('publishRename', { from: addressOf(publishedName) ?? publishedName, to: address })}</p>}
        {isRename && pageId !== null && <LinkingPages pageId={pageId} act="rename" />}
        <ProblemList page={page} problems={problems} onFollow={onFollow} />
      </div>
    </Dialog>
  )
}
