import { apiBase, bodyBytesOf } from '#shared/contract/route.ts'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { jsonSchemaOf } from './openapi.ts'
import { wire } from '../testing/app.ts'
import { onDefaultDatabase } from '../testing/databases.ts'

/** More than a body may hold for all its faults to be looked for. */
const many = 3000
const places: Readonly<Record<string, string>> = { form: 'tiny', institution: 'norte', question: 'q1', index: '0', kind: 'preliminary' }

afterEach(() => {
  v.deleteGlobalMessage()
})

/** Counts the faults that schemas find from now on: each asks for its sentence. */
function countFaults(): () => number {
  let found = 0
  v.setGlobalMessage(() => {
    found += 1
    return 'wrong'
  })
  return () => found
}

onDefaultDatabase((start) => {
  test('[AP11] a body of a great many faults is refused at its first, whichever field of whichever call they stand in', async () => {
    const server = await start()
    const tokens = { administrator: await server.token('root'), other: await server.token('ana') }
    const counted: [string, number][] = []
    for (const route of server.app.server.routes) {
      if (!route.body || bodyBytesOf(route) < many * 3) continue
      const schema: { properties?: object } = jsonSchemaOf(route.body)
      for (const name of Object.keys(schema.properties ?? {})) {
        for (const wrong of [0, {}]) {
          const path = route.path.replace(/:(\w+)/g, (_, place: string) => places[place] ?? 'x')
          const token = route.access === 'administrator' ? tokens.administrator : tokens.other
          const found = countFaults()
          await server.app.fetch(
            new Request(`http://localhost${apiBase}/${path}`, {
              method: route.method,
              headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({ [name]: Array.from({ length: many }, () => wrong) }),
            }),
          )
          server.clock.advance(60_000)
          if (found() > 100) counted.push([`${route.name} ${name}`, found()])
        }
      }
    }
    expect(counted).toEqual([])
  })

  test('[AP11] what a push brings of a mutation is read alike', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const wrong = Array.from({ length: many }, () => ({}))
    const asked = [
      wire(1, 'answer.set', { unit: 'q1', value: wrong }),
      wire(2, 'assignment.set', { elements: wrong, who: { userId: 'berta' } }),
      wire(3, 'attachment.add', { unit: 'q1', file: wrong }),
    ]
    const found = countFaults()
    const { data } = await server.push(ana, 'device-of-ana', asked)
    v.deleteGlobalMessage()
    expect(data.results.map(({ d }) => d)).toEqual(['refused', 'refused', 'refused'])
    expect(found()).toBeLessThan(300)
  })
})
