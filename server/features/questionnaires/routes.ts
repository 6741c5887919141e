import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { formPrivileges, type FormPrivilege } from '#shared/privileges/model.ts'
import { mayChangeForm } from '#shared/privileges/rules.ts'
import { formScope } from '#shared/protocol/scope.ts'
import { unreachedIn } from '#shared/results/reach.ts'
import { readinessOf } from '#shared/questionnaires/readiness.ts'
import * as contract from '#shared/questionnaires/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { isInitialized, phaseAt } from '#shared/stages/rules.ts'
import type * as v from 'valibot'
import type { Tx } from '../../db/open.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { keyedCall, performOnForm, type Wanted } from '../../sync/perform.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { headerOf } from '../../world/store.ts'
import { publish } from '../forms/publication.ts'
import { periodText } from '../forms/views.ts'
import { idOfCall } from './ids.ts'
import { mountContent } from './content.ts'
import { mountHistory } from './history.ts'
import { mountParts } from './parts.ts'

type FormRow = v.InferOutput<(typeof contract.forms)['reply'] & object>['formById'][string]

const messages = {
  es: { removed: 'Formulario eliminado exitosamente' },
  en: { removed: 'Form deleted' },
} as const

export function mountQuestionnaires(server: Server): void {
  mountParts(server)
  mountContent(server)
  mountHistory(server)
  mount(server, contract.forms, async () => {
    const rows = await server.db.read((tx) => formRows(tx, server.now()))
    return done({ formIds: rows.map((row) => row._id), formById: Object.fromEntries(rows.map((row) => [row._id, row])) })
  })

  mount(server, contract.create, async ({ body, session, said }) => {
    const formId = idOfCall('f', said, session)
    return changed(server, session, said, formId, [{ name: 'form.create', args: { formId, ...body } }])
  })
  mount(server, contract.edit, async ({ params, body, session, said }) => {
    const header = await server.db.read((tx) => headerOf(tx, params.form))
    if (!header) return fail('not_found')
    const { seen = header } = body
    // What the caller left as they saw it is somebody else's to change.
    const touched = (['name', 'description'] as const).filter((field) => body[field] !== seen[field])
    const only = (of: Readonly<Record<'name' | 'description', string>>) => Object.fromEntries(touched.map((field) => [field, of[field]]))
    return changed(server, session, said, params.form, [{ name: 'form.edit', args: { from: only(seen), to: only(body) } }])
  })
  mount(server, contract.remove, async ({ params, session, said, language }) => {
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'form.remove', args: {} }])
    return stored.ok ? done({ msg: messages[language].removed }) : stored
  })
  mount(server, contract.clone, async ({ params, session, said, reply }) => {
    reply.set('Cache-Control', 'no-store')
    // A GET answers who only asks about an address, and this one changes something.
    if (said.request.method === 'HEAD') return fail('method_not_allowed')
    const formId = idOfCall('f', said, session)
    const prefix = formId.slice(-12)
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'form.clone', args: { formId, prefix } }])
    return stored.ok ? rowOf(server, formId) : stored
  })
  mount(server, contract.setLevels, async ({ params, body: { seen, ...to }, session, said }) => {
    const header = await server.db.read((tx) => headerOf(tx, params.form))
    if (!header) return fail('not_found')
    const from = seen === undefined ? (header.levels ?? null) : seen
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'form.setLevels', args: { from, to } }])
    return stored.ok ? done(to) : stored
  })
  mount(server, contract.declareApart, async ({ params, body: { apart, seen }, session, said }) => {
    const header = await server.db.read((tx) => headerOf(tx, params.form))
    if (!header) return fail('not_found')
    const from = seen === undefined ? (header.apart ?? null) : seen
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'form.declareApart', args: { from, to: apart } }])
    return stored.ok ? done({ apart }) : stored
  })
  mount(server, contract.toggle, async ({ params, body: { enabled }, session, said }) => {
    const wanted: Wanted = { name: 'form.toggle', args: { enabled } }
    if (!enabled) return changed(server, session, said, params.form, [wanted])
    // What is shown is what the questions say now.
    const keyed = await keyedCall(server, session, said)
    if (!keyed.ok) return keyed
    const { own, before } = keyed.value
    if (before) return rowOf(server, params.form)
    const published = await publish(server, params.form, { userId: session.user.id, beside: [wanted], own })
    return published.ok ? rowOf(server, params.form) : published
  })
  mount(server, contract.readiness, ({ params }) =>
    server.db.read(async (tx) => {
      const listed = (await headersOf(tx)).find(({ header }) => header.id === params.form)
      if (!listed) return fail('not_found')
      const state = await questionnaireIn(tx, params.form)
      return done(readinessOf(state, listed.institutions, state.form ? unreachedIn(state.index) : []))
    }),
  )
  mount(server, contract.publish, async ({ params, session }) => {
    const published = await publish(server, params.form, { userId: session.user.id })
    return published.ok ? done({ versionId: published.value }) : published
  })

  mount(server, contract.formPrivilegesOfAdministrators, async ({ body }) => {
    const now = server.now()
    const headers = await server.db.read((tx) => headersOf(tx))
    const wanted = headers.filter(({ header }) => body.formId === undefined || header.id === body.formId)
    if (body.formId !== undefined && wanted.length === 0) return fail('not_found')
    const held = ({ header }: Listed): [string, FormPrivilege[]] => [
      header.id,
      formPrivileges.filter((privilege) => mayChangeForm(header, privilege, now)),
    ]
    return done({ privileges: Object.fromEntries(wanted.map(held)) })
  })
}

async function changed(server: Server, session: Session, said: Said, formId: FormId, asked: readonly Wanted[]): Promise<Result<FormRow>> {
  const stored = await performOnForm(server, session, said, formId, asked)
  return stored.ok ? rowOf(server, formId) : stored
}

export async function rowOf(server: Server, formId: FormId): Promise<Result<FormRow>> {
  const row = await server.db.read(async (tx) => (await formRows(tx, server.now())).find((each) => each._id === formId))
  return row ? done(row) : fail('not_found')
}

interface Listed {
  readonly header: FormHeader
  readonly institutions: number
}

/** Every form that was not deleted, by name. */
async function headersOf(tx: Tx): Promise<Listed[]> {
  const rows = await tx.q
    .selectFrom('form')
    .innerJoin('sync_row', (on) => on.onRef('sync_row.id', '=', 'form.id').on('sync_row.tbl', '=', 'form'))
    .leftJoin('participant', 'participant.form_id', 'form.id')
    .select(({ fn }) => ['form.id', 'sync_row.scope', 'sync_row.data', fn.count('participant.institution_id').as('institutions')])
    .where('form.removed', '=', 0)
    .groupBy(['form.id', 'form.name', 'sync_row.scope', 'sync_row.data'])
    .orderBy('form.name')
    .orderBy('form.id')
    .execute()
  return rows
    .filter((row) => row.scope === formScope(row.id))
    .map((row) => ({ header: JSON.parse(row.data), institutions: Number(row.institutions) }))
}

async function formRows(tx: Tx, now: string): Promise<FormRow[]> {
  return (await headersOf(tx)).map(({ header, institutions }) => {
    return {
      ...header,
      _id: header.id,
      period: periodText(header),
      numStages: header.stages.length,
      numInstitutions: institutions,
      stageKind: phaseAt(header, now),
      initialized: isInitialized(header, now),
      calculatedBy: header.calculatedBy ?? 1,
    }
  })
}
