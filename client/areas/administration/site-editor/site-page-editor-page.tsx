import { useEffect } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { pageScope } from '#shared/protocol/scope.ts'
import { pageByName } from '#shared/site/routes.ts'
import type { WholePage } from '#shared/site/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { connection } from '#client/data/server/online.ts'
import { useDraftBook } from '#client/data/world/use-drafts.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { readKept } from './kept-page.ts'
import { PageEditor } from './page-editor.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { siteEditorText } from './text.ts'
import { useSitePages } from '#client/areas/administration/site-editor/pages/use-site-pages.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** How often a page that is in sight is asked for again, for what somebody else saved. */
const lookMs = 60_000
const schema = must(pageByName.reply, 'a page has a form')

/** A page of the public site, new or of before, while an administrator writes it. */
export function SitePageEditorPage() {
  const { page: id } = useParams()
  return id === undefined ? <NewPage /> : <KnownPage key={id} id={id} />
}

const nothing: KeptPage<WholePage> = { kind: 'loading' }

function NewPage() {
  return <Opened id={null} found={nothing} again={() => undefined} />
}

function KnownPage({ id }: { readonly id: string }) {
  const { found, again } = useKeptPage<WholePage>({
    name: `site page ${id}`,
    schema,
    ask: () => callRoute(pageByName, { params: { pageName: id } }),
  })
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible' && connection.online) again()
    }
    const timer = setInterval(look, lookMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [again])
  return <Opened id={id} found={found} again={again} />
}

interface OpenedProps {
  readonly id: string | null
  readonly found: KeptPage<WholePage>
  readonly again: () => void
}

function Opened({ id, found, again }: OpenedProps) {
  const t = useText(siteEditorText)
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const record = found.kind === 'ready' ? found.page : null
  // An address may also say the page's name.
  const pageId = record?._id ?? id
  const book = useDraftBook(id !== null && found.kind === 'loading' ? null : pageScope(pageId ?? 'nueva'))
  const pages = useSitePages()
  if (!book || (id !== null && found.kind === 'loading')) return <PageSkeleton />
  const slot = book.slot('page', 'draft')
  // What was written of a page is there although the page itself cannot be read now.
  if (id !== null && !record && !readKept(slot.draft))
    return (
      <Page>
        <PageHeading />
        <div className="mt-6">
          <StaleNotice found={found} onRetry={again} />
          <EmptyState icon="file" title={t('missing')} actions={<LinkButton to={pageAddress('pagesAdmin')}>{t('back')}</LinkButton>}>
            {t('missingBody')}
          </EmptyState>
        </div>
      </Page>
    )
  const listed =
    pages.found.kind === 'ready' ? [...pages.found.page.fetchedPages, ...pages.found.page.removedPages] : record ? [record] : []
  const title = id === null ? t('newTitle') : t('editTitle', { name: record?.name ?? slot.draft?.about ?? '' })
  return (
    <PageEditor
      record={record}
      pageId={pageId}
      slot={slot}
      frame={ThreeColumns}
      listed={listed}
      heading={
        <PageHeading
          title={title}
          kicker={
            <Link to={pageAddress('pagesAdmin')} className="text-brand-700 hover:text-brand-900">
              {t('back')}
            </Link>
          }
        />
      }
      notice={id === null ? null : <StaleNotice found={found} onRetry={again} />}
      version={search.get('version')}
      onVersion={(version) => setSearch(version === null ? {} : { version }, { state: { stays: true }, preventScrollReset: true })}
      again={again}
      onSaved={(saved) => {
        pages.again()
        if (id === null) void navigate(pageAddress('pageEditor', { page: saved }), { replace: true, state: { stays: true } })
        else again()
      }}
    />
  )
}
