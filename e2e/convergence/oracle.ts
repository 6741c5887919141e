import type { Answer } from '#shared/answers/model.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import type { Actor } from '#shared/access/actor.ts'
import { must } from '#shared/kernel/assert.ts'
import type { PullReply, PullRequest, WireRow } from '#shared/protocol/pull.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { openReplica } from '#shared/replica/mutations.ts'
import type { Change, Rows, TableName, World } from '#shared/world.ts'
import { LiveQuestionnaire } from '#sync/replica/live-questionnaire.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import type { Enqueue, Storage } from '#sync/storage/storage.ts'
import { sql } from 'kysely'
import { basename } from 'node:path'
import * as v from 'valibot'
import type { Sightings, Situation } from './coverage.ts'
import { cast, firstRows, plainUnits } from '../simulators/ground.ts'
import { Departed, judgeForms, watchForm } from './oracle-of-forms.ts'
import { judgeSilence } from './oracle-of-silence.ts'
import { Watchmen } from './oracle-of-work.ts'
import { Replay, type LedgerRow } from './replay.ts'
import type { Replied, SimDevice, SimTab, Watch } from './sim-device.ts'
import type { SimServer } from '../simulators/server.ts'

interface Asked {
  readonly device: string
  readonly name: string
  readonly order: number
  args: string
  base: string | null
  /** Its device was put back to before it was made: only the server could still have it. */
  forgotten: boolean
}

/** A file that somebody chose, until it is at the server. */
interface Chosen {
  readonly device: string
  readonly scope: string
  readonly bytes: Uint8Array
  readonly mid: string | null
  /** The device that held its bytes was put back to before it had them. */
  forgotten: boolean
}

/** Refusals in which a situation shows on the wire. */
const refusals: Readonly<Record<string, Situation>> = {
  seq_gap: 'sequence gap',
  cursor_unknown: 'cursor unknown',
  device_fork: 'fork',
  too_large: 'push too large',
  client_too_old: 'program too old',
  server_too_old: 'program too old',
  too_many_requests: 'too many requests',
  unavailable: 'server busy',
  unauthenticated: 'session over',
}

const enough = 5
const askedSchema = v.looseObject({ id: v.optional(v.string()), unit: v.optional(v.string()), active: v.optional(v.boolean()) })
/** What stands and must be found in the history of what it changed, by whom and when: all but what is noted for oneself (PN2). */
const explained =
  /^(?:answers?|comment|evaluation(?!\.note)|assignment|attachment\.(?:add|remove|decline)|delegate|leader|participant|form|dimension|question|reportText|stages)\b/

/** A draft that is whole. */
interface Typed {
  readonly device: string
  readonly tab: SimTab
  readonly key: string
  readonly unit: string
  readonly value: unknown
}

/** What was read of the ledger for one device. */
interface Held {
  readonly epochs: number
  readonly seqs: ReadonlyMap<string, number>
  readonly last: number
}

/** Watches a run from outside and says which of the invariants IN1–IN16 broke, and where. */
export class Oracle implements Watch {
  readonly violations: string[] = []
  readonly #server: SimServer
  readonly #asked = new Map<string, Asked>()
  readonly #versions = new Map<string, Map<string, number>>()
  /**
   * When each cursor was first and last given to a device, and the newest one that each device has stored. One and the same is
   * given again to a second tab, to a repeated call, and by a server that was put back: that alone is no step back.
   */
  readonly #cursors = new Map<string, { readonly first: number; last: number }>()
  readonly #reached = new Map<string, { readonly epoch: string; readonly first: number }>()
  readonly #seen: Sightings
  readonly #chosen = new Map<string, Chosen>()
  /** By device and key of the draft. */
  readonly #typed = new Map<string, Typed>()
  /** Keys of drafts that a disk did not take as changes; a key names its tab. */
  readonly #unsent = new Set<string>()
  readonly #held = new Map<string, Held>()
  /** Devices that have held a cursor. */
  readonly #begun = new Set<string>()
  /** Ids under which browsers have pulled: what a tab sends past a disk that it cannot reach goes under one that never does. */
  readonly #pulling = new Set<string>()
  #given = 0
  #orders = 0
  readonly #places = new Map<string, number>()
  readonly departed: Departed

  constructor(server: SimServer, seen: Sightings) {
    this.#server = server
    this.departed = new Departed(server)
    this.#seen = seen
  }

  get broken(): boolean {
    return this.violations.length >= enough
  }

  accuse(invariant: string, what: string): void {
    if (this.violations.length < 50) this.violations.push(`${invariant}: ${what}`)
  }

  /** The place of a change among all that devices have written, from its first write on. */
  #placeOf(mid: string): number {
    const place = this.#places.get(mid) ?? this.#orders++
    this.#places.set(mid, place)
    return place
  }

  /** A dispatch has resolved: from now on this must not be lost. */
  async enqueued(device: SimDevice, tab: SimTab, mid: string | null, name: string): Promise<void> {
    if (mid === null || !tab.alive) return
    const row = (await tab.storage.outbox(0)).find((one) => one.mid === mid)
    if (!row) return this.accuse('IN3', `${mid} ${name} of ${device.name} is not in the outbox after its dispatch`)
    const known = this.#asked.get(mid)
    if (known) known.args = JSON.stringify(row.a)
    else {
      const { b: base = null } = row
      this.#asked.set(mid, { device: device.name, name, order: this.#placeOf(mid), args: JSON.stringify(row.a), base, forgotten: false })
    }
  }

  /** What somebody typed is on the disk: it must be sent, or wait there for them. The next that is typed in its place stands for it. */
  typed(device: SimDevice, tab: SimTab, { key, unit, value }: Pick<Typed, 'key' | 'unit' | 'value'>): void {
    this.#typed.set(`${device.name} ${key}`, { device: device.name, tab, key, unit, value })
  }

  typedOver(device: SimDevice, value: unknown): void {
    for (const [id, typed] of this.#typed) if (typed.device === device.name && typed.value === value) this.#typed.delete(id)
  }

  /** A person has chosen a file: its bytes must arrive. */
  chose(device: SimDevice, id: string, { mid, scope, bytes }: Pick<Chosen, 'mid' | 'scope' | 'bytes'>): void {
    this.#chosen.set(id, { device: device.name, scope, bytes, mid, forgotten: false })
  }

  /** Whether anything was asked of a device since a moment, and the moment now. */
  askedSince(name: string, order: number): boolean {
    return [...this.#asked.values()].some((asked) => asked.device === name && asked.order >= order)
  }
  get moment(): number {
    return this.#orders
  }

  /**
   * A device goes on from an older copy of its profile. What it made since and had not sent is gone with the disk that held it:
   * only what reached the server, or is still on its way there, can be kept.
   */
  profilePutBack(device: SimDevice, held: ReadonlyMap<string, string>, files: ReadonlySet<string>): void {
    for (const [mid, asked] of this.#asked) {
      if (asked.device !== device.name) continue
      const args = held.get(mid)
      if (args === undefined) asked.forgotten = true
      else asked.args = args
    }
    for (const [id, chosen] of this.#chosen) if (chosen.device === device.name && !files.has(id)) chosen.forgotten = true
    for (const [id, typed] of this.#typed) if (typed.device === device.name) this.#typed.delete(id)
    this.#reached.delete(device.name)
    this.#versions.delete(device.name)
    this.#begun.delete(device.name)
  }

  restored(): string {
    return `server is restored, epoch ${this.#server.epochs}`
  }

  async replied(device: SimDevice, { path, request, reply }: Replied): Promise<void> {
    const { data, error } = reply as { readonly data?: unknown; readonly error?: { readonly code: string } }
    const situation = error && refusals[error.code]
    if (situation) this.#seen.saw(situation)
    if (!data) return
    // Both come from and go to the protocol's own code: their shape is the contract's.
    if (path === '/sync/pull') await this.#pulled(device, request as PullRequest, data as PullReply)
  }

  async #pulled(device: SimDevice, request: PullRequest, page: PullReply): Promise<void> {
    const actor: Actor = cast[device.personId]
    this.#pulling.add(request.deviceId)
    if (request.cursor === null && this.#begun.has(device.name)) this.#seen.saw('restarted pull')
    this.#begun.add(device.name)
    if (page.more) this.#seen.saw('pull of several pages')
    for (const row of page.rows) {
      const scope = parseScope(row.s)
      const foreign = scope && 'institutionId' in scope && actor.institutionId !== null && scope.institutionId !== actor.institutionId
      const draft = scope?.kind === 'eval' && actor.kind === 'Institutional'
      const private_ = scope?.kind === 'user' && scope.userId !== actor.id
      const gone = row.r !== null && this.departed.isOut(row.s)
      if (foreign || draft || private_ || gone) this.accuse('IN8', `${device.name} was given ${row.s} ${row.t} ${row.i}`)
    }
    const given = this.#cursors.get(`${device.name} ${page.cursor}`)
    if (given) given.last = this.#given++
    else this.#cursors.set(`${device.name} ${page.cursor}`, { first: this.#given, last: this.#given++ })
    if (page.more) return
    const mids = page.rows.flatMap((row) => midOf(row) ?? [])
    const { seqs, last } = await this.#ledgerOf(request.deviceId, page.acked, mids)
    if (page.acked > last) this.accuse('IN5', `${device.name} is acknowledged ${page.acked}, the ledger has ${last}`)
    for (const row of page.rows) {
      const seq = seqs.get(midOf(row) ?? '')
      if (seq !== undefined && seq > page.acked)
        this.accuse('IN5', `${device.name} sees ${row.i} of ${seq} but is acknowledged ${page.acked}`)
    }
  }

  /** What the ledger has of a device: as it was last read, where that says enough, for nothing leaves it but when the server is put back. */
  async #ledgerOf(deviceId: string, acked: number, mids: readonly string[]): Promise<Held> {
    const { epochs, db } = this.#server
    const known = this.#held.get(deviceId)
    if (known?.epochs === epochs && acked <= known.last && mids.every((mid) => known.seqs.has(mid))) return known
    const rows = await db.q.selectFrom('sync_mutation').select(['mid', 'seq']).where('device_id', '=', deviceId).execute()
    const aliases = await db.q.selectFrom('sync_alias').select('seq').where('device_id', '=', deviceId).execute()
    const last = Math.max(0, ...rows.map((row) => row.seq), ...aliases.map((row) => row.seq))
    const held = { epochs, last, seqs: new Map(rows.map((row) => [row.mid, row.seq])) }
    this.#held.set(deviceId, held)
    return held
  }

  wrote(device: SimDevice, storage: Storage): Storage {
    const fenced = <T extends { readonly kind: string }>(written: T): T => {
      if (written.kind === 'fenced' || written.kind === 'stale') this.#seen.saw('fenced write')
      if (written.kind === 'forked') this.#seen.saw('fork')
      if (written.kind === 'immutable') this.#seen.saw('immutable')
      return written
    }
    return {
      ...storage,
      enqueue: async (order) => {
        const written = await storage.enqueue(order).then(fenced, (error: unknown) => {
          for (const key of order.clearDrafts) this.#unsent.add(key)
          throw error
        })
        if (written.kind !== 'written') return written
        // Two who ask at once hear of it in another order than that of their writes, which is the one in which a device sends.
        for (const { mid } of order.add) this.#placeOf(mid)
        // What has not left the device gives way to what is said of the same later.
        for (const { entity } of order.replace)
          for (const [id, typed] of this.#typed)
            if (typed.device === device.name && typed.unit === entity && !order.clearDrafts.includes(typed.key)) this.#typed.delete(id)
        if (order.clearDrafts.length > 0) this.#became(device, order)
        return written
      },
      takeForFlight: async (after, limits, leader) => fenced(await storage.takeForFlight(after, limits, leader)),
      recordReply: async (reply, leader) => fenced(await storage.recordReply(reply, leader)),
      applyPull: async (patch, leader) => {
        const whole = patch.more ? await storage.countRows() : 0
        const applied = fenced(await storage.applyPull(patch, leader))
        if (applied.kind !== 'written') return applied
        if (patch.more && patch.drop.length === 0 && patch.rows.every((row) => row.r !== null) && (await storage.countRows()) < whole)
          this.accuse('IN12', `${device.name} holds less in the middle of a pull than before it`)
        const known = this.#versions.get(device.name) ?? new Map<string, number>()
        this.#versions.set(device.name, known)
        const { first, last } = this.#cursors.get(`${device.name} ${patch.cursor}`) ?? { first: 0, last: 0 }
        const reached = this.#reached.get(device.name)
        // A server that is put back to before it noticed that it was put back leads its former epoch once more, and is read from nothing.
        const goesOn = patch.from !== null && reached?.epoch === patch.epoch
        if (goesOn && last < reached.first) this.accuse('IN7', `${device.name} went back to an older cursor`)
        this.#reached.set(device.name, { epoch: patch.epoch, first })
        const over = patch.from === null || patch.reset.length > 0
        if (over) known.clear()
        for (const row of patch.rows) {
          const key = `${patch.epoch}\n${row.s}\n${row.t}\n${row.i}`
          if (row.v < (known.get(key) ?? 0)) this.accuse('IN7', `${device.name} went back to version ${row.v} of ${row.t} ${row.i}`)
          known.set(key, row.v)
        }
        return applied
      },
    }
  }

  /** Drafts have become changes by themselves: from now on these must not be lost. */
  #became(device: SimDevice, { add, replace, clearDrafts }: Enqueue): void {
    for (const { mid, n: name, a, b: base = null } of add)
      if (!this.#asked.has(mid))
        this.#asked.set(mid, { device: device.name, name, order: this.#placeOf(mid), args: JSON.stringify(a), base, forgotten: false })
    for (const { mid, a } of replace) {
      const known = this.#asked.get(mid)
      if (known) known.args = JSON.stringify(a)
    }
    const owners = [...this.#typed.values()].filter((typed) => typed.device === device.name && clearDrafts.includes(typed.key))
    this.#seen.saw('draft sent later', clearDrafts.filter((key) => this.#unsent.delete(key)).length)
    this.#seen.saw('draft sent', owners.filter(({ tab }) => tab.alive).length)
    this.#seen.saw('draft taken up', owners.filter(({ tab }) => !tab.alive).length)
  }

  /** What a person wrote keeps showing while its outcome is not stored. */
  opened(device: SimDevice, tab: SimTab, live: LiveWorld | LiveQuestionnaire): void {
    if (live instanceof LiveQuestionnaire) return watchForm(device, tab, live, (rule, what) => this.accuse(rule, what))
    live.topics.subscribe('*', () => {
      // An institution that was taken from the device shows nothing any more.
      if (!tab.alive || !live.isHere) return
      const newest = new Map<string, unknown>()
      for (const { row, outcome } of live.pending) {
        const failed = outcome?.d === 'lost' || outcome?.d === 'refused'
        if (row.n === 'answer.set' && !failed) newest.set(row.entity, Reflect.get(row.a as object, 'value'))
        else if (row.n === 'answer.clear' && !failed) newest.set(row.entity, null)
      }
      for (const unit of plainUnits) {
        if (!newest.has(unit)) continue
        const shown = live.world.answer(unit)?.value ?? null
        if (JSON.stringify(shown) !== JSON.stringify(newest.get(unit))) {
          this.accuse('IN16', `${device.name} shows ${JSON.stringify(shown)} in ${unit}, wrote ${JSON.stringify(newest.get(unit))}`)
        }
      }
    })
  }

  /** After each step. */
  look(devices: readonly SimDevice[]): void {
    for (const device of devices) {
      for (const tab of device.living) {
        if (tab.engine.status.kind === 'up-to-date' && tab.engine.queue().length > 0)
          this.accuse('IN15', `${device.name} says up-to-date with ${tab.engine.queue().length} waiting`)
        if (tab.engine.status.kind === 'up-to-date' && tab.engine.halfWritten().length > 0)
          this.accuse('IN15', `${device.name} says up-to-date with ${tab.engine.halfWritten().length} half written`)
        for (const error of tab.errors.splice(0)) this.accuse('error', `${device.name} ${error}`)
      }
    }
  }

  async drained(devices: readonly SimDevice[]): Promise<boolean> {
    this.look(devices)
    for (const tab of devices.flatMap((device) => device.open)) {
      if (tab.engine.counts().files > 0 || tab.engine.status.kind === 'offline') return false
      // What a device says of its own accord is not counted, and has to arrive all the same (ST16).
      if ((await tab.storage.outbox(0)).length > 0) return false
    }
    return true
  }

  waiting(devices: readonly SimDevice[]): string {
    return devices
      .flatMap((device) =>
        device.living.map(
          (tab) =>
            `${device.name} ${tab.engine.status.kind} ${tab.engine
              .queue()
              .map((item) => `${item.name} ${item.lastError ?? ''}`)
              .join(',')}`,
        ),
      )
      .join('; ')
  }

  ledger(): Promise<LedgerRow[]> {
    return sql<LedgerRow>`select * from sync_mutation order by received_at, seq`.execute(this.#server.db.q).then((found) => found.rows)
  }

  /** What became of everything that a person of the run asked for, in the ledger's order. */
  async outcomes(): Promise<string[]> {
    const rows = (await this.ledger()).filter((row) => this.#asked.has(row.mid))
    return rows.map((row) => `${row.mid} ${row.name} ${row.disposition} ${row.code}`)
  }

  async row<T extends TableName>(table: T, id: string): Promise<Rows[T]> {
    const found = await this.#server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', table)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return JSON.parse(found.data) as Rows[T]
  }

  /** After healing. */
  async judge(devices: readonly SimDevice[]): Promise<void> {
    this.look(devices)
    for (const line of this.#server.logged) this.accuse('error', `server: ${line}`)
    const ledger = await this.ledger()
    await this.#judgeLedger(ledger)
    await this.#judgeDevices(devices, ledger)
    await this.#judgeTyped(devices, ledger)
    await this.#judgeSends()
    await this.#judgeFiles(devices, ledger)
    await this.#judgeReplay(ledger)
    const accuse = (rule: string, what: string): void => this.accuse(rule, what)
    await this.departed.judge(devices, accuse)
    await judgeForms(this.#server, devices, ledger, firstRows(), this.#seen, accuse)
    await this.#countSituations(ledger)
  }

  /** What of the situations the ledger tells. */
  async #countSituations(ledger: readonly LedgerRow[]): Promise<void> {
    const of = (name: string, ...dispositions: string[]): LedgerRow[] =>
      ledger.filter((row) => row.name === name && dispositions.includes(row.disposition))
    const stands = ['applied', 'applied_over'] as const
    const decisions = of('evaluation.decide', ...stands)
    this.#seen.saw('decision applied', decisions.length)
    const evaluators = Map.groupBy(decisions, (row) => row.scope)
    for (const made of evaluators.values()) if (new Set(made.map((row) => row.author_id)).size > 1) this.#seen.saw('two evaluators')
    this.#seen.saw('decision lost', of('evaluation.decide', 'lost').length)
    this.#seen.saw('evaluation sent', of('evaluation.send', ...stands).length)
    const openings = of('replica.open', ...stands)
    const opens = (row: LedgerRow): boolean => v.parse(openReplica.input, JSON.parse(row.args)).open
    this.#seen.saw('replica opened', openings.filter(opens).length)
    this.#seen.saw('replica undone', openings.filter((row) => !opens(row)).length)
    this.#seen.saw('replica used up', ledger.filter((row) => row.code === 'replica_used_up').length)
    this.#seen.saw('answer appealed', of('replica.justify', ...stands).length)
    this.#seen.saw('appeal too late', of('replica.justify', 'lost').length)
    this.#seen.saw('replica sent', (await this.#rowsOf('participant')).filter((row) => row.replicaSentAt).length)
    this.#seen.saw('appeal decided', (await this.#rowsOf('draft')).filter((row) => row.round === 'ReplicaRevision').length)
    this.#seen.saw('comment reply', of('comment.reply', ...stands).length)
    this.#seen.saw('comment resolution', of('comment.resolve', ...stands).length)
    this.#seen.saw('answer already accepted', ledger.filter((row) => row.code === 'answer_already_accepted').length)
    const beaten = ledger.filter((row) => row.disposition === 'lost' && (row.code === 'concurrent' || row.code === 'not_assignee'))
    this.#seen.saw('answer of somebody else', beaten.length)
    const mids = new Set(ledger.map((row) => row.mid))
    this.#seen.saw('one mid, other words', ledger.filter((row) => row.sent_mid !== null && mids.has(row.sent_mid)).length)
    this.#seen.saw('answer closed unseen', ledger.filter((row) => row.code === 'closed_others').length)
    this.#seen.saw('change of structure held', ledger.filter((row) => row.code === 'closes_newer').length)
    this.#seen.saw('row put back', ledger.filter((row) => row.args.includes('"reopens"') && row.disposition.startsWith('applied')).length)
    await this.#countWords(ledger)
    const sends = await this.#rowsOf('send')
    this.#seen.saw('answers sent up', sends.filter((send) => send.to === undefined).length)
    this.#seen.saw('send taken back', sends.filter((send) => send.recalledAt !== undefined).length)
    this.#seen.saw('send opened', sends.filter((send) => send.openedAt !== undefined).length)
    const aliases = await this.#server.db.q.selectFrom('sync_alias').select('mid').execute()
    this.#seen.saw('alias', aliases.length)
    this.#seen.saw('server put back', this.#server.noticed)
  }

  /** What the ledger tells of comments, reasons, accounts and days of grace. */
  async #countWords(ledger: readonly LedgerRow[]): Promise<void> {
    const stands = (row: LedgerRow): boolean => row.disposition === 'applied' || row.disposition === 'applied_over'
    const count = (situation: Situation, holds: (row: LedgerRow) => boolean): void => this.#seen.saw(situation, ledger.filter(holds).length)
    const places = new Map((await this.#rowsOf('comment')).map(({ id, unit }) => [id, unit]))
    const asked = (row: LedgerRow): v.InferOutput<typeof askedSchema> => v.parse(askedSchema, JSON.parse(row.args))
    const comments = ledger.filter((row) => row.name === 'comment.add' && stands(row)).map(asked)
    this.#seen.saw('comment on a row', comments.filter(({ unit }) => unit?.includes('@')).length)
    this.#seen.saw('comment moved up', comments.filter(({ id = '', unit }) => places.has(id) && places.get(id) !== unit).length)
    count('reason kept', (row) => row.name === 'answer.keep' && stands(row))
    count('reason against another', (row) => row.name === 'answer.keep' && (row.code === 'concurrent' || row.code === 'not_assignee'))
    count('question taken away', (row) => row.name === 'assignment.set' && stands(row) && row.args.includes('"who":null'))
    count('office changed meanwhile', (row) => /^(?:delegate|leader)\.set$/.test(row.name) && row.code === 'assigned_meanwhile')
    count('request to be opened', (row) => row.name === 'participant.askReopen' && stands(row))
    const toggles = ledger.filter((row) => row.name === 'user.toggle' && stands(row))
    this.#seen.saw('account closed', toggles.filter((row) => asked(row).active === false).length)
    this.#seen.saw('account open again', toggles.filter((row) => asked(row).active === true).length)
    const closedAt = new Map(toggles.flatMap((row) => (asked(row).active === false ? [[row.entity, row.received_at]] : [])))
    count('work of a closed account', (row) => {
      const at = closedAt.get(`person:${row.author_id}`)
      return at !== undefined && (row.occurred_at ?? row.client_at) < at && row.received_at > at
    })
    const decisions = [...(await this.#rowsOf('draft')), ...(await this.#rowsOf('evaluation'))]
    this.#seen.saw('decision in grace', decisions.filter(({ late }) => late).length)
    this.#seen.saw('answer in grace', (await this.#rowsOf('answer')).filter(({ late }) => late).length)
    count('decision on another file', (row) => row.code === 'evaluated_old_file')
    count('accepted together', (row) => row.name === 'evaluation.acceptRemaining' && stands(row))
    count('note for oneself', (row) => row.name === 'evaluation.note' && stands(row))
  }

  async #rowsOf<T extends TableName>(table: T): Promise<Rows[T][]> {
    const rows = await this.#server.db.q.selectFrom('sync_row').select('data').where('tbl', '=', table).where('deleted', '=', 0).execute()
    return rows.map((row) => JSON.parse(row.data) as Rows[T])
  }

  /** Everything that was typed is in the ledger, or waits for the person on its device; nothing waits to become a change. */
  async #judgeTyped(devices: readonly SimDevice[], ledger: readonly LedgerRow[]): Promise<void> {
    const sent = new Set(ledger.flatMap(({ name, args }) => (name === setAnswer.name ? [args] : [])))
    for (const device of devices) {
      const drafts = await device.open[0]?.engine.readHalfWritten()
      if (!drafts) continue
      for (const { key, draft } of drafts) if (draft.edit) this.accuse('IN13', `${device.name} never made a change of ${key}`)
      this.#seen.saw('draft waits', drafts.length)
      const held = new Set(drafts.map(({ draft }) => JSON.stringify(draft.value)))
      for (const { device: name, unit, value } of this.#typed.values()) {
        if (name !== device.name || held.has(JSON.stringify(value))) continue
        const text = JSON.stringify(value)
        if (![...sent].some((args) => args.includes(text)))
          this.accuse('IN3', `${text} was typed in ${unit} of ${name}, and is neither in the ledger nor on the device`)
      }
    }
  }

  /** Every file that somebody chose and the ledger took is at the server byte for byte, and none was given up. */
  async #judgeFiles(devices: readonly SimDevice[], ledger: readonly LedgerRow[]): Promise<void> {
    const rows = new Map((await this.#rowsOf('attachment')).map((row) => [row.id, row]))
    const stored = new Map([...this.#server.disk.image].map(([path, bytes]) => [basename(path), bytes]))
    const decided = new Map(ledger.map((row) => [row.mid, row]))
    for (const [id, chosen] of this.#chosen) {
      const row = rows.get(id)
      // What belongs to an institution that is out rests on its device, and goes on when it is back.
      if (chosen.forgotten || !row || row.state === 'removed' || this.departed.isOut(chosen.scope)) continue
      const bytes = stored.get(row.sha256)
      if (!bytes) this.accuse('IN14', `file ${id} of ${chosen.device} is ${row.state} and not at the server`)
      else if (Buffer.compare(bytes, chosen.bytes) !== 0) this.accuse('IN14', `file ${id} of ${chosen.device} arrived changed`)
      else if (row.state === 'awaiting_blob' && row.applied)
        this.accuse('IN14', `file ${id} of ${chosen.device} is there and still awaited`)
      else this.#seen.saw('whole file')
    }
    for (const device of devices) {
      for (const file of device.open[0]?.engine.parkedFiles() ?? []) {
        if (this.departed.isOut(file.scope)) continue
        const mid = this.#chosen.get(file.id)?.mid
        const refused = mid !== undefined && mid !== null && decided.get(mid)?.disposition === 'refused'
        if (!refused) this.accuse('IN14', `file ${file.id} of ${device.name} was given up: ${file.lastError ?? ''}`)
      }
    }
  }

  async #judgeLedger(ledger: readonly LedgerRow[]): Promise<void> {
    const history = await this.#server.db.q.selectFrom('history').select(['mid', 'unit', 'action']).execute()
    const seen = new Set<string>()
    for (const { mid, unit, action } of history) {
      const key = `${mid} ${unit} ${action}`
      if (seen.has(key)) this.accuse('IN1', `${key} is twice in the history`)
      seen.add(key)
    }
    const told = new Set(history.map(({ mid }) => mid))
    for (const row of ledger) {
      const stands = row.disposition === 'applied' || row.disposition === 'applied_over'
      if (stands && explained.test(row.name) && !told.has(row.mid)) this.accuse('IN4', `${row.mid} ${row.name} is nowhere in the history`)
    }
    const aliases = await this.#server.db.q.selectFrom('sync_alias').select(['author_id', 'device_id', 'seq']).execute()
    for (const { user_id, id, last_seq } of await this.#server.db.q
      .selectFrom('sync_device')
      .select(['user_id', 'id', 'last_seq'])
      .execute()) {
      const seqs = [...ledger, ...aliases].filter((row) => row.device_id === id && row.author_id === user_id).map((row) => row.seq)
      if (new Set(seqs).size !== last_seq || Math.max(0, ...seqs) !== last_seq)
        this.accuse('IN2', `device ${id} is at ${last_seq} with sequences ${seqs.join(',')}`)
    }
    // Copies of a profile may have said different things under one mid: each is there. What went with a disk may be there in the words
    // that a copy of it had, or not at all.
    const byMid = Map.groupBy(ledger, sentMid)
    for (const [mid, asked] of this.#asked) {
      const rows = byMid.get(mid) ?? []
      if (rows.some((row) => row.args === asked.args && row.base === asked.base) || asked.forgotten) continue
      const found = rows.map((row) => `${row.args} on ${row.base}`).join(', ')
      this.accuse('IN3', `${mid} ${asked.name} of ${asked.device} was ${asked.args} on ${asked.base}, the ledger has ${found || 'nothing'}`)
    }
    for (const row of ledger) {
      const foreign = /^(?:door-|~)/.test(row.device_id) || row.author_id === 'system' || !(row.author_id in cast)
      if (!foreign && !this.#asked.has(sentMid(row))) this.accuse('IN1', `${row.mid} ${row.name} was asked by nobody`)
    }
    this.#judgeOrder(ledger)
  }

  /**
   * Each device's mutations are in the ledger in the order in which its person made them; but for those that a tab sends out of
   * its memory while its disk is out of reach, which may hold older ones that a restored server lost: to wait would risk them.
   */
  #judgeOrder(ledger: readonly LedgerRow[]): void {
    const last = new Map<string, number>()
    for (const row of ledger) {
      const asked = this.#asked.get(row.mid)
      if (!asked || asked.forgotten || !this.#pulling.has(row.device_id)) continue
      const before = last.get(asked.device) ?? -1
      if (asked.order < before) this.accuse('IN2', `${row.mid} of ${asked.device} came after a later one`)
      last.set(asked.device, Math.max(before, asked.order))
    }
  }

  async #judgeDevices(devices: readonly SimDevice[], ledger: readonly LedgerRow[]): Promise<void> {
    const cards = await this.#rowsOf('conflict')
    const told = new Set(cards.flatMap((card) => [card.mine?.mid, card.theirs?.mid, ...card.chain.map((side) => side.mid)]))
    const kept = new Map<string, Set<string>>()
    for (const device of devices) {
      const wanted = await this.#freshRows(device)
      const outcomes = new Set<string>()
      for (const tab of device.open) {
        for (const outcome of await tab.storage.outcomes()) outcomes.add(outcome.mid)
        const held = await this.#heldRows(tab)
        compare(wanted, held, (what) => this.accuse('IN6', `${device.name}: ${what}`))
        for (const live of [...tab.worlds.values(), ...tab.questionnaires.values()]) {
          for (const [key, row] of held) {
            const [s = '', t = '', i = ''] = key.split('\n')
            if (!live.scopes.includes(s) || t === 'conflict' || t === 'person') continue
            const shown = live.state.get(t as TableName, i)
            if (JSON.stringify(shown) !== row.replace(/^\d+ /, ''))
              this.accuse('IN6', `${device.name} shows another ${t} ${i} than it holds`)
          }
        }
      }
      kept.set(device.name, outcomes)
    }
    for (const row of ledger) {
      const asked = this.#asked.get(sentMid(row))
      if (!asked || (row.disposition !== 'lost' && row.disposition !== 'refused')) continue
      // A form's changes have no card: what a disk that is gone was told of them went with it.
      if (asked.forgotten && isQuestionnaire(row.scope)) continue
      if (!told.has(row.mid) && !told.has(sentMid(row)) && !kept.get(asked.device)?.has(sentMid(row)))
        this.accuse('IN4', `${row.mid} ${row.name} was ${row.disposition} (${row.code}) and nobody was told`)
    }
  }

  async #freshRows(device: SimDevice): Promise<Map<string, string>> {
    const rows = new Map<string, string>()
    const [tab] = device.open
    // What one of the lab's people opened comes to who opens it.
    const open =
      cast[device.personId].kind === 'Administrator' && tab ? (await tab.storage.position()).position.scopes.filter(isQuestionnaire) : []
    let cursor: string | null = null
    for (;;) {
      const response = await this.#server.fetch('/api/v1/sync/pull', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${must(device.token, 'signed in')}` },
        body: JSON.stringify({ protocol: protocolVersion, schema: schemaVersion, deviceId: `fresh-${device.name}`, cursor, open }),
      })
      const { data }: { data: PullReply } = await response.json()
      for (const row of data.rows) note(rows, row)
      cursor = data.cursor
      if (!data.more) return rows
    }
  }

  async #heldRows(tab: SimTab): Promise<Map<string, string>> {
    const rows = new Map<string, string>()
    const { position } = await tab.storage.position()
    for (const scope of position.scopes) for (const row of await tab.storage.rowsOf(scope)) note(rows, row)
    if ((await tab.storage.countRows()) !== rows.size) this.accuse('IN8', 'rows of a scope that the device does not know of are left')
    return rows
  }

  async #judgeSends(): Promise<void> {
    const numbers = (await this.#rowsOf('send')).map((row) => row.number)
    if (new Set(numbers).size !== numbers.length) this.accuse('IN14', `receipts ${numbers.join(', ')} are not unique`)
  }

  /** Decides the whole ledger again on the ground, with what the server did by itself in between. */
  async #judgeReplay(ledger: readonly LedgerRow[]): Promise<void> {
    const replay = new Replay(firstRows())
    const accuse = (what: string): void => this.accuse('IN10', what)
    const watchmen = new Watchmen((rule, what) => this.accuse(rule, what))
    replay.run(ledger, this.#server.acts, accuse, (again, acts) => {
      const { row, outcome, world } = again
      judgeSilence(again, (rule, what) => this.accuse(rule, what))
      if (!world) return undefined
      this.#judgeLock(world, row, outcome.changes)
      this.#judgeReplica(world, row, outcome.changes)
      return watchmen.before(again, acts)
    })
    const rows = await this.#server.db.q.selectFrom('sync_row').select(['scope', 'tbl', 'id', 'data']).where('deleted', '=', 0).execute()
    replay.compare(new Map(rows.map((row) => [`${row.scope}\n${row.tbl}\n${row.id}`, row.data])), accuse)
  }

  /** What a locked institution answered changes by no mutation, but for what was done in time and came within the day of grace. */
  #judgeLock(world: World, row: LedgerRow, changes: readonly Change[]): void {
    if (!world.participant.locked) return
    // What a late answer closes below it is late with it.
    if (changes.some((change) => change.table === 'answer' && change.id === row.entity && change.row.late)) return
    for (const change of changes) {
      if (change.table !== 'answer' || change.row.late) continue
      const before = world.answer(change.row.unit)?.value ?? null
      if (JSON.stringify(before) !== JSON.stringify(change.row.value))
        this.accuse('IN11', `${row.mid} ${row.name} changed ${change.row.unit} of a locked institution`)
    }
  }

  /** Never is more open than may be, and nothing that was accepted is taken away by who appeals or who decides on it. */
  #judgeReplica(world: World, row: LedgerRow, changes: readonly Change[]): void {
    const allowed = world.form.replica?.points
    if (allowed === undefined) return
    for (const change of changes) {
      if (change.table === 'participant' && change.row.replicaSubDimensionIds.length > allowed)
        this.accuse('RP5', `${row.mid} ${row.name} opened more than ${allowed}`)
      const unit = change.id
      const accepted = world.get('evaluation', unit)?.decision === 'Accepted'
      if (change.table === 'evaluation' && accepted && change.row.decision !== 'Accepted')
        this.accuse('RP10', `${row.mid} ${row.name} took the acceptance of ${unit} away`)
      if (change.table === 'answer' && accepted && change.row.value === null)
        this.accuse('RP10', `${row.mid} ${row.name} cleared ${unit}, which was accepted`)
    }
  }
}

/** The mutation that an answer's row is of. */
const midOf = (row: WireRow): string | undefined => (row.t === 'answer' && row.r !== null ? (row.r as Answer).mid : undefined)

/** The mid under which a device sent it. */
const sentMid = (row: LedgerRow): string => row.sent_mid ?? row.mid

const isQuestionnaire = (scope: string): boolean => parseScope(scope)?.kind === 'questionnaire'

const note = (rows: Map<string, string>, row: WireRow): void => {
  if (row.r === null) rows.delete(`${row.s}\n${row.t}\n${row.i}`)
  else rows.set(`${row.s}\n${row.t}\n${row.i}`, `${row.v} ${JSON.stringify(row.r)}`)
}

function compare(wanted: ReadonlyMap<string, string>, held: ReadonlyMap<string, string>, differ: (what: string) => void): void {
  for (const [key, row] of wanted)
    if (held.get(key) !== row) differ(`${key.replaceAll('\n', ' ')} is ${held.get(key) ?? 'missing'}, the server has ${row}`)
  for (const key of held.keys()) if (!wanted.has(key)) differ(`${key.replaceAll('\n', ' ')} should be gone`)
}
