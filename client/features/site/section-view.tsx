import type { SiteLanguage } from '#shared/site/model.ts'
import type { AnyViewSection, ViewFile } from '#shared/site/view.ts'
import { BigCenteredTextsSection } from './sections/big-centered-texts.tsx'
import { CarouselSection } from './sections/carousel.tsx'
import { CenteredTextsSection } from './sections/centered-texts.tsx'
import { CenteredTitleSection } from './sections/centered-title.tsx'
import { DividerSection } from './sections/divider.tsx'
import { DownloadsSection } from './sections/downloads.tsx'
import { HomeHeaderSection } from './sections/home-header.tsx'
import { ImageSection } from './sections/image.tsx'
import { IndexCategoriesSection } from './sections/index-categories.tsx'
import { IndexSection } from './sections/index-columns.tsx'
import { IndexUseSection } from './sections/index-use.tsx'
import { InstitutionsSection } from './sections/institutions.tsx'
import { ListSection } from './sections/list.tsx'
import { OrangeSection } from './sections/orange-section.tsx'
import { TitleBodySection } from './sections/title-body.tsx'
import { TitleSection } from './sections/title.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

interface Props {
  readonly section: AnyViewSection
  readonly files: Readonly<Record<string, ViewFile>>
  readonly language: SiteLanguage
  /** Whether its title is the page's; unless said it is one among others. */
  readonly level?: 1 | 2
  readonly first?: boolean
  /** Day under a footer, YYYY-MM-DD. */
  readonly editionDay?: string
}

/** One section of a page, of whatever type it is. */
export function SectionView({ section, level = 2, first = false, editionDay = '', ...rest }: Props) {
  const shared = { ...rest, level, first }
  switch (section.component) {
    case 'homeHeader':
      return <HomeHeaderSection section={section} {...shared} />
    case 'title':
      return <TitleSection section={section} {...shared} />
    case 'titleBody':
      return <TitleBodySection section={section} {...shared} />
    case 'centeredTitle':
      return <CenteredTitleSection section={section} {...shared} />
    case 'centeredTexts':
      return <CenteredTextsSection section={section} {...shared} />
    case 'bigCenteredTexts':
      return <BigCenteredTextsSection section={section} {...shared} />
    case 'image':
      return <ImageSection section={section} {...shared} />
    case 'list':
      return <ListSection section={section} {...shared} />
    case 'downloads':
      return <DownloadsSection section={section} {...shared} />
    case 'divider':
      return <DividerSection />
    case 'carousel':
      return <CarouselSection section={section} {...shared} />
    case 'orangeSection':
      return <OrangeSection section={section} {...shared} />
    case 'index':
      return <IndexSection section={section} {...shared} />
    case 'indexUse':
      return <IndexUseSection section={section} {...shared} />
    case 'indexCategories':
      return <IndexCategoriesSection section={section} {...shared} />
    case 'institutions':
      return <InstitutionsSection section={section} {...shared} />
    case 'header':
      return <SiteHeader header={section} {...rest} path="/" query="" openDataHref={null} />
    case 'footer':
      return <SiteFooter footer={section} {...rest} editionDay={editionDay} />
  }
}

/** The section whose title is the page's: the first that has one. Null: none has. */
export const titleSection = (sections: readonly AnyViewSection[]): AnyViewSection | null =>
  sections.find(
    ({ component, content }) => component !== 'header' && component !== 'footer' && 'title' in content && content.title !== '',
  ) ?? null
