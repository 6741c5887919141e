import type { SiteView } from '#shared/site/view.ts'
import { SectionView, titleSection } from '#client/features/site/section-view.tsx'
import { useText } from '#client/i18n/text.ts'
import { siteText } from '#client/features/site/text.ts'
import { NoDataPage } from '#client/features/site/no-data-page.tsx'

/** What stands between head and foot of a page: one switch over what pages show. */
export function SiteBody({ view }: { readonly view: SiteView }) {
  switch (view.kind) {
    case 'content':
      return <ContentPage view={view} />
    case 'faq':
      return <FaqPlace />
    case 'openData':
    case 'results':
      return <NoDataPage view={view} />
  }
}

function FaqPlace() {
  const t = useText(siteText)
  return (
    <div className="site-width site-band">
      <h1 className="site-display">{t('faqTitle')}</h1>
    </div>
  )
}

function ContentPage({ view }: { readonly view: Extract<SiteView, { readonly kind: 'content' }> }) {
  const { sections, files, language, title, editionDay } = view
  const titled = titleSection(sections)
  return (
    <>
      {titled === null && <h1 className="sr-only">{title}</h1>}
      {sections.map((section, at) => (
        <SectionView
          key={section.id}
          section={section}
          files={files}
          language={language}
          level={section === titled ? 1 : 2}
          first={at === 0}
          editionDay={editionDay}
        />
      ))}
    </>
  )
}
