import { toggleCategory } from '#shared/institutions/directory-routes.ts'
import type { ListedCategory } from '#shared/institutions/directory-routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryTable } from './category-table.tsx'
import type { CategoryAct } from './category-table.tsx'
import { DirectoryHistory } from './directory-history.tsx'
import { directoryText } from './text.ts'
import { GoneNotice } from './gone-notice.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useDirectory } from './use-directory.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const windows: WindowNames<CategoryAct | 'create'> = { create: 'nueva', edit: 'editar', history: 'historial' }

/** What institutions are grouped by: made, described, drawn, enabled or offered no more. */
export function CategoriesPage() {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const { found, read } = useDirectory()
  const { open, show, close } = useWindowAddress(windows)
  const again = async (): Promise<readonly ListedCategory[]> => (await read())?.categories ?? []
  const toggle = async ({ _id: id, name }: ListedCategory, active: boolean, back = false): Promise<void> => {
    const reply = await callRoute(toggleCategory, { params: { category: id }, body: { value: active } })
    await read()
    if (!reply.ok) return toast('error', errorText(reply.failure))
    if (back) return toast('success', t('undone', { name }))
    toast('success', t('categoryUpdated'), { label: t('undo'), run: () => void toggle(reply.value, !active, true) })
  }
  const create = (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => show('create')}>
      {t('categoryCreate')}
    </Button>
  )
  if (found.kind === 'loading') return <PageSkeleton />
  const directory = found.kind === 'ready' ? found.directory : null
  const chosen = directory?.categories.find((each) => each._id === open?.id)
  const isGone = directory !== null && open !== null && open.id !== '' && chosen === undefined
  return (
    <Page width="wide">
      <PageHeading lead={t('categoriesLead')} actions={create} />
      <div className="mt-6">
        {(directory === null || directory.readAt !== null) && (
          <OfflineNotice readAt={directory?.readAt ?? null} onRetry={() => void read()} />
        )}
        {isGone && <GoneNotice text={t('categoryGone')} onClose={close} />}
        {directory && (
          <CategoryTable
            rows={directory.categories}
            onAct={(act, { _id: id }) => show(act, id)}
            onToggle={(category, active) => void toggle(category, active)}
            create={create}
          />
        )}
      </div>
      {open?.act === 'create' && <CategoryDialog onSaved={again} onClose={close} />}
      {chosen && open?.act === 'edit' && <CategoryDialog category={chosen} onSaved={again} onClose={close} />}
      {chosen && open?.act === 'history' && <DirectoryHistory of="category" id={chosen._id} name={chosen.name} onClose={close} />}
    </Page>
  )
}
