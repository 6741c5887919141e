import type { Evaluation } from '#shared/evaluations/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { addDays, dayAt, dayMs, instantOf } from '#shared/kernel/instant.ts'
import { evalScope, formScope, instScope } from '#shared/protocol/scope.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import { expect, test } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import { testClock, wire, type TestApp, type TestClock } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const hourMs = 3_600_000

onEachDatabase((start) => {
  const rows = async <T>(server: TestApp, scope: string, table: string): Promise<T[]> => {
    const found = await server.db.q.selectFrom('sync_row').select('data').where('scope', '=', scope).where('tbl', '=', table).execute()
    return found.map((row): T => JSON.parse(row.data))
  }
  const published = (server: TestApp): Promise<Evaluation[]> => rows<Evaluation>(server, instScope('norte', 'tiny'), 'evaluation')
  const until = (clock: TestClock, ms: number): void => clock.advance(ms - Date.parse(clock.now()))
  const stagesOf = async (server: TestApp): Promise<readonly Stage[]> =>
    must((await rows<FormHeader>(server, formScope('tiny'), 'form'))[0], 'the form is missing').stages
  const save = async (server: TestApp): Promise<void> => {
    const body = { questionId: 'q1', answer: 'Laboratorio' }
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: await server.token('ana'), body })).status).toBe(200)
  }
  const decided = (seq: number, unit: string, decision: string, at: number, lease: number) =>
    wire(
      seq,
      'evaluation.decide',
      { unit, decision, comment: 'Falta la fecha', answerRev: 1 },
      { s: evalScope('norte', 'tiny'), t: instantOf(at), l: instantOf(lease) },
    )

  test('[TM14] what an evaluator decided offline before the end is released to the institution that already corrects, and marked late', async () => {
    const clock = testClock()
    const server = await start({ clock })
    await save(server)
    const revision = must((await stagesOf(server))[1], 'no revision')
    const { endMs } = boundsOf(revision)
    until(clock, endMs - 3 * hourMs)
    const token = await server.token('eva')
    await server.pull(token, 'device-eva', null, { pending: 0 })
    until(clock, endMs + hourMs)
    await server.app.tick()
    const pushed = await server.push(token, 'device-eva', [decided(1, 'q1', 'Observed', endMs - hourMs, endMs - 3 * hourMs)])
    expect(pushed.data.results).toEqual([])
    expect(await published(server)).toMatchObject([{ unit: 'q1', decision: 'Observed', late: true }])
    until(clock, endMs + 25 * hourMs)
    const tooLate = await server.push(token, 'device-eva', [decided(2, 'q1', 'Accepted', endMs - hourMs, endMs - 3 * hourMs)])
    expect(tooLate.data.results).toMatchObject([{ d: 'lost', code: 'stage_closed' }])
    expect(await published(server)).toMatchObject([{ decision: 'Observed' }])
  })

  test('[TM13] a second revision that nobody sent is published by no later stage', async () => {
    const clock = testClock()
    const server = await start({ clock })
    await save(server)
    const [header] = await rows<FormHeader>(server, formScope('tiny'), 'form')
    const form = must(header, 'the form is missing')
    const last = must(form.stages.at(-1), 'no stages')
    const replica: Stage = { id: 'e5', kind: 'ReplicaInput', name: 'Réplica', start: addDays(last.end, 1), end: addDays(last.end, 20) }
    const results: Stage = { id: 'e6', kind: 'ShowResults', name: 'Resultados', start: addDays(last.end, 21), end: addDays(last.end, 40) }
    await server.db.write((tx) =>
      writeChanges(
        tx,
        [{ scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row: { ...form, stages: [...form.stages, replica, results] } }],
        clock.now(),
      ),
    )
    const { startMs } = boundsOf(last)
    until(clock, startMs + dayMs)
    await server.app.tick()
    const decide = { token: await server.token('eva'), body: { decision: 'Rejected', comment: 'No consta', answerRev: 1 } }
    expect((await server.call('POST', 'evaluator/evaluate/form/tiny/institution/norte/question/q1', decide)).status).toBe(200)
    for (const stage of [replica, results]) {
      until(clock, boundsOf(stage).startMs + hourMs)
      await server.app.tick()
      expect([dayAt(clock.now()), await published(server)]).toEqual([stage.start, []])
    }
    const overview = await server.call('GET', 'evaluator/overview/form/tiny', { token: await server.token('root') })
    expect(overview.data).toMatchObject([
      { institutionId: 'norte', unsent: [{ stageId: 'e4', undecided: 0 }] },
      { institutionId: 'sur', unsent: [] },
    ])
  })
})
