import { dayMs } from '#shared/kernel/instant.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pdfOf } from './seeds/evidence.ts'
import type { TestApp } from './testing/app.ts'
import { onEachDatabase } from './testing/databases.ts'
import {
  Doors,
  assigning,
  commenting,
  deciding,
  declining,
  delegating,
  filling,
  intents,
  replying,
  resizing,
  resolving,
  saving,
  sending,
  sendingEvaluation,
  type Intent,
} from './testing/doors.ts'
import { assertProperty } from '#shared/testing/properties.ts'

onEachDatabase((start, kind) => {
  const doors = async (): Promise<Doors> => {
    const both = new Doors(await start(), await start())
    // The first row of the block is there for both.
    await both.both(resizing('ana', 1))
    return both
  }

  test('[AP5] whatever is meant, in whatever order, both doors decide it alike', async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(intents, { minLength: 15, maxLength: 25 }), async (meant) => {
        const both = await doors()
        for (const intent of meant) await both.both(intent)
        await both.expectAlike()
      }),
      { runs: kind === 'sqlite' ? 12 : 3, shrink: false },
    )
  })

  test('[AP5] a whole round, from assignment to the evaluation that is sent', async () => {
    const both = await doors()
    const ok = async (intent: Intent): Promise<void> => expect(await both.both(intent), JSON.stringify(intent.rest)).toBe('ok')
    await ok(resizing('ana', 3))
    await ok(assigning('ana', 'd1', 'Dimension', 'berta'))
    await ok(assigning('ana', 's11', 'Subdimension', 'carlos'))
    await ok(delegating('ana', 'dina'))
    await ok(saving('carlos', 'q1', 'uno', 'uno'))
    await ok(saving('carlos', 'q4', 'Sí', true))
    await ok(saving('carlos', 'q41', 'porque', 'porque'))
    await ok(saving('carlos', 'q4', 'No', false))
    await ok(filling('carlos', 'primera fila'))
    await ok(commenting('ana', 'q1', '¿Seguro?'))
    await ok(replying('carlos', 'q1', 'Sí', false))
    await ok(resolving('ana', 'q1'))
    expect(await both.both(sending('ana'))).toBe('precheck_failed')
    await both.expectAlike()
    await both.advance(32 * dayMs)
    expect(await both.both(saving('carlos', 'q1', 'tarde', 'tarde'))).not.toBe('ok')
    expect(await both.both(deciding('eva', 'q1', 'Observed', ''))).not.toBe('ok')
    await ok(deciding('eva', 'q1', 'Observed', 'Falta respaldo'))
    const all = await both.rest.call('POST', 'evaluator/evaluate/form/tiny/institution/norte/all', { token: await both.rest.token('eva') })
    expect(all.error).toBeUndefined()
    const answers = await both.push.db.q
      .selectFrom('sync_row')
      .select(['id', 'data'])
      .where('scope', '=', instScope('norte', 'tiny'))
      .where('tbl', '=', 'answer')
      .execute()
    const drafts = await both.push.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'draft').execute()
    const decidedUnits = new Set(drafts.map((row) => row.id))
    const units = answers.filter((row) => !decidedUnits.has(row.id)).map((row) => [row.id, Number(JSON.parse(row.data).rev)])
    expect((await both.pushed('eva', { n: 'evaluation.acceptRemaining', a: { units } })).status).toBe(200)
    await ok(sendingEvaluation('eva'))
    await both.expectAlike()
  })

  test('[AP5] a file, its removal and what is said about having none', async () => {
    const both = await doors()
    const bytes = new Uint8Array(pdfOf('Respaldo', ['uno']))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await both.both(saving('ana', 'q9', 'con respaldo', 'con respaldo'))
    const form = new FormData()
    form.set('file', new File([bytes], 'respaldo.pdf', { type: 'application/pdf' }))
    form.set('questionId', 'q9')
    form.set('attachmentId', 'door-00009999')
    const headers = async (server: TestApp) => ({ Authorization: `Bearer ${await server.token('ana')}` })
    const url = 'http://localhost/api/v1/'
    const attached = await both.rest.app.fetch(
      new Request(`${url}form/tiny/file`, { method: 'POST', headers: await headers(both.rest), body: form }),
    )
    expect(attached.status).toBe(200)
    const args = { id: 'door-00009999', unit: 'q9', name: 'respaldo.pdf', sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
    expect((await both.pushed('ana', { n: 'attachment.add', a: args })).data.results).toEqual([])
    await both.push.call('POST', 'attachments/door-00009999/upload', {
      token: await both.push.token('ana'),
      body: { sha256, size: bytes.length, mime: 'application/pdf' },
    })
    const part = new Request(`${url}attachments/door-00009999/upload`, {
      method: 'PATCH',
      headers: {
        ...(await headers(both.push)),
        'Upload-Offset': '0',
        'Upload-Checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
      },
      body: bytes,
    })
    expect((await both.push.app.fetch(part)).status).toBe(204)
    await both.expectAlike()
    const removed = await both.both({
      who: 'ana',
      rest: { method: 'DELETE', path: 'form/tiny/file/questionId/q9/index/-1' },
      push: () => ({ n: 'attachment.remove', a: { id: 'door-00009999' } }),
    })
    expect(removed).toBe('ok')
    expect(await both.both(declining('ana', 'q9', true))).toBe('ok')
    await both.expectAlike()
  })
})
