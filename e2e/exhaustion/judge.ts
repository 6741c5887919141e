import { participationMutations } from '#shared/mutations.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import { schemaVersion } from '#shared/protocol/version.ts'
import { note, type DeviceState, type SmallDevice } from './small-device.ts'
import type { ServerState, SmallServer } from './small-server.ts'

/** What must hold at every moment of every history. */
export function judgeNow(server: ServerState, devices: readonly DeviceState[]): readonly string[] {
  const wrong: string[] = []
  const ledger = new Map(server.ledger.map((line) => [line.mid, line]))
  for (const state of devices) {
    wrong.push(...state.wrong)
    const waits = new Set(state.outbox.map((row) => row.mid))
    // What a device says of its own accord is not counted among what waits (ST16).
    const counted = state.outbox.filter((row) => participationMutations.get(row.n)?.quiet !== true)
    for (const one of state.made) {
      const line = ledger.get(one.mid)
      if (!line && !waits.has(one.mid)) wrong.push(`IN3: ${one.name} ${one.mid} of ${one.device} is nowhere`)
      if (state.units.get(one.entity) === 'received' && !line)
        wrong.push(`IN15: ${one.entity} is called received on ${one.device}, and the server has no ${one.mid}`)
      if (state.status === 'up-to-date' && !line && participationMutations.get(one.name)?.quiet !== true)
        wrong.push(`IN15: ${one.device} says up-to-date, and the server has no ${one.mid}`)
    }
    if (state.status === 'up-to-date' && (state.waiting > 0 || counted.length > 0))
      wrong.push(`IN15: up-to-date is said while ${counted.length} wait`)
    if (state.alive && state.waiting < counted.length)
      wrong.push(`IN15: ${state.waiting} are said to wait, ${counted.length} are on the disk`)
  }
  return wrong
}

/** What must hold when nothing is lost any more and everybody has walked to the server until nothing waits. */
export async function judgeHealed(
  server: SmallServer,
  end: ServerState,
  devices: readonly SmallDevice[],
  states: readonly DeviceState[],
): Promise<readonly string[]> {
  const wrong: string[] = [...judgeNow(end, states), ...server.faults.splice(0).map((line) => `error: server ${line}`)]
  const made = states.flatMap((state) => state.made)
  judgeLedger(end, made, wrong)
  judgeOrder(end, states, wrong)
  for (const line of end.ledger) {
    if (line.disposition !== 'lost' && line.disposition !== 'refused') continue
    if (!end.carded.has(line.mid) && !states.some((state) => state.told.has(line.mid)))
      wrong.push(`IN4: ${line.name} ${line.mid} was ${line.disposition} (${line.code}) and nobody was told`)
  }
  for (const [at, device] of devices.entries()) {
    const state = states[at]
    if (!state) continue
    const { device: name } = device.script
    if (state.outbox.length > 0 || state.asking) wrong.push(`IN13: ${state.outbox.length} still wait on ${name}, which is ${state.status}`)
    const { held, differing } = await device.look(state)
    for (const line of differing) wrong.push(`IN6: ${name}: ${line}`)
    const wanted = await freshRows(server, end, device)
    for (const [key, row] of wanted)
      if (held.get(key) !== row) wrong.push(`IN6: ${name} holds ${key} as ${held.get(key) ?? 'nothing'}, the server has ${row}`)
    for (const key of held.keys()) if (!wanted.has(key)) wrong.push(`IN6: ${name} holds ${key}, which should be gone`)
  }
  return wrong
}

/** Exactly once, with the words and on the base with which it was made, and nothing that nobody asked for (IN1, IN2, IN3). */
function judgeLedger(end: ServerState, made: DeviceState['made'], wrong: string[]): void {
  const asked = new Map(made.map((one) => [one.mid, one]))
  for (const line of end.ledger) {
    const one = asked.get(line.mid)
    if (!one) wrong.push(`IN1: ${line.name} ${line.mid} was asked by nobody`)
    else if (one.args !== line.args || one.base !== line.base)
      wrong.push(`IN3: ${line.mid} was ${one.args} on ${one.base}, the ledger has ${line.args} on ${line.base}`)
  }
  const seen = new Set<string>()
  for (const line of end.history) {
    if (seen.has(line)) wrong.push(`IN1: ${line} is twice in the history`)
    seen.add(line)
  }
  // Of a send that is taken back and one that is opened, what arrives first stands alone (RC3).
  const stood = new Set(end.ledger.filter((line) => line.disposition === 'applied').map((line) => line.name))
  if (stood.has('answers.recall') && stood.has('answers.open')) wrong.push('RC3: a send was taken back and opened')
  for (const { id, lastSeq, seqs } of end.devices)
    if (seqs.length !== lastSeq || seqs.some((seq, at) => seq !== at + 1))
      wrong.push(`IN2: device ${id} is at ${lastSeq} with sequences ${seqs.join(', ')}`)
}

/** Each device's mutations stand in the ledger in the order in which its person made them (IN2). */
function judgeOrder(end: ServerState, states: readonly DeviceState[], wrong: string[]): void {
  const places = new Map(end.ledger.map((line, at) => [line.mid, at]))
  for (const { made } of states) {
    let last = -1
    for (const one of made) {
      const place = places.get(one.mid) ?? last
      if (place < last) wrong.push(`IN2: ${one.mid} of ${one.device} came before an earlier one`)
      last = place
    }
  }
}

/** What a device of the same person is given that has nothing yet. */
async function freshRows(server: SmallServer, end: ServerState, device: SmallDevice): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  let cursor: string | null = null
  for (;;) {
    const request = server.request({
      path: '/api/v1/sync/pull',
      method: 'POST',
      authorization: device.authorization,
      body: JSON.stringify({ protocol: 1, schema: schemaVersion, deviceId: `fresh-${device.script.device}`, cursor }),
    })
    const { response } = await server.ask(end, request)
    const { data }: { data: PullReply } = JSON.parse(response.body)
    for (const row of data.rows) note(rows, row)
    cursor = data.cursor
    if (!data.more) return rows
  }
}
