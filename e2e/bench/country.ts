import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { pageAddress } from '#shared/addresses.ts'
import { findBrowser } from '../browser.ts'
import { Device } from '../device.ts'
import { ServerProcess } from '../server.ts'
import { countryShape, labPassword, layCountry, type Country } from './country-ground.ts'
import { longestFrameMs, preparedMs, weightOf } from './country-held.ts'
import type { FloorRow } from './floor.ts'
import { unitsOf } from './form.ts'
import type { Person } from './ground.ts'
import { startFloor } from './lab.ts'
import type { Line } from './stats.ts'
import { textsOf } from './texts.ts'

/** How large a country is measured: the goals are for `whole`; `small` shows that every line can be had. */
const sizes = {
  whole: { institutions: 300, answers: 200, runs: 3 },
  small: { institutions: 10, answers: 20, runs: 1 },
} as const
const evaluators = 10
const slowDown = 4
const opened = 5
/** Until a page has asked for nothing more for so long, it is still at work behind its list. */
const quietMs = 1500

/** What the lab's people see of a country: their lists, and one institution behind them. */
export async function country(): Promise<Line[]> {
  await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), logLevel: 'warn' })
  const { institutions, answers, runs } = sizes[process.env['BENCH_COUNTRY'] === 'small' ? 'small' : 'whole']
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const dataDir = join(folder, 'data')
  const laid = await layCountry(dataDir, { institutions, answers, people: 3, evaluators, stage: 'FirstRevision' })
  const server = await ServerProcess.launch({ dataDir, env: { SEED: 'none' } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  const bench = new Lists({ folder, url: server.url, floorUrl: floor.url, laid, answers, runs })
  try {
    const [evaluator] = laid.evaluators
    if (!evaluator) throw new Error('nobody evaluates')
    const theirs = Math.ceil(institutions / evaluators)
    await bench.layFloor([institutions, theirs])
    const whose = `${institutions} institutions × ${answers} answers`
    return [
      ...(await bench.linesOf('administrator', laid.administrator, institutions, whose)),
      ...(await bench.heldLines('administrator', laid.administrator, institutions)),
      ...(await bench.linesOf('evaluator', evaluator, theirs, whose)),
      ...(await bench.heldLines('evaluator', evaluator, theirs)),
    ]
  } finally {
    floor.process.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface ListsGround {
  readonly folder: string
  readonly url: string
  readonly floorUrl: string
  readonly laid: Country
  readonly answers: number
  readonly runs: number
}

interface Beside {
  readonly ours: number[]
  readonly beside: number[]
}
const nothing = (): Beside => ({ ours: [], beside: [] })

class Lists {
  readonly #ground: ListsGround
  #profiles = 0

  constructor(ground: ListsGround) {
    this.#ground = ground
  }

  /** The floor's server has a row of six figures for each institution of a list, and the answers of those that are opened. */
  async layFloor(counts: readonly number[]): Promise<void> {
    const { laid, answers } = this.#ground
    const rows: FloorRow[] = counts.flatMap((count) =>
      laid.institutions
        .slice(0, count)
        .map((id, at) => ({ scope: `list-${count}`, id, data: JSON.stringify([at, 1, 2, 3, 4, 'Enviado']) })),
    )
    const texts = textsOf('floor', answers)
    for (const id of laid.institutions.slice(0, opened))
      rows.push(...unitsOf(countryShape, answers).map((unit, at) => ({ scope: id, id: unit, data: texts[at] ?? '' })))
    await fetch(this.#ground.floorUrl, { method: 'POST', body: JSON.stringify(rows) })
  }

  async linesOf(name: string, person: Person, count: number, whose: string): Promise<Line[]> {
    const times = new Map<string, Beside>()
    const bytes = nothing()
    const into = (what: string): Beside => {
      const found = times.get(what) ?? nothing()
      times.set(what, found)
      return found
    }
    const opening = nothing()
    for (let run = 0; run < this.#ground.runs; run += 1) {
      for (const slower of [1, slowDown]) {
        const suffix = slower === 1 ? '' : `, ${slower}× slower`
        const device = await this.#newDevice()
        const first = await this.#signIn(device, person, count, slower)
        into(`first sign-in${suffix}`).ours.push(first.ms)
        if (slower === 1) bytes.ours.push(first.bytes / 1000)
        const path = new URL((await device.open()).url()).pathname
        into(`reopened offline${suffix}`).ours.push(await this.#reopen(device, path, count, slower, true))
        if (slower === 1 && run === 0) opening.ours.push(...(await this.#opened(device, path, count)))
        await device.close()
        const bare = await this.#newDevice()
        const list = `${this.#ground.floorUrl}list?scope=list-${count}`
        const floor = await this.#bareFirst(bare, list, count, slower)
        into(`first sign-in${suffix}`).beside.push(floor.ms)
        if (slower === 1) bytes.beside.push(floor.bytes / 1000)
        into(`reopened offline${suffix}`).beside.push(await this.#reopen(bare, list, count, slower, false))
        if (slower === 1 && run === 0) opening.beside.push(...(await this.#bareOpened(bare, list, count)))
        await bare.close()
      }
    }
    const goals: Record<string, number> = { 'first sign-in': 1000, 'reopened offline': 500 }
    return [
      ...[...times].map(([what, took]): Line => ({
        what: `${name}'s list usable, ${whose}, ${what}`,
        unit: 'ms',
        ...took,
        goal: { most: goals[what] ?? 2000 },
      })),
      { what: `${name}: bytes on the wire from sign-in until the list is usable`, unit: 'kB', ...bytes, goal: { most: 1000 } },
      { what: `${name}: one institution opened from the list, never opened before`, unit: 'ms', ...opening, goal: { most: 300 } },
    ]
  }

  /** What a device holds when the list stands, and when every institution of it was brought for a journey. */
  async heldLines(name: string, person: Person, count: number): Promise<Line[]> {
    const device = await this.#newDevice()
    await this.#signIn(device, person, count, 1)
    const page = await device.open()
    const path = new URL(page.url()).pathname
    const listed = await weightOf(page)
    const frames = [await longestFrameMs(page, slowDown)]
    const prepared = await preparedMs(page)
    await quiet(page)
    const brought = await weightOf(page)
    const reopened = await this.#reopen(device, path, count, 1, true)
    const again = await weightOf(await device.open())
    await device.close()
    const held = (what: string, unit: string, ours: number[], most: number | null): Line => ({
      what: `${name}: ${what}`,
      unit,
      ours,
      goal: most === null ? null : { most },
    })
    return [
      held('longest frame while the list is scrolled, 4× slower', 'ms', frames, 100),
      held('memory of the page, overviews alone', 'MB', [listed.heapMB], null),
      held('kept on the device, overviews alone', 'MB', [listed.storedMB], null),
      held(`all ${count} institutions brought for a journey`, 'ms', [prepared], null),
      held('kept on the device with all of them', 'MB', [brought.storedMB], null),
      held('memory of the page when they had come', 'MB', [brought.heapMB], null),
      held('memory of the page reopened offline with all of them', 'MB', [again.heapMB], null),
      held('list reopened offline with all of them', 'ms', [reopened], 500),
    ]
  }

  async #newDevice(): Promise<Device> {
    this.#profiles += 1
    const profile = join(this.#ground.folder, `profile-${this.#profiles}`)
    return new Device({ browser: await findBrowser(), profile, url: this.#ground.url })
  }

  /** From the press on the button of the login page in a new profile until the list is usable, and what came over the wire for it. */
  async #signIn(device: Device, { actor }: Person, count: number, slower: number): Promise<{ ms: number; bytes: number }> {
    const page = await device.open()
    // Administrators begin at their forms: what is measured is the list of institutions.
    await page.goto(actor.kind === 'Administrator' ? `/login?to=${encodeURIComponent(pageAddress('questionnaire'))}` : '/login')
    await page.getByLabel(/^correo/i).fill(`${actor.id}@laboratorio.example`)
    await page.getByLabel(/^contraseña/i).fill(labPassword)
    await quiet(page)
    const button = page.getByRole('button', { name: /^(ingresar|iniciar sesión|entrar)$/i })
    const wire = await measured(page, slower)
    await button.evaluate((pressed: HTMLButtonElement) => {
      Reflect.set(window, 'beganAt', performance.now())
      pressed.click()
    })
    const ms = await listMs(page, count)
    const bytes = wire()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await quiet(page)
    return { ms, bytes }
  }

  async #bareFirst(device: Device, url: string, count: number, slower: number): Promise<{ ms: number; bytes: number }> {
    const page = await device.open()
    const wire = await measured(page, slower)
    await page.goto(url, { waitUntil: 'commit' })
    const ms = await listMs(page, count)
    return { ms, bytes: wire() }
  }

  /** A new browser's process on the same profile: from the navigation until the list is usable. */
  async #reopen(device: Device, path: string, count: number, slower: number, offline: boolean): Promise<number> {
    const page = await device.restart()
    await measured(page, slower)
    await device.context.setOffline(offline)
    await page.goto(path, { waitUntil: 'commit' })
    const ms = await listMs(page, count)
    await device.context.setOffline(false)
    return ms
  }

  /** From the press on an institution of the list until its first question is there, each institution once. */
  async #opened(device: Device, path: string, count: number): Promise<number[]> {
    const page = await device.restart()
    const took: number[] = []
    for (let at = 0; at < Math.min(opened, count); at += 1) {
      await page.goto(path)
      await listMs(page, count)
      took.push(await openedMs(page, at, `${unitsOf(countryShape, 1)[0] ?? ''}?`))
    }
    return took
  }

  async #bareOpened(device: Device, url: string, count: number): Promise<number[]> {
    const page = await device.open()
    const took: number[] = []
    for (let at = 0; at < Math.min(opened, count); at += 1) {
      await page.goto(url)
      await page.reload()
      await listMs(page, count)
      took.push(await openedMs(page, at, `${unitsOf(countryShape, 1)[0] ?? ''}?`))
    }
    return took
  }
}

/** Slows the page's CPU down and counts what comes over the wire from now on; asking ends the count. */
async function measured(page: Page, slower: number): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  if (slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return () => bytes
}

/** Rows of one page of a table that is turned page by page. */
const pageRows = 12

/**
 * Milliseconds from the press, or else from the navigation, until a table shows every institution by its name and with its figures, or
 * the first page of them and how many there are, and the browser has painted it.
 */
const listMs = (page: Page, count: number): Promise<number> =>
  page
    .waitForFunction(
      ([wanted, most]) => {
        const rows = [...document.querySelectorAll('main table tbody tr')]
        const says = (row: Element): number => [...row.querySelectorAll('td')].filter((cell) => cell.textContent.trim() !== '').length
        const ready = rows.filter((row) => row.querySelector('th[scope=row]') && says(row) >= 4)
        const isPage = rows.length === most && (document.querySelector('main')?.textContent.includes(`${wanted} instituciones`) ?? false)
        return ready.length === rows.length && (rows.length === wanted || isPage) && (rows[0]?.getClientRects().length ?? 0) > 0
      },
      [count, pageRows] as const,
      { polling: 'raf', timeout: 5 * 60_000 },
    )
    .then(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - Number(Reflect.get(window, 'beganAt') ?? 0))))
          }),
      ),
    )

/** Milliseconds from the press on the way into an institution until a question of it is shown. */
const openedMs = (page: Page, at: number, question: string): Promise<number> =>
  page.evaluate(
    ([row, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const links = document.querySelectorAll('main table tbody tr')[row]?.querySelectorAll<HTMLAnchorElement>('td a[href]')
        const link = links?.[links.length - 1]
        if (!link) return reject(new Error(`row ${row} leads nowhere`))
        const started = performance.now()
        const look = (): void => {
          if (document.querySelector('main')?.textContent.includes(wanted))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          else requestAnimationFrame(look)
        }
        link.click()
        look()
      }),
    [at, question] as const,
  )

/** Waits until nothing has come over the wire for a while: the work behind what is shown is done. */
async function quiet(page: Page): Promise<void> {
  let last = performance.now()
  const heard = (): void => {
    last = performance.now()
  }
  page.on('response', heard)
  while (performance.now() - last < quietMs) await page.waitForTimeout(100)
  page.off('response', heard)
}
