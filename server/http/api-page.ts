import { apiBase, bodyBytesOf, failuresOf, rawBodiesOf, rawRepliesOf, type Route } from '#shared/contract/route.ts'
import { signIn } from '#shared/accounts/routes.ts'
import { errors } from '#shared/errors.ts'
import { sentences } from '#shared/failure-sentence.ts'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { apiPageEn } from '../strings/api-page.en.ts'
import { apiPageEs } from '../strings/api-page.es.ts'
import { apiPageStyle } from './api-page-style.ts'
import type { Language } from './failures.ts'
import { Markup, markup } from './markup.ts'
import { groupOf, jsonSchemaOf } from './openapi.ts'

type Worded<T> = { readonly [K in keyof T]: T[K] extends string ? string : Worded<T[K]> }
export type ApiPageText = Worded<typeof apiPageEs>

const words: Readonly<Record<Language, ApiPageText>> = { es: apiPageEs, en: apiPageEn }
const locales = { es: 'es-CL', en: 'en' }

/** Nothing runs and nothing is fetched: one style, which the policy knows by its digest. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(apiPageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Page {
  readonly t: ApiPageText
  readonly language: Language
  say(number: number): string
}

/**
 * The page that tells people of every call, in the language that the address or the browser asks for. It is made once per language:
 * anybody may ask for it, and as often as they like.
 */
export function createApiPage(routes: readonly Route[], version: string): (request: Request, language: Language) => Response {
  const made = new Map<Language, { readonly plain: Buffer; readonly gzip: Buffer }>()
  const pageIn = (language: Language): { readonly plain: Buffer; readonly gzip: Buffer } => {
    const known = made.get(language)
    if (known) return known
    const page: Page = { t: words[language], language, say: (number) => new Intl.NumberFormat(locales[language]).format(number) }
    const plain = Buffer.from(documentOf(page, routes, version).text)
    const entry = { plain, gzip: gzipSync(plain) }
    made.set(language, entry)
    return entry
  }
  return (request, language) => {
    const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
    const { plain, gzip } = pageIn(language)
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding, Accept-Language, Authorization',
      ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
    }
    return new Response(new Uint8Array(takesGzip ? gzip : plain), { headers })
  }
}

function documentOf(page: Page, routes: readonly Route[], version: string): Markup {
  const { t, language } = page
  const groups = [...Map.groupBy(routes, groupOf)]
  const other: Language = language === 'es' ? 'en' : 'es'
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${t.title}</title>
<style>${new Markup(apiPageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
<header>
<p class="tongues"><a href="?lang=${other}" hreflang="${other}" lang="${other}">${other === 'es' ? 'Español' : 'English'}</a></p>
<h1>${t.title}</h1>
<p class="lead">${filled(t.lead, { n: String(routes.length) })}</p>
<p class="version"><span>${filled(t.version, { version })}</span> <a href="${apiBase}/openapi.json">${t.document}</a></p>
</header>
<nav aria-labelledby="contents"><h2 id="contents">${t.contents}</h2>
<ul>${groups.map(([group, own]) => markup`<li><a href="#${group}">${titleOf(t, group)}</a> <span>${own.length}</span></li>`)}</ul></nav>
<main id="content">
<section class="basics"><h2>${t.basics}</h2>${basicsOf(t)}</section>
${groups.map(([group, own]) => markup`<section id="${group}"><h2>${titleOf(t, group)}</h2>${own.map((route) => routeOf(page, route))}</section>`)}
</main>
</body>
</html>
`
}

function titleOf(t: ApiPageText, group: string): string {
  return Object.entries(t.groups).find(([name]) => name === group)?.[1] ?? group
}

const basicsOf = (t: ApiPageText): Markup => markup`<ul>
<li>${slotted(t.address, { base: apiBase })}</li>
<li>${slotted(t.session, { signIn: `${signIn.method} ${signIn.path}` })}</li>
<li>${slotted(t.envelope, { success: '{"success": true, "data": …}', refusal: '{"success": false, "error": {"code", "message", "params", "requestId"}}' })}</li>
<li>${slotted(t.again, {})}</li>
<li>${slotted(t.wait, {})}</li>
</ul>`

function routeOf(page: Page, route: Route): Markup {
  const { t, language } = page
  return markup`<article id="${route.name}">
<h3><span class="method ${route.method.toLowerCase()}">${route.method}</span> <code>${wayOf(route.path)}</code></h3>
<p>${route.summary[language]}</p>
<dl>
<div><dt>${t.who}</dt><dd class="${route.access}">${t.access[route.access]}</dd></div>
${limitsOf(page, route).map((limit, at) => (at === 0 ? markup`<div><dt>${t.limits}</dt><dd>${limit}</dd></div>` : markup`<div><dd>${limit}</dd></div>`))}
</dl>
${parametersOf(page, route)}
${bodyOf(page, route)}
${replyOf(page, route)}
${failuresIn(page, route)}
</article>`
}

/** A path with its parameters marked, and where it may break. */
const wayOf = (path: string): Markup[] =>
  path
    .split('/')
    .map(
      (part, at) => markup`${at === 0 ? '' : new Markup('/<wbr>')}${part.startsWith(':') ? markup`<var>{${part.slice(1)}}</var>` : part}`,
    )

function limitsOf({ t, say }: Page, route: Route): string[] {
  const bytes = bodyBytesOf(route)
  const { pace } = route.limits ?? {}
  return [
    ...(bytes > 0 ? [filled(t.bodyLimit, { size: bytes >= 1_000_000 ? `${say(bytes / 1_000_000)} MB` : `${say(bytes / 1000)} kB` })] : []),
    ...(pace ? [filled(t.paceLimit, { burst: say(pace.burst), perSecond: say(pace.perSecond) })] : []),
  ]
}

function parametersOf(page: Page, { params, query }: Route): Markup | '' {
  const { t } = page
  const fields = [
    ...(params ? fieldsOf(page, jsonSchemaOf(params), t.inPath) : []),
    ...(query ? fieldsOf(page, jsonSchemaOf(query), t.inQuery) : []),
  ]
  return fields.length === 0 ? '' : markup`<h4>${t.parameters}</h4><ul class="fields">${fields}</ul>`
}

function bodyOf(page: Page, route: Route): Markup | '' {
  const { t } = page
  if (route.body) return markup`<h4>${t.body}</h4>${shapeOf(page, jsonSchemaOf(route.body))}`
  const types = rawBodiesOf(route)
  return types.length === 0 ? '' : markup`<h4>${t.body}</h4><p><code>${types.join(', ')}</code></p>`
}

function replyOf(page: Page, route: Route): Markup {
  const { reply } = route
  const types = rawRepliesOf(route)
  const { t } = page
  if (!reply) return markup`<h4>${t.reply}</h4><p>${types.length > 0 ? slotted(t.raw, { type: types.join(', ') }) : t.headersOnly}</p>`
  return markup`<details><summary>${t.reply} <code>data</code></summary>${shapeOf(page, jsonSchemaOf(reply))}</details>`
}

function failuresIn({ t, language }: Page, route: Route): Markup {
  const codes = [...failuresOf(route)].toSorted((a, b) => errors[a].status - errors[b].status)
  return markup`<details><summary>${t.failures} <span>${filled(t.codes, { n: String(codes.length) })}</span></summary>
<table><thead><tr><th scope="col">${t.status}</th><th scope="col">${t.code}</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${codes.map((code) => markup`<tr><td>${errors[code].status}</td><th scope="row"><code>${code}</code></th><td>${sentences[language][code]}</td></tr>`)}</tbody></table></details>`
}

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

/** What a schema says, as words with what lies inside below them. */
function shapeOf(page: Page, schema: Json): Markup {
  const { type, inner } = describe(page, schema)
  const head = schema['type'] === 'object' && inner ? '' : markup`<p class="type">${type}</p>`
  return markup`${head}${inner ?? ''}`
}

interface Description {
  readonly type: Markup | string
  readonly inner?: Markup | undefined
}

function describe(page: Page, schema: Json): Description {
  const { t } = page
  const ways = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
  if (ways.length > 0) return oneOf(page, ways)
  if (schema['const'] !== undefined) return { type: markup`<code>${JSON.stringify(schema['const'])}</code>` }
  if (Array.isArray(schema['enum'])) {
    return { type: markup`${schema['enum'].map((each: unknown, at) => markup`${at === 0 ? '' : ' · '}<code>${String(each)}</code>`)}` }
  }
  if (schema['type'] === 'array') {
    const item = describe(page, isJson(schema['items']) ? schema['items'] : {})
    return { type: markup`${t.of} ${item.type}${boundsOf(page, schema, 'Items')}`, inner: item.inner }
  }
  if (schema['type'] === 'object') {
    if (isJson(schema['additionalProperties'])) {
      const value = describe(page, schema['additionalProperties'])
      return { type: markup`${t.types.object}, ${t.byName} ${value.type}`, inner: value.inner }
    }
    const fields = fieldsOf(page, schema)
    return { type: t.types.object, inner: fields.length > 0 ? markup`<ul class="fields">${fields}</ul>` : undefined }
  }
  const name = Object.entries(t.types).find(([each]) => each === schema['type'])?.[1]
  return { type: markup`${name ?? t.any}${boundsOf(page, schema, 'Length')}` }
}

/** One of several: simple ones side by side, those that hold something each with what it holds. */
function oneOf(page: Page, ways: readonly Json[]): Description {
  const all = ways.map((way) => describe(page, way))
  const simple = markup`${all.map((each, at) => markup`${at === 0 ? '' : ' | '}${each.type}`)}`
  const holding = all.filter((each) => each.inner !== undefined)
  if (holding.length < 2) return { type: simple, inner: holding[0]?.inner }
  return {
    type: page.t.either,
    inner: markup`<ul class="ways">${all.map((each) => markup`<li><span class="type">${each.type}</span>${each.inner ?? ''}</li>`)}</ul>`,
  }
}

function fieldsOf(page: Page, schema: Json, place?: string): Markup[] {
  const { t } = page
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(isJson(schema['properties']) ? schema['properties'] : {}).map(([name, each]) => {
    const found = isJson(each) ? each : {}
    const { type, inner } = describe(page, found)
    const notes = [
      ...(place === undefined ? [] : [place]),
      ...(required.includes(name) ? [] : [t.optional]),
      ...(found['default'] === undefined ? [] : [filled(t.otherwise, { value: JSON.stringify(found['default']) })]),
    ]
    return markup`<li><code class="name">${name}</code> <span class="type">${type}</span>${notes.map((note) => markup` <small>${note}</small>`)}${inner ?? ''}</li>`
  })
}

/** How long, how large or of which form: as far as the schema says. */
function boundsOf({ t, say }: Page, schema: Json, what: 'Length' | 'Items'): Markup | '' {
  const range = (least: unknown, most: unknown): string =>
    [
      ...(typeof least === 'number' && least > 0 ? [filled(t.from, { n: say(least) })] : []),
      ...(typeof most === 'number' ? [filled(t.upTo, { n: say(most) })] : []),
    ].join(' ')
  const counted = range(schema[`min${what}`], schema[`max${what}`])
  const bounds = [
    ...(counted === '' ? [] : [filled(what === 'Items' ? t.elements : t.characters, { range: counted })]),
    ...[range(schema['minimum'], schema['maximum'])].filter((each) => each !== ''),
  ]
  const form = typeof schema['pattern'] === 'string' ? markup` <small>${slotted(t.form, { pattern: schema['pattern'] })}</small>` : ''
  return bounds.length === 0 && form === '' ? '' : markup`${bounds.map((bound) => markup` <small>${bound}</small>`)}${form}`
}

const filled = (text: string, slots: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '')

/** The same with what fills the slots set as code. */
const slotted = (text: string, slots: Readonly<Record<string, string>>): Markup =>
  markup`${text.split(/(\{\w+\})/).map((part) => (/^\{\w+\}$/.test(part) ? markup`<code>${slots[part.slice(1, -1)] ?? ''}</code>` : part))}`
