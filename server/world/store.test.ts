import { instScope, orgScope } from '#shared/protocol/scope.ts'
import { apply, type Change } from '#shared/world.ts'
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

  test('of two servers that write at once, neither takes from under the other what it wrote', async () => {
    const stores = [new WorldStore(), new WorldStore()]
    const rounds = 25
    const append = (own: WorldStore, stageId: string): Promise<void> =>
      own.hold([key], (open) =>
        server.db.write(async (tx) => {
          const held = await open(tx)
          const world = must(held.get(key), 'no world')
          const row = { ...world.participant, releasedStageIds: [...world.participant.releasedStageIds, stageId] }
          const changes: Change[] = [{ scope: world.scope, part: '', table: 'participant', id: 'norte', row }]
          apply(world, changes)
          held.moved(await writeChanges(tx, changes, server.clock.now()))
        }),
      )
    await Promise.all(
      stores.map(async (own, at) => {
        for (let round = 0; round < rounds; round += 1) await append(own, `${at}-${round}`)
      }),
    )
    const written = await server.db.read(async (tx) => (await new WorldStore().read(tx, key))?.participant.releasedStageIds)
    expect(new Set(written)).toHaveLength(stores.length * rounds)
    for (const own of stores) {
      expect(await server.db.read(async (tx) => (await own.read(tx, key))?.participant.releasedStageIds)).toEqual(written)
    }
  })

  test('a world that missed a version of another server’s reads it, although it knows a newer one of its own', async () => {
    await lockedIn()
    const renamed = (name: string): Change => ({
      scope: orgScope('norte'),
      part: '',
      table: 'institution',
      id: 'norte',
      row: { ...institution, name },
    })
    const institution = must(await server.db.read((tx) => store.read(tx, key)), 'no world').institution
    await store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const held = await open(tx)
        // Nothing of an institution's own scope is locked by a form's batch: another server writes there between.
        await writeChanges(tx, [renamed('Servicio con otro nombre')], server.clock.now())
        const world = must(held.get(key), 'no world')
        const row = { ...must(world.person('berta'), 'nobody'), name: 'Bertha' }
        const own: Change[] = [{ scope: orgScope('norte'), part: '', table: 'person', id: 'berta', row }]
        apply(world, own)
        held.moved(await writeChanges(tx, own, server.clock.now()))
      }),
    )
    const world = must(await server.db.read((tx) => store.read(tx, key)), 'no world')
    expect([world.institution.name, world.person('berta')?.name]).toEqual(['Servicio con otro nombre', 'Bertha'])
    await store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const again = must((await open(tx)).get(key), 'no world')
        expect(again.institution.name).toBe('Servicio con otro nombre')
      }),
    )
  })

  test('nobody is told of a world of an institution that takes no part', async () => {
    const world = await server.db.read((tx) => store.read(tx, { institutionId: 'nowhere', formId: 'tiny' }))
    expect(world).toBeUndefined()
  })
})
