import { readPdf } from './testing/documents/read-text.ts'
import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pdfOf } from './seeds/evidence.ts'
import { wire, type TestApp } from './testing/app.ts'
import { onEachDatabase, type Start } from './testing/databases.ts'

/** What stands in each sub-dimension, and nowhere else. */
const canaries = { s11: 'CANARIO-UNO', s12: 'CANARIO-DOS', s21: 'CANARIO-TRES' } as const
const bytes = new Uint8Array(pdfOf('Respaldo', ['uno']))
const sha256 = createHash('sha256').update(bytes).digest('hex')

/**
 * norte with an answer and an observation in each sub-dimension, and a file in s12: berta leads d1, carlos answers in s11, dina in s21. The
 * first revision's observations have been released.
 */
async function corrected(start: Start): Promise<TestApp> {
  const server = await start({ rehearsal: false })
  const ana = await server.token('ana')
  const assigned = (seq: number, element: string, level: string, userId: string) =>
    wire(seq, 'assignment.set', { elements: [{ element, level }], who: { userId } })
  const file = { id: 'file-of-s12', unit: 'q9', name: `${canaries.s12}.pdf`, sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
  const { data } = await server.push(ana, 'dev-ana', [
    assigned(1, 'd1', 'Dimension', 'berta'),
    assigned(2, 's11', 'Subdimension', 'ana'),
    assigned(3, 'd2', 'Dimension', 'ana'),
    assigned(4, 's21', 'Subdimension', 'ana'),
    assigned(5, 'q1', 'Question', 'carlos'),
    assigned(6, 'q20', 'Question', 'dina'),
    wire(7, 'answer.set', { unit: 'q1', value: canaries.s11 }),
    wire(8, 'answer.set', { unit: 'q9', value: canaries.s12 }),
    wire(9, 'answer.set', { unit: 'q20', value: canaries.s21 }),
    wire(10, 'attachment.add', file),
  ])
  expect(data.results).toEqual([])
  const body = { sha256, size: bytes.length, mime: 'application/pdf' }
  expect((await server.call('POST', `attachments/${file.id}/upload`, { token: ana, body })).status).toBe(200)
  const part = await server.app.fetch(
    new Request(`http://localhost/api/v1/attachments/${file.id}/upload`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${ana}`, 'Upload-Offset': '0' },
      body: bytes,
    }),
  )
  expect(part.status).toBe(204)
  server.clock.advance(32 * dayMs)
  await server.app.tick()
  for (const [question, comment] of [
    ['q1', canaries.s11],
    ['q9', canaries.s12],
    ['q20', canaries.s21],
  ] as const) {
    const path = `evaluator/evaluate/form/tiny/institution/norte/question/${question}`
    expect((await server.call('POST', path, { token: await server.token('eva'), body: { decision: 'Observed', comment } })).status).toBe(
      200,
    )
  }
  server.clock.advance(30 * dayMs)
  await server.app.tick()
  return server
}

interface Read {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly paths: readonly string[]
  /** Sub-dimensions of which it tells something to who sees them all. */
  readonly of: ReadonlyArray<keyof typeof canaries>
}

const institution = 'institution/norte'
const all = ['s11', 's12', 's21'] as const
const reads: readonly Read[] = [
  { what: 'answers', method: 'POST', paths: ['form/tiny/getAnswers'], of: all },
  { what: 'evaluations', method: 'GET', paths: [`evaluator/evaluations/form/tiny/${institution}`], of: all },
  {
    what: 'history',
    method: 'GET',
    paths: ['q1', 'q9', 'q20'].map((question) => `questionTraceability/form/tiny/${institution}/question/${question}/child/-1`),
    of: all,
  },
  { what: 'table of answers', method: 'GET', paths: [`form/tiny/${institution}/answers/export`], of: all },
  { what: 'answers on paper', method: 'GET', paths: [`form/tiny/${institution}/questionnaire/pdf`], of: all },
  { what: 'files together', method: 'GET', paths: ['form/tiny/file/norte/bulk-export'], of: ['s12'] },
]

async function told(server: TestApp, who: string, { method, paths }: Read): Promise<string> {
  const token = await server.token(who)
  const texts: string[] = []
  for (const path of paths) {
    const headers = { Authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}) }
    const init = { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) }
    const reply = await server.app.fetch(new Request(`http://localhost/api/v1/${path}`, init))
    expect(reply.status, `${who}: ${path}`).toBe(200)
    const bytes = await reply.arrayBuffer()
    const isPaper = reply.headers.get('Content-Type') === 'application/pdf'
    // Words may be broken over lines.
    texts.push(isPaper ? (await readPdf(new Uint8Array(bytes))).text.replaceAll(/\s+/g, ' ') : Buffer.from(bytes).toString('latin1'))
  }
  return texts.join('\n')
}

/** The sub-dimensions that each of norte's people sees. */
const seen: Readonly<Record<string, readonly string[]>> = { ana: all, berta: ['s11', 's12'], carlos: ['s11'], dina: ['s21'] }

onEachDatabase((start, _, testOnce) => {
  testOnce(
    '[VI3] answers, evaluations, history, table and files come by REST only of the sub-dimensions that the person sees',
    async () => {
      const server = await corrected(start)
      for (const [who, parts] of Object.entries(seen)) {
        for (const read of reads) {
          const text = await told(server, who, read)
          const found = all.filter((part) => text.includes(canaries[part]))
          expect(found, `${read.what} of ${who}`).toEqual(read.of.filter((part) => parts.includes(part)))
        }
      }
    },
  )

  test('[VI3] dimensions, questions, pendings and counts come by REST only of the sub-dimensions that the person sees', async () => {
    const server = await corrected(start)
    for (const [who, parts] of Object.entries(seen)) {
      const token = await server.token(who)
      const subs = (found: readonly string[]): string[] => [...all, 'survey'].filter((id) => found.includes(id) && id !== 'survey')
      const get = async (path: string, body?: object): Promise<unknown> =>
        (await server.call(body ? 'POST' : 'GET', path, { token, body })).data
      const dimensions = (await get('form/tiny/dimensions')) as { _id: string }[]
      expect(subs(dimensions.map((each) => each._id)), `dimensions of ${who}`).toEqual(parts)
      const form = (await get('form/tiny')) as { dimensionsById: object; questionById: Record<string, { dimensionId: string }> }
      expect(subs(Object.keys(form.dimensionsById)), `form of ${who}`).toEqual(parts)
      expect(subs(Object.values(form.questionById).map((each) => each.dimensionId)), `questions of ${who}`).toEqual(parts)
      const counted = (await get('form/tiny/calculated', {})) as { byDimension: object }
      expect(subs(Object.keys(counted.byDimension)), `counts of ${who}`).toEqual(parts)
      const role = must({ ana: 'InstitutionalLeader', berta: 'DimensionLeader', carlos: 'Professional', dina: 'Professional' }[who], who)
      const pendings = JSON.stringify(await get(`form/tiny/pendings/${role}`, {}))
      expect(
        all.filter((id) => pendings.includes(`"${id}"`)),
        `pendings of ${who}`,
      ).toEqual(parts)
    }
  })
})
