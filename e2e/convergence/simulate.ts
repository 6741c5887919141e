import type { Mutation } from '#shared/contract/mutation.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { mutations } from '#shared/mutations.ts'
import { evalScope, instScope } from '#shared/protocol/scope.ts'
import { reviewOf } from '#shared/sends/rules.ts'
import type { Rows, World } from '#shared/world.ts'
import { seeded } from '#sync/testing/browser.ts'
import { ManualClock, settle } from '#sync/testing/manual-clock.ts'
import { cast, formChange, formId, plainUnits, type PersonId } from './ground.ts'
import { Oracle } from './oracle.ts'
import { SimDevice, oneOf, type Bug, type SimTab } from './sim-device.ts'
import { SimServer, startMs } from './sim-server.ts'

export interface SimOptions {
  readonly seed: number
  readonly steps: number
  readonly bug?: Bug | undefined
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
  readonly counts: Readonly<Record<string, number>>
}

const day = 86_400_000
const healRounds = 30
/** Turns after which no device has anything left to do but wait for time. */
const quietTurns = 250
const quiet = (): Promise<void> => settle(quietTurns)

/** Devices, their people, and how much of the acting each does. */
const devices: readonly (readonly [name: string, personId: PersonId, tabs: number])[] = [
  ['ana-laptop', 'ana', 2],
  ['ana-phone', 'ana', 1],
  ['berta', 'berta', 1],
  ['carlos', 'carlos', 1],
  ['eva', 'eva', 1],
  ['sara', 'sara', 1],
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

class Simulation {
  readonly #options: SimOptions
  readonly #random: () => number
  readonly #clock = new ManualClock(startMs)
  readonly #server: SimServer
  readonly #oracle: Oracle
  readonly #devices: SimDevice[] = []
  readonly #trace: string[] = []
  readonly #counts: Record<string, number> = {}
  #stage = 0
  #made = 0

  constructor(options: SimOptions) {
    this.#options = options
    this.#random = seeded(options.seed)
    this.#server = new SimServer(() => this.#clock.now())
    this.#oracle = new Oracle(this.#server)
  }

  async run(): Promise<SimReport> {
    await this.#server.create()
    for (const [at, [name, personId, tabs]] of devices.entries()) {
      const skewMs = this.#options.skewed ? (at % 2 === 0 ? 1 : -1) * at * 365 * day : 0
      const device = new SimDevice(name, personId, {
        server: this.#server,
        clock: this.#clock,
        watch: this.#oracle,
        seed: this.#options.seed * 101 + at,
        skewMs,
        bug: this.#options.bug,
      })
      device.token = await this.#server.signIn(personId)
      this.#devices.push(device)
      for (let tab = 0; tab < tabs; tab += 1) await device.open()
    }
    for (const device of this.#devices) device.rough = false
    await this.#clock.advance(2_000)
    for (const device of this.#devices) device.rough = true
    for (let step = 0; step < this.#options.steps && !this.#over(); step += 1) {
      const what = await this.#step(step)
      this.#trace.push(what)
      await settle(6)
      this.#oracle.look(this.#devices)
    }
    if (!this.#over()) await this.#heal()
    if (!this.#over()) await this.#oracle.judge(this.#devices)
    this.#trace.push(...(await this.#oracle.outcomes()))
    return { seed: this.#options.seed, trace: this.#trace, violations: this.#oracle.violations, counts: this.#counts }
  }

  #over(): boolean {
    return this.#oracle.broken || (this.#options.hasty === true && this.#oracle.violations.length > 0)
  }

  async end(): Promise<void> {
    for (const device of this.#devices) for (const tab of device.living) tab.kill()
    await settle(10)
    await this.#server.remove()
  }

  async #step(step: number): Promise<string> {
    if (this.#options.restores && (step === 20 || step === 70)) {
      await quiet()
      if (step === 20) await this.#server.backUp()
      else await this.#server.restore()
      return step === 20 ? 'server is backed up' : this.#oracle.restored()
    }
    const roll = this.#random()
    const device = oneOf(this.#devices, this.#random)
    if (roll < 0.62) return this.#act(device)
    if (roll < 0.79) {
      const ms = Math.floor(this.#random() ** 2 * 40_000)
      await this.#clock.advance(ms)
      return `wait ${ms}`
    }
    if (roll < 0.87) {
      device.online = !device.online
      device.browser.setOnline(device.online)
      return `${device.name} ${device.online ? 'online' : 'offline'}`
    }
    if (roll < 0.9) return this.#killOrOpen(device)
    if (roll < 0.925) return this.#session(device)
    if (roll < 0.952) await quiet()
    if (roll < 0.94) {
      await this.#server.restart()
      return 'server restarts'
    }
    if (roll < 0.946) {
      await this.#server.backUp()
      return 'server is backed up'
    }
    if (roll < 0.952 && !this.#options.steady) return (await this.#server.restore()) ? this.#oracle.restored() : 'no copy'
    if (roll < 0.985) return this.#options.steady ? 'nothing' : this.#administer()
    if (this.#random() < 0.5) {
      await this.#server.letFilesThrough(quiet)
      return 'files go through'
    }
    for (const tab of device.living) void tab.engine.syncNow()
    return `${device.name} syncs`
  }

  async #killOrOpen(device: SimDevice): Promise<string> {
    const [tab] = device.living
    if (tab && this.#random() < 0.5) {
      tab.kill()
      return `${device.name} tab dies`
    }
    if (device.living.length >= 2) return `${device.name} has its tabs`
    await device.open()
    return `${device.name} opens a tab`
  }

  async #session(device: SimDevice): Promise<string> {
    if (device.token !== null && this.#random() < 0.5) {
      await this.#server.expire(device.token)
      return `${device.name} session ends`
    }
    await this.#signIn(device)
    return `${device.name} signs in`
  }

  async #signIn(device: SimDevice): Promise<void> {
    device.token = await this.#server.signIn(device.personId)
    for (const tab of device.living) void tab.engine.reauthenticated()
  }

  async #administer(): Promise<string> {
    const roll = this.#random()
    const mid = `root-${this.#made++}`
    const { locked } = await this.#oracle.row('participant', 'norte')
    if (roll < (locked ? 0.5 : 0.06) && this.#stage < 3) {
      this.#stage += 1
      await this.#server.write([formChange(this.#stage, this.#server.now())])
      await this.#server.tick()
      return `stage ${this.#stage}`
    }
    if (roll < 0.56 && roll > 0.4 && this.#stage > 0) {
      this.#stage -= 1
      await this.#server.write([formChange(this.#stage, this.#server.now())])
      return `back to stage ${this.#stage}`
    }
    if (roll < 0.7) {
      await this.#server.execute('root', mid, 'participant.reopen', instScope('norte', formId), { reason: 'hay que corregir' })
      return 'reopened'
    }
    if (roll < 0.84) {
      const userId = oneOf(['ana', 'berta'], this.#random)
      await this.#server.execute('root', mid, 'leader.set', instScope('norte', formId), { who: { userId } })
      return `${userId} leads`
    }
    const participant = await this.#oracle.row('participant', 'norte')
    const evaluatorId = participant.evaluatorId === 'eva' ? 'omar' : 'eva'
    await this.#server.write([
      { scope: instScope('norte', formId), part: '', table: 'participant', id: 'norte', row: { ...participant, evaluatorId } },
    ])
    return `${evaluatorId} evaluates`
  }

  async #act(device: SimDevice): Promise<string> {
    const tab = device.living.length > 0 ? oneOf(device.living, device.random) : await device.open()
    const institutionId = device.personId === 'sara' ? 'sur' : 'norte'
    const live = await device.world(tab, institutionId)
    if (!live) return `${device.name} sees nothing`
    const asked = cast[device.personId].kind === 'Evaluator' ? this.#judgement(live.world) : this.#work(device, live.world)
    if (!asked) return `${device.name} has nothing to do`
    const [name, args, evaluators] = asked
    const scope = evaluators ? evalScope(institutionId, formId) : instScope(institutionId, formId)
    if (name === 'file') {
      const bytes = new TextEncoder().encode(`%PDF-1.4\narchivo ${this.#made++}`)
      const attached = await tab.engine.attach(scope, { unit: 'q4', name: 'acta.pdf', mime: 'application/pdf', bytes })
      if (attached.ok) await this.#oracle.enqueued(device, tab, attached.value.mid, 'attachment.add')
      return `${device.name} attaches ${attached.ok ? attached.value.id : attached.failure.code}`
    }
    const said = await this.#dispatch(device, tab, must(mutations.get(name), name), scope, args)
    // A leader who fills what is missing and sends it, as people do on the last day.
    if (name !== 'answers.send' || device.personId === 'berta') return said
    for (let next = this.#fill(live.world, `${device.name} ${this.#made++}`, device.random); next && tab.alive;) {
      const filled = await this.#dispatch(device, tab, must(mutations.get(next[0]), next[0]), scope, next[1])
      if (!filled.endsWith(' ok')) return `${said}, ${filled}`
      next = this.#fill(live.world, `${device.name} ${this.#made++}`, device.random)
    }
    const [again, review] = this.#send(live.world, device)
    return `${said}, ${await this.#dispatch(device, tab, must(mutations.get(again), again), scope, review)}`
  }

  async #dispatch(device: SimDevice, tab: SimTab, mutation: Mutation, scope: string, args: unknown): Promise<string> {
    const result = await tab.engine.dispatch(mutation, scope, args)
    this.#counts[mutation.name] = (this.#counts[mutation.name] ?? 0) + (result.ok ? 1 : 0)
    if (result.ok && result.value.mid) await this.#oracle.enqueued(device, tab, result.value.mid, mutation.name)
    return `${device.name} ${mutation.name} ${JSON.stringify(args)} ${result.ok ? 'ok' : result.failure.code}`
  }

  #work(device: SimDevice, world: World): readonly [name: string, args: unknown, evaluators?: boolean] | null {
    const random = device.random
    const roll = random()
    const text = `${device.name} ${this.#made++}`
    if (roll < 0.1) return ['answer.set', { unit: 'q3', value: random() < 0.6 }]
    if (roll < 0.15) return ['answer.set', { unit: 'q31', value: text }]
    if (roll < 0.55) return this.#answer(oneOf(plainUnits, random), text, random)
    if (roll < 0.63) return this.#fill(world, text, random) ?? this.#send(world, device)
    if (roll < 0.68) return ['answer.clear', { unit: oneOf(plainUnits, random) }]
    if (roll < 0.74) {
      const unit = oneOf(plainUnits, random)
      const id = `comment-${text.replace(' ', '-')}`
      const thread = world.get('thread', unit)
      if (thread?.state === 'open')
        return ['comment.reply', { id, unit, threadId: thread.threadId, body: text, updateAnswer: random() < 0.7 }]
      if (thread?.state === 'replied' && random() < 0.5) return ['comment.resolve', { unit, threadId: thread.threadId }]
      return ['comment.add', { id, unit, threadId: `thread-${id}`, body: text }]
    }
    if (roll < 0.8) {
      const element = oneOf(['s1', 's2', 'q1', 'q5', 'q7'], random)
      const who = random() < 0.15 ? null : { userId: oneOf(['ana', 'berta', 'carlos'], random) }
      const level = element.startsWith('s') ? 'Subdimension' : 'Question'
      return ['assignment.set', { elements: [{ element, level, seen: world.get('assignment', element)?.rev ?? 0 }], who }]
    }
    if (roll < 0.83) return ['delegate.set', { who: world.participant.delegateId ? null : { userId: 'carlos' } }]
    if (roll < 0.88) return ['file', null]
    if (roll < 0.93) return this.#send(world, device)
    const card = [...world.list('conflict')].find((each) => each.state === 'open')
    return card ? ['conflict.resolve', { id: card.id, choice: oneOf(['keep', 'reapply', 'dismiss'], random) }] : null
  }

  /** The next required question without an answer; null when there is none. */
  #fill(world: World, text: string, random: () => number): readonly [string, unknown] | null {
    const open = ['q1', 'q2', 'q3', 'q5', 'q6', 'q7'].find((unit) => (world.answer(unit)?.value ?? null) === null)
    if (open === undefined) return null
    return open === 'q3' ? ['answer.set', { unit: 'q3', value: false }] : this.#answer(open, text, random)
  }

  #answer(unit: Unit, text: string, random: () => number): readonly [string, unknown] {
    const number = unit === 'q2' || unit === 'q6'
    return ['answer.set', { unit, value: number ? Math.floor(random() * 10_000) : text }]
  }

  #send(world: World, device: SimDevice): readonly [string, unknown] {
    return ['answers.send', { reviewed: device.random() < 0.7 ? reviewOf(world, device.personId) : null }]
  }

  #judgement(world: World): readonly [name: string, args: unknown, evaluators: boolean] | null {
    const roll = this.#random()
    if (roll < 0.75) {
      const answered = [...world.list('answer')].filter((each) => each.value !== null)
      if (answered.length === 0) return null
      const answer: Rows['answer'] = oneOf(answered, this.#random)
      const decision = oneOf(['Accepted', 'Observed', 'Rejected'] as const, this.#random)
      return [
        'evaluation.decide',
        { unit: answer.unit, decision, comment: decision === 'Observed' ? 'explíquese' : null, answerRev: answer.rev },
        true,
      ]
    }
    return ['evaluation.send', {}, true]
  }

  /** The network and the server do what they are asked, everybody signs in and every device opens: all must drain and agree. */
  async #heal(): Promise<void> {
    for (const device of this.#devices) {
      device.rough = false
      device.online = true
      device.browser.setOnline(true)
      if (device.living.length === 0) await device.open()
      await this.#signIn(device)
    }
    const rounds = this.#options.hasty ? 2 : healRounds
    let round = 0
    for (; round < rounds; round += 1) {
      await this.#clock.advance(65_000)
      await this.#server.letFilesThrough(quiet)
      if (await this.#oracle.drained(this.#devices)) break
    }
    if (round === healRounds)
      this.#oracle.accuse('I13', `queues did not drain in ${healRounds} rounds: ${this.#oracle.waiting(this.#devices)}`)
    await this.#clock.advance(epochMs('1970-01-01T00:02:10.000Z'))
  }
}
