import { questionnaireScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { publish } from '../features/forms/publication.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { definitionOf } from '../world/definitions.ts'
import { questionnaireIn } from '../world/questionnaires.ts'
import { headerOf } from '../world/store.ts'
import { Publishing } from './publishing.ts'

const help = (seq: number, id: string, from: string | null, to: string) =>
  wire(
    seq,
    'question.edit',
    { id, from: { fillingHint: from }, to: { fillingHint: to } },
    { s: questionnaireScope('tiny'), mid: `help-of-${id}-${seq}` },
  )

/** What those who take part have of a question's help, and how many versions are stored. */
const published = (
  { db }: TestApp,
  formId: string,
  questionId: string,
): Promise<{ readonly help: string | undefined; readonly versions: number }> =>
  db.read(async (tx) => {
    const definition = await definitionOf(tx, (await headerOf(tx, formId))?.versionId ?? '')
    const versions = await tx.q.selectFrom('form_version').select('id').where('form_id', '=', formId).execute()
    return { help: definition?.questions.find((each) => each.id === questionId)?.fillingHint, versions: versions.length }
  })

async function rested(server: TestApp, publishing: Publishing): Promise<void> {
  await publishing.run(server.app.server)
  server.clock.advance(31_000)
  await publishing.run(server.app.server)
}

onEachDatabase((start, kind) => {
  describe('publishing', () => {
    test('a form whose questions cannot be read keeps no other from being published', async () => {
      const server = await start()
      const token = await server.token('root')
      const copy = await server.call('GET', 'form/clone/tiny', { token })
      const id = String(Object(copy.data)._id)
      await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })
      const [question] = await server.db.read(async (tx) => (await questionnaireIn(tx, id)).definition.questions)
      const changed = question?.id ?? ''
      await server.call('PUT', `form/${id}/question/${changed}/helps`, { token, body: { fillingHint: '<p>Una ayuda</p>' } })
      await server.push(token, 'device-of-root', [help(1, 'q3', null, '<p>Otra ayuda</p>')])
      const { q } = server.db
      await q
        .updateTable('sync_row')
        .set({ data: '{' })
        .where('scope', '=', questionnaireScope('tiny'))
        .where('tbl', '=', 'outline')
        .execute()
      const publishing = new Publishing()
      await expect(rested(server, publishing)).rejects.toThrow(SyntaxError)
      expect((await published(server, id, changed)).help).toBe('<p>Una ayuda</p>')
      expect(server.logged).toContainEqual(expect.objectContaining({ formId: 'tiny' }))
    })

    test('of several who publish while others write, every version is whole and the last one says what stands', async () => {
      const server = await start()
      const token = await server.token('root')
      let stood: string | null = null
      for (let round = 1; round <= 6; round += 1) {
        const wanted = `<p>Ayuda ${round}</p>`
        const both = await Promise.all([
          publish(server.app.server, 'tiny'),
          server.push(token, 'device-of-root', [help(round, 'q3', stood, wanted)]),
          publish(server.app.server, 'tiny'),
          server.call('POST', 'form/tiny/publish', { token, body: {} }),
        ])
        expect(both[1].data.results).toEqual([])
        for (const each of [both[0], both[2]]) expect(each.ok ? 'ok' : each.failure.code).toMatch(/^(?:ok|unavailable)$/)
        stood = wanted
      }
      expect((await publish(server.app.server, 'tiny')).ok).toBe(true)
      expect((await published(server, 'tiny', 'q3')).help).toBe(stood)
      const { definition, header } = await server.db.read(async (tx) => ({
        definition: (await questionnaireIn(tx, 'tiny')).definition,
        header: await headerOf(tx, 'tiny'),
      }))
      expect(await server.db.read((tx) => definitionOf(tx, header?.versionId ?? ''))).toEqual(definition)
    })

    test('what is written between the reading of the questions and their publishing is not lost: that is asked for again, and what comes later is published too', async () => {
      const server = await start()
      const token = await server.token('root')
      const { db } = server.app.server
      let seq = 0
      let stood: string | null = null
      const write = async (): Promise<void> => {
        seq += 1
        await server.push(token, 'device-of-root', [help(seq, 'q3', stood, `<p>Ayuda ${seq}</p>`)])
        stood = `<p>Ayuda ${seq}</p>`
      }
      await write()
      const before = await published(server, 'tiny', 'q3')
      const read: typeof db.read = async (work) => {
        const found = await db.read(work)
        await write()
        return found
      }
      expect(await publish({ ...server.app.server, db: { ...db, read } }, 'tiny')).toMatchObject({
        ok: false,
        failure: { code: 'unavailable' },
      })
      expect(await published(server, 'tiny', 'q3')).toEqual(before)
      // The same where what was read stood already, and nothing but that was to be noted.
      expect((await publish(server.app.server, 'tiny')).ok).toBe(true)
      expect(await publish({ ...server.app.server, db: { ...db, read } }, 'tiny')).toMatchObject({
        ok: false,
        failure: { code: 'unavailable' },
      })
      const publishing = new Publishing()
      for (let time = 0; time < 3; time += 1) {
        await rested(server, publishing)
        expect((await published(server, 'tiny', 'q3')).help).toBe(stood)
        await write()
      }
    })

    test.runIf(kind === 'sqlite')(
      'a disk that is full keeps the version and its header out together, and both come once there is room',
      async () => {
        const server = await start()
        const token = await server.token('root')
        await server.push(token, 'device-of-root', [help(1, 'q3', null, `<p>${'Una ayuda. '.repeat(1500)}</p>`)])
        const before = await published(server, 'tiny', 'q3')
        const pages = async (most: string): Promise<void> => void (await sql.raw(`pragma max_page_count = ${most}`).execute(server.db.q))
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.db.q)
        await pages(String(rows[0]?.page_count))
        const publishing = new Publishing()
        await expect(rested(server, publishing)).rejects.toThrow(/full/)
        const refused = await server.call('POST', 'form/tiny/publish', { token, body: {} })
        expect([refused.status, refused.error.code]).toEqual([507, 'no_space'])
        const second = [help(2, 'q4', null, `<p>${'Otra ayuda. '.repeat(1500)}</p>`)]
        const written = await server.push(token, 'device-of-root', second)
        expect(written.error.code).toBe('no_space')
        expect(await published(server, 'tiny', 'q3')).toEqual(before)
        await pages('1073741823')
        expect((await server.push(token, 'device-of-root', second)).data.results).toEqual([])
        await rested(server, publishing)
        expect((await published(server, 'tiny', 'q3')).help).toContain('Una ayuda.')
        expect((await published(server, 'tiny', 'q4')).help).toContain('Otra ayuda.')
      },
    )
  })
})
