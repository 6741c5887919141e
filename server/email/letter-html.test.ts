import { expect, test } from 'vitest'
import type { Given } from '#shared/contract/letter.ts'
import { lettersEs } from '../strings/letters.es.ts'
import { letterText, type TextTemplate } from './letters.ts'

const link = 'https://iip.example/dashboard?a=1&b=2'
const said = { name: 'Ana', link, optOut: 'https://iip.example/fin', form: 'Índice', number: '1.1.1', question: '¿Cuántas?' }
const free = (body: string) => letterText('notificationSent', 'es', { ...said, subject: 'Aviso <b>', body })
/** What a letter shows, without what it is drawn with. */
const shown = (html: string): string =>
  html
    .replace(/<(?:title|style)[^>]*>.*?<\/(?:title|style)>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&amp;/g, '&')

test('[LE5] every letter says the same as text and as a page, in its reader’s language, and its way on is a button with its address beside it', () => {
  for (const template of Object.keys(lettersEs) as TextTemplate[]) {
    for (const language of ['es', 'en'] as const) {
      const { subject, text, html } = letterText(template, language, {
        ...said,
        subject: 'Aviso',
        body: 'Texto',
        items: [{ level: 'Question', name: '2.1.1' }],
      })
      expect(html).toContain(`<html lang="${language}">`)
      expect(shown(html)).toContain(subject)
      for (const line of text.split('\n')) expect(shown(html), template).toContain(line.replace(/^- /, ''))
      expect(html.match(/href="https:\/\/iip\.example\/dashboard\?a=1&amp;b=2"/g), template).toHaveLength(2)
    }
  }
})

test('[LE5] a letter of an assignment lists what was given, a line for all questions, and one without a list leaves no gap', () => {
  const items: Given[] = [
    { element: 'd1', level: 'Dimension', name: 'Recursos' },
    ...Array.from({ length: 42 }, (_, at) => ({ element: `q${at}`, level: 'Question' as const, name: `1.1.${at + 1}` })),
  ]
  const { text, html } = letterText('assigned', 'es', { ...said, count: 43, items })
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- Dimensión Recursos',
    expect.stringMatching(/^- Preguntas 1\.1\.1, 1\.1\.2, .*1\.1\.40 …$/),
  ])
  expect(html.match(/<li/g)).toHaveLength(2)
  expect(letterText('assigned', 'en', { ...said, count: 1, items: [] }).text).toContain('1 in all.\n\nYou can see them here:')
})

test('[NO6] a letter that was written freely has its links, its lines and its paragraphs', () => {
  const { html } = free('Vea https://lab.gob.cl/a?b=1&c=2.\nGracias')
  expect(html).toContain('<a href="https://lab.gob.cl/a?b=1&amp;c=2" rel="noopener noreferrer nofollow"')
  expect(html).toContain('<br>Gracias</p>')
  expect(html).toContain('<title>Aviso &lt;b&gt;</title>')
})

test('[NO6] nothing of what was written runs, fetches or leads elsewhere, and what only fills a letter is no link', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><a href="javascript:alert(1)">x</a>',
    'javascript:alert(1)',
    "https://a.cl/'onmouseover='alert(1)",
    'https://a.cl/"onmouseover="alert(1)',
    'data:text/html,<b>',
    '{link} {optOut}',
  ].join('\n')
  const quiet =
    /<\/?(?:!doctype html|html lang="es"|html|head|title|body|p|h1|div|br|li|ul|a|(?:meta|body|div|p|h1|ul|li|a)(?: [a-z-]+="[^"<>]*")+)>/g
  const { html } = free(hostile)
  expect(html.replace(quiet, '').match(/<[^>]*>|[<>]/g)).toBeNull()
  expect(html).not.toMatch(/<[^>]*\s(?:on\w+|src|background)=/)
  const leads = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(leads.every((href) => href.startsWith('https://a.cl/') || href.startsWith('https://iip.example/dashboard'))).toBe(true)
  const asked = letterText('reopened', 'es', { ...said, institution: 'Norte', reason: 'Vea https://malo.example/x' })
  expect(asked.html).not.toContain('href="https://malo.example')
})
