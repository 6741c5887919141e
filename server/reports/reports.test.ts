import type { Answer } from '#shared/answers/model.ts'
import { actors, aWorld, noonIn } from '#shared/forms/fixtures.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Sheet } from '#shared/kernel/sheet.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { strFromU8, unzipSync } from 'fflate'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { streamed } from '../http/downloads.ts'
import { sessionOf } from '../http/session.ts'
import { writeChanges } from '../sync/changes.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { eachInstitution, toldParts } from './institutions.ts'
import { tableStream } from './table.ts'

const answered = (institutionId: string, authorId: string, value: string, now: string): Change => ({
  scope: instScope(institutionId, 'tiny'),
  part: 's11',
  table: 'answer',
  id: 'q1',
  row: {
    unit: 'q1',
    questionId: 'q1',
    rowId: null,
    value,
    level: 4,
    sent: false,
    changeAnswer: false,
    noAttachment: false,
    justification: null,
    clearedValue: null,
    rev: 1,
    mid: `mid-${institutionId}`,
    authorId,
    occurredAt: now,
    receivedAt: now,
    formVersion: 'tiny-v1',
    late: false,
  } satisfies Answer,
})

const exported = async (server: TestApp, userId: string, format: 'csv' | 'xlsx', method = 'GET'): Promise<Response> =>
  server.app.fetch(
    new Request(`http://localhost/api/v1/form/tiny/answers/export?format=${format}`, {
      method,
      headers: { Authorization: `Bearer ${await server.token(userId)}` },
    }),
  )

const linesOf = (text: string): string[][] =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')))

test('[PR7] a report tells an evaluator of what they may watch now, and nobody else’s', () => {
  const world = aWorld({ phase: 'FirstRevision', participant: { locked: true } })
  expect(toldParts(world, actors.evaluator, noonIn('FirstRevision'))).toBe('*')
  expect(toldParts(world, actors.otherEvaluator, noonIn('FirstRevision'))).toEqual([''])
})

onEachDatabase((start) => {
  const ready = async (): Promise<TestApp> => {
    const server = await start()
    const now = server.clock.now()
    const changes = [answered('norte', 'ana', 'del norte', now), answered('sur', 'sur-lider', '=del sur', now)]
    await server.db.write((tx) => writeChanges(tx, changes, now))
    return server
  }

  /** Both have sent, so that who evaluates them sees what they wrote. */
  const sent = async (server: TestApp, institutionIds = ['norte', 'sur'], part: Partial<Participant> = { locked: true }): Promise<void> => {
    const { worlds } = server.app.server
    const changes = await server.db.read((tx) =>
      Promise.all(
        institutionIds.map(async (institutionId): Promise<Change> => {
          const world = must(await worlds.readOnce(tx, { institutionId, formId: 'tiny' }), 'no world')
          return { scope: world.scope, part: '', table: 'participant', id: institutionId, row: { ...world.participant, ...part } }
        }),
      ),
    )
    await server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))
  }

  const namedIn = (lines: string[][]): string[] => [...new Set(lines.slice(1).map(([institution = '']) => institution))]

  test('[RE1] the table of every institution has a line for each question that the caller sees, under whose it is', async () => {
    const server = await ready()
    const response = await exported(server, 'root', 'csv')
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(response.headers.get('content-disposition')).toContain('respuestas_tiny.csv')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = linesOf(new TextDecoder().decode(bytes))
    expect(lines[0]?.slice(0, 4)).toEqual(['Institución', 'Código', 'Número', 'Dimensión'])
    expect(namedIn(lines)).toEqual(['Servicio norte', 'Servicio sur'])
    const first = lines.filter((line) => line[2] === '1.1.1')
    expect(first.map((line) => [line[1], line[7], line[9]])).toEqual([
      ['NORTE', 'del norte', 'ana Prueba'],
      ['SUR', "'=del sur", 'sur-lider Prueba'],
    ])
  })

  test('[RE1] whoever reaches one institution gets that one, and who reaches none is told that there is nothing', async () => {
    const server = await ready()
    expect(namedIn(linesOf(await (await exported(server, 'ana', 'csv')).text()))).toEqual(['Servicio norte'])
    expect(namedIn(linesOf(await (await exported(server, 'eva', 'csv')).text()))).toEqual([])
    await sent(server)
    expect(namedIn(linesOf(await (await exported(server, 'eva', 'csv')).text()))).toEqual(['Servicio norte', 'Servicio sur'])
    expect((await exported(server, 'otro', 'csv')).status).toBe(404)
    const own = linesOf(await (await exported(server, 'carlos', 'csv')).text())
    expect(own.flat().join(' ')).not.toContain('del norte')
  })

  test('[RE1] an institution that is taken away from its evaluator while they read is not told of any more', async () => {
    const server = await ready()
    await sent(server)
    const response = await exported(server, 'eva', 'csv')
    const reader = must(response.body, 'no body').getReader()
    const told: string[] = []
    const read = async (): Promise<boolean> => {
      const next = await reader.read()
      if (next.value) told.push(new TextDecoder().decode(next.value))
      return next.done
    }
    // The mark, the heading and the first institution.
    for (let piece = 0; piece < 3; piece += 1) await read()
    await sent(server, ['sur'], { evaluatorId: 'otro' })
    while (!(await read()));
    expect(told.join('')).toContain('Servicio norte')
    expect(told.join('')).not.toContain('Servicio sur')
  })

  test('[RE1] whatever is read of each institution, one that was taken away meanwhile is passed over', async () => {
    const server = await ready()
    await sent(server)
    const { db, worlds, now } = server.app.server
    const session = await sessionOf(db, `Bearer ${await server.token('eva')}`, server.clock.now())
    if (!session.ok) throw new Error(session.failure.code)
    const keys = ['norte', 'sur'].map((institutionId) => ({ institutionId, formId: 'tiny' }))
    const told: string[] = []
    for await (const name of eachInstitution({ db, worlds, now }, session.value, keys, ({ world }) => world.institution.name)) {
      told.push(name)
      await sent(server, ['sur'], { evaluatorId: 'otro' })
    }
    expect(told).toEqual(['Servicio norte'])
  })

  test('[RE1] a table ends where its reader signs out', async () => {
    const server = await ready()
    const token = await server.token('root')
    const response = await server.app.fetch(
      new Request('http://localhost/api/v1/form/tiny/answers/export', { headers: { Authorization: `Bearer ${token}` } }),
    )
    const reader = must(response.body, 'no body').getReader()
    for (let piece = 0; piece < 3; piece += 1) await reader.read()
    await server.call('POST', 'auth/logout', { token })
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  test('[RE2] a download that nobody reads on holds no write up, and keeps nothing of what it read', async () => {
    const server = await ready()
    const response = await exported(server, 'root', 'csv')
    const reader = must(response.body, 'no body').getReader()
    for (let piece = 0; piece < 3; piece += 1) await reader.read()
    const now = server.clock.now()
    await server.db.write((tx) => writeChanges(tx, [answered('sur', 'sur-lider', 'otra cosa', now)], now))
    expect(server.app.server.worlds.figures().worlds).toBe(0)
    const rest: string[] = []
    for (let next = await reader.read(); !next.done; next = await reader.read()) rest.push(new TextDecoder().decode(next.value))
    // Each institution is of its own moment.
    expect(rest.join('')).toContain('otra cosa')
  })

  test('[RE2] one download at a time for each person, and one that was given up makes room', async () => {
    const server = await ready()
    const first = await exported(server, 'root', 'xlsx')
    const second = await exported(server, 'root', 'csv')
    expect([second.status, (await second.json()).error.code]).toEqual([429, 'archive_running'])
    await must(first.body, 'no body').cancel()
    const third = await exported(server, 'root', 'csv')
    expect(third.status).toBe(200)
    await third.text()
  })

  test('[RE2] whoever asks only what a download would be takes nobody’s place', async () => {
    const server = await ready()
    const asked = await exported(server, 'root', 'csv', 'HEAD')
    expect([asked.status, asked.headers.get('content-type'), asked.body]).toEqual([200, 'text/csv; charset=utf-8', null])
    const got = await exported(server, 'root', 'csv')
    expect(got.status).toBe(200)
    await got.text()
  })

  test('[RE1] the workbook says what the CSV says', async () => {
    const server = await ready()
    const lines = linesOf(await (await exported(server, 'root', 'csv')).text())
    const parts = unzipSync(new Uint8Array(await (await exported(server, 'root', 'xlsx')).arrayBuffer()))
    const xml = strFromU8(must(parts['xl/worksheets/sheet1.xml'], 'no sheet'))
    const texts = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<(?:v|t xml:space="preserve")>(.*?)<\//g)].map(([, text = '']) => text),
    )
    // An apostrophe before what a spreadsheet would run is CSV's alone.
    expect(texts).toEqual(lines.map((line) => line.map((cell) => cell.replace(/^'(?==)/, ''))))
    expect(strFromU8(must(parts['xl/workbook.xml'], 'no workbook'))).toContain('name="Datos"')
  })

  const report = async (server: TestApp, userId: string, path: string): Promise<Response> =>
    server.app.fetch(
      new Request(`http://localhost/api/v1/reports/tiny/institutions/${path}/export`, {
        headers: { Authorization: `Bearer ${await server.token(userId)}` },
      }),
    )
  const labReports = ['configuration', 'answers', 'norte/answershistory']

  test('[RE4] the lab’s reports are of no institution’s people, begin with the mark of CSV, and tell of no form that is not there', async () => {
    const server = await ready()
    for (const path of labReports) {
      const told = await report(server, 'root', path)
      expect([told.status, told.headers.get('content-type'), told.headers.get('cache-control')], path).toEqual([
        200,
        'text/csv; charset=utf-8',
        'no-store',
      ])
      expect([...new Uint8Array(await told.arrayBuffer()).slice(0, 3)], path).toEqual([0xef, 0xbb, 0xbf])
      const refused = await report(server, 'ana', path)
      expect([refused.status, (await refused.json()).error.code], path).toEqual([
        403,
        path === 'configuration' ? 'administrators_only' : 'forbidden',
      ])
    }
    expect((await report(server, 'root', 'no-such/answershistory')).status).toBe(404)
  })

  test('[RE4] a form that is not enabled any more is told of as before, to administrators and by no other call', async () => {
    const server = await ready()
    const told = async (): Promise<string[]> => {
      const texts: string[] = []
      // One after the other: a person gets one download at a time.
      for (const path of labReports) texts.push(await (await report(server, 'root', path)).text())
      return texts
    }
    const saved = { token: await server.token('ana'), body: { questionId: 'q1', answer: 'con historia' } }
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', saved)).status).toBe(200)
    const before = await told()
    expect(before[1]).toContain('Servicio norte')
    expect(before[2]).toContain('con historia')
    const token = await server.token('root')
    expect((await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })).status).toBe(200)
    expect(await told()).toEqual(before)
    for (const userId of ['ana', 'eva', 'root']) expect((await exported(server, userId, 'csv')).status).toBe(404)
  })

  test('[RE4] the configuration names the leader, delegate and evaluator of each institution and who answers for each part', async () => {
    const server = await ready()
    const lines = linesOf(await (await report(server, 'root', 'configuration')).text())
    expect(namedIn(lines)).toEqual(['Servicio norte', 'Servicio sur'])
    const north = lines.filter(([, code]) => code === 'NORTE')
    const told = (element: string) => north.filter((line) => line[4] === element).map((line) => line.slice(5, 9))
    expect(told('Líder Institucional')).toEqual([['', '', 'ana Prueba', 'ana@norte.example']])
    expect(told('Evaluador')[0]?.[2]).toBe('eva Prueba')
    expect(told('Dimensión').length).toBeGreaterThan(0)
    expect(told('Subdimensión').map(([number]) => number)).toContain('1.1')
  })

  test('[RE4] the history of an institution tells each change with its moment, value and author, question by question, and nothing of another', async () => {
    const server = await start()
    const token = await server.token('ana')
    const save = (value: string) =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body: { questionId: 'q1', answer: value } })
    for (const value of ['primero', '=segundo']) expect((await save(value)).status).toBe(200)
    const lines = linesOf(await (await report(server, 'root', 'norte/answershistory')).text())
    expect(lines.slice(1).map((line) => [line[1], line[2], line[7], line[8], line[10], line[11]])).toEqual([
      ['NORTE', '1.1.1', 'Responde', 'primero', 'ana Prueba', 'InstitutionalLeader'],
      ['NORTE', '1.1.1', 'Asigna', '', 'ana Prueba', 'InstitutionalLeader'],
      ['NORTE', '1.1.1', 'Modifica', "'=segundo", 'ana Prueba', 'InstitutionalLeader'],
    ])
    expect(linesOf(await (await report(server, 'root', 'sur/answershistory')).text())).toHaveLength(1)
  })
})

/** Rows of a table that count how many were asked for and whether their source was ended. */
function counted(batches: number): { rows: AsyncGenerator<Sheet, void>; asked: () => number; over: () => boolean } {
  let asked = 0
  let over = false
  async function* rows(): AsyncGenerator<Sheet, void> {
    try {
      yield [['número', 'texto']]
      for (let at = 0; at < batches; at += 1) {
        asked += 1
        yield [
          [2 * at, randomBytes(20_000).toString('hex')],
          [2 * at + 1, `fila ${at}`],
        ]
      }
    } finally {
      over = true
    }
  }
  return { rows: rows(), asked: () => asked, over: () => over }
}

test.each(['csv', 'xlsx'] as const)(
  '[RE2] rows of a %s are asked for as its reader takes it, and no more once they leave',
  async (format) => {
    const { rows, asked, over } = counted(1_000)
    let ended = 0
    const reader = streamed(tableStream(rows, 'tabla', format).pieces, () => (ended += 1)).getReader()
    expect(asked()).toBe(0)
    for (let piece = 0; piece < 4; piece += 1) await reader.read()
    expect(asked()).toBeLessThan(100)
    await reader.cancel()
    expect([over(), ended]).toEqual([true, 1])
  },
)

test('[RE2] a table whose source breaks ends broken, and gives its place back', async () => {
  async function* breaking(): AsyncGenerator<Sheet, void> {
    yield [['a']]
    throw new Error('the database is gone')
  }
  const errors: unknown[] = []
  const body = streamed(tableStream(breaking(), 'tabla', 'xlsx').pieces, (error) => errors.push(error))
  await expect(new Response(body).arrayBuffer()).rejects.toThrow('the database is gone')
  expect(errors).toEqual([new Error('the database is gone')])
})

test.each([
  [0, [1]],
  [1, [3]],
  [2, [4, 2]],
  [3, [4, 4]],
  [5, [4, 4, 4, 2]],
])('[RE3] %i times two rows below a heading are sheets of %j rows', async (batches, expected) => {
  const { pieces } = tableStream(counted(batches).rows, 'tabla', 'xlsx', 4)
  const parts = unzipSync(new Uint8Array(await new Response(streamed(pieces, () => undefined)).arrayBuffer()))
  const sheets = expected.map((_, at) => strFromU8(must(parts[`xl/worksheets/sheet${at + 1}.xml`], `no sheet ${at + 1}`)))
  expect(sheets.map((xml) => [...xml.matchAll(/<row r="(\d+)"/g)].map(([, row]) => Number(row)))).toEqual(
    expected.map((rows) => Array.from({ length: rows }, (_, at) => at + 1)),
  )
  for (const xml of sheets) expect(xml).toContain('<c r="A1" t="inlineStr"><is><t xml:space="preserve">número</t></is></c>')
  const numbers = sheets.flatMap((xml) => [...xml.matchAll(/<v>(\d+)<\/v>/g)].map(([, value]) => Number(value)))
  expect(numbers).toEqual(Array.from({ length: 2 * batches }, (_, at) => at))
  for (const part of ['[Content_Types].xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels']) {
    const text = strFromU8(must(parts[part], `no ${part}`))
    expect([...text.matchAll(/sheet\d+\.xml|name="Datos/g)]).toHaveLength(expected.length)
  }
})
