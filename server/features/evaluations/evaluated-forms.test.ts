import { dayMs } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  test('[EV15] who evaluates reads their forms and the institutions of each by the names of the list, and nobody else reads any', async () => {
    const server = await start()
    const get = async (path: string, who: string) => server.call('GET', path, { token: await server.token(who) })
    const ana = await server.token('ana')
    expect(
      (await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q1', answer: 'borrador' } })).status,
    ).toBe(200)
    const { data: mine } = await get('form/evaluator', 'eva')
    expect(mine).toMatchObject({
      formIds: ['tiny'],
      formById: { tiny: { _id: 'tiny', stageKind: 'NormalInput', numStages: 4, numInstitutions: 2, privileges: [] } },
    })
    expect((await get('form/evaluator', 'otro')).data).toEqual({ formIds: [], formById: {} })
    expect((await get('form/evaluator', 'ana')).data).toEqual({ formIds: [], formById: {} })
    expect((await get('form/evaluator', 'root')).data).toMatchObject({ formIds: ['tiny'] })

    const { data: before } = await get('form/evaluator/tiny', 'eva')
    expect(before).toMatchObject({
      institutionIds: ['norte', 'sur'],
      institutionById: {
        norte: { id: 'norte', name: 'Servicio norte', state: 'inInput', evaluator: 'eva', locked: false, selectToSend: false },
      },
    })
    expect(JSON.stringify(before)).not.toContain('borrador')
    for (const who of ['otro', 'ana']) expect((await get('form/evaluator/tiny', who)).status).toBe(404)
    expect((await get('form/evaluator/no-such-form', 'eva')).status).toBe(404)
    expect((await server.call('GET', 'form/evaluator')).status).toBe(401)

    server.clock.advance(32 * dayMs)
    await server.app.tick()
    const eva = await server.token('eva')
    const observed = { decision: 'Observed', comment: 'Falta respaldo' }
    const path = 'evaluator/evaluate/form/tiny/institution/norte/question/q1'
    expect((await server.call('POST', path, { token: eva, body: observed })).status).toBe(200)
    const { data: after } = await get('form/evaluator/tiny', 'eva')
    expect(after).toMatchObject({
      form: { stageKind: 'FirstRevision', privileges: expect.arrayContaining(['watchAnswers', 'observeAnswer', 'sendEvaluations']) },
      institutionById: { norte: { advance: 100, observedQuestions: 1, questionsNotAccepted: 1, locked: true, selectToSend: true } },
    })
  })

  test('[OU1] an evaluator reads in a form only the institutions that are theirs', async () => {
    const server = await start()
    const root = await server.token('root')
    const body = {
      institutions: [
        { institutionId: 'norte', evaluatorId: 'eva' },
        { institutionId: 'sur', evaluatorId: 'otro' },
      ],
    }
    expect((await server.call('POST', 'form/tiny/participant', { token: root, body })).status).toBe(200)
    for (const [who, institution] of [
      ['eva', 'norte'],
      ['otro', 'sur'],
    ] as const) {
      const token = await server.token(who)
      expect((await server.call('GET', 'form/evaluator/tiny', { token })).data).toMatchObject({
        form: { numInstitutions: 1 },
        institutionIds: [institution],
      })
    }
  })
})
