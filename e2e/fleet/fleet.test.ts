import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { Fleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await Fleet.create()
  await fleet.addServer()
  await fleet.addServer()
  await fleet.open('relay')
  await fleet.addDevices(2)
})
afterAll(() => fleet.close())

test('[MS9] a server that is killed while devices write takes nothing along, and what it left is gone on with by the others', async () => {
  const [first] = fleet.servers
  fleet.write()
  await fleet.busy(10)
  await must(first, 'there is a server').kill()
  await fleet.busy(10)
  await must(first, 'there is a server').start()
  await fleet.busy(10)
  expect(await fleet.judged()).toEqual([])
})

test('[MS9] the judge sees what is lost, doubled, out of order or not what was written last', async () => {
  const [device] = fleet.devices
  const [one, other] = must(device, 'there is a device').set
  const { mid, unit } = must(one, 'something was asked')
  const wrong = async (statement: string, back: string): Promise<readonly string[]> => {
    await fleet.ask((client) => client.query(statement))
    const found = await fleet.judged()
    await fleet.ask((client) => client.query(back))
    return found
  }
  expect(
    await wrong(
      `update sync_mutation set mid = 'x' || mid where mid = '${mid}'`,
      `update sync_mutation set mid = substr(mid, 2) where mid = 'x${mid}'`,
    ),
  ).toContain(`${mid} of device-0 is not in the ledger`)
  const second = must(other, 'two were asked')
  expect(
    await wrong(
      `update history set mid = '${mid}', unit = '${unit}' where mid = '${second.mid}'`,
      `update history set mid = '${second.mid}', unit = '${second.unit}' where mid = '${mid}' and unit = '${unit}'`,
    ),
  ).toContain(`${mid} is 2 times in its history`)
})
