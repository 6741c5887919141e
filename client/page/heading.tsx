import type { ReactNode, Ref } from 'react'
import { cx } from '#client/ui/cx.ts'
import { useDocumentTitle, usePageTitle } from './page-title.tsx'

export interface HeadingProps {
  /** The page's own title, as the table of pages has it, unless it is about one thing in particular. */
  readonly title?: string | undefined
  /** Language of the title, where it is not the page's. */
  readonly lang?: 'es' | 'en' | undefined
  /** Title of the document when it says more than the heading: "Pregunta 3 de 12 - Talento Humano". */
  readonly documentTitle?: string | undefined
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Small line above the title. */
  readonly kicker?: ReactNode
  readonly className?: string | undefined
}

/** The one h1 of a page that is a document of its own. Inside the application it is a `PageHeading`, which also takes the focus. */
export function Heading({
  title,
  lang,
  documentTitle,
  lead,
  actions,
  kicker,
  className,
  ref,
}: HeadingProps & { readonly ref?: Ref<HTMLHeadingElement> }) {
  const pageTitle = usePageTitle()
  const shown = title ?? pageTitle
  useDocumentTitle(documentTitle ?? shown)
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0">
        {kicker && <p className="mb-1 text-sm font-semibold text-brand-700">{kicker}</p>}
        <h1
          ref={ref}
          lang={lang}
          tabIndex={-1}
          className="text-2xl outline-none! shadow-none! max-[16rem]:text-xl max-[16rem]:hyphens-auto md:text-3xl"
        >
          {shown}
        </h1>
        {lead && <div className="mt-1.5 max-w-prose text-lg text-ink-600">{lead}</div>}
      </div>
      {actions && <div className="flex max-w-full flex-wrap gap-2.5">{actions}</div>}
    </div>
  )
}
