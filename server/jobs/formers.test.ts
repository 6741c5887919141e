import { underOwnIds } from '#shared/forms/own-ids.ts'
import { anAnswer, anEvaluation } from '#shared/forms/fixtures.ts'
import type { Former } from '#shared/evaluations/model.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import { addDays, dayAt } from '#shared/kernel/instant.ts'
import { beforeScope, evalScope, formScope, formerScope, instScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { beforeEach, expect, test } from 'vitest'
import { tinyDefinition } from '../testing/definition.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { changesOfForm, storeOwnDefinition } from '../world/definitions.ts'
import { writeChanges } from '../sync/changes.ts'
import { fillFormers } from './formers.ts'

/** Last year's questionnaire, of which this year's is a copy as far as lines go. */
const { definition: copied, idOf } = underOwnIds(tinyDefinition, 'old')
const old = { ...copied, versionId: 'old-v1', formId: 'old', name: 'Índice anterior' }

onEachDatabase((start) => {
  let server: TestApp
  let header: FormHeader
  const write = (changes: readonly Change[]) => server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))
  const answered = (institutionId: string, unit: string, value: string): Change => {
    const at = idOf(unit)
    return { scope: instScope(institutionId, 'old'), part: '', table: 'answer', id: at, row: anAnswer(at, value) }
  }

  beforeEach(async () => {
    server = await start()
    const today = dayAt(server.clock.now())
    const stages = [{ id: 'o1', kind: 'NormalInput' as const, name: 'Ingreso', start: addDays(today, -400), end: addDays(today, -300) }]
    header = { id: 'old', name: old.name, description: '', versionId: old.versionId, enabled: false, stages }
    const participants = ['norte', 'sur'].map((id): Change => {
      const row = newParticipant({ institutionId: id, formId: 'old', leaderId: 'ana', evaluatorId: 'otro', locked: true })
      return { scope: instScope(id, 'old'), part: '', table: 'participant', id, row }
    })
    const decided = idOf('q1')
    await write(changesOfForm(header, old))
    await server.db.write((tx) => storeOwnDefinition(tx, old, server.clock.now()))
    await write([
      ...participants,
      answered('norte', 'q1', 'del norte'),
      answered('sur', 'q1', 'del sur'),
      answered('norte', 'e1', 'de la encuesta'),
      {
        scope: instScope('norte', 'old'),
        part: '',
        table: 'evaluation',
        id: decided,
        row: anEvaluation(decided, 'Rejected', { comment: 'No consta' }),
      },
      {
        scope: evalScope('norte', 'old'),
        part: '',
        table: 'draft',
        id: decided,
        row: anEvaluation(decided, 'Accepted', { comment: 'en borrador' }),
      },
    ])
  })

  const fill = () => fillFormers(server.app.server)
  const received = async (userId: string, open: readonly string[] = []) => {
    const { data } = await server.pull(await server.token(userId), `dev-${userId}`, null, { open })
    const rows = data.rows.filter((row) => row.t === 'former' && row.r !== null).map((row) => ({ scope: row.s, ...(row.r as Former) }))
    return { rows, whole: JSON.stringify(data) }
  }

  test('[FB4] whoever evaluates now receives what was answered before, who evaluated then does not, and nobody of an institution what was said of it', async () => {
    expect(await fill()).toBe(2)
    const { rows } = await received('eva')
    expect(rows.toSorted((a, b) => (a.scope < b.scope ? -1 : 1))).toMatchObject([
      {
        scope: formerScope('norte', 'tiny'),
        line: 'q1',
        value: 'del norte',
        decision: 'Rejected',
        comment: 'No consta',
        form: 'Índice anterior',
      },
      { scope: formerScope('sur', 'tiny'), line: 'q1', value: 'del sur', decision: null },
    ])
    for (const stranger of ['ana', 'sur-lider', 'otro']) {
      const { whole } = await received(stranger, [instScope('norte', 'tiny'), formerScope('norte', 'tiny'), instScope('norte', 'old')])
      expect(whole).not.toContain('No consta')
      expect(whole).not.toContain('en borrador')
      expect(whole).not.toContain('former:')
      if (stranger !== 'ana') expect(whole).not.toContain('del norte')
      if (stranger !== 'sur-lider') expect(whole).not.toContain('del sur')
    }
    expect((await received('root', [instScope('sur', 'tiny')])).rows.map(({ value }) => value)).toEqual(['del sur'])
  })

  test('[FB4] a device of the first schema is sent nothing that it does not know', async () => {
    await fill()
    const body = { protocol: 1, schema: 1, deviceId: 'old-device', cursor: null }
    const { data } = await server.call('POST', 'sync/pull', { token: await server.token('eva'), body })
    expect(JSON.stringify(data)).not.toContain('former')
  })

  test('[FB5] of an institution each receives of its own what they see of the questionnaire, and loses it with that; a device of the first schema nothing', async () => {
    await fill()
    expect((await received('ana')).rows).toMatchObject([
      { scope: beforeScope('norte', 'tiny'), line: 'q1', value: 'del norte', decision: 'Rejected', comment: null, observed: null },
    ])
    expect((await received('sur-lider')).rows.map(({ scope, value }) => [scope, value])).toEqual([[beforeScope('sur', 'tiny'), 'del sur']])
    const question = tinyDefinition.questions.find(({ id }) => id === 'q1')
    const elements = new Set([...tinyDefinition.dimensions.map(({ id }) => id), ...tinyDefinition.questions.map(({ id }) => id)])
    const hold = (userId: string | null, element: string, level: 'Question' | 'Subdimension'): Change => {
      return { scope: instScope('norte', 'tiny'), part: '', table: 'assignment', id: element, row: { element, level, userId, rev: 9 } }
    }
    await write([...elements].map((element) => hold(null, element, 'Question')))
    const berta = await server.token('berta')
    expect((await received('berta')).rows).toEqual([])
    await write([hold('berta', question?.dimensionId ?? '', 'Subdimension')])
    const { data } = await server.pull(berta, 'dev-berta-2', null)
    expect(data.rows.filter((row) => row.t === 'former').map((row) => row.s)).toEqual([beforeScope('norte', 'tiny')])
    await write([hold(null, question?.dimensionId ?? '', 'Subdimension')])
    const { data: after } = await server.pull(berta, 'dev-berta-2', data.cursor)
    expect(JSON.stringify(after.drop)).toContain(beforeScope('norte', 'tiny'))
    const body = { protocol: 1, schema: 1, deviceId: 'old-device-of-ana', cursor: null }
    const { data: former } = await server.call('POST', 'sync/pull', { token: await server.token('ana'), body })
    expect(JSON.stringify(former)).not.toContain('before:')
  })

  test('[FB4] with another evaluator it goes to them, and leaves who had it', async () => {
    await fill()
    const eva = await server.token('eva')
    const { data: first } = await server.pull(eva, 'dev-eva', null)
    const row = newParticipant({ institutionId: 'norte', formId: 'tiny', leaderId: 'ana', evaluatorId: 'otro', openedStageId: 'e1' })
    await write([{ scope: instScope('norte', 'tiny'), part: '', table: 'participant', id: 'norte', row }])
    const { data } = await server.pull(eva, 'dev-eva', first.cursor)
    expect(data.drop.map(({ scope }) => scope)).toContain(formerScope('norte', 'tiny'))
    expect((await received('otro')).rows.map(({ value }) => value)).toEqual(['del norte'])
  })

  test('[FB4] it is made once, and anew when an earlier answer changes, the form before becomes another one, or none', async () => {
    await fill()
    expect(await fill()).toBe(0)
    await write([answered('norte', 'q1', 'corregido después')])
    expect(await fill()).toBe(1)
    expect(new Set((await received('eva')).rows.map(({ value }) => value))).toEqual(new Set(['corregido después', 'del sur']))
    await write([{ scope: formScope('old'), part: '', table: 'form', id: 'old', row: { ...header, removed: true } }])
    expect(await fill()).toBe(2)
    expect((await received('eva')).rows).toEqual([])
    expect(await fill()).toBe(0)
  })

  test('[FB1] of a form that is not over, and of an institution that did not take part, nothing is kept', async () => {
    const today = dayAt(server.clock.now())
    const running = header.stages.map((stage) => ({ ...stage, end: addDays(today, 1) }))
    await write([{ scope: formScope('old'), part: '', table: 'form', id: 'old', row: { ...header, stages: running } }])
    expect(await fill()).toBe(0)
    await write([{ scope: formScope('old'), part: '', table: 'form', id: 'old', row: header }])
    await server.db.q.deleteFrom('participant').where('form_id', '=', 'old').where('institution_id', '=', 'sur').execute()
    expect(await fill()).toBe(1)
    expect((await received('eva')).rows.map(({ value }) => value)).toEqual(['del norte'])
  })
})
