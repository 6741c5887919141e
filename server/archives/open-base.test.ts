import { must } from '#shared/kernel/assert.ts'
import { anAttachment } from '#shared/forms/fixtures.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import { unzipSync, strFromU8, type Unzipped } from 'fflate'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atTheConsole } from '../cli/console.ts'
import { Refused } from '../features/reports/refused.ts'
import { noFigures } from '../features/reports/whole.ts'
import { zipOf } from '../http/zip.ts'
import type { TestApp } from '../testing/app.ts'
import { answerChange, calculate, changeCycle, changeParticipant, cycleForm, goTo, publish, put, withCycle } from '../testing/cycle.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { readPdf } from '../testing/documents/read-text.ts'
import { openBaseEntries, type OpenBaseFigures } from './open-base.ts'
import { openBaseTables } from './open-base-tables.ts'

const canaries = ['TEXTO-LIBRE', 'EXTRA-LIBRE', 'respaldo-secreto', 'Falta el acta', 'MOTIVO-PRIVADO']

onEachDatabase((start, _, testOnce) => {
  /** The cycle with norte's final result published, and este and oeste told by code; sur is hidden unless something else is said. */
  const told = async (published: readonly string[] = ['norte']): Promise<TestApp> => {
    const server = await start()
    await withCycle(server)
    for (const id of ['norte', 'sur', 'este', 'oeste'])
      await put(server, [
        answerChange(id, 'r2', { value: `TEXTO-LIBRE ${'x'.repeat(40)}`, justification: 'MOTIVO-PRIVADO' }),
        answerChange(id, 'r1', { value: { choice: { value: 'Algo', extra: 'EXTRA-LIBRE' } } }),
        answerChange(id, 'r3', { value: 12345 }),
        {
          scope: instScope(id, cycleForm),
          part: 's11',
          table: 'attachment',
          id: `f-${id}`,
          row: anAttachment(`f-${id}`, 'r2', { name: 'respaldo-secreto.pdf', state: 'ready' }),
        },
      ])
    goTo(server, 'CalculateResults')
    await changeCycle(server, { replica: undefined })
    for (const id of ['norte', 'sur', 'este', 'oeste'])
      await changeParticipant(server, id, { sentAt: '2026-01-10T12:00:00.000Z', sendCount: 1, releasedStageIds: ['c-SecondRevision'] })
    await calculate(server, 'preliminary')
    goTo(server, 'ReplicaRevision', 'after')
    for (const id of ['norte', 'sur', 'este', 'oeste'])
      await changeParticipant(server, id, { releasedStageIds: ['c-SecondRevision', 'c-ReplicaRevision'] })
    const final = await calculate(server, 'final')
    expect(final.error?.code).toBeUndefined()
    expect((await publish(server, 'final', published)).error?.code).toBeUndefined()
    return server
  }
  const made = async (server: TestApp, figures: OpenBaseFigures = noFigures(), named = false): Promise<Unzipped> => {
    const deps = { ...server.app.server, stands: async () => true, broke: (why: string) => expect(why).toBe('') }
    const entries = openBaseEntries(deps, atTheConsole, { formId: cycleForm, named }, figures)
    return unzipSync(new Uint8Array(await buffer(Readable.from(zipOf(entries), { objectMode: false }))))
  }
  const lines = (files: Unzipped, name: string): readonly string[] =>
    strFromU8(must(files[name], name)).replace('\ufeff', '').trim().split('\r\n')

  testOnce(
    '[KV7] no person, address, text, name of a file or of an institution is in any byte, and the same database gives the same',
    async () => {
      const server = await told()
      goTo(server, 'ShowResults')
      const figures = noFigures()
      const files = await made(server, figures)
      expect(figures).toMatchObject({ named: 0, coded: 4, hidden: 0, unsent: 0 })
      const users = await server.db.q.selectFrom('user').select(['name', 'surname', 'email']).execute()
      const secrets = [
        ...canaries,
        ...users.flatMap(({ name, surname, email }) => [email, `${name} ${surname}`]),
        'Servicio norte',
        'Servicio sur',
        'Servicio este',
        'Servicio oeste',
      ]
      for (const [name, bytes] of Object.entries(files)) {
        const said = name.endsWith('.pdf') ? (await readPdf(bytes)).text : strFromU8(bytes)
        for (const secret of secrets) expect([name, secret, said.includes(secret)]).toEqual([name, secret, false])
      }
      expect(lines(files, 'base.csv')[0]).toBe(openBaseTables.base.fields.map((field) => `"${field.name}"`).join(','))
      // 4 institutions of 5 questions each: what the lab alone answers is not asked of them.
      expect(lines(files, 'base.csv')).toHaveLength(1 + 4 * 5)
      const again = await made(server)
      expect(Object.keys(again)).toEqual(Object.keys(files))
      for (const [name, bytes] of Object.entries(files)) expect([name, Buffer.compare(bytes, must(again[name], name))]).toEqual([name, 0])
    },
  )

  test('[KV7] a cycle that is not over has none', async () => {
    const server = await start()
    await withCycle(server)
    const error: unknown = await made(server).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Refused)
    expect(error instanceof Refused && error.failure.code).toBe('form_not_over')
  })

  testOnce(
    '[KV8] where names are asked for, whose result is published is told by name and exactly, the others by code, rounded and without points, hidden ones not at all',
    async () => {
      const server = await told()
      goTo(server, 'ShowResults')
      const figures = noFigures()
      const files = await made(server, figures, true)
      expect(figures).toMatchObject({ named: 1, coded: 3, hidden: 0, unsent: 0, generalised: { whole: 3, suppressed: 0 } })
      const institutions = lines(files, 'instituciones.csv').slice(1)
      const north = must(
        institutions.find((line) => line.includes('Servicio norte')),
        'no norte',
      )
      const code = must(/^"(B[0-9A-F]{12})"/.exec(north)?.[1], north)
      expect(institutions.filter((line) => line.includes('Servicio'))).toEqual([north])
      const rows = lines(files, 'base.csv').slice(1)
      const of = (question: string) => rows.filter((line) => line.includes(`"${question}"`))
      expect(
        of('r3')
          .map((line) => [line.startsWith(`"${code}"`), /,12345,/.test(line), /,12000,/.test(line)])
          .toSorted(([left], [right]) => Number(left) - Number(right)),
      ).toEqual([
        [false, false, true],
        [false, false, true],
        [false, false, true],
        [true, true, false],
      ])
      // A choice is its code, with the length of what was written beside it.
      expect(of('r1').map((line) => line.includes(',"1","","",20,'))).toEqual([true, true, true, true])
      expect(
        of('r1')
          .filter((line) => line.endsWith(',4,10'))
          .map((line) => line.startsWith(`"${code}"`)),
      ).toEqual([true])
      const row = (
        await server.db.q
          .selectFrom('sync_row')
          .select('data')
          .where('scope', '=', orgScope('sur'))
          .where('tbl', '=', 'institution')
          .executeTakeFirstOrThrow()
      ).data
      await put(server, [{ scope: orgScope('sur'), part: '', table: 'institution', id: 'sur', row: { ...JSON.parse(row), hide: true } }])
      const fewer = noFigures()
      expect(lines(await made(server, fewer, true), 'instituciones.csv')).toHaveLength(2)
      // Two are left, and two are fewer than three: they are counted and not told of.
      expect(fewer).toMatchObject({ named: 1, coded: 0, hidden: 1, generalised: { suppressed: 2 } })
    },
  )

  test('[KV8] an institution that never sent is counted and no more, also where the end of a stage locked it and its result was published', async () => {
    const server = await told(['norte', 'sur'])
    goTo(server, 'ShowResults')
    const unsent = { locked: true, lockReason: 'stageEnd', incomplete: true, sentAt: null, sendCount: 0 } as const
    for (const id of ['sur', 'este']) await changeParticipant(server, id, unsent)
    const figures = noFigures()
    const files = await made(server, figures, true)
    expect(figures).toMatchObject({ named: 1, coded: 0, hidden: 0, unsent: 2, generalised: { suppressed: 1 } })
    expect(lines(files, 'instituciones.csv').slice(1)).toHaveLength(1)
    expect(lines(files, 'base.csv')).toHaveLength(1 + 5)
  })

  testOnce('[KV9] every variable is in the dictionary, in both languages, for people and for machines', async () => {
    const server = await told()
    goTo(server, 'ShowResults')
    const files = await made(server)
    const table = lines(files, 'diccionario.csv')
    const fields = Object.values(openBaseTables).flatMap((kind) => kind.fields.map((field) => [kind.name, field] as const))
    expect(table).toHaveLength(1 + fields.length)
    const papers = { es: await readPdf(must(files['diccionario.pdf'], 'es')), en: await readPdf(must(files['dictionary.pdf'], 'en')) }
    const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')
    for (const [name, field] of fields) {
      expect(
        table.some((line) => line.startsWith(`"${name}","${field.name}","${field.type}","${field.label[0]}","${field.label[1]}"`)),
      ).toBe(true)
      for (const [at, language] of (['es', 'en'] as const).entries()) {
        expect(strFromU8(must(files[language === 'es' ? 'diccionario.html' : 'dictionary.html'], language))).toContain(field.label[at])
        expect(plain(papers[language].text)).toContain(`${field.name}: ${field.label[at]}`)
      }
    }
    const described: { licenses: unknown; resources: { name: string; rows: number }[] } = JSON.parse(
      strFromU8(must(files['datapackage.json'], 'package')),
    )
    expect(described.licenses).toEqual([{ name: 'CC-BY-4.0' }])
    expect(described.resources.map(({ name, rows }) => [name, rows])).toEqual([
      ['base', 20],
      ['instituciones', 4],
      ['preguntas', 5],
      ['opciones', 5],
    ])
    const web: { tables: { tableSchema: { columns: unknown[] } }[] } = JSON.parse(strFromU8(must(files['base.csv-metadata.json'], 'csvw')))
    expect(web.tables.flatMap(({ tableSchema }) => tableSchema.columns)).toHaveLength(fields.length)
  })
})
