import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import { sessionOf } from '../http/session.ts'
import { wire } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { answerHistory, historyColumns, linesAtOnce } from './answer-history.ts'

onEachDatabase((start) => {
  test('[CO6] a history is read and worded some lines at a time, in the order in which it happened, however many one question has', async () => {
    const server = await start({ elapsed: () => 0 })
    const units = ['q1', 'q9', 'q20']
    const write = async (who: string, from: number, to: number): Promise<void> => {
      const some = Array.from({ length: to - from }, (_, at) =>
        wire(
          from + at,
          'answer.set',
          { unit: units[at % 7 === 0 ? 1 : 0], value: `${who} ${from + at}` },
          { mid: `of-${who}-${from + at}` },
        ),
      )
      expect((await server.push(await server.token(who), `dev-${who}`, some)).status).toBe(200)
    }
    await write('ana', 1, 4)
    await write('berta', 1, 901)
    await write('ana', 4, 300)
    const { server: deps } = server.app
    const session = await sessionOf(server.db, `Bearer ${await server.token('root')}`, server.clock.now())
    if (!session.ok) throw new Error(session.failure.code)
    const key = { institutionId: 'norte', formId: 'tiny' }
    const found: (readonly unknown[])[] = []
    for await (const lines of answerHistory({ ...deps, shown: 'any' }, session.value, key)) {
      expect(lines.length).toBeLessThanOrEqual(linesAtOnce)
      found.push(...lines)
    }
    const [heading, ...lines] = found
    expect(heading).toEqual(historyColumns.map(({ name }) => name))
    const place = (name: string): number => historyColumns.findIndex((each) => each.name === name)
    const stored = await server.db.q
      .selectFrom('history')
      .select(['unit', 'action', 'user_id', 'received_at', 'id'])
      .where('scope', '=', instScope('norte', 'tiny'))
      .orderBy('received_at')
      .orderBy('id')
      .execute()
    expect(stored.length).toBeGreaterThan(1100)
    const told = lines.map(
      (line) => `${String(line[place('Id elemento')])} ${String(line[place('Acción')])} ${String(line[place('Persona')])}`,
    )
    const expected = ['q1', 'q9', 'q20'].flatMap((unit) =>
      stored.filter((row) => row.unit === unit).map((row) => `${unit} ${row.action} ${row.user_id} Prueba`),
    )
    expect(told.filter((each) => !each.startsWith(' '))).toEqual(expected)
    expect(lines).toHaveLength(stored.length)
    expect(must(lines[0], 'a line')).toHaveLength(historyColumns.length)
  })
})
