import { fail } from '#shared/kernel/failure.ts'
import { dayAt, type Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as contract from '#shared/site/file-routes.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import type { Guide } from '../../documents/guide.ts'
import { glossaryGuide, questionnaireGuide } from '../../documents/guides.ts'
import { guidePdf } from '../../documents/report-pdf.ts'
import { dispositionOf } from '../../http/downloads.ts'
import { mountPublic } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { definitionOf } from '../../world/definitions.ts'

/** Documents that are kept at a time: both in each language, and those of an edition of before that somebody still reads. */
const keptMost = 8

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly name: string
}

/** The questionnaire and the glossary for anybody, each made once for its edition (WF7, WF8). */
export function mountGuides(server: Server): void {
  const kept = new Map<string, Promise<Result<Kept>>>()
  const make = async (guide: Guide): Promise<Result<Kept>> => {
    const made = await guidePdf(guide, (why) => server.log.error({ why, guide: guide.title }, 'a document for everybody could not be made'))
    if (!made.ok) return made
    const etag = `"${createHash('sha256').update(made.value).digest('base64url')}"`
    return done({ bytes: new Uint8Array(made.value), etag, name: `${guide.title} - ${guide.subtitle}.pdf` })
  }
  /** One that is being made is waited for; of one that broke nothing is kept. */
  const once = async (key: string, guide: () => Guide): Promise<Result<Kept>> => {
    const known = kept.get(key) ?? make(guide())
    kept.delete(key)
    kept.set(key, known)
    for (const oldest of kept.keys()) if (kept.size > keptMost) kept.delete(oldest)
    const found = await known
    if (!found.ok && kept.get(key) === known) kept.delete(key)
    return found
  }
  const reply = (found: Result<Kept>, request: Request): Result<never> | Response => {
    if (!found.ok) return found
    const { bytes, etag, name } = found.value
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': dispositionOf(name),
      'Cache-Control': 'public, max-age=0, must-revalidate',
      ETag: etag,
    }
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(bytes, { headers: { ...headers, 'Content-Length': String(bytes.length) } })
  }

  mountPublic(server, contract.publicQuestionnaire, async ({ query: { lang }, request }) => {
    const found = await server.db.read((tx) => currentQuestionnaire(tx, lang, server.now()))
    if (!found) return fail('not_found')
    return reply(await once(`${found.key} ${lang}`, found.guide), request)
  })
  mountPublic(server, contract.publicGuides, () =>
    server.db.read(async (tx) => done({ questionnaire: (await currentForm(tx, server.now())) !== undefined })),
  )
  mountPublic(server, contract.publicGlossary, async ({ query: { lang }, request }) =>
    reply(await once(`glossary ${lang}`, () => glossaryGuide(lang)), request),
  )
}

/** The form that institutions answer now: of those that are shown and no rehearsal, and that have begun, the one that began last; undefined where there is none. */
export async function currentForm(tx: Tx, now: Instant): Promise<FormHeader | undefined> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .innerJoin('form', 'form.id', 'sync_row.id')
    .select('sync_row.data')
    .where('sync_row.tbl', '=', 'form')
    .where('sync_row.deleted', '=', 0)
    .where('form.enabled', '=', 1)
    .where('form.removed', '=', 0)
    .orderBy('form.id')
    .execute()
  const today = dayAt(now)
  const forms = rows
    .map((row): FormHeader => JSON.parse(row.data))
    // What is asked next is nobody's to read before it begins.
    .filter((form) => form.rehearsal === undefined && form.stages.length > 0 && startOf(form) <= today)
  return forms.toSorted((left, right) => (startOf(left) < startOf(right) ? 1 : startOf(left) > startOf(right) ? -1 : 0))[0]
}
const startOf = ({ stages }: FormHeader): string => stages.map(({ start }) => start).toSorted()[0] ?? ''

async function currentQuestionnaire(
  tx: Tx,
  language: SiteLanguage,
  now: Instant,
): Promise<{ readonly key: string; readonly guide: () => Guide } | undefined> {
  const form = await currentForm(tx, now)
  if (!form) return undefined
  const version = await tx.q.selectFrom('form_version').select('created_at').where('id', '=', form.versionId).executeTakeFirst()
  const definition = await definitionOf(tx, form.versionId)
  if (!version || !definition) return undefined
  const english = form.en?.name ?? ''
  const nameSpanish = english.trim() === ''
  const name = language === 'en' && !nameSpanish ? english : form.name
  const year = /\b20\d\d\b/.exec(form.name)?.[0] ?? startOf(form).slice(0, 4)
  return {
    key: `${form.versionId} ${name}`,
    guide: () => questionnaireGuide(definition, { name, nameSpanish, year, at: version.created_at }, language),
  }
}
