import type { Page } from '@playwright/test'
import { openSqlite } from '#server/db/open.ts'
import { openSession } from '#server/http/session.ts'
import { migrate } from '#server/migrations/run.ts'
import { writeChanges } from '#server/sync/changes.ts'
import { changesOfForm, storeOwnDefinition } from '#server/world/definitions.ts'
import type { Person } from '#shared/accounts/model.ts'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { questionKinds, type FormDefinition, type Question } from '#shared/forms/model.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { findBrowser } from '../browser.ts'
import { Device } from '../device.ts'
import { ServerProcess } from '../server.ts'
import type { FloorRow } from './floor.ts'
import { keys, keystrokes } from './keys.ts'
import { remember, startFloor } from './lab.ts'
import { quantile, type Line } from './stats.ts'

const runs = 5
const subDimensions = 10
const questionsEach = 50
const slowDown = 4

/** Kinds in turn, but blocks: each question of a sub-dimension stands in one row of its own. */
const kinds = questionKinds.filter((kind) => kind !== 'Block')
const options = ['Sí, por escrito', 'Sí, de palabra', 'En parte', 'No'].map((value) => ({ value }))

/** 500 questions of all kinds in ten sub-dimensions; every tenth hangs on the yes/no before it. */
function questionnaireOf(formId: string): FormDefinition {
  const subs = Array.from({ length: subDimensions }, (_, at) => `${formId}-s${at}`)
  const questions = subs.flatMap((dimensionId) =>
    Array.from({ length: questionsEach }, (_, at): Question => {
      const id = `${dimensionId}-q${at}`
      const hangs = at % 10 === 9
      const kind = at % 10 === 8 ? 'Boolean' : (kinds[at % kinds.length] ?? 'SimpleText')
      return aQuestion(id, kind, {
        text: `¿Cómo se realiza en su institución lo que se describe en ${id}?`,
        dimensionId,
        ...(kind === 'Single' || kind === 'Multiple' ? { options } : {}),
        ...(kind === 'Date' ? { min: '2026-01-01' } : {}),
        ...(hangs ? { parentId: `${dimensionId}-q${at - 1}`, visibleIf: true } : {}),
      })
    }),
  )
  const tree = { [`${formId}-d0`]: subs.slice(0, 5), [`${formId}-d1`]: subs.slice(5) }
  return aDefinition(questions, { versionId: `${formId}-v1`, formId, name: `Formulario ${formId}`, tree })
}

const administrator: Person = {
  id: 'administra',
  name: 'Persona',
  surname: 'De Prueba',
  email: 'administra@laboratorio.example',
  kind: 'Administrator',
  institutionId: null,
  active: true,
  joined: true,
}

/** Writes a database with forms that are being made, and signs their administrator in. */
async function layForms(dataDir: string, definitions: readonly FormDefinition[]): Promise<string> {
  const now = instantOf(Date.now())
  const db = openSqlite(join(dataDir, 'iip.sqlite'))
  await migrate(db)
  const token = await db.write(async (tx) => {
    const forms = definitions.flatMap((definition) => {
      const { formId: id, name, versionId } = definition
      return changesOfForm({ id, name, versionId, description: '', enabled: false, stages: [] }, definition)
    })
    await writeChanges(tx, [...forms, { scope: catalogScope, part: '', table: 'person', id: administrator.id, row: administrator }], now)
    for (const definition of definitions) await storeOwnDefinition(tx, definition, now)
    await tx.q.updateTable('user').set({ show_onboarding: 0 }).execute()
    return openSession(tx, { userId: administrator.id }, now)
  })
  await db.close()
  return token
}

/** The editor of a form of 500 questions: opened from the table of forms, and written in. */
export async function editor(): Promise<Line[]> {
  await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), logLevel: 'warn' })
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const ids = Array.from({ length: 2 * runs }, (_, at) => `f${at}`)
  const definitions = ids.map(questionnaireOf)
  const token = await layForms(join(folder, 'data'), definitions)
  const server = await ServerProcess.launch({ dataDir: join(folder, 'data'), env: { SEED: 'none' } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  const device = new Device({ browser: await findBrowser(), profile: join(folder, 'profile'), url: server.url })
  try {
    await fetch(floor.url, { method: 'POST', body: JSON.stringify(definitions.flatMap(rowsOf)) })
    const page = await device.open()
    const { id, ...person } = administrator
    await remember(device.context, { iip_local_token: token, iip_user: JSON.stringify({ _id: id, ...person, role: [] }) })
    await page.goto('/dashboard/formularios')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const bare = await device.context.newPage()
    const pages: Pages = { page, bare, floorUrl: floor.url }
    const opened = await opening(pages, definitions.slice(0, runs), 1)
    return [...opened, ...(await opening(pages, definitions.slice(runs), slowDown)), ...(await writing(pages, definitions[runs]))]
  } finally {
    await device.close()
    floor.process.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const rowsOf = ({ formId, questions }: FormDefinition): FloorRow[] =>
  questions.map((question) => ({ scope: formId, id: question.id, data: JSON.stringify(question) }))

interface Pages {
  readonly page: Page
  readonly bare: Page
  readonly floorUrl: string
}

interface Beside {
  readonly ours: number[]
  readonly beside: number[]
}
const nothing = (): Beside => ({ ours: [], beside: [] })

async function slowed(page: Page, slower: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Each form from the table of forms in a fresh page, which has to bring it, and then once more. */
async function opening(pages: Pages, definitions: readonly FormDefinition[], slower: number): Promise<Line[]> {
  const { page, bare } = pages
  const brought = nothing()
  const again = nothing()
  await slowed(page, slower)
  await slowed(bare, slower)
  for (const definition of definitions) {
    for (const which of [brought, again]) {
      await page.bringToFront()
      which.ours.push(await openForm(page, definition))
      await bare.bringToFront()
      which.beside.push(await openBare(pages, definition))
    }
  }
  const suffix = slower === 1 ? '' : `, ${slower}× slower`
  return [
    { what: `form of 500 questions opened from the table, brought${suffix}`, unit: 'ms', ...brought, goal: { most: 1000 } },
    { what: `form of 500 questions opened from the table, held${suffix}`, unit: 'ms', ...again, goal: { most: 1000 } },
  ]
}

async function openForm(page: Page, { name }: FormDefinition): Promise<number> {
  await page.goto('/dashboard/formularios')
  const button = page.getByRole('button', { name: `Editar preguntas de ${name}`, exact: true })
  await button.waitFor()
  return fromPress(page, await button.evaluateHandle((found) => found))
}

async function openBare({ bare, floorUrl }: Pages, { formId }: FormDefinition): Promise<number> {
  await bare.goto(`${floorUrl}form?scope=${formId}`)
  const button = bare.locator('body[data-ready] #open')
  await button.waitFor()
  return fromPress(bare, await button.evaluateHandle((found) => found))
}

type Pressed = Awaited<ReturnType<Page['evaluateHandle']>>

/** Milliseconds from the press until the questions of a sub-dimension can be seen and pressed. */
const fromPress = (page: Page, button: Pressed, count = questionsEach): Promise<number> =>
  page.evaluate(
    ([pressed, wanted]) =>
      new Promise<number>((resolve, reject) => {
        if (!(pressed instanceof HTMLElement)) return reject(new Error('nothing to press'))
        const started = performance.now()
        const look = (): void => {
          if (document.querySelectorAll('main h5 button').length >= wanted)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          else requestAnimationFrame(look)
        }
        pressed.click()
        look()
      }),
    [button, count] as const,
  )

/** Keys in the text of an open question, with its sub-dimension unfolded and with all of them. */
async function writing(pages: Pages, definition: FormDefinition | undefined): Promise<Line[]> {
  if (!definition) throw new Error('no form to write in')
  const { page, bare } = pages
  const few = nothing()
  const all = nothing()
  const unfolding = nothing()
  await page.bringToFront()
  await openForm(page, definition)
  await bare.bringToFront()
  await openBare(pages, definition)
  for (let run = 0; run < runs; run += 1) {
    await page.bringToFront()
    few.ours.push(await typedIn(page, run))
    await bare.bringToFront()
    few.beside.push(await typedInBare(bare))
  }
  await page.bringToFront()
  const unfold = page.getByRole('button', { name: 'Desplegar todo' })
  unfolding.ours.push(await fromPress(page, await unfold.evaluateHandle((found) => found), subDimensions * questionsEach))
  await bare.bringToFront()
  unfolding.beside.push(await fromPress(bare, await bare.locator('#all').evaluateHandle((found) => found), subDimensions * questionsEach))
  for (let run = 0; run < runs; run += 1) {
    await page.bringToFront()
    all.ours.push(await typedIn(page, runs + run))
    await bare.bringToFront()
    all.beside.push(await typedInBare(bare))
  }
  const what = `key in a question's text to next paint, p95 of ${keys.length}, ${slowDown}× slower`
  return [
    { what: `${what}, 50 of 500 unfolded`, unit: 'ms', ...few, goal: { most: 50 } },
    { what: `${what}, all 500 unfolded`, unit: 'ms', ...all, goal: { most: 50 } },
    { what: `all ten sub-dimensions unfolded, ${slowDown}× slower`, unit: 'ms', ...unfolding, goal: null },
  ]
}

/** Opens a question of the first sub-dimension and writes in it. */
async function typedIn(page: Page, at: number): Promise<number> {
  await page.locator('main h5 button').nth(at).click()
  const field = page.getByRole('textbox', { name: 'Pregunta', exact: true })
  await field.waitFor()
  const took = quantile(await keystrokes(page, field), 0.95)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  return took
}

const typedInBare = async (bare: Page): Promise<number> => quantile(await keystrokes(bare, bare.locator('main textarea')), 0.95)
