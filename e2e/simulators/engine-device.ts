import type { Actor } from '#shared/access/actor.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Engine } from '#sync/face.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { TestBrowser } from '#sync/testing/browser.ts'
import type { Fetch } from '#sync/transport/scripted.ts'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { EngineTab } from './engine-tab.ts'
import type { Promised, SetAnswer } from './promises.ts'

/** Whose device it is: somebody who is signed in and answers a form for an institution. */
export interface Owner {
  readonly actor: Actor
  readonly token: string
  readonly institutionId: string
  readonly formId: string
}

export interface EngineOrder {
  readonly name: string
  readonly owner: Owner
  readonly fetch: Fetch
  readonly random: () => number
}

const lookMs = 20

const realClock = {
  now: () => Date.now(),
  later: (run: () => void, delayMs: number): (() => void) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** One person's device that is the product's own engine, in real time, with a network that can be taken away. */
export class EngineDevice {
  readonly name: string
  readonly owner: Owner
  readonly scope: string
  readonly #tab: EngineTab
  readonly #browser: TestBrowser
  readonly #set: SetAnswer[] = []
  readonly #mids: string[] = []
  readonly #files: Promised['files'][number][] = []
  #online = true

  constructor({ name, owner, fetch, random }: EngineOrder) {
    this.name = name
    this.owner = owner
    this.scope = instScope(owner.institutionId, owner.formId)
    this.#browser = new TestBrowser(undefined, random)
    this.#tab = new EngineTab({
      browser: this.#browser,
      database: `iip-${name}`,
      actor: owner.actor,
      token: () => owner.token,
      fetch: (path, init) => (this.#online ? fetch(path, init) : Promise.reject(new TypeError('no network'))),
      live: true,
      clock: realClock,
    })
  }

  get engine(): Engine {
    return this.#tab.engine
  }

  /** What broke in it since this was asked last. */
  broke(): string[] {
    return this.#tab.errors.splice(0)
  }

  setOnline(online: boolean): void {
    this.#online = online
    this.#browser.setOnline(online)
  }

  /** The open world of its institution, which comes over the network the first time. */
  async opened(): Promise<LiveWorld> {
    const { institutionId, formId } = this.owner
    for (let tries = 0; ; tries += 1) {
      const found = await this.engine.world(institutionId, formId)
      if (found.ok) return found.value
      if (tries === 100) throw new Error(`${this.name} did not get its institution: ${found.failure.code}`)
      await this.engine.syncNow()
      await wait(lookMs)
    }
  }

  /** Answers; false where it may not. */
  async answer(unit: string, text: string): Promise<boolean> {
    const done = await this.engine.dispatch(setAnswer, this.scope, { unit, value: text })
    if (!done.ok || done.value.mid === null || !done.value.outcome.disposition.startsWith('applied')) return false
    const { mid } = done.value
    // A newer value of the same, that had not left yet, has taken its place.
    const known = this.#set.findIndex((each) => each.mid === mid)
    if (known >= 0) this.#set.splice(known, 1)
    this.#set.push({ mid, unit, text })
    return true
  }

  async attach(unit: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const done = await this.engine.attach(this.scope, { unit, name: `evidencia-${unit}.pdf`, mime: 'application/pdf', bytes })
    if (!done.ok) throw new Error(`${this.name} may not attach a file: ${done.failure.code}`)
    if (done.value.mid !== null) this.#mids.push(done.value.mid)
    this.#files.push({ id: done.value.id, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length })
  }

  /** Walks to the server until nothing waits here. Returns whether that came about in time. */
  async settle(deadlineMs = Infinity): Promise<boolean> {
    for (;;) {
      const { kind, pending } = await this.engine.syncNow()
      if (pending === 0 && (kind === 'up-to-date' || kind === 'attention')) return true
      if (Date.now() > deadlineMs) return false
      await wait(5 * lookMs)
    }
  }

  /** What was set here, what was set last at the end. */
  get set(): readonly SetAnswer[] {
    return this.#set
  }

  promised(): Promised {
    const [mids, set, files] = [this.#mids, this.#set, this.#files]
    return { device: this.name, userId: this.owner.actor.id, scope: this.scope, mids, set, files, unsent: this.engine.queue().length }
  }

  /** Answers of its institution as it holds them, by unit. */
  async held(): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.#tab.storage.rowsOf(this.scope)
    return new Map(rows.filter(({ t }) => t === 'answer').map((row) => [row.i, row.r]))
  }

  close(): void {
    this.engine.stop()
    this.#tab.kill()
  }
}
