import { useState } from 'react'
import { toggleCategory } from '#shared/institutions/directory-routes.ts'
import type { ListedCategory } from '#shared/institutions/directory-routes.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { callRoute } from '#client/data/call.ts'
import { CategoryDialog } from '#client/features/institutions/category-dialog.tsx'
import { CategoryTable } from '#client/features/institutions/category-table.tsx'
import { directoryText } from '#client/features/institutions/directory-text.ts'
import { OfflineNotice } from '#client/features/institutions/offline-notice.tsx'
import { useDirectory } from '#client/features/institutions/use-directory.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'

/** What institutions are grouped by: made, described, drawn, enabled or offered no more. */
export function CategoriesPage() {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const { found, read } = useDirectory()
  const [open, setOpen] = useState<string | null>(null)
  const again = async (): Promise<readonly ListedCategory[]> => (await read())?.categories ?? []
  const toggle = async ({ _id: id, name }: ListedCategory, active: boolean, back = false): Promise<void> => {
    const reply = await callRoute(toggleCategory, { params: { category: id }, body: { value: active } })
    await read()
    if (!reply.ok) return toast('error', errorText(reply.failure))
    if (back) return toast('success', t('undone', { name }))
    toast('success', t('categoryUpdated'), { label: t('undo'), run: () => void toggle(reply.value, !active, true) })
  }
  const create = (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen('new')}>
      {t('categoryCreate')}
    </Button>
  )
  if (found.kind === 'loading') return <PageSkeleton />
  const directory = found.kind === 'ready' ? found.directory : null
  const chosen = directory?.categories.find((each) => each._id === open)
  return (
    <Page width="wide">
      <PageHeading lead={t('categoriesLead')} actions={create} />
      <div className="mt-6">
        {(directory === null || directory.readAt !== null) && (
          <OfflineNotice readAt={directory?.readAt ?? null} onRetry={() => void read()} />
        )}
        {directory && (
          <CategoryTable
            rows={directory.categories}
            onEdit={({ _id: id }) => setOpen(id)}
            onToggle={(category, active) => void toggle(category, active)}
            create={create}
          />
        )}
      </div>
      {open === 'new' && <CategoryDialog onSaved={again} onClose={() => setOpen(null)} />}
      {chosen && <CategoryDialog category={chosen} onSaved={again} onClose={() => setOpen(null)} />}
    </Page>
  )
}
