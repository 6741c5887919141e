import * as contract from '#shared/sends/routes.ts'
import { isReleased, roundAt } from '#shared/evaluations/rules.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { PrecheckLine } from '#shared/sends/routes.ts'
import { pointsOf, precheck, precheckRound, senderOf } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import type { PrecheckRow } from '#shared/sends/rules.ts'
import * as v from 'valibot'
import type { Language } from '../../http/failures.ts'
import { mount } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import { eachInstitution, institutionsOf } from '../../reports/institutions.ts'
import type { Server } from '../../server.ts'
import { precheckEn } from '../../strings/precheck.en.ts'
import { precheckEs } from '../../strings/precheck.es.ts'
import { perform } from '../../sync/perform.ts'
import { look, nameOf, type View } from '../../world/look.ts'
import { mountReceipts } from './receipts.ts'

const sentences = { es: precheckEs, en: precheckEn }
const receiptOf = v.looseObject({ receipt: v.string() })

export function mountSends(server: Server): void {
  mountReceipts(server)
  mount(server, contract.precheckSend, ({ params, query, session, language }) => {
    if (session.user.kind === 'Evaluator') return evaluatorsPrecheck(server, session, params.form, query.institution, language)
    return look(server, session, params.form, query.institution, ({ world }) => {
      // Who acts for an institution reads what stands between its leader and the send.
      return replyOf([checkedOf(world, precheck(world, senderOf(world, session.actor) ?? session.actor), language)], language)
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

/** What stands between an institution and a send, in words: little enough to be kept of many institutions. */
interface Checked {
  readonly lines: readonly PrecheckLine[]
  /** Points of what blocks. */
  readonly blocking: number
}

/** `place`: name to say with each line, where several institutions are told of together. */
function checkedOf(world: World, rows: readonly PrecheckRow[], language: Language, place?: string): Checked {
  const lines = rows.map((row) => {
    const name = [place, namedIn(row, language)].filter(Boolean).join(' · ')
    const userName = row.userId === null ? '' : nameOf(world, row.userId)
    return { name, text: name, errorplaceholder: row.code, errorMsg: reasonOf(row, language), userName, blocking: row.blocking }
  })
  return { lines, blocking: pointsOf(rows) }
}

function replyOf(checked: readonly Checked[], language: Language): PrecheckReply {
  const blocking = checked.reduce((sum, each) => sum + each.blocking, 0)
  const msg = blocking === 0 ? sentences[language].ready : sentences[language].found.replace('{n}', String(blocking))
  return { msg, data: checked.flatMap((each) => each.lines), err: blocking > 0 }
}

const reasonOf = ({ code, params }: PrecheckRow, language: Language): string =>
  typeof params['about'] === 'string'
    ? sentences[language].commentAbout.replace('{about}', () => String(params['about']))
    : sentences[language][code]

const namedIn = (row: PrecheckRow, language: Language): string =>
  row.position === null ? row.name : `${row.name} (${sentences[language].row.replace('{n}', String(row.position))})`

/**
 * What keeps the round's evaluations from being sent: of one institution, or of every locked one that the evaluator has not sent.
 * Fails: stage_closed outside revisions, and for a named institution not_locked and evaluation_sent.
 */
async function evaluatorsPrecheck(
  server: Server,
  session: Session,
  formId: string,
  institutionId: string | undefined,
  language: Language,
): Promise<Result<PrecheckReply>> {
  const checkedFor = ({ world, now }: View, place?: string): Result<Checked> => {
    const running = roundAt(world, now)
    if (!running) return fail('stage_closed')
    if (!world.participant.locked) return fail('not_locked')
    if (isReleased(world, running.stage)) return fail('evaluation_sent')
    return done(checkedOf(world, precheckRound(world, running.round), language, place))
  }
  if (institutionId !== undefined) {
    const found = await look(server, session, formId, institutionId, (view) => checkedFor(view))
    if (!found.ok) return found
    return found.value.ok ? done(replyOf([found.value.value], language)) : found.value
  }
  const keys = await institutionsOf(server, session, formId)
  if (!keys.ok) return keys
  const all: Result<Checked>[] = []
  const reading = eachInstitution(server, session, keys.value, (view) => checkedFor(view, view.world.institution.name))
  for await (const each of reading) all.push(each)
  const [only] = all
  if (!only) return fail('not_found')
  if (!only.ok && all.every((each) => !each.ok && each.failure.code === 'stage_closed')) return only
  return done(
    replyOf(
      all.flatMap((each) => (each.ok ? [each.value] : [])),
      language,
    ),
  )
}
