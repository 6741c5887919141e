import { checkOf } from '#shared/protocol/check.ts'
import { rowsOfGroups } from '#shared/protocol/columns.ts'
import type { PullReply, WireRow } from '#shared/protocol/pull.ts'
import { beforeScope, evalScope, instScope, userScope } from '#shared/protocol/scope.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

/** Rows that a device holds after the replies it got, by table and id. */
function held(replies: readonly PullReply[]): Map<string, WireRow> {
  const rows = new Map<string, WireRow>()
  const forget = (scope: string, part: string | null): void => {
    for (const [key, row] of rows) if (row.s === scope && (part === null || row.p === part)) rows.delete(key)
  }
  for (const reply of replies) {
    for (const each of reply.reset) forget(each.scope, each.part)
    for (const each of reply.drop) forget(each.scope, each.part)
    for (const row of reply.rows) {
      if (row.r === null) rows.delete(`${row.s} ${row.t} ${row.i}`)
      else rows.set(`${row.s} ${row.t} ${row.i}`, row)
    }
  }
  return rows
}

const tablesOf = (rows: Iterable<WireRow>, scope: string): string[] =>
  [...new Set([...rows].filter((row) => row.s === scope).map((row) => row.t))].toSorted()

onEachDatabase((start) => {
  const within = async (work: (server: TestApp) => Promise<void>): Promise<void> => work(await start())
  const answer = (seq: number, value: string, unit = 'q1') => wire(seq, 'answer.set', { unit, value })

  test('a push is applied and acknowledged by the next pull', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const pushed = await server.push(ana, 'dev-1', [answer(1, 'hola')])
      expect(pushed.data).toMatchObject({ lastSeq: 1, results: [] })
      const { data } = await server.pull(ana, 'dev-1', null)
      expect(data.acked).toBe(1)
      expect(held([data]).get(`${instScope('norte', 'tiny')} answer q1`)?.r).toMatchObject({ value: 'hola', authorId: 'ana' })
    }))

  test('a device that asks for groups gets the same rows by columns, page by page, and one that does not gets rows', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno'), answer(2, 'dos', 'q41'), answer(3, 'dos', 'q3')])
      const ofRow = (row: WireRow): string => JSON.stringify(row)
      let cursor: string | null = null
      let by: string | null = null
      for (let more = true; more;) {
        const { data }: { data: PullReply } = await server.pull(ana, 'dev-2', cursor, { limit: 3 })
        const { data: grouped }: { data: Omit<PullReply, 'rows'> & { groups?: unknown } } = await server.pull(ana, 'dev-2', by, {
          limit: 3,
          groups: true,
        })
        expect(grouped).not.toHaveProperty('rows')
        expect(rowsOfGroups(grouped.groups)?.map(ofRow).toSorted()).toEqual(data.rows.map(ofRow).toSorted())
        expect([grouped.more, grouped.acked, grouped.reset]).toEqual([data.more, data.acked, data.reset])
        cursor = data.cursor
        by = grouped.cursor
        more = data.more
      }
    }))

  test('an acknowledgement names the mid that the ledger holds there, so that a copied device sees that it is one', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      expect((await server.pull(ana, 'dev-1', null)).data).toMatchObject({ acked: 0, ackedMid: null })
      await server.push(ana, 'dev-1', [answer(1, 'uno'), { ...answer(2, 'dos', 'q41'), mid: 'the-second' }])
      expect((await server.pull(ana, 'dev-1', null)).data).toMatchObject({ acked: 2, ackedMid: 'the-second' })
      expect((await server.pull(ana, 'dev-1', null, { limit: 1 })).data).toMatchObject({ more: true, acked: 0, ackedMid: null })
      // What came before under another device stands in the ledger once; this device's sequence still names it.
      await server.push(ana, 'dev-2', [{ ...answer(1, 'dos', 'q41'), mid: 'the-second' }])
      expect((await server.pull(ana, 'dev-2', null)).data).toMatchObject({ acked: 1, ackedMid: 'the-second' })
    }))

  test('[IN1] the same push twice has one effect and the same outcome', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const batch = [answer(1, 'uno'), answer(2, 'x', 'q3'), wire(3, 'nothing.such', {})]
      const first = await server.push(ana, 'dev-1', batch)
      const second = await server.push(ana, 'dev-1', batch)
      expect(second.data.results).toEqual(first.data.results)
      expect(first.data.results.map((result) => [result.seq, result.d, result.code])).toEqual([
        [2, 'refused', 'needs_review'],
        [3, 'refused', 'unknown_mutation'],
      ])
      const ledger = await server.db.q.selectFrom('sync_mutation').select(['mid', 'args']).orderBy('seq').execute()
      expect(ledger).toHaveLength(3)
      const history = await server.db.q.selectFrom('history').select('action').where('unit', '=', 'q1').orderBy('id').execute()
      expect(history).toEqual([{ action: 'Responde' }, { action: 'Asigna' }])
    }))

  test('a push that begins before what the server has and goes on after it is taken from where it is new', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      const { data } = await server.push(ana, 'dev-1', [answer(1, 'uno'), answer(2, 'dos', 'q41')])
      expect(data.lastSeq).toBe(2)
    }))

  test('[IN2] a gap is refused with the sequence that is expected, and nothing is taken', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const { status, error } = await server.push(ana, 'dev-1', [answer(1, 'uno'), answer(3, 'tres', 'q3')])
      expect([status, error.code, error.params]).toEqual([409, 'seq_gap', { expected: 1 }])
      expect(await server.db.q.selectFrom('sync_mutation').select('mid').execute()).toEqual([])
    }))

  test('a sequence that comes again with another mid is a fork', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      const { error } = await server.push(ana, 'dev-1', [{ ...answer(1, 'otro'), mid: 'mid-of-a-clone' }])
      expect(error.code).toBe('device_fork')
    }))

  test('a batch that goes ahead of the reply to the one in front of it is a fork where the ledger holds another there', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [{ ...answer(1, 'de la copia'), mid: 'mid-of-a-clone' }])
      const behind = [answer(2, 'dos', 'q2')]
      expect((await server.push(ana, 'dev-1', behind, { after: 'mid-in-front' })).error.code).toBe('device_fork')
      expect((await server.push(ana, 'dev-1', behind, { after: 'mid-of-a-clone' })).data.lastSeq).toBe(2)
    }))

  test('a sequence that comes again with its mid and other words, as from a copied profile, is a fork, and its words are kept', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      // The one that was copied went on with what it had not sent yet, in its place.
      expect((await server.push(ana, 'dev-1', [answer(1, 'uno y dos')])).error.code).toBe('device_fork')
      expect((await server.push(ana, 'dev-1', [answer(1, 'uno')])).data.lastSeq).toBe(1)
      await server.push(ana, 'dev-2', [answer(1, 'uno y dos')])
      const ledger = await server.db.q.selectFrom('sync_mutation').select('args').orderBy('received_at').execute()
      expect(ledger.map((row) => JSON.parse(row.args).value)).toEqual(['uno', 'uno y dos'])
    }))

  test('a mid known from another device of the same person has no second effect', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      const { data } = await server.push(ana, 'dev-2', [answer(1, 'uno')])
      expect(data.results).toMatchObject([{ seq: 1, d: 'noop', code: 'ok' }])
      expect(await server.db.q.selectFrom('sync_mutation').select('mid').execute()).toHaveLength(1)
      const again = await server.push(ana, 'dev-2', [answer(1, 'uno')])
      expect(again.data.results).toEqual(data.results)
    }))

  test("a mid of another person's is refused and tells nothing of what became of it", () =>
    within(async (server) => {
      await server.push(await server.token('ana'), 'dev-1', [answer(1, 'uno')])
      const { data } = await server.push(await server.token('sur-lider'), 'dev-2', [answer(1, 'uno')])
      expect(data.results).toMatchObject([{ d: 'refused', code: 'forbidden' }])
    }))

  test('a device is one of its user, whatever somebody else calls theirs', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const berta = await server.token('berta')
      expect((await server.push(berta, 'dev-1', [])).data.lastSeq).toBe(0)
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      expect((await server.pull(berta, 'dev-1', null)).data.acked).toBe(0)
      expect((await server.push(berta, 'dev-1', [{ ...answer(1, 'dos', 'q41'), mid: 'of-berta' }])).data.lastSeq).toBe(1)
      expect((await server.push(ana, 'dev-1', [answer(2, 'tres', 'q3')])).data.lastSeq).toBe(2)
    }))

  test('a retired device neither pushes nor pulls', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      await server.db.q.updateTable('sync_device').set({ revoked_at: server.clock.now() }).execute()
      expect((await server.push(ana, 'dev-1', [answer(2, 'dos')])).error.code).toBe('device_revoked')
      expect((await server.pull(ana, 'dev-1', null)).error.code).toBe('device_revoked')
    }))

  test('another epoch and another schema are told apart', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      expect((await server.push(ana, 'dev-1', [], { epoch: 'of-another-database' })).error.code).toBe('epoch_changed')
      expect((await server.push(ana, 'dev-1', [], { schema: 0 })).error.code).toBe('client_too_old')
      expect((await server.push(ana, 'dev-1', [], { schema: 999 })).error.code).toBe('server_too_old')
    }))

  test('[IN13] a malformed mutation is kept as it came and holds up nothing', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const { data } = await server.push(ana, 'dev-1', [
        wire(1, 'answer.set', { unit: 7, value: ['no'] }),
        wire(2, 'answer.set', { unit: 'q1', value: 'nul \u0000 byte' }),
        answer(3, 'tres'),
      ])
      expect(data.lastSeq).toBe(3)
      expect(data.results.map((result) => result.code)).toEqual(['malformed', 'text_broken'])
      const kept = await server.db.q.selectFrom('sync_mutation').select('args').where('seq', '=', 1).executeTakeFirstOrThrow()
      expect(JSON.parse(kept.args)).toEqual({ unit: 7, value: ['no'] })
    }))

  test('[IN4] everything that did not stand has a card of its author', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [wire(1, 'nothing.such', { value: 'perdido' })])
      const { data } = await server.pull(ana, 'dev-1', null)
      const cards = data.rows.filter((row) => row.t === 'conflict')
      expect(cards).toMatchObject([{ s: userScope('ana'), r: { code: 'unknown_mutation', side: 'author', mine: { value: 'perdido' } } }])
    }))

  test('a chain of edits after a lost one is one card whose value is the last', () =>
    within(async (server) => {
      await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'de ana' })])
      const berta = await server.token('berta')
      const chain = [
        wire(1, 'answer.set', { unit: 'q1', value: 'a' }, { mid: 'b-1' }),
        wire(2, 'answer.set', { unit: 'q1', value: 'ab' }, { mid: 'b-2', b: 'b-1' }),
      ]
      await server.push(berta, 'dev-b', chain)
      await server.push(berta, 'dev-b', [wire(3, 'answer.set', { unit: 'q1', value: 'abc' }, { mid: 'b-3', b: 'b-2' })])
      const { data } = await server.pull(berta, 'dev-b', null)
      const mine = data.rows.filter((row) => row.t === 'conflict' && row.s === userScope('berta'))
      expect(mine).toHaveLength(1)
      expect(mine[0]?.r).toMatchObject({ mine: { value: 'abc' }, chain: [{ value: 'a' }, { value: 'ab' }] })
    }))

  test('[CF26] a card lists the newest of long values, and not more than it can carry', () =>
    within(async (server) => {
      await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'de ana' })])
      const berta = await server.token('berta')
      const long = (n: number): string => `${n} ${'x'.repeat(60_000)}`
      for (let n = 1; n <= 8; n += 1)
        await server.push(berta, 'dev-b', [
          wire(n, 'answer.set', { unit: 'q1', value: long(n) }, { mid: `b-${n}`, b: n === 1 ? null : `b-${n - 1}` }),
        ])
      const { data } = await server.pull(berta, 'dev-b', null)
      const [card] = data.rows.filter((row) => row.t === 'conflict' && row.s === userScope('berta'))
      expect(card?.r).toMatchObject({ mine: { value: long(8) }, chain: [{ value: long(5) }, { value: long(6) }, { value: long(7) }] })
    }))

  test('nobody writes into another institution, and it is not told whether it exists', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const { data } = await server.push(ana, 'dev-1', [
        wire(1, 'answer.set', { unit: 'q1', value: 'x' }, { s: instScope('sur', 'tiny') }),
        wire(2, 'answer.set', { unit: 'q1', value: 'x' }, { s: instScope('nowhere', 'tiny') }),
        wire(3, 'answer.set', { unit: 'q1', value: 'x' }, { s: instScope('norte', 'no-form') }),
        wire(4, 'stage.tick', {}),
        wire(5, 'attachment.ready', { id: 'some-attachment', sha256: 'x', sizeBytes: 1 }),
      ])
      expect(data.results.map((result) => result.code)).toEqual([
        'no_role',
        'no_role',
        'not_found',
        'administrators_only',
        'administrators_only',
      ])
    }))

  test('an invitation cannot take over an account that exists elsewhere', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const email = 'movida@norte.example'
      await server.db.q.updateTable('user').set({ email }).where('id', '=', 'sur-lider').execute()
      const invite = { name: 'Otra', surname: 'Persona', email }
      const { data } = await server.push(ana, 'dev-1', [wire(1, 'delegate.set', { who: { invite } })])
      expect(data.results.map((result) => [result.d, result.code])).toEqual([['refused', 'person_unknown']])
      const victim = await server.db.q.selectFrom('user').select(['name', 'institution_id']).where('email', '=', email).execute()
      expect(victim).toEqual([{ name: 'sur-lider', institution_id: 'sur' }])
    }))

  test('pages together hold every row once, whatever the size of a page', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(
        ana,
        'dev-1',
        Array.from({ length: 30 }, (_, at) => wire(at + 1, 'answer.set', { unit: `m${at}`, value: at })),
      )
      const whole = held([(await server.pull(ana, 'dev-1', null)).data])
      const replies: PullReply[] = []
      let cursor: string | null = null
      do {
        const { data } = await server.pull(ana, 'dev-1', cursor, { limit: 7 })
        expect(data.rows.length).toBeLessThanOrEqual(7)
        expect(data.acked).toBe(data.more ? 0 : 30)
        replies.push(data)
        cursor = data.cursor
      } while (replies.at(-1)?.more)
      expect([...held(replies).keys()].toSorted()).toEqual([...whole.keys()].toSorted())
    }))

  test('[IN7] a pull after a complete one brings only what changed, also between two of its pages', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno')])
      const first = (await server.pull(ana, 'dev-1', null, { limit: 3 })).data
      await server.push(ana, 'dev-1', [wire(2, 'answer.set', { unit: 'q1', value: 'dos' }, { b: 'mid-answer-1' })])
      const replies = [first]
      while (replies.at(-1)?.more) replies.push((await server.pull(ana, 'dev-1', replies.at(-1)?.cursor ?? null)).data)
      expect(held(replies).get(`${instScope('norte', 'tiny')} answer q1`)?.r).toMatchObject({ value: 'dos' })
      const quiet = (await server.pull(ana, 'dev-1', replies.at(-1)?.cursor ?? null)).data
      expect([quiet.rows, quiet.reset, quiet.drop, quiet.more]).toEqual([[], [], [], false])
    }))

  test('the check of a first pull is what its rows add up to', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const { data } = await server.pull(ana, 'dev-1', null)
      const rows = [...held([data]).values()]
      for (const [scope, check] of Object.entries(data.check)) expect(check, scope).toEqual(checkOf(rows.filter((row) => row.s === scope)))
      expect(Object.keys(data.check)).toContain(instScope('norte', 'tiny'))
    }))

  test('a cursor of another person, of another database or of nobody is unknown, and a device that is told so starts over', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const berta = await server.token('berta')
      const { cursor } = (await server.pull(ana, 'dev-1', null)).data
      for (const foreign of [cursor, `${cursor}x`, 'nonsense', 'a.b']) {
        const { error, data } = await server.pull(berta, 'dev-b', foreign)
        expect([error?.code, data]).toEqual(['cursor_unknown', undefined])
      }
      expect((await server.pull(berta, 'dev-b', null)).data.reset.length).toBeGreaterThan(0)
    }))

  test('outcomes other than a plain applied come with the pull that acknowledges them', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      await server.push(ana, 'dev-1', [answer(1, 'uno'), wire(2, 'nothing.such', {}), answer(3, 'x', 'q41')])
      const all = (await server.pull(ana, 'dev-1', null, { ackedThrough: 0 })).data.outcomes
      expect(all.map((outcome) => outcome.seq)).toEqual([2, 3])
      expect((await server.pull(ana, 'dev-1', null, { ackedThrough: 2 })).data.outcomes.map((outcome) => outcome.seq)).toEqual([3])
    }))

  test('[IN8] an institution receives nothing of another, and no draft of its evaluator', () =>
    within(async (server) => {
      await server.push(await server.token('ana'), 'dev-1', [answer(1, 'canary-of-norte')])
      const sur = (await server.pull(await server.token('sur-lider'), 'dev-s', null)).data
      expect(JSON.stringify(sur)).not.toContain('norte')
      expect(Object.keys(held([sur]))).not.toContain(evalScope('sur', 'tiny'))
      const other = (await server.pull(await server.token('otro'), 'dev-o', null)).data
      expect(JSON.stringify(other)).not.toContain('canary')
    }))

  test("an evaluator receives an institution's answers once they are locked, and loses sight of them when they open again", () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const eva = await server.token('eva')
      await server.push(ana, 'dev-1', [answer(1, 'borrador')])
      const scope = instScope('norte', 'tiny')
      const before = (await server.pull(eva, 'dev-e', null)).data
      expect(tablesOf(before.rows, scope)).not.toContain('answer')
      await lock(server, true)
      const during = (await server.pull(eva, 'dev-e', before.cursor)).data
      expect(tablesOf(held([before, during]).values(), scope)).toContain('answer')
      await lock(server, false)
      const after = (await server.pull(eva, 'dev-e', during.cursor)).data
      expect(tablesOf(held([before, during, after]).values(), scope)).not.toContain('answer')
    }))

  test('a professional receives the sub-dimension of their question, and loses it with the question', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const carlos = await server.token('carlos')
      const scope = instScope('norte', 'tiny')
      const assign = (seq: number, element: string, level: string, userId: string | null, seen: number) =>
        wire(seq, 'assignment.set', { elements: [{ element, level, seen }], who: userId === null ? null : { userId } })
      const { data: pushed } = await server.push(ana, 'dev-1', [
        answer(1, 'de s11'),
        answer(2, 'de s21', 'q20'),
        assign(3, 'd1', 'Dimension', 'ana', 0),
        assign(4, 's11', 'Subdimension', 'ana', 0),
        assign(5, 'q5', 'Question', 'carlos', 0),
      ])
      expect(pushed.results.filter((result) => result.d === 'refused')).toEqual([])
      const first = (await server.pull(carlos, 'dev-c', null)).data
      const answers = (replies: PullReply[]): string[] =>
        [...held(replies).values()].filter((row) => row.t === 'answer').map((row) => row.i)
      expect(answers([first])).toEqual(['q1'])
      await server.push(ana, 'dev-1', [assign(6, 'q5', 'Question', null, 1)])
      const second = (await server.pull(carlos, 'dev-c', first.cursor)).data
      const gone = { part: 's11', reason: 'assignment_removed' }
      expect(second.drop).toEqual([
        { scope: beforeScope('norte', 'tiny'), ...gone },
        { scope, ...gone },
      ])
      expect(answers([first, second])).toEqual([])
      await server.push(ana, 'dev-1', [assign(7, 'q5', 'Question', 'carlos', 2)])
      const third = (await server.pull(carlos, 'dev-c', second.cursor)).data
      expect(third.reset).toEqual([
        { scope: beforeScope('norte', 'tiny'), part: 's11' },
        { scope, part: 's11' },
      ])
      expect(answers([first, second, third])).toEqual(['q1'])
    }))

  test('a form that is switched off leaves the device with its scopes', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const first = (await server.pull(ana, 'dev-1', null)).data
      await server.db.q.updateTable('form').set({ enabled: 0 }).execute()
      const second = (await server.pull(ana, 'dev-1', first.cursor)).data
      expect(second.drop.map((each) => each.scope)).toEqual([beforeScope('norte', 'tiny'), 'form:tiny', instScope('norte', 'tiny')])
    }))

  test('[IN6] two devices that push at once both get everything in, and agree afterwards', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const sur = await server.token('sur-lider')
      const rounds = Array.from({ length: 6 }, (_, round) => round)
      const of = (token: string, device: string, institution: string) =>
        rounds.map((round) => async () => {
          const batch = Array.from({ length: 10 }, (_, at) =>
            wire(
              round * 10 + at + 1,
              'answer.set',
              { unit: `m${at}`, value: round },
              {
                mid: `${device}-${round}-${at}`,
                b: round === 0 ? null : `${device}-${round - 1}-${at}`,
                s: instScope(institution, 'tiny'),
              },
            ),
          )
          const { data, error } = await server.push(token, device, batch)
          expect(error).toBeUndefined()
          expect(data.results).toEqual([])
        })
      const run = async (steps: (() => Promise<void>)[]): Promise<void> => {
        for (const step of steps) await step()
      }
      await Promise.all([run(of(ana, 'dev-1', 'norte')), run(of(sur, 'dev-2', 'sur'))])
      const left = held([(await server.pull(ana, 'dev-1', null)).data])
      expect([...left.values()].filter((row) => row.t === 'answer').map((row) => row.i)).toHaveLength(10)
    }))

  test('twenty copies of one push at the same moment have one effect', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      const all = await Promise.all(Array.from({ length: 20 }, () => server.push(ana, 'dev-1', [answer(1, 'una vez')])))
      expect(new Set(all.map((each) => each.status))).toEqual(new Set([200]))
      expect(await server.db.q.selectFrom('history').select('id').where('action', '=', 'Responde').execute()).toHaveLength(1)
    }))

  test('the platform locks an institution whose input stage ended, and the next pull tells', () =>
    within(async (server) => {
      const ana = await server.token('ana')
      server.clock.advance(32 * dayMs)
      await server.app.tick()
      const { data } = await server.pull(await server.token('ana'), 'dev-1', null)
      const participant = data.rows.find((row) => row.t === 'participant')
      expect(participant?.r).toMatchObject({ locked: true, lockReason: 'stageEnd' })
      expect(ana).toBeTruthy()
    }))
})

async function lock(server: TestApp, locked: boolean): Promise<void> {
  const { writeChanges } = await import('./changes.ts')
  const scope = instScope('norte', 'tiny')
  await server.db.write(async (tx) => {
    const row = await tx.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'participant')
      .executeTakeFirstOrThrow()
    const participant = { ...JSON.parse(row.data), locked }
    await writeChanges(tx, [{ scope, part: '', table: 'participant', id: 'norte', row: participant }], server.clock.now())
  })
}
