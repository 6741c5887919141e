import { describe, expect, test } from 'vitest'
import { renderDocument } from '#client/areas/site/render-document.tsx'
import { aPage, assets } from '#client/features/site/testing/fixtures.ts'
import { pageNames, pathOf } from '#shared/addresses.ts'
import { siteLanguages } from '#shared/site/model.ts'
import { inLanguage, sitePathNames, sitePaths } from '#shared/site/paths.ts'
import { editionIn, filesIn, keptKey, languageIn, pictureId, titleIn, withNote } from './kept-pages.ts'
import { placeOf } from './place-of.ts'

describe('what the worker reads of an address', () => {
  test('[WO4] every page of the application is its own, every page of the site the site’s, in both languages', () => {
    const wrong = pageNames.filter((name) => placeOf(pathOf(name).replaceAll(/\/:\w+\??/g, '/x')) === 'site')
    expect(wrong).toEqual([])
    for (const name of sitePathNames)
      for (const language of siteLanguages) expect([name, placeOf(inLanguage(sitePaths[name].path, language))]).toEqual([name, 'site'])
    expect(placeOf('/site/red')).toBe('site')
    expect(placeOf('/nobody/knows')).toBe('site')
    expect(placeOf('/reset-password')).toBe('letter')
  })

  test.each([
    '/api/v1/x',
    '/files/document/a/b',
    '/result',
    '/en/result',
    '/open-data/averageIndex.csv',
    '/sitemap.xml',
    '/robots.txt',
    '/openapi.json',
  ])('[WO4] %s is the server’s to answer', (path) => {
    expect(placeOf(path)).toBe('server')
  })

  test('[WO5] a page is kept with its choice and without the place in it', () => {
    expect(keptKey('https://a.example/en/about/#x')).toBe('https://a.example/en/about')
    expect(keptKey('https://a.example/')).toBe('https://a.example/')
    expect(keptKey('https://a.example/open-data?years=2023')).toBe('https://a.example/open-data?years=2023')
  })
})

describe('what the worker reads of a document', () => {
  const html = renderDocument(aPage({ language: 'en', title: 'What & why' }), assets)

  test('[WO5] its files, each picture once in all its widths, and what it is', () => {
    const { assets: named, pictures } = filesIn(html)
    expect(named).toEqual(expect.arrayContaining(['/assets/site-1.css', '/assets/site-1.js', '/icons/mark.svg']))
    expect(pictures).toEqual([['/files/image/img1-480.webp', '/files/image/img1-960.webp', '/files/image/img1-1600.webp']])
    expect([editionIn(html), titleIn(html), languageIn(html)]).toEqual(['7', 'What & why · Public Innovation Index', 'en'])
  })

  test('[WO5] of a page with an island also every script that it needs, at once or once something on it is used', () => {
    const view = {
      ...aPage({ language: 'en' }),
      kind: 'openData',
      at: 'openData',
      data: { report: null, filter: {}, years: [], sets: {} },
    } as const
    expect(filesIn(renderDocument(view as never, assets)).assets).toEqual(
      expect.arrayContaining([
        '/assets/open-data-1.js',
        '/assets/react-1.js',
        '/assets/english-1.js',
        '/assets/bars-1.js',
        '/assets/table-1.js',
      ]),
    )
  })

  test('[WO5] of a picture in its own form and others the narrowest comes first', () => {
    const picture =
      '<img src="/files/image/i1.webp" srcset="/files/image/i1.webp 2000w, /files/image/i1-960.webp 960w, /files/image/i1-480.webp 480w">'
    expect(filesIn(picture).pictures).toEqual([['/files/image/i1-480.webp', '/files/image/i1-960.webp', '/files/image/i1.webp']])
  })

  test('[WO5] a note stands before everything that the page shows', () => {
    expect(withNote(html, '<p>NOTE</p>')).toMatch(/<body[^>]*><p>NOTE<\/p>/)
  })

  test.each([
    ['/files/image/ab12-480.webp', 'ab12'],
    ['/files/image/ab12.svg', 'ab12'],
    ['/files/document/ab12/x.pdf', null],
    ['/assets/x-1.js', null],
  ])('[WO5] %s is of the picture %s', (path, id) => {
    expect(pictureId(path)).toBe(id)
  })
})
