import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, isRunnableDevEnvironment } from 'vite'
import type { Connect, EnvironmentOptions, Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { placeOf } from '../data/app/place-of.ts'
import type { Renderer } from '../../server/site/renderer.ts'
import { packOf } from '../data/server/pack.ts'
import { userKinds } from '../../shared/access/actor.ts'
import { letterPageAt, pageAddress, pinWorker } from '../../shared/addresses.ts'
import { must } from '../../shared/kernel/assert.ts'
import type { SiteAssets } from '../../shared/site/view.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const { version }: { version: string } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** Largest file that Workbox lists, which leaves out bigger ones without a word, and everything that the application keeps. */
const precacheFileMaxBytes = 2 * 1024 * 1024
const precacheMaxBytes = 3_800_000

/** Plugins of the client alone: the renderer is built beside it and is no file that a browser asks for. */
const ofClient = { applyToEnvironment: ({ name }: { readonly name: string }): boolean => name === 'client' } as const

/** A file over the limit would be left out of the precache with only a warning, and then be missing offline. */
function failOnLargeFiles(): Plugin {
  return {
    name: 'iip-precache-budget',
    apply: 'build',
    ...ofClient,
    generateBundle(_, bundle) {
      let total = 0
      for (const file of Object.values(bundle)) {
        if (file.fileName.startsWith('assets/workers/')) continue
        const size = Buffer.byteLength(file.type === 'chunk' ? file.code : file.source)
        total += size
        if (size > precacheFileMaxBytes) this.error(`${file.fileName} has ${size} bytes: more than Workbox precaches`)
      }
      if (total > precacheMaxBytes) this.error(`the client has ${total} bytes: more than the precache may hold (${precacheMaxBytes})`)
    },
  }
}

/** Most bytes, gzip, of the scripts that a first visit asks for before its page stands, by the files that make it. */
const firstVisits = [
  { to: 'a page of strangers', files: ['public.html', 'areas/public/passwords/new-password-page.tsx'], maxBytes: 102_200 },
  { to: 'the sign-in', files: ['index.html', 'areas/account/sign-in/login-page.tsx'], maxBytes: 128_300 },
  { to: 'the start page', files: ['index.html', 'app/area.tsx', 'areas/institution/home/home-page.tsx'], maxBytes: 268_400 },
  { to: 'the questionnaire', files: ['index.html', 'app/area.tsx', 'areas/institution/filling/filling-page.tsx'], maxBytes: 303_900 },
  { to: 'the evaluations', files: ['index.html', 'app/area.tsx', 'areas/evaluation/list/evaluations-page.tsx'], maxBytes: 273_600 },
  { to: 'the institutions', files: ['index.html', 'app/area.tsx', 'areas/administration/progress/progress-page.tsx'], maxBytes: 270_900 },
] as const
/** What a page of strangers never loads, in whatever file it was packed. */
const notForStrangers =
  /[\\/](?:sync[\\/]|client[\\/]data[\\/](?:session[\\/]session|world[\\/]engine)\.|node_modules[\\/](?:react-aria|react-stately|react-router|dexie))/

/** What a call is in two languages is told by the server's page of the API: no browser reads it, and it weighs more than the call. */
function leaveOutSummaries(): Plugin {
  const summary = /^\s*summary: \{(?:[^{}]|\{[\w.]+\})*\},\n/gm
  return {
    name: 'iip-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (/[\\/]shared[\\/].*routes\.ts$/.test(id) ? { code: code.replace(summary, ''), map: null } : null),
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /\bsummary:\{es:/.test(file.code)) this.error(`${file.fileName} tells what a call is`)
    },
  }
}

/**
 * A schema or a call that nobody asks for is left out with all that it is made of: making one changes nothing, which the packer is told here,
 * for it cannot see it through a namespace.
 */
function leaveOutUnasked(): Plugin {
  const made = /(?<![\w.$'"`])(?:v|is)\.\w+\(|(?<== )route\(/g
  return {
    name: 'iip-without-what-nobody-asks',
    apply: 'build',
    enforce: 'pre',
    ...ofClient,
    transform: (code, id) => (/[\\/]shared[\\/].*\.ts$/.test(id) ? { code: code.replace(made, '/* @__PURE__ */ $&'), map: null } : null),
  }
}

/** What is packed together decides what a visit loads: imports alone do not tell. */
function failOnHeavyVisits(): Plugin {
  return {
    name: 'iip-first-visits',
    apply: 'build',
    ...ofClient,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { to, files, maxBytes } of firstVisits) {
        const found = new Set(chunks.filter(({ facadeModuleId }) => files.some((file) => facadeModuleId === at(`client/${file}`))))
        if (found.size !== files.length) this.error(`of ${files.join(', ')} only ${found.size} are files of their own`)
        for (const chunk of found) for (const each of chunks) if (chunk.imports.includes(each.fileName)) found.add(each)
        const bytes = [...found].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
        if (bytes > maxBytes) this.error(`the first visit to ${to} asks for ${bytes} bytes: more than ${maxBytes}`)
        const wrong = [...found].flatMap(({ moduleIds }) => moduleIds).find((id) => notForStrangers.test(id))
        if (to === 'a page of strangers' && wrong) this.error(`${to} loads ${wrong}`)
      }
    },
  }
}

/**
 * Most bytes, gzip, of the scripts of a page of the public site, by what it shows: before it stands, and of all pages of the kind together
 * once everything on them was used in both languages.
 */
const sitePages = [
  { of: 'content', files: ['areas/site/entry.ts'], maxBytes: 10_000, usedBytes: 10_000 },
  { of: 'openData', files: ['areas/site/entry.ts', 'areas/site/islands/open-data.tsx'], maxBytes: 90_000, usedBytes: 140_800 },
  { of: 'results', files: ['areas/site/entry.ts', 'areas/site/islands/results.tsx'], maxBytes: 90_000, usedBytes: 124_000 },
] as const
/** What no visitor loads. */
const notForVisitors =
  /[\\/](?:sync[\\/]|client[\\/](?:data[\\/](?:session[\\/]session|world[\\/]engine)\.|(?:app|page)[\\/])|node_modules[\\/](?:react-aria|react-stately|react-router|dexie))/

/** The small script of every page. */
const siteScript = 'areas/site/entry.ts'
/** Where the client is built to: a deployment's test has it elsewhere. */
let clientDir = at('client/dist')
const builtFiles = (): Readonly<Record<string, ManifestEntry>> => JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))

interface ManifestEntry {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/**
 * Tells the renderer which of the client's files its documents name, from the manifest of the client's build, which comes first. While
 * developing they are the sources.
 */
function siteAssets(): Plugin {
  const name = 'virtual:site-assets'
  let serving = false
  const sources: Readonly<Record<string, string>> = {
    openData: 'areas/site/islands/open-data.tsx',
    results: 'areas/site/islands/results.tsx',
    english: 'areas/site/english.ts',
    saveSite: 'areas/site/save-site.ts',
  }
  const each = (filesOfSource: (source: string) => readonly string[]): SiteAssets['islands'] =>
    Object.fromEntries(Object.entries(sources).map(([key, source]) => [key, filesOfSource(source)]))
  const ofSources = (): SiteAssets => ({
    styles: ['/styles/site.css'],
    script: `/${siteScript}`,
    islands: each((source) => [`/${source}`]),
    late: {},
  })
  const ofBuild = (): SiteAssets => {
    const built = builtFiles()
    const scripts = (source: string): readonly string[] => [...filesOf(built, source)].map((file) => `/${file}`)
    const [script = '', ...more] = scripts(siteScript)
    if (more.length > 0) throw new Error(`the small script of the site is not one file: ${more.join(', ')}`)
    const late = Object.fromEntries(
      (['openData', 'results'] as const).map((kind) => {
        const source = must(sources[kind], `there is no island of the kind ${kind}`)
        const atOnce = filesOf(built, source)
        return [kind, [...lateFilesOf(built, source)].filter((file) => !atOnce.has(file)).map((file) => `/${file}`)]
      }),
    )
    return { styles: (built[siteScript]?.css ?? []).map((file) => `/${file}`), script, islands: each(scripts), late }
  }
  return {
    name: 'iip-site-assets',
    configResolved: (config) => {
      clientDir = resolve(config.root, must(config.environments['client'], 'there is no client to build').build.outDir)
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const siteAssets = ${JSON.stringify(serving ? ofSources() : ofBuild())}` : null),
  }
}

/** What tries a PIN is kept on every device, as the application is; what reads workbooks is an administrator's, who has a network. */
const placeOfWorker = ({ name }: { readonly name: string }): string =>
  name === pinWorker ? 'assets/[name]-[hash].js' : 'assets/workers/[name]-[hash].js'

/** Kinds of people, by the initials with which the worker's list names them. */
const kindInitials = userKinds.map((kind) => kind.charAt(0)).toSorted()

/**
 * Who works on a page without a network, by the file of its code: what the table of its area says. What is open to anyone but the sign-in
 * does nothing without one.
 */
function whoNeedsPages(): ReadonlyMap<string, string> {
  const needs = new Map<string, string>()
  for (const area of ['institution', 'evaluation', 'administration', 'account', 'public']) {
    const table = readFileSync(at(`client/areas/${area}/routes.ts`), 'utf8')
    const consts = new Map(
      [...table.matchAll(/const (\w+) = lazyPage\(\(\) => import\('\.\/([\w/-]+\.tsx)'/g)].map(([, name, file]) => [name, file]),
    )
    const rows = [
      ...table.matchAll(/who: (?:\[([^\]]*)\]|'anyone')[\s\S]*?page: (?:lazyPage\(\(\) => import\('\.\/([\w/-]+\.tsx)'|(\w+))/g),
    ]
    if (rows.length !== table.split(' who: ').length - 1) throw new Error(`of the pages of ${area} it cannot be read who visits them`)
    for (const [, who, file, name] of rows) {
      const page = `areas/${area}/${must(file ?? consts.get(name), `a page of ${area} has no file`)}`
      const kinds =
        who === undefined ? (area === 'account' ? kindInitials : []) : [...who.matchAll(/'(\w)/g)].map(([, initial = '']) => initial)
      needs.set(page, [...new Set([...(needs.get(page) ?? ''), ...kinds])].toSorted().join(''))
    }
  }
  return needs
}

/** Who cannot work without a file of the build, by initials: everything that the application asks for, however late, but others' pages. */
function whoNeedsFiles(built: Readonly<Record<string, ManifestEntry>>): ReadonlyMap<string, string> {
  const pages = whoNeedsPages()
  for (const page of pages.keys()) must(built[page], `the client's build has no ${page}`)
  const needs = new Map<string, string>()
  for (const kind of kindInitials) {
    const parts = new Set(['index.html'])
    for (const part of parts) {
      const { imports = [], dynamicImports = [] } = must(built[part], `the client's build has no ${part}`)
      for (const each of imports) parts.add(each)
      for (const each of dynamicImports) {
        if (pages.get(each)?.includes(kind) ?? true) parts.add(each)
      }
    }
    const files = new Set(['index.html'])
    for (const part of parts) {
      const { file, css = [] } = must(built[part], `the client's build has no ${part}`)
      for (const each of [file, ...css]) files.add(each)
    }
    for (const file of files) needs.set(file, `${needs.get(file) ?? ''}${kind}`)
  }
  return needs
}

/**
 * Tells the worker which files every page of the site needs, for a visitor's device keeps those alone, how large each is, and who cannot work
 * without it; lays the application's scripts and styles beside them as one file, and names it.
 */
async function markFiles(entries: readonly ManifestFile[]): Promise<{ manifest: ManifestFile[] }> {
  // A build that failed comes here, too, and has no list: it says itself why.
  if (!existsSync(join(clientDir, '.vite/manifest.json'))) return { manifest: [...entries] }
  const built = builtFiles()
  const { css = [] } = must(built[siteScript], 'the site has no script')
  const needed = new Set([...css, 'icons/mark.svg', ...filesOf(built, siteScript), ...filesOf(built, 'areas/site/save-site.ts')])
  const who = whoNeedsFiles(built)
  const manifest = entries.map((entry): ManifestFile => {
    const of = entry.url.startsWith(`assets/${pinWorker}`) ? kindInitials.join('') : (who.get(entry.url) ?? '')
    return {
      ...entry,
      ...(needed.has(entry.url) && { site: true }),
      // Whoever stands between may put something into a document.
      ...(!entry.url.endsWith('.html') && { bytes: readFileSync(join(clientDir, entry.url)).length }),
      ...(of !== kindInitials.join('') && { of }),
    }
  })
  const packed = manifest.filter(({ url, revision, site }) => revision === null && site !== true && /\.(?:js|css)$/.test(url))
  const pack = packOf(packed.map(({ url }) => ({ url, bytes: readFileSync(join(clientDir, url)) })))
  const url = `assets/application-${createHash('sha256').update(pack).digest('base64url').slice(0, 8)}.pack`
  writeFileSync(join(clientDir, url), pack)
  return { manifest: [...manifest, { url, revision: null, size: pack.length, pack: true }] }
}
interface ManifestFile {
  url: string
  revision: string | null
  size: number
  site?: boolean
  pack?: boolean
  bytes?: number
  of?: string
}

/** A file of a build and everything that comes at once with it. */
function filesOf(built: Readonly<Record<string, ManifestEntry>>, key: string, found = new Set<string>()): ReadonlySet<string> {
  const { file, imports = [] } = must(built[key], `the client's build has no ${key}`)
  if (found.has(file)) return found
  found.add(file)
  for (const each of imports) filesOf(built, each, found)
  return found
}

/** Files of what a file of a build asks for late, however far down, but the words of the other language: those come with an English page. */
function lateFilesOf(built: Readonly<Record<string, ManifestEntry>>, key: string): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set([key])
  for (const each of seen) {
    const { imports = [], dynamicImports = [] } = must(built[each], `the client's build has no ${each}`)
    for (const late of dynamicImports.filter((name) => name !== 'areas/site/english.ts'))
      for (const file of filesOf(built, late)) files.add(file)
    for (const next of [...imports, ...dynamicImports]) seen.add(next)
  }
  return files
}

/** A page of the site stays light, and carries nothing of the signed-in application. */
function failOnHeavySite(): Plugin {
  return {
    name: 'iip-site-pages',
    apply: 'build',
    ...ofClient,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { of, files, maxBytes, usedBytes } of sitePages) {
        const found = new Set(chunks.filter(({ facadeModuleId }) => files.some((file) => facadeModuleId === at(`client/${file}`))))
        if (found.size !== files.length) this.error(`of ${files.join(', ')} only ${found.size} are files of their own`)
        for (const chunk of found) for (const each of chunks) if (chunk.imports.includes(each.fileName)) found.add(each)
        const bytes = [...found].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
        if (bytes > maxBytes) {
          const parts = [...found].map(({ fileName, code }) => `${fileName} ${gzipSync(code).length}`).join(', ')
          this.error(`a page of the kind ${of} asks for ${bytes} bytes of script: more than ${maxBytes}: ${parts}`)
        }
        // What is asked for late belongs to the page as much.
        for (const chunk of found)
          for (const each of chunks) if ([...chunk.imports, ...chunk.dynamicImports].includes(each.fileName)) found.add(each)
        const used = [...found].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
        if (used > usedBytes)
          this.error(`pages of the kind ${of} ask for ${used} bytes of script once they are used: more than ${usedBytes}`)
        const wrong = [...found].flatMap(({ moduleIds }) => moduleIds).find((id) => notForVisitors.test(id))
        if (wrong) this.error(`a page of the kind ${of} loads ${wrong}`)
      }
    },
  }
}

type ModuleInfoOf = (id: string) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null

/** Everything that comes at once with some modules, and they themselves. */
function comingWith(entries: readonly string[], infoOf: ModuleInfoOf): ReadonlySet<string> {
  const found = new Set(entries)
  for (const id of found) for (const each of infoOf(id)?.importedIds ?? []) found.add(each)
  return found
}

interface PartOptions {
  /** The pages that the entries load late keep files of their own; what comes with them is of the part, too. */
  readonly pages?: boolean
  /** Only what comes with one of these, too. */
  readonly alsoOf?: readonly string[]
}

/**
 * Parts that are always asked for together are one file: a small file packs worse than a large one, and each costs a request. `entries`
 * keep files of their own; what comes with them is the part.
 */
function partOf(name: string, priority: number, entries: readonly string[], { pages = false, alsoOf }: PartOptions = {}) {
  let ids: ReadonlySet<string> | null = null
  const read = (infoOf: ModuleInfoOf): ReadonlySet<string> => {
    const own = new Set(entries)
    for (const id of pages ? comingWith(entries, infoOf) : [])
      for (const late of infoOf(id)?.dynamicallyImportedIds ?? []) if (late.endsWith('-page.tsx')) own.add(late)
    const also = alsoOf && comingWith(alsoOf, infoOf)
    return new Set(
      [...comingWith([...own], infoOf)].filter((id) => !own.has(id) && /\.[tj]sx?$|\.mjs$/.test(id) && (also?.has(id) ?? true)),
    )
  }
  return {
    name: (id: string, context: { getModuleInfo: ModuleInfoOf }): string | null => {
      ids ??= read((each) => context.getModuleInfo(each))
      return ids.has(id) ? name : null
    },
    priority,
  }
}

/** Every part of some modules that is asked for late, however far down, and what comes with it. */
function comingLateWith(entries: readonly string[], infoOf: ModuleInfoOf): ReadonlySet<string> {
  const found = new Set<string>()
  const wanted = [...comingWith(entries, infoOf)]
  for (const id of wanted)
    for (const late of infoOf(id)?.dynamicallyImportedIds ?? [])
      for (const each of comingWith([late], infoOf))
        if (!found.has(each)) {
          found.add(each)
          wanted.push(each)
        }
  return found
}

/**
 * What the islands of the site and the application's beginning both need: a visitor loads it without the rest of the application. With
 * `late`, what only the islands' late parts share with it, apart from what they begin with.
 */
function sharedWithSite(name: string, priority: number, { late = false } = {}) {
  let ids: ReadonlySet<string> | null = null
  const read = (infoOf: ModuleInfoOf): ReadonlySet<string> => {
    const entries = sitePages.flatMap(({ files }) => files.map((file) => at(`client/${file}`)))
    const atOnce = comingWith(entries, infoOf)
    const ofSite = late ? [...comingLateWith(entries, infoOf)].filter((id) => !atOnce.has(id)) : [...atOnce]
    const strangers = at('client/areas/public/main.tsx')
    const letters = [...comingWith([strangers], infoOf)].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? [])
    const begins = [at('client/main.tsx'), strangers, ...letters.filter((id) => id.endsWith('-page.tsx'))]
    const ofApplication = comingWith(
      late ? [...begins, at('client/areas/account/sign-in/login-page.tsx'), at('client/app/area.tsx')] : begins,
      infoOf,
    )
    // Of a module with schemas a visitor's page takes other things: beside them it would bring what parses.
    const parses = (id: string): boolean => (infoOf(id)?.importedIds ?? []).some((each) => each.includes('/valibot/'))
    return new Set(ofSite.filter((id) => ofApplication.has(id) && !parses(id) && /\.[tj]sx?$|\.mjs$/.test(id)))
  }
  return {
    name: (id: string, context: { getModuleInfo: ModuleInfoOf }): string | null => {
      ids ??= read((each) => context.getModuleInfo(each))
      return ids.has(id) ? name : null
    },
    priority,
  }
}

/** Where what strangers see begins, the application, its sign-in, and what stands around the pages of who is signed in. */
const strangers = [at('client/areas/public/main.tsx')]
const begins = [at('client/main.tsx')]
const signIn = [at('client/areas/account/sign-in/login-page.tsx')]
const signedIn = firstVisits
  .slice(2)
  .flatMap(({ files }) => files.filter((file) => file.endsWith('.tsx')).map((file) => at(`client/${file}`)))

/** Of which version the client is stands beside the renderer: the server's own may be another one, which its operator is told. */
function sayVersion(): Plugin {
  return {
    name: 'iip-version',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify({ version })}\n` })
    },
  }
}

/** In development and preview the pages of letters are their own document, as the server has it. */
function sendPublicDocument(): Plugin {
  const redirect: Connect.NextHandleFunction = (request, _, next) => {
    if (letterPageAt(new URL(request.url ?? '/', 'http://localhost').pathname)) request.url = '/public.html'
    next()
  }
  return {
    name: 'iip-public-document',
    configureServer: (server) => void server.middlewares.use(redirect),
    configurePreviewServer: (server) => void server.middlewares.use(redirect),
  }
}

/**
 * In development pages of the site are drawn here, by the sources as they stand, from what the server says that a page shows: with
 * IIP_DEV_VIEWS it answers with that in the place of a document.
 */
function drawSitePages(): Plugin {
  return {
    name: 'iip-site-in-development',
    apply: 'serve',
    configureServer: (server) => {
      const drawn = async (path: string): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
        const reply = await fetch(`${apiTarget}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' } })
        const location = reply.headers.get('location')
        if (location !== null) return { status: reply.status, headers: { Location: location }, body: '' }
        const headers = { 'Content-Type': 'text/html; charset=utf-8' }
        const body = await reply.text()
        if (!body.startsWith('{')) return { status: reply.status, headers, body }
        const { ssr } = server.environments
        if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('there is nothing here that draws pages')
        const { renderDocument, siteAssets } = await ssr.runner.import<Renderer>('/areas/site/entry-server.tsx')
        return { status: 200, headers, body: await server.transformIndexHtml(path, renderDocument(JSON.parse(body), siteAssets)) }
      }
      server.middlewares.use((request, response, next) => {
        const path = request.url ?? '/'
        const { pathname } = new URL(path, 'http://localhost')
        const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html') && !pathname.startsWith('/@')
        if (!isPage || placeOf(pathname) !== 'site') return next()
        drawn(path).then(({ status, headers, body }) => response.writeHead(status, headers).end(body), next)
      })
    },
  }
}

/** What the server answers in development, beside the calls. */
const ofServer = ['/api', '/files', '/sitemap.xml', '/robots.txt', '^/(?:en/)?result$', '^/open-data/[\\w.-]+\\.(?:csv|json)$']

const apiTarget = process.env['IIP_DEV_API'] ?? 'http://127.0.0.1:8080'

/** One file that needs no package where it runs, with the React that is made for production. */
const renderer: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: at('client/dist-server'),
    target: 'node24',
    copyPublicDir: false,
    rolldownOptions: {
      input: { render: at('client/areas/site/entry-server.tsx') },
      output: { entryFileNames: '[name].mjs' },
    },
  },
}

export default defineConfig({
  root: at('client'),
  publicDir: at('client/public'),
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      injectRegister: null,
      registerType: 'prompt',
      minify: true,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,webmanifest}'],
        // What a worker reads workbooks with is the administrators', who need a network for what follows.
        globIgnores: ['assets/workers/**'],
        maximumFileSizeToCacheInBytes: precacheFileMaxBytes,
        rollupFormat: 'iife',
        manifestTransforms: [markFiles],
      },
      manifest: {
        id: '/',
        name: 'Índice de Innovación Pública',
        short_name: 'IIP',
        description: 'Mide cómo innovan las instituciones públicas de Chile. Funciona sin conexión.',
        lang: 'es',
        dir: 'ltr',
        start_url: pageAddress('home'),
        scope: '/',
        display: 'standalone',
        background_color: '#f6f8fb',
        theme_color: '#ffffff',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    failOnLargeFiles(),
    leaveOutSummaries(),
    leaveOutUnasked(),
    failOnHeavyVisits(),
    failOnHeavySite(),
    siteAssets(),
    sendPublicDocument(),
    drawSitePages(),
    // Tests, and whoever develops, need the React that says what is wrong, from its package.
    { name: 'iip-renderer', apply: 'build', config: () => ({ environments: { ssr: renderer } }) },
    sayVersion(),
  ],
  build: { outDir: at('client/dist'), emptyOutDir: true, target: 'es2023', sourcemap: false, modulePreload: { polyfill: false } },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: placeOfWorker, chunkFileNames: placeOfWorker } },
  },
  // One build makes both, the client first: the renderer names its files.
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          // A part that is asked for by its address keeps what it exports.
          preserveEntrySignatures: 'exports-only',
          // Nothing here does anything when a property of it is read.
          treeshake: { propertyReadSideEffects: false },
          input: {
            index: at('client/index.html'),
            public: at('client/public.html'),
            site: at('client/areas/site/entry.ts'),
            openData: at('client/areas/site/islands/open-data.tsx'),
            results: at('client/areas/site/islands/results.tsx'),
            saveSite: at('client/areas/site/save-site.ts'),
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
                // Pages of data do without it until something is asked: no other part brings it along.
                { name: 'schemas', test: /node_modules[\\/]valibot[\\/]|shared[\\/]kernel[\\/]schemas\.ts$/, priority: 29 },
                { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 30 },
                { name: 'dexie', test: /node_modules[\\/]dexie/, priority: 25 },
                sharedWithSite('ground', 24),
                sharedWithSite('late', 24, { late: true }),
                // Pages of figures ask the server, too, and load no more of the application for it.
                {
                  name: 'calls',
                  test: /shared[\\/](?:contract[\\/]route|kernel[\\/]trace)\.ts$|client[\\/]data[\\/]server[\\/](?:request|traceparent)\.ts$/,
                  priority: 23.5,
                },
                // What strangers need, with which the application begins, too; the rest of its beginning; what stands around every page.
                partOf('base', 23, strangers, { pages: true, alsoOf: [...begins, ...signedIn] }),
                partOf('app', 22, [...begins, ...signIn], { alsoOf: [...begins, ...signedIn] }),
                // The frame of who is not signed in, and what is said in it.
                partOf('doors', 21.5, strangers, { pages: true, alsoOf: signIn }),
                partOf('area', 21, [at('client/app/area.tsx')]),
                // Where a text is written that is kept on the way: two small files pack worse than one.
                {
                  name: 'writing',
                  test: /client[\\/](?:ui[\\/]fields[\\/]text-area|features[\\/]drafts[\\/]writing-area)\.tsx$/,
                  priority: 20,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(ofServer.map((path) => [path, { target: apiTarget, changeOrigin: false }])),
  },
  preview: {
    host: '127.0.0.1',
    port: 4173,
    proxy: { '/api': { target: apiTarget, changeOrigin: false }, '/files': { target: apiTarget, changeOrigin: false } },
  },
})
