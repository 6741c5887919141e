import { must } from '#shared/kernel/assert.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { aComment, anAttachment, aSend } from '#shared/forms/fixtures.ts'
import { evalScope, instScope, notesScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import Sqlite from 'better-sqlite3'
import { unzipSync, strFromU8, zipSync, type Unzipped } from 'fflate'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atTheConsole } from '../cli/console.ts'
import { noFacts } from '../features/reports/whole.ts'
import { zipOf } from '../http/zip.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { answerChange, calculate, changeParticipant, cycleForm, goTo, publish, put, withCycle } from '../testing/cycle.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { readPdf } from '../testing/documents/read-text.ts'
import { archiveEntries, type ArchiveDeps } from './archive.ts'
import { archiveTables } from './tables.ts'
import { verifyArchive } from './verify.ts'

/** A tool of the system, as whoever has nothing but the archive has it. */
const checker = 'sha256sum'
/** What the script of an archive says of it. */
function recomputed(dataDir: string, files: Unzipped): readonly [status: number | null, stderr: string, stdout: string] {
  const folder = join(dataDir, 'recomputed')
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const { status, stderr, stdout } = spawnSync('python3', ['recalcular.py'], { cwd: folder, encoding: 'utf8' })
  return [status, stderr, stdout]
}
const hostile = '<script>alert(1)</script> =2+2'

onEachDatabase((start, _, testOnce) => {
  const scope = instScope('norte', cycleForm)

  /** A cycle in which norte has everything that an archive tells of; and sur was taken out. */
  const full = async (): Promise<TestApp> => {
    const server = await start()
    await withCycle(server)
    const sha256 = await server.app.server.files.keep(Buffer.from('contenido del respaldo'))
    const file = anAttachment('f1', 'r2', { name: 'Evaluación ../«final».pdf', sha256, state: 'ready', authorId: 'ana' })
    const changes: Change[] = [
      answerChange('norte', 'r2', { value: hostile, authorId: 'berta' }),
      { scope, part: 's11', table: 'attachment', id: 'f1', row: file },
      { scope, part: 's11', table: 'attachment', id: 'f2', row: { ...file, id: 'f2', name: 'otro.pdf', sha256: 'c'.repeat(64) } },
      {
        scope,
        part: 's11',
        table: 'comment',
        id: 'c1',
        row: aComment('c1', 'r2', { body: `Pregúntele a ana Prueba ${hostile}`, authorId: 'berta' }),
      },
      { scope, part: '', table: 'send', id: 'e1', row: aSend('e1', { number: 'IIP-2026-NORTE-1', authorId: 'ana', toLevel: 0 }) },
      {
        scope: notesScope('norte', cycleForm),
        part: '',
        table: 'note',
        id: 'r2',
        row: { unit: 'r2', text: 'NOTA-SECRETA', authorId: 'eva', writtenAt: '2026-03-10T12:00:00.000Z', mid: 'n' },
      },
    ]
    await put(server, changes)
    goTo(server, 'CalculateResults')
    await changeParticipant(server, 'norte', { releasedStageIds: ['c-SecondRevision'] })
    await calculate(server, 'preliminary', { institutionIds: ['norte'] })
    await publish(server, 'preliminary', ['norte'])
    await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'r2', value: 'no rige' }, { s: scope })])
    await server.push(await server.token('eva'), 'dev-2', [
      wire(1, 'note.write', { unit: 'r2', text: 'NOTA-SECRETA' }, { s: evalScope('norte', cycleForm) }),
    ])
    await changeParticipant(server, 'sur', { removedAt: '2026-03-11T12:00:00.000Z' })
    return server
  }

  const depsOf = (server: TestApp): ArchiveDeps => ({
    ...server.app.server,
    stands: async () => true,
    broke: (why) => {
      throw new Error(why)
    },
  })
  const made = async (server: TestApp, pseudonyms = false, facts = noFacts()): Promise<string> => {
    const spool = join(server.dataDir, 'spool')
    const entries = archiveEntries(depsOf(server), atTheConsole, { formId: cycleForm, pseudonyms, spool }, facts)
    const path = join(server.dataDir, `archive-${pseudonyms ? 'hidden' : 'whole'}.zip`)
    writeFileSync(path, await buffer(Readable.from(zipOf(entries), { objectMode: false })))
    expect(existsSync(spool)).toBe(false)
    return path
  }
  const filesIn = (path: string): Unzipped => unzipSync(readFileSync(path))
  const text = (files: Unzipped, name: string): string => strFromU8(must(files[name], `${name} is not in the archive`))
  const rowsIn = (files: Unzipped, table: string): readonly Record<string, unknown>[] =>
    text(files, `datos/jsonl/${table}.jsonl`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Record<string, unknown> => JSON.parse(line))

  test('[KV1] everything of a form is in its tables, which say the same as CSV, as JSON Lines and in SQLite; nobody’s own notes are', async () => {
    const server = await full()
    const files = filesIn(await made(server))
    const counts = Object.fromEntries(Object.keys(archiveTables).map((table) => [table, rowsIn(files, table).length]))
    expect(counts).toMatchObject({
      instituciones: 4,
      etapas: 8,
      preguntas: 6,
      respuestas: 24,
      archivos: 2,
      evaluaciones: 20,
      comentarios: 1,
      envios: 1,
    })
    expect(counts).toMatchObject({ resultados: 2, textos_informe: 2 })
    for (const table of Object.values(archiveTables)) {
      const csv = readCsv(text(files, `datos/csv/${table.name}.csv`).replace('\ufeff', ''), {
        rows: 10_000,
        columns: 100,
        cellLength: 1_000_000,
        cells: 1_000_000,
        characters: 100_000_000,
      })
      expect(csv.ok && csv.value[0]?.cells).toEqual(table.fields.map(({ name }) => name))
      expect(csv.ok && csv.value.length - 1).toBe(rowsIn(files, table.name).length)
    }
    const sqlite = join(server.dataDir, 'read.sqlite')
    writeFileSync(sqlite, must(files['datos/archivo.sqlite'], 'no sqlite'))
    const db = new Sqlite(sqlite, { readonly: true })
    for (const { name, fields } of Object.values(archiveTables)) {
      const found = db.prepare(`select * from "${name}"`).all() as Record<string, unknown>[]
      const json = rowsIn(files, name).map((row) =>
        Object.fromEntries(
          fields.map((field) => {
            const value = row[field.name]
            if (value === null) return [field.name, null]
            return [field.name, field.type === 'json' ? JSON.stringify(value) : field.type === 'boolean' ? Number(value) : value]
          }),
        ),
      )
      expect(found).toEqual(json)
    }
    db.close()
    // What was asked and did not stand is in the ledger, with its words; of a note only that there was one.
    const ledger = rowsIn(files, 'libro')
    expect(ledger.find(({ nombre, autor }) => nombre === 'answer.set' && autor === 'ana')).toMatchObject({
      argumentos: { value: 'no rige' },
    })
    expect(ledger.find(({ nombre }) => nombre === 'note.write')).toMatchObject({ argumentos: null })
    for (const [name, bytes] of Object.entries(files)) expect([name, strFromU8(bytes).includes('NOTA-SECRETA')]).toEqual([name, false])
    expect(rowsIn(files, 'instituciones').find(({ institucion_id }) => institucion_id === 'sur')).toMatchObject({
      retirada_el: '2026-03-11T12:00:00.000Z',
    })
    expect(rowsIn(files, 'personas')).toContainEqual({ id: 'ana', nombre: 'ana Prueba', tipo: 'Institutional' })
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'LEEME.txt',
        'README.txt',
        'cuestionario/definition.json',
        'cuestionario/versiones/ciclo-v1.json',
        'cuestionario/xlsform.xlsx',
        'cuestionario/cuestionario.pdf',
      ]),
    )
    const pdf = await readPdf(must(files['instituciones/NORTE Servicio norte/comprobantes/IIP-2026-NORTE-1.pdf'], 'no receipt'))
    expect(pdf.text).toContain('IIP-2026-NORTE-1')
    const described: { resources: { path: string; schema: { fields: { description: string; 'description:en': string }[] } }[] } =
      JSON.parse(text(files, 'datapackage.json'))
    expect(described.resources).toHaveLength(Object.keys(archiveTables).length)
    for (const { schema } of described.resources)
      for (const field of schema.fields) expect(field.description && field['description:en']).toBeTruthy()
  })

  testOnce('[KV2] pages lead from the form to each answer, its decision, its file and its history, and run nothing', async () => {
    const files = filesIn(await made(await full()))
    const linksIn = (page: string): string[] =>
      [...text(files, page).matchAll(/href="([^"]+)"/g)].map((match) => join(dirname(page), decodeURIComponent(match[1] ?? '')))
    const seen = new Set(['index.html'])
    for (const page of seen) if (page.endsWith('.html')) for (const link of linksIn(page)) seen.add(link)
    // Every page and every file that people attached is reached, and no link leads nowhere.
    for (const link of seen) expect([link, link in files]).toEqual([link, true])
    for (const name of Object.keys(files))
      if (/\.html$|\/archivos\/|\/comprobantes\//.test(name)) expect([name, seen.has(name)]).toEqual([name, true])
    const pages = Object.keys(files).filter((name) => name.endsWith('.html'))
    for (const page of pages) {
      const html = text(files, page)
      expect([page, /<script|\son\w+=|javascript:|https?:/i.test(html.replace(/&lt;script/g, ''))]).toEqual([page, false])
      const style = must(/<style>(.*?)<\/style>/s.exec(html)?.[1], 'no style')
      const hash = createHash('sha256').update(style).digest('base64')
      expect(html).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    }
    const answer = text(files, 'instituciones/NORTE Servicio norte/1 Personas.html')
    expect(answer).toContain('&lt;script&gt;alert(1)&lt;/script&gt; =2+2')
    expect(answer).toContain('Rechazada')
    // In a table for spreadsheets it is text and no formula.
    expect(text(files, 'datos/csv/comentarios.csv')).toContain(hostile)
  })

  testOnce(
    '[KV11] pages show what was published: points, level, text and report; tables hold it in columns, and codes are told in words',
    async () => {
      const server = await full()
      await server.db.q
        .insertInto('history')
        .values({
          id: 'h-code',
          scope,
          part: '',
          unit: '',
          action: 'No aplicado',
          value: null,
          text: 'evaluation_incomplete',
          changed: null,
          user_id: 'eva',
          role: 'Evaluator',
          occurred_at: '2026-05-01T12:00:00.000Z',
          received_at: '2026-05-01T12:00:00.000Z',
          mid: 'm-code',
          disposition: 'lost',
        })
        .execute()
      const files = filesIn(await made(server))
      const folder = 'instituciones/NORTE Servicio norte'
      const page = text(files, `${folder}/index.html`)
      for (const said of [
        'Resultado preliminar',
        '74,000 de 100',
        'Madurez: Madura',
        'Recursos',
        'BUENO',
        'informes/informe_preliminar.pdf',
      ])
        expect(page).toContain(said)
      expect(text(files, `${folder}/1 Personas.html`)).toMatch(/Puntaje: 4,000 de 10 .*Resultado preliminar/)
      expect((await readPdf(must(files[`${folder}/informes/informe_preliminar.pdf`], 'no report'))).text).toContain('Madurez: Madura')
      for (const [name, bytes] of Object.entries(files))
        if (name.endsWith('.html')) expect([name, /evaluation_incomplete/.test(strFromU8(bytes))]).toEqual([name, false])
      expect(page).toContain('Quedan respuestas sin decisión.')
      expect(rowsIn(files, 'resultados').find(({ tipo }) => tipo === 'snapshot')).toMatchObject({
        clase: 'preliminary',
        version: 1,
        publicado_el: expect.any(String),
        categoria: 'Pilares',
        orientacion: 'Institucional',
        huella: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      const parts = rowsIn(files, 'resultados_partes')
      expect(parts.find(({ parte }) => parte === 'total')).toMatchObject({ puntos: 74, maximo: 100, nivel: 'Madura' })
      expect(parts.filter(({ parte }) => parte === 'pregunta').map(({ elemento, puntos }) => [elemento, puntos])).toContainEqual(['r1', 4])
      expect(rowsIn(files, 'resultados_respuestas').find(({ pregunta_id: id }) => id === 'r3')).toMatchObject({
        divisor: 'r4',
        divisor_valor: 20,
      })
    },
  )

  testOnce('[KV12] a script of at most a hundred lines recomputes every figure of the archive, and names one that is another', async () => {
    const server = await full()
    const files = filesIn(await made(server))
    const script = text(files, 'recalcular.py')
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
    expect(recomputed(server.dataDir, files)).toEqual([0, '', expect.stringMatching(/^\d\d cifras \/ figures, 0 distintas/)])
    const snapshots = 'datos/jsonl/resultados.jsonl'
    const other = { ...files, [snapshots]: Buffer.from(text(files, snapshots).replace('"own":4,', '"own":5,')) }
    const [status, , said] = recomputed(join(server.dataDir, 'other'), other)
    expect([status, said]).toEqual([1, expect.stringMatching(/^Servicio norte preliminary 1 r1 5(\.0)? != 4(\.0)?\n/)])
  })

  testOnce('[KV3] its names are ASCII, one institution is held at a time, and what is given up leaves nothing behind', async () => {
    const server = await full()
    const files = filesIn(await made(server))
    for (const name of Object.keys(files)) expect(name).toMatch(/^[\x20-\x7e]+$/)
    expect(Object.keys(files).filter((name) => name.includes('/archivos/'))).toEqual([
      'instituciones/NORTE Servicio norte/archivos/Evaluacion ..__final_.pdf',
    ])
    const spool = join(server.dataDir, 'spool')
    const entries = archiveEntries(depsOf(server), atTheConsole, { formId: cycleForm, pseudonyms: false, spool }, noFacts())
    for (let at = 0; at < 12; at += 1) await entries.next()
    expect(existsSync(spool)).toBe(true)
    await entries.return()
    expect(existsSync(spool)).toBe(false)
  })

  testOnce('[KV4] sha256sum takes an archive for whole, and verifying names what was changed, is gone, or came into it', async () => {
    const server = await full()
    const facts = noFacts()
    const path = await made(server, false, facts)
    expect(facts).toMatchObject({ institutions: 4, missing: 1 })
    expect((await verifyArchive(path)).findings).toEqual([])
    const folder = join(server.dataDir, 'unpacked')
    const files = filesIn(path)
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
    expect(spawnSync(checker, ['-c', '--quiet', '--strict', 'manifest.sha256'], { cwd: folder }).status).toBe(0)
    expect(execFileSync('find', ['.', '-type', 'f'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')).toHaveLength(
      Object.keys(files).length,
    )
    const changed = async (change: (of: Unzipped) => void): Promise<readonly string[]> => {
      const copy = { ...files }
      change(copy)
      const other = join(server.dataDir, 'changed.zip')
      writeFileSync(other, zipSync(copy))
      return (await verifyArchive(other)).findings.map((each) => `${each.path}: ${each.what}`)
    }
    const attached = must(
      Object.keys(files).find((name) => name.includes('/archivos/')),
      'no file',
    )
    expect(await changed((of) => (of[attached] = Buffer.from('otra cosa')))).toEqual([
      `${attached}: it is not as it was: its SHA-256 is another one`,
      `${attached}: it is not the file that was attached, or it is gone`,
    ])
    expect(await changed((of) => delete of['datos/jsonl/libro.jsonl'])).toEqual([
      'datos/jsonl/libro.jsonl: the manifest names it and it is gone',
    ])
    expect(await changed((of) => (of['extra.txt'] = Buffer.from('x')))).toEqual(['extra.txt: the manifest does not name it'])
    expect(await changed((of) => delete of['manifest.sha256'])).toEqual(['manifest.sha256: it is gone'])
    expect((await changed((of) => (of['../fuera.txt'] = Buffer.from('x'))))[0]).toContain('its list cannot be read: invalid relative path')
    writeFileSync(join(server.dataDir, 'none.zip'), 'no zip')
    await expect(verifyArchive(join(server.dataDir, 'none.zip'))).rejects.toThrow('End of central directory')
  })

  testOnce('[KV1] a file that is not what it was keeps no form from being archived, and is named', async () => {
    const server = await full()
    const sha256 = createHash('sha256').update('contenido del respaldo').digest('hex')
    const kept = must(
      readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(sha256)),
      'no kept file',
    )
    writeFileSync(join(server.dataDir, kept), 'otro contenido')
    const facts = noFacts()
    const path = await made(server, false, facts)
    expect([facts.missing, (await verifyArchive(path)).findings]).toEqual([2, []])
    const files = filesIn(path)
    expect(JSON.parse(text(files, 'prueba.json'))).toMatchObject({ archivos_que_faltan: 2, archivos_danados: [sha256] })
    expect(rowsIn(files, 'archivos').map(({ ruta }) => ruta)).toEqual([null, null])
  })

  testOnce(
    '[KV5] under pseudonyms nobody’s id, address or full name is in it, but for what is inside the files that people attached',
    async () => {
      const server = await full()
      const files = filesIn(await made(server, true))
      const users = await server.db.q.selectFrom('user').select(['id', 'name', 'surname', 'email']).execute()
      for (const [name, bytes] of Object.entries(files)) {
        if (name.includes('/archivos/')) continue
        const said = name.endsWith('.pdf') ? (await readPdf(bytes)).text : strFromU8(bytes)
        for (const { name: given, surname, email } of users)
          expect([name, said.includes(email), said.includes(`${given} ${surname}`)]).toEqual([name, false, false])
      }
      const [comment] = rowsIn(files, 'comentarios')
      const people = rowsIn(files, 'personas')
      const [hidden] = /P\d{4}/.exec(String(comment?.['texto'])) ?? []
      const answer = rowsIn(files, 'envios').find(({ numero }) => numero === 'IIP-2026-NORTE-1')
      // Whom a text names is who sent: one pseudonym in all places.
      expect(answer?.['autor']).toBe(hidden)
      expect(people.map(({ id }) => id)).toContain(hidden)
      expect(readdirSync(server.dataDir).filter((name) => name.includes('spool'))).toEqual([])
    },
  )
})
