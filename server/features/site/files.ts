import { nameByContent } from '#shared/attachments/other-content.ts'
import { extensionOf, safeFileName } from '#shared/attachments/rules.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { pageScope, siteScope } from '#shared/protocol/scope.ts'
import { filesIn, isSiteFileId, phoneWidth, siteFileInvalidity } from '#shared/site/file-rules.ts'
import * as contract from '#shared/site/file-routes.ts'
import type { ListedSiteFile, ListedSiteImage, SiteFileUse, UploadedSiteFile } from '#shared/site/file-routes.ts'
import type { Page, PageVersion, SiteFile, SiteFileType } from '#shared/site/model.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import { dispositionOf, fileBody } from '../../http/downloads.ts'
import { languageOf } from '../../http/failures.ts'
import { failed, mount, type Call } from '../../http/mount.ts'
import { sentFile } from '../../http/sent-file.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { isKnownTo } from '../../http/known-to.ts'
import type { Published } from '../../site/published.ts'
import { performTogether } from '../../sync/perform.ts'
import { pagesIn, siteFilesIn } from '../../world/pages.ts'
import { typeOf } from '../attachments/content.ts'
import { mountGuides } from './files-guides.ts'
import { Pictures } from './files-picture.ts'
import { namesOf } from './names.ts'

/** Former versions in which a file is looked for, newest first. */
const versionsMost = 50
const messages = { es: { removed: 'Archivo eliminado.' }, en: { removed: 'File removed.' } }

/** Files of the public site: kept, listed, taken away by administrators, and served to everybody (WF1-WF6). */
export function mountSiteFiles(server: Server, published: Published): void {
  const { db } = server
  const pictures = new Pictures()

  mount(server, contract.siteImages, () =>
    db.read(async (tx) => {
      const images = (await filesOf(tx, 'image')).map(listedImage)
      return done({ imagesIds: images.map(({ _id }) => _id), images })
    }),
  )
  mount(server, contract.siteFiles, () => db.read(async (tx) => done((await filesOf(tx, 'document')).map(listed))))

  mount(server, contract.allSiteFiles, () =>
    db.read(async (tx) => {
      const files = newestFirst([...(await siteFilesIn(tx)).values()])
      const uses = usesByFile(await pagesIn(tx))
      const names = await namesOf(
        tx,
        files.map(({ by }) => by),
      )
      return done(
        files.map((file) => ({
          ...listedImage(file),
          type: file.type,
          byName: names.get(file.by) ?? '',
          uses: uses.get(file.id) ?? [],
        })),
      )
    }),
  )

  mount(server, contract.uploadSiteFile, (call) => takeIn(server, pictures, call, 'document'))
  mount(server, contract.uploadSiteImage, (call) => takeIn(server, pictures, call, 'image'))

  mount(server, contract.siteFileUses, ({ params }) =>
    db.read(async (tx) => {
      const known = await siteFileOf(tx, params.id)
      return known ? done({ uses: await usesOf(tx, known.id) }) : fail('not_found')
    }),
  )
  mount(server, contract.removeSiteFile, async ({ params, session, said, language }) => {
    const asked = { scope: siteScope, name: 'siteFile.remove', args: { fileId: params.id } }
    const stored = await performTogether(server, session, said, [asked])
    return stored.ok ? done({ msg: messages[language].removed }) : stored
  })

  serveFiles(server, published)
  mountGuides(server)
}

const listed = ({ id, name, kind, bytes, at }: SiteFile): ListedSiteFile => ({ _id: id, name, kind, bytes, at })
const listedImage = (file: SiteFile): ListedSiteImage => ({
  ...listed(file),
  width: file.width,
  height: file.height,
  widths: file.widths,
  ...(file.phoneBytes === undefined ? {} : { phoneBytes: file.phoneBytes }),
})

async function filesOf(tx: Tx, type: SiteFileType): Promise<SiteFile[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'siteFile')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return newestFirst(rows.map((row): SiteFile => JSON.parse(row.data)).filter((file) => file.type === type && !file.removed))
}

const newestFirst = (files: readonly SiteFile[]): SiteFile[] => files.toSorted((left, right) => (left.at < right.at ? 1 : -1))

/** A file that is there; undefined where there is none, and where it was removed. */
async function siteFileOf(tx: Tx, id: string): Promise<SiteFile | undefined> {
  if (!isSiteFileId(id)) return undefined
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'siteFile')
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  const file: SiteFile | undefined = row && JSON.parse(row.data)
  return file?.removed === false ? file : undefined
}

/** Looks at a file that came, keeps every form of it on the disk, and only then asks for its row. */
async function takeIn(
  server: Server,
  pictures: Pictures,
  { request, bytes: read, session, said }: Pick<Call<unknown, unknown, unknown, Session>, 'request' | 'bytes' | 'session' | 'said'>,
  type: SiteFileType,
): Promise<Result<UploadedSiteFile>> {
  const sent = await sentFile({ request, bytes: read }, undefined)
  if (!sent.ok) return sent.failure.code === 'too_large' ? fail('site_file_too_large') : sent
  const { bytes } = sent.value
  const given = safeFileName(sent.value.name)
  const wrong = siteFileInvalidity(type, given, bytes.length)
  if (wrong) return { ok: false, failure: wrong }
  const isSvg = extensionOf(given) === 'svg'
  const called = type === 'document' && !isSvg ? nameByContent(given, bytes) : done(given)
  if (!called.ok) return called
  const name = called.value
  const extension = extensionOf(name)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  let kept: Pick<SiteFile, 'kind' | 'width' | 'height' | 'widths' | 'made' | 'phoneBytes'> = {
    kind: extension,
    width: null,
    height: null,
    widths: [],
    made: {},
  }
  if (type === 'image' || isSvg) {
    const drawn = await pictures.draw(bytes, isSvg ? 'svg' : 'photo')
    if (!drawn.ok) return drawn
    const { kind, width, height, forms } = drawn.value
    const made: Record<string, string> = {}
    for (const [form, picture] of Object.entries(forms)) made[form] = await server.files.keep(picture)
    kept = {
      kind,
      width,
      height,
      widths: Object.keys(made).map(Number).filter(Number.isInteger),
      made,
      phoneBytes: (forms[phoneWidth] ?? forms['own'])?.length,
    }
  }
  await server.files.keep(bytes)
  const args = { type, name, sha256, bytes: bytes.length, ...kept }
  const told = { request: said.request, body: { type, name, sha256 } }
  const stored = await performTogether(server, session, told, [{ scope: siteScope, name: 'siteFile.add', args }])
  if (!stored.ok) return stored
  const file = await server.db.read((tx) => siteFileOf(tx, String(stored.value.reply?.['fileId'])))
  if (!file) return fail('not_found')
  const { id: fileId, width, height, widths } = file
  return done({ fileId, name: file.name, kind: file.kind, bytes: file.bytes, width, height, widths })
}

/** Pages that name each file, as visitors see them and as they are drafted. */
function usesByFile(pages: readonly Page[]): ReadonlyMap<string, SiteFileUse[]> {
  const found = new Map<string, SiteFileUse[]>()
  for (const { id: pageId, draft, published, removed } of pages) {
    const use = (where: SiteFileUse['where'], { name, number, sections }: Page['draft']): void => {
      for (const fileId of filesIn(sections)) found.set(fileId, [...(found.get(fileId) ?? []), { pageId, name, where, number, removed }])
    }
    if (published) use('published', published)
    if (draft.number !== published?.number) use('draft', draft)
  }
  return found
}

/** Which pages name a file: as visitors see them, as they are drafted, and as they were. */
async function usesOf(tx: Tx, fileId: string): Promise<SiteFileUse[]> {
  const all = await pagesIn(tx)
  const found = [...(usesByFile(all).get(fileId) ?? [])]
  const pages = new Map(all.map((page): [string, Page] => [pageScope(page.id), page]))
  const versions = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where('tbl', '=', 'pageVersion')
    .where('deleted', '=', 0)
    .where('data', 'like', `%${fileId}%`)
    .orderBy('version', 'desc')
    .orderBy('scope')
    .orderBy('id')
    .limit(versionsMost)
    .execute()
  for (const { scope, data } of versions) {
    const page = pages.get(scope)
    const { number, name, sections }: PageVersion = JSON.parse(data)
    if (!page || number === page.draft.number || number === page.published?.number || !filesIn(sections).has(fileId)) continue
    found.push({ pageId: page.id, name, where: 'version', number, removed: page.removed })
  }
  return found
}

/** For what the site serves: nothing in it runs or fetches, and a drawing keeps its own styles. */
const servedPolicy = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'"
const types = { svg: 'image/svg+xml; charset=utf-8', webp: 'image/webp' } as const

/**
 * `/files/image/<id>.<kind>`, `/files/image/<id>-<width>.webp` and `/files/document/<id>/<name>`: of whatever is not removed, and named by
 * its content, so that whoever has it need not ask again (WF6).
 */
function serveFiles({ api, db, files, log }: Pick<Server, 'api' | 'db' | 'files' | 'log'>, published: Published): void {
  // What pages show is known with them, also while the database is away; what was brought since is asked for.
  const fileOf = async (id: string): Promise<SiteFile | undefined> => {
    if (!isSiteFileId(id)) return undefined
    const shown = await published.current()
    return shown?.files.get(id) ?? db.read((tx) => siteFileOf(tx, id))
  }
  const serve = async (request: Request, sha256: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> => {
    const etag = `"${sha256}"`
    const all = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': servedPolicy,
      ETag: etag,
      ...headers,
    }
    if (isKnownTo(request, { etag })) return new Response(null, { status: 304, headers: all })
    if (request.method === 'HEAD') return (await files.size(sha256)) === undefined ? undefined : new Response(null, { headers: all })
    const kept = await files.read(sha256)
    return kept && new Response(fileBody(kept, log), { headers: all })
  }

  const missing = async (request: Request, requestId: string): Promise<Response> => {
    const reply = await failed(failure('not_found'), { request, language: languageOf(request.headers.get('accept-language')), requestId })
    // What is brought back stands here again: nobody remembers that it did not.
    reply.headers.set('Cache-Control', 'no-store')
    return reply
  }

  api.get('/files/image/:name', async (context) => {
    context.env.route = 'siteFiles.image'
    const [, id = '', width, kind = ''] = /^(i[\da-f]{32})(?:-(\d{2,5}))?\.([a-z]{3,4})$/.exec(context.req.param('name')) ?? []
    const file = await fileOf(id)
    const sha256 = (width === undefined ? file?.kind === kind : kind === 'webp') ? file?.made?.[width ?? 'own'] : undefined
    const type = kind === 'svg' || kind === 'webp' ? types[kind] : undefined
    const response = sha256 !== undefined && type ? await serve(context.req.raw, sha256, { 'Content-Type': type }) : undefined
    return response ?? missing(context.req.raw, context.env.requestId)
  })

  api.get('/files/document/:id/:name', async (context) => {
    context.env.route = 'siteFiles.document'
    const file = await fileOf(context.req.param('id'))
    const response =
      file?.type === 'document'
        ? await serve(context.req.raw, file.made?.['own'] ?? file.sha256, {
            'Content-Type': file.kind === 'svg' ? types.svg : typeOf(file.name),
            'Content-Disposition': dispositionOf(file.name),
          })
        : undefined
    return response ?? missing(context.req.raw, context.env.requestId)
  })
}
