import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import type { Device } from '../device.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { admin, type Persona } from '#server/testing/personas.ts'
import { RestCaller } from '../rest.ts'
import { Answering } from '../screens/answering.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { noticed, upToDate } from '../screens/sync-panel.ts'
import type { ServerProcess } from '../server.ts'

const form = 'indice-2025'
const institutionName = 'Servicio de Ensayo de la Sierra'
const password = 'una frase de prueba'
const posts = ['lider', 'delegado', 'dimension', 'subdimension', 'profesional', 'profesional2'] as const
type Post = (typeof posts)[number]
const emailOf = (post: Post): string => `${post}@sierra.example`

/** Who answers what: each sub-dimension is one person's, and half of them have no network while they work. */
const work: Readonly<Record<Post, { readonly parts: readonly string[]; readonly offline: boolean }>> = {
  lider: { parts: ['efectos-percibidos', 'evidencia-resultados'], offline: false },
  delegado: { parts: ['participacion-usuarios', 'coordinacion-interinstitucional'], offline: true },
  dimension: { parts: ['gestion-entorno', 'procesos'], offline: false },
  subdimension: { parts: ['recursos-digitales', 'estrategia-gobernanza'], offline: true },
  profesional: { parts: ['talento-humano', 'marco-institucional'], offline: true },
  profesional2: { parts: ['actividades-practicas', 'procedimientos'], offline: false },
}

/** Token of the invitation that a person got by letter; undefined before it came. */
function invitationOf(server: ServerProcess, email: string): string | undefined {
  const folder = join(server.dataDir, 'mail')
  const mine = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .filter((mail) => mail.includes(`<${email}>`) || mail.includes(`To: ${email}`))
  return mine.flatMap((mail) => /invite\?token=([\w.-]+)/.exec(mail)?.[1] ?? [])[0]
}

const named = v.looseObject({ _id: v.string() })

/** An institution that has answered nothing, with its six people, each responsible for something, joined by their letters. */
async function prepared(server: ServerProcess): Promise<{ readonly id: string; readonly people: Readonly<Record<Post, Persona>> }> {
  const lab = await RestCaller.signIn(server, admin)
  const { _id: id } = v.parse(
    named,
    await lab.post('institution', {
      name: institutionName,
      code: 'SES',
      abbreviation: 'SES',
      category: 'nuevas',
      orientation: 'Institucional',
      domains: ['sierra.example'],
      leader: { name: 'Elena', surname: 'Prueba', email: emailOf('lider') },
    }),
  )
  const standing = v.parse(
    v.record(v.string(), v.looseObject({ evaluator: v.nullable(v.string()) })),
    await lab.get(`form/${form}/participant`),
  )
  await lab.post(`form/${form}/participant`, {
    institutions: [
      ...Object.entries(standing).map(([institutionId, { evaluator }]) => ({ institutionId, evaluatorId: evaluator })),
      { institutionId: id, evaluatorId: null },
    ],
  })
  const join = async (post: Post): Promise<Persona> => {
    const email = emailOf(post)
    await expect.poll(() => invitationOf(server, email), { timeout: 60_000 }).toBeTruthy()
    await lab.post('auth/invite', { token: invitationOf(server, email), email, password, confirmPassword: password })
    const persona = { email, password, fullName: `${post} Prueba`, institution: institutionName }
    const own = await RestCaller.signIn(server, persona)
    // The introduction is another journey's.
    await own.post(`user/${v.parse(named, await own.get('auth/me'))._id}/onboard`, {})
    return persona
  }
  const lider = await join('lider')
  const leader = await RestCaller.signIn(server, lider)
  const definition = v.parse(
    v.looseObject({
      dimensions: v.array(v.string()),
      dimensionsById: v.record(v.string(), v.looseObject({ subDimensions: v.array(v.string()), questions: v.array(v.string()) })),
      questionById: v.record(v.string(), v.looseObject({ administrative: v.boolean() })),
    }),
    await leader.get(`form/${form}`),
  )
  const invited = (post: Post) => ({ name: post, surname: 'Prueba', email: emailOf(post) })
  const assign = (post: Post, level: string, elements: readonly string[]): Promise<unknown> =>
    leader.post(`form/${form}/responsable/assign`, {
      institution: id,
      user: invited(post),
      elements: elements.map((element) => ({ element, level })),
    })
  const subs = definition.dimensions.flatMap((each) => definition.dimensionsById[each]?.subDimensions ?? [])
  const questionsOf = (parts: readonly string[]): string[] =>
    parts
      .flatMap((part) => definition.dimensionsById[part]?.questions ?? [])
      .filter((each) => definition.questionById[each]?.administrative === false)
  await leader.post(`form/${form}/assign/delegate`, { institution: id, user: invited('delegado') })
  await assign('dimension', 'Dimension', definition.dimensions)
  await assign('subdimension', 'Subdimension', subs)
  for (const post of ['profesional', 'profesional2', 'dimension', 'lider', 'delegado'] as const)
    await assign(post, 'Question', questionsOf(work[post].parts))
  const others = await Promise.all(posts.slice(1).map(join))
  const people = { lider, ...Object.fromEntries(posts.slice(1).map((post, at) => [post, must(others[at], post)])) } as Record<Post, Persona>
  return { id, people }
}

test('six people on six browsers, half of them without a network, go from nothing to sent: every answer and file is on the server, and none twice', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(15 * 60_000)
  const { id, people } = await test.step('an institution with six people who were invited by letter', () => prepared(ownServer))
  const desks = new Map<Post, { readonly device: Device; readonly page: Page; readonly answering: Answering }>()
  const deskOf = (post: Post) => must(desks.get(post), post)

  await test.step('each signs in on a computer of their own', async () => {
    for (const post of posts) {
      const device = await newDevice(ownServer.url)
      const page = await device.open()
      await signIn(page, people[post])
      await upToDate(page)
      desks.set(post, { device, page, answering: new Answering(page, post) })
    }
  })

  await test.step('they answer at the same time', async () => {
    await Promise.all(
      posts.map(async (post) => {
        const { device, page, answering } = deskOf(post)
        await page.goto(fillingPath({ institutionId: id, subDimensionId: must(work[post].parts[0], post) }))
        await expect(page.getByRole('article').first()).toBeVisible()
        if (work[post].offline) await goOffline(device.context)
        for (const part of work[post].parts) {
          const path = fillingPath({ institutionId: id, subDimensionId: part })
          await page.goto(path)
          await expect(page).toHaveURL(new RegExp(`${part}$`))
          await answering.answerShown()
        }
      }),
    )
  })

  await test.step('who was without a network comes back, and everything arrives', async () => {
    for (const post of posts) if (work[post].offline) await goOnline(deskOf(post).device.context)
    for (const post of posts) await upToDate(deskOf(post).page, noticed)
  })

  await test.step('each sends upward, the leader last, and gets the receipt', async () => {
    for (const post of ['profesional', 'profesional2', 'subdimension', 'dimension', 'lider'] as const) {
      const { page } = deskOf(post)
      await page.goto('/dashboard/send')
      await upToDate(page)
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await expect(page.getByRole('article', { name: /^Comprobante / })).toBeVisible()
    }
  })

  await test.step('the server holds every answer and every file, once', async () => {
    const rest = await RestCaller.signIn(ownServer, people.lider)
    const list = v.parse(
      v.array(
        v.looseObject({
          questionId: v.string(),
          index: v.number(),
          actual: v.unknown(),
          level: v.nullable(v.number()),
          isAttachedFile: v.boolean(),
        }),
      ),
      await rest.post(`form/${form}/getAnswers`, { institution: id }),
    )
    const given = list.filter(({ actual }) => actual !== null && actual !== '')
    const answered = [...desks.values()].flatMap(({ answering }) => [...answering.done.answers.keys()])
    expect(new Set(answered).size).toBe(answered.length)
    expect(given).toHaveLength(answered.length)
    expect(new Set(given.map(({ level }) => level))).toEqual(new Set([0]))
    const files = [...desks.values()].flatMap(({ answering }) => [...answering.done.files])
    expect(list.filter(({ isAttachedFile }) => isAttachedFile)).toHaveLength(files.length)
    for (const [name, bytes] of files) expect(keptFile(ownServer, name), name).toBe(createHash('sha256').update(bytes).digest('hex'))
    // Of each unit the last thing that was applied is what its person answered, and nothing was applied twice.
    for (const post of posts) {
      const { done } = deskOf(post).answering
      const entries = ledgerOf(ownServer, must(await userIdOf(rest, people[post].email), post))
      expect(
        entries.filter(({ disposition }) => disposition !== 'applied' && disposition !== 'noop'),
        post,
      ).toEqual([])
      expect(new Set(entries.map(({ mid }) => mid)).size, post).toBe(entries.length)
      const applied = entries.filter(({ disposition }) => disposition === 'applied')
      const stands = new Map<string, string>()
      for (const { args } of applied.filter(({ name }) => name === 'answer.set')) {
        const { unit, value } = v.parse(setArgs, JSON.parse(args))
        expect(stands.get(unit), `${post}: ${unit} twice the same`).not.toBe(wordsOf(value))
        stands.set(unit, wordsOf(value))
      }
      expect(Object.fromEntries(stands), post).toEqual(Object.fromEntries([...done.answers].map(([unit, value]) => [unit, wordsOf(value)])))
      expect(applied.filter(({ name }) => name === 'attachment.add').length, post).toBe(done.files.size)
    }
  })
})

const setArgs = v.object({ unit: v.string(), value: v.unknown() })
const valueParts = v.union([
  v.object({ rows: v.array(v.unknown()) }),
  v.object({ choices: v.array(v.object({ value: v.string() })), none: v.optional(v.boolean()) }),
])

/** A value as it is compared: a text by its words, a block by how many rows, choices in whatever order. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string')
    return value
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const parts = v.safeParse(valueParts, value)
  if (!parts.success) return JSON.stringify(value)
  if ('rows' in parts.output) return `${parts.output.rows.length} rows`
  return parts.output.none === true
    ? 'none'
    : parts.output.choices
        .map((each) => each.value)
        .toSorted()
        .join(' + ')
}

async function userIdOf(rest: RestCaller, email: string): Promise<string | undefined> {
  const people = v.parse(v.array(v.looseObject({ id: v.string(), email: v.string() })), await rest.get('user/institutional-roles'))
  return people.find((each) => each.email === email)?.id
}
