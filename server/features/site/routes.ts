import type { Context, Outcome } from '#shared/contract/mutation.ts'
import { fail, failure, type FailureParams } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { pageScope, siteScope } from '#shared/protocol/scope.ts'
import type { Site } from '#shared/site.ts'
import { pagesLinkingTo } from '#shared/site/links.ts'
import { reservedNames, type About, type Page, type PageVersion } from '#shared/site/model.ts'
import { publishPage, savePage, withIds } from '#shared/site/mutations.ts'
import * as contract from '#shared/site/routes.ts'
import type { ListedPage, WholePage } from '#shared/site/routes.ts'
import { addressOf, isReservedName, pageKey, problemsOf, viewSectionOf } from '#shared/site/rules.ts'
import { filesIn } from '#shared/site/file-rules.ts'
import { imageHref } from '#shared/site/view.ts'
import { randomUUID } from 'node:crypto'
import { mount, mountPublic, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { PackedCache, packedOf, replyOf, type Packed } from '../../site/packed.ts'
import { shownSections, type Published, type PublishedSite } from '../../site/published.ts'
import type { PublicSite } from '../../site/serve.ts'
import { cleanSection } from '../../sync/clean.ts'
import { performTogether } from '../../sync/perform.ts'
import { pagesIn, settingsIn, versionsOf } from '../../world/pages.ts'
import { sitesIn } from '../../world/site.ts'
import { namesOf } from './names.ts'

const messages = { es: { removed: 'Página eliminada.' }, en: { removed: 'Page deleted.' } }
const noWords: About = { title: '', englishTitle: '', description: '', englishDescription: '' }

export interface SiteParts {
  /** What draws pages; undefined where none are drawn. */
  readonly site: PublicSite | undefined
  readonly published: Published
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
}

/** Pages of the public site, for who writes them and, as they were published, for everybody (WS1-WS6). */
export function mountSite(server: Server, { site, published, elapsed }: SiteParts): void {
  const { db, files: kept } = server
  const replies = new WeakMap<PublishedSite, PackedCache>()
  /** What anybody may ask, of what is published: made once, whoever asks how often. */
  const once = async (request: Request, shown: PublishedSite, key: string, freshMs: number, make: () => unknown): Promise<Response> => {
    const cache = replies.get(shown) ?? new PackedCache(repliesMost, elapsed)
    replies.set(shown, cache)
    const { number } = shown.edition
    const made = async (): Promise<Packed> => packedOf(JSON.stringify({ success: true, data: await make() }), json)
    const reply = replyOf(request, cache.kept(key, number, freshMs) ?? (await cache.make(key, number, made)))
    // It tells of this very moment: nobody between keeps it longer.
    reply.headers.delete('CDN-Cache-Control')
    return reply
  }

  mount(server, contract.pages, () =>
    db.read(async (tx) => {
      const all = await pagesIn(tx)
      const names = await namesOf(tx, all.flatMap(writersOf))
      const listed = all.map((page) => listedOf(page, names))
      return done({
        reservedNames,
        fetchedPages: listed.filter(({ removed }) => !removed),
        removedPages: listed.filter(({ removed }) => removed),
      })
    }),
  )

  mount(server, contract.siteSettings, () =>
    db.read(async (tx) => {
      const { resultsUrl, openDataUrl } = await settingsIn(tx)
      return done({ resultsUrl, openDataUrl })
    }),
  )

  mount(server, contract.setSiteSettings, async ({ body: { seen, ...to }, session, said }) => {
    const from = seen ?? (await db.read(settingsIn))
    const stored = await performTogether(server, session, said, [{ scope: siteScope, name: 'site.configure', args: { from, to } }])
    if (!stored.ok) return stored
    const { resultsUrl, openDataUrl } = await db.read(settingsIn)
    return done({ resultsUrl, openDataUrl })
  })

  mount(server, contract.reserved, async () => done(reservedNames))

  mount(server, contract.pageByName, ({ params }) =>
    db.read(async (tx) => {
      const page = meant(await pagesIn(tx), params.pageName)
      return page ? done(wholeOf(page, await namesOf(tx, writersOf(page)))) : fail('not_found')
    }),
  )

  mount(server, contract.savePage, async ({ body, session, said }) => {
    const pageId = body.id ?? randomUUID()
    const looked = await db.read(async (tx) => {
      const site = (await sitesIn(tx, [{ s: pageScope(pageId) }])).get(pageScope(pageId))
      const page = site?.get('page', pageId)
      if (!site || (body.id !== undefined && !page)) return fail('not_found')
      const sections = withIds(body.sections, page?.draft.sections ?? [], randomUUID)
      const args = {
        pageId,
        name: body.name,
        about: body.about ?? page?.draft.about ?? noWords,
        sections: sections.map(cleanSection),
        seen: body.seen === undefined ? (page?.draft.number ?? null) : body.seen,
        restoredFrom: body.restoredFrom,
      }
      return done({ args, sections, ...tried(site, args, body, session, server.now()) })
    })
    if (!looked.ok) return looked
    const { args, sections, publish, problems } = looked.value
    const scope = pageScope(pageId)
    // The rich texts go as they came: what was sent is what the ledger keeps.
    const asked = [{ scope, name: 'page.save', args: { ...args, sections } }, ...(publish ? [{ scope, ...publish }] : [])]
    const stored = await performTogether(server, session, said, asked)
    if (!stored.ok) return named(server, stored)
    const { pageId: _id, number, published } = madeIn(stored.value.reply)
    return done({ _id, number, published, problems })
  })

  mount(server, contract.publishPage, async ({ params, body, session, said }) => {
    const args = { pageId: params.id, number: body.number, accepted: body.accepted }
    const stored = await performTogether(server, session, said, [{ scope: pageScope(params.id), name: 'page.publish', args }])
    return stored.ok ? done({ _id: params.id, number: body.number }) : named(server, stored)
  })

  mount(server, contract.removePage, async ({ params, session, said, language }) => {
    const stored = await onPage(server, session, said, 'page.remove', params.id)
    return stored.ok ? done({ msg: messages[language].removed }) : stored
  })

  mount(server, contract.bringBackPage, async ({ params, session, said }) => {
    const stored = await onPage(server, session, said, 'page.bringBack', params.id)
    return stored.ok ? done({ _id: params.id, published: stored.value.reply?.['published'] === true }) : stored
  })

  mount(server, contract.pageLinks, ({ params }) =>
    db.read(async (tx) => {
      const all = await pagesIn(tx)
      const target = all.find(({ id }) => id === params.id)
      if (!target) return fail('not_found')
      const found = pagesLinkingTo(target, all)
      return done({
        pages: found.map(({ page: { id, published, draft }, ...where }) => ({ _id: id, name: (published ?? draft).name, ...where })),
      })
    }),
  )

  mount(server, contract.pageVersions, ({ params }) =>
    db.read(async (tx) => {
      const page = (await pagesIn(tx)).find(({ id }) => id === params.id)
      if (!page) return fail('not_found')
      const versions = await versionsOf(tx, params.id)
      const names = await namesOf(
        tx,
        versions.map(({ by }) => by),
      )
      return done(
        versions.map(({ number, name, by, at, publishedAt, restoredFrom }) => ({
          ...{ number, name, by, at, publishedAt, restoredFrom },
          byName: names.get(by) ?? '',
          shown: !page.removed && page.published?.number === number,
        })),
      )
    }),
  )

  mount(server, contract.pageVersion, ({ params }) =>
    db.read(async (tx) => {
      const row = await tx.q
        .selectFrom('sync_row')
        .select('data')
        .where('scope', '=', pageScope(params.id))
        .where('tbl', '=', 'pageVersion')
        .where('id', '=', String(params.number))
        .executeTakeFirst()
      if (!row) return fail('not_found')
      const version: PageVersion = JSON.parse(row.data)
      return done({ ...version, byName: (await namesOf(tx, [version.by])).get(version.by) ?? '' })
    }),
  )

  mount(server, contract.previewPage, async ({ body: { language, ...draft } }) => {
    if (!site) return fail('unavailable', { seconds: 60 })
    const document = await site.preview(
      { ...draft, about: draft.about ?? noWords, sections: withIds(draft.sections, [], randomUUID).map(cleanSection) },
      language,
    )
    return document.ok ? new Response(document.value, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }) : document
  })

  // Before the page of any name.
  mountPublic(server, contract.siteCopy, async ({ request }) => {
    if (!site) return fail('not_found')
    const shown = await published.current()
    if (!shown) return fail('unavailable', { seconds: 2 })
    return once(request, shown, 'copy', copyMs, async () => {
      const { edition, day, files, byName } = shown
      const { pages, assets } = await site.copy(shown)
      const named = filesIn([...byName.values()].flatMap(shownSections))
      const images: { url: string; bytes: number }[] = []
      for (const file of files.values()) {
        if (file.type !== 'image' || !named.has(file.id)) continue
        const width = file.widths.findLast((each) => each <= keptWidth)
        const bytes = await kept.size(file.made?.[width ?? 'own'] ?? file.sha256)
        if (bytes !== undefined) images.push({ url: imageHref(file, width), bytes })
      }
      return { edition: edition.number, day, pages, files: [...assets, ...images] }
    })
  })

  mountPublic(server, contract.publicPage, async ({ params, request }) => {
    const shown = await published.current()
    if (!shown) return fail('unavailable', { seconds: 2 })
    const page = shown.byName.get(pageKey(params.pageName))
    if (!page?.published) return fail('not_found')
    const { name, about } = page.published
    return once(request, shown, `page ${page.id}`, Number.POSITIVE_INFINITY, () => {
      const sections = shownSections(page).flatMap((section) => {
        const [es, en] = [viewSectionOf(section, 'es'), viewSectionOf(section, 'en')]
        return es && en ? [{ id: es.id, component: es.component, content: es.content, englishContent: en.content }] : []
      })
      return { _id: page.id, name, route: name, about, sections }
    })
  })
}

const json = 'application/json; charset=utf-8'
/** Most replies that are kept of one edition. */
const repliesMost = 200
/** Longest that the list of everything stands: results come with time, too. Milliseconds. */
const copyMs = 60_000
/** Widest form of a picture that is kept for reading without a network, pixels. */
const keptWidth = 960

type SaveArgs = Parameters<typeof savePage.decide>[1]

/** Whether a page that is saved is published with it, and what is wrong with one that was to be: as the decisions say, before they are asked for. */
function tried(
  site: Site,
  args: SaveArgs,
  { publish, accepted }: { readonly publish: boolean; readonly accepted: boolean },
  session: Session,
  now: string,
): { publish?: { name: string; args: object }; problems: ReturnType<typeof problemsOf> } {
  if (!publish) return { problems: [] }
  const context: Context = { actor: session.actor, now, mid: 'try', base: null, occurredAt: now, lease: null }
  const saved = savePage.decide(site, args, context)
  take(site, saved)
  const page = site.get('page', args.pageId)
  if (!stands(saved) || !page) return { problems: [] }
  const problems = problemsOf(page.draft, { ...site.facts, pageId: args.pageId })
  const asked = { pageId: args.pageId, number: page.draft.number, accepted }
  return stands(publishPage.decide(site, asked, context)) ? { publish: { name: 'page.publish', args: asked }, problems } : { problems }
}
const stands = ({ disposition }: Outcome): boolean => disposition === 'applied' || disposition === 'noop'
function take(site: Site, { site: changes = [] }: Outcome): void {
  for (const change of changes) site.set(change.table, change.id, change.row)
}

function madeIn(reply: Readonly<Record<string, unknown>> | undefined): { pageId: string; number: number; published: boolean } {
  const { pageId, number, published = false } = reply ?? {}
  if (typeof pageId !== 'string' || typeof number !== 'number') throw new Error('a page was saved without a number')
  return { pageId, number, published: published === true }
}

const onPage = (server: Server, session: Session, said: Said, name: string, pageId: string) =>
  performTogether(server, session, said, [{ scope: pageScope(pageId), name, args: { pageId } }])

/** The same refusal with the name of whoever changed it meanwhile in the place of their id. */
async function named<T>({ db }: Pick<Server, 'db'>, result: Result<T>): Promise<Result<T>> {
  if (result.ok || result.failure.code !== 'changed_meanwhile') return result
  const params: FailureParams = result.failure.params ?? {}
  const by = String(params['by'] ?? '')
  const name = (await db.read((tx) => namesOf(tx, [by]))).get(by) ?? ''
  return { ok: false, failure: failure('changed_meanwhile', { ...params, name }) }
}

/** A page by its id, or by a name that its draft or what visitors see of it has; one that was removed only by its id. */
const meant = (pages: readonly Page[], wanted: string): Page | undefined =>
  pages.find(({ id }) => id === wanted) ??
  pages.find(({ draft, removed }) => !removed && pageKey(draft.name) === pageKey(wanted)) ??
  pages.find(({ published, removed }) => !removed && published !== null && pageKey(published.name) === pageKey(wanted))

const writersOf = ({ draft, published }: Page): string[] => [draft.by, ...(published ? [published.by] : [])]

function listedOf({ id, draft, published, formerNames, removed }: Page, names: ReadonlyMap<string, string>): ListedPage {
  const { name, number, by, at } = draft
  return {
    ...{ _id: id, name, route: name, number, by, at, formerNames, removed },
    address: published === null ? null : addressOf(published.name),
    reserved: isReservedName(published?.name ?? name),
    state: published === null ? 'draft' : published.number === number ? 'published' : 'changed',
    byName: names.get(by) ?? '',
    published: published && {
      ...{ name: published.name, number: published.number, by: published.by, at: published.at },
      byName: names.get(published.by) ?? '',
    },
  }
}

const wholeOf = (page: Page, names: ReadonlyMap<string, string>): WholePage => ({
  ...listedOf(page, names),
  about: page.draft.about,
  sections: page.draft.sections,
})
