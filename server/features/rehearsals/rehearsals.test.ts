import type { FormHeader } from '#shared/stages/model.ts'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/databases.ts'
import type { Called, TestApp } from '../../testing/app.ts'

type Row = Readonly<Record<string, unknown>>
const row = (data: unknown): Row => data as Row
interface View {
  readonly form: FormHeader
  readonly day: string
  readonly first: string
  readonly last: string
  readonly people: readonly { readonly _id: string; readonly kind: string; readonly institution: string | null }[]
}

const begun = async (server: TestApp): Promise<{ token: string; view: View; path: string }> => {
  const token = await server.token('root')
  const made = await server.call('POST', 'form/tiny/rehearsal', { token, headers: { 'Idempotency-Key': 'rehearse-it-once' } })
  expect(made.error).toBeUndefined()
  const view = made.data as View
  return { token, view, path: `form/${view.form.id}/rehearsal` }
}

onEachDatabase((start) => {
  describe('rehearsals', () => {
    test('[RH1] an administrator enters as anybody of a rehearsal and as nobody else; its people are in no list and get no letter', async () => {
      const server = await start()
      const { token, view, path } = await begun(server)
      expect(view.people).toHaveLength(11)
      const leader = view.people.find((each) => each._id.endsWith('-lider'))
      const entered = await server.call('POST', `${path}/enter`, { token, body: { userId: leader?._id } })
      const theirs = String(row(entered.data)['token'])
      expect(row(entered.data)['user']).toMatchObject({ _id: leader?._id, formIdActive: view.form.id, leader: true })
      const pulled = await server.pull(theirs, 'device-of-leader', null)
      expect(new Set(pulled.data.rows.filter((each) => each.t === 'form').map((each) => each.i))).toEqual(new Set([view.form.id]))
      for (const userId of ['ana', 'root', 'eva'])
        expect((await server.call('POST', `${path}/enter`, { token, body: { userId } })).error.code).toBe('not_found')
      expect((await server.call('POST', `${path}/enter`, { token: theirs, body: { userId: leader?._id } })).error.code).toBe(
        'administrators_only',
      )
      expect((await server.call('POST', 'form/tiny/rehearsal/enter', { token, body: { userId: 'ana' } })).error.code).toBe('not_found')
      const evaluators = (await server.call('GET', 'form/tiny/evaluators', { token })).data as Row[]
      expect(evaluators.map((each) => each['_id'])).toEqual(['eva', 'otro'])
      expect(row((await server.call('GET', 'institution/tiny', { token })).data)['institutionIds']).toEqual(['norte', 'sur'])
      server.clock.advance(13 * 3_600_000)
      expect((await server.call('GET', 'auth/me', { token: theirs })).error.code).toBe('unauthenticated')
      await server.close()
    })

    test('[RH1] nobody of a rehearsal takes part or evaluates in a real form, and nobody real in a rehearsal', async () => {
      const server = await start()
      const { token, view } = await begun(server)
      const cast = server.db.q.selectFrom('user').select('institution_id').where('rehearsal', '=', view.form.id).distinct().execute()
      const invented = (await cast).flatMap((each) => each.institution_id ?? [])
      const evaluatorId = view.people.find((each) => each.kind === 'Evaluator')?._id ?? ''
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
      const put = (form: string, institutions: readonly object[]) =>
        server.call('POST', `form/${form}/participant`, { token, body: { institutions } })
      const real = String(row(made.data)['_id'])
      const theirs = invented.map((institutionId) => ({ institutionId, evaluatorId }))
      expect((await put(real, [{ institutionId: 'norte', evaluatorId }])).error.code).toBe('person_unknown')
      expect((await put(view.form.id, [...theirs, { institutionId: 'norte', evaluatorId: 'eva' }])).error.code).toBe('not_found')
      expect(
        (
          await put(
            view.form.id,
            theirs.map((each) => ({ ...each, evaluatorId: 'eva' })),
          )
        ).error.code,
      ).toBe('person_unknown')
      await server.call('PUT', `form/${view.form.id}/toggle`, { token, body: { enabled: false } })
      expect((await put(real, [{ institutionId: invented[0], evaluatorId: null }])).error.code).toBe('not_found')
      const letters = await server.db.q
        .selectFrom('letter')
        .innerJoin('user', 'user.id', 'letter.to_user')
        .select('user.id')
        .where('rehearsal', 'is', null)
        // The real form was hidden, which its own people are told.
        .where('letter.template', '<>', 'formHidden')
        .execute()
      expect(letters).toEqual([])
      await server.close()
    })

    test('[RH2] a day outside its plan, or of no calendar, moves nothing and answers nothing', async () => {
      const server = await start()
      const { token, view, path } = await begun(server)
      const before = (await server.call('GET', path, { token })).data
      for (const day of [`${view.last.slice(0, 8)}99`, '2999-01-01', '']) {
        const { status, error } = await server.call('PUT', path, { token, body: { day } })
        expect([status, error.code]).toEqual([422, 'rehearsal_day_outside'])
      }
      expect((await server.call('GET', path, { token })).data).toEqual(before)
      const answers = await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'answer').execute()
      expect(answers).toEqual([])
      await server.close()
    })

    test('[RH2] [RH3] it is walked from before the first stage to after the last, with answers in it, and every role finds its own', async () => {
      const server = await start()
      const { token, view, path } = await begun(server)
      const move = async (day: string): Promise<Called> => server.call('PUT', path, { token, body: { day } })
      expect((await move('1999-01-01')).error.code).toBe('rehearsal_day_outside')
      const states: string[] = []
      const form = async (): Promise<FormHeader> => (await server.call('GET', path, { token })).data as FormHeader
      expect(await form()).toMatchObject({ day: view.first })
      for (const { start: day } of view.form.rehearsal?.planned ?? []) {
        const moved = await move(day)
        expect(moved.error).toBeUndefined()
        const listed = (await server.pull(token, 'device-of-root', null)).data.rows.filter(
          (each) => each.t === 'overview' && each.r !== null && row(each.r)['formId'] === view.form.id,
        )
        states.push(listed.map((each) => `${String(row(row(each.r)['input'])['pendent'])}`).join(' '))
      }
      // All of the first institution and half of the second are answered from the first day of the first stage on.
      expect(states[0]).toMatch(/^0 [1-9]/)
      expect((await move(view.last)).error).toBeUndefined()
      expect((await move(view.first)).error.code).toBe('rehearsal_day_back')
      const letters = await server.db.q
        .selectFrom('letter')
        .innerJoin('user', 'user.id', 'letter.to_user')
        .select('user.rehearsal')
        .execute()
      expect(letters.every((each) => each.rehearsal === view.form.id)).toBe(true)
      expect((await server.call('DELETE', `form/${view.form.id}`, { token })).status).toBe(200)
      await server.close()
    })
  })
})
