import { quarantineRaw } from '#shared/conflicts/mutations.ts'
import { must } from '#shared/kernel/assert.ts'
import type { PushReply, PushRequest, PushResult } from '#shared/protocol/push.ts'
import { pushMaxBytes, pushMaxMutations } from '#shared/protocol/push.ts'
import type { PullReply, PullRequest } from '#shared/protocol/pull.ts'
import { pullMaxRows } from '#shared/protocol/pull.ts'
import { checkOf } from '#shared/protocol/check.ts'
import { epochMs, instantOf } from '#shared/kernel/instant.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import type { Clock } from '../ports.ts'
import type { Opening } from '../replica/opening.ts'
import type { Replica } from '../replica/replica.ts'
import { withinBytes } from '../storage/storage.ts'
import type { OutboxRow, PullPatch, Storage, StoredOutcome } from '../storage/storage.ts'
import type { Reply, Transport } from '../transport/transport.ts'
import { ok, type Attempt, type Step } from './step.ts'

/** Scopes of one pull that are not open in memory and are still counted against the server's check. */
const checkedClosedScopes = 8
/** What stands in the ledger for a mutation that the server cannot read. */
/** With more rows than these the other tabs read everything again. */
const maxToldKeys = 2000

export interface CourierOptions {
  readonly storage: Storage
  readonly transport: Transport
  readonly replica: Replica
  readonly clock: Clock
  readonly app: string
  newDeviceId(): string
  /** The files' own way to the server, which shares what is told in both directions. */
  readonly files: {
    /** Files still waiting on the device. */
    readonly waiting: () => number
    readonly pullBegins: () => void
    readonly pullEnded: () => Promise<void>
  }
  /** What one of the lab's people opened and has not got yet; null for who is given everything of theirs. */
  readonly opening: Opening | null
  /** Id of what the device seals copies with; null when it has nothing. */
  sealId(): Promise<string | null>
  keepSeal(seal: CopySeal): Promise<void>
  log(attempt: Omit<Attempt, 'at'>): void
  report(error: unknown): void
  /** Rows that a pull changed, for the other tabs; null when all may have. */
  told(
    what:
      | {
          readonly kind: 'pulled'
          readonly keys: readonly (readonly [string, string, string])[] | null
          /** Scopes that were asked for and did not come. */
          readonly refused: readonly string[]
        }
      | { readonly kind: 'moved' | 'reread' },
  ): void
}

/** Carries mutations up and rows down for the tab that leads; never runs twice at once. */
export class Courier {
  readonly #options: CourierOptions
  /** Most mutations of the next push: halved when the server finds it too large. */
  #batch = pushMaxMutations
  readonly #healed = new Set<string>()
  /** On the wire without the disk's knowledge, and those of them that nobody has answered. */
  readonly #sentFromMemory = new Set<string>()
  readonly #unanswered = new Set<string>()
  /** The acknowledgement that was last found to be of this device's own mutation: it is looked at once. */
  #ownAck = ''
  /** What the pages of the pull under way have changed: told to the other tabs with its last one, also when it was cut in between. */
  #touched = nothingTouched()

  constructor(options: CourierOptions) {
    this.#options = options
  }

  /** The first pull of a leader may finish what a former one began: the other tabs read everything again. */
  takeOver(): void {
    this.#touched = nothingTouched()
  }

  /**
   * Sends every mutation of the outbox, oldest first, in batches. While the server works on one, what became of the last is
   * written down, and the next is taken, packed and already sent: the server's order is that of the sequences, whichever
   * comes first. Replies are taken in that order, and what came of a batch counts only when all before it stand.
   */
  async push(leader: string | null): Promise<Step> {
    const { replica } = this.#options
    let flight = await this.#take(replica.position.ledgerThrough, leader)
    let recorded: Promise<Step | More> | null = null
    for (;;) {
      if (flight.kind !== 'flight') return (await endOf(recorded)) ?? (flight.kind === 'fenced' ? flight : ok)
      const { rows, last } = flight
      const { askedAt, reply: answer } = flight.sent ?? this.#send(flight)
      const [reply, following, ended] = await Promise.all([
        answer,
        // Only what a batch had no room for: a mutation that is made meanwhile may still be replaced by a newer one.
        flight.cut ? this.#sendAhead(must(rows.at(-1), 'a flight without rows'), leader) : null,
        endOf(recorded),
      ])
      recorded = null
      this.#options.log({ what: 'push', result: resultOf(reply), count: rows.length })
      const goesOn = !ended && this.#isExpected(reply, last)
      if (!goesOn && following?.kind === 'flight') await following.sent?.reply
      if (ended) return ended
      if (flight.sent && reply.kind === 'refused' && reply.code === 'seq_gap') {
        // It overtook the one before it, which stands now.
        flight = { ...flight, sent: null }
        continue
      }
      if (reply.kind === 'ok') {
        const repair = await this.#repaired(reply.value, rows)
        if (repair) return repair
        recorded = this.#record(reply.value, rows, askedAt, leader)
        if (following && goesOn) {
          flight = following
          continue
        }
      } else recorded = this.#pushRefused(reply, rows)
      const step = await endOf(recorded)
      if (step) return step
      recorded = null
      flight = await this.#take(replica.position.ledgerThrough, leader)
    }
  }

  #send({ request }: { readonly request: PushRequest }): Sent {
    const { transport, clock } = this.#options
    return { askedAt: clock.now(), reply: transport.push(request) }
  }

  async #sendAhead({ seq: after, mid: front }: OutboxRow, leader: string | null): Promise<Flight> {
    const next = await this.#take(after, leader, front)
    return next.kind === 'flight' ? { ...next, sent: this.#send(next) } : next
  }

  /** Whether a reply says no more than that the ledger holds the batch. */
  #isExpected(reply: Reply<PushReply>, last: number): boolean {
    const { device, position } = this.#options.replica
    if (reply.kind !== 'ok' || (position.epoch !== null && position.epoch !== reply.value.epoch)) return false
    return reply.value.lastSeq >= last && reply.value.lastSeq <= device.inFlightThrough
  }

  /** Whether this tab knows of mutations that no ledger is known to hold. What another tab enqueues, it tells. */
  get waiting(): boolean {
    const { replica } = this.#options
    return (replica.pending.at(-1)?.row.seq ?? 0) > replica.position.ledgerThrough
  }

  get sentFromMemory(): boolean {
    return this.#sentFromMemory.size > 0
  }

  /**
   * Sends mutations that cannot be kept on the device now, as a device of the moment. Nothing is taken for done by it: what
   * the server has of them it will know again by mid.
   */
  async pushFromMemory(rows: readonly OutboxRow[]): Promise<void> {
    const { transport } = this.#options
    const fresh = rows.filter((row) => !this.#sentFromMemory.has(row.mid) || this.#unanswered.delete(row.mid))
    const deviceId = this.#options.newDeviceId()
    for (let from = 0, size = 0; from < fresh.length; from += size) {
      const batch = withinBytes(fresh.slice(from, from + pushMaxMutations), pushMaxBytes)
      size = batch.length
      const numbered = batch.map((row, at) => ({ ...row, seq: from + at + 1 }))
      const request = { ...this.#request(numbered, fresh.length - from - size), deviceId, epoch: null, ackedThrough: 0 }
      for (const row of batch) this.#sentFromMemory.add(row.mid)
      const reply = await transport.push(request)
      this.#options.log({ what: 'push', result: `from memory ${resultOf(reply)}`, count: size })
      if (reply.kind === 'ok') continue
      for (const row of batch) this.#unanswered.add(row.mid)
      return
    }
  }

  /** The next batch after a sequence, marked as on the wire, and of which mid it comes behind when that one is not answered yet; `cut` when more waits than had room. */
  async #take(after: number, leader: string | null, front?: string): Promise<Flight> {
    const { storage, replica, transport, files } = this.#options
    const taken = await storage.takeForFlight(after, { count: this.#batch, bytes: pushMaxBytes }, leader)
    if (taken.kind === 'fenced') return taken
    const last = taken.value.at(-1)?.seq
    if (last === undefined) return { kind: 'empty' }
    this.#flying(last)
    const waiting = replica.pending.filter((entry) => entry.row.seq > last).length
    const request = { ...this.#request(taken.value, waiting + files.waiting()), ...(front === undefined ? {} : { after: front }) }
    transport.prepare(request)
    return { kind: 'flight', rows: taken.value, last, request, cut: waiting > 0, sent: null }
  }

  #request(rows: readonly OutboxRow[], pending: number): PushRequest {
    const { replica } = this.#options
    return {
      protocol: protocolVersion,
      schema: schemaVersion,
      app: this.#options.app,
      deviceId: replica.device.deviceId,
      epoch: replica.position.epoch,
      ackedThrough: replica.position.ledgerThrough,
      pending,
      // A server that was put back to an older copy finds in it that it once held more.
      cursor: replica.position.cursor,
      mutations: rows.map(({ seq, mid, n, v, s, a, b, t, l }) => ({ seq, mid, n, v, s, a, b, t, l })),
    }
  }

  #flying(through: number): void {
    const { replica } = this.#options
    if (through <= replica.device.inFlightThrough) return
    replica.device = { ...replica.device, inFlightThrough: through }
    replica.topics.tell(['queue'])
    this.#options.told({ kind: 'moved' })
  }

  /** What a reply says that the two sides must first agree on; null when it is as expected. */
  async #repaired(reply: PushReply, rows: readonly OutboxRow[]): Promise<Step | null> {
    const { replica } = this.#options
    const known = replica.position.epoch
    if (known !== null && reply.epoch !== known) return this.#restart()
    if (reply.lastSeq > replica.device.inFlightThrough) {
      await replica.reread()
      if (reply.lastSeq > replica.device.inFlightThrough) return this.#fork()
    }
    const firstSeq = rows[0]?.seq ?? 0
    return reply.lastSeq < firstSeq - 1 ? this.#rewind(reply.lastSeq) : null
  }

  /** Keeps what the server's ledger says of a batch. */
  async #record(reply: PushReply, rows: readonly OutboxRow[], askedAt: number, leader: string | null): Promise<Step | More> {
    const { storage, replica } = this.#options
    const firstSeq = rows[0]?.seq ?? 0
    const through = Math.min(reply.lastSeq, rows.at(-1)?.seq ?? 0)
    const outcomes = this.#stored(reply.results, rows)
    const offsetMs = this.#offset(reply.serverTime, askedAt)
    const recorded = await storage.recordReply({ through, outcomes, serverTime: reply.serverTime, offsetMs, epoch: reply.epoch }, leader)
    if (recorded.kind === 'fenced') return { kind: 'fenced' }
    await replica.ledgered(recorded.value, outcomes)
    this.#options.told({ kind: 'moved' })
    if (through < firstSeq) return { kind: 'later', reason: 'no_progress', reachable: true, afterMs: null }
    if (this.#batch < pushMaxMutations) this.#batch = Math.min(pushMaxMutations, this.#batch * 2)
    return { kind: 'more' }
  }

  async #pushRefused(reply: Exclude<Reply<PushReply>, { kind: 'ok' }>, rows: readonly OutboxRow[]): Promise<Step | More> {
    if (reply.kind === 'refused') {
      if (reply.code === 'seq_gap') {
        const expected = Number(reply.params['expected'])
        if (Number.isFinite(expected)) return this.#rewind(expected - 1)
      }
      if (reply.code === 'device_fork') return this.#fork()
      if (reply.code === 'epoch_changed') return this.#restart()
      if (reply.status === 413) return this.#isolate(rows, reply.code)
      if (reply.status === 400) return this.#blame(rows, reply)
    }
    return stepOf(reply)
  }

  /** Finds out whether a push was unreadable for its mutations: those of one whose envelope alone is unreadable are innocent, and wait. */
  async #blame(rows: readonly OutboxRow[], reply: Refused): Promise<Step | More> {
    const { transport, replica } = this.#options
    const [row] = rows
    const emptied = rows.length === 1 && row?.n === quarantineRaw.name
    if (!emptied) {
      const bare = await transport.push(this.#request([], replica.pending.length))
      this.#options.log({ what: 'push', result: `bare ${resultOf(bare)}`, count: 0 })
      if (bare.kind === 'ok') return this.#isolate(rows, reply.code)
      if (bare.kind === 'offline' || bare.status !== 400) return stepOf(bare)
    }
    this.#options.report(new Error(`the server does not read what this device says of itself: ${JSON.stringify(reply.params)}`))
    return stepOf(reply)
  }

  /** Halves a push that the server cannot take as a whole; what it cannot take alone is entered without its content. */
  async #isolate(rows: readonly OutboxRow[], code: string): Promise<More> {
    const { storage, replica } = this.#options
    const [row] = rows
    if (rows.length > 1 || !row) {
      this.#batch = Math.max(1, Math.floor(rows.length / 2))
      return { kind: 'more' }
    }
    const raw = JSON.stringify({ name: row.n, version: row.v, entity: row.entity, sizeBytes: row.sizeBytes, code })
    const [kept] = this.#stored([{ seq: row.seq, mid: row.mid, d: 'refused', code }], rows)
    if (kept)
      await storage.quarantine(
        { ...row, n: quarantineRaw.name, v: quarantineRaw.version, a: { raw }, b: null, sizeBytes: raw.length + 160 },
        kept,
      )
    await replica.reread()
    this.#options.told({ kind: 'reread' })
    return { kind: 'more' }
  }

  /** Fetches what the server has for this device, page after page, and shows it after the last. */
  async pull(leader: string | null): Promise<Step> {
    const { files } = this.#options
    files.pullBegins()
    const step = await this.#pull(leader)
    if (step.kind === 'ok') await files.pullEnded()
    return step
  }

  async #pull(leader: string | null): Promise<Step> {
    const { storage, replica, opening } = this.#options
    let opened: readonly string[] = []
    for (let asked = await this.#ask(replica.position.cursor); ;) {
      const { request, askedAt } = asked
      const { cursor: from, ackedThrough = 0 } = request
      const reply = await asked.reply
      this.#options.log({ what: 'pull', result: resultOf(reply), count: reply.kind === 'ok' ? reply.value.rows.length : 0 })
      if (reply.kind !== 'ok') {
        if (reply.kind === 'refused' && reply.code === 'epoch_changed') return this.#restart()
        if (reply.kind === 'refused' && reply.code === 'cursor_unknown') return this.#startOver()
        return stepOf(reply)
      }
      opened = [...opened, ...(request.open ?? [])]
      const page = reply.value
      const known = replica.position.epoch
      if (known !== null && page.epoch !== known) return this.#restart()
      // It once said that it held more: it was put back to an older copy, and does not know.
      if (!page.more && page.acked < ackedThrough) return this.#restart()
      const patch: PullPatch = {
        from,
        epoch: page.epoch,
        cursor: page.cursor,
        more: page.more,
        acked: page.acked,
        ackedMid: this.#ownAck === ackOf(page, request.deviceId) ? null : (page.ackedMid ?? null),
        serverTime: page.serverTime,
        offsetMs: this.#offset(page.serverTime, askedAt),
        pulledAt: this.#options.clock.now(),
        reset: page.reset,
        drop: page.drop,
        rows: page.rows,
        outcomes: this.#stored(page.outcomes ?? [], []),
      }
      // The server reads on while this page is written; what comes of it counts only when this one stands.
      const following = page.more ? await this.#ask(page.cursor) : null
      const applied = await storage.applyPull(patch, leader)
      if (applied.kind !== 'written') await following?.reply
      if (applied.kind === 'forked') return this.#fork(page.acked)
      if (applied.kind === 'unproved') return this.#prove(leader)
      if (applied.kind !== 'written') {
        await replica.refresh(null)
        // Another cursor stands: whoever moved it, who leads goes on from there.
        return applied.kind === 'fenced' ? applied : { kind: 'again' }
      }
      this.#ownAck = ackOf(page, request.deviceId)
      await replica.pulled(patch, applied.value)
      if (page.seal) await this.#options.keepSeal(page.seal)
      this.#touch(patch)
      if (following) {
        asked = following
        continue
      }
      const { keys, scopes } = this.#touched
      this.#touched = { keys: [], scopes: new Set() }
      const refused = opening?.answered(opened, keys === null || keys.length > 0) ?? []
      this.#options.told({ kind: 'pulled', keys, refused })
      return this.#verify(page, scopes)
    }
  }

  /** The server compares what it holds word by word with what it is sent again. */
  async #prove(leader: string | null): Promise<Step> {
    const pushed = await this.push(leader)
    return pushed.kind === 'ok' ? { kind: 'again' } : pushed
  }

  /** Asks for what comes after a cursor. */
  async #ask(cursor: string | null): Promise<AskedPull> {
    const { transport, replica, clock, files, sealId, opening } = this.#options
    const open = opening?.askedWith(cursor) ?? []
    const request: PullRequest = {
      protocol: protocolVersion,
      schema: schemaVersion,
      deviceId: replica.device.deviceId,
      cursor,
      limit: pullMaxRows,
      ackedThrough: replica.position.ledgerThrough,
      pending: replica.pending.length + files.waiting(),
      seal: await sealId(),
      ...(open.length > 0 ? { open } : {}),
    }
    return { request, askedAt: clock.now(), reply: transport.pull(request) }
  }

  #touch({ from, reset, drop, rows }: PullPatch): void {
    const { keys, scopes } = this.#touched
    for (const row of rows) scopes.add(row.s)
    const everything = from === null || reset.length > 0 || drop.length > 0 || (keys?.length ?? 0) + rows.length > maxToldKeys
    if (everything) this.#touched = { keys: null, scopes }
    else for (const row of rows) keys?.push([row.s, row.t, row.i])
  }

  /** Compares what the device holds with what the server says it must hold; a difference starts those scopes over. */
  async #verify(page: PullReply, changed: ReadonlySet<string>): Promise<Step> {
    const { storage, replica } = this.#options
    const open = [...replica.openLives]
    let budget = checkedClosedScopes
    for (const [scope, wanted] of Object.entries(page.check ?? {})) {
      const live = scope.startsWith('user:') ? undefined : open.find((one) => one.scopes.includes(scope))
      if (!live && (!changed.has(scope) || budget-- <= 0)) continue
      const held = live ? live.checkOf(scope) : checkOf(await storage.rowsOf(scope))
      if (held.count === wanted.count && held.hash === wanted.hash) continue
      this.#options.log({ what: 'pull', result: `check_failed ${scope}`, count: held.count - wanted.count })
      const mark = `${scope} ${wanted.hash}`
      if (this.#healed.has(mark)) continue
      this.#healed.add(mark)
      return this.#startOver()
    }
    return ok
  }

  /** Pulls everything anew; what the device holds stays until it is here. */
  async #startOver(): Promise<Step> {
    const { storage, replica } = this.#options
    await storage.restartPull()
    await replica.reread()
    return { kind: 'again' }
  }

  async #rewind(through: number): Promise<Step> {
    const { storage, replica } = this.#options
    await storage.rewind({ through, fork: false, restart: false, newDeviceId: this.#options.newDeviceId() })
    await replica.reread()
    this.#options.told({ kind: 'reread' })
    return { kind: 'again' }
  }

  /**
   * A twin sends under this device's name: goes on under another one, with the same mids. When even what was taken for
   * acknowledged may be the twin's, all that is still kept of it goes again.
   */
  async #fork(acked = Infinity): Promise<Step> {
    const { storage, replica } = this.#options
    const { position } = await storage.position()
    const restart = acked <= position.acked
    await storage.rewind({ through: restart ? 0 : position.acked, fork: true, restart, newDeviceId: this.#options.newDeviceId() })
    await replica.reread()
    this.#options.told({ kind: 'reread' })
    return { kind: 'again' }
  }

  /** The server is another one, or an older copy of itself: asks how far it knows this device, and replays the rest. */
  async #restart(): Promise<Step> {
    const { storage, transport, replica } = this.#options
    const reply = await transport.push({ ...this.#request([], replica.pending.length), epoch: null, cursor: null, ackedThrough: 0 })
    this.#options.log({ what: 'push', result: `epoch ${resultOf(reply)}`, count: 0 })
    if (reply.kind !== 'ok') return stepOf(reply)
    const fork = reply.value.lastSeq > replica.device.inFlightThrough
    const { lastSeq: through, lastMid: mid } = reply.value
    await storage.rewind({ through, mid, fork, restart: true, newDeviceId: this.#options.newDeviceId() })
    await replica.reread()
    this.#options.told({ kind: 'reread' })
    return { kind: 'again' }
  }

  /** Results worth keeping, with what was asked. A plain success needs no memory. */
  #stored(results: readonly PushResult[], rows: readonly OutboxRow[]): StoredOutcome[] {
    const { replica } = this.#options
    const kept = results.filter((result) => result.d !== 'applied' && result.d !== 'noop' && !replica.outcomes.has(result.mid))
    if (kept.length === 0) return []
    const asked = new Map<string, OutboxRow>()
    for (const entry of replica.pending) asked.set(entry.row.mid, entry.row)
    for (const row of rows) asked.set(row.mid, row)
    return kept.map((result) => {
      const row = asked.get(result.mid)
      return {
        ...result,
        n: row?.n ?? '',
        s: row?.s ?? '',
        entity: row?.entity ?? '',
        a: row?.a ?? null,
        t: row?.t ?? '',
        storedAt: instantOf(this.#options.clock.now()),
        dismissed: false,
      }
    })
  }

  /** How far the server's clock is ahead of the device's, taking the reply to be stamped half-way through the call. */
  #offset(serverTime: string, askedAt: number): number {
    return Math.round(epochMs(serverTime) - (askedAt + this.#options.clock.now()) / 2)
  }
}

/** The batch is dealt with: the next one follows at once. */
type More = { readonly kind: 'more' }

/** How a batch ended the push; null when it did not, or when there was none. */
async function endOf(batch: Promise<Step | More> | null): Promise<Step | null> {
  const step = await batch
  return step === null || step.kind === 'more' ? null : step
}

/** One batch on its way. */
type Flight =
  | { readonly kind: 'fenced' }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'flight'
      readonly rows: readonly OutboxRow[]
      readonly last: number
      readonly request: PushRequest
      readonly cut: boolean
      /** Sent before the one in front of it was answered; null until it is its turn. */
      readonly sent: Sent | null
    }

interface Sent {
  readonly askedAt: number
  readonly reply: Promise<Reply<PushReply>>
}

/** A page that was asked for. */
interface AskedPull {
  readonly request: PullRequest
  readonly askedAt: number
  readonly reply: Promise<Reply<PullReply>>
}

type Refused = Extract<Reply<never>, { kind: 'refused' }>

const ackOf = (page: PullReply, deviceId: string): string => `${page.epoch} ${deviceId} ${page.acked} ${page.ackedMid ?? ''}`

type WireKey = readonly [scope: string, table: string, id: string]

interface Touched {
  /** Null: everything may have moved. */
  readonly keys: WireKey[] | null
  readonly scopes: Set<string>
}

/** A leader knows nothing of the pages that a former one wrote. */
const nothingTouched = (): Touched => ({ keys: null, scopes: new Set() })

export function resultOf(reply: Reply<unknown>): string {
  if (reply.kind === 'ok') return 'ok'
  return reply.kind === 'offline' ? `offline ${reply.reason}` : `${reply.status} ${reply.code}`
}

/** What a refused or missing reply means for the loop. Nothing here ever deletes the queue. */
export function stepOf(reply: Exclude<Reply<unknown>, { kind: 'ok' }>): Step {
  if (reply.kind === 'offline') return { kind: 'later', reason: reply.reason, reachable: false, afterMs: null }
  const { status, code } = reply
  if (status === 401) return { kind: 'blocked', by: code === 'revoked' ? 'revoked' : 'auth', code }
  if (status === 426)
    return code === 'client_too_old'
      ? { kind: 'blocked', by: 'update', code }
      : { kind: 'later', reason: code, reachable: true, afterMs: reply.retryAfterMs }
  if (status === 403) return { kind: 'blocked', by: 'device', code }
  return { kind: 'later', reason: code, reachable: true, afterMs: reply.retryAfterMs }
}
