import * as contract from '#shared/sends/routes.ts'
import type { Actor } from '#shared/access/actor.ts'
import { isReleased, roundAt } from '#shared/evaluations/rules.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { PrecheckLine } from '#shared/sends/routes.ts'
import { pointsOf, precheck, precheckRound } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import type { PrecheckRow } from '#shared/sends/rules.ts'
import * as v from 'valibot'
import { mount } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { precheckEn } from '../../strings/precheck.en.ts'
import { precheckEs } from '../../strings/precheck.es.ts'
import { perform } from '../../sync/perform.ts'
import { look, lookAtAll, type View } from '../../world/look.ts'
import { nameOf } from '../answers/views.ts'

const sentences = { es: precheckEs, en: precheckEn }
const receiptOf = v.looseObject({ receipt: v.string() })

export function mountSends(server: Server): void {
  mount(server, contract.precheckSend, ({ params, query, session, language }) => {
    const reply = (rows: readonly (PrecheckRow & { readonly world: World; readonly place?: string | undefined })[]): PrecheckReply => {
      const data = rows.map(({ world, place, ...row }) => {
        const name = [place, namedIn(row, language)].filter(Boolean).join(' · ')
        const userName = row.userId === null ? '' : nameOf(world, row.userId)
        return { name, text: name, errorplaceholder: row.code, errorMsg: sentences[language][row.code], userName, blocking: row.blocking }
      })
      const blocking = [...Map.groupBy(rows, (row) => row.world).values()].reduce((sum, ofOne) => sum + pointsOf(ofOne), 0)
      const msg = blocking === 0 ? sentences[language].ready : sentences[language].found.replace('{n}', String(blocking))
      return { msg, data, err: blocking > 0 }
    }
    if (session.user.kind === 'Evaluator') return evaluatorsPrecheck(server, session, params.form, query.institution, reply)
    return look(server, session, params.form, query.institution, ({ world }) => {
      // Who acts for an institution reads what stands between its leader and the send.
      const sender = session.user.kind === 'Administrator' ? leaderOf(world) : session.actor
      return reply(precheck(world, sender).map((row) => ({ ...row, world })))
    })
  })

  mount(server, contract.sendAnswers, async ({ params, query, session, said, language }) => {
    const evaluates = session.user.kind === 'Evaluator'
    const key = { formId: params.form, institutionId: query.institution }
    const stored = await perform(server, session, said, key, () =>
      evaluates ? { name: 'evaluation.send', args: {} } : { name: 'answers.send', args: { reviewed: null } },
    )
    if (!stored.ok) return stored
    const parsed = v.safeParse(receiptOf, stored.value.reply)
    return done({ msg: sentences[language].sent, receipt: parsed.success ? parsed.output.receipt : null })
  })

  mount(server, contract.sendSurvey, async ({ params, session, said, language }) => {
    const stored = await perform(server, session, said, { formId: params.form }, () => ({ name: 'survey.send', args: {} }))
    return stored.ok ? done({ msg: sentences[language].surveySent }) : stored
  })
}

interface PrecheckReply {
  readonly msg: string
  readonly data: readonly PrecheckLine[]
  readonly err: boolean
}

const namedIn = (row: PrecheckRow, language: 'es' | 'en'): string =>
  row.position === null ? row.name : `${row.name} (${sentences[language].row.replace('{n}', String(row.position))})`

const leaderOf = (world: World): Actor => ({
  id: world.participant.leaderId,
  kind: 'Institutional',
  name: nameOf(world, world.participant.leaderId),
  institutionId: world.institutionId,
})

/**
 * What keeps the round's evaluations from being sent: of one institution, or of every locked one that the evaluator has not sent.
 * Fails: stage_closed outside revisions, and for a named institution not_locked and evaluation_sent.
 */
async function evaluatorsPrecheck(
  server: Server,
  session: Session,
  formId: string,
  institutionId: string | undefined,
  reply: (rows: readonly (PrecheckRow & { readonly world: World; readonly place?: string | undefined })[]) => PrecheckReply,
): Promise<Result<PrecheckReply>> {
  const rowsOf = ({ world, now }: View): Result<readonly (PrecheckRow & { readonly world: World })[]> => {
    const running = roundAt(world, now)
    if (!running) return fail('stage_closed')
    if (!world.participant.locked) return fail('not_locked')
    if (isReleased(world, running.stage)) return fail('evaluation_sent')
    return done(precheckRound(world, running.round).map((row) => ({ ...row, world })))
  }
  if (institutionId !== undefined) {
    const found = await look(server, session, formId, institutionId, rowsOf)
    if (!found.ok) return found
    return found.value.ok ? done(reply(found.value.value)) : found.value
  }
  const all = await lookAtAll(server, session, formId, (views) =>
    views.map((view) => ({ place: view.world.institution.name, rows: rowsOf(view) })),
  )
  if (!all.ok) return all
  const [only] = all.value
  if (only && !only.rows.ok && all.value.every(({ rows }) => !rows.ok && rows.failure.code === 'stage_closed')) return only.rows
  return done(reply(all.value.flatMap(({ place, rows }) => (rows.ok ? rows.value.map((row) => ({ ...row, place })) : []))))
}
