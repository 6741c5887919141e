import { addDays } from '#shared/kernel/instant.ts'
import { headerChange } from '#shared/questionnaire.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { expect, test } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import type { TestApp } from '../../testing/app.ts'
import { onDefaultDatabase } from '../../testing/databases.ts'
import { readPdf } from '../../testing/documents/read-text.ts'

const get = (server: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.app.fetch(new Request(`http://localhost/api/v1/public/${path}`, { headers }))

onDefaultDatabase((start) => {
  test('[WF7] the questionnaire of the current form is anybody’s, is not sent again to who has it, and goes when the form is shown no more', async () => {
    const server = await start()
    const response = await get(server, 'questionnaire.pdf')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Cuestionario - /)
    expect(response.headers.get('set-cookie')).toBeNull()
    const etag = response.headers.get('etag') ?? ''
    const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()))
    expect(text).toContain('1.1.1')
    expect((await get(server, 'questionnaire.pdf', { 'If-None-Match': etag })).status).toBe(304)
    const english = await get(server, 'questionnaire.pdf?lang=en')
    expect(english.headers.get('etag')).not.toBe(etag)
    expect((await get(server, 'questionnaire.pdf?lang=fr')).status).toBe(400)
    const closed = await server.call('PUT', 'form/tiny/toggle', { token: await server.token('root'), body: { enabled: false } })
    expect(closed.status).toBe(200)
    expect((await get(server, 'questionnaire.pdf')).status).toBe(404)
  })

  test('[WF7] what is asked next is nobody’s to read before it begins', async () => {
    const server = await start()
    const { data } = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', 'form')
      .where('id', '=', 'tiny')
      .executeTakeFirstOrThrow()
    const form: FormHeader = JSON.parse(data)
    const later = form.stages.map((stage) => ({ ...stage, start: addDays(stage.start, 4_000), end: addDays(stage.end, 4_000) }))
    await server.db.write((tx) => writeChanges(tx, [headerChange({ ...form, stages: later })], server.clock.now()))
    expect((await get(server, 'questionnaire.pdf')).status).toBe(404)
  })

  test('[WF7] a rehearsal is never what anybody reads', async () => {
    const server = await start()
    const root = await server.token('root')
    expect((await server.call('POST', 'form/tiny/rehearsal', { token: root, body: {} })).status).toBe(200)
    expect((await server.call('PUT', 'form/tiny/toggle', { token: root, body: { enabled: false } })).status).toBe(200)
    expect((await get(server, 'questionnaire.pdf')).status).toBe(404)
  })

  test('[WF8] the glossary is anybody’s in both languages, and one that many ask for at once is made once', async () => {
    const server = await start()
    const replies = await Promise.all(Array.from({ length: 6 }, () => get(server, 'glossary.pdf')))
    expect(new Set(replies.map((each) => each.headers.get('etag'))).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const { text } = await readPdf(new Uint8Array(await (await get(server, 'glossary.pdf?lang=en')).arrayBuffer()))
    expect(text).toContain('Public innovation')
  })
})
