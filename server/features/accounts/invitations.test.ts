import { expect, test } from 'vitest'
import type { Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { wire, type Called, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const guest = { name: 'Elsa', surname: 'Nueva', email: 'elsa@norte.example' }

onEachDatabase((start) => {
  const mailed = async (server: TestApp): Promise<Mail[]> => {
    await server.app.settled()
    const letters: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void letters.push(mail), close: () => undefined })
    return letters
  }
  const secretIn = (letter: Mail | undefined): string => /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const accept = (server: TestApp, token: string, email = guest.email): Promise<Called> =>
    server.call('POST', 'auth/invite', { body: { token, email, password: 'entro hoy 1', confirmPassword: 'entro hoy 1' } })
  let seq = 0
  const does = async (server: TestApp, who: string, name: string, args: unknown): Promise<unknown> => {
    seq += 1
    const { data } = await server.push(await server.token(who), `dev-${who}-${seq}`, [wire(1, name, args, { mid: `invite-${seq}-${who}` })])
    return data.results[0]?.code ?? 'ok'
  }
  const invite = async (server: TestApp, element = 'd1'): Promise<string> => {
    const elements = [{ element, level: 'Dimension', seen: 0 }]
    expect(await does(server, 'ana', 'assignment.set', { elements, who: { invite: guest } })).toBe('ok')
    const row = await server.db.q.selectFrom('user').select('id').where('email', '=', guest.email).executeTakeFirstOrThrow()
    return row.id
  }

  test('[AS17] who lost the invitation gets it again by asking for recovery, and the reply is the same for anybody', async () => {
    const server = await start()
    await invite(server)
    await mailed(server)
    const known = await server.call('POST', 'auth/recovery', { body: { email: guest.email } })
    const unknown = await server.call('POST', 'auth/recovery', { body: { email: 'nadie@norte.example' } })
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
    const letters = await mailed(server)
    expect(letters.map((letter) => letter.subject)).toEqual(['Invitación al Índice de Innovación Pública'])
    expect((await accept(server, secretIn(letters[0]))).status).toBe(200)
  })

  test('[AS17] every letter to who has not joined lets them in: of the first assignment, of a second, and the one sent again', async () => {
    const server = await start()
    const id = await invite(server)
    const first = await mailed(server)
    await invite(server, 'd2')
    server.clock.advance(900_000)
    // What was given first and second is one letter.
    const second = await mailed(server)
    expect(second.map((letter) => letter.subject)).toEqual(['Tiene preguntas a su cargo: Formulario de prueba'])
    server.clock.advance(400_000)
    expect(await does(server, 'ana', 'invitation.resend', { userId: id })).toBe('ok')
    const again = await mailed(server)
    const secrets = [...first, ...second, ...again].map(secretIn)
    expect(secrets.map((secret) => secret !== '')).toEqual([true, true, true])
    expect((await accept(server, secrets[0] ?? '')).status).toBe(200)
    // One was used: none of the others works any more.
    for (const secret of secrets) expect((await accept(server, secret)).error.code).toBe('token_invalid')
    expect(await does(server, 'ana', 'invitation.resend', { userId: id })).toBe('invitation_accepted')
  })

  test('[AS18] a corrected address gets the letter, and what went to the former one opens nothing under either', async () => {
    const server = await start()
    const id = await invite(server)
    const stray = secretIn((await mailed(server))[0])
    const right = 'elsa.nueva@norte.example'
    expect(await does(server, 'ana', 'invitation.correct', { userId: id, ...guest, email: right })).toBe('ok')
    for (const email of [guest.email, right]) expect((await accept(server, stray, email)).error.code).toBe('token_invalid')
    const letters = await mailed(server)
    expect(letters.map((letter) => letter.to)).toMatchObject([{ address: right }])
    expect((await accept(server, secretIn(letters[0]), right)).status).toBe(200)
  })

  test('[AS18] nor does what is on its way to the former address when it is corrected', async () => {
    const server = await start()
    const id = await invite(server)
    const right = 'elsa.nueva@norte.example'
    const { db } = server.app.server
    const write = db.write
    // The carrier knows whom it writes to, and has not made the secret yet.
    Object.assign(db, {
      write: async (work: Parameters<typeof write>[0]) => {
        Object.assign(db, { write })
        expect(await does(server, 'ana', 'invitation.correct', { userId: id, ...guest, email: right })).toBe('ok')
        return write(work)
      },
    })
    const letters = await mailed(server)
    for (const stray of letters.filter(({ to }) => to.address === guest.email))
      expect((await accept(server, secretIn(stray), right)).error.code).toBe('token_invalid')
    server.clock.advance(60_000)
    const [letter] = [...letters, ...(await mailed(server))].filter(({ to }) => to.address === right)
    expect((await accept(server, secretIn(letter), right)).status).toBe(200)
  })

  test('[AS18] an address of another institution’s account is never taken over', async () => {
    const server = await start()
    const id = await invite(server)
    await server.db.q.updateTable('user').set({ email: 'jefa@norte.example' }).where('id', '=', 'sur-lider').execute()
    expect(await does(server, 'ana', 'invitation.correct', { userId: id, ...guest, email: 'jefa@norte.example' })).toBe('person_unknown')
    expect(await server.db.q.selectFrom('user').select('email').where('id', '=', id).execute()).toEqual([{ email: guest.email }])
  })

  test('[AS19] a withdrawn invitation opens nothing, and recovery of that address sends nothing', async () => {
    const server = await start()
    const id = await invite(server)
    const secret = secretIn((await mailed(server))[0])
    expect(await does(server, 'dina', 'invitation.withdraw', { userId: id })).toBe('no_permission_assign')
    expect(await does(server, 'ana', 'invitation.withdraw', { userId: id })).toBe('ok')
    expect((await accept(server, secret)).error.code).toBe('token_invalid')
    await server.call('POST', 'auth/recovery', { body: { email: guest.email } })
    expect(await mailed(server)).toEqual([])
    const history = await server.db.q
      .selectFrom('history')
      .select(['action', 'text', 'user_id'])
      .where('action', '=', 'Retira invitación')
      .execute()
    expect(history).toEqual([{ action: 'Retira invitación', text: 'Elsa Nueva <elsa@norte.example>', user_id: 'ana' }])
  })
})
