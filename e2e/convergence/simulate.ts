import { isObserved, rowsOf } from '#shared/answers/rules.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { unitOf, type Unit } from '#shared/kernel/ids.ts'
import type { Round } from '#shared/evaluations/model.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { evalScope, formScope, instScope } from '#shared/protocol/scope.ts'
import { standingSend } from '#shared/answers/standing-send.ts'
import { reviewOf } from '#shared/sends/rules.ts'
import type { Change, World } from '#shared/world.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { seeded, type TestBrowser } from '#sync/testing/browser.ts'
import { ManualClock } from '#sync/testing/manual-clock.ts'
import { Administration } from './administration.ts'
import { fill, judgement, send, work, type Asked } from './chance.ts'
import { Sightings, type Counts } from './coverage.ts'
import {
  administratorsGround,
  appealGround,
  cast,
  formChange,
  formId,
  nextFormId,
  plainUnits,
  replicaStage,
  startMs,
  type PersonId,
} from '../simulators/ground.ts'
import { Oracle } from './oracle.ts'
import { SimDevice, oneOf, type Bug, type SimTab, type SimWorld } from './sim-device.ts'
import { SimServer } from '../simulators/server.ts'
import { evaluatorsMove, institutionsMove, takingMove, valueOf, type Move } from './story.ts'
import { termsOf, type Terms } from './terms.ts'

export interface SimOptions {
  readonly seed: number
  readonly steps: number
  readonly bug?: Bug | undefined
  /** The run's world where it is not the seed's own. */
  readonly terms?: Partial<Terms> | undefined
  /** Clocks of the devices wrong by years. */
  readonly skewed?: boolean | undefined
  /** No stages and no restores: nothing in which the time that a person says may count. */
  readonly steady?: boolean | undefined
  /** Backs the server up and restores it at fixed steps, whatever chance says. */
  readonly restores?: boolean | undefined
  /** Ends at the first violation, and heals for a few rounds only: enough to see that something is wrong. */
  readonly hasty?: boolean | undefined
}

export interface SimReport {
  readonly seed: number
  /** One line per step and per mutation in the ledger: two runs of one seed give the same. */
  readonly trace: readonly string[]
  readonly violations: readonly string[]
  /** How often each situation was met. */
  readonly counts: Counts
}

const day = 86_400_000
const healRounds = 30
/** Turns after which no device has anything left to do but wait for time. */
const quietTurns = 250
/** Stages that the story goes through, by their place. */
const rounds: Readonly<Record<number, Round>> = { 1: 'FirstRevision', 3: 'SecondRevision', 5: 'ReplicaRevision' }

/** Devices, their people, and how much of the acting each does. */
const devices: readonly (readonly [name: string, personId: PersonId, tabs: number])[] = [
  ['ana-laptop', 'ana', 2],
  ['ana-phone', 'ana', 1],
  ['berta', 'berta', 1],
  ['carlos', 'carlos', 1],
  ['eva', 'eva', 1],
  ['omar', 'omar', 1],
  ['sara', 'sara', 1],
]
/** Who writes in a row, and who takes it out meanwhile. */
const pairs: readonly (readonly [writer: PersonId, taker: PersonId])[] = [
  ['berta', 'ana'],
  ['carlos', 'berta'],
  ['ana', 'berta'],
]
const administrators: typeof devices = [
  ['root', 'root', 1],
  ['alma', 'alma', 1],
]

/** Runs one seeded history of devices, people, networks and a server, heals it, and says which invariants broke. */
export async function simulate(options: SimOptions): Promise<SimReport> {
  const run = new Simulation(options)
  try {
    return await run.run()
  } finally {
    await run.end()
  }
}

/** A device of somebody with a tab, and what shows in it. */
interface Found {
  readonly device: SimDevice
  readonly tab: SimTab
  readonly live: LiveWorld
}

class Simulation {
  readonly #options: SimOptions
  readonly #terms: Terms
  readonly #random: () => number
  readonly #clock: ManualClock
  readonly #server: SimServer
  readonly #oracle: Oracle
  readonly #seen = new Sightings()
  readonly #devices: SimDevice[] = []
  readonly #administration: Administration
  readonly #trace: string[] = []
  #stage: number
  #openedAtOnce = false
  #made = 0
  /** People whose accounts are closed. */
  readonly #shut = new Set<PersonId>()
  /** An older copy of one device's profile. */
  #profile: { readonly device: SimDevice; readonly browser: TestBrowser } | null = null
  #copied: { readonly original: string; readonly copy: string; readonly since: number } | null = null

  constructor(options: SimOptions) {
    this.#options = options
    this.#terms = { ...termsOf(options.seed), ...options.bug?.terms, ...options.terms }
    this.#stage = this.#terms.appeals ? replicaStage : 0
    this.#random = seeded(options.seed)
    this.#clock = new ManualClock(startMs, () => this.#settle(20))
    this.#server = new SimServer(() => this.#clock.now(), this.#terms.database)
    this.#oracle = new Oracle(this.#server, this.#seen)
    this.#administration = new Administration({
      server: this.#server,
      clock: this.#clock,
      oracle: this.#oracle,
      devices: this.#devices,
      random: this.#random,
      word: (device) => `${device.name} ${this.#made++}`,
      quiet: () => this.#quiet(),
    })
  }

  #settle(turns: number): Promise<void> {
    return this.#server.settle(turns)
  }

  /** PostgreSQL answers in no known number of turns: meanwhile nobody may have anything to do. */
  async #beforeDatabase(): Promise<void> {
    if (this.#terms.database === 'postgres') await this.#quiet()
  }

  #quiet(): Promise<void> {
    return this.#settle(quietTurns)
  }

  async run(): Promise<SimReport> {
    const mend = this.#options.bug?.rule?.()
    try {
      return await this.#run()
    } finally {
      mend?.()
    }
  }

  async #run(): Promise<SimReport> {
    await this.#server.create()
    if (this.#terms.administrators) await this.#server.write(administratorsGround())
    if (this.#terms.appeals) {
      await this.#server.write([formChange(replicaStage, this.#server.now(), true)])
      await this.#server.write(appealGround(this.#server.now()))
    }
    const all = this.#terms.administrators ? [...devices, ...administrators] : devices
    for (const [at, [name, personId, tabs]] of all.entries()) {
      const device = new SimDevice(name, personId, this.#worldOf(at), this.#options.seed * 101 + at)
      device.token = await this.#server.signIn(personId)
      this.#devices.push(device)
      for (let tab = 0; tab < tabs; tab += 1) await device.openTab()
    }
    for (const device of this.#devices) device.rough = false
    for (const device of this.#devices.filter(({ personId }) => cast[personId].kind === 'Administrator'))
      for (const tab of device.open) for (const id of [formId, nextFormId]) await device.questionnaire(tab, id)
    await this.#clock.advance(2_000)
    for (const device of this.#devices) device.rough = true
    for (let step = 0; step < this.#options.steps && !this.#over(); step += 1) {
      const what = await this.#step(step)
      this.#trace.push(what)
      await this.#settle(6)
      this.#oracle.look(this.#devices)
    }
    if (!this.#over()) await this.#heal()
    if (!this.#over()) await this.#oracle.judge(this.#devices)
    this.#trace.push(...(await this.#oracle.outcomes()))
    if (this.#terms.pageRows !== null) this.#seen.saw('small pages')
    if (this.#terms.pushMutations !== null) this.#seen.saw('small batches')
    if (this.#terms.database === 'postgres') this.#seen.saw('PostgreSQL')
    return { seed: this.#options.seed, trace: this.#trace, violations: this.#oracle.violations, counts: this.#seen.counts }
  }

  #worldOf(at: number): SimWorld {
    const skewMs = this.#options.skewed ? (at % 2 === 0 ? 1 : -1) * at * 365 * day : 0
    const [server, clock, watch, seen, terms] = [this.#server, this.#clock, this.#oracle, this.#seen, this.#terms]
    return { server, clock, watch, seen, terms, skewMs, bug: this.#options.bug }
  }

  #over(): boolean {
    return this.#oracle.broken || (this.#options.hasty === true && this.#oracle.violations.length > 0)
  }

  async end(): Promise<void> {
    for (const device of this.#devices) for (const tab of device.open) tab.kill()
    await this.#settle(10)
    await this.#server.remove()
  }

  async #step(step: number): Promise<string> {
    if (this.#options.restores && (step === 20 || step === 70)) {
      await this.#quiet()
      if (step === 70) return this.#restore()
      await this.#server.backUp()
      return 'server is backed up'
    }
    if (this.#terms.administrators && this.#random() < 0.16) return this.#administration.step()
    const roll = this.#random()
    if (roll < 0.3) return this.#story()
    const device = oneOf(this.#devices, this.#random)
    if (roll < 0.64) return this.#act(device)
    if (roll < 0.76) {
      const ms = Math.floor(this.#random() ** 2 * 40_000)
      await this.#clock.advance(ms)
      return `wait ${ms}`
    }
    if (roll < 0.82) return this.#unplug(device)
    if (roll < 0.85) return this.#killOrOpen(device)
    if (roll < 0.87) return this.#session(device)
    if (roll < 0.9) return this.#typesAndStops(device)
    if (roll < 0.935) return this.#trouble(device)
    if (roll < 0.965) return this.#misfortune()
    if (roll < 0.985) return this.#options.steady ? 'nothing' : this.#administer()
    for (const tab of device.living) void tab.engine.syncNow()
    return `${device.name} syncs`
  }

  #unplug(device: SimDevice): string {
    if (device.away) return `${device.name} is away`
    device.setOnline(!device.online)
    return `${device.name} ${device.online ? 'online' : 'offline'}`
  }

  /** What happens to the server. */
  async #misfortune(): Promise<string> {
    const roll = this.#random()
    await this.#quiet()
    if (roll < 0.35) {
      await this.#server.restart()
      if (roll > 0.1) return 'server restarts'
      await this.#server.db.q.deleteFrom('sync_view').execute()
      return 'server restarts and knows no more what devices hold'
    }
    if (roll < 0.55) {
      await this.#server.backUp()
      return 'server is backed up'
    }
    if (this.#options.steady) return 'nothing'
    if (roll < 0.75) return this.#restore()
    return roll < 0.85 ? this.#forgottenPush() : this.#brokenPush()
  }

  async #restore(): Promise<string> {
    if (!(await this.#server.restore(this.#random() < 0.5))) return 'no copy'
    await this.#oracle.departed.readAgain()
    await this.#readAccounts()
    return `server is restored, epoch ${this.#server.epochs}`
  }

  /** A server that is put back to before a push that a device knows of, but not yet the pull after it. */
  async #forgottenPush(): Promise<string> {
    const device = oneOf(this.#devices, this.#random)
    await this.#server.backUp()
    if (!device.online && !device.away) device.setOnline(true)
    device.deaf = true
    const first = await this.#act(device)
    await this.#clock.advance(1_500)
    await this.#quiet()
    const put = await this.#restore()
    const second = await this.#act(device)
    device.deaf = false
    await this.#clock.advance(1_000)
    return `${put} to before ${first}, ${second}`
  }

  /** A server that is put back between two batches of one push. */
  async #brokenPush(): Promise<string> {
    const device = oneOf(this.#devices, this.#random)
    if (device.away) return `${device.name} is away`
    device.setOnline(false)
    const acts: string[] = []
    for (let at = 0; at < 4; at += 1) acts.push(await this.#act(device))
    await this.#quiet()
    await this.#server.backUp()
    const held = Promise.withResolvers<void>()
    Object.assign(device, { narrow: true, rough: false, pushesHeard: held.promise })
    device.setOnline(true)
    await this.#quiet()
    const put = await this.#restore()
    Object.assign(device, { pushesHeard: null })
    held.resolve()
    await this.#clock.advance(3_000)
    Object.assign(device, { narrow: false, rough: true })
    return `${put} in the middle of ${acts.join(', ')}`
  }

  /** What happens to a device beside its network: what there is of it in this run's world. */
  async #trouble(device: SimDevice): Promise<string> {
    const { freezes, fullDisks, profiles } = this.#terms
    // The first one is a profile's.
    if (profiles && this.#copied === null) return this.#copyFirst()
    const own: ((device: SimDevice) => string | Promise<string>)[] = [(one) => this.#typesOn(one)]
    if (freezes) own.push((one) => this.#freezeOrThaw(one))
    if (fullDisks) own.push((one) => this.#fillOrEmpty(one))
    if (profiles) own.push((one) => this.#moveProfile(one))
    return oneOf(own, this.#random)(device)
  }

  async #fillOrEmpty(device: SimDevice): Promise<string> {
    device.diskFull = !device.diskFull
    if (!device.diskFull) return `${device.name} has room again`
    // What is typed still finds room; the change that it becomes may not.
    return `${device.name} has a full disk, ${await this.#typesAndStops(device)}`
  }

  /** Somebody goes on typing while what they typed a moment ago is being sent. */
  async #typesOn(device: SimDevice, unit: Unit = oneOf(plainUnits, device.random)): Promise<string> {
    const [, second] = device.living
    const tab = second ?? device.living[0]
    const institutionId = device.personId === 'sara' ? 'sur' : 'norte'
    const live = tab && isInstitutional(device) ? await device.world(tab, institutionId) : null
    if (!tab || !live) return `${device.name} sees nothing`
    let said = `${device.name} types in ${unit}`
    for (let at = 0; at < 4 && tab.alive; at += 1) {
      const value = valueOf(live.world, unit, `${device.name} ${this.#made++}`, device.random)
      said += ` ${await device.dispatch(tab, instScope(institutionId, formId), 'answer.set', { unit, value })}`
      await this.#settle(Math.floor(device.random() * 14))
    }
    return said
  }

  /** Somebody types and is not heard of again: the page dies, freezes, or stays as it is. */
  async #typesAndStops(device: SimDevice): Promise<string> {
    if (!isInstitutional(device)) return 'nothing'
    const tab = device.living.length > 0 ? oneOf(device.living, device.random) : await device.openTab()
    const institutionId = device.personId === 'sara' ? 'sur' : 'norte'
    const live = await device.world(tab, institutionId)
    if (!live) return `${device.name} sees nothing`
    const unit = oneOf(plainUnits, device.random)
    const value = valueOf(live.world, unit, `${device.name} ${this.#made++}`, device.random)
    const scope = instScope(institutionId, formId)
    const slot = (await tab.engine.draftBook(scope)).slot('answer', unit)
    const base = live.world.answer(unit)?.mid ?? null
    // What another page left of it stood in the field.
    if (slot.draft) this.#oracle.typedOver(device, slot.draft.value)
    slot.write({ value, base, edit: { name: setAnswer.name, args: { unit, value } } })
    const kept = await this.#server.meanwhile(slot.keep(), quietTurns)
    if (kept === null || slot.kept !== 'saved') return `${device.name} types in ${unit}, which is not kept`
    this.#oracle.typed(device, tab, { key: slot.key, unit, value })
    const roll = device.random()
    if (roll < 0.4) tab.kill()
    else if (roll < 0.7) void slot.settle()
    return `${device.name} types in ${unit}${roll < 0.4 ? ', and the tab dies' : roll < 0.7 ? ' and leaves it' : ''}`
  }

  async #freezeOrThaw(device: SimDevice): Promise<string> {
    const frozen = device.open.find((tab) => tab.frozen)
    if (frozen) return this.#thaw(device, frozen)
    const leader = device.living.find((tab) => tab.engine.leading)
    if (!leader) return `${device.name} has no leader`
    // In the middle of whatever it does.
    await this.#settle(Math.floor(device.random() * 10))
    leader.freeze()
    const [other] = device.living
    if (!other) return `${device.name} freezes`
    await this.#clock.advance(22_000)
    if (other.alive && other.engine.leading && this.#terms.locks) this.#seen.saw('leader replaced')
    return `${device.name} freezes, ${other.engine.leading ? 'another tab leads' : 'nobody leads'}`
  }

  #thaw(device: SimDevice, tab: SimTab): string {
    tab.thaw()
    this.#seen.saw('frozen tab')
    return `${device.name} thaws`
  }

  /** A profile is kept, or put back to what was kept. */
  async #moveProfile(device: SimDevice): Promise<string> {
    if (this.#profile && this.#random() < 0.6) return this.#putProfileBack(this.#profile)
    const unit = oneOf(plainUnits, device.random)
    let said = `${device.name} profile`
    // A disk is also copied under an open browser, as the image of a whole machine is: in the middle of somebody's work.
    const openly = this.#random() < 0.5
    if (openly) {
      device.setOnline(false)
      said += ` ${await this.#typesOn(device, unit)}`
    } else for (const tab of device.open) tab.kill()
    const browser = await this.#copyOf(device)
    if (openly) said += ` ${await this.#typesOn(device, unit)}`
    this.#profile = { device, browser }
    return `${said} is kept`
  }

  /**
   * A profile is copied to another computer in the middle of the work of somebody who can write just then: what waits on both is gone on
   * with in other words.
   */
  async #copyFirst(): Promise<string> {
    const writers = this.#devices.filter(isInstitutional)
    const from = Math.floor(this.#random() * writers.length)
    for (const device of [...writers.slice(from), ...writers.slice(0, from)]) {
      const { online } = device
      const unit = oneOf(plainUnits, device.random)
      device.setOnline(false)
      const said = await this.#typesOn(device, unit)
      if (said.includes(' ok ')) return `${said}, ${await this.#goOnFromCopy(device, unit)}`
      device.setOnline(online)
    }
    return 'nobody writes'
  }

  async #goOnFromCopy(device: SimDevice, unit: Unit): Promise<string> {
    const browser = await this.#copyOf(device)
    const world = this.#worldOf(this.#devices.indexOf(device))
    const copy = new SimDevice(`${device.name}-copy`, device.personId, world, this.#options.seed * 101 + 90, browser)
    copy.token = device.token
    copy.setOnline(false)
    this.#devices.push(copy)
    this.#copied = { original: device.name, copy: copy.name, since: this.#oracle.moment }
    const acts = [await this.#typesOn(device, unit), await this.#act(device), await this.#act(copy)]
    return `${device.name} profile is copied, ${acts.join(', ')}`
  }

  /** What is on a device's disk when it has come to rest. */
  async #copyOf(device: SimDevice): Promise<TestBrowser> {
    await this.#quiet()
    return device.browser.copy(seeded(this.#options.seed * 31 + this.#made++))
  }

  async #putProfileBack({ device, browser }: { readonly device: SimDevice; readonly browser: TestBrowser }): Promise<string> {
    this.#profile = null
    for (const tab of device.open) tab.kill()
    await this.#quiet()
    const { online } = device
    device.browser = browser
    device.setOnline(online)
    const tab = await device.openTab()
    const rows = await tab.storage.outbox(0)
    const files = await tab.storage.uploads()
    const held = new Map(rows.map((row) => [row.mid, JSON.stringify(row.a)]))
    this.#oracle.profilePutBack(device, held, new Set(files.map((file) => file.id)))
    this.#seen.saw('profile put back')
    return `${device.name} profile is put back`
  }

  async #killOrOpen(device: SimDevice): Promise<string> {
    const [tab] = device.open
    if (tab && this.#random() < 0.5) {
      tab.kill()
      return `${device.name} tab dies`
    }
    if (device.open.length >= 2) return `${device.name} has its tabs`
    await device.openTab()
    return `${device.name} opens a tab`
  }

  async #session(device: SimDevice): Promise<string> {
    await this.#beforeDatabase()
    if (device.token !== null && this.#random() < 0.5) {
      await this.#server.expire(device.token)
      return `${device.name} session ends`
    }
    await this.#signIn(device)
    return `${device.name} signs in`
  }

  async #signIn(device: SimDevice): Promise<void> {
    if (this.#shut.has(device.personId)) return
    device.token = await this.#server.signIn(device.personId)
    for (const tab of device.living) void tab.engine.reauthenticated()
  }

  get #lastStage(): number {
    return this.#terms.appeals ? replicaStage + 2 : replicaStage - 1
  }

  /** `cut`: the stage ends now and the next one begins, as in a rehearsal, so that what was done in it has its day of grace. */
  async #moveTo(stage: number, cut = stage > this.#stage && this.#random() < 0.4): Promise<string> {
    const back = stage < this.#stage
    const changed = cut ? await this.#cutAt(this.#stage, stage) : await this.#formAt(stage)
    this.#stage = stage
    await this.#server.write([changed])
    if (!back) await this.#server.tick()
    return back ? `back to stage ${stage}` : `stage ${stage}${cut ? ' at once' : ''}`
  }

  async #cutAt(from: number, to: number): Promise<Change> {
    const row = await this.#oracle.row('form', formId)
    const now = this.#server.now()
    const stages = row.stages.map((stage, at) =>
      at === from ? { ...stage, cutAt: now } : at === to ? { ...stage, startedAt: now } : stage,
    )
    return { scope: formScope(formId), part: '', table: 'form', id: formId, row: { ...row, stages } }
  }

  /** The form in another stage; with administrators everything else of it stays as they made it. */
  async #formAt(stage: number): Promise<Change> {
    const moved = formChange(stage, this.#server.now(), this.#terms.appeals)
    if (!this.#terms.administrators || moved.table !== 'form') return moved
    const header = await this.#oracle.row('form', formId)
    return { ...moved, row: { ...header, stages: moved.row.stages } }
  }

  async #administer(): Promise<string> {
    const roll = this.#random()
    const mid = `root-${this.#made++}`
    await this.#quiet()
    const { locked, leaderId } = await this.#oracle.row('participant', 'norte')
    if (roll < (locked ? 0.4 : 0.06) && this.#stage < this.#lastStage) return this.#moveTo(this.#stage + 1)
    if (roll < 0.5 && roll > 0.4 && this.#stage > 0 && !this.#terms.appeals) return this.#moveTo(this.#stage - 1)
    if (roll < 0.66) return this.#reopen(mid)
    if (roll < 0.84) {
      const userId = oneOf(['ana', 'berta'], this.#random)
      await this.#server.execute('root', mid, 'leader.set', instScope('norte', formId), { who: { userId }, saw: leaderId })
      return `${userId} leads`
    }
    return roll < 0.92 ? this.#toggleAccount() : this.#changeEvaluator()
  }

  /** An account is closed while devices of its person hold work, or opened again. */
  async #toggleAccount(): Promise<string> {
    const [shut] = this.#shut
    if (shut !== undefined) return this.#openAccount(shut)
    const personId = oneOf(['berta', 'carlos'] as const, this.#random)
    const device = this.#devices.find((one) => one.personId === personId && !one.away)
    device?.setOnline(false)
    const did = device ? await this.#act(device) : `${personId} has no device`
    await this.#quiet()
    const said = await this.#server.call('root', `user/${personId}/toggle`, { active: false })
    if (said === 'ok') this.#shut.add(personId)
    device?.setOnline(true)
    return `${did}, account of ${personId} is closed ${said}`
  }

  /** The server was put back: who is shut out is read anew. */
  async #readAccounts(): Promise<void> {
    this.#shut.clear()
    for (const personId of ['berta', 'carlos'] as const) if (!(await this.#oracle.row('person', personId)).active) this.#shut.add(personId)
  }

  async #openAccount(personId: PersonId): Promise<string> {
    await this.#quiet()
    const said = await this.#server.call('root', `user/${personId}/toggle`, { active: true })
    this.#shut.delete(personId)
    for (const device of this.#devices) if (device.personId === personId) await this.#signIn(device)
    return `account of ${personId} is open again ${said}`
  }

  async #reopen(mid: string): Promise<string> {
    await this.#server.execute('root', mid, 'participant.reopen', instScope('norte', formId), { reason: 'hay que corregir' })
    return 'reopened'
  }

  async #changeEvaluator(): Promise<string> {
    if (this.#terms.administrators) return this.#administration.participants()
    const participant = await this.#oracle.row('participant', 'norte')
    const evaluatorId = participant.evaluatorId === 'eva' ? 'omar' : 'eva'
    await this.#server.write([
      { scope: instScope('norte', formId), part: '', table: 'participant', id: 'norte', row: { ...participant, evaluatorId } },
    ])
    return `${evaluatorId} evaluates`
  }

  /** The year's work goes on by one step: what stands between the institution and its next send, or the evaluator and theirs. */
  async #story(): Promise<string> {
    await this.#quiet()
    const participant = await this.#oracle.row('participant', 'norte')
    if (participant.removedAt) return this.#random() < 0.4 ? this.#administration.putBack('norte') : 'norte is out'
    if (this.#terms.offices && !this.#options.steady && this.#random() < 0.14) return this.#offices(participant)
    const round = rounds[this.#stage] ?? null
    if (round === null && participant.locked && !this.#options.steady)
      return this.#random() < 0.2 ? this.#takeBack(participant.leaderId) : this.#nextStage()
    if (round !== null && participant.releasedStageIds.includes(`e${this.#stage + 1}`) && !this.#options.steady) return this.#nextStage()
    if (round !== null && !this.#options.steady && this.#stage < this.#lastStage && this.#random() < 0.04) return this.#lateDecision()
    if (round !== null && !this.#options.steady && this.#random() < 0.06) return this.#changeEvaluator()
    const isOpen = participant.replicaSubDimensionIds.length > 0
    if (this.#stage === replicaStage && !isOpen && (!this.#openedAtOnce || this.#random() < 0.5)) return this.#openAtOnce()
    if (round === null && !participant.locked && this.#random() < 0.15) return this.#rowOfTwo()
    if (round === null && !participant.locked && !this.#options.steady && this.#stage < replicaStage && this.#random() < 0.05)
      return this.#fileOfTwo(participant.leaderId)
    if (this.#stage === 2 && !participant.locked && this.#random() < 0.1) return this.#reasonOfTwo(participant.leaderId)
    const leads = round === null ? participant.leaderId : (participant.evaluatorId ?? 'eva')
    const found = await this.#ready(leads)
    if (!found) return `${leads} sees nothing`
    const text = `${leads} ${this.#made++}`
    const { world } = found.live
    const move =
      round === null
        ? institutionsMove(world, cast[leads as PersonId], text, this.#random)
        : evaluatorsMove(world, leads, round, this.#random)
    if (!move) {
      await this.#clock.advance(1_500)
      return `${leads} waits`
    }
    return this.#carryOut(move)
  }

  /** An evaluator decides far from any network while the revision ends, and comes back with it within its day of grace. */
  async #lateDecision(): Promise<string> {
    const { evaluatorId } = await this.#oracle.row('participant', 'norte')
    const found = await this.#hears(evaluatorId ?? 'eva')
    if (!found) return 'nobody evaluates'
    found.device.setOnline(false)
    await this.#clock.advance(1_000)
    const acts: string[] = []
    for (let at = 0; at < 3 && found.tab.alive; at += 1) acts.push(await this.#judge(found))
    await this.#quiet()
    await this.#clock.advance(1_000)
    acts.push(await this.#moveTo(this.#stage + 1, true))
    found.device.setOnline(true)
    await this.#clock.advance(4_000)
    found.device.rough = true
    return acts.join(', ')
  }

  /** The same as `#ready`, over a network that does what it is asked, until that is rough again. */
  async #hears(userId: string): Promise<Found | null> {
    const device = this.#devices.find((one) => one.personId === userId && !one.away)
    if (!device) return null
    device.rough = false
    device.setOnline(true)
    const found = await this.#ready(userId)
    void found?.tab.engine.syncNow()
    await this.#clock.advance(4_000)
    return found?.tab.alive ? found : null
  }

  async #judge({ device, tab, live }: Found): Promise<string> {
    const asked = judgement(live.world, `${device.name} ${this.#made++}`, tab.engine.now(), this.#random)
    return asked ? device.dispatch(tab, evalScope('norte', formId), ...asked) : `${device.name} has nothing to do`
  }

  /**
   * A file is put in the place of another far from any network, in time; the stage ends, and it arrives within the day of grace, between
   * what an evaluator saw and what they decided.
   */
  async #fileOfTwo(leaderId: string): Promise<string> {
    const scope = instScope('norte', formId)
    const owner = await this.#hears(leaderId)
    if (!owner) return `${leaderId} sees nothing`
    const acts = [await owner.device.dispatch(owner.tab, scope, 'answer.set', { unit: 'q4', value: `${leaderId} ${this.#made++}` })]
    acts.push(await this.#attach(owner.device, owner.tab, scope))
    await this.#clock.advance(4_000)
    owner.device.setOnline(false)
    // Later than the last that it heard of the server.
    await this.#clock.advance(1_000)
    if (owner.tab.alive) acts.push(await this.#attach(owner.device, owner.tab, scope))
    await this.#clock.advance(1_000)
    await this.#quiet()
    acts.push(await this.#moveTo(this.#stage + 1, true))
    const found = await this.#hears((await this.#oracle.row('participant', 'norte')).evaluatorId ?? 'eva')
    found?.device.setOnline(false)
    const answer = found?.live.world.answer('q4')
    if (found && answer) {
      const file = found.live.world.attachment('q4')?.id ?? null
      const args = { unit: 'q4', decision: 'Accepted', comment: null, answerRev: answer.rev, file }
      acts.push(await found.device.dispatch(found.tab, evalScope('norte', formId), 'evaluation.decide', args))
    }
    owner.device.setOnline(true)
    await this.#clock.advance(4_000)
    found?.device.setOnline(true)
    await this.#clock.advance(4_000)
    for (const device of [owner.device, found?.device]) if (device) device.rough = true
    return acts.join(', ')
  }

  /** Somebody takes out a row, far from any network, in which somebody else writes meanwhile; now and then they put it back. */
  async #rowOfTwo(): Promise<string> {
    const [writer, taker] = oneOf(pairs, this.#random)
    const scope = instScope('norte', formId)
    const acts: string[] = []
    const ask = async (userId: PersonId, of: (world: World) => Record<string, unknown>): Promise<void> => {
      const found = await this.#ready(userId)
      if (!found) return
      acts.push(await found.device.dispatch(found.tab, scope, 'answer.set', of(found.live.world)))
      await this.#clock.advance(1_500)
    }
    const row = `row-${this.#made++}`
    const name = (): Record<string, unknown> => ({ unit: unitOf('q81', row), value: `${writer} ${this.#made++}` })
    const standing = (world: World): readonly string[] => rowsOf(world, must(world.index.question('q8'), 'no block'))
    await ask('carlos', (world) => ({ unit: 'q8', value: { rows: [...standing(world).slice(-2), row] } }))
    await ask(writer, name)
    const found = await this.#ready(taker)
    found?.device.setOnline(false)
    await ask(writer, name)
    if (this.#random() < 0.5) acts.push(await this.#comments('ana', unitOf('q81', row)))
    if (found?.tab.alive) {
      const value = { rows: standing(found.live.world).filter((each) => each !== row) }
      acts.push(await found.device.dispatch(found.tab, scope, 'answer.set', { unit: 'q8', value }))
      if (!found.device.away) found.device.setOnline(true)
      await this.#clock.advance(2_000)
    }
    if (this.#random() < 0.5)
      await ask(taker, (world) => ({
        unit: 'q8',
        value: { rows: [...standing(world).filter((each) => each !== row), row] },
        reopens: true,
      }))
    return acts.join(', ')
  }

  /** Two keep one observed answer, each for a reason of their own and far from any network. */
  async #reasonOfTwo(leaderId: string): Promise<string> {
    const acts: string[] = []
    let unit: Unit | undefined
    const away: SimDevice[] = []
    for (const userId of ['berta', 'carlos', leaderId]) {
      const found = await this.#hears(userId)
      if (!found) continue
      const observed = [...found.live.world.list('evaluation')].filter((each) => isObserved(found.live.world, each.unit))
      unit ??= observed.at(-1)?.unit
      found.device.setOnline(false)
      away.push(found.device)
      if (unit === undefined) continue
      const args = { unit, justification: `${userId} ${this.#made++}` }
      acts.push(await found.device.dispatch(found.tab, instScope('norte', formId), 'answer.keep', args))
    }
    for (const device of away) {
      device.setOnline(true)
      await this.#clock.advance(3_000)
      device.rough = true
    }
    return acts.join(', ')
  }

  /** Who leads asks to be opened what was sent, gives somebody's question to another, or hands an office on. */
  async #offices(participant: Participant): Promise<string> {
    const { leaderId, locked } = participant
    if (locked) return this.#carryOut({ who: leaderId, name: 'participant.askReopen', args: { reason: `falta algo, ${leaderId}` } })
    if (this.#random() < 0.4) return this.#officeOfTwo(participant)
    const found = await this.#ready(leaderId)
    const move = found && takingMove(found.live.world, cast[leaderId as PersonId], this.#random)
    return move ? this.#carryOut(move) : `${leaderId} gives nothing`
  }

  /** Somebody changes an office far from any network, on what they saw of it, while another change of it is made. */
  async #officeOfTwo({ leaderId, delegateId }: Participant): Promise<string> {
    const scope = instScope('norte', formId)
    const others = (['ana', 'berta', 'carlos'] as const).filter((id) => id !== leaderId && id !== delegateId)
    const other = oneOf(others, this.#random)
    const isOfLeader = delegateId === null || this.#random() < 0.5
    const first = await this.#hears(isOfLeader ? leaderId : delegateId)
    if (!first) return 'nobody hands anything on'
    if (delegateId === null) return first.device.dispatch(first.tab, scope, 'delegate.set', { who: { userId: other }, saw: null })
    first.device.setOnline(false)
    const [name, args] = isOfLeader
      ? (['delegate.set', { who: null, saw: delegateId }] as const)
      : (['leader.set', { who: { userId: delegateId }, saw: leaderId }] as const)
    const acts = [await first.device.dispatch(first.tab, scope, name, args)]
    await this.#quiet()
    if (isOfLeader) acts.push(await this.#delegates(leaderId, first.device, other))
    else {
      await this.#server.execute('root', `root-${this.#made++}`, 'leader.set', scope, { who: { userId: other }, saw: leaderId })
      acts.push(`${other} leads`)
    }
    first.device.setOnline(true)
    await this.#clock.advance(3_000)
    first.device.rough = true
    return acts.join(', ')
  }

  /** On another device of theirs who leads removes the delegate and names somebody else. */
  async #delegates(leaderId: string, away: SimDevice, other: PersonId): Promise<string> {
    const device = this.#devices.find((one) => one.personId === leaderId && one !== away && !one.away)
    if (!device) return `${leaderId} has one device`
    device.rough = false
    device.setOnline(true)
    const tab = device.living[0] ?? (await device.openTab())
    void tab.engine.syncNow()
    await this.#clock.advance(4_000)
    const live = tab.alive ? await device.world(tab, 'norte') : null
    if (!live) return `${leaderId} sees nothing`
    const scope = instScope('norte', formId)
    const acts = [await device.dispatch(tab, scope, 'delegate.set', { who: null, saw: live.world.participant.delegateId })]
    await this.#clock.advance(2_000)
    acts.push(await device.dispatch(tab, scope, 'delegate.set', { who: { userId: other }, saw: null }))
    await this.#clock.advance(2_000)
    device.rough = true
    return acts.join(', ')
  }

  async #comments(userId: PersonId, unit: Unit): Promise<string> {
    const found = await this.#ready(userId)
    if (!found?.tab.alive) return `${userId} sees nothing`
    const id = `comment-${userId}-${this.#made++}`
    const args = { id, unit, threadId: `thread-${id}`, body: id, answerRev: found.live.world.answer(unit)?.rev ?? 0 }
    return found.device.dispatch(found.tab, instScope('norte', formId), 'comment.add', args)
  }

  /** Who leads takes back what went, as long as nobody has opened it. */
  async #takeBack(leaderId: string): Promise<string> {
    const found = await this.#ready(leaderId)
    const standing = found && standingSend(found.live.world)
    if (standing?.openedAt !== undefined || !standing) return this.#nextStage()
    return this.#carryOut({ who: leaderId, name: 'answers.recall', args: { send: standing.id } })
  }

  /** Leader and delegate each open what the other does not, far from any network. */
  async #openAtOnce(): Promise<string> {
    this.#openedAtOnce = true
    const acts: string[] = []
    const away: SimDevice[] = []
    const openings: readonly (readonly [PersonId, string])[] = [
      ['ana', 's1'],
      ['carlos', 's2'],
    ]
    for (const [personId, subDimensionId] of openings) {
      const device = this.#devices.find((one) => one.personId === personId && !one.away)
      if (!device) continue
      device.setOnline(false)
      away.push(device)
      const tab = device.living[0] ?? (await device.openTab())
      const live = tab.alive ? await device.world(tab, 'norte') : null
      if (live) acts.push(await device.dispatch(tab, instScope('norte', formId), 'replica.open', { subDimensionId, open: true }))
    }
    for (const device of away) device.setOnline(true)
    await this.#clock.advance(2_000)
    return acts.join(', ')
  }

  async #nextStage(): Promise<string> {
    if (this.#stage < this.#lastStage) {
      const said = await this.#moveTo(this.#stage + 1)
      return `${said}${this.#comeBack()}`
    }
    if (this.#terms.appeals) return 'the year is over'
    const said = await this.#moveTo(0)
    return `${said}, ${await this.#reopen(`root-${this.#made++}`)}`
  }

  /** Who worked far from any network since before all this comes back with it. */
  #comeBack(): string {
    if (this.#stage !== (this.#terms.appeals ? replicaStage + 1 : 2)) return ''
    const back = this.#devices.filter((device) => device.away)
    for (const device of back) {
      device.away = false
      device.setOnline(true)
    }
    return back.map((device) => `, ${device.name} comes back`).join('')
  }

  /** A device of somebody with a tab that has heard the news, as far as it may. */
  async #ready(userId: string): Promise<Found | null> {
    const own = this.#devices.filter((device) => device.personId === userId && !device.away)
    const device = own.find((one) => one.online && one.living.length > 0) ?? own[0]
    if (!device) return null
    if (!device.online && this.#random() < 0.6) device.setOnline(true)
    const tab = device.living[0] ?? (await device.openTab())
    if (device.online && this.#random() < 0.7) {
      void tab.engine.syncNow()
      await this.#clock.advance(600)
    }
    const live = tab.alive ? await device.world(tab, 'norte') : null
    return live ? { device, tab, live } : null
  }

  async #carryOut(move: Move): Promise<string> {
    const found = await this.#ready(move.who)
    if (!found) return `${move.who} sees nothing`
    const scope = move.name.startsWith('evaluation.') ? evalScope('norte', formId) : instScope('norte', formId)
    const args = move.name === 'answers.send' && this.#random() < 0.5 ? { reviewed: reviewOf(found.live.world, move.who) } : move.args
    return found.device.dispatch(found.tab, scope, move.name, args)
  }

  async #act(device: SimDevice): Promise<string> {
    if (cast[device.personId].kind === 'Administrator') return this.#administration.act(device)
    const tab = device.living.length > 0 ? oneOf(device.living, device.random) : await device.openTab()
    const institutionId = device.personId === 'sara' ? 'sur' : 'norte'
    const live = await device.world(tab, institutionId)
    if (!live) return `${device.name} sees nothing`
    const evaluates = cast[device.personId].kind === 'Evaluator'
    const asked = evaluates
      ? judgement(live.world, `${device.name} ${this.#made++}`, tab.engine.now(), this.#random)
      : this.#work(device, live.world)
    if (!asked) return `${device.name} has nothing to do`
    const scope = evaluates ? evalScope(institutionId, formId) : instScope(institutionId, formId)
    if (asked[0] === 'file') {
      const rows = rowsOf(live.world, must(live.world.index.question('q8'), 'no block'))
      const unit = rows.length > 0 && device.random() < 0.4 ? unitOf('q84', oneOf(rows, device.random)) : 'q4'
      return this.#attach(device, tab, scope, unit)
    }
    const said = await device.dispatch(tab, scope, ...asked)
    // Somebody who writes far from any network, and comes back when others have gone on.
    if (
      device.name === 'ana-phone' &&
      this.#stage === (this.#terms.appeals ? replicaStage : 0) &&
      said.endsWith(' ok') &&
      !device.away &&
      this.#random() < 0.12
    ) {
      device.away = true
      device.setOnline(false)
      return `${said}, and goes away`
    }
    // A leader who fills what is missing and sends it, as people do on the last day.
    if (asked[0] !== 'answers.send' || device.personId !== 'berta') return said
    for (let next = fill(live.world, `${device.name} ${this.#made++}`, device.random); next && tab.alive;) {
      const filled = await device.dispatch(tab, scope, ...next)
      if (!filled.endsWith(' ok')) return `${said}, ${filled}`
      next = fill(live.world, `${device.name} ${this.#made++}`, device.random)
    }
    return `${said}, ${await device.dispatch(tab, scope, ...send(live.world, device.personId, device.random))}`
  }

  async #attach(device: SimDevice, tab: SimTab, scope: string, unit: Unit = 'q4'): Promise<string> {
    const made = this.#made++
    // Most are a line; some do not fit into one part.
    const filling = device.random() < 0.12 ? 'x'.repeat(540_000 + Math.floor(device.random() * 100_000)) : ''
    const bytes = new TextEncoder().encode(`%PDF-1.4\narchivo ${made}${filling}`)
    const attached = await tab.engine.attach(scope, { unit, name: 'acta.pdf', mime: 'application/pdf', bytes }).catch(fullDisk)
    if (!attached.ok) return `${device.name} attaches ${attached.failure.code}`
    await this.#oracle.enqueued(device, tab, attached.value.mid, 'attachment.add')
    this.#oracle.chose(device, attached.value.id, { mid: attached.value.mid, scope, bytes })
    return `${device.name} attaches ${attached.value.id}`
  }

  #work(device: SimDevice, world: World): Asked | null {
    const who = { id: device.personId, text: `${device.name} ${this.#made++}`, appeals: this.#stage === replicaStage }
    return work(world, who, device.random)
  }

  /** The network and the server do what they are asked, everybody signs in and every device opens: all must drain and agree. */
  async #heal(): Promise<void> {
    for (const personId of this.#shut) await this.#openAccount(personId)
    for (const device of this.#devices) {
      for (const tab of device.open) if (tab.frozen) this.#thaw(device, tab)
      device.rough = false
      device.diskFull = false
      device.setOnline(true)
      if (device.open.length === 0) await device.openTab()
      await this.#beforeDatabase()
      await this.#signIn(device)
    }
    const limit = this.#options.hasty ? 2 : healRounds
    let round = 0
    for (; round < limit; round += 1) {
      await this.#clock.advance(65_000)
      if (await this.#oracle.drained(this.#devices)) break
    }
    if (this.#terms.administrators) for (let at = 0; at < 3; at += 1) await this.#administration.rest(31_000)
    if (round === healRounds)
      this.#oracle.accuse('IN13', `queues did not drain in ${healRounds} rounds: ${this.#oracle.waiting(this.#devices)}`)
    await this.#clock.advance(epochMs('1970-01-01T00:02:10.000Z'))
    const copied = this.#copied
    if (copied && [copied.original, copied.copy].every((name) => this.#oracle.askedSince(name, copied.since)))
      this.#seen.saw('copied profile')
  }
}

const isInstitutional = ({ personId }: SimDevice): boolean => cast[personId].kind === 'Institutional'

/** A write that did not fit is refused like one that was never begun. */
function fullDisk(error: unknown): { readonly ok: false; readonly failure: { readonly code: string } } {
  if (error instanceof Error && error.name === 'QuotaExceededError') return { ok: false, failure: { code: 'no_space' } }
  throw error
}
