import type { Actor } from '#shared/access/actor.ts'
import { addAttachment } from '#shared/attachments/mutations.ts'
import { namesFile, takesOutOfForce } from '#shared/attachments/rules.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { contentMatches } from '#shared/attachments/content.ts'
import { fileInvalidity } from '#shared/attachments/rules.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId, Mid, Unit } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { participationMutations } from '#shared/mutations.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { Lane } from './attachments/lane.ts'
import { attentionOf, decisionsIn, midsIn, needsAttention, type Attention } from './attention.ts'
import { backupFile, bytesOf, copyOf, readBackup, sealFrom, sealNote, type BackupBody, type UnsentCopy } from './outbox/backup.ts'
import { Courier } from './outbox/courier.ts'
import { Loop, type LoopState } from './outbox/loop.ts'
import { openedCopy, sealedCopyIn } from './outbox/sealed-copy.ts'
import type { Attempt } from './outbox/step.ts'
import type { Marker, Ports } from './ports.ts'
import type { LiveTable } from './replica/live-table.ts'
import type { LiveWorld } from './replica/live-world.ts'
import { Replica, type Dispatched, type DispatchOptions } from './replica/replica.ts'
import { Topics } from './replica/topics.ts'
import { stallMs, statusOf, type SyncStatus } from './status.ts'
import { Keeper, silentMs, within } from './storage/keeper.ts'
import { isStorageFailure, type Draft, type OutboxRow, type Storage, type StoredOutcome, type Upload } from './storage/storage.ts'
import { Leadership } from './tabs/leadership.ts'
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

export interface QueueItem {
  readonly id: string
  readonly kind: 'mutation' | 'file'
  readonly name: string
  readonly scope: string
  readonly entity: string
  readonly authorId: string
  readonly at: string
  readonly sizeBytes: number
  readonly sentBytes: number
  /** saved: only here · sent: on the wire or beyond, not confirmed · failed: to be tried again · attention: it did not stand. */
  readonly state: 'saved' | 'sent' | 'failed' | 'attention'
  readonly attempts: number
  readonly lastError: string | null
}

export type UnitState = 'saved-on-device' | 'sent' | 'received' | 'attention'

export interface StorageReport {
  readonly usageBytes: number
  readonly quotaBytes: number
  readonly persisted: boolean
  readonly syncedAt: number | null
  readonly rows: number
  readonly waitingMutations: number
  readonly waitingFiles: number
}

/** What a tab wrote again after the browser had cleared its database. */
export interface PutBack {
  readonly at: string
  readonly mutations: number
  readonly drafts: number
  /** Files that had not arrived: their bytes went with the database. */
  readonly lostFiles: number
}

export interface OfflineProgress {
  readonly step: 'rows' | 'forms' | 'worlds' | 'done'
  readonly done: number
  readonly total: number
}

export interface Diagnostics {
  readonly deviceId: string
  readonly app: string
  readonly status: SyncStatus
  readonly leading: boolean
  readonly nextSeq: number
  readonly inFlightThrough: number
  readonly ledgerThrough: number
  readonly acked: number
  readonly epoch: string | null
  readonly clockOffsetMs: number
  readonly attempts: readonly Attempt[]
  readonly discarded: readonly unknown[]
}

export type Engine = ReturnType<typeof createSync>

/** The engine of one person on one tab. Everything that it reaches comes through its options. */
export function createSync(options: EngineOptions) {
  const { actor, storage, transport, ports } = options
  const { clock } = ports
  const topics = new Topics()
  const attempts: Attempt[] = []
  const runId = ports.randomText(22)
  const markerKey = `iip-data:${storage.name}`
  let counter = 0
  let marked = false
  let started: { replica: Replica; lane: Lane; courier: Courier; loop: Loop; leadership: Leadership } | null = null
  let stopped = false
  let leading = false
  let superseded = false
  let tidied = false
  let shown: SyncStatus = { kind: 'connecting', pending: 0, syncedAt: null }
  let cancelStallCheck: (() => void) | null = null
  const unwatch: (() => void)[] = []

  const log = (attempt: Omit<Attempt, 'at'>): void => {
    attempts.push({ at: instantOf(clock.now()), ...attempt })
    if (attempts.length > keptAttempts) attempts.shift()
  }
  const report = (what: string, error: unknown): void => {
    log({ what: 'storage', result: `${what} ${error instanceof Error ? error.name : 'unknown'}`, count: 0 })
    options.report?.(what, error)
    if (what !== 'keeper' && isStorageFailure(error)) void keeper.look()
  }
  const parts = () => {
    if (!started) throw new Error('the engine has not been started')
    return started
  }

  function attention(): Attention {
    const { replica } = parts()
    return attentionOf({ ownerId: actor.id, cards: ownCards, outcomes: replica.outcomes.values(), files: parkedFiles() })
  }
  let ownCards: readonly Rows['conflict'][] = []
  /** Mutations whose card was closed. */
  let closed: ReadonlySet<Mid> = new Set()
  const waitsForPerson = (outcome: StoredOutcome): boolean => needsAttention(outcome) && !closed.has(outcome.mid)

  /** Files that the server will never take and that no change of this device has put in the past yet. */
  function parkedFiles(): readonly Upload[] {
    const { replica, lane } = parts()
    return lane.parked.filter((file) => !replica.pending.some(({ row }) => takesOutOfForce(row, file.id)))
  }

  const waitingRows = (): readonly OutboxRow[] => {
    const { replica } = parts()
    return replica.pending.map((entry) => entry.row)
  }

  function currentStatus(): SyncStatus {
    if (!started) return shown
    const { replica, lane, loop } = started
    const [oldest] = replica.pending
    return statusOf({
      loop: loop.state,
      storage: keeper.trouble,
      online: ports.surroundings.online(),
      superseded,
      pending: replica.pending.length + lane.waiting.length,
      attention: decisionsIn(attention()),
      oldestAt: oldest ? epochMs(oldest.row.t) : null,
      now: clock.now(),
    })
  }

  function refreshStatus(): void {
    if (!started || stopped) return
    const next = currentStatus()
    if (JSON.stringify(next) === JSON.stringify(shown)) return
    shown = next
    topics.tell(['status'])
  }

  function watchForStalls(): void {
    cancelStallCheck = clock.later(() => {
      if (stopped) return
      refreshStatus()
      watchForStalls()
    }, stallMs / 4)
  }

  /** Tells the other tabs. What this tab has done stands, whether or not they can be told: they find it on the disk. */
  function post(message: Message): void {
    try {
      ports.channel.post(message)
    } catch (error) {
      report('channel', error)
    }
  }

  /** The marker only helps to explain a loss: a browser that refuses it takes nothing from what is durable. */
  function withMarker<T>(work: (marker: Marker) => T): T | null {
    try {
      return work(ports.marker)
    } catch (error) {
      report('marker', error)
      return null
    }
  }
  const mark = (): void => void withMarker((marker) => marker.set(markerKey, instantOf(clock.now())))
  const unmark = (): void => void withMarker((marker) => marker.remove(markerKey))
  const wasMarked = (): boolean => withMarker((marker) => marker.get(markerKey)) !== null

  async function heard(message: Message): Promise<void> {
    if (!started || stopped) return
    const { replica, loop, leadership } = started
    if (message.kind === 'beat') leadership.heard()
    else if (message.kind === 'opened') {
      if (leading) post({ kind: 'state', state: loop.state })
    } else if (message.kind === 'queued') {
      await replica.catchUp()
      // It may have become of a draft, which went in the same write.
      topics.tell(['drafts'])
      if (leading) loop.nudge()
    } else if (message.kind === 'replaced' || message.kind === 'reread') {
      await replica.reread()
      if (leading) void loop.kick()
    } else if (message.kind === 'moved') await replica.refresh([])
    else if (message.kind === 'pulled') await replica.refresh(message.keys)
    else if (message.kind === 'state') loop.adopt(message.state)
    else if (message.kind === 'walk' && leading) void loop.unblock()
    else if (message.kind === 'files') {
      await started.lane.open()
      if (leading) started.lane.kick()
    } else if (message.kind === 'drafts') topics.tell(['drafts'])
    else if (message.kind === 'wiped') stop()
    refreshStatus()
  }

  async function fetchDefinition(versionId: string) {
    const reply = await transport.definition(versionId)
    log({ what: 'definition', result: reply.kind === 'ok' ? 'ok' : reply.kind, count: 1 })
    return reply.kind === 'ok' ? reply.value : null
  }

  /** What may wait until answers have gone: files, and the questions of forms that the device has just seen. */
  async function settled(): Promise<void> {
    const { replica, lane } = parts()
    lane.kick()
    if (replica.position.scopes.length > 0) mark()
    await fetchMissingDefinitions()
    if (tidied) return
    tidied = true
    const { serverTime } = replica.position
    if (serverTime === null) return
    // A clock that is wrong, the device's or for a while the server's, must not shorten what could be replayed: the earlier one counts.
    const now = Math.min(epochMs(serverTime), epochMs(replica.now()))
    await storage.forgetSent(instantOf(now - sentKeptDays * dayMs))
  }

  async function fetchMissingDefinitions(onEach?: (done: number, total: number) => void): Promise<boolean> {
    const { replica } = parts()
    const forms = await replica.table('form')
    const versions = [...new Set(forms.rows().map((form) => form.versionId))]
    const stored = new Set(await storage.definitionIds())
    let complete = true
    // Reading it is what takes out of a kept definition what is not for this person.
    for (const versionId of stored) if (!versions.includes(versionId)) await replica.index(versionId)
    for (const [position, versionId] of versions.entries()) {
      complete = (await replica.index(versionId)) !== null && complete
      onEach?.(position + 1, versions.length)
    }
    return complete
  }

  function stopLeading(): void {
    leading = false
    started?.loop.stop()
    started?.lane.stop()
    refreshStatus()
  }

  /** Drafts as this tab last read or wrote them. */
  const drafts = new Map<string, Draft>()
  let leaderToken: string | null = null
  let putBackNews: PutBack | null = null
  const keeper = new Keeper({
    storage,
    clock,
    random: ports.random,
    putBack,
    meanwhile: sendFromMemory,
    mended: keepFlown,
    changed: troubled,
    report: (error) => report('keeper', error),
  })

  /** Writes that must last: one that the database could not take is tried once more when the database is mended. Fails: storage_failed. */
  async function kept<T>(write: () => Promise<Result<T>>): Promise<Result<T>> {
    const cancel = clock.later(() => void keeper.look(), silentMs)
    try {
      return await write()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      return (await keeper.look()) ? await write() : fail('storage_failed')
    } finally {
      cancel()
    }
  }

  let seal: CopySeal | null = null
  /** What copies are sealed with: what this tab heard of it, or another one kept. */
  const sealNow = async (): Promise<CopySeal | null> =>
    (seal ??= keeper.trouble === null ? sealFrom(await storage.note(sealNote).catch(unlessStorageFails)) : null)

  async function keepSeal(next: CopySeal): Promise<void> {
    seal = next
    await storage.saveNote(sealNote, next)
  }

  /** What a copy holds: of a sealed one the server is asked for the key. Fails: as `importUnsent`. */
  async function readCopy(text: string): Promise<Result<BackupBody>> {
    const sealed = sealedCopyIn(text)
    if (!sealed) return readBackup(text, actor.id, ports.sha256)
    const { header, key } = sealed
    const reply = await transport.openCopy({ header, key })
    if (reply.kind === 'offline') return fail('copy_needs_server')
    if (reply.kind === 'refused') return fail(reply.code, reply.params)
    const opened = await openedCopy(sealed, reply.value.contentKey, ports.crypto)
    return opened.ok && opened.value.authorId !== actor.id ? fail('backup_other_author') : opened
  }

  /** While the database is away, what this tab holds of it is what there is. */
  const draftsNow = async (): Promise<readonly Draft[]> => (keeper.trouble === null ? storage.drafts() : [...drafts.values()])

  /** The database was cleared under this tab: what is in memory becomes another one, of another device. */
  async function putBack(): Promise<void> {
    const { replica, lane } = parts()
    const uploads = lane.list()
    const queue = await replica.exclusive(async () => {
      const held = await replica.held()
      const known = { ...held, drafts: [...drafts.values()], uploads, leader: leading ? leaderToken : null }
      await storage.putBack(known, ports.randomText(22))
      return held.queue
    })
    await replica.reread()
    await lane.open()
    if (seal) await storage.saveNote(sealNote, seal)
    marked = false
    mark()
    const lostFiles = uploads.filter((upload) => upload.state !== 'uploaded').length
    putBackNews = { at: instantOf(clock.now()), mutations: queue.length, drafts: drafts.size, lostFiles }
    topics.tell(['status'])
    post({ kind: 'reread' })
  }

  /** While a database is being made nobody walks; as soon as it is there, somebody does. */
  function troubled(): void {
    if (keeper.trouble === 'lost') transport.hangUp()
    else if (leading) void started?.loop.kick()
    refreshStatus()
  }

  /** What went from memory was on the wire, which the database could not be told then: it may not be replaced any more. */
  async function keepFlown(): Promise<void> {
    if (!started?.courier.sentFromMemory) return
    await storage.takeForFlight(0, { count: 1_000_000, bytes: Infinity }, null)
    await started.replica.reread()
  }

  /** Nothing can be kept on this device: what waits in memory goes to the server at least. Sent twice it counts once, by its mid. */
  async function sendFromMemory(): Promise<void> {
    if (!started || !leading) return
    await started.courier.pushFromMemory(waitingRows())
  }

  async function watchCards(): Promise<void> {
    const { replica } = parts()
    const cards = await replica.table('conflict')
    const read = (): void => {
      ownCards = cards.rows().filter((card) => card.ownerId === actor.id)
      closed = midsIn(ownCards.filter((card) => card.state !== 'open'))
      topics.tell(['outcomes'])
      refreshStatus()
    }
    unwatch.push(replica.topics.subscribe('table:conflict', read))
    read()
  }

  /**
   * Opens the device's database and begins to sync. `evicted`: this device once held data and the browser has
   * taken it away, so that unsent work may be gone (reliability 1.6).
   */
  async function start(): Promise<{ readonly evicted: boolean; readonly created: boolean }> {
    // From the first moment on: what a start reads holds the database, too.
    unwatch.push(ports.surroundings.watch((what) => void (what === 'put-away' && putAway())))
    const loaded = await within(storage.open(ports.randomText(22)), clock, openMs)
    storage.watch(() => void clock.later(() => void keeper.look(), closedMs))
    const evicted = loaded.created && wasMarked()
    const replica: Replica = new Replica(
      {
        storage,
        actor,
        mutations: options.mutations ?? participationMutations,
        clock,
        nextMid: () => `${runId}-${(counter++).toString(36)}`,
        isOwnMid: (mid) => mid.startsWith(`${runId}-`),
        fetchDefinition,
        enqueuing,
        enqueued,
        report,
      },
      loaded,
    )
    const lane = new Lane({
      storage,
      transport,
      replica,
      clock,
      disk: ports.disk,
      random: ports.random,
      sha256: ports.sha256,
      announce: async (upload) => {
        const announced = await replica.dispatch(addAttachment.name, upload.scope, addingOf(upload))
        return announced.ok ? null : announced.failure
      },
      changed: () => {
        topics.tell(['queue'])
        refreshStatus()
      },
      moved: () => post({ kind: 'files' }),
      log,
      report: (error) => report('upload', error),
    })
    const courier = new Courier({
      storage,
      transport,
      replica,
      clock,
      app: options.app,
      newDeviceId: () => ports.randomText(22),
      files: { waiting: () => lane.waiting.length, pullBegins: () => lane.pullBegins(), pullEnded: () => lane.pullEnded() },
      sealId: async () => (await sealNow())?.id ?? null,
      keepSeal,
      log,
      report: (error) => report('push', error),
      told: (what) => {
        post(what)
        if (what.kind === 'reread') post({ kind: 'files' })
        // A server that was put back to an older copy may lack files that had arrived.
        if (what.kind === 'reread') lane.open().catch((error: unknown) => report('upload', error))
      },
    })
    const loop = new Loop({
      courier,
      transport,
      clock,
      surroundings: ports.surroundings,
      random: ports.random,
      live: options.live !== false,
      held: () => keeper.trouble === 'lost',
      changed: (state) => {
        post({ kind: 'state', state })
        refreshStatus()
      },
      settled,
      fenced: stopLeading,
      log,
      report: (error) => report('walk', error),
    })
    const leadership = new Leadership({
      name: storage.name,
      locks: ports.locks,
      channel: ports.channel,
      clock,
      surroundings: ports.surroundings,
      newToken: () => ports.randomText(16),
      lead: async (token) => {
        leaderToken = token
        if (token !== null) {
          await storage.lead(token)
          await catchUpAsLeader(replica, loaded.position.cursor)
          courier.takeOver()
        }
        if (stopped) return
        leading = true
        loop.lead(token)
        lane.start()
      },
      lost: stopLeading,
      report: (error) => report('leadership', error),
    })
    started = { replica, lane, courier, loop, leadership }
    for (const topic of ['queue', 'outcomes', 'position']) {
      unwatch.push(
        replica.topics.subscribe(topic, () => {
          topics.tell([topic])
          refreshStatus()
        }),
      )
    }
    await replica.open()
    await lane.open()
    await watchCards()
    unwatch.push(
      ports.channel.listen((message) => {
        if (isMessage(message)) heard(message).catch((error: unknown) => report('message', error))
      }),
      ports.surroundings.watch((what) => {
        // What the person comes back to must be there; and where it is not, there may be a way now.
        if (what === 'visible' || what === 'focus' || keeper.trouble !== null) void keeper.look()
        if (what === 'online') transport.hangUp()
        if (leading && what !== 'offline' && what !== 'hidden') {
          if (what === 'online') loop.reconnect()
          else void loop.kick()
          lane.kick()
        }
        refreshStatus()
      }),
    )
    leadership.start()
    // A leader at rest tells how it goes when it changes: who opens now asks.
    post({ kind: 'opened' })
    watchForStalls()
    refreshStatus()
    return { evicted, created: loaded.created }
  }

  function enqueuing(): void {
    // Writing it takes a tenth of a millisecond of the person's time: once is enough.
    if (!marked) mark()
    marked = true
    post({ kind: 'queued' })
  }

  /** The former leader may have died between the disk and telling the other tabs. */
  async function catchUpAsLeader(replica: Replica, openedAt: string | null): Promise<void> {
    const { device, position } = await storage.position()
    const same = device.deviceId === replica.device.deviceId && device.nextSeq === replica.device.nextSeq
    if (!same || position.acked !== replica.position.acked) await replica.reread()
    // Rows move with the cursor only: when it stands where it stood, what was read since is what is there.
    if (position.cursor !== openedAt) await replica.refresh(null)
  }

  function enqueued(): void {
    refreshStatus()
    if (leading) started?.loop.nudge()
  }

  /**
   * The page is left and kept for who goes back: until then nothing of it runs, and nobody may have to wait for it. Its drafts can
   * still be saved when it comes back.
   */
  function putAway(): void {
    storage.giveUp()
    end()
  }

  /** Ends everything that this tab does. What is kept stays kept. */
  function stop(): void {
    end()
    storage.close()
  }

  function end(): void {
    if (stopped) return
    stopped = true
    leading = false
    cancelStallCheck?.()
    keeper.stop()
    for (const unwatched of unwatch) unwatched()
    started?.loop.stop()
    started?.lane.stop()
    started?.leadership.stop()
    ports.channel.close()
  }

  return {
    actor,
    start,
    stop,

    /** The database was closed under this tab: another one upgrades it. */
    supersede(): void {
      superseded = true
      keeper.stop()
      refreshStatus()
    },

    /** Decides a change here and now, and keeps it until the server has it. Resolves after the strict commit. */
    dispatch<Args>(
      mutation: Mutation<string, Args>,
      scope: string,
      args: NoInfer<Args>,
      how?: DispatchOptions,
    ): Promise<Result<Dispatched>> {
      return kept(async () => {
        const dispatched = await parts().replica.dispatch(mutation.name, scope, args, how)
        if (dispatched.ok && how?.clearDraft !== undefined) drafts.delete(how.clearDraft)
        return dispatched
      })
    },

    world: (institutionId: InstitutionId, formId: FormId): Promise<Result<LiveWorld>> => parts().replica.world(institutionId, formId),
    table: <T extends TableName>(name: T): Promise<LiveTable<Rows[T]>> => parts().replica.table(name),

    /** Best estimate of the server's time. */
    now: (): string => parts().replica.now(),

    /** What was written again after the browser had cleared this device's database, until the person has read it; topic `status`. */
    get putBack(): PutBack | null {
      return putBackNews
    },
    /** Looks at the database again, now; true when what is written is kept. */
    retryStorage: (): Promise<boolean> => keeper.look(),
    putBackRead(): void {
      putBackNews = null
      topics.tell(['status'])
    },

    /** Topics: `status`, `queue`, `outcomes`, `position`, `drafts` (of other tabs), `table:<table>`. A world's own are at its `topics`. */
    subscribe(topic: string, listener: () => void): () => void {
      return topic.startsWith('table:') ? parts().replica.topics.subscribe(topic, listener) : topics.subscribe(topic, listener)
    },
    version: (topic: string): number => (topic.startsWith('table:') ? parts().replica.topics.version(topic) : topics.version(topic)),

    /** The same object until it changes. */
    get status(): SyncStatus {
      return shown
    },
    get leading(): boolean {
      return leading
    },

    /** All that waits, mutations in their order and then files. */
    queue(): readonly QueueItem[] {
      const { replica, lane, loop } = parts()
      return [
        ...replica.pending.map((entry): QueueItem => {
          const sent = entry.row.seq <= replica.device.inFlightThrough
          return {
            id: entry.row.mid,
            kind: 'mutation',
            name: entry.row.n,
            scope: entry.row.s,
            entity: entry.row.entity,
            authorId: entry.row.authorId,
            at: entry.row.t,
            sizeBytes: entry.row.sizeBytes,
            sentBytes: 0,
            state: entry.outcome && waitsForPerson(entry.outcome) ? 'attention' : sent ? 'sent' : 'saved',
            attempts: sent ? loop.state.failures : 0,
            lastError: sent ? loop.state.lastError : null,
          }
        }),
        ...lane.waiting.map((upload): QueueItem => fileItem(upload, actor.id)),
      ]
    },

    unitState(scope: string, unit: Unit): UnitState {
      const { replica, lane } = parts()
      for (const outcome of replica.outcomes.values())
        if (outcome.s === scope && about(outcome.entity, unit) && waitsForPerson(outcome)) return 'attention'
      let state: UnitState = 'received'
      for (const { row } of replica.pendingAbout(scope, unit)) {
        if (row.seq <= replica.position.ledgerThrough) continue
        if (row.seq > replica.device.inFlightThrough) return 'saved-on-device'
        state = 'sent'
      }
      if (parkedFiles().some((upload) => upload.scope === scope && upload.unit === unit)) return 'attention'
      return lane.waiting.some((upload) => upload.scope === scope && upload.unit === unit) ? 'saved-on-device' : state
    },

    /** Results other than a plain success, newest first, dismissed ones left out. */
    outcomes: (): readonly StoredOutcome[] =>
      [...parts().replica.outcomes.values()].filter((one) => !one.dismissed).toSorted((a, b) => (a.storedAt < b.storedAt ? 1 : -1)),
    async dismissOutcome(mid: Mid): Promise<void> {
      await storage.dismissOutcome(mid)
      await parts().replica.reread()
    },

    /** Walks to the server now and resolves when that walk has ended, well or not. */
    async syncNow(): Promise<SyncStatus> {
      const { loop, lane } = parts()
      if (leading) {
        await loop.kick()
        lane.kick()
      } else post({ kind: 'walk' })
      return currentStatus()
    },

    /** The same person signed in again: the queue goes on. */
    async reauthenticated(): Promise<void> {
      if (!leading) post({ kind: 'walk' })
      else {
        await parts().loop.unblock()
        parts().lane.kick()
      }
    },

    /**
     * Keeps a file here and names it as evidence of a unit. Fails: file_format, file_empty, file_too_large, file_content, no_space,
     * and what `attachment.add` refuses.
     */
    async attach(
      scope: string,
      file: {
        readonly unit: Unit
        readonly name: string
        readonly mime: string
        readonly bytes: Uint8Array<ArrayBuffer>
        readonly replaces?: string | null | undefined
      },
    ): Promise<Result<{ readonly id: string; readonly mid: Mid | null }>> {
      const { lane, replica } = parts()
      const wrong =
        fileInvalidity(file.name, file.bytes.byteLength) ?? (contentMatches(file.name, file.bytes) ? undefined : failure('file_content'))
      if (wrong) return { ok: false, failure: wrong }
      const id = ports.randomText(22)
      const staged = await lane.stage({ id, scope, ...file })
      if (!staged.ok) return staged
      const dispatched = await replica.dispatch(addAttachment.name, scope, addingOf(staged.value))
      if (!dispatched.ok) {
        await lane.remove(id)
        return dispatched
      }
      post({ kind: 'files' })
      if (leading) lane.kick()
      return done({ id, mid: dispatched.value.mid })
    },
    uploads: (): readonly Upload[] => parts().lane.list(),
    /** Files that the server will never take, each with its reason in `lastError`, until it is replaced or removed. */
    parkedFiles,
    /** A file of this device, for reading without a network; undefined when it is not here. */
    file: (id: string): Promise<Blob | undefined> => parts().lane.file(id),
    /** Forgets a file on this device, by the person's own act. */
    async removeFile(id: string): Promise<void> {
      const { lane, replica } = parts()
      await lane.remove(id)
      // Why it did not go was told with it.
      for (const outcome of replica.outcomes.values()) if (namesFile(outcome, id)) await storage.dismissOutcome(outcome.mid)
      await replica.reread()
      post({ kind: 'files' })
    },

    /** Keeps what is half written. Resolves after the strict commit; the other tabs hear of it as topic `drafts`. */
    async saveDraft(key: string, value: unknown): Promise<void> {
      const draft: Draft = { key, value, savedAt: instantOf(clock.now()) }
      drafts.set(key, draft)
      const written = await kept(async () => done(await storage.saveDraft(draft)))
      if (!written.ok) throw new Error(written.failure.code)
      post({ kind: 'drafts' })
    },
    async draft(key: string): Promise<unknown> {
      return (await storage.draft(key))?.value
    },
    async drafts(): Promise<readonly Draft[]> {
      const stored = await draftsNow()
      for (const draft of stored) if (!drafts.has(draft.key)) drafts.set(draft.key, draft)
      return stored
    },
    async clearDraft(key: string): Promise<void> {
      drafts.delete(key)
      await storage.clearDraft(key)
      post({ kind: 'drafts' })
    },
    /** Gives a draft another key; undefined when it is gone, because another tab took it first. */
    async moveDraft(from: string, to: string): Promise<Draft | undefined> {
      const moved = await storage.moveDraft(from, to)
      drafts.delete(from)
      if (moved) drafts.set(to, moved)
      post({ kind: 'drafts' })
      return moved
    },

    /** Whether a mutation comes from this device, of whichever tab. */
    isFromHere: async (mid: Mid): Promise<boolean> => parts().replica.pending.some((one) => one.row.mid === mid) || storage.holdsMid(mid),

    /** What of this person's did not stand, sorted; moves with topics `outcomes` and `queue`. */
    attention,

    pendingCounts(): { readonly mutations: number; readonly files: number; readonly attention: number } {
      const { replica, lane } = parts()
      return { mutations: replica.pending.length, files: lane.waiting.length, attention: decisionsIn(attention()) }
    },

    /** Drops one unsent mutation for good, by the person's own act; false when it has already been on the wire. */
    async discard(mid: Mid): Promise<boolean> {
      const { replica, lane } = parts()
      const entry = replica.pending.find((one) => one.row.mid === mid)
      const discarded = await replica.exclusive(() => storage.discard(mid))
      if (!discarded) return false
      const notes = await storage.note('discarded')
      await storage.saveNote('discarded', [
        ...(Array.isArray(notes) ? notes : []),
        { mid, name: entry?.row.n ?? null, entity: entry?.row.entity ?? null, at: instantOf(clock.now()) },
      ])
      // A file goes with the mutation that named it, or it would be named again.
      const file = lane.list().find(({ id }) => entry && namesFile(entry.row, id))
      if (file) {
        await lane.remove(file.id)
        post({ kind: 'files' })
      }
      await replica.reread()
      post({ kind: 'reread' })
      return true
    },

    /** Everything that has not reached the server, as one text: sealed, unless the device never heard what with. */
    async exportUnsent(): Promise<UnsentCopy> {
      const { replica, lane } = parts()
      const files = []
      for (const upload of [...lane.waiting, ...lane.parked]) {
        const blob = await lane.file(upload.id).catch(unlessStorageFails)
        if (blob) files.push(backupFile(upload, new Uint8Array(await blob.arrayBuffer())))
      }
      return copyOf(
        {
          authorId: actor.id,
          deviceId: replica.device.deviceId,
          exportedAt: instantOf(clock.now()),
          mutations: [...waitingRows()],
          files,
          drafts: [...(await draftsNow())],
        },
        await sealNow(),
        ports,
      )
    },

    /**
     * Takes over what another device of the same person exported; what the server has meanwhile is taken once all the same.
     * Fails: backup_unreadable, backup_other_author; of a sealed one copy_other_server, and copy_needs_server without a network.
     */
    async importUnsent(text: string): Promise<Result<{ readonly mutations: number; readonly files: number; readonly drafts: number }>> {
      const { replica, lane } = parts()
      const read = await readCopy(text)
      if (!read.ok) return read
      const known = new Set(waitingRows().map((row) => row.mid))
      const add = read.value.mutations.filter((row) => !known.has(row.mid))
      for (const file of read.value.files) {
        if (lane.list().some((upload) => upload.id === file.id)) continue
        const staged = await lane.stage({ ...file, bytes: bytesOf(file) })
        if (!staged.ok) return staged
      }
      await replica.exclusive(async () => {
        if (add.length > 0) await storage.enqueue({ add, replace: [], clearDrafts: [] })
      })
      if (read.value.drafts.length > 0) {
        await storage.addDrafts(read.value.drafts)
        for (const draft of read.value.drafts) if (!drafts.has(draft.key)) drafts.set(draft.key, draft)
        topics.tell(['drafts'])
        post({ kind: 'drafts' })
      }
      await replica.reread()
      enqueuing()
      enqueued()
      return done({ mutations: add.length, files: read.value.files.length, drafts: read.value.drafts.length })
    },

    /** Brings rows and questions so that everything visible works without a network. Fails: unavailable. */
    async prepareOffline(onProgress: (progress: OfflineProgress) => void): Promise<Result<null>> {
      const { loop, replica } = parts()
      onProgress({ step: 'rows', done: 0, total: 1 })
      if (leading) await loop.kick()
      if (replica.position.pulledAt === null || loop.state.reachable !== true) return fail('unavailable')
      onProgress({ step: 'rows', done: 1, total: 1 })
      const complete = await fetchMissingDefinitions((ready, total) => onProgress({ step: 'forms', done: ready, total }))
      if (!complete) return fail('unavailable')
      await ports.disk.persist()
      await storage.saveNote('preparedAt', instantOf(clock.now()))
      onProgress({ step: 'done', done: 1, total: 1 })
      return done(null)
    },

    /** Asks the browser to keep this device's data; true when it will. */
    persist: (): Promise<boolean> => ports.disk.persist(),

    async storageReport(): Promise<StorageReport> {
      const { replica, lane } = parts()
      const [estimate, persisted, rows] = await Promise.all([ports.disk.estimate(), ports.disk.persisted(), storage.countRows()])
      return {
        ...estimate,
        persisted,
        syncedAt: replica.position.pulledAt,
        rows,
        waitingMutations: replica.pending.length,
        waitingFiles: lane.waiting.length,
      }
    },

    /** What support needs to know; no answer's content. */
    async diagnostics(): Promise<Diagnostics> {
      const { replica } = parts()
      const discarded = await storage.note('discarded')
      return {
        deviceId: replica.device.deviceId,
        app: options.app,
        status: currentStatus(),
        leading,
        nextSeq: replica.device.nextSeq,
        inFlightThrough: replica.device.inFlightThrough,
        ledgerThrough: replica.position.ledgerThrough,
        acked: replica.position.acked,
        epoch: replica.position.epoch,
        clockOffsetMs: replica.position.offsetMs,
        attempts: [...attempts],
        discarded: Array.isArray(discarded) ? discarded : [],
      }
    },

    /**
     * The account was deactivated: what was confirmed leaves the device, and everything that the person did and nobody has
     * yet stays in their database (reliability 1.6). Ends every tab.
     */
    async seal(): Promise<void> {
      post({ kind: 'wiped' })
      const { replica } = parts()
      await replica.exclusive(() => storage.seal())
      stop()
    },

    /** Sign-out: deletes this person's data from the device, in every tab. What was unsent is gone: ask first. */
    async wipe(): Promise<void> {
      post({ kind: 'wiped' })
      const wiping = started?.replica.exclusive(() => Promise.resolve())
      stop()
      await wiping
      await storage.wipe()
      unmark()
    },
  }
}

type Message =
  | { readonly kind: 'beat' | 'opened' | 'queued' | 'replaced' | 'reread' | 'moved' | 'files' | 'walk' | 'wiped' | 'drafts' }
  | { readonly kind: 'pulled'; readonly keys: readonly (readonly [string, string, string])[] | null }
  | { readonly kind: 'state'; readonly state: LoopState }

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string'

/** A copy of what is in memory is worth having where the database cannot be read any more. */
function unlessStorageFails(error: unknown): undefined {
  if (!isStorageFailure(error)) throw error
}

/** What `attachment.add` says of a file that is kept here. */
const addingOf = ({ id, unit, name, sizeBytes, mime, sha256, replaces }: Upload) => ({
  id,
  unit,
  name,
  sizeBytes,
  mime,
  sha256,
  ...(replaces === undefined ? {} : { replaces }),
})

/** Entities are a unit, or a word and a unit. */
const about = (entity: string, unit: Unit): boolean => entity === unit || entity.endsWith(`:${unit}`)

const fileItem = (upload: Upload, authorId: string): QueueItem => ({
  id: upload.id,
  kind: 'file',
  name: upload.name,
  scope: upload.scope,
  entity: upload.unit,
  authorId,
  at: upload.addedAt,
  sizeBytes: upload.sizeBytes,
  sentBytes: upload.sentBytes,
  state: upload.state === 'failed' ? 'failed' : upload.sentBytes > 0 ? 'sent' : 'saved',
  attempts: upload.attempts,
  lastError: upload.lastError,
})
