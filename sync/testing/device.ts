import type { Actor } from '#shared/access/actor.ts'
import { must } from '#shared/kernel/assert.ts'
import { createSync } from '../engine.ts'
import type { DraftSlot } from '../drafts/slot.ts'
import type { Engine } from '../face.ts'
import type { EngineOptions } from '../core.ts'
import type { Storage } from '../storage/storage.ts'
import type { LiveWorld } from '../replica/live-world.ts'
import { TestBrowser } from './browser.ts'
import { ana, scope, setAnswer, testMutations } from './fixtures.ts'
import { ManualClock, settle } from './manual-clock.ts'
import { MemoryServer } from './memory-server.ts'

/** One tab with its engine running, and what an engine's test asks of it. */
export class Tab {
  readonly engine: Engine
  readonly storage: Storage
  readonly browser: TestBrowser
  readonly kill: () => void
  /** Stops the tab's timers and messages, as a browser does to a page it freezes; its lock stays held. */
  readonly freeze: () => void
  /** As a browser does to a page that is left, which it keeps for who goes back. */
  readonly putAway: () => void
  readonly setVisible: (visible: boolean) => void
  readonly reports: { readonly what: string; readonly error: unknown }[] = []

  constructor(browser: TestBrowser, server: MemoryServer, options: Partial<EngineOptions> & { actor?: Actor } = {}) {
    const actor = options.actor ?? ana
    const tab = browser.tab(`iip-test-${actor.id}`)
    this.browser = browser
    this.storage = tab.storage
    this.setVisible = tab.setVisible
    this.putAway = tab.putAway
    this.engine = createSync({
      actor,
      storage: tab.storage,
      transport: server.transport(actor),
      ports: tab.ports,
      app: 'test',
      mutations: testMutations,
      report: (what, error) => this.reports.push({ what, error }),
      ...options,
    })
    this.kill = () => tab.kill()
    this.freeze = () => tab.freeze()
  }

  async world(): Promise<LiveWorld> {
    const found = await this.engine.world('north', 'f1')
    if (!found.ok) throw new Error(`no world: ${found.failure.code}`)
    return found.value
  }

  async value(unit: string): Promise<unknown> {
    return (await this.world()).world.answer(unit)?.value
  }

  /** A text that is half written on this tab, once it is on the disk or could not be. */
  async halfWrite(subject: string, value: string): Promise<DraftSlot> {
    const book = await this.engine.draftBook(scope)
    const slot = book.slot('comment', subject)
    slot.write({ value, base: null })
    await slot.keep()
    return slot
  }

  /** What is half written about something, of whichever tab. */
  async halfWritten(subject: string): Promise<unknown> {
    return (await this.engine.readHalfWritten()).find((row) => row.subject === subject)?.draft.value
  }

  async set(unit: string, value: string): Promise<string> {
    const result = await this.engine.dispatch(setAnswer, scope, { unit, value })
    if (!result.ok) throw new Error(`refused: ${result.failure.code}`)
    return must(result.value.mid, 'nothing was enqueued')
  }
}

/** A browser with one tab that has synced once, and its server. */
export async function aTab(options: Partial<EngineOptions> & { questions?: number; skewMs?: number } = {}): Promise<{
  clock: ManualClock
  server: MemoryServer
  browser: TestBrowser
  tab: Tab
}> {
  const clock = new ManualClock()
  const server = new MemoryServer(clock, { questions: options.questions ?? 5 })
  const browser = new TestBrowser(clock)
  browser.skewMs = options.skewMs ?? 0
  const tab = new Tab(browser, server, options)
  await tab.engine.start()
  await settle(60)
  await tab.engine.syncNow()
  await settle(60)
  await tab.world()
  return { clock, server, browser, tab }
}

/** Time for a tab to take the lead and walk once. */
export async function rest(clock: ManualClock, ms = 2_000): Promise<void> {
  await clock.advance(ms)
  await settle(40)
}
