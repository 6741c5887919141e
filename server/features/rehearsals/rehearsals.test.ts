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
