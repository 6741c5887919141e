import * as contract from '#shared/sends/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { sendSchema, type Send } from '#shared/sends/model.ts'
import { readsReceipt } from '#shared/sends/receipt.ts'
import { matchOf, numberKey, typedCode } from '#shared/sends/receipt-code.ts'
import type { CheckedReceipt } from '#shared/sends/routes.ts'
import type { Institution } from '#shared/institutions/model.ts'
import * as v from 'valibot'
import type { Tx } from '../../db/open.ts'
import { receiptPaper } from '../../documents/receipts.ts'
import { receiptAsPdf } from '../../documents/report-pdf.ts'
import { DatabaseCounts } from '../../http/attempts.ts'
import { pdfReply } from '../../http/downloads.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { networkOf } from '../../http/peer.ts'
import { Throttle } from '../../http/throttle.ts'
import { TurnsByPerson } from '../../http/turns.ts'
import type { Server } from '../../server.ts'
import { institutionOf } from '../../world/store.ts'
import { look } from '../../world/look.ts'

/** Checks of one network that cost nothing; whoever finds a receipt has theirs back. */
const freeByNetwork = 20
/** As many of one person's as the pace of the route lets come at once. */
const waitingMost = 10

/** Receipts as paper for who reads them (RT2), and their check for strangers (RT3). */
export function mountReceipts(server: Server): void {
  const { db, now } = server
  const throttle = new Throttle(new DatabaseCounts(db), server.log)
  const printing = new TurnsByPerson({ waiting: waitingMost })

  mount(server, contract.receiptPdf, async ({ params, query, session, language: spoken }) => {
    const language = query.language ?? spoken
    const found = await look(server, session, params.form, params.institution, ({ world }) => {
      const send = world.get('send', params.send)
      if (!send || !readsReceipt(world, session.actor, send)) return undefined
      return receiptPaper(world, send, language, now(), server.publicUrl)
    })
    if (!found.ok) return found
    const paper = found.value
    if (!paper) return fail('not_found')
    const onBroken = (why: string): void => server.log.error({ formId: params.form, why }, 'a receipt could not be made')
    const made = await printing.run(session.user.id, () => receiptAsPdf(paper, onBroken))
    if (!made.ok) return fail('report_failed')
    if (!made.value.ok) return made.value
    return pdfReply(made.value.value, `${paper.number}.pdf`)
  })

  mountPublic(server, contract.checkReceipt, async ({ body, address, reply }) => {
    reply.set('Cache-Control', 'no-store')
    const key = `receipt:${networkOf(address)}`
    const { refused } = await throttle.take([{ key, free: freeByNetwork }], now())
    if (refused) return { ok: false, failure: refused.failure }
    const code = typedCode(body.code)
    // A number that nobody has and a code that is another's cost the same, and are told alike.
    const found = await db.read((tx) => checked(tx, numberKey(body.number), code ?? ''))
    if (!found || code === undefined) return fail('receipt_unknown')
    await throttle.giveBack(key)
    return done(found)
  })
}

/** What is told of a receipt; undefined where no receipt of a real institution has this number and this code. */
async function checked(tx: Tx, number: string, code: string): Promise<CheckedReceipt | undefined> {
  const rows = await tx.q
    .selectFrom('receipt')
    .innerJoin('sync_row', (join) =>
      join.onRef('sync_row.scope', '=', 'receipt.scope').onRef('sync_row.id', '=', 'receipt.id').on('sync_row.tbl', '=', 'send'),
    )
    .select(['sync_row.scope', 'sync_row.data'])
    .where('receipt.number', '=', number)
    .where('sync_row.deleted', '=', 0)
    .orderBy('sync_row.scope')
    .limit(20)
    .execute()
  for (const { scope, data } of rows) {
    const send: Send = v.parse(sendSchema, JSON.parse(data))
    const match = matchOf(send, code)
    const place = parseScope(scope)
    if (code === '' || match === undefined || place?.kind !== 'inst') continue
    const institution: Institution | undefined = await institutionOf(tx, place.institutionId)
    const form = await tx.q.selectFrom('form').select('name').where('id', '=', place.formId).executeTakeFirst()
    if (!institution || institution.rehearsal !== undefined || !form) continue
    const { sentAt, answers, files, recalledAt = null } = send
    return { number: send.number, institution: institution.name, form: form.name, sentAt, answers, files, recalledAt, match }
  }
  return undefined
}
