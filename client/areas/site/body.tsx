import type { SiteView } from '#shared/site/view.ts'
import { SectionView, titleSection } from '#client/features/site/section-view.tsx'
import { ResultsPages } from '#client/areas/site/results/results-pages.tsx'
import { FaqPage } from '#client/features/faq/site-faq-page.tsx'
import '#client/areas/site/results/all-pages.ts'
import '#client/areas/site/open-data/charts/all-charts.ts'
import { OpenDataPage } from '#client/areas/site/open-data/open-data-page.tsx'

/** What stands between head and foot of a page: one switch over what pages show. */
export function SiteBody({ view }: { readonly view: SiteView }) {
  switch (view.kind) {
    case 'content':
      return <ContentPage view={view} />
    case 'faq':
      return <FaqPage questionnaire={view.questionnaire} />
    case 'openData':
      return <OpenDataPage view={view} />
    case 'results':
      return <ResultsPages view={view} />
  }
}

function ContentPage({ view }: { readonly view: Extract<SiteView, { readonly kind: 'content' }> }) {
  const { sections, files, language, title, editionDay, spanishTitle = false } = view
  const titled = titleSection(sections)
  return (
    <>
      {titled === null && (
        <h1 className="sr-only" lang={spanishTitle ? 'es' : undefined}>
          {title}
        </h1>
      )}
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
