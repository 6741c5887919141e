import * as contract from '#shared/sends/routes.ts'
import { done } from '#shared/kernel/result.ts'
import { precheck } from '#shared/sends/rules.ts'
import type { PrecheckRow } from '#shared/sends/rules.ts'
import * as v from 'valibot'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { precheckEn } from '../../strings/precheck.en.ts'
import { precheckEs } from '../../strings/precheck.es.ts'
import { look, perform } from '../../world/door.ts'
import { nameOf } from '../answers/views.ts'

const sentences = { es: precheckEs, en: precheckEn }
const receiptOf = v.looseObject({ receipt: v.string() })

export function mountSends(server: Server): void {
  mount(server, contract.precheckSend, ({ params, session, language }) =>
    look(server, session, params.form, undefined, ({ world }) => {
      const rows = precheck(world, session.actor)
      const named = (row: PrecheckRow): string =>
        row.position === null ? row.name : `${row.name} (${sentences[language].row.replace('{n}', String(row.position))})`
      const data = rows.map((row) => ({
        name: named(row),
        text: named(row),
        errorplaceholder: row.code,
        errorMsg: sentences[language][row.code],
        userName: row.userId === null ? '' : nameOf(world, row.userId),
        blocking: row.blocking,
      }))
      const blocking = rows.filter((row) => row.blocking).length
      const msg = blocking === 0 ? sentences[language].ready : sentences[language].found.replace('{n}', String(blocking))
      return { msg, data, err: blocking > 0 }
    }),
  )

  mount(server, contract.sendAnswers, async ({ params, session, request, language }) => {
    const stored = await perform(server, session, request, { formId: params.form }, () => ({
      name: 'answers.send',
      args: { reviewed: null },
    }))
    if (!stored.ok) return stored
    const parsed = v.safeParse(receiptOf, stored.value.answer)
    return done({ msg: sentences[language].sent, receipt: parsed.success ? parsed.output.receipt : null })
  })

  mount(server, contract.sendSurvey, async ({ params, session, request, language }) => {
    const stored = await perform(server, session, request, { formId: params.form }, () => ({ name: 'survey.send', args: {} }))
    return stored.ok ? done({ msg: sentences[language].surveySent }) : stored
  })
}
