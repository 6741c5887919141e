// Devices without a browser, in a process of their own: they do what their plan says at its moments, and time what the server says to it.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { randomFillSync } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '#server/seeds/random.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { scriptedFetch, type Fetch } from '#sync/transport/scripted.ts'
import { textsOf } from '../bench/texts.ts'
import { EngineDevice, type Owner } from '../simulators/engine-device.ts'
import { LightDevice } from '../simulators/light-device.ts'
import { overHttp } from '../simulators/network.ts'
import { Figures, type DeviceFigures } from './figures.ts'
import { measured } from './measured.ts'
import type { DayOrder, DeviceOrder, Heard, ListenOrder, Order, Pushed, SaturateOrder, SaturateStep } from './order.ts'
import { lateHours } from './plan.ts'
import { Told } from './told.ts'

/** Devices that are brought up at the same time. */
const atOnce = 24
/** Share of the replies to pushes of the day that get lost on the way back, so that devices send the same again. */
const loss = 0.02
/** How long each step lasts in which devices push as fast as it goes. */
const stepMs = 10_000
const pdf = Buffer.from('%PDF-1.7\n')

/** What the parent asks for, and what it gets. */
export type Ask =
  | { readonly ask: 'prepare'; readonly order: Order }
  | { readonly ask: 'play' }
  | { readonly ask: 'step'; readonly step: SaturateStep }
  | { readonly ask: 'push'; readonly perSecond: number }
  | { readonly ask: 'heard' }
  | { readonly ask: 'finish' }
export type Answered =
  | { readonly figures: DeviceFigures }
  | { readonly heard: readonly Heard[] }
  | { readonly pushed: readonly Pushed[] }
  | null

const figures = new Figures()
const told = new Told()
const texts = textsOf('load', 20_000)

type Device = LightDevice | EngineDevice

/** What one process plays. */
interface Playing {
  readonly devices: readonly Device[]
  readonly promises: string
  play?(): Promise<DeviceFigures>
  step?(step: SaturateStep): Promise<DeviceFigures>
  push?(perSecond: number): Promise<readonly Pushed[]>
  heard?(): readonly Heard[]
}

interface Common {
  readonly name: string
  readonly owner: Owner
  readonly fetch: Fetch
  readonly random: () => number
}

/** What is the same for every device. */
function commonOf({ deviceId, url, person, institutionId, formId }: DeviceOrder, loss = 0): Common {
  const seeded = randomOf(deviceId)
  const random = (): number => seeded.next()
  const lossy = scriptedFetch(
    overHttp(() => url),
    { fortune: (path) => (path === '/sync/push' && random() < loss ? 'reply-lost' : 'deliver'), later: () => Promise.resolve() },
  )
  const fetch = measured(lossy, instScope(institutionId, formId), figures, told)
  return { name: deviceId, owner: { ...person, institutionId, formId }, fetch, random }
}

const textAt = (at: number): string => texts[at % texts.length] ?? ''

/** Does something for each, a few at a time. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>, most = atOnce): Promise<void> {
  const left = [...list]
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

function fileOf(bytes: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes)
  randomFillSync(made)
  made.set(pdf.subarray(0, bytes))
  return made
}

const broke = (what: string): void => figures.failed(what)

function lightOf(order: DeviceOrder, loss = 0): LightDevice {
  const scope = instScope(order.institutionId, order.formId)
  return new LightDevice({
    ...commonOf(order, loss),
    broke,
    // The first word is of what stands, and is nobody's news.
    poked: (versions, isFirst) => (isFirst ? told.listens(scope) : told.hears(scope, versions[scope])),
  })
}

async function prepareDay({ devices: orders, speed, fileBytes, promises }: DayOrder): Promise<Playing> {
  const devices = orders.map((order): readonly [Device, DeviceOrder['plan']] => [
    order.isEngine ? new EngineDevice(commonOf(order, loss)) : lightOf(order, loss),
    order.plan,
  ])
  let count = 0
  const does = async (device: Device, works: DeviceOrder['plan']['during']): Promise<void> => {
    for (const { unit, kind } of works) {
      count += 1
      if (kind === 'file') await device.attach(unit, fileOf(fileBytes))
      else await device.answer(unit, textAt(count))
    }
  }
  // What was done earlier in the week, as fast as it goes; then whoever is online listens, and the others lose their network.
  await each(devices, async ([device, plan]) => {
    if (device instanceof EngineDevice) {
      await device.engine.start()
      await device.opened()
      await does(device, plan.before)
      await device.settle()
      if (plan.habit === 'returning') device.setOnline(false)
    } else {
      await does(device, plan.before)
      await device.walk()
      if (plan.habit === 'online') await device.listen()
    }
  })
  const playDevice = async (device: Device, plan: DeviceOrder['plan'], startedAt: number): Promise<void> => {
    const at = (beforeMs: number): number => startedAt + (lateHours * 3_600_000 - beforeMs) / speed
    const until = async (moment: number): Promise<void> => {
      const leftMs = moment - performance.now()
      if (leftMs > 0) await wait(leftMs)
    }
    if (plan.habit === 'returning') {
      await until(at(plan.backMs))
      await does(device, plan.during)
      if (device instanceof EngineDevice) device.setOnline(true)
      else {
        await device.listen()
        await device.walk()
      }
    } else
      for (const work of plan.during) {
        await until(at(work.beforeMs))
        await does(device, [work])
        if (device instanceof LightDevice) void device.walk().catch((error: unknown) => figures.failed(String(error)))
      }
    if (device instanceof EngineDevice) {
      await device.settle()
      for (const each of device.broke()) figures.failed(`engine: ${each}`)
    } else {
      await device.settled()
      await device.walk()
    }
  }
  const all = devices.map(([device]) => device)
  return {
    devices: all,
    promises,
    play: async () => {
      figures.taken()
      told.latencies.splice(0)
      const startedAt = performance.now()
      await Promise.all(
        devices.map(([device, plan]) =>
          playDevice(device, plan, startedAt).catch((error: unknown) => figures.failed(`${device.promised().device}: ${String(error)}`)),
        ),
      )
      return reported(all, performance.now() - startedAt)
    },
  }
}

function reported(devices: readonly Device[], tookMsInAll: number): DeviceFigures {
  const engines = devices.filter((device) => device instanceof EngineDevice).length
  return { ...figures.taken(), toldMs: told.latencies.splice(0), streams: devices.length, engines, tookMsInAll }
}

async function prepareSaturate({ devices: orders, promises }: SaturateOrder): Promise<Playing> {
  const devices = orders.map((order) => ({ device: lightOf(order), units: order.plan.during }))
  await each(devices, ({ device }) => device.pull())
  let count = 0
  const pushesUntil = async ({ device, units }: (typeof devices)[number], batch: number, end: number): Promise<void> => {
    for (let at = 0; performance.now() < end;) {
      for (let filled = 0; filled < batch; filled += 1, at += 1, count += 1)
        device.answer(units[at % units.length]?.unit ?? '', textAt(count))
      await device.push(batch)
    }
  }
  return {
    devices: devices.map(({ device }) => device),
    promises,
    step: async ({ batch, clients }) => {
      figures.taken()
      const startedAt = performance.now()
      // Spread over the country, so that as many institutions as devices are at work.
      const chosen = devices.filter((_, at) => at % Math.max(1, Math.floor(devices.length / clients)) === 0).slice(0, clients)
      const end = startedAt + stepMs
      await Promise.all(chosen.map((device) => pushesUntil(device, batch, end).catch((error: unknown) => figures.failed(String(error)))))
      return reported([], performance.now() - startedAt)
    },
  }
}

/** Moments are comparable between processes of one machine. */
const moment = (): number => performance.timeOrigin + performance.now()

async function prepareListening({ devices: orders, promises }: ListenOrder): Promise<Playing> {
  const heard: Heard[] = []
  const devices = orders.map((order) => {
    const scope = instScope(order.institutionId, order.formId)
    const poked = (versions: Readonly<Record<string, number>>): void => {
      if (scope in versions) heard.push({ scope, at: moment() })
    }
    return { device: new LightDevice({ ...commonOf(order), broke, poked, onlyListens: true }), plan: order.plan }
  })
  await each(devices, ({ device }) => device.listen(), 50)
  heard.splice(0)
  return {
    devices: devices.map(({ device }) => device),
    promises,
    heard: () => heard.splice(0),
    push: async (perSecond) => {
      const pushed: Pushed[] = []
      const leaders = devices.filter(({ plan }) => plan.person === 0)
      const startedAt = performance.now()
      await Promise.all(
        leaders.map(async ({ device, plan }, at) => {
          await wait(Math.max(0, startedAt + (at * 1000) / perSecond - performance.now()))
          device.answer(plan.during[0]?.unit ?? '', textAt(at))
          const began = moment()
          await device.push()
          pushed.push({ scope: device.scope, at: began, tookMs: moment() - began })
        }),
      )
      return pushed
    },
  }
}

async function prepared(order: Order): Promise<Playing> {
  switch (order.kind) {
    case 'day':
      return prepareDay(order)
    case 'saturate':
      return prepareSaturate(order)
    case 'listen':
      return prepareListening(order)
  }
}

async function finish({ devices, promises }: Playing): Promise<void> {
  const file = createWriteStream(promises)
  for (const device of devices) file.write(`${JSON.stringify(device.promised())}\n`)
  file.end()
  await finished(file)
  for (const device of devices)
    if (device instanceof EngineDevice) device.close()
    else device.stop()
}

let playing: Playing | undefined

async function answered(asked: Ask): Promise<Answered> {
  if (asked.ask === 'prepare') {
    playing = await prepared(asked.order)
    const { failures } = figures.taken()
    if (failures.length > 0) throw new Error(failures.slice(0, 3).join('\n'))
    return null
  }
  if (!playing) throw new Error('nothing was prepared')
  switch (asked.ask) {
    case 'play':
      return playing.play ? { figures: await playing.play() } : null
    case 'step':
      return playing.step ? { figures: await playing.step(asked.step) } : null
    case 'push':
      return playing.push ? { pushed: await playing.push(asked.perSecond) } : null
    case 'heard':
      return playing.heard ? { heard: playing.heard() } : null
    case 'finish':
      await finish(playing)
      return null
  }
}

// The parent may end in any way: this ends with it.
process.on('disconnect', () => process.exit())
for (;;) {
  const [asked]: [Ask] = (await once(process, 'message')) as [Ask]
  try {
    process.send?.({ ok: true, value: await answered(asked) })
  } catch (error) {
    process.send?.({ ok: false, why: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
