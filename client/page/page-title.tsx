import { createContext, use, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import type { PageRow } from './page-row.ts'
import { appText } from './text.ts'

const PageTitle = createContext('')

/** Title of the page that is open, as the table of pages has it. */
export const usePageTitle = (): string => use(PageTitle)

const nameDocument = (title: string): void => void (document.title = `${title} - IIP`)

/** What the document is called; a heading that knows more says it. */
export function useDocumentTitle(title: string): void {
  // The page's own title names the document anew when the language changes: so does what is said over it.
  const pageTitle = usePageTitle()
  useEffect(() => nameDocument(title), [title, pageTitle])
}

/** Names the document at once, while the page's code and data still come. Stands before the page, so that its heading has the last word. */
function Named({ title }: { readonly title: string }) {
  useEffect(() => nameDocument(title), [title])
  return null
}

/** A page under its title. */
export function Titled({ row, children }: { readonly row: PageRow; readonly children: ReactNode }) {
  const title = useText(appText)(row.title)
  return (
    <PageTitle value={title}>
      <Named title={title} />
      {children}
    </PageTitle>
  )
}
