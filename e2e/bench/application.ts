import type { BrowserContext, Locator, Page } from '@playwright/test'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { findBrowser } from '../browser.ts'
import { Device } from '../device.ts'
import { paired } from './durable.ts'
import { evidenceShape, realShape, unitsOf } from './form.ts'
import type { Person, Place } from './ground.ts'
import { keys, keystrokes } from './keys.ts'
import { openLab, remember, type Lab } from './lab.ts'
import { quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const present = 5000
const files = 200
const fileBytes = 100_000
const coldRuns = 5
const typingRuns = 5
const slowDown = 4

/** The built application in a browser: its cold start without a network, its reaction to typing, and its weight. */
export async function application(): Promise<Line[]> {
  await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), logLevel: 'warn' })
  const lab = await openLab([
    { shape: evidenceShape, institutionId: 'frio', people: 2 },
    { shape: realShape, institutionId: 'tecla', people: 2 },
  ])
  try {
    const [cold, typing] = lab.places
    if (!cold || !typing) throw new Error('two institutions are needed')
    return [...(await coldStart(lab, cold)), ...(await typed(lab, typing)), ...(await weights(lab, typing))]
  } finally {
    await lab.close()
  }
}

export const leaderOf = (place: Place): Person => {
  const [leader] = place.people
  if (!leader) throw new Error(`${place.institutionId} has nobody`)
  return leader
}

export const pathOf = ({ formId, institutionId }: Place, subDimension?: string): string =>
  ['/dashboard/form-filling', formId, institutionId, ...(subDimension ? [subDimension] : [])].join('/')

/** What the application remembers of who is signed in. */
export function remembered({ actor, token }: Person, { institutionId, formId }: Place): Record<string, string> {
  const user = {
    _id: actor.id,
    name: actor.name,
    surname: '',
    email: `${actor.id}@${institutionId}.example`,
    kind: actor.kind,
    role: ['InstitutionalLeader'],
    institutionId,
    institution: `Servicio ${institutionId}`,
    formIdActive: formId,
    leader: true,
  }
  return { iip_local_token: token, iip_user: JSON.stringify(user) }
}

/** Milliseconds from the start of the navigation until the page has painted a text field that can be written in. */
export const usableMs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const field = document.querySelector<HTMLTextAreaElement>('main textarea:enabled:not([readonly])')
          if (field && field.getClientRects().length > 0) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

async function coldStart(lab: Lab, place: Place): Promise<Line[]> {
  const leader = leaderOf(place)
  const device = new Device({ browser: await findBrowser(), profile: join(lab.folder, 'cold'), url: lab.server.url })
  await device.open()
  await fill(lab, device.context, place)
  const page = await device.open()
  // The service worker moves in while the API is away, so that nothing that is kept here leaves.
  await device.context.route('**/api/**', (route) => route.abort())
  await remember(device.context, remembered(leader, place))
  await page.goto(pathOf(place))
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await usableMs(page)

  const bare = `${lab.floorUrl}bare`
  await page.goto(bare)
  await keepBare(page, paired(unitsOf(evidenceShape, present), textsOf('cold', present)))
  const lines: Line[] = []
  const what = `5,000 answers and ${files} files kept`
  for (const slower of [1, slowDown]) {
    const ours: number[] = []
    const beside: number[] = []
    for (let run = 0; run < coldRuns; run += 1) {
      ours.push(await coldMs(device, slower, pathOf(place), true))
      beside.push(await coldMs(device, slower, bare, false))
    }
    lines.push({
      what: `cold start offline to the first usable question, ${what}${slower === 1 ? '' : `, ${slower}× slower`}`,
      unit: 'ms',
      ours,
      beside,
      goal: { most: 1000 },
    })
  }
  await device.close()
  return lines
}

/** Starts the browser's process anew and opens a page: milliseconds until it can be written in. */
async function coldMs(device: Device, slower: number, path: string, offline: boolean): Promise<number> {
  const page = await device.restart()
  const session = await device.context.newCDPSession(page)
  if (slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await device.context.setOffline(offline)
  await page.goto(path, { waitUntil: 'commit' })
  return usableMs(page)
}

/** The floor's page has one record with as many answers. */
const keepBare = (page: Page, rows: readonly (readonly [string, string])[]): Promise<void> =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('bare', 1)
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('kept', 'readwrite')
          transaction.objectStore('kept').put(given, 'rows')
          transaction.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
        opening.addEventListener('error', () => reject(opening.error ?? new Error('bare')))
      }),
    rows,
  )

/** 5,000 answers that the server has confirmed, and files that it has not. */
async function fill(lab: Lab, context: BrowserContext, place: Place): Promise<void> {
  const leader = leaderOf(place)
  const page = await lab.loadBench(context)
  const units = unitsOf(evidenceShape, present)
  await page.evaluate((given) => window.bench.open(given), {
    ...leader,
    institutionId: place.institutionId,
    formId: place.formId,
    database: `iip-${leader.actor.id}`,
  })
  await page.evaluate((given) => window.bench.answer(given), paired(units, textsOf('cold', present)))
  await page.evaluate(() => window.bench.rest())
  await page.evaluate(() => window.bench.disconnect())
  const taking = units.filter((_, at) => (at % evidenceShape.questionsEach) % 3 === 0).slice(0, files)
  await page.evaluate(([given, bytes]) => window.bench.attach(given, bytes), [taking, fileBytes] as const)
  await page.close()
}

async function typed(lab: Lab, place: Place): Promise<Line[]> {
  const device = new Device({ browser: await findBrowser(), profile: join(lab.folder, 'typing'), url: lab.server.url })
  const page = await device.open()
  await remember(device.context, remembered(leaderOf(place), place))
  await page.goto(pathOf(place, `${place.formId}-s0`))
  await usableMs(page)
  const bare = await device.context.newPage()
  await bare.goto(`${lab.floorUrl}bare`)
  await keepBare(bare, paired(unitsOf(realShape, 100), textsOf('bare', 100)))
  await bare.reload()
  await usableMs(bare)
  for (const each of [page, bare]) {
    const session = await device.context.newCDPSession(each)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  }
  const typing: Beside = { ours: [], beside: [] }
  const switching: Beside = { ours: [], beside: [] }
  for (let run = 0; run < typingRuns; run += 1) {
    await page.bringToFront()
    typing.ours.push(quantile(await keystrokes(page, fieldsOf(page).nth(run)), 0.95))
    const next = `${place.formId}-s${run + 1}`
    switching.ours.push(await switchTo(page, `/${next}`, `${next}-q0?`))
    await bare.bringToFront()
    await bare.reload()
    await usableMs(bare)
    typing.beside.push(quantile(await keystrokes(bare, fieldsOf(bare).nth(run)), 0.95))
    switching.beside.push(await switchTo(bare, '#more', `${unitsOf(realShape, 51).at(-1)}?`))
  }
  await device.close()
  return [
    { what: `keystroke to next paint, p95 of ${keys.length}, 4× slower`, unit: 'ms', ...typing, goal: { most: 50 } },
    { what: 'from one sub-dimension to another, 50 questions of 500, 4× slower', unit: 'ms', ...switching, goal: { most: 300 } },
  ]
}

const fieldsOf = (page: Page): Locator => page.locator('main textarea:enabled')

interface Beside {
  readonly ours: number[]
  readonly beside: number[]
}

/** Milliseconds from the click on a link until the first question behind it can be seen and written in. */
function switchTo(page: Page, link: string, question: string): Promise<number> {
  return page.evaluate(
    ([to, wanted]) =>
      new Promise<number>((resolve) => {
        const found = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((each) => each.href.endsWith(to))
        if (!found) throw new Error(`nothing leads to ${to}`)
        const started = performance.now()
        const look = (): void => {
          const shown = document.querySelector('main')?.textContent.includes(wanted)
          if (shown && document.querySelector('main textarea:enabled'))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          else requestAnimationFrame(look)
        }
        found.click()
        look()
      }),
    [link, question] as const,
  )
}

const settleMs = 1000
const budgets = { login: 120, home: 260, questionnaire: 260 }

async function weights(lab: Lab, place: Place): Promise<Line[]> {
  const entries = remembered(leaderOf(place), place)
  const found: Line[] = []
  const beside = [(await emptyPage()) / 1000]
  const visits = [
    { name: 'login', path: '/login', entries: {}, ready: 'form' },
    { name: 'home', path: '/dashboard/Home', entries, ready: 'main h1' },
    { name: 'questionnaire', path: pathOf(place), entries, ready: 'main textarea' },
  ] as const
  for (const { name, path, entries: known, ready } of visits) {
    const kb = (await weightOf(lab, path, known, ready)) / 1000
    found.push({
      what: `gzip of the scripts and styles that the first visit asks for: ${name}`,
      unit: 'kB',
      ours: [kb],
      beside,
      goal: { most: budgets[name] },
    })
  }
  return found
}

/** Bytes, gzip, of a page that shows one empty field with the same framework. */
async function emptyPage(): Promise<number> {
  const entry = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
createRoot(document.body).render(createElement('textarea'))`
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'empty',
        resolveId: (id) => (id === 'empty' ? join(import.meta.dirname, 'empty.js') : null),
        load: (id) => (id.endsWith('/empty.js') ? entry : null),
      },
    ],
    build: { write: false, target: 'es2023', rollupOptions: { input: 'empty' } },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const chunks = outputs.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : '')))
  return chunks.reduce((sum, code) => sum + gzipSync(code).byteLength, 0)
}

async function weightOf(lab: Lab, path: string, entries: Record<string, string>, ready: string): Promise<number> {
  const context = await lab.newContext()
  await remember(context, entries)
  // What the service worker fetches for later is not what the visit waits for.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) bodies.push(response.body())
  })
  await page.goto(`${lab.server.url}${path}`)
  await page.locator(ready).first().waitFor()
  // What the page itself asks for once it stands.
  await page.waitForTimeout(settleMs)
  const loaded = await Promise.all(bodies)
  await context.close()
  return loaded.reduce((sum, body) => sum + gzipSync(body).byteLength, 0)
}
