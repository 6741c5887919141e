import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as contract from '#shared/replica/routes.ts'
import { hasReplicaBegun } from '#shared/replica/rules.ts'
import type * as v from 'valibot'
import type { Tx } from '../../db/open.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { performOnForm } from '../../sync/perform.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'

type View = v.InferOutput<typeof contract.configure.reply & object>

export function mountReplica(server: Server): void {
  mount(server, contract.replicas, () =>
    server.db.read(async (tx) => {
      const forms = await tx.q.selectFrom('form').select('id').where('removed', '=', 0).orderBy('name').orderBy('id').execute()
      const views: View[] = []
      for (const { id } of forms) {
        const view = await viewOf(tx, id, server.now())
        if (view) views.push(view)
      }
      return done(views)
    }),
  )

  mount(server, contract.configure, async ({ params, body, session, said }): Promise<Result<View>> => {
    if (body.formId !== undefined && body.formId !== params.form) return fail('not_found')
    const state = await server.db.read((tx) => questionnaireIn(tx, params.form))
    if (!state.form) return fail('not_found')
    // A number as a person writes it, and nothing that merely begins like one.
    const points = /^\d{1,4}$/.test(body.points.trim()) ? Number(body.points) : 0
    const args = { from: state.form.replica ?? null, to: { points, excludedSubDimensionIds: body.subdimensions } }
    const stored = await performOnForm(server, session, said, params.form, [{ name: 'replica.configure', args }])
    if (!stored.ok) return stored
    const view = await server.db.read((tx) => viewOf(tx, params.form, server.now()))
    return view ? done(view) : fail('not_found')
  })
}

async function viewOf(tx: Tx, formId: FormId, now: string): Promise<View | undefined> {
  const { form, index } = await questionnaireIn(tx, formId)
  if (!form) return undefined
  return {
    _id: form.id,
    name: form.name,
    points: form.replica ? String(form.replica.points) : '',
    subdimensions: form.replica?.excludedSubDimensionIds ?? [],
    total: index.subDimensions.length,
    calculatedBy: form.calculatedBy ?? 1,
    closed: hasReplicaBegun(form, now),
  }
}
