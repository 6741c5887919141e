import { instScope } from '#shared/protocol/scope.ts'
import { must } from '#shared/kernel/assert.ts'
import { beforeEach, expect, test } from 'vitest'
import { writeChanges } from '../sync/changes.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { WorldStore } from './store.ts'

const key = { institutionId: 'norte', formId: 'tiny' }
onEachDatabase((start) => {
  let server: TestApp
  let store: WorldStore
  beforeEach(async () => {
    server = await start()
    store = new WorldStore()
  })

  const lockedIn = (): Promise<boolean | undefined> => server.db.read(async (tx) => (await store.read(tx, key))?.participant.locked)

  test('a world that was kept is brought up to date by what others wrote', async () => {
    expect(await lockedIn()).toBe(false)
    await server.db.write(async (tx) => {
      const world = must(await new WorldStore().read(tx, key), 'no world')
      const row = { ...world.participant, locked: true }
      await writeChanges(tx, [{ scope: instScope('norte', 'tiny'), part: '', table: 'participant', id: 'norte', row }], server.clock.now())
    })
    expect(await lockedIn()).toBe(true)
  })

  test('what a transaction did to a world is gone when it fails', async () => {
    const failing = store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const world = must((await open(tx)).get(key), 'no world')
        world.set('participant', 'norte', { ...world.participant, locked: true })
        throw new Error('the disk is full')
      }),
    )
    await expect(failing).rejects.toThrow('the disk is full')
    expect(await lockedIn()).toBe(false)
  })

  test('a transaction that runs again does not see what its first run did', async () => {
    await store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const first = must((await open(tx)).get(key), 'no world')
        first.set('participant', 'norte', { ...first.participant, locked: true })
        const again = must((await open(tx)).get(key), 'no world')
        expect(again.participant.locked).toBe(false)
      }),
    )
  })

  test('nobody is told of a world of an institution that takes no part', async () => {
    const world = await server.db.read((tx) => store.read(tx, { institutionId: 'nowhere', formId: 'tiny' }))
    expect(world).toBeUndefined()
  })
})
