import type { Actor } from '#shared/access/actor.ts'
import { takesOutOfForce } from '#shared/attachments/rules.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { deviceMutations } from '#shared/device-mutations.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import type { Rows } from '#shared/world.ts'
import { attentionOf, decisionsIn, midsIn, needsAttention, type Attention } from './attention.ts'
import { Desk } from './drafts/desk.ts'
import { KeptDrafts } from './kept-drafts.ts'
import { isForLater } from './drafts/model.ts'
import type { Draft } from './drafts/model.ts'
import type { Became } from './drafts/slot.ts'
import { writersOf } from './drafts/writers.ts'
import type { Writing } from './drafts/writers.ts'
import type { PutBack, Started } from './face.ts'
import { Mark } from './marker.ts'
import { sealFrom, sealNote } from './sealing/copy-seal.ts'
import type { LoopState } from './outbox/loop.ts'
import type { Attempt } from './outbox/step.ts'
import { partsOf, type Parts } from './parts.ts'
import type { Clock, Ports } from './ports.ts'
import type { Pending } from './replica/live.ts'
import type { Replica } from './replica/replica.ts'
import { Topics } from './replica/topics.ts'
import type { PresenceMessage } from './tabs/presence.ts'
import { stallMs, statusOf, type SyncStatus } from './status.ts'
import { Keeper, silentMs, within } from './storage/keeper.ts'
import { isStorageFailure, unlessStorageFails, type OutboxRow, type Storage, type StoredOutcome, type Upload } from './storage/storage.ts'
import type { Transport } from './transport/transport.ts'

const keptAttempts = 20
const sentKeptDays = 30
/** Who deletes the database says why in a message, which may come after the fact. */
const closedMs = 300
/** Longest that the person looks at a page that loads while the database is opened. */
const openMs = 15_000

export interface EngineOptions {
  readonly actor: Actor
  readonly storage: Storage
  readonly transport: Transport
  readonly ports: Ports
  /** Version of the application, for the server's eyes. */
  readonly app: string
  /** The catalogue, unless a test brings its own. */
  readonly mutations?: ReadonlyMap<string, Mutation> | undefined
  /** False to have no live stream: the walks then come by timer, dispatch and `syncNow`. */
  readonly live?: boolean | undefined
  /** A bug or a broken disk, for the application's log. */
  report?(what: string, error: unknown): void
}

/** Puts the parts of the engine together, keeps them running, and tells the other tabs. The facets ask it for the parts. */
export class Core {
  readonly options: EngineOptions
  readonly actor: Actor
  readonly storage: Storage
  readonly transport: Transport
  readonly ports: Ports
  readonly clock: Clock
  readonly topics = new Topics()
  readonly attempts: Attempt[] = []
  readonly kept_ = null
  readonly drafts: KeptDrafts
  readonly desk: Desk
  readonly keeper: Keeper
  readonly mark: Mark
  leading = false
  putBackNews: PutBack | null = null
  readonly #runId: string
  readonly #writing: Writing
  readonly #unwatch: (() => void)[] = []
  #counter = 0
  #started: Parts | null = null
  #stopped = false
  #superseded = false
  #tidied = false
  #shown: SyncStatus = { kind: 'connecting', pending: 0, halfWritten: 0, syncedAt: null, reachable: null }
  #cancelStallCheck: (() => void) | null = null
  #ownCards: readonly Rows['conflict'][] = []
  /** Mutations whose card was closed. */
  #closed: ReadonlySet<Mid> = new Set()
  #leaderToken: string | null = null
  #seal: CopySeal | null = null

  constructor(options: EngineOptions) {
    this.options = options
    this.actor = options.actor
    this.storage = options.storage
    this.transport = options.transport
    this.ports = options.ports
    this.clock = options.ports.clock
    this.#runId = options.ports.randomText(22)
    this.mark = new Mark(options.ports.marker, options.storage.name, (error) => this.report('marker', error))
    this.#writing = writersOf(options.ports.locks, this.#runId)
    this.drafts = new KeptDrafts(this)
    this.desk = new Desk({
      store: this.drafts,
      writers: this.#writing,
      later: (run, delayMs) => this.clock.later(run, delayMs),
      now: () => this.clock.now(),
      become: (scope, key, draft) => this.#become(scope, key, draft),
      changed: () => this.refreshStatus(),
    })
    this.keeper = new Keeper({
      storage: options.storage,
      clock: this.clock,
      random: options.ports.random,
      putBack: () => this.#putBack(),
      meanwhile: () => this.#sendFromMemory(),
      mended: () => this.#keepFlown(),
      changed: () => this.#troubled(),
      report: (error) => this.report('keeper', error),
    })
  }

  /** Throws before `start` has opened the database. */
  get parts(): Parts {
    if (!this.#started) throw new Error('the engine has not been started')
    return this.#started
  }

  get status(): SyncStatus {
    return this.#shown
  }

  log(attempt: Omit<Attempt, 'at'>): void {
    this.attempts.push({ at: this.instant(), ...attempt })
    if (this.attempts.length > keptAttempts) this.attempts.shift()
  }

  report(what: string, error: unknown): void {
    // It closed the database itself: what was still under way finds it gone.
    if (this.#stopped && isStorageFailure(error)) return
    this.log({ what: 'storage', result: `${what} ${error instanceof Error ? error.name : 'unknown'}`, count: 0 })
    this.options.report?.(what, error)
    if (what !== 'keeper' && isStorageFailure(error)) void this.keeper.look()
  }

  /** By the device's clock. */
  instant(): string {
    return instantOf(this.clock.now())
  }

  // What waits, and what asks for the person.

  waitingRows(): readonly OutboxRow[] {
    return this.parts.replica.pending.map((entry) => entry.row)
  }

  /** What waits of what the person did. */
  ownWaiting(): readonly Pending[] {
    return this.parts.replica.pending.filter(({ row }) => !this.#isQuiet(row.n))
  }

  #isQuiet(name: string): boolean {
    return (this.options.mutations ?? deviceMutations).get(name)?.quiet === true
  }

  attention(): Attention {
    const { replica } = this.parts
    return attentionOf({
      ownerId: this.actor.id,
      cards: this.#ownCards,
      outcomes: [...replica.outcomes.values()].filter(({ n }) => !this.#isQuiet(n)),
      files: this.parkedFiles(),
    })
  }

  waitsForPerson(outcome: StoredOutcome): boolean {
    return needsAttention(outcome) && !this.#closed.has(outcome.mid) && !this.#isQuiet(outcome.n)
  }

  /** Files that the server will never take and that no change of this device has put in the past yet. */
  parkedFiles(): readonly Upload[] {
    const { replica, lane } = this.parts
    return lane.parked.filter((file) => !replica.pending.some(({ row }) => takesOutOfForce(row, file.id)))
  }

  currentStatus(): SyncStatus {
    if (!this.#started) return this.#shown
    const { lane, loop } = this.#started
    const waiting = this.ownWaiting()
    const drafts = this.desk.counts()
    const [oldest] = waiting
    return statusOf({
      loop: loop.state,
      storage: this.keeper.trouble,
      online: this.ports.surroundings.online(),
      superseded: this.#superseded,
      pending: waiting.length + lane.waiting.length + drafts.toSend,
      halfWritten: drafts.halfWritten,
      attention: decisionsIn(this.attention()),
      oldestAt: oldest ? epochMs(oldest.row.t) : null,
      now: this.clock.now(),
    })
  }

  refreshStatus(): void {
    if (!this.#started || this.#stopped) return
    const next = this.currentStatus()
    if (JSON.stringify(next) === JSON.stringify(this.#shown)) return
    this.#shown = next
    this.topics.tell(['status'])
  }

  // Writes that must last.

  /** One that the database could not take is tried once more when the database is mended. Fails: storage_failed. */
  async kept<T>(write: () => Promise<Result<T>>): Promise<Result<T>> {
    const cancel = this.clock.later(() => void this.keeper.look(), silentMs)
    try {
      return await write()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      return (await this.keeper.look()) ? await write() : fail('storage_failed')
    } finally {
      cancel()
    }
  }

  /** A draft that nobody writes any more becomes the change that it is, unless the person would have been asked first. */
  async #become(scope: string, key: string, { edit, base }: Draft): Promise<Became> {
    if (!edit) return 'asks'
    const { replica } = this.parts
    const result = await this.kept(() => replica.dispatch(edit.name, scope, edit.args, { base, clearDraft: key, unattended: true }))
    if (result.ok) {
      if (result.value.mid === null) await this.drafts.clearDraft(key).catch(unlessStorageFails)
      else this.drafts.gone(key)
      return 'given'
    }
    const { code } = result.failure
    // A place that was taken away comes back with no pull: that is known once one has been read.
    if (code === 'not_found') return replica.position.pulledAt === null || replica.position.scopes.includes(scope) ? 'later' : 'asks'
    return isForLater(code) ? 'later' : 'asks'
  }

  /** What copies are sealed with: what this tab heard of it, or another one kept. */
  async sealNow(): Promise<CopySeal | null> {
    if (this.#seal === null && this.keeper.trouble === null)
      this.#seal = sealFrom(await this.storage.note(sealNote).catch(unlessStorageFails))
    return this.#seal
  }

  async #keepSeal(next: CopySeal): Promise<void> {
    this.#seal = next
    await this.storage.saveNote(sealNote, next)
  }

  // Other tabs.

  /** Tells the other tabs. What this tab has done stands, whether or not they can be told: they find it on the disk. */
  post(message: Message): void {
    try {
      this.ports.channel.post(message)
    } catch (error) {
      this.report('channel', error)
    }
  }

  async #heard(message: Message): Promise<void> {
    if (!this.#started || this.#stopped) return
    const { replica, loop, lane, leadership, opening, presence } = this.#started
    if (message.kind === 'beat') leadership.heard()
    else if (message.kind === 'opened') {
      if (this.leading) this.post({ kind: 'state', state: loop.state })
      if (this.leading) presence.tell()
    } else if (message.kind === 'standing' || message.kind === 'present') return presence.heard(message)
    else if (message.kind === 'queued') {
      await replica.catchUp()
      // It may have become of a draft, which went in the same write.
      await this.#rereadDrafts()
      if (this.leading) loop.nudge()
    } else if (message.kind === 'replaced' || message.kind === 'reread') {
      await replica.reread()
      if (this.leading) void loop.kick()
    } else if (message.kind === 'moved') await replica.refresh([])
    else if (message.kind === 'pulled') {
      opening?.learn(message.refused ?? [], message.keys === null || message.keys.length > 0)
      await replica.refresh(message.keys)
    } else if (message.kind === 'state') loop.adopt(message.state)
    else if (message.kind === 'walk' && this.leading) void loop.unblock()
    else if (message.kind === 'called') loop.callEnded(message.answered)
    else if (message.kind === 'wanted' && this.leading) {
      opening?.want(message.scopes)
      void loop.kick()
    } else if (message.kind === 'files') {
      await lane.open()
      if (this.leading) lane.kick()
    } else if (message.kind === 'drafts') await this.#rereadDrafts()
    else if (message.kind === 'wiped') this.stop()
    this.refreshStatus()
  }

  async #rereadDrafts(): Promise<void> {
    await this.drafts.drafts()
    this.topics.tell(['drafts'])
  }

  // Forms.

  /** Reads the questions of every enabled form that the device sees; false when some could not be had. onEach: forms done, and all. */
  async fetchMissingDefinitions(onEach?: (done: number, total: number) => void): Promise<boolean> {
    const { replica } = this.parts
    const forms = await replica.table('form')
    // In one that is not enabled nobody answers, and of one that never was no version stands anywhere.
    const shown = forms.rows().filter((form) => form.enabled)
    const versions = [...new Set(shown.map((form) => form.versionId))]
    let complete = true
    for (const [position, versionId] of versions.entries()) {
      complete = (await replica.index(versionId)) !== null && complete
      onEach?.(position + 1, versions.length)
    }
    const stored = new Set(await this.storage.definitionIds())
    const named = new Set(forms.rows().map((form) => form.versionId))
    const former = [...stored].filter((versionId) => !named.has(versionId))
    // What stood before serves until what follows it is on the disk.
    if (named.size > 0 && versions.every((versionId) => stored.has(versionId))) await replica.forgetVersions(former)
    // Reading it is what takes out of a kept definition what is not for this person.
    else for (const versionId of former) await replica.index(versionId)
    return complete
  }

  async #fetchDefinition(versionId: string) {
    const reply = await this.transport.definition(versionId)
    this.log({ what: 'definition', result: reply.kind === 'ok' ? 'ok' : reply.kind, count: 1 })
    return reply.kind === 'ok' ? reply.value : null
  }

  // Beginning and end.

  async start(): Promise<Started> {
    const { storage, ports, clock } = this
    // From the first moment on: what a start reads holds the database, too.
    this.#unwatch.push(ports.surroundings.watch((what) => void (what === 'put-away' && this.#putAway())))
    const loaded = await within(storage.open(ports.randomText(22)), clock, openMs)
    storage.watch(() => void clock.later(() => void this.keeper.look(), closedMs))
    const evicted = loaded.created && this.mark.isThere
    const parts = partsOf(this, loaded, {
      nextMid: () => `${this.#runId}-${(this.#counter++).toString(36)}`,
      isOwnMid: (mid) => mid.startsWith(`${this.#runId}-`),
      fetchDefinition: (versionId) => this.#fetchDefinition(versionId),
      keepSeal: (seal) => this.#keepSeal(seal),
      arrived: () => this.#arrived(),
      lead: (token) => this.#lead(token, loaded.position.cursor),
      stopLeading: () => this.#stopLeading(),
    })
    this.#started = parts
    const { replica, lane, loop, leadership, presence } = parts
    for (const topic of ['queue', 'outcomes', 'position']) {
      this.#unwatch.push(
        replica.topics.subscribe(topic, () => {
          this.topics.tell([topic])
          this.refreshStatus()
        }),
      )
    }
    await replica.open()
    await lane.open()
    await this.drafts.bringFormer()
    await this.#watchCards()
    this.#unwatch.push(
      ports.channel.listen((message) => {
        if (isMessage(message)) this.#heard(message).catch((error: unknown) => this.report('message', error))
      }),
      ports.surroundings.watch((what) => {
        // What the person comes back to must be there; and where it is not, there may be a way now.
        if (what === 'visible' || what === 'focus' || this.keeper.trouble !== null) void this.keeper.look()
        if (what === 'hidden') void this.desk.settleAll()
        if (what === 'leaving') void this.desk.keepAll()
        if (what === 'visible' || what === 'focus') presence.seen()
        if (what === 'offline') presence.wentOffline()
        if (what === 'online') this.transport.hangUp()
        if (this.leading && what === 'offline') loop.doubt()
        else if (this.leading && what !== 'hidden' && what !== 'leaving') {
          if (what === 'online') loop.reconnect()
          else void loop.kick()
          lane.kick()
        }
        this.refreshStatus()
      }),
    )
    leadership.start()
    // A leader at rest tells how it goes when it changes: who opens now asks.
    this.post({ kind: 'opened' })
    this.#watchForStalls()
    this.refreshStatus()
    return { evicted, created: loaded.created }
  }

  stop(): void {
    this.#end()
    this.storage.close()
  }

  #end(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.leading = false
    this.#cancelStallCheck?.()
    this.keeper.stop()
    for (const end of this.#unwatch) end()
    this.#started?.loop.stop()
    this.#started?.lane.stop()
    this.#started?.leadership.stop()
    this.#started?.presence.stop()
    this.ports.channel.close()
    this.#writing.end()
  }

  supersede(): void {
    this.#superseded = true
    this.keeper.stop()
    this.refreshStatus()
  }

  /** Runs behind what the replica writes now, if it has begun. */
  async settled(): Promise<void> {
    await this.#started?.replica.exclusive(() => Promise.resolve())
  }

  enqueuing(): void {
    this.mark.makeOnce(this.instant())
    this.post({ kind: 'queued' })
  }

  enqueued(): void {
    this.refreshStatus()
    if (this.leading) this.#started?.loop.nudge()
  }

  /**
   * The page is left and kept for who goes back: until then nothing of it runs, and nobody may have to wait for it. Its drafts can
   * still be saved when it comes back.
   */
  #putAway(): void {
    this.storage.giveUp()
    this.#end()
  }

  async #lead(token: string | null, openedAt: string | null): Promise<void> {
    const { replica, courier, loop, lane } = this.parts
    this.#leaderToken = token
    if (token !== null) {
      await this.storage.lead(token)
      await this.#catchUpAsLeader(replica, openedAt)
      courier.takeOver()
    }
    if (this.#stopped) return
    this.leading = true
    loop.lead(token)
    lane.start()
    await this.#takeUp()
  }

  /** What pages left half written that are gone. A disk that does not answer is asked again. */
  async #takeUp(): Promise<void> {
    await this.desk.takeUp().catch((error: unknown) => this.report('drafts', error))
  }

  #stopLeading(): void {
    this.leading = false
    this.#started?.loop.stop()
    this.#started?.lane.stop()
    this.refreshStatus()
  }

  /** The former leader may have died between the disk and telling the other tabs. */
  async #catchUpAsLeader(replica: Replica, openedAt: string | null): Promise<void> {
    const { device, position } = await this.storage.position()
    const same = device.deviceId === replica.device.deviceId && device.nextSeq === replica.device.nextSeq
    if (!same || position.acked !== replica.position.acked) await replica.reread()
    // Rows move with the cursor only: when it stands where it stood, what was read since is what is there.
    if (position.cursor !== openedAt) await replica.refresh(null)
  }

  /** What may wait until answers have gone: files, and the questions of forms that the device has just seen. False when some did not come. */
  async #arrived(): Promise<boolean> {
    const { replica, lane } = this.parts
    lane.kick()
    if (replica.position.scopes.length > 0) this.mark.make(this.instant())
    const isWhole = await this.fetchMissingDefinitions()
    if (this.#tidied) return isWhole
    this.#tidied = true
    const { serverTime } = replica.position
    if (serverTime === null) return isWhole
    // A clock that is wrong, the device's or for a while the server's, must not shorten what could be replayed: the earlier one counts.
    const now = Math.min(epochMs(serverTime), epochMs(replica.now()))
    await this.storage.forgetSent(instantOf(now - sentKeptDays * dayMs))
    return isWhole
  }

  #watchForStalls(): void {
    this.#cancelStallCheck = this.clock.later(() => {
      if (this.#stopped) return
      this.refreshStatus()
      if (this.leading) void this.#takeUp()
      this.#watchForStalls()
    }, stallMs / 4)
  }

  async #watchCards(): Promise<void> {
    const { replica } = this.parts
    const cards = await replica.table('conflict')
    const read = (): void => {
      this.#ownCards = cards.rows().filter((card) => card.ownerId === this.actor.id)
      this.#closed = midsIn(this.#ownCards.filter((card) => card.state !== 'open'))
      this.topics.tell(['outcomes'])
      this.refreshStatus()
    }
    this.#unwatch.push(replica.topics.subscribe('table:conflict', read))
    read()
  }

  // A database that fails.

  /** The database was cleared under this tab: what is in memory becomes another one, of another device. */
  async #putBack(): Promise<void> {
    const { replica, lane } = this.parts
    const uploads = lane.list()
    const queue = await replica.exclusive(async () => {
      const held = await replica.held()
      const leader = this.leading ? this.#leaderToken : null
      await this.storage.putBack({ ...held, drafts: this.drafts.rows, uploads, leader }, this.ports.randomText(22))
      return held.queue
    })
    await replica.reread()
    await lane.open()
    if (this.#seal) await this.storage.saveNote(sealNote, this.#seal)
    this.mark.makeAnew(this.instant())
    const lostFiles = uploads.filter((upload) => upload.state !== 'uploaded').length
    this.putBackNews = { at: this.instant(), mutations: queue.length, drafts: this.drafts.rows.length, lostFiles }
    this.topics.tell(['status'])
    this.post({ kind: 'reread' })
  }

  /** While a database is being made nobody walks; as soon as it is there, somebody does. */
  #troubled(): void {
    if (this.keeper.trouble === 'lost') this.transport.hangUp()
    else if (this.leading) void this.#started?.loop.kick()
    this.refreshStatus()
  }

  /** What went from memory was on the wire, which the database could not be told then: it may not be replaced any more. */
  async #keepFlown(): Promise<void> {
    if (!this.#started?.courier.sentFromMemory) return
    await this.storage.takeForFlight(0, { count: 1_000_000, bytes: Infinity }, null)
    await this.#started.replica.reread()
  }

  /** Nothing can be kept on this device: what waits in memory goes to the server at least. Sent twice it counts once, by its mid. */
  async #sendFromMemory(): Promise<void> {
    if (!this.#started || !this.leading) return
    await this.#started.courier.pushFromMemory(this.waitingRows())
  }
}

type Message =
  | { readonly kind: 'beat' | 'opened' | 'queued' | 'replaced' | 'reread' | 'moved' | 'files' | 'walk' | 'wiped' | 'drafts' }
  /** refused: asked for and not given; a tab of an earlier version does not say. */
  | { readonly kind: 'pulled'; readonly keys: readonly (readonly [string, string, string])[] | null; readonly refused?: readonly string[] }
  | { readonly kind: 'state'; readonly state: LoopState }
  | { readonly kind: 'called'; readonly answered: boolean }
  | { readonly kind: 'wanted'; readonly scopes: readonly string[] }
  | PresenceMessage

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string'
