import { describe, expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { sectionComponents } from '#shared/site/sections.ts'
import { siteLanguages } from '#shared/site/model.ts'
import type { SiteView } from '#shared/site/view.ts'
import { aFile, aPage, assets, fullSection } from '#client/features/site/testing/fixtures.ts'
import { renderDocument } from './render-document.tsx'

const between = sectionComponents.filter((each) => each !== 'header' && each !== 'footer')
const html = (changes: Parameters<typeof aPage>[0] = {}): string => renderDocument(aPage(changes), assets)
const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length
/** Levels of the headings in their order. */
const levels = (text: string): readonly number[] => [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
/** Page of data without any. */
const dataPage = (changes: object = {}): SiteView => ({
  ...aPage(),
  kind: 'openData',
  at: 'openData',
  path: '/open-data',
  data: { report: null, filter: { years: [], category: null, orientation: null }, years: [], missing: [], sets: {} },
  ...changes,
})

describe('a document of the site', () => {
  test('[WO1] says in its head what it is, in which languages it is had, and which files it needs', () => {
    const text = html({ language: 'en', path: '/about', query: '' })
    expect(text.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
    for (const part of [
      '<title>Sobre el índice · Public Innovation Index</title>',
      '<meta name="description" content="Qué mide y para quién.">',
      '<link rel="canonical" href="https://indice.example/en/about">',
      '<link rel="alternate" hreflang="es" href="https://indice.example/about">',
      '<link rel="alternate" hreflang="en" href="https://indice.example/en/about">',
      '<link rel="alternate" hreflang="x-default" href="https://indice.example/about">',
      '<meta property="og:image" content="https://indice.example/files/image/img1-1600.webp">',
      '<link rel="stylesheet" href="/assets/site-1.css">',
      '<script type="module" src="/assets/site-1.js"></script>',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('id="data"')
  })

  test('[WO1] with every type of section reads without a script: no inline style, no inline script, one main heading, no level skipped', () => {
    for (const language of siteLanguages) {
      const text = html({ language })
      expect(text).not.toMatch(/\sstyle=/)
      expect(text).not.toMatch(/<script(?![^>]* src=)(?![^>]*type="application\/(?:ld\+)?json")/)
      expect(count(text, /<h1[ >]/g)).toBe(1)
      const found = levels(text)
      expect(found.flatMap((level, at) => (level > (found[at - 1] ?? 0) + 1 ? [found.slice(0, at + 1)] : []))).toEqual([])
      expect(count(text, /<main /g)).toBe(1)
    }
  })

  test.each(between)('[WO1] %s alone on a page has one main heading, and every picture its words and its size', (component) => {
    const text = html({ sections: [fullSection(component)] })
    expect(count(text, /<h1[ >]/g)).toBe(1)
    const found = levels(text)
    expect(found.flatMap((level, at) => (level > (found[at - 1] ?? 0) + 1 ? [found.slice(0, at + 1)] : []))).toEqual([])
    for (const [picture] of text.matchAll(/<img [^>]*>/g)) {
      expect(picture).toMatch(/ alt="/)
      expect(picture).toMatch(/ width="1600" height="1000"/)
      expect(picture).toMatch(/ srcSet="[^"]*480w, [^"]*960w, [^"]*1600w"/)
    }
  })

  test.each(between)('[WO1] %s with nothing in it is no fault', (component) => {
    const empty = fullSection(component, 0)
    const content = Object.fromEntries(
      Object.entries(empty.content).map(([key, value]) => [key, typeof value === 'string' ? '' : typeof value === 'boolean' ? false : []]),
    )
    expect(html({ sections: [{ ...empty, content } as never], files: {} })).toContain('</html>')
  })

  test('[WO1] a picture that only decorates is nothing to hear', () => {
    const section = fullSection('image')
    expect(html({ sections: [{ ...section, content: { ...section.content, alt: '-' } } as never] })).toContain('alt=""')
  })

  test('[WO1] a picture is offered in its own width beside the others, also one that is narrow', () => {
    const wide = { ...aFile('img1'), kind: 'webp', width: 700, height: 500, widths: [480] }
    expect(html({ sections: [fullSection('image')], files: { img1: wide } })).toContain(
      'srcSet="/files/image/img1-480.webp 480w, /files/image/img1.webp 700w"',
    )
    const drawing = { ...wide, kind: 'svg', widths: [] }
    expect(html({ sections: [fullSection('image')], files: { img1: drawing } })).not.toContain('srcSet')
  })

  test('[WO1] the heading that nobody sees says that it is Spanish on an English page', () => {
    expect(html({ language: 'en', sections: [], spanishTitle: true })).toContain('<h1 class="sr-only" lang="es">')
    expect(html({ language: 'en', sections: [] })).toContain('<h1 class="sr-only">')
  })

  test('[WO1] a logo that only decorates is called after where it leads', () => {
    const header = must(aPage().header, 'the page has no header')
    const led = (logoLinkOne: string): string =>
      html({ header: { ...header, content: { ...header.content, imgAltOne: '-', logoLinkOne } } })
    expect(led('https://www.ministerio.example/innova/')).toContain('aria-label="ministerio.example/innova"')
    expect(led('/')).toContain('aria-label="Inicio"')
    expect(led('https://www.ministerio.example/')).not.toContain('aria-label="Inicio"')
  })

  test('[WO1] says what is in Spanish on an English page', () => {
    const section = { ...fullSection('titleBody'), spanish: ['body'] }
    const text = html({ language: 'en', sections: [section] })
    expect(text).toMatch(/<div lang="es" class="site-words/)
    expect(text).not.toMatch(/<h1 lang="es"/)
  })

  test('[WO2] the head leads to four addresses, to the results where they are shown, and to open data where there is some', () => {
    const navigation = (text: string): readonly string[] =>
      [...(/<nav aria-label="Menú principal" class="hidden[\s\S]*?<\/nav>/.exec(text)?.[0].matchAll(/href="([^"]*)"/g) ?? [])].map(
        ([, href]) => href ?? '',
      )
    const header = aPage().header
    if (!header) throw new Error('the page has no header')
    const four = { linkOne: '/methodology', linkTwo: 'indice.example/b', linkThree: 'http://c.example', linkFour: 'javascript:alert(1)' }
    const shown = { ...header, content: { ...header.content, ...four } }
    expect(navigation(html({ header: shown }))).toEqual([
      '/methodology',
      'https://indice.example/b',
      'http://c.example',
      '/result',
      '/open-data',
    ])
    const quiet = { ...shown, content: { ...shown.content, showResults: false } }
    expect(navigation(html({ header: quiet, openDataHref: null }))).toEqual([
      '/methodology',
      'https://indice.example/b',
      'http://c.example',
    ])
    // Without a script the menu of a narrow window opens all the same.
    expect(html()).toMatch(/<details[^>]*data-menu/)
  })

  test('[WO2] the head says which of its links leads to the page that is read, or to the one that this belongs to', () => {
    const header = must(aPage().header, 'the page has no header')
    const shown = { ...header, content: { ...header.content, showResults: true, linkTextOne: 'Inicio', linkOne: '/' } }
    const current = (path: string, language: 'es' | 'en' = 'es') =>
      Array.from(
        html({ header: shown, openDataHref: '/open-data', path, language }).matchAll(
          /<a href="([^"]*)"[^>]* aria-current="(page|true)" class/g,
        ),
        ([, href, how]) => `${href} ${how}`,
      ).filter((each, at, all) => all.indexOf(each) === at && !each.includes('lang'))
    expect(current('/open-data')).toContain('/open-data page')
    expect(current('/open-data/capacities', 'en')).toContain('/en/open-data true')
    expect(current('/results')).toContain('/result page')
    expect(current('/results/dimensions', 'en')).toContain('/en/result true')
    expect(current('/about', 'en').filter((each) => each.startsWith('/en '))).toEqual([])
  })

  test('[WO2] the language is a link to the same page in the other one', () => {
    const text = html({ path: '/open-data', query: '?years=2023' })
    expect(text).toMatch(/href="\/en\/open-data\?years=2023" lang="en" hrefLang="en"/)
    expect(text).toMatch(/href="\/open-data\?years=2023" lang="es" hrefLang="es"/)
  })

  test('[WO2] the foot has at most four networks, two links, the way in, and three institutions with their addresses', () => {
    const { footer } = aPage()
    if (!footer) throw new Error('the page has no footer')
    const socials = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ title: name, link: `${name}.example` }))
    const content = { ...footer.content, socials, linkOne: 'one.example', linkTwo: '/privacy-policies', imgLinkOne: 'x.example' }
    const foot = /<footer[\s\S]*<\/footer>/.exec(html({ footer: { ...footer, content } }))?.[0] ?? ''
    expect([...foot.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://x.example',
      '/methodology',
      '/methodology',
      'https://one.example',
      '/privacy-policies',
      '/login',
      'https://a.example',
      'https://b.example',
      'https://c.example',
      'https://d.example',
    ])
    expect(foot).toContain('Línea de loginText')
    expect(foot).toContain('data-save-site')
  })

  test('[WO3] what people wrote never leaves its place: not from a text, a title, an address, the data or what search engines read', () => {
    const bad = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)>\u2028`
    const sections = between.map((component) => {
      const section = fullSection(component)
      return JSON.parse(JSON.stringify(section).replaceAll(/"(?:Línea|Texto|Cuerpo|Alternativa) de [^"]*"/g, () => JSON.stringify(bad)))
    })
    const content = html({ title: bad, description: bad, sections })
    const data = renderDocument(
      dataPage({
        title: bad,
        data: {
          report: { id: '1', title: bad, description: bad, at: '2026-11-12T10:00:00Z' },
          filter: { years: [], category: null, orientation: null },
          years: [],
          missing: [],
          sets: {},
        },
      }),
      assets,
    )
    for (const text of [content, data]) {
      expect(text).not.toMatch(/<script>alert/)
      expect(text).not.toMatch(/<img src=x/)
      // Without what stands in data and between quotation marks, which is text.
      expect(text.replace(/<script[\s\S]*?<\/script>/g, '').replace(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\sonerror/)
      expect(count(text, /<script/g)).toBe(count(text, /<\/script>/g))
    }
    expect(data).toContain('\\u003c/script>')
  })

  test('[WO1] a page of data carries what its island draws from, in one language, and names the scripts that it needs', () => {
    const text = renderDocument(dataPage(), assets)
    expect(text).toContain('<div data-island="openData">')
    expect(text).toContain('<script type="module" src="/assets/open-data-1.js"></script>')
    expect(text).toContain('<link rel="modulepreload" href="/assets/react-1.js">')
    const data = JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null')
    expect(data).toMatchObject({ kind: 'openData', header: null, footer: null, files: {} })
  })

  test('[WO1] a draft says so, is for no search engine, runs nothing, and names every address in full', () => {
    const text = html({ preview: true })
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).toContain('Vista previa de un borrador')
    expect(text).not.toContain('<script')
    expect(text).not.toMatch(/ (?:href|src)="\/(?!\/)/)
    expect(text).not.toMatch(/(?:srcset="|, )\/files/i)
  })

  test('[WO1] a document without head, foot or sections is whole', () => {
    const text = html({ header: null, footer: null, sections: [], files: { logo: aFile('logo') }, openDataHref: null })
    expect(text).toContain('<h1 class="sr-only">Sobre el índice</h1>')
    expect(text).toContain('Índice de Innovación Pública')
    expect(text).toContain('href="/login"')
  })
})
