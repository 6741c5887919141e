import { catalogScope, formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { apply, tableNames, type Change, type World } from '#shared/world.ts'
import { must } from '#shared/kernel/assert.ts'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { writeChanges } from '../sync/changes.ts'
import type { Tx } from '../db/open.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { tinyDefinition } from '../testing/definition.ts'
import { storeOwnDefinition } from './definitions.ts'
import { WorldStore } from './store.ts'

const key = { institutionId: 'norte', formId: 'tiny' }
onEachDatabase((start, kind) => {
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
        // As another server's commit would come between.
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

  const south = { institutionId: 'sur', formId: 'tiny' }
  const readFrom = (own: WorldStore, wanted = key): Promise<World | undefined> => server.db.read((tx) => own.read(tx, wanted))
  const rowsIn = (world: World | undefined): unknown => tableNames.map((table) => [...must(world, 'no world').entries(table)])

  /** Whatever was written last stands last in what was read as a whole. */
  const inOrder = (world: World | undefined): unknown =>
    tableNames.map((table) => [...must(world, 'no world').entries(table)].toSorted(([a], [b]) => (a < b ? -1 : 1)))

  /** A store in which one of the two institutions has its place, and not both. */
  const narrow = async (): Promise<WorldStore> => {
    await readFrom(store, key)
    await readFrom(store, south)
    const { bytes, worlds } = store.figures()
    expect(worlds).toBe(2)
    return new WorldStore(bytes - 1)
  }

  const lock = (locked: boolean): Promise<void> =>
    server.db.write(async (tx) => {
      const world = must(await new WorldStore().read(tx, key), 'no world')
      const row = { ...world.participant, locked }
      await writeChanges(tx, [{ scope: world.scope, part: '', table: 'participant', id: 'norte', row }], server.clock.now())
    })

  /** A transaction that counts the rows of worlds that are read in it. */
  const counted = (tx: Tx): { readonly tx: Tx; readonly rows: () => number } => {
    let rows = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.filter((row) => 'data' in row).length
        return result
      },
    }
    return { tx: { ...tx, q: tx.q.withPlugin(counting) }, rows: () => rows }
  }

  test('a world that is only read is brought up by what changed, also by many at once, and whoever holds the former one keeps it', async () => {
    const ana = await server.token('ana')
    const answers = ['q1', 'q3', 'q9', 'q20'].map((unit, at) => wire(at + 1, 'answer.set', { unit, value: unit }))
    await server.push(ana, 'dev-1', answers)
    const first = must(await readFrom(store), 'no world')
    await lock(true)
    await server.db.write(async (tx) => {
      const row = { ...must(first.person('eva'), 'nobody'), name: 'Eva María' }
      await writeChanges(tx, [{ scope: catalogScope, part: '', table: 'person', id: 'eva', row }], server.clock.now())
    })
    const read = await server.db.read(async (tx) => {
      const { tx: own, rows } = counted(tx)
      const world = must(await store.read(own, key), 'no world')
      expect([world.participant.locked, world.person('eva')?.name, first.participant.locked]).toEqual([true, 'Eva María', false])
      return rows()
    })
    expect(read).toBe(2)
    await lock(false)
    const both = await Promise.all([readFrom(store), readFrom(store)])
    expect(both.map((world) => world?.participant.locked)).toEqual([false, false])
    expect(inOrder(both[0])).toEqual(inOrder(await readFrom(new WorldStore())))
  })

  test('[ME1] a world that is only read weighs what its rows weigh, however often others write, and pushes nobody out', async () => {
    await readFrom(store, south)
    await readFrom(store)
    const own = new WorldStore(store.figures().bytes * 1.2)
    await readFrom(own, south)
    for (let round = 0; round < 60; round += 1) {
      await lock(round % 2 === 0)
      await readFrom(own)
    }
    const fresh = new WorldStore()
    await readFrom(fresh, south)
    await readFrom(fresh)
    expect(own.figures()).toEqual({ worlds: 2, bytes: fresh.figures().bytes, evicted: 0 })
  })

  test('a world of which the form has another version now is made anew, and whoever is still at the former one finds nothing else in it', async () => {
    const first = must(await readFrom(store), 'no world')
    const before = inOrder(first)
    await server.db.write(async (tx) => {
      await storeOwnDefinition(tx, { ...tinyDefinition, versionId: 'tiny-v2' }, server.clock.now())
      const row = { ...first.form, versionId: 'tiny-v2' }
      await writeChanges(tx, [{ scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row }], server.clock.now())
    })
    await lock(true)
    await store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const world = must((await open(tx)).get(key), 'no world')
        expect([world.form.versionId, world.index.definition.versionId, world.participant.locked]).toEqual(['tiny-v2', 'tiny-v2', true])
      }),
    )
    expect(inOrder(first)).toEqual(before)
  })

  test.runIf(kind === 'postgres')(
    'whoever reads in a snapshot of before gets what stood then, and leaves what is kept as it is',
    async () => {
      await readFrom(store)
      await server.db.read(async (tx) => {
        // A snapshot begins with what is asked in it first.
        await tx.q.selectFrom('meta').select('key').execute()
        await lock(true)
        const kept = must(await readFrom(store), 'no world')
        expect((await store.read(tx, key))?.participant.locked).toBe(false)
        expect([kept.participant.locked, (await readFrom(store)) === kept]).toEqual([true, true])
      })
    },
  )

  test.runIf(kind === 'postgres')('whoever reads while a transaction changes a world sees nothing of it before it stands', async () => {
    await readFrom(store)
    await lock(true)
    await store.hold([key], (open) =>
      server.db.write(async (tx) => {
        const held = await open(tx)
        const world = must(held.get(key), 'no world')
        const changes: Change[] = [
          { scope: world.scope, part: '', table: 'participant', id: 'norte', row: { ...world.participant, locked: false } },
        ]
        apply(world, changes)
        held.moved(await writeChanges(tx, changes, server.clock.now()))
        const seen = must(await readFrom(store), 'no world')
        expect([seen === world, seen.participant.locked]).toEqual([false, true])
      }),
    )
    expect((await readFrom(store))?.participant.locked).toBe(false)
  })

  test.runIf(kind === 'postgres')(
    'a world that somebody begins to change while a reader’s rows are on their way is not the reader’s',
    async () => {
      await readFrom(store)
      await lock(true)
      const [changed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = store.hold.bind(store, [key], (open) =>
        server.db.write(async (tx) => {
          const world = must((await open(tx)).get(key), 'no world')
          world.set('participant', 'norte', { ...world.participant, locked: false })
          changed.resolve()
          await seen.promise
          throw new Error('the disk is full')
        }),
      )
      let writes: Promise<unknown> | undefined
      const read = await server.db.read((tx) => {
        const once: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            if (!writes && result.rows.some((row) => 'data' in row)) {
              writes = writing().catch(() => undefined)
              await changed.promise
            }
            return result
          },
        }
        return store.read({ ...tx, q: tx.q.withPlugin(once) }, key)
      })
      const found = read?.participant.locked
      seen.resolve()
      await must(writes, 'nobody wrote')
      expect(found).toBe(true)
      expect((await readFrom(store))?.participant.locked).toBe(true)
    },
  )

  test('readers that bring a world up while others change it, or fail to, leave what stands', async () => {
    for (let round = 0; round < 12; round += 1) {
      // By another server: whoever comes first has something to bring up.
      await lock(round % 2 === 0)
      const writes = store.hold([key], (open) =>
        server.db.write(async (tx) => {
          const held = await open(tx)
          const world = must(held.get(key), 'no world')
          const row = { ...must(world.person('berta'), 'nobody'), name: `Berta ${round}` }
          const changes: Change[] = [{ scope: orgScope('norte'), part: '', table: 'person', id: 'berta', row }]
          apply(world, changes)
          held.moved(await writeChanges(tx, changes, server.clock.now()))
          if (round % 3 === 2) throw new Error('the disk is full')
        }),
      )
      await Promise.allSettled([readFrom(store), writes, readFrom(store), readFrom(store)])
      expect(inOrder(await readFrom(store))).toEqual(inOrder(await readFrom(new WorldStore())))
    }
  })

  test('[ME1] what was used least recently makes room, and is the same when it is read again', async () => {
    const own = await narrow()
    const first = await readFrom(own, key)
    expect(await readFrom(own, key)).toBe(first)
    await readFrom(own, south)
    expect(own.figures()).toMatchObject({ worlds: 1, evicted: 1 })
    const again = await readFrom(own, key)
    expect(again).not.toBe(first)
    expect(rowsIn(again)).toEqual(rowsIn(first))
    expect(own.figures()).toMatchObject({ worlds: 1, evicted: 2 })
  })

  test('[ME1] reading a world makes it the one that was used last', async () => {
    const third = { institutionId: 'este', formId: 'tiny' }
    const { institution, participant } = must(await readFrom(new WorldStore()), 'no world')
    const joins: Change[] = [
      { scope: orgScope('este'), part: '', table: 'institution', id: 'este', row: { ...institution, id: 'este' } },
      { scope: instScope('este', 'tiny'), part: '', table: 'participant', id: 'este', row: { ...participant, institutionId: 'este' } },
    ]
    await server.db.write((tx) => writeChanges(tx, joins, server.clock.now()))
    const own = await narrow()
    // Nobody works at the third, so it weighs less than either of the others: with any one of them it has room.
    const first = await readFrom(own, third)
    await readFrom(own, south)
    expect(await readFrom(own, third)).toBe(first)
    await readFrom(own, key)
    expect(own.figures()).toMatchObject({ worlds: 2, evicted: 1 })
    expect(await readFrom(own, third)).toBe(first)
  })

  test('[ME1] a world that a transaction holds stays, whatever others read meanwhile, and what it wrote stands', async () => {
    const own = new WorldStore(1)
    await own.hold([key], (open) =>
      server.db.write(async (tx) => {
        const held = await open(tx)
        const world = must(held.get(key), 'no world')
        await own.read(tx, south)
        expect(own.figures()).toMatchObject({ worlds: 1, evicted: 1 })
        const changes: Change[] = [
          { scope: world.scope, part: '', table: 'participant', id: 'norte', row: { ...world.participant, locked: true } },
        ]
        apply(world, changes)
        held.moved(await writeChanges(tx, changes, server.clock.now()))
        expect(held.get(key)).toBe(world)
      }),
    )
    expect(own.figures()).toMatchObject({ worlds: 0, bytes: 0, evicted: 2 })
    expect((await readFrom(own))?.participant.locked).toBe(true)
  })

  test('[ME1] a world that went is read with what another server wrote meanwhile', async () => {
    const own = await narrow()
    await readFrom(own, key)
    await readFrom(own, south)
    const other = new WorldStore()
    await other.hold([key], (open) =>
      server.db.write(async (tx) => {
        const held = await open(tx)
        const world = must(held.get(key), 'no world')
        const row = { ...world.participant, locked: true }
        held.moved(await writeChanges(tx, [{ scope: world.scope, part: '', table: 'participant', id: 'norte', row }], server.clock.now()))
      }),
    )
    expect((await readFrom(own))?.participant.locked).toBe(true)
  })

  test('[ME1] what is written into a world that stays in memory comes onto the scale', async () => {
    const before = (await readFrom(store), store.figures().bytes)
    const long = 'x'.repeat(10_000)
    for (let round = 0; round < 20; round += 1) {
      await store.hold([key], (open) =>
        server.db.write(async (tx) => {
          const held = await open(tx)
          const world = must(held.get(key), 'no world')
          const row = { ...must(world.person('berta'), 'nobody'), name: `${long}${round}` }
          const changes: Change[] = [{ scope: orgScope('norte'), part: '', table: 'person', id: 'berta', row }]
          apply(world, changes)
          held.moved(await writeChanges(tx, changes, server.clock.now()))
        }),
      )
    }
    const grown = (store.figures().bytes - before) / long.length
    // The same row twenty times weighs once.
    expect(Math.round(grown)).toBe(1)
  })

  test('[ME1] who goes through many worlds keeps none of them and takes nobody else’s place', async () => {
    const own = await narrow()
    const first = await readFrom(own, key)
    const passing = await server.db.read((tx) => own.readOnce(tx, south))
    expect(rowsIn(passing)).toEqual(rowsIn(await readFrom(store, south)))
    expect(await server.db.read((tx) => own.readOnce(tx, key))).toBe(first)
    expect(own.figures()).toMatchObject({ worlds: 1, evicted: 0 })
    expect(await readFrom(own, key)).toBe(first)
  })

  test('[ME1] what is forgotten weighs nothing', async () => {
    await readFrom(store)
    store.forget()
    expect(store.figures()).toEqual({ worlds: 0, bytes: 0, evicted: 0 })
    await readFrom(store)
    expect(store.figures().worlds).toBe(1)
  })

  test('nobody is told of a world of an institution that takes no part', async () => {
    const world = await server.db.read((tx) => store.read(tx, { institutionId: 'nowhere', formId: 'tiny' }))
    expect(world).toBeUndefined()
  })
})
