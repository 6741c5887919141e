import type { InstitutionId } from '#shared/kernel/ids.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { ManualClock } from '#sync/testing/manual-clock.ts'
import { runningMove, structureMove, textMove, texts, type FormAsk, type FormMove, type TextPlace } from './administrators-moves.ts'
import { formId, nextFormId } from '../simulators/ground.ts'
import type { Oracle } from './oracle.ts'
import { oneOf, type SimDevice, type SimTab } from './sim-device.ts'
import type { SimServer } from '../simulators/server.ts'

/** What administrators act in. */
export interface Scene {
  readonly server: SimServer
  readonly clock: ManualClock
  readonly oracle: Oracle
  readonly devices: readonly SimDevice[]
  readonly random: () => number
  /** A word that nobody has written. */
  word(device: SimDevice): string
  /** Nobody has anything to do but wait for time. */
  quiet(): Promise<void>
}

interface Done extends FormAsk {
  readonly form: string
}

/** Two administrators at work, while others are away: on the form that runs, on the one that is prepared, and on who takes part. */
export class Administration {
  readonly #scene: Scene
  /** What takes back what was done on a device, the newest last. */
  readonly #undo = new Map<SimDevice, Done[]>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Something that administrators do, or the platform for them. */
  async step(): Promise<string> {
    const { random } = this.#scene
    const roll = random()
    if (roll < 0.22) return this.#meet()
    if (roll < 0.4) return this.participants()
    if (roll < 0.6) return this.rest(Math.floor(random() * 40_000))
    return this.act(oneOf(this.#own(), random))
  }

  #own(): readonly SimDevice[] {
    return this.#scene.devices.filter(({ personId }) => personId === 'root' || personId === 'alma')
  }

  /** Time passes over what was written, and the platform looks whether it is to be published. */
  async rest(ms: number): Promise<string> {
    await this.#scene.clock.advance(ms)
    await this.#scene.quiet()
    await this.#scene.server.publish()
    return `form rests ${ms}`
  }

  /** One change of somebody on a device of theirs, or the last one taken back. */
  async act(device: SimDevice): Promise<string> {
    const tab = device.living.length > 0 ? oneOf(device.living, device.random) : await device.openTab()
    const done = this.#undo.get(device) ?? []
    if (device.random() < 0.18) {
      const last = done.pop()
      if (last) return `${device.name} takes back: ${await device.dispatch(tab, questionnaireScope(last.form), last.name, last.args)}`
    }
    const form = device.random() < 0.65 ? formId : nextFormId
    const live = await device.questionnaire(tab, form)
    if (!live) return `${device.name} sees no form`
    const text = this.#scene.word(device)
    const move =
      form === formId ? runningMove(live.state, text, tab.engine.now(), device.random) : structureMove(live.state, text, device.random)
    return move ? this.#does(device, tab, form, move) : `${device.name} has nothing to change`
  }

  async #does(device: SimDevice, tab: SimTab, form: string, move: FormMove): Promise<string> {
    const said = await device.dispatch(tab, questionnaireScope(form), move.name, move.args)
    if (!said.endsWith(' ok')) return said
    const done = this.#undo.get(device) ?? []
    this.#undo.set(device, [...done, { ...move.back, form }].slice(-20))
    return said
  }

  /** Both write far from any network: the same field, or another one of the same row. */
  async #meet(): Promise<string> {
    const { random, clock } = this.#scene
    const place = oneOf(texts, random)
    const beside = texts.find((each) => each[1] === place[1] && each[0] === place[0] && each[2] !== place[2]) ?? place
    const said: string[] = []
    const away: SimDevice[] = []
    for (const [at, personId] of (['root', 'alma'] as const).entries()) {
      const device = this.#own().find((one) => one.personId === personId)
      if (!device) continue
      device.setOnline(false)
      away.push(device)
      said.push(await this.#writes(device, at === 1 && random() < 0.3 ? beside : place))
    }
    for (const device of away) if (random() < 0.8) device.setOnline(true)
    await clock.advance(2_000)
    return said.join(', ')
  }

  async #writes(device: SimDevice, place: TextPlace): Promise<string> {
    const tab = device.living[0] ?? (await device.openTab())
    const live = tab.alive ? await device.questionnaire(tab, formId) : null
    if (!live) return `${device.name} sees no form`
    return this.#does(device, tab, formId, textMove(live.state, place, this.#scene.word(device)))
  }

  /** An institution leaves the form, or comes back, or is evaluated by another. */
  async participants(): Promise<string> {
    const { random, oracle, quiet } = this.#scene
    await quiet()
    const id = oneOf(['norte', 'norte', 'sur'] as const, random)
    const { removedAt } = await oracle.row('participant', id)
    if (removedAt) return this.putBack(id)
    if (random() < 0.55) {
      const evaluatorId = random() < 0.2 ? null : oneOf(['eva', 'omar'], random)
      return `${id} gets ${evaluatorId} ${await this.#select({ [id]: evaluatorId })}`
    }
    let said = ''
    await oracle.departed.goes(id, async () => (said = await this.#select({}, id)) === 'ok')
    return `${id} is taken out ${said}`
  }

  async putBack(id: InstitutionId): Promise<string> {
    const { random, oracle, server } = this.#scene
    const evaluatorId = oneOf(['eva', 'omar'], random)
    let said = ''
    const put = async (): Promise<boolean> => (said = await this.#select({ [id]: evaluatorId })) === 'ok'
    await oracle.departed.comesBack(id, put, (rule, what) => oracle.accuse(rule, what))
    await server.tick()
    return `${id} comes back to ${evaluatorId} ${said}`
  }

  /** Who takes part, as the screen sends it: everybody who does, with what is to change, but for whom is taken out. */
  async #select(evaluators: Readonly<Record<string, string | null>>, out?: InstitutionId): Promise<string> {
    const rows = await Promise.all(['norte', 'sur'].map((id) => this.#scene.oracle.row('participant', id)))
    const stay = rows.filter((row) => row.institutionId !== out && (!row.removedAt || row.institutionId in evaluators))
    const institutions = stay.map(({ institutionId, evaluatorId }) => ({
      institutionId,
      evaluatorId: institutionId in evaluators ? evaluators[institutionId] : evaluatorId,
    }))
    const removed = out === undefined ? [] : [{ institutionId: out, name: `servicio ${out}` }]
    return this.#scene.server.call('root', `form/${formId}/participant`, { institutions, removed })
  }
}
