import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '#shared/testing/properties.ts'
import { createSync } from '#sync/engine.ts'
import type { SyncStatus } from '#sync/status.ts'
import { TestBrowser } from '#sync/testing/browser.ts'
import { ana, scope, setAnswer, testMutations } from '#sync/testing/fixtures.ts'
import { ManualClock } from '#sync/testing/manual-clock.ts'
import { MemoryServer } from '#sync/testing/memory-server.ts'
import { Connection, type Arbiter } from './connection.ts'

/** What stands at the other end of the line. A portal answers, and not in our shape; from a silent one nothing comes. */
const ends = ['server', 'portal', 'nothing', 'silence'] as const
type End = (typeof ends)[number]

/** A page with its connection, on a clock of its own: what a test says becomes of both. */
class Page {
  readonly clock = new ManualClock(0, () => new Promise((resolve) => setImmediate(resolve)))
  readonly #time = this.clock.device()
  end: End = 'server'
  believes = true
  visible = true
  chance = 0.5
  /** When the server was asked, in ms, with what was wrong about asking then. */
  readonly asked: number[] = []
  readonly wrong: string[] = []
  arbiter: FakeArbiter | null = null
  #happened: ((what: 'online' | 'offline' | 'visibilitychange') => void) | null = null
  readonly connection = new Connection({
    believes: () => this.believes,
    visible: () => this.visible,
    watch: (happened) => {
      this.#happened = happened
      return () => (this.#happened = null)
    },
    ask: (signal) => {
      this.asked.push(this.clock.now())
      if (!this.visible) this.wrong.push('hidden')
      if (this.#happened === null) this.wrong.push('unwatched')
      if (typeof this.arbiter?.status.reachable === 'boolean') this.wrong.push('known')
      if (this.end !== 'silence') return Promise.resolve(this.end === 'server')
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
    },
    later: (run, delayMs) => this.#time.later(run, delayMs),
    random: () => this.chance,
  })
  readonly told: boolean[] = []

  get online(): boolean {
    return this.connection.online
  }

  /** Somebody begins to want to know; the result ends it. */
  watch(): () => void {
    return this.connection.subscribe(() => this.told.push(this.online))
  }

  async browserSays(what: 'online' | 'offline'): Promise<void> {
    this.believes = what === 'online'
    this.#happened?.(what)
    await this.clock.advance(0)
  }

  async show(visible: boolean): Promise<void> {
    this.visible = visible
    this.#happened?.('visibilitychange')
    await this.clock.advance(0)
  }

  /** The application calls the server, and the call ends as it may. */
  async call(): Promise<void> {
    this.connection.callEnded(this.end === 'server')
    await this.clock.advance(0)
  }
}

/** The engine as the connection sees it. */
class FakeArbiter implements Arbiter {
  status: { readonly reachable: boolean | null } = { reachable: null }
  readonly calls: boolean[] = []
  readonly #heard = new Set<() => void>()
  subscribe(_: 'status', changed: () => void): () => void {
    this.#heard.add(changed)
    return () => this.#heard.delete(changed)
  }
  callEnded(answered: boolean): void {
    this.calls.push(answered)
  }
  says(reachable: boolean | null): void {
    this.status = { reachable }
    for (const heard of this.#heard) heard()
  }
}

test('[CN1] before the first answer the browser is believed, and from then on the server', async () => {
  for (const believes of [true, false])
    for (const end of ends) {
      const page = new Page()
      Object.assign(page, { believes, end })
      page.watch()
      expect(page.online).toBe(believes)
      await page.clock.advance(15_000)
      expect(page.online, `${end}, and the browser says ${believes}`).toBe(end === 'server')
    }
})

test('[CN1] a browser that says its network went is believed until the server answers', async () => {
  const page = new Page()
  page.watch()
  await page.clock.advance(1_000)
  page.end = 'silence'
  await page.browserSays('offline')
  expect(page.online).toBe(false)
  page.end = 'server'
  await page.browserSays('offline')
  expect(page.online).toBe(true)
  page.end = 'nothing'
  await page.browserSays('offline')
  await page.browserSays('online')
  expect(page.online).toBe(false)
})

test('[CN1] a refusal is an answer, and a call without one is a doubt that the server settles', async () => {
  const page = new Page()
  page.watch()
  await page.clock.advance(0)
  const { length } = page.asked
  page.connection.callEnded(false)
  expect(page.online).toBe(true)
  await page.clock.advance(0)
  expect(page.asked.length).toBe(length + 1)
  expect(page.online).toBe(true)
  page.end = 'portal'
  await page.call()
  expect(page.online).toBe(false)
  page.end = 'server'
  await page.call()
  expect(page.online).toBe(true)
  expect(page.told).toEqual([false, true])
})

test('[CN2] without an answer the page asks after half a second, one, two, up to a minute at most, and each minute once there is one', async () => {
  const page = new Page()
  page.end = 'nothing'
  page.watch()
  await page.clock.advance(0)
  await page.clock.advance(155_000)
  expect(page.asked).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 61_500, 91_500, 121_500, 151_500])
  page.end = 'server'
  await page.clock.advance(30_000)
  page.asked.length = 0
  await page.clock.advance(180_000)
  expect(page.asked).toEqual([241_500, 301_500, 361_500])
})

test('[CN2] from a server of which nothing comes nothing is expected after fifteen seconds', async () => {
  const page = new Page()
  page.end = 'silence'
  page.watch()
  await page.clock.advance(14_999)
  expect(page.online).toBe(true)
  await page.clock.advance(1)
  expect(page.online).toBe(false)
})

test('[CN2] a call that was answered puts off the next question by a minute', async () => {
  const page = new Page()
  page.watch()
  await page.clock.advance(0)
  for (let call = 0; call < 10; call += 1) {
    await page.clock.advance(59_000)
    await page.call()
  }
  expect(page.asked).toEqual([0])
  await page.clock.advance(60_000)
  expect(page.asked).toEqual([0, 650_000])
})

test('[CN2] a hidden page asks nothing, and asks as soon as it is seen; nobody asks for a page on which nobody wants to know', async () => {
  const page = new Page()
  const stop = page.watch()
  await page.clock.advance(0)
  await page.show(false)
  page.end = 'nothing'
  await page.clock.advance(600_000)
  await page.browserSays('offline')
  await page.browserSays('online')
  expect(page.asked).toEqual([0])
  await page.show(true)
  expect(page.asked).toEqual([0, 600_000])
  expect(page.online).toBe(false)
  stop()
  await page.clock.advance(600_000)
  expect(page.asked.length).toBe(2)
})

test('[CN2] what was asked over a network that is gone says nothing of the one that came', async () => {
  const page = new Page()
  page.end = 'silence'
  page.watch()
  await page.clock.advance(14_000)
  page.end = 'server'
  await page.browserSays('online')
  expect(page.online).toBe(true)
  await page.clock.advance(5_000)
  expect(page.told).toEqual([])
})

test('[CN2] who waits for the server goes on when it answers, and each time', async () => {
  const page = new Page()
  page.end = 'nothing'
  const back: number[] = []
  page.connection.onReturn(() => back.push(page.clock.now()))
  await page.clock.advance(0)
  let came = false
  void page.connection.untilOnline().then(() => (came = true))
  await page.clock.advance(2_000)
  expect(came).toBe(false)
  page.end = 'server'
  await page.clock.advance(2_000)
  expect(came).toBe(true)
  await page.connection.untilOnline()
  page.end = 'nothing'
  await page.call()
  page.end = 'server'
  await page.call()
  expect(back).toEqual([3_500, 4_000])
})

test('[CN3] the engine’s word counts while it knows; while it does not, what the page knows', async () => {
  const page = new Page()
  page.end = 'nothing'
  page.watch()
  await page.clock.advance(0)
  const engine = new FakeArbiter()
  page.arbiter = engine
  const leave = page.connection.follow(engine)
  expect(page.online).toBe(false)
  engine.says(true)
  expect(page.online).toBe(true)
  page.asked.length = 0
  await page.clock.advance(300_000)
  expect(page.asked).toEqual([])
  await page.call()
  expect(engine.calls).toEqual([false])
  expect(page.online).toBe(true)
  engine.says(null)
  expect(page.online).toBe(true)
  await page.clock.advance(60_000)
  expect(page.online).toBe(false)
  expect(engine.calls.includes(true)).toBe(false)
  engine.says(true)
  engine.says(false)
  page.end = 'server'
  await page.call()
  expect(engine.calls.at(-1)).toBe(true)
  expect(page.online).toBe(false)
  leave()
  page.arbiter = null
  await page.clock.advance(60_000)
  expect(page.online).toBe(true)
})

test('[CN1] [CN2] [CN3] whatever happens, nothing is asked in vain, and a minute and a half later the page says what is so', async () => {
  const step = fc.oneof(
    fc.record({ is: fc.constant('end' as const), end: fc.constantFrom(...ends) }),
    fc.record({ is: fc.constant('browser' as const), says: fc.constantFrom('online' as const, 'offline' as const) }),
    fc.record({ is: fc.constant('show' as const), visible: fc.boolean() }),
    fc.record({ is: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
    fc.record({ is: fc.constant('call' as const) }),
    fc.record({ is: fc.constant('engine' as const), says: fc.constantFrom(true, false, null, 'gone' as const) }),
    fc.record({ is: fc.constant('watched' as const), by: fc.boolean() }),
  )
  await assertProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.double({ min: 0, max: 0.99, noNaN: true }), async (steps, chance) => {
      const page = new Page()
      page.chance = chance
      let stop: (() => void) | null = page.watch()
      let leave = (): void => undefined
      for (const each of steps) {
        switch (each.is) {
          case 'end':
            page.end = each.end
            break
          case 'browser':
            await page.browserSays(each.says)
            break
          case 'show':
            await page.show(each.visible)
            break
          case 'time':
            await page.clock.advance(each.ms)
            break
          case 'call':
            await page.call()
            if (page.arbiter === null && page.end === 'server') expect(page.online).toBe(true)
            break
          case 'engine':
            if (each.says === 'gone') {
              page.arbiter = null
              leave()
              break
            }
            if (page.arbiter === null) {
              page.arbiter = new FakeArbiter()
              leave = page.connection.follow(page.arbiter)
            }
            page.arbiter.says(each.says)
            break
          case 'watched':
            stop?.()
            stop = each.by ? page.watch() : null
        }
        const word = page.arbiter?.status.reachable
        if (typeof word === 'boolean') expect(page.online).toBe(word)
        expect(page.wrong).toEqual([])
      }
      page.arbiter = null
      leave()
      stop ??= page.watch()
      await page.show(true)
      const { length } = page.asked
      await page.clock.advance(90_000)
      expect(page.online).toBe(page.end === 'server')
      if (chance > 0.3) expect(page.asked.length - length).toBeLessThan(15)
      stop()
      page.asked.length = 0
      await page.clock.advance(200_000)
      expect(page.asked).toEqual([])
    }),
    { runs: 300 },
  )
})

/** States that tell something graver than a lost connection. */
const graver: ReadonlySet<SyncStatus['kind']> = new Set(['needs-auth', 'needs-update', 'storage'])

test('[CN3] a page with the engine is offline exactly when the engine’s status is, at every moment, whatever the browser says', async () => {
  const step = fc.oneof(
    fc.record({ is: fc.constant('server' as const), answers: fc.boolean() }),
    fc.record({ is: fc.constant('browser' as const), online: fc.boolean() }),
    fc.record({ is: fc.constant('session' as const), ended: fc.boolean() }),
    fc.record({ is: fc.constant('disk' as const), fails: fc.boolean() }),
    fc.record({ is: fc.constant('call' as const) }),
    fc.record({ is: fc.constant('write' as const) }),
    fc.record({ is: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 70_000 }) }),
  )
  const seen = new Set<string>()
  await assertProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, answersFirst) => {
      const clock = new ManualClock()
      const server = new MemoryServer(clock)
      const browser = new TestBrowser(clock)
      let answers = answersFirst
      let ended = false
      server.fate = () => {
        if (!answers) return 'lost'
        return ended ? { reply: { kind: 'refused', status: 401, code: 'unauthenticated', params: {}, retryAfterMs: null } } : null
      }
      const { ports, storage } = browser.tab('iip-test-ana')
      const connection = new Connection({
        believes: () => browser.online,
        visible: () => true,
        watch: (happened) =>
          ports.surroundings.watch((what) => {
            if (what === 'online' || what === 'offline') happened(what)
          }),
        ask: () => Promise.resolve(answers),
        later: (run, delayMs) => ports.clock.later(run, delayMs),
        random: () => 0.5,
      })
      const unsubscribe = connection.subscribe(() => undefined)
      const engine = createSync({
        actor: ana,
        storage,
        transport: server.transport(ana),
        ports: { ...ports, surroundings: { ...ports.surroundings, online: () => connection.guess } },
        app: 'test',
        mutations: testMutations,
      })
      const agree = (): void => {
        const { kind, reachable } = engine.status
        seen.add(`${kind} ${connection.online}`)
        if (!graver.has(kind)) expect(connection.online, `${kind} ${reachable}`).toBe(kind !== 'offline')
        if (kind === 'offline') expect(connection.online).toBe(false)
      }
      await clock.advance(1_000)
      await engine.start()
      const stops = [engine.subscribe('status', agree), connection.follow(engine), connection.subscribe(agree)]
      for (const each of steps) {
        switch (each.is) {
          case 'server':
            answers = each.answers
            break
          case 'browser':
            browser.setOnline(each.online)
            break
          case 'session':
            ended = each.ended
            if (!ended) void engine.reauthenticated()
            break
          case 'disk':
            browser.opening = each.fails ? 'fails' : 'works'
            if (each.fails) browser.closeConnections()
            break
          case 'call':
            connection.callEnded(answers)
            break
          case 'write':
            void engine.dispatch(setAnswer, scope, { unit: 'q1', value: `${clock.now()}` })
            break
          case 'time':
            await clock.advance(each.ms)
        }
        agree()
        await clock.advance(0)
        agree()
      }
      browser.opening = 'works'
      await clock.advance(120_000)
      agree()
      expect(connection.online).toBe(answers)
      const last = connection.online
      for (const stop of stops.toReversed()) stop()
      expect(connection.online, 'after the engine').toBe(last)
      unsubscribe()
      engine.stop()
    }),
    // One case meets each kind of status: chance seldom ends a session before the server is gone.
    {
      runs: 40,
      least: 40,
      examples: [
        [
          [
            { is: 'time', ms: 5_000 },
            { is: 'server', answers: false },
            { is: 'call' },
            { is: 'time', ms: 5_000 },
            { is: 'server', answers: true },
            { is: 'time', ms: 70_000 },
            { is: 'session', ended: true },
            { is: 'write' },
            { is: 'time', ms: 5_000 },
            { is: 'server', answers: false },
            { is: 'call' },
            { is: 'time', ms: 5_000 },
          ],
          true,
        ],
      ],
    },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['offline false', 'up-to-date true', 'needs-auth true', 'needs-auth false']))
})
