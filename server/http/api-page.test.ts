import { failuresOf } from '#shared/contract/route.ts'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { apiPageEn } from '../strings/api-page.en.ts'
import { apiPageEs } from '../strings/api-page.es.ts'
import { createTestApp } from '../testing/app.ts'
import { markup } from './markup.ts'

const pageIn = async (query: string, language?: string): Promise<Response> => {
  const server = await createTestApp()
  const headers = language === undefined ? {} : { 'Accept-Language': language }
  const reply = await server.app.fetch(new Request(`http://localhost/api/v1/docs${query}`, { headers }))
  await server.close()
  return reply
}

test('the page of the API tells of every call: where, who may, what it may be refused for, and its limits', async () => {
  const server = await createTestApp()
  const page = await (await server.app.fetch(new Request('http://localhost/api/v1/docs'))).text()
  for (const route of server.app.server.routes) {
    const [, article = ''] = new RegExp(`<article id="${route.name}">(.*?)</article>`, 's').exec(page) ?? []
    expect(article.replace(/<[^>]+>/g, ''), route.name).toContain(route.path.replace(/:(\w+)/g, '{$1}'))
    expect(article, route.name).toContain(apiPageEs.access[route.access])
    for (const code of failuresOf(route)) expect(article, route.name).toContain(`<code>${code}</code>`)
    expect(article.includes('llamadas seguidas'), route.name).toBe(route.limits?.pace !== undefined)
  }
  expect(page).toContain('cuerpo de hasta 15,829 MB')
  await server.close()
})

test('the page of the API runs nothing and fetches nothing from anywhere', async () => {
  const reply = await pageIn('')
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'/)
  const page = await reply.text()
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const digest = createHash('sha256').update(style).digest('base64')
  expect(reply.headers.get('content-security-policy')).toContain(`'sha256-${digest}'`)
  expect(page).not.toMatch(/<script|<link|<img|\bsrc=|\bstyle=|\bon\w+=|url\(|@import|https?:\/\//)
})

test('the page of the API is in Spanish, or in English for who asks for it by address or by browser', async () => {
  for (const [query, language, lang, title] of [
    ['', undefined, 'es', apiPageEs.title],
    ['', 'en-GB,en;q=0.9', 'en', apiPageEn.title],
    ['?lang=en', 'es-CL', 'en', apiPageEn.title],
    ['?lang=es', 'en', 'es', apiPageEs.title],
    ['?lang=xx', 'es', 'es', apiPageEs.title],
  ] as const) {
    const reply = await pageIn(query, language)
    expect(reply.headers.get('content-language')).toBe(lang)
    const page = await reply.text()
    expect(page).toContain(`<html lang="${lang}">`)
    expect(page).toContain(`<h1>${title}</h1>`)
  }
})

test('the page of the API goes packed to who takes it so, and is the same', async () => {
  const server = await createTestApp()
  const get = (headers: Record<string, string>): Promise<Response> =>
    server.app.fetch(new Request('http://localhost/api/v1/docs', { headers }))
  const packed = await get({ 'Accept-Encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const plain = Buffer.from(await (await get({})).arrayBuffer())
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(gunzipSync(bytes).equals(plain)).toBe(true)
  expect(bytes.length).toBeLessThan(95_000)
  await server.close()
})

test('what is put into markup is text, unless it is markup', () => {
  const text = '<script>alert("x")</script> & \'y\''
  expect(markup`<p title="${text}">${[text, markup`<b>${1}</b>`]}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;<b>1</b></p>',
  )
})
