import { rowIndexOf } from '#shared/answers/rules.ts'
import * as contract from '#shared/attachments/routes.ts'
import * as bytes from '#shared/attachments/bytes-routes.ts'
import type { FileChanged } from '#shared/attachments/routes.ts'
import { nameByContent } from '#shared/attachments/other-content.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { fileInvalidity } from '#shared/attachments/rules.ts'
import { pathOf, type Route } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { questionIdOf, unitOf, type FormId } from '#shared/kernel/ids.ts'
import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { dispositionOf, fileBody } from '../../http/downloads.ts'
import { fieldsOf } from '../../http/sent-file.ts'
import { failed, mount, type Call, type Said } from '../../http/mount.ts'
import { uploadPolicy } from '../../http/headers.ts'
import type { Session } from '../../http/session.ts'
import { eachInstitution, institutionsOf, type ReportDeps } from '../../reports/institutions.ts'
import type { Server } from '../../server.ts'
import { perform } from '../../sync/perform.ts'
import { look, sees, unitAt, type View } from '../../world/look.ts'
import type { WorldKey } from '../../world/store.ts'
import { answerView, fileHistoryOf } from '../answers/views.ts'
import { archiveOf, Names, type Packed } from './archive.ts'
import { typeOf } from './content.ts'
import { Uploads, visibleAttachment, type Progress } from './uploads.ts'

/** What a mutation that adds a file answers. */
const added = v.looseObject({ attachmentId: v.string() })

export function mountAttachments(server: Server): Uploads {
  const uploads = new Uploads(server)

  mount(server, bytes.beginUpload, ({ params, body, session }) => uploads.begin(session, params.id, body))

  mount(server, bytes.uploadOffset, async ({ params, session }) => {
    const progress = await uploads.offset(session, params.id)
    return progress.ok ? new Response(null, { headers: progressHeaders(progress.value) }) : progress
  })

  mount(server, bytes.uploadPart, async ({ params, session, request, bytes: read, language, requestId }) => {
    const offset = Number(request.headers.get('upload-offset') ?? Number.NaN)
    if (!Number.isInteger(offset) || offset < 0) return fail('malformed', { field: 'Upload-Offset' })
    const bytes = await read()
    if (!bytes.ok) return bytes
    const received = await uploads.part(session, params.id, offset, bytes.value, request.headers.get('upload-checksum'))
    if (received.ok) return new Response(null, { status: 204, headers: progressHeaders(received.value) })
    const reply = await failed(received.failure, { request, language, requestId })
    const expected = received.failure.params?.['offset']
    if (expected !== undefined) reply.headers.set('Upload-Offset', String(expected))
    return reply
  })

  mount(server, bytes.blob, async ({ params, query, session, request }) => {
    const found = await visibleAttachment(server, session, params.id)
    return found && (await uploads.hasArrived(found)) ? download(server, found.row, request, query) : fail('attachment_missing')
  })

  mount(server, bytes.exportFile, async ({ params, query, session, request }) => {
    const found = await visibleAttachment(server, session, params.file)
    if (!found?.scope.endsWith(`:${params.form}`) || !(await uploads.hasArrived(found))) return fail('attachment_missing')
    return download(server, found.row, request, query)
  })

  const passTo = ({ tokenHash, user }: Session, route: Pick<Route, 'path'>, params: Readonly<Record<string, string>>) => {
    const standing = server.downloads.standing(user.id)
    return standing.ok ? done({ pass: server.passes.issue(tokenHash, pathOf(route, params), server.now()) }) : standing
  }
  mount(server, contract.exportFiles, async ({ params, session }) => {
    const files = await look(server, session, params.form, params.institution, filesIn)
    if (!files.ok) return files
    const name = `archivos_${params.institution}.zip`
    const archive = { name, type: 'application/zip', pieces: archiveOf(server.files, files.value) }
    return server.downloads.send(session.user.id, archive, { 'Content-Security-Policy': uploadPolicy })
  })

  mount(server, contract.passToFiles, async ({ params, session }) => {
    const files = await look(server, session, params.form, params.institution, filesIn)
    return files.ok ? passTo(session, contract.exportFiles, params) : files
  })

  /** What all files are read with, and of which institutions. */
  const ofAll = async (session: Session, form: FormId) => {
    if (session.user.kind === 'Institutional') return fail('forbidden')
    const deps: ReportDeps = {
      db: server.db,
      worlds: server.worlds,
      now: server.now,
      shown: session.user.kind === 'Administrator' ? 'any' : 'enabled',
    }
    const keys = await institutionsOf(deps, session, form)
    return keys.ok ? done({ deps, keys: keys.value }) : keys
  }
  mount(server, contract.passToAllFiles, async ({ params, session }) => {
    const all = await ofAll(session, params.form)
    return all.ok ? passTo(session, contract.exportAllFiles, params) : all
  })
  mount(server, contract.exportAllFiles, async ({ params, session }) => {
    const all = await ofAll(session, params.form)
    if (!all.ok) return all
    const { deps, keys } = all.value
    const name = `archivos_${params.form}.zip`
    const archive = { name, type: 'application/zip', pieces: archiveOf(server.files, filesOfAll(deps, session, keys)) }
    return server.downloads.send(session.user.id, archive, { 'Content-Security-Policy': uploadPolicy })
  })

  for (const route of [contract.attach, contract.attachAdmin]) {
    mount(server, route, ({ params, session, request, bytes }) => attach(server, uploads, { session, request, bytes, formId: params.form }))
  }

  const removing = async (session: Session, said: Said, place: Place): Promise<Result<FileChanged>> => {
    const stored = await perform(server, session, said, place, (world) => {
      const unit = unitAt(world, place.questionId, place.index)
      const current = unit === undefined ? undefined : world.attachment(unit)
      return current ? { name: 'attachment.remove', args: { id: current.id } } : fail('attachment_missing')
    })
    return stored.ok ? changed(server, session, place) : stored
  }
  mount(server, contract.remove, ({ params, session, said }) =>
    removing(session, said, { formId: params.form, institutionId: undefined, questionId: params.question, index: params.index }),
  )
  mount(server, contract.removeOf, ({ params, session, said }) =>
    removing(session, said, {
      formId: params.form,
      institutionId: params.institution,
      questionId: params.question,
      index: params.index,
    }),
  )

  for (const route of [contract.decline, contract.declineByGet]) {
    mount(server, route, async ({ params, query, session, said }) => {
      const place = { formId: params.form, institutionId: query.institution, questionId: params.question, index: params.index }
      const stored = await perform(server, session, said, place, (world) => {
        const unit = unitAt(world, place.questionId, place.index)
        if (unit === undefined) return fail('question_retired')
        return {
          name: 'attachment.decline',
          args: { unit, declined: params.canAttach === 'false', saw: world.attachment(unit)?.id ?? null },
        }
      })
      return stored.ok ? changed(server, session, place) : stored
    })
  }
  return uploads
}

const progressHeaders = ({ received, ready }: Progress): Record<string, string> => ({
  'Upload-Offset': String(received),
  'Cache-Control': 'no-store',
  ...(ready ? { 'Upload-State': 'ready' } : {}),
})

interface Place {
  readonly formId: string
  readonly institutionId: string | undefined
  readonly questionId: string
  readonly index: number
}

const changed = (server: Server, session: Session, place: Place): Promise<Result<FileChanged>> =>
  look(server, session, place.formId, place.institutionId, async ({ world, tx }) => {
    const unit = unitAt(world, place.questionId, place.index) ?? unitOf(place.questionId)
    const files = (await fileHistoryOf(tx, world)).get(unit) ?? []
    return { idAnswer: unit, answer: answerView(world, unit, world.answer(unit), files) }
  })

async function attach(
  server: Server,
  uploads: Uploads,
  {
    session,
    request,
    bytes: read,
    formId,
  }: Pick<Call<unknown, unknown, unknown, Session>, 'session' | 'request' | 'bytes'> & { formId: string },
): Promise<Result<FileChanged & { uploadedFile: { id: string; name: string } }>> {
  const raw = await read()
  if (!raw.ok) return raw.failure.code === 'too_large' ? fail('file_too_large') : raw
  const fields = await fieldsOf(request, raw.value)
  const file = fields?.get('file')
  if (!fields || !(file instanceof File)) return fail('malformed', { field: 'file' })
  const text = (name: string): string | undefined => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const place = {
    formId,
    institutionId: text('institution'),
    questionId: text('questionId') ?? '',
    index: Number(text('indexAnswer') ?? -1),
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const wrong = fileInvalidity(file.name, bytes.length)
  if (wrong) return { ok: false, failure: wrong }
  const name = nameByContent(file.name, bytes)
  if (!name.ok) return name
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { name: name.value, sizeBytes: bytes.length, mime: file.type.slice(0, 200), sha256 }
  const said = { request, body: { ...place, ...facts, id: text('attachmentId') } }
  const stored = await perform(server, session, said, place, (world) => {
    const unit = unitAt(world, place.questionId, place.index)
    if (unit === undefined) return fail('question_retired')
    const replaces = world.attachment(unit)?.id ?? null
    return {
      name: 'attachment.add',
      args: { id: text('attachmentId') ?? randomUUID(), unit, ...facts, replaces },
    }
  })
  if (!stored.ok) return stored
  const { attachmentId: id } = v.parse(added, stored.value.reply)
  const found = await visibleAttachment(server, session, id)
  if (!found) return { ok: false, failure: failure('attachment_missing') }
  if (found.row.state === 'awaiting_blob') {
    const kept = found.row.sha256 === sha256 ? await uploads.whole(session, found, bytes) : fail('metadata_mismatch')
    if (!kept.ok) return kept
  }
  const now = await changed(server, session, place)
  return now.ok ? done({ ...now.value, uploadedFile: { id, name: found.row.name } }) : now
}

const rangePattern = /^bytes=(\d{1,15})-(\d{1,15})?$/

/** A file as a download that nothing can run in (UP2). Whole, it may be led to where it is kept, once its caller may have it (FS7). */
async function download(
  { files, log }: Pick<Server, 'files' | 'log'>,
  row: Attachment,
  request: Request,
  { through }: { readonly through?: 'server' | undefined },
): Promise<Result<never> | Response> {
  const [type, disposition] = [typeOf(row.name), dispositionOf(row.name)]
  const isWhole = request.method === 'GET' && !request.headers.has('range')
  const link = isWhole && through === undefined ? await files.link(row.sha256, { type, disposition }) : undefined
  if (link !== undefined) {
    const led = { Location: link, 'Content-Disposition': disposition, 'Cache-Control': 'private, no-store' }
    return new Response(null, { status: 302, headers: led })
  }
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': disposition,
    'Content-Security-Policy': uploadPolicy,
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    ETag: `"${row.sha256}"`,
  })
  const asked = request.headers.get('range')?.match(rangePattern)
  const start = Number(asked?.[1] ?? 0)
  const end = Math.min(Number(asked?.[2] ?? row.sizeBytes - 1), row.sizeBytes - 1)
  if (asked && start > end) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${row.sizeBytes}` } })
  const file = await files.read(row.sha256, asked ? { start, end } : undefined)
  if (!file) return fail('attachment_missing')
  headers.set('Content-Length', String(end - start + 1))
  if (asked) headers.set('Content-Range', `bytes ${start}-${end}/${row.sizeBytes}`)
  return new Response(fileBody(file, log), { status: asked ? 206 : 200, headers })
}

/** Files of an institution that stand and that the caller sees, each with its name in an archive: it begins with its question's number. */
function filesIn({ world, parts }: View): Packed[] {
  const names = new Names()
  return [...world.list('attachment')]
    .filter((each) => each.state === 'ready' && each.applied && sees(parts, world.partOf(each.unit)))
    .map((row) => {
      const index = rowIndexOf(world, row.unit)
      const number = world.index.numberOf(questionIdOf(row.unit))
      return { name: names.unused(`${number}${index < 0 ? '' : `_${index + 1}`}_${row.name}`), sha256: row.sha256 }
    })
}

/** The same of many institutions, as they are read, each in a folder of its own. */
async function* filesOfAll(deps: ReportDeps, session: Session, keys: readonly WorldKey[]): AsyncGenerator<Packed, void> {
  const folders = new Names()
  const each = eachInstitution(deps, session, keys, (view) => ({ institution: view.world.institution, files: filesIn(view) }))
  for await (const { institution, files } of each) {
    if (files.length === 0) continue
    const folder = folders.unused(`${institution.code} ${institution.name}`)
    for (const { name, sha256 } of files) yield { name: `${folder}/${name}`, sha256 }
  }
}
