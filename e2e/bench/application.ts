import type { BrowserContext, Page } from '@playwright/test'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { findBrowser } from '../browser.ts'
import { Device } from '../device.ts'
import { paired } from './durable.ts'
import { evidenceShape, realShape, unitsOf } from './form.ts'
import type { Person, Place } from './ground.ts'
import { openLab, type Lab } from './lab.ts'
import { quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const present = 5000
const files = 200
const fileBytes = 100_000
const coldRuns = 5
const typingRuns = 5
const keys = 'La institución revisa cada trimestre sus iniciativas.'
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

const leaderOf = (place: Place): Person => {
  const [leader] = place.people
  if (!leader) throw new Error(`${place.institutionId} has nobody`)
  return leader
}

const pathOf = ({ formId, institutionId }: Place, subDimension?: string): string =>
  ['/dashboard/form-filling', formId, institutionId, ...(subDimension ? [subDimension] : [])].join('/')

/** What the application remembers of who is signed in. */
function remembered({ actor, token }: Person, { institutionId, formId }: Place): Record<string, string> {
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

const remember = (context: BrowserContext, entries: Record<string, string>): Promise<void> =>
  context
    .addInitScript((given) => {
      for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
    }, entries)
    .then(() => undefined)

/** Milliseconds from the start of the navigation until the page has painted a text field that can be written in. */
const usableMs = (page: Page): Promise<number> =>
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

  const ours: number[] = []
  for (let run = 0; run < coldRuns; run += 1) {
    const fresh = await device.restart()
    await device.context.setOffline(true)
    await fresh.goto(pathOf(place), { waitUntil: 'commit' })
    ours.push(await usableMs(fresh))
  }
  await device.close()
  return [
    { what: `cold start offline to the first usable question, 5,000 answers and ${files} files kept`, unit: 'ms', ours, goal: '≤ 1,000' },
  ]
}

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
  const session = await device.context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const p95: number[] = []
  const switches: number[] = []
  for (let run = 0; run < typingRuns; run += 1) {
    p95.push(quantile(await keystrokes(page, run), 0.95))
    switches.push(await switchTo(page, `${place.formId}-s${run + 1}`))
  }
  await device.close()
  return [
    { what: `keystroke to next paint, p95 of ${keys.length}, 4× slower`, unit: 'ms', ours: p95, goal: '≤ 50' },
    { what: 'from one sub-dimension to another, 50 questions of 500, 4× slower', unit: 'ms', ours: switches, goal: '≤ 300' },
  ]
}

/** Milliseconds from each key until the frame after it has been given to the screen. */
async function keystrokes(page: Page, run: number): Promise<number[]> {
  await page.evaluate(() => {
    const took: number[] = []
    Reflect.set(window, 'keysTook', took)
    const onKey = (event: KeyboardEvent): void => {
      const { timeStamp } = event
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => took.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(null)
      })
    }
    Reflect.get(window, 'stopKeys')?.()
    document.addEventListener('keydown', onKey, { capture: true })
    Reflect.set(window, 'stopKeys', () => document.removeEventListener('keydown', onKey, { capture: true }))
  })
  await page.locator('main textarea:enabled').nth(run).click()
  await page.keyboard.type(keys, { delay: 80 })
  return page.evaluate((): number[] => Reflect.get(window, 'keysTook'))
}

/** Milliseconds from the click on a sub-dimension of the map until its first question can be seen and written in. */
function switchTo(page: Page, subDimensionId: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((each) => each.pathname.endsWith(`/${id}`))
        if (!link) throw new Error(`the map has no ${id}`)
        const started = performance.now()
        const look = (): void => {
          const shown = document.querySelector('main')?.textContent.includes(`${id}-q0?`)
          if (shown && document.querySelector('main textarea:enabled'))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          else requestAnimationFrame(look)
        }
        link.click()
        look()
      }),
    subDimensionId,
  )
}

const settleMs = 1000
const budgets = { login: 120, home: 260, questionnaire: 260 }

async function weights(lab: Lab, place: Place): Promise<Line[]> {
  const entries = remembered(leaderOf(place), place)
  const found: Line[] = []
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
      goal: `≤ ${budgets[name]}`,
    })
  }
  return found
}

async function weightOf(lab: Lab, path: string, entries: Record<string, string>, ready: string): Promise<number> {
  const context = await lab.newContext({ serviceWorkers: 'block' })
  await remember(context, entries)
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
