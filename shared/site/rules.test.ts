import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { aSection } from '../testing/site.ts'
import { siteFileIdOf } from './file-rules.ts'
import { reservedNames, type Content, type Page, type PageContent, type Section } from './model.ts'
import { contentPath, inLanguage, languageOfPath, sitePathNames, sitePaths } from './paths.ts'
import {
  addressOf,
  hasEnglish,
  hrefIn,
  isNameTaken,
  linkHref,
  nameProblem,
  problemsOf,
  publishedPages,
  titleOf,
  viewSectionOf,
  wordsDigest,
  type PageFacts,
  type ProblemCode,
} from './rules.ts'
import { emptyContent, sectionComponents } from './sections.ts'

const about = { title: 'Inicio', englishTitle: 'Home', description: 'Qué es', englishDescription: 'What it is' }
const aPage = (sections: readonly Section[], rest: Partial<PageContent> = {}): PageContent => ({ name: 'nueva', about, sections, ...rest })
const facts: PageFacts = {
  pageId: 'p1',
  pages: [{ id: 'p2', name: 'Historia', formerNames: ['antes'], removed: false, published: true }],
  files: new Map([
    ['pic', 'image'],
    ['doc', 'document'],
  ]),
  fileNames: new Map([['pic', 'plaza de armas.jpg']]),
}
const codesOf = (page: PageContent, beside: PageFacts = facts): ProblemCode[] => problemsOf(page, beside).map(({ code }) => code)

describe('names', () => {
  test('[WS1] a name is letters and digits, and nothing that could be another path', () => {
    for (const name of ['acerca', 'Noticias2025', 'x', 'a'.repeat(40)]) expect(nameProblem(name), name).toBeNull()
    for (const name of ['..', 'a b', 'año', 'ma\u0301s', 'a/b', 'a.b', 'a-b', 'a_b', '%2e', 'а', 'a\u0000', 'a\n', 'a'.repeat(41), '１'])
      expect(nameProblem(name), JSON.stringify(name)).toBe('name_form')
    for (const name of ['', '  ']) expect(nameProblem(name)).toBe('name_empty')
    for (const name of ['faq', 'OpenData', 'results', 'admin']) expect(nameProblem(name), name).toBe('name_taken')
  })

  test('[WS1] a name, or one that a page had, is that page’s alone, whatever its capitals; a removed page keeps nobody from it', () => {
    const { pages } = facts
    for (const name of ['Historia', 'historia', 'ANTES']) {
      expect(isNameTaken(name, 'p1', pages), name).toBe(true)
      expect(isNameTaken(name, 'p2', pages), name).toBe(false)
      const removed = pages.map((page) => ({ ...page, removed: true }))
      expect(isNameTaken(name, 'p1', removed), name).toBe(false)
    }
    expect(isNameTaken('otra', 'p1', pages)).toBe(false)
  })

  test('[WS1] a page is found at one address, and what stands around every page at none', () => {
    expect([contentPath('about'), contentPath('About'), contentPath('mipagina')]).toEqual(['/about', '/about', '/site/mipagina'])
    expect([addressOf('home'), addressOf('Header'), addressOf('footer')]).toEqual(['/', null, null])
    for (const name of sitePathNames) {
      const { path } = sitePaths[name]
      expect(languageOfPath(inLanguage(path, 'en'))).toEqual({ language: 'en', path })
      expect(languageOfPath(inLanguage(path, 'es'))).toEqual({ language: 'es', path })
    }
  })

  test('[WS1] a former name leads to its page until another page has it', () => {
    const stamp = { number: 1, by: 'root', at: '2026-03-10T12:00:00.000Z' }
    const page = (id: string, name: string, formerNames: readonly string[], rest: Partial<Page> = {}): Page => {
      const content = { ...aPage([], { name }), ...stamp }
      return { id, draft: content, published: content, formerNames, removed: false, ...rest }
    }
    const found = publishedPages([page('1', 'uno', ['dos', 'tres']), page('2', 'Dos', []), page('3', 'x', ['y'], { published: null })])
    expect([...found.byName.keys()].toSorted()).toEqual(['dos', 'uno'])
    expect([...found.byFormerName].map(([name, { id }]) => [name, id])).toEqual([['tres', '1']])
  })
})

describe('links', () => {
  test('[WS4] what lacks a scheme and a slash gets https://, and an address that has one stays', () => {
    for (const [typed, href] of [
      ['www.ejemplo.cl', 'https://www.ejemplo.cl'],
      [' ejemplo.cl/a b ', 'https://ejemplo.cl/a%20b'],
      ['localhost:8080/x', 'https://localhost:8080/x'],
      ['/about', '/about'],
      ['http://ejemplo.cl', 'http://ejemplo.cl'],
      ['HTTPS://ejemplo.cl/?q=1#f', 'HTTPS://ejemplo.cl/?q=1#f'],
      ['mailto:a@b.example', 'mailto:a@b.example'],
      ['tel:+56 2', 'tel:+56%202'],
      ['', ''],
    ] as const)
      expect(linkHref(typed), typed).toBe(href)
  })

  test('[WS4] a scheme that runs or holds something leads nowhere, however it is disguised, and two slashes lead out and not in', () => {
    for (const typed of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:x',
      'file:///etc/passwd',
      'https://',
      'https:///x',
      'mailto:',
      'https://@evil.example',
    ])
      expect(linkHref(typed), JSON.stringify(typed)).toBe('')
    for (const typed of ['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'])
      expect(linkHref(typed), JSON.stringify(typed)).toBe('https://evil.example')
  })

  test('[WS4] whatever is typed becomes nothing, a path of the site or an address of a known scheme, and the same again', () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      ':',
      'javascript:',
      'https://',
      'mailto:',
      'a.cl',
      ' ',
      '\t',
      '"',
      '<',
      'x',
      '%',
      '@',
      '?',
      '#',
    )
    const typed = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string(),
      fc.webUrl(),
    )
    assertProperty(
      fc.property(typed, (text) => {
        const href = linkHref(text)
        expect(href).toMatch(/^(?:$|\/(?![/\\])|https?:\/\/[^\s/?#@\\]|mailto:.|tel:.)/i)
        expect(href).not.toMatch(/["'<>\s\\]/)
        expect(linkHref(href)).toBe(href)
        expect(hrefIn(hrefIn(href, 'en'), 'en')).toBe(hrefIn(href, 'en'))
      }),
    )
  })

  test('[WS4] in English the site’s own pages are the English ones, and every other address stays', () => {
    expect(
      ['/', '/about?x=1#y', '/site/uno', '/en/about', '/login', '/files/image/a.png', 'https://a.cl/about'].map((href) =>
        hrefIn(href, 'en'),
      ),
    ).toEqual(['/en', '/en/about?x=1#y', '/en/site/uno', '/en/about', '/login', '/files/image/a.png', 'https://a.cl/about'])
    expect(['/en', '/en/about', '/about'].map((href) => hrefIn(href, 'es'))).toEqual(['/', '/about', '/about'])
  })
})

describe('sections', () => {
  const list = aSection(
    'list',
    {
      title: 'Lista',
      listData: [
        {
          title: 'Uno',
          body: '<p>Mire <a href="/about" rel="noopener noreferrer" target="_blank">aquí</a></p>',
          withImage: true,
          icon: 'pic',
          iconAltText: '-',
        },
        { title: 'Dos', body: '', withImage: false, icon: '', iconAltText: '' },
      ],
    },
    { title: '  ', listData: [{ title: 'One', body: '', iconAltText: '' }] },
  )

  test('[WS5] what is not translated stands in Spanish, field by field, and is named; a decoration needs no words', () => {
    const shown = viewSectionOf(list, 'en')
    expect(shown?.content).toEqual({
      title: 'Lista',
      listData: [
        { title: 'One', body: '<p>Mire <a href="/en/about">aquí</a></p>', withImage: true, icon: 'pic', iconAltText: '' },
        { title: 'Dos', body: '', withImage: false, icon: '', iconAltText: '' },
      ],
    })
    expect(shown?.spanish).toEqual(['title', 'listData.0.body', 'listData.1.title'])
    expect(viewSectionOf(list, 'es')?.spanish).toEqual([])
  })

  test('[WS5] hidden sections, unknown types and what does not fit its type are shown to nobody', () => {
    expect(viewSectionOf({ ...list, hidden: true }, 'es')).toBeNull()
    expect(viewSectionOf({ ...list, component: 'toString' }, 'es')).toBeNull()
    expect(viewSectionOf({ ...list, component: '__proto__' }, 'es')).toBeNull()
    expect(viewSectionOf({ ...list, content: { listData: 'x' } }, 'es')).toBeNull()
  })

  test('[WS5] every type is shown whole in both languages, also when nothing of it was written', () => {
    for (const component of sectionComponents) {
      const shown = viewSectionOf({ ...aSection(component), content: {}, englishContent: {} }, 'en')
      expect(shown?.content, component).toEqual(emptyContent(component))
    }
  })

  test('[WS5] the digest is of the Spanish words alone', () => {
    const digest = wordsDigest(list)
    expect(wordsDigest({ ...list, content: { ...list.content, title: 'Otra' } })).not.toBe(digest)
    const item = { title: 'Uno', body: '', withImage: false, icon: '', iconAltText: '' }
    const of = (change: object) => wordsDigest(aSection('list', { listData: [{ ...item, ...change }] }))
    expect(of({ withImage: true, icon: 'pic' })).toBe(of({}))
    expect(of({ title: 'Dos' })).not.toBe(of({}))
    expect([hasEnglish(list), hasEnglish(aSection('list'))]).toEqual([true, false])
  })
})

describe('before publishing', () => {
  const title = (es: string, en = 'T'): Section => aSection('title', { title: es }, { title: en })

  test('[WS3] a page that is whole in both languages has no problem', () => {
    expect(codesOf(aPage([title('Hola')]))).toEqual([])
  })

  test('[WS3] what is missing or leads nowhere is an error, and what falls short a warning', () => {
    const cases: readonly (readonly [Section, readonly ProblemCode[]])[] = [
      [title(''), ['required_empty']],
      [title('Hola', ''), ['english_missing']],
      [aSection('image', { src: '' }), ['required_empty']],
      [aSection('image', { src: 'pic' }), ['alt_missing']],
      [aSection('image', { src: 'pic', alt: '-' }), []],
      [aSection('image', { src: 'pic', alt: 'Una plaza' }, { alt: 'A square' }), []],
      [aSection('image', { src: 'pic', alt: 'Una plaza' }), ['english_missing']],
      [aSection('image', { src: 'pic', alt: 'plaza de armas' }, { alt: 'IMG_001.jpg' }), ['alt_is_file_name', 'alt_is_file_name']],
      [aSection('image', { src: 'doc', alt: '-' }), ['file_missing']],
      [aSection('image', { src: 'gone', alt: '-' }), ['file_missing']],
      [aSection('downloads', { listData: [{ title: 'Guía', file: 'doc' }] }, { listData: [{ title: 'Guide' }] }), []],
      [aSection('footer', { linkOne: 'javascript:x' }), ['link_form']],
      [aSection('footer', { linkOne: '/nada' }), ['link_broken']],
      [aSection('footer', { linkOne: '/site/nada' }), ['link_broken']],
      [aSection('footer', { linkOne: '/about' }), ['link_broken']],
      [aSection('footer', { linkOne: '/site/historia' }), []],
      [aSection('footer', { linkOne: '/en/site/ANTES' }), []],
      [aSection('footer', { linkOne: '/open-data?years=2023' }), []],
      [aSection('footer', { linkOne: '/login' }), []],
      [aSection('footer', { linkOne: '/' }), []],
      [aSection('footer', { linkOne: '/files/document/doc/guia.pdf' }), []],
      [aSection('footer', { linkOne: '/files/image/pic-480.webp' }), []],
      [aSection('footer', { linkOne: '/files/image/doc.png' }), ['link_broken']],
      [aSection('footer', { linkOne: 'ejemplo.cl' }), []],
    ]
    for (const [section, codes] of cases) expect(codesOf(aPage([section])), JSON.stringify(section.content)).toEqual(codes)
    const link = aSection(
      'titleBody',
      { title: 'T', body: '<p><a href="/nada">a</a><a href="pagina">b</a></p>' },
      { title: 'T', body: '<p>b</p>' },
    )
    expect(codesOf(aPage([link]))).toEqual(['link_broken', 'link_form'])
  })

  test('[WS3] a link to a page that visitors do not see yet has to be accepted, one to nowhere keeps the page back, and to the public documents both lead', () => {
    const pages = [
      ...facts.pages,
      { id: 'p3', name: 'borrador', formerNames: [], removed: false, published: false },
      { id: 'p4', name: 'quitada', formerNames: [], removed: true, published: true },
    ]
    const beside = { ...facts, pages }
    const told = (link: string): (string | undefined)[] =>
      problemsOf(aPage([aSection('homeHeader', { title: 'T', link, linkText: 'Ir' }, { title: 'T', linkText: 'Go' })]), beside)
        .filter(({ code }) => code.startsWith('link'))
        .map(({ severity }) => severity)
    expect(told('/site/borrador')).toEqual(['warning'])
    expect(told('/site/Historia')).toEqual([])
    for (const gone of ['/site/quitada', '/site/nada', '/api/v1/users']) expect(told(gone), gone).toEqual(['error'])
    for (const there of ['/api/v1/public/questionnaire.pdf', '/api/v1/public/glossary.pdf?lang=en', '/api/v1/docs'])
      expect(told(there), there).toEqual([])
    const rich = aSection('titleBody', { body: '<p><a href="/site/borrador">a</a> <a href="/site/nada">b</a> <a href="tel:+56">c</a></p>' })
    expect(
      problemsOf(aPage([rich]), beside)
        .filter(({ code }) => code === 'link_broken')
        .map(({ severity }) => severity),
    ).toEqual(['warning', 'error'])
    // A page may lead to itself before it is seen.
    const own = { ...beside, pageId: 'p3' }
    expect(
      problemsOf(aPage([aSection('homeHeader', { title: 'T', link: '/site/borrador' })]), own).some(({ code }) => code === 'link_broken'),
    ).toBe(false)
  })

  test('[WS3] a heading that leaves a level out is told: items below a page’s first title, without a title of their own', () => {
    const items = (own: string): Section =>
      aSection(
        'list',
        { title: own, listData: [{ title: 'Uno', body: '', withImage: false, icon: '', iconAltText: '' }] },
        { title: own, listData: [{ title: 'One' }] },
      )
    expect(codesOf(aPage([title('Hola'), items('')]))).toEqual(['heading_jump'])
    expect(codesOf(aPage([title('Hola'), items('Lista')]))).toEqual([])
    expect(codesOf(aPage([title('Hola'), { ...title('Dos'), id: 'b' }, items('')]))).toEqual([])
  })

  test('[WS3] pictures of more than 1.5 MB on a phone are a warning at the section with the heaviest, each counted once, hidden ones not', () => {
    const [light, heavy] = [siteFileIdOf('image', 'a'.repeat(64)), siteFileIdOf('image', 'b'.repeat(64))]
    const shows = (id: string, src: string, over: Partial<Section> = {}): Section => ({
      ...aSection('image', { src, alt: '-', fullWidth: false }),
      ...{ id, ...over },
    })
    const beside: PageFacts = {
      ...facts,
      files: new Map([light, heavy].map((id) => [id, 'image'])),
      phoneBytes: new Map([
        [light, 500_000],
        [heavy, 1_000_001],
      ]),
    }
    const found = (sections: readonly Section[]): readonly (string | null)[] =>
      problemsOf(aPage([title('Hola'), ...sections]), beside)
        .filter(({ code }) => code === 'pictures_heavy')
        .map(({ severity, section }) => `${severity} ${section}`)
    expect(found([shows('a', light), shows('b', heavy)])).toEqual(['warning b'])
    expect(found([shows('b', heavy), shows('c', heavy)])).toEqual([])
    expect(found([shows('a', light), shows('b', heavy, { hidden: true })])).toEqual([])
  })

  test('[WS5] English that was written for other Spanish words is told', () => {
    const section = title('Hola')
    expect(codesOf(aPage([{ ...section, englishOf: wordsDigest(section) }]))).toEqual([])
    expect(codesOf(aPage([{ ...title('Adiós'), englishOf: wordsDigest(section) }]))).toEqual(['english_old'])
  })

  test('[WS3] a page has a name that is free and something that it is called; what stands around every page needs no title', () => {
    const untitled = { title: '', englishTitle: '', description: '', englishDescription: '' }
    expect(codesOf(aPage([], { name: 'historia' }))).toEqual(['name_taken'])
    expect(codesOf(aPage([], { name: 'mi página' }))).toEqual(['name_form'])
    expect(codesOf(aPage([], { about: untitled }))).toEqual(['title_empty', 'description_empty'])
    expect(codesOf(aPage([title('Hola')], { about: untitled }))).toEqual(['description_empty'])
    expect(codesOf(aPage([], { name: 'footer', about: untitled }))).toEqual([])
    expect(titleOf(aPage([title('Hola', 'Hello')], { about: untitled }), 'en')).toBe('Hello')
  })

  test('[WS3] what is hidden keeps nothing back', () => {
    expect(codesOf(aPage([{ ...title(''), hidden: true }]))).toEqual([])
  })

  test('[WS3] whatever stands in a page, looking at it ends, and each problem names a section of it', () => {
    const anyText = fc.oneof(fc.string(), fc.constantFrom('<p><a href="x">a</a></p>', '//x', '-', 'pic'))
    const anyValue: fc.Arbitrary<Content[string]> = fc.oneof(
      anyText,
      fc.boolean(),
      fc.array(fc.dictionary(fc.string(), anyText), { maxLength: 3 }),
    )
    const anySection = fc.record({
      id: fc.string(),
      component: fc.oneof(fc.constantFrom<string>(...sectionComponents), fc.string()),
      content: fc.dictionary(fc.constantFrom('title', 'listData', 'imgs', 'src', 'alt', 'body', 'linkOne'), anyValue),
      englishContent: fc.dictionary(fc.constantFrom('title', 'listData', 'imgs', 'alt', 'body'), anyValue),
      hidden: fc.boolean(),
      englishOf: fc.option(fc.string()),
    })
    assertProperty(
      fc.property(fc.array(anySection, { maxLength: 4 }), fc.constantFrom('nueva', ...reservedNames), (sections, name) => {
        const ids = new Set<string | null>([null, ...sections.map(({ id }) => id)])
        for (const { section } of problemsOf(aPage(sections, { name }), facts)) expect(ids.has(section)).toBe(true)
        for (const section of sections) {
          viewSectionOf(section, 'en')
          expect(wordsDigest(section)).toMatch(/^[\da-f]{16}$/)
        }
      }),
    )
  })
})
