import { resolveObjectURL } from 'node:buffer'
import { format } from 'node:util'
import { configure } from '@testing-library/dom'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, inject, vi } from 'vitest'
import tailwind from '#client/styles/tailwind.css?inline'
import { letterPageAt, type LetterPage } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { createTestApp, runningClock, type TestApp, type TestAppOptions } from '#server/testing/app.ts'
import type { Persona } from '#server/testing/personas.ts'
import { beginPage as beginDocument, cutDisk, endPage, eraseDevice, setVisible, type PageHost } from './dom.ts'
import { TestNetwork, type NetworkState } from './network.ts'
import { shownStyles } from './shown-styles.ts'

interface ScreenOptions {
  /** Who is signed in; nobody unless it is said. */
  readonly who?: Persona | undefined
  /** The server; one of the test's own with the demonstration unless it is said. */
  readonly world?: TestApp | undefined
  readonly network?: NetworkState | undefined
  readonly language?: 'es' | 'en' | undefined
  /** Of the window, in CSS pixels: what is drawn for other widths is not shown. 1280 unless it is said. */
  readonly width?: number | undefined
  /** Of the device's clock; continental Chile's unless it is said. */
  readonly zone?: 'Pacific/Easter' | undefined
}

/** The application of one person on one device, before a real server. */
export interface TestScreen {
  readonly user: UserEvent
  readonly world: TestApp
  readonly network: TestNetwork
  /** Files that the page handed to the browser's downloads, oldest first. */
  readonly downloads: readonly Promise<File>[]
  /** The page begins anew at an address, or where it is: what was in its memory is gone, what the device keeps is there. */
  load(address?: string): Promise<void>
  /** The same after the browser was killed: the page had no time for anything. */
  killed(address: string): Promise<void>
}

// How long a busy machine may take: nothing is asserted about time.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => {
    // A query that is made of others tells what they told.
    const told = message?.includes(showsBegin) ? '' : `\n\n${shown()}`
    return Object.assign(new Error(`${message ?? ''}${told}`), { name: 'TestingLibraryElementError' })
  },
})
const showsBegin = 'The page shows'

/** What the page shows, without what stands around it on every page. */
function shown(): string {
  const parts = [...document.querySelectorAll('main, [role="dialog"], [role="alertdialog"]')].map(({ textContent }) => textContent)
  return `${showsBegin}, at ${location.pathname}${location.search}:\n${parts.join('\n— ').slice(0, 4_000)}`
}

const open: { worlds: TestApp[]; network: TestNetwork | undefined; page: Root | undefined } = {
  worlds: [],
  network: undefined,
  page: undefined,
}

/** What React and the application complain of, and what went wrong where an answer was made. A test in which anything did has failed. */
let complaints: string[] = []
let faults: Error[] = []
beforeEach(() => {
  complaints = []
  faults = []
  vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => void complaints.push(format(...told)))
})

afterEach(async () => {
  const { worlds } = open
  open.worlds = []
  await putAway()
  await Promise.all(worlds.map((world) => world.close()))
  vi.restoreAllMocks()
  const [fault] = faults
  if (fault !== undefined) throw fault
  if (complaints.length > 0) throw new Error(`the application complained:\n${complaints.join('\n')}`)
})

/** A server with the demonstration, gone after the test; `set` otherwise than usual where it is said. */
export const demoWorld = (set: Pick<TestAppOptions, 'labFactor' | 'renderer'> = {}): Promise<TestApp> =>
  running({ image: inject('demo'), ...set })

/** A server with the tiny world, gone after the test: for what takes long on the demonstration. */
export const tinyWorld = (): Promise<TestApp> => running({})

async function running(options: TestAppOptions): Promise<TestApp> {
  const world = await createTestApp({ clock: runningClock(), ...options })
  open.worlds.push(world)
  return world
}

/** The page that begins, once it has begun. */
let turn: Promise<unknown> = Promise.resolve()

/** One page begins or ends after the other, also where a page leads elsewhere by itself. */
function inTurn(act: () => Promise<void>): Promise<void> {
  const done = turn.then(act)
  turn = done.catch(() => undefined)
  return done
}

/** The device is put away, with what it kept: another one comes, or none. */
const putAway = (): Promise<void> =>
  inTurn(async () => {
    const { network, page } = open
    Object.assign(open, { network: undefined, page: undefined })
    await leave(page)
    await network?.close()
    faults.push(...(network?.faults ?? []))
    eraseDevice()
  })

/** Opens an address of the application as a browser does that has nothing but a session: on a device of its own, which comes after any other. */
export async function renderScreen(address: string, options: ScreenOptions = {}): Promise<TestScreen> {
  await putAway()
  const world = options.world ?? (await demoWorld())
  const network = new TestNetwork((request) => world.app.fetch(request, { address: '127.0.0.1' }))
  open.network = network
  const downloads: Promise<File>[] = []
  const begin = (to: string, end: typeof leave): Promise<void> =>
    inTurn(async () => {
      await end(open.page)
      open.page = await enter(to, {
        navigate: (address) => void load(address),
        download: (from, name) => downloads.push(fetched(from, name)),
      })
    })
  const load = (to = location.pathname + location.search): Promise<void> => begin(to, leave)
  const killed = (to: string): Promise<void> => begin(to, kill)
  setWidth(options.width ?? 1280)
  process.env['TZ'] = options.zone ?? 'America/Santiago'
  if (options.language) localStorage.setItem('lang', options.language)
  if (options.who) await signIn(world, options.who)
  network.set(options.network ?? 'online')
  await load(address)
  return { user: userEvent.setup(), world, network, downloads, load, killed }
}

/** Has the window a width, and shows what is drawn for it. */
function setWidth(width: number): void {
  Object.defineProperty(globalThis, 'innerWidth', { value: width, configurable: true })
  const style = document.head.querySelector('style') ?? document.head.appendChild(document.createElement('style'))
  style.textContent = shownStyles(tailwind, width)
}

/** What a sign-in leaves on the device. */
async function signIn(world: TestApp, { email }: Persona): Promise<void> {
  const { id } = await world.db.q.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const token = await world.token(id)
  const me = await world.call('GET', 'auth/me', { token })
  if (me.status !== 200) throw new Error(`${email} cannot sign in: ${me.error.code}`)
  localStorage.setItem('iip_local_token', token)
  localStorage.setItem('iip_user', JSON.stringify(me.data))
}

/** Turns of the event loop in which what a page began when it was hidden reaches the database. */
const turnsOfLeaving = 50

/** Begins as client/main.tsx does, with modules that no page has used before. */
async function enter(address: string, host: PageHost): Promise<Root> {
  history.replaceState(null, '', address)
  beginDocument(host)
  setVisible(true)
  vi.resetModules()
  const { startLanguage } = await import('#client/i18n/language.ts')
  const { keepStrayDrops } = await import('#client/page/stray-drops.ts')
  const letterPage = letterPageAt(location.pathname)
  if (letterPage) {
    keepStrayDrops()
    return enterPublic(letterPage)
  }
  const { App } = await import('#client/app/app.tsx')
  const { beginPage } = await import('#client/app/routes.tsx')
  await Promise.all([startLanguage(() => import('#client/app/english.ts')), beginPage(location.pathname)])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<App />)
  keepStrayDrops()
  return root
}

/** The same with the document of pages that strangers see, as client/areas/public/main.tsx does. */
async function enterPublic(at: LetterPage): Promise<Root> {
  const { publicPages } = await import('#client/areas/public/routes.ts')
  const { Titled } = await import('#client/page/page-title.tsx')
  const { startLanguage } = await import('#client/i18n/language.ts')
  const row = must(
    publicPages.find((each) => each.at === at),
    'a page of strangers has no row',
  )
  const { Page, begin } = row.page
  await Promise.all([startLanguage(() => import('#client/areas/public/english.ts')), begin()])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Titled row={row}>
      <Page />
    </Titled>,
  )
  return root
}

/** A file at an address: the page's own memory, or the server, which names it where the page does not. */
async function fetched(address: string, name: string): Promise<File> {
  const kept = address.startsWith('blob:') ? resolveObjectURL(address) : undefined
  if (kept) return new File([await kept.arrayBuffer()], name)
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${address} is not downloaded: ${reply.status}`)
  const named = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  return new File([await reply.blob()], name || (named ?? ''))
}

/** As a browser does with a page that is left, which may keep what is on its way to the device. */
async function leave(page: Root | undefined): Promise<void> {
  if (page) {
    setVisible(false)
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
    for (let turn = 0; turn < turnsOfLeaving; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
    page.unmount()
  }
  endPage()
}

/** As a browser that is killed: the page hears of nothing. */
async function kill(page: Root | undefined): Promise<void> {
  cutDisk()
  page?.unmount()
  endPage()
}
