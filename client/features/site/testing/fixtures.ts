import { sectionComponents, sectionTypes } from '#shared/site/sections.ts'
import type { Field, SectionComponent } from '#shared/site/sections.ts'
import type { AnyViewSection, SiteAssets, SiteView, ViewFile } from '#shared/site/view.ts'

export const assets: SiteAssets = {
  styles: ['/assets/site-1.css'],
  script: '/assets/site-1.js',
  islands: {
    openData: ['/assets/open-data-1.js', '/assets/react-1.js'],
    results: ['/assets/results-1.js'],
    english: ['/assets/english-1.js'],
    saveSite: ['/assets/save-site-1.js'],
  },
  late: { openData: ['/assets/bars-1.js', '/assets/table-1.js'] },
}

/** A picture of the site, in three widths; of a document its size is null. */
export const aFile = (id: string, { document = false } = {}): ViewFile => ({
  id,
  name: document ? 'bases técnicas.pdf' : `${id}.jpg`,
  kind: document ? 'pdf' : 'jpg',
  bytes: 248_000,
  width: document ? null : 1600,
  height: document ? null : 1000,
  widths: document ? [] : [480, 960, 1600],
})

const wordsOf = (key: string, { kind }: Field): string | boolean => {
  switch (kind) {
    case 'line':
      return `Línea de ${key}`
    case 'text':
      return `Texto de ${key}`
    case 'rich':
      return `<p>Cuerpo de <strong>${key}</strong></p><h3>Parte</h3><ul><li>Uno</li></ul>`
    case 'alt':
      return `Alternativa de ${key}`
    case 'link':
      return '/methodology'
    case 'image':
      return 'img1'
    case 'file':
      return 'doc1'
    case 'flag':
      return true
  }
}

/** A section of a type with something in every field. */
export function fullSection(component: SectionComponent, items = 2): AnyViewSection {
  const content = Object.fromEntries(
    Object.entries(sectionTypes[component]).map(([key, field]) => {
      if (field.kind !== 'items') return [key, wordsOf(key, field)]
      const item = Object.fromEntries(Object.entries(field.fields).map(([name, each]) => [name, wordsOf(name, each as Field)]))
      return [key, Array.from({ length: items }, () => item)]
    }),
  )
  const section: unknown = { id: `s-${component}`, component, content, spanish: [] }
  // Every field of the type is in it, with a value of its kind.
  return section as AnyViewSection
}

type ContentView = Extract<SiteView, { readonly kind: 'content' }>

/** A page of some sections: all sixteen that stand between head and foot unless others are given. */
export function aPage(changes: Partial<ContentView> = {}): ContentView {
  const between = sectionComponents.filter((each) => each !== 'header' && each !== 'footer')
  return {
    kind: 'content',
    language: 'es',
    path: '/about',
    query: '',
    origin: 'https://indice.example',
    title: 'Sobre el índice',
    description: 'Qué mide y para quién.',
    edition: 7,
    editionDay: '2026-11-12',
    header: fullSection('header') as ContentView['header'],
    footer: fullSection('footer', 4) as ContentView['footer'],
    openDataHref: '/open-data',
    files: { img1: aFile('img1'), doc1: aFile('doc1', { document: true }) },
    preview: false,
    sections: between.map((component) => fullSection(component)),
    ...changes,
  }
}
