import { describe, expect, test } from 'vitest'
import { answersGuide, questionnaireGuide } from '../../documents/guides.ts'
import { makeGuide } from '../../documents/guide.ts'
import { aForm, aThread, aWorld, anAnswer, anAttachment, fullValues, noon } from '#shared/forms/fixtures.ts'
import { readPdf } from '../../testing/documents/read-text.ts'
import { faultsOf } from '../../testing/documents/tagging.ts'
import { onDefaultDatabase } from '../../testing/databases.ts'

const form = { name: 'Índice 2025', nameSpanish: true, year: '2025', at: noon }
const everything = (): boolean => true
const textOf = async (bytes: Uint8Array): Promise<string> => (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ')

describe('the questionnaire on paper', () => {
  test('[DL2] blank, it has boxes for choices and lines to write on, and is tagged whole', async () => {
    const guide = questionnaireGuide(aForm, form, 'es', { sees: everything, institution: 'Servicio del Norte' })
    const items = guide.chapters.flatMap(({ sections }) => sections.flatMap((section) => section.items))
    const of = (name: string) => items.find(({ head }) => head.endsWith(`Pregunta ${name}`))
    expect([of('has')?.boxed, of('has')?.choices]).toEqual([true, ['Sí', 'No']])
    expect([of('essay')?.lines, of('which')?.lines, of('count')?.lines]).toEqual([7, 1, 1])
    expect([of('code'), of('ledger'), of('joy')]).toEqual([undefined, undefined, undefined])
    const bytes = await makeGuide(guide)
    expect(faultsOf(bytes)).toEqual([])
    expect(await textOf(bytes)).toContain('Servicio del Norte')
  })

  test('[DL2] of what is not its reader’s nothing is in it', () => {
    const guide = questionnaireGuide(aForm, form, 'es', { sees: (id) => id === 's12', institution: 'Servicio del Norte' })
    expect(guide.chapters.flatMap(({ sections }) => sections.map(({ title }) => title))).toHaveLength(1)
    expect(JSON.stringify(guide.chapters)).not.toContain('Pregunta name')
  })

  test('[DL3] filled, it says every answer as it was given, each row of a block, what is missing and the names of files, in both languages', async () => {
    const world = aWorld({
      answers: Object.entries(fullValues)
        .filter(([unit]) => unit !== 'day')
        .map(([unit, value]) => anAnswer(unit, value)),
      attachments: [anAttachment('file-0001', 'proof', { name: 'acta.pdf' })],
    })
    for (const language of ['es', 'en'] as const) {
      const bytes = await makeGuide(answersGuide({ world, sees: everything, name: form.name, nameSpanish: true, at: noon }, language))
      expect(faultsOf(bytes)).toEqual([])
      const text = await textOf(bytes)
      for (const said of ['Laboratorio', 'uno dos tres', 'porque sí', 'Coordina', 'acta.pdf', '40']) expect(text).toContain(said)
      expect(text).toContain(language === 'es' ? 'fila 1' : 'row 1')
      expect(text).toContain(language === 'es' ? 'Sin respuesta' : 'No answer')
    }
  })

  test('[DL3] no comment, no decision and nothing of the lab’s is in it', () => {
    const world = aWorld({
      answers: [anAnswer('name', 'Laboratorio'), anAnswer('code', 77)],
      threads: [aThread('name', { state: 'open' })],
    })
    world.set('comment', 'c-1', {
      id: 'c-1',
      unit: 'name',
      threadId: 'thread-name',
      kind: 'comment',
      body: 'SECRETO',
      late: false,
      authorId: 'leader',
      writtenAt: noon,
      answerRev: 1,
      edited: false,
    })
    const guide = JSON.stringify(answersGuide({ world, sees: everything, name: form.name, nameSpanish: false, at: noon }, 'es'))
    expect(guide).toContain('Laboratorio')
    for (const hidden of ['SECRETO', '77', 'Pregunta code', 'Pregunta joy']) expect(guide).not.toContain(hidden)
  })

  test('[DL3] an answer of ten pages and a block of a hundred rows lose nothing, and what looks like markup runs nowhere', async () => {
    const long = `<p>${Array.from({ length: 3000 }, (_, n) => `palabra${n}`).join(' ')}</p><script>alert(1)</script>`
    const rows = Array.from({ length: 100 }, (_, n) => `r${n}`)
    const world = aWorld({
      answers: [
        anAnswer('essay', long),
        anAnswer('team', { rows }),
        ...rows.map((row) => anAnswer(`person@${row}`, `Persona ${row} =HYPERLINK("x") <b>no</b>`)),
      ],
    })
    const bytes = await makeGuide(answersGuide({ world, sees: everything, name: form.name, nameSpanish: true, at: noon }, 'es'))
    const text = await textOf(bytes)
    for (const said of ['palabra0 ', 'palabra2999', 'Persona r0 ', 'Persona r99 ', 'fila 100', '<b>no</b>']) expect(text).toContain(said)
    expect(text).not.toContain('alert(1)')
    expect(faultsOf(bytes)).toEqual([])
  })
})

onDefaultDatabase((start) => {
  const asked = async (server: Awaited<ReturnType<typeof start>>, who: string, path: string): Promise<Response> =>
    server.app.fetch(
      new Request(`http://localhost/api/v1/form/tiny/${path}`, { headers: { Authorization: `Bearer ${await server.token(who)}` } }),
    )

  test('[DL2] [DL3] each takes the part that they see, under its own name; who is of another institution takes nothing', async () => {
    const server = await start()
    const leader = await asked(server, 'ana', 'institution/norte/questionnaire/pdf?language=es')
    expect([leader.status, leader.headers.get('content-type'), leader.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('respuestas_tiny_NORTE.pdf'),
    ])
    expect(await textOf(new Uint8Array(await leader.arrayBuffer()))).toContain('Respuestas')
    const blank = await asked(server, 'ana', 'institution/norte/questionnaire/pdf?blank=true&language=en')
    expect([blank.status, blank.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('cuestionario_tiny_NORTE.pdf')])
    for (const who of ['sur-lider', 'dina'])
      expect([who, (await asked(server, who, 'institution/norte/questionnaire/pdf')).status]).toEqual([who, 404])
    expect((await asked(server, 'eva', 'institution/norte/questionnaire/pdf')).status).toBe(404)
  })
})
