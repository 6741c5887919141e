import { describe, expect, test } from 'vitest'
import { linkHref, siteHref } from './links.ts'

describe('links that people wrote', () => {
  test.each([
    ['example.org', 'https://example.org'],
    ['http://example.org', 'http://example.org'],
    ['HTTPS://example.org', 'HTTPS://example.org'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    ['/about', '/about'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+56 2', 'tel:+562'],
    ['#parte', '#parte'],
    ['//evil.example/x', 'https://evil.example/x'],
    ['/\\evil.example', 'https://evil.example'],
    ['', ''],
    ['   ', ''],
    ['javascript:alert(1)', ''],
    ['JaVa\tScRiPt:alert(1)', ''],
    ['\u0001data:text/html,x', ''],
    ['vbscript:x', ''],
    ['file:///etc/passwd', ''],
  ])('[WO2] %j leads to %j', (text, href) => {
    expect(linkHref(text)).toBe(href)
  })

  test('[WO2] a page of the site is that of the language in which it is linked; any other address stays', () => {
    expect(siteHref('/', 'en')).toBe('/en')
    expect(siteHref('/site/red#uno', 'en')).toBe('/en/site/red#uno')
    expect(siteHref('/open-data/capacities?years=2023', 'en')).toBe('/en/open-data/capacities?years=2023')
    expect(siteHref('/result', 'en')).toBe('/en/result')
    expect(siteHref('/files/document/a/b.pdf', 'en')).toBe('/files/document/a/b.pdf')
    expect(siteHref('/login', 'en')).toBe('/login')
    expect(siteHref('/about', 'es')).toBe('/about')
  })
})
