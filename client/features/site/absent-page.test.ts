import { expect, test } from 'vitest'
import { absentPage } from './absent-page.ts'

const at = '2026-11-12T15:00:00.000Z'
const page = (path: string, title: string, lang: 'es' | 'en' = 'es') => ({
  url: `https://a.example${path}`,
  at,
  html: `<!doctype html><html lang="${lang}"><head><title>${title} · Índice</title></head><body></body></html>`,
})
const links = (html: string): readonly (readonly [string, string])[] =>
  [...html.matchAll(/<a lang="\w\w"[^>]* href="([^"]*)">([^<]*)<\/a>/g)].map(([, href = '', title = '']) => [href, title] as const)

test('[WO6] what is kept is listed by its title, with the day of its copy, the language of the address first, each page once', () => {
  const html = absentPage(
    'page',
    'en',
    ['/assets/site-1.css'],
    [
      page('/about', 'Sobre'),
      page('/en/about?x=1', 'About', 'en'),
      page('/en/about', 'About', 'en'),
      page('/open-data?years=2023', 'Datos'),
    ],
  )
  expect(links(html)).toEqual([
    ['/en/about', 'About'],
    ['/about', 'Sobre'],
    ['/open-data?years=2023', 'Datos'],
  ])
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('copy of 12 Nov 2026')
  expect(html).toContain('This page is not kept on this device')
  expect(html).not.toMatch(/<script|style=/)
})

test('[WO6] nothing kept is said, and what a title or an address holds stays text', () => {
  expect(absentPage('page', 'es', [], [])).toContain('Todavía no hay páginas guardadas en este equipo.')
  const html = absentPage('page', 'es', [], [page('/site/x"onclick="1', '&lt;script&gt;alert(1)&lt;/script&gt;')])
  expect(html).not.toMatch(/<script|"onclick/)
  expect(html).toContain('&lt;script&gt;')
})

test('[WO6] an address of the application and one of a file say what is not here, in the language of who comes', () => {
  expect(absentPage('application', 'es', [], [])).toContain('hace falta conexión')
  expect(absentPage('application', 'en', [], [])).toContain('The platform is not on this device yet')
  expect(absentPage('file', 'es', [], [])).toContain('Este archivo no está guardado en este equipo')
  expect(absentPage('file', 'en', [], [])).toContain('This file is not kept on this device')
})
