import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { Window } from 'happy-dom'
import knownElements from 'happy-dom/lib/config/HTMLElementConfig.js'
import { populateGlobal, type Environment } from 'vitest/runtime'

/** These stay Node's own: the server runs in this process, and takes the requests, files and signals that the client makes. */
const nodeOwn = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'File',
  'Blob',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
] as const

/** What a browser does for a page beyond its document. */
export interface PageHost {
  /** The page leads to another address, or to its own once more. */
  navigate(address: string): void
  /** The page hands a file to the downloads: its address, and the name that the page gives it. */
  download(address: string, name: string): void
}

/** Of the page in the window: what it is served by, and what takes back what it put there. */
interface CurrentPage {
  host: PageHost
  undo: (() => void)[]
  disk: (() => void)[]
}

const nobody: PageHost = { navigate: () => undefined, download: () => undefined }

/** Vitest loads this module once for the environment, and again for tests: both mean one page. */
const here: { iipPage?: CurrentPage; iipDisk?: IDBFactory } = globalThis as object
const current = (): CurrentPage => (here.iipPage ??= { host: nobody, undo: [], disk: [] })

/** The environment of tests of screens: a document in Node, one for the life of a worker. README.md says what it does not do. */
const dom: Environment = {
  name: 'dom',
  viteEnvironment: 'ssr',
  setup() {
    if (!('document' in globalThis)) makeWindow()
    return { teardown: () => undefined }
  },
}

// oxlint-disable-next-line import/no-default-export -- Vitest takes an environment as the default.
export default dom

/** Everything that happens from now on is of one page. */
export function beginPage(host: PageHost): void {
  current().host = host
  here.iipDisk ??= globalThis.indexedDB
  globalThis.indexedDB = disk(here.iipDisk)
}

/** The browser ended the page at once: what it had not written is lost, and nothing that still runs of it reaches the disk. */
export function cutDisk(): void {
  for (const cut of current().disk.splice(0)) cut()
}

/** The device's disk as one page has it. */
function disk(whole: IDBFactory): IDBFactory {
  let isCut = false
  const opened: IDBDatabase[] = []
  current().disk.push(() => {
    isCut = true
    for (const each of opened) each.close()
  })
  const open = (...given: Parameters<IDBFactory['open']>): IDBOpenDBRequest => {
    if (isCut) throw new DOMException('the page is gone', 'InvalidStateError')
    const request = whole.open(...given)
    request.addEventListener('success', () => {
      if (isCut) request.result.close()
      else opened.push(request.result)
    })
    return request
  }
  return {
    open,
    cmp: (first, second) => whole.cmp(first, second),
    databases: () => whole.databases(),
    deleteDatabase: (name) => whole.deleteDatabase(name),
  }
}

/** The page is gone, with what listened in it. */
export function endPage(): void {
  const { undo } = current()
  here.iipPage = { host: nobody, undo: [], disk: [] }
  for (const each of undo) each()
  document.body.replaceChildren()
}

/** A browser that keeps nothing. */
export function eraseDevice(): void {
  here.iipDisk = new IDBFactory()
  globalThis.indexedDB = here.iipDisk
  delete onDevice.iipFiles
  localStorage.clear()
  sessionStorage.clear()
}

/** Whether somebody looks at the page, as the browser tells it. */
export function setVisible(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: visible ? 'visible' : 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function makeWindow(): void {
  // Browsers know it, and React asks.
  Object.assign(knownElements, { search: knownElements['section'] })
  const made = new Window({
    url: 'http://localhost/',
    width: 1280,
    height: 860,
    settings: { disableErrorCapturing: true, navigation: { disableMainFrameNavigation: true } },
  })
  const { locks } = navigator
  const kept = nodeOwn.map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)] as const)
  populateGlobal(globalThis, made, { bindFunctions: true })
  for (const [key, descriptor] of kept) if (descriptor) Object.defineProperty(globalThis, key, descriptor)
  Object.defineProperty(made.navigator, 'locks', { value: locksOfPage(locks) })
  Object.defineProperty(made.navigator, 'serviceWorker', { value: workerOfPage() })
  Object.defineProperty(globalThis, 'location', { value: pageLocation(location), configurable: true })
  takeDownloads()
  for (const target of [globalThis, document]) listenForPage(target)
  globalThis.BroadcastChannel = channelOfPage()
  endSilently()
}

/** How the application's files are on the device, as its worker tells, and which never come. */
interface AppFilesHere {
  lacking: number
  readonly of: number
  readonly never: number
}
const onDevice: { iipFiles?: AppFilesHere } = globalThis as object
/** All of them are there unless a test says otherwise; with `of: 0` there is no worker. */
export const setAppFiles = (files: AppFilesHere): void => void (onDevice.iipFiles = files)
const appFilesHere = (): AppFilesHere => (onDevice.iipFiles ??= { lacking: 0, of: 9, never: 0 })

/** A worker that brings nothing by itself: what lacks comes when it is asked for, but what never does. */
function workerOfPage(): object {
  const active = {
    postMessage({ bring }: { readonly bring: boolean }, [port]: readonly MessagePort[]) {
      const files = appFilesHere()
      port?.postMessage({ lacking: files.lacking, of: files.of })
      if (bring) files.lacking = files.never
      port?.postMessage({ lacking: files.lacking, of: files.of, isEnd: true })
    },
  }
  const registration = { active, waiting: null }
  const getRegistration = async (): Promise<object | undefined> => (appFilesHere().of > 0 ? registration : undefined)
  return { controller: {}, ready: new Promise(() => undefined), getRegistration }
}

/** The location, but that going elsewhere begins another page. */
function pageLocation(location: Location): Location {
  const go = (address: string | URL): void => current().host.navigate(new URL(address, location.href).href)
  const own: Readonly<Record<string, unknown>> = { assign: go, replace: go, reload: () => go(location.href) }
  return new Proxy(location, {
    get: (target, key) => own[String(key)] ?? Reflect.get(target, key, target),
    set: (target, key, value) => {
      if (key !== 'href') return Reflect.set(target, key, value, target)
      go(String(value))
      return true
    },
  })
}

/** A link that hands over a file, in the document or not. */
function takeDownloads(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null
    if (link) current().host.download(link.href, link.download)
  })
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement): void {
    if (this.hasAttribute('download') && !this.isConnected) current().host.download(this.href, this.download)
    else click.call(this)
  }
}

/** Takes something back with the page, unless a package put it there: packages stay for the next page. Asked by the callee of who put it. */
function untilPageEnds(takeBack: () => void): void {
  const [putBy = ''] = new Error().stack?.split('\n').slice(3, 4) ?? []
  if (!putBy.includes('/node_modules/')) current().undo.push(takeBack)
}

function listenForPage(target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): void {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  target.addEventListener = (...given: Parameters<EventTarget['addEventListener']>): void => {
    add(...given)
    untilPageEnds(() => remove(...given))
  }
}

function channelOfPage(): typeof BroadcastChannel {
  return class extends BroadcastChannel {
    #isOpen = true
    constructor(name: string) {
      super(name)
      untilPageEnds(() => this.close())
    }
    override close(): void {
      this.#isOpen = false
      super.close()
    }
    // What a page that was left still says ends with it.
    override postMessage(message: unknown): void {
      if (this.#isOpen) super.postMessage(message)
    }
  }
}

/** What a page holds, or waits for, is free once it is gone. */
function locksOfPage(locks: LockManager): LockManager {
  const request = (
    name: string,
    ...given: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
  ): Promise<unknown> => {
    const [options, callback] = given.length === 1 ? [{}, given[0]] : given
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    let isOver = false
    untilPageEnds(() => {
      isOver = true
      resolve()
    })
    return locks.request(name, options, (lock) => (isOver ? undefined : Promise.race([callback(lock), ended])))
  }
  return { request, query: () => locks.query() }
}

/**
 * In a browser whatever a page that was left still reads ends with it, in silence. Here it goes on, and finds that its engine has closed the
 * database.
 */
function endSilently(): void {
  const emit = process.emit.bind(process) as (event: string, ...told: unknown[]) => boolean
  const filtered = (event: string, ...told: unknown[]): boolean => {
    const [error] = told
    const isOfLeftPage = event === 'unhandledRejection' && error instanceof Error && error.name === 'DatabaseClosedError'
    return isOfLeftPage || emit(event, ...told)
  }
  Object.assign(process, { emit: filtered })
}
