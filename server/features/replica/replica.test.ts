import { must } from '#shared/kernel/assert.ts'
import { addDays } from '#shared/kernel/instant.ts'
import { formScope } from '#shared/protocol/scope.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { expect, test } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import { testClock, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const tinyReplica = { _id: 'tiny', total: 3, calculatedBy: 1 }

onEachDatabase((start) => {
  const configure = async (server: TestApp, body: object, as = 'root') =>
    server.call('POST', 'form/replica/tiny', { token: await server.token(as), body })

  test('[RP12] programs read and configure the replica of forms, points as text; nobody but administrators may', async () => {
    const server = await start()
    const token = await server.token('root')
    expect((await server.call('GET', 'form/replica', { token })).data).toMatchObject([
      { ...tinyReplica, points: '', subdimensions: [], closed: false },
    ])
    const saved = await configure(server, { formId: 'tiny', subdimensions: ['s21'], points: '2' })
    expect(saved).toMatchObject({ status: 200, data: { ...tinyReplica, points: '2', subdimensions: ['s21'] } })
    expect((await server.call('GET', 'form/replica', { token })).data).toEqual([saved.data])
    const history = await server.call('GET', 'form/tiny/history', { token })
    expect((history.data as HistoryPage).events).toMatchObject([
      { action: 'Configura réplica', changed: expect.arrayContaining([expect.objectContaining({ field: 'replica', from: 'null' })]) },
    ])
    for (const who of ['ana', 'eva']) {
      expect((await configure(server, { subdimensions: ['s21'], points: '1' }, who)).error.code).toBe('administrators_only')
      expect((await server.call('GET', 'form/replica', { token: await server.token(who) })).error.code).toBe('administrators_only')
    }
  })

  test('[RP2] points that are no number or too many, and exclusions that are missing or of no such form, change nothing', async () => {
    const server = await start()
    for (const [body, code] of [
      [{ subdimensions: ['s21'], points: '3' }, 'replica_points_over'],
      [{ subdimensions: ['s21'], points: '' }, 'replica_points_invalid'],
      [{ subdimensions: ['s21'], points: '2 réplicas' }, 'replica_points_invalid'],
      [{ subdimensions: ['s21'], points: '1e1' }, 'replica_points_invalid'],
      [{ subdimensions: ['s21'], points: '0' }, 'replica_points_invalid'],
      [{ subdimensions: [], points: '1' }, 'replica_excluded_missing'],
      [{ subdimensions: ['nada'], points: '1' }, 'replica_excluded_unknown'],
      [{ formId: 'otro', subdimensions: ['s21'], points: '1' }, 'not_found'],
    ] as const) {
      const refused = await configure(server, body)
      expect([body.points, refused.error.code]).toEqual([body.points, code])
    }
    const over = await configure(server, { subdimensions: ['s21'], points: '3' })
    expect(over.error.message).toBe('El numero supera el total de subdimensiones disponibles')
    expect((await server.call('GET', 'form/replica', { token: await server.token('root') })).data).toMatchObject([{ points: '' }])
  })

  test('[RP12] once the replica has begun its configuration stays', async () => {
    const clock = testClock()
    const server = await start({ clock })
    await configure(server, { subdimensions: ['s21'], points: '1' })
    const [found] = await server.db.q.selectFrom('sync_row').select('data').where('scope', '=', formScope('tiny')).execute()
    const form: FormHeader = JSON.parse(must(found, 'the form is missing').data)
    const today = clock.now().slice(0, 10)
    const row: FormHeader = {
      ...form,
      stages: [{ id: 'e6', kind: 'ReplicaInput', name: 'Réplica', start: addDays(today, -1), end: addDays(today, 9) }],
    }
    await server.db.write((tx) => writeChanges(tx, [{ scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row }], clock.now()))
    expect((await configure(server, { subdimensions: ['s21'], points: '2' })).error.code).toBe('replica_configuration_closed')
    expect((await server.call('GET', 'form/replica', { token: await server.token('root') })).data).toMatchObject([
      { points: '1', closed: true },
    ])
  })
})
