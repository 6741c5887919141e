import type { Person } from '#shared/accounts/model.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { addDays, dayAt, epochMs } from '#shared/kernel/instant.ts'
import type { Notice } from '#shared/notices/model.ts'
import { formScope, instScope, orgScope, ownScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Mail } from '../email/carrier.ts'
import { writeChanges } from '../sync/changes.ts'
import { testClock, wire, type TestApp, type TestClock } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { headerOf } from '../world/store.ts'
import { carryLetters } from './letters.ts'
import { remindPeople } from './reminders.ts'

/** Noon in Santiago, a week after the first day of the input stage and thirty days before its last. */
const start0 = '2026-03-10T15:00:00.000Z'
const today = dayAt(start0)

onEachDatabase((start) => {
  const headerIn = async ({ db }: TestApp, formId = 'tiny'): Promise<FormHeader> =>
    must(await db.read((tx) => headerOf(tx, formId)), 'no form')
  const write = (server: TestApp, changes: Change[]): Promise<unknown> =>
    server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))

  /** Has the input stage end so many days from today. */
  async function endIn(server: TestApp, days: number, rest: Partial<FormHeader> = {}): Promise<void> {
    const form = await headerIn(server)
    const end = addDays(dayAt(server.clock.now()), days)
    const stages = form.stages.flatMap((each) => (each.id === 'e1' ? [{ ...each, end }] : []))
    await write(server, [{ scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row: { ...form, stages, ...rest } }])
  }
  const assignment = (element: string, level: 'Dimension' | 'Question', userId: string): Change => ({
    scope: instScope('norte', 'tiny'),
    part: '',
    table: 'assignment',
    id: element,
    row: { element, level, userId, rev: 1 },
  })
  const person = async ({ db }: TestApp, id: string, rest: Partial<Person>): Promise<Change> => {
    const scope = orgScope('norte')
    const row = await db.q.selectFrom('sync_row').select('data').where('scope', '=', scope).where('id', '=', id).executeTakeFirstOrThrow()
    return { scope, part: '', table: 'person', id, row: { ...JSON.parse(row.data), ...rest } }
  }
  const participant = async ({ db }: TestApp, institutionId: string, rest: Partial<Participant>) => {
    const scope = instScope(institutionId, 'tiny')
    const { data } = await db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'participant')
      .executeTakeFirstOrThrow()
    const row: Participant = { ...JSON.parse(data), ...rest }
    return { scope, part: '', table: 'participant' as const, id: institutionId, row }
  }
  const begin = async (clock: TestClock = testClock(start0)): Promise<TestApp> => {
    const server = await start({ clock })
    await write(server, [assignment('d2', 'Dimension', 'berta'), assignment('q1', 'Question', 'carlos')])
    return server
  }
  const lettersOf = async ({ db }: TestApp) =>
    (
      await db.q
        .selectFrom('letter')
        .select(['id', 'to_user', 'data', 'state', 'error'])
        .where('template', '=', 'reminder')
        .orderBy('to_user')
        .orderBy('created_at')
        .execute()
    ).map((row) => ({ ...row, data: JSON.parse(row.data) }))
  const toldIn = async (server: TestApp): Promise<string[]> => (await lettersOf(server)).map((each) => each.to_user)
  const noticesIn = async ({ db }: TestApp, userId: string): Promise<Notice[]> =>
    (await db.q.selectFrom('sync_row').select('data').where('scope', '=', ownScope(userId)).execute()).map((row): Notice =>
      JSON.parse(row.data),
    )
  const carried = async (server: TestApp): Promise<Mail[]> => {
    const letters: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void letters.push(mail), close: () => undefined })
    return letters
  }
  /** Puts the clock to an hour of Santiago's summer on the day so many days on. */
  const goTo = ({ clock }: TestApp, days: number, hour = 12): void => {
    const wanted = epochMs(`${addDays(today, days)}T00:00:00.000Z`) + (hour + 3) * 3_600_000
    clock.advance(wanted - epochMs(clock.now()))
  }

  test('[RM3] who owes something is reminded once by letter and notice, of what their own pages count, and nobody else', async () => {
    const server = await begin()
    await endIn(server, 7)
    expect(await remindPeople(server.app.server)).toBe(4)
    const letters = await lettersOf(server)
    expect(letters.map((each) => each.to_user)).toEqual(['ana', 'berta', 'carlos', 'sur-lider'])
    const pending = (who: string): number =>
      must(
        letters.find((each) => each.to_user === who),
        who,
      ).data.items[0].pending
    expect([pending('carlos'), pending('berta')]).toEqual([1, 1])
    expect(pending('ana')).toBeGreaterThan(40)
    const own = must(
      (await noticesIn(server, 'carlos')).find((each) => each.kind === 'reminder'),
      'no notice',
    )
    expect(own).toMatchObject({
      link: '/dashboard/form-filling',
      readAt: null,
      subject: 'Recordatorio: el plazo termina el 17 de marzo de 2026, 23:59, hora de Chile continental',
    })
    expect(own.content).toContain('pendientes 1')
    expect(own.en?.content).toContain('1 pending')
    for (let times = 0; times < 3; times += 1) expect(await remindPeople(server.app.server)).toBe(0)
    expect(await lettersOf(server)).toHaveLength(4)
    const history = await server.db.q
      .selectFrom('history')
      .select(['unit', 'action', 'role'])
      .where('scope', '=', orgScope('norte'))
      .orderBy('unit')
      .execute()
    expect(history.map((each) => each.unit)).toEqual(['ana', 'berta', 'carlos'])
    expect(history[0]).toMatchObject({ action: 'Recuerda plazo', role: 'System' })
  })

  test('[RM2] who has answered and sent everything of theirs, has not joined, is closed or was invented is not reminded', async () => {
    const server = await begin()
    await endIn(server, 2)
    const token = await server.token('carlos')
    const saved = await server.push(token, 'dev-carlos', [wire(1, 'answer.set', { unit: 'q1', value: 'Sí' })])
    expect([saved.status, saved.data.results]).toEqual([200, []])
    const sent = await server.push(token, 'dev-carlos', [wire(2, 'answers.send', { reviewed: null })])
    expect([sent.status, sent.data.results]).toEqual([200, []])
    await write(server, [await person(server, 'ana', { joined: false }), await person(server, 'berta', { active: false })])
    await remindPeople(server.app.server)
    expect(await toldIn(server)).toEqual(['sur-lider'])
    // Where nobody owed anything it is not looked again that day.
    expect(await server.db.q.selectFrom('reminder').select('institution_id').orderBy('institution_id').execute()).toEqual([
      { institution_id: 'norte' },
      { institution_id: 'sur' },
    ])
  })

  test('[RM2] nobody of an institution that has sent, or does not take part any more, is reminded', async () => {
    for (const rest of [{ locked: true, lockReason: 'sent' as const }, { removedAt: today }]) {
      const server = await begin()
      await endIn(server, 2)
      await write(server, [await participant(server, 'sur', rest)])
      expect(await remindPeople(server.app.server)).toBe(3)
      expect(await toldIn(server)).toEqual(['ana', 'berta', 'carlos'])
    }
  })

  test('[RM2] nobody of a deactivated institution is reminded, nor of a form that is hidden or rehearsed', async () => {
    const server = await begin()
    const others: Partial<FormHeader>[] = [{ enabled: false }, { rehearsal: { of: 'otro' } as FormHeader['rehearsal'] }]
    for (const rest of others) {
      await endIn(server, 2, rest)
      expect(await remindPeople(server.app.server)).toBe(0)
    }
    const { rehearsal: _, ...form } = await headerIn(server)
    await write(server, [{ scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row: { ...form, enabled: true } }])
    const scope = orgScope('sur')
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'institution')
      .executeTakeFirstOrThrow()
    await write(server, [{ scope, part: '', table: 'institution', id: 'sur', row: { ...JSON.parse(row.data), deactivated: true } }])
    await remindPeople(server.app.server)
    expect(await toldIn(server)).toEqual(['ana', 'berta', 'carlos'])
  })

  test('[RM3] a reminder comes at each of its distances, once, whatever the clock does', async () => {
    const server = await begin()
    await endIn(server, 9)
    const sent: [number, number][] = []
    // Day by day, back by two, over two of them to the last but one, and on.
    for (const day of [0, 1, 2, 3, 1, 2, 8, 7, 2, 8, 9]) {
      goTo(server, day)
      const told = await remindPeople(server.app.server)
      if (told > 0) sent.push([day, told])
    }
    expect(sent).toEqual([
      [2, 4],
      [8, 4],
    ])
  })

  test('[RM3] a stage whose end was moved is reminded of by its new end', async () => {
    const server = await begin()
    await endIn(server, 1)
    expect(await remindPeople(server.app.server)).toBe(4)
    await endIn(server, 2)
    expect(await remindPeople(server.app.server)).toBe(0)
    goTo(server, 1)
    expect(await remindPeople(server.app.server)).toBe(4)
    expect((await lettersOf(server)).map((each) => each.data.end).slice(0, 2)).toEqual([addDays(today, 1), addDays(today, 2)])
  })

  test('[RM4] nobody is reminded at night, nor while the clock is not believed', async () => {
    const server = await begin()
    await endIn(server, 7)
    for (const hour of [0, 7, 21, 23]) {
      goTo(server, 0, hour)
      expect(await remindPeople(server.app.server), String(hour)).toBe(0)
    }
    goTo(server, 0, 8)
    const jumped = { from: server.clock.now(), to: server.clock.now() } as never
    expect(await remindPeople({ ...server.app.server, jump: () => jumped })).toBe(0)
    expect(await remindPeople(server.app.server)).toBe(4)
  })

  test('[RM4] a reminder that waits at night leaves in the morning; one whose stage is over by then, never', async () => {
    const server = await begin()
    await endIn(server, 1)
    await remindPeople(server.app.server)
    goTo(server, 0, 22)
    expect(await carried(server)).toEqual([])
    goTo(server, 1, 7)
    expect(await carried(server)).toEqual([])
    goTo(server, 1, 8)
    expect((await carried(server)).map(({ to }) => to.address).toSorted()).toEqual([
      'ana@norte.example',
      'berta@norte.example',
      'carlos@norte.example',
      'sur-lider@sur.example',
    ])
    const late = await begin()
    await endIn(late, 1)
    await remindPeople(late.app.server)
    goTo(late, 2)
    expect(await carried(late)).toEqual([])
    expect((await lettersOf(late)).map((each) => [each.state, each.error])).toEqual(Array(4).fill(['dead', 'the stage is over']))
  })

  test('[RM3] servers that share a database and look at once remind once, also one that was started anew', async () => {
    const server = await begin()
    await endIn(server, 7)
    const others = await Promise.all(
      [1, 2].map(() =>
        createApp({
          config: { dataDir: server.dataDir, publicUrl: 'http://localhost:8080', rehearsal: true },
          db: server.db,
          log: { info: () => undefined, error: () => undefined },
          now: server.clock.now,
          passwordCost: { memoryKib: 8, passes: 1 },
        }),
      ),
    )
    const all = [server.app.server, ...others.map((each) => each.server)]
    const told = await Promise.all(all.map((each) => remindPeople(each)))
    expect(told.reduce((sum, each) => sum + each, 0)).toBe(4)
    expect(await toldIn(server)).toEqual(['ana', 'berta', 'carlos', 'sur-lider'])
    for (const userId of ['ana', 'carlos'])
      expect((await noticesIn(server, userId)).filter((each) => each.kind === 'reminder')).toHaveLength(1)
  })

  test('[RM3] one that breaks keeps nobody else from being reminded, and nothing of it is left behind', async () => {
    const server = await begin()
    await endIn(server, 7)
    const { execute } = server.app.server
    const breaking: typeof execute = (batch) =>
      batch.asked.some((each) => each.s === orgScope('norte')) ? Promise.reject(new Error('broken')) : execute(batch)
    await expect(remindPeople({ ...server.app.server, execute: breaking })).rejects.toThrow('broken')
    expect(await toldIn(server)).toEqual(['sur-lider'])
    expect(await remindPeople(server.app.server)).toBe(3)
  })

  test('[RM3] people of an institution in two forms get one letter of both', async () => {
    const server = await begin()
    await endIn(server, 7)
    const form = await headerIn(server)
    const stages = form.stages.map((each) => ({ ...each, end: addDays(each.end, 20) }))
    const rehearsal = { of: 'tiny' } as FormHeader['rehearsal']
    const alike = async (id: string, rest: Partial<FormHeader>): Promise<Change[]> => [
      { scope: formScope(id), part: '', table: 'form', id, row: { ...form, id, stages, ...rest } },
      { ...(await participant(server, 'norte', { formId: id })), scope: instScope('norte', id) },
      // Who owes nothing but what has time is not reminded yet.
      { ...assignment('q1', 'Question', 'dina'), scope: instScope('norte', id) },
    ]
    await write(server, [...(await alike('otro', { name: 'Otro formulario' })), ...(await alike('ensayo', { rehearsal }))])
    expect(await remindPeople(server.app.server)).toBe(4)
    expect(await toldIn(server)).not.toContain('dina')
    const letters = (await lettersOf(server)).filter((each) => each.to_user === 'ana')
    expect(letters).toHaveLength(1)
    expect(letters[0]?.data).toMatchObject({ end: addDays(today, 7), items: [{ form: 'Otro formulario' }, { form: form.name }] })
  })

  test('[RM3] somebody of several institutions gets one letter of them all, which says of which each is, and once', async () => {
    const server = await begin()
    await endIn(server, 7)
    const { row } = await person(server, 'carlos', {})
    const inSur = { ...(row as Person), institutionId: 'sur' }
    await write(server, [
      { scope: orgScope('sur'), part: '', table: 'person', id: 'carlos', row: inSur },
      { ...assignment('q1', 'Question', 'carlos'), scope: instScope('sur', 'tiny') },
    ])
    expect(await remindPeople(server.app.server)).toBe(4)
    const letters = await lettersOf(server)
    expect(letters.map((each) => each.to_user)).toEqual(['ana', 'berta', 'carlos', 'sur-lider'])
    const { name } = await headerIn(server)
    expect(letters.find((each) => each.to_user === 'carlos')?.data.items).toMatchObject([
      { form: `${name} (Servicio norte)`, end: addDays(today, 7) },
      { form: `${name} (Servicio sur)` },
    ])
    expect(letters.find((each) => each.to_user === 'ana')?.data.items).toMatchObject([{ form: name }])
    expect((await noticesIn(server, 'carlos')).filter((each) => each.kind === 'reminder')).toHaveLength(1)
    expect(await remindPeople(server.app.server)).toBe(0)
    // What ended there is nothing that they owe.
    await write(server, [{ scope: orgScope('sur'), part: '', table: 'person', id: 'carlos', row: { ...inSur, active: false, left: true } }])
    goTo(server, 5)
    expect(await remindPeople(server.app.server)).toBe(4)
    expect((await lettersOf(server)).findLast((each) => each.to_user === 'carlos')?.data.items).toMatchObject([{ form: name }])
  })
})
