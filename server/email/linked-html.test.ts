import { expect, test } from 'vitest'
import { linkedHtml } from './linked-html.ts'

const html = (text: string): string => linkedHtml({ subject: 'Aviso <b>', text }, 'es')

test('[NO6] a letter that was written freely has its links, its lines and its paragraphs', () => {
  const found = html('Hola Ana:\n\nVea https://lab.gob.cl/a?b=1&c=2.\nGracias')
  expect(found).toContain('<p>Hola Ana:</p>')
  expect(found).toContain(
    '<p>Vea <a href="https://lab.gob.cl/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">https://lab.gob.cl/a?b=1&amp;c=2</a>.<br>Gracias</p>',
  )
  expect(found).toContain('<title>Aviso &lt;b&gt;</title>')
})

test('[NO6] nothing of what was written runs, fetches or leads elsewhere', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><a href="javascript:alert(1)">x</a>',
    'javascript:alert(1)',
    "https://a.cl/'onmouseover='alert(1)",
    'https://a.cl/"onmouseover="alert(1)',
    'data:text/html,<b>',
  ].join('\n')
  const found = html(hostile)
  expect(
    found.replace(
      /<\/?(?:!doctype html|html lang="es"|html|head|meta charset="utf-8"|title|body|p|br|a(?: href="https:[^"<>]*" rel="[a-z ]+")?)>/g,
      '',
    ),
  ).not.toMatch(/[<>]/)
  expect(found.match(/href="[^"]*"/g)?.every((each) => each.startsWith('href="https://a.cl/'))).toBe(true)
  expect(found).not.toMatch(/<[^>]*\son\w+=/)
})
