import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { evalScope, instScope, orgScope, overviewScope } from '#shared/protocol/scope.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { seedTiny } from '../testing/tiny-world.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { WorldStore } from '../world/store.ts'
import { fillOverviews, writeWithOverviews } from './overviews.ts'
import { changeDirectory } from './perform.ts'

const institutions = ['norte', 'sur']
const units = ['q1', 'q2', 'q3', 'q4', 'q41', 'q9', 'q20', 'm0', 'e1']
const anyUnit = fc.constantFrom(...units)
const anyPerson = fc.constantFrom('ana', 'berta', 'carlos', 'dina', 'sur-lider')
const anyText = fc.constantFrom('uno', 'dos', '')
const values = [
  ['q1', 'uno', 'dos', 7],
  ['q3', 1, 2],
  ['q4', true, false],
  ['q41', 'uno', 'dos'],
  ['q9', 'uno', 'dos'],
  ['q20', 'uno', 'dos'],
  ['m0', 1, 2],
  ['e1', 'uno', 'dos'],
] as const
const id = fc.integer({ min: 1, max: 9 }).map((n) => `of-many-${n}`)
const sha256 = 'a'.repeat(64)

const asked = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      n: fc.constant('answer.set'),
      a: fc.constantFrom(...values).chain(([unit, ...of]) => fc.record({ unit: fc.constant(unit), value: fc.constantFrom(...of) })),
    }),
  },
  fc.record({ n: fc.constant('answer.clear'), a: fc.record({ unit: anyUnit }) }),
  fc.record({ n: fc.constant('comment.add'), a: fc.record({ id, unit: anyUnit, threadId: id, body: anyText }) }),
  fc.record({ n: fc.constant('comment.redact'), a: fc.record({ id }) }),
  fc.record({
    n: fc.constant('attachment.add'),
    a: id.map((each) => ({ id: each, unit: 'q9', name: 'uno.pdf', sizeBytes: 10, mime: 'application/pdf', sha256 })),
  }),
  fc.record({ n: fc.constant('attachment.remove'), a: fc.record({ id }) }),
  fc.record({
    n: fc.constant('assignment.set'),
    a: fc.record({
      elements: fc
        .constantFrom(['d1', 'Dimension'], ['s12', 'Subdimension'], ['q1', 'Question'])
        .map(([element, level]) => [{ element, level }]),
      who: fc.option(fc.record({ userId: anyPerson })),
    }),
  }),
  fc.record({ n: fc.constant('leader.set'), a: fc.record({ who: fc.record({ userId: anyPerson }) }) }),
  fc.record({ n: fc.constant('answers.send'), a: fc.constant({}) }),
  {
    weight: 3,
    arbitrary: fc.record({
      n: fc.constant('evaluation.decide'),
      a: fc.record({
        unit: anyUnit,
        decision: fc.constantFrom('Accepted', 'Observed', 'Rejected'),
        comment: fc.constant('porque sí'),
        answerRev: fc.constantFrom(1, 1, 1, 2),
      }),
    }),
  },
  fc.record({
    n: fc.constant('evaluation.acceptRemaining'),
    a: fc.constant({
      units: units.flatMap((unit) => [
        [unit, 0],
        [unit, 1],
      ]),
    }),
  }),
  fc.record({ n: fc.constant('evaluation.send'), a: fc.constant({}) }),
  fc.record({ n: fc.constant('participant.reopen'), a: fc.constant({ reason: 'hay que corregir' }) }),
)

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      who: fc.constantFrom('ana', 'ana', 'ana', 'berta', 'sur-lider', 'eva', 'eva', 'root'),
      elsewhere: fc.constantFrom(false, false, false, true),
      asked: fc.array(asked, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), who: anyPerson, name: fc.constantFrom('Otra', 'Nueva') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('evaluator' as const),
      where: fc.constantFrom(...institutions),
      who: fc.constantFrom('eva', 'otro', null),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pull' as const), who: fc.constantFrom('eva', 'otro', 'root') }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Both have answered, and then it is some days later: the round of the form is another one. */
const atFirst = (['ana', 'sur-lider'] as const).map((who): Step => ({
  kind: 'push',
  who,
  elsewhere: false,
  asked: values.map(([unit, value]) => ({ n: 'answer.set' as const, a: { unit, value } })),
}))
const days = [0, 31, 62, 92]

/** A device of the lab, of which the overviews are looked at. */
class Follower {
  readonly rows = new Map<string, unknown>()
  #cursor: string | null = null

  async follow(server: TestApp, who: string, run: number): Promise<void> {
    for (let more = true; more;) {
      const { data } = await server.pull(await server.token(who), `dev-${who}-${run}`, this.#cursor, { limit: 7 })
      for (const { scope } of [...data.reset, ...data.drop])
        for (const key of this.rows.keys()) if (key.startsWith(`${scope} `)) this.rows.delete(key)
      for (const { s, t, i, r } of data.rows) {
        if (t !== 'overview') continue
        if (r === null) this.rows.delete(`${s} ${i}`)
        else this.rows.set(`${s} ${i}`, r)
      }
      this.#cursor = data.cursor
      more = data.more
    }
  }
}

/** Overviews as the institutions' rows tell them, by scope and institution. */
const asTheyAre = (server: TestApp) =>
  server.db.read(async (tx) => {
    const worlds = await Promise.all(institutions.map((institutionId) => new WorldStore().read(tx, { institutionId, formId: 'tiny' })))
    return new Map(
      worlds.map((world) => {
        const overview = overviewOf(must(world, 'no world'))
        return [`${overviewScope('tiny', overview.evaluatorId)} ${overview.institutionId}`, overview] as const
      }),
    )
  })

const asTheyAreKept = async (server: TestApp) => {
  const rows = await server.db.q
    .selectFrom('sync_row')
    .select(['scope', 'id', 'data'])
    .where('tbl', '=', 'overview')
    .where('deleted', '=', 0)
    .execute()
  return new Map(rows.map((row) => [`${row.scope} ${row.id}`, JSON.parse(row.data)]))
}

/** Nothing has happened yet; the stages begin anew at what the clock says. */
async function anew(server: TestApp): Promise<void> {
  await server.db.write(async (tx) => {
    for (const table of ['sync_row', 'participant', 'evaluator_once', 'overview_source', 'form_version'] as const)
      await tx.q.deleteFrom(table).execute()
  })
  await seedTiny(server.db, server.clock.now())
  server.app.server.worlds.forget()
  await fillOverviews(server.db, server.clock.now, (_, error) => {
    throw error
  })
}

async function giveTo(server: TestApp, institutionId: string, evaluatorId: string | null): Promise<void> {
  await server.db.write(async (tx) => {
    const world = must(await new WorldStore().read(tx, { institutionId, formId: 'tiny' }), 'no world')
    const row = { ...world.participant, evaluatorId }
    const changes = [{ scope: instScope(institutionId, 'tiny'), part: '', table: 'participant' as const, id: institutionId, row }]
    await writeWithOverviews(tx, { get: () => undefined }, changes, [], server.clock.now())
  })
}

onEachDatabase((start, kind) => {
  test('[OV3] whatever is done in whatever order, each overview says what its institution does, and so do the devices that follow', async () => {
    const server = await start()
    let runs = 0
    await assertProperty(
      fc.asyncProperty(fc.constantFrom(...days), fc.array(step, { minLength: 5, maxLength: 40 }), async (day, steps: readonly Step[]) => {
        await anew(server)
        runs += 1
        const followers = new Map(['eva', 'otro', 'root'].map((who) => [who, new Follower()]))
        const seqs = new Map<string, number>()
        for (const each of [...atFirst, { kind: 'time' as const, days: day }, ...steps]) {
          if (each.kind === 'push') {
            const where = (each.who === 'sur-lider') === each.elsewhere ? 'norte' : 'sur'
            const mutations = each.asked.map(({ n, a }) => {
              const seq = (seqs.get(each.who) ?? 0) + 1
              seqs.set(each.who, seq)
              const s = n.startsWith('evaluation.') ? evalScope(where, 'tiny') : instScope(where, 'tiny')
              return wire(seq, n, a, { s, mid: `${each.who}-run${runs}-${seq}`, t: server.clock.now() })
            })
            await server.push(await server.token(each.who), `dev-${each.who}-${runs}`, mutations)
          } else if (each.kind === 'time') {
            server.clock.advance(each.days * dayMs)
            await server.app.tick()
          } else if (each.kind === 'rename') {
            const institution = each.who === 'sur-lider' ? 'sur' : 'norte'
            const args = { userId: each.who, name: each.name, surname: 'Prueba' }
            await changeDirectory(server.app.server, { userId: each.who, scope: orgScope(institution), name: 'person.rename', args })
          } else if (each.kind === 'evaluator') await giveTo(server, each.where, each.who)
          else await followers.get(each.who)?.follow(server, each.who, runs)
          expect(await asTheyAreKept(server)).toEqual(await asTheyAre(server))
        }
        const all = await asTheyAre(server)
        for (const [who, follower] of followers) {
          await follower.follow(server, who, runs)
          const theirs = [...all].filter(([, { evaluatorId }]) => who === 'root' || evaluatorId === who)
          expect(follower.rows, who).toEqual(new Map(theirs))
        }
      }),
      { runs: kind === 'sqlite' ? 12 : 4 },
    )
  })
})
