import { evalScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { wire, type TestApp } from './app.ts'

/** The same thing meant through both doors. */
export interface Intent {
  readonly who: string
  readonly rest: { readonly method: string; readonly path: string; readonly body?: unknown }
  /** Mutation that a device would send for it, seeing what stands. */
  readonly push: (seen: Seen) => { readonly n: string; readonly a: unknown; readonly b?: string | undefined }
}

/** What a device holds: the replicated row of a table and id. */
type Seen = (table: string, id: string) => Record<string, unknown> | undefined

const midOf = (seen: Seen, table: string, id: string): string | undefined => {
  const mid = seen(table, id)?.['mid']
  return typeof mid === 'string' ? mid : undefined
}
const revOf = (seen: Seen, table: string, id: string): number => Number(seen(table, id)?.['rev'] ?? 0)
const threadOf = (seen: Seen, unit: string): unknown => seen('thread', unit)?.['threadId'] ?? 'no-such-thread'
const rowsIn = (seen: Seen): string[] => {
  const value = seen('answer', 'q8')?.['value']
  return value !== null && typeof value === 'object' && 'rows' in value && Array.isArray(value.rows) ? value.rows.map(String) : []
}
let made = 0
const newId = (): string => `door-${String((made += 1)).padStart(8, '0')}`

export const saving = (who: string, questionId: string, given: unknown, value: unknown): Intent => ({
  who,
  rest: { method: 'POST', path: `form/tiny/saveQuestionAnswer${questionId === 'e1' ? 'Survey' : ''}`, body: { questionId, answer: given } },
  push: (seen) => ({ n: 'answer.set', a: { unit: questionId, value }, b: midOf(seen, 'answer', questionId) }),
})
const clearing = (who: string, questionId: string): Intent => ({
  who,
  rest: { method: 'POST', path: 'form/tiny/deleteQuestionAnswer', body: { questionId } },
  push: (seen) => ({ n: 'answer.clear', a: { unit: questionId }, b: midOf(seen, 'answer', questionId) }),
})
export const resizing = (who: string, size: number): Intent => ({
  who,
  rest: { method: 'POST', path: 'form/tiny/saveQuestionAnswer/block/parent', body: { questionId: 'q8', answer: size } },
  push: (seen) => ({
    n: 'answer.set',
    a: { unit: 'q8', value: { rows: [...rowsIn(seen), ...Array.from({ length: size }, newId)].slice(0, size) } },
    b: midOf(seen, 'answer', 'q8'),
  }),
})
/** Of the first row, which must be there. */
export const filling = (who: string, text: string): Intent => ({
  who,
  rest: { method: 'POST', path: 'form/tiny/saveQuestionAnswer/block/child/0', body: { questionId: 'q81', answer: text } },
  push: (seen) => {
    const unit = `q81@${rowsIn(seen)[0] ?? ''}`
    return { n: 'answer.set', a: { unit, value: text }, b: midOf(seen, 'answer', unit) }
  },
})
export const assigning = (who: string, element: string, level: string, userId: string | null): Intent => ({
  who,
  rest: {
    method: 'POST',
    path: 'form/tiny/responsable/assign',
    body: { elements: [{ element, level }], user: userId === null ? null : { _id: userId } },
  },
  push: (seen) => ({
    n: 'assignment.set',
    a: { elements: [{ element, level, seen: revOf(seen, 'assignment', element) }], who: userId === null ? null : { userId } },
  }),
})
export const delegating = (who: string, userId: string | null): Intent => ({
  who,
  rest: { method: 'POST', path: `form/tiny/${userId === null ? 'remove' : 'assign'}/delegate`, body: { user: userId } },
  push: () => ({ n: 'delegate.set', a: { who: userId === null ? null : { userId } } }),
})
export const commenting = (who: string, questionId: string, body: string): Intent => ({
  who,
  rest: { method: 'POST', path: `form/tiny/answer/${questionId}/comment`, body: { msg: body } },
  push: () => ({ n: 'comment.add', a: { id: newId(), unit: questionId, threadId: newId(), body } }),
})
export const replying = (who: string, questionId: string, body: string, updateAnswer: boolean): Intent => ({
  who,
  rest: { method: 'PUT', path: `form/tiny/answer/${questionId}/comment`, body: { msg: body, willReply: updateAnswer } },
  push: (seen) => ({
    n: 'comment.reply',
    a: { id: newId(), unit: questionId, threadId: threadOf(seen, questionId), body, updateAnswer },
  }),
})
export const resolving = (who: string, questionId: string): Intent => ({
  who,
  rest: { method: 'DELETE', path: `form/tiny/answer/${questionId}/comment/-1/index` },
  push: (seen) => ({ n: 'comment.resolve', a: { unit: questionId, threadId: threadOf(seen, questionId) } }),
})
export const declining = (who: string, questionId: string, declined: boolean): Intent => ({
  who,
  rest: { method: 'POST', path: `form/tiny/unattach/questionId/${questionId}/index/-1/${!declined}` },
  push: () => ({ n: 'attachment.decline', a: { unit: questionId, declined } }),
})
export const deciding = (who: string, questionId: string, decision: string, comment: string | null): Intent => ({
  who,
  rest: {
    method: 'POST',
    path: `evaluator/evaluate/form/tiny/institution/norte/question/${questionId}`,
    body: { decision, comment },
  },
  push: (seen) => ({
    n: 'evaluation.decide',
    a: { unit: questionId, decision, comment, answerRev: revOf(seen, 'answer', questionId) },
    b: midOf(seen, 'draft', questionId),
  }),
})
export const sending = (who: string): Intent => ({
  who,
  rest: { method: 'POST', path: 'form/send/tiny' },
  push: () => ({ n: 'answers.send', a: { reviewed: null } }),
})
const sendingSurvey = (who: string): Intent => ({
  who,
  rest: { method: 'POST', path: 'form/tiny/survey/send' },
  push: () => ({ n: 'survey.send', a: {} }),
})
export const sendingEvaluation = (who: string): Intent => ({
  who,
  rest: { method: 'POST', path: 'evaluator/send/form/tiny/institution/norte' },
  push: () => ({ n: 'evaluation.send', a: {} }),
})

/** Two servers that begin alike: intents come to one by REST and to the other by push. */
export class Doors {
  readonly rest: TestApp
  readonly push: TestApp
  readonly #seqs = new Map<string, number>()

  constructor(rest: TestApp, push: TestApp) {
    this.rest = rest
    this.push = push
  }

  /** Carries out an intent through both doors and expects one outcome. Returns its code. */
  async both(intent: Intent): Promise<string> {
    const { method, path, body } = intent.rest
    const called = await this.rest.call(method, path, { token: await this.rest.token(intent.who), body })
    const seen = await this.#seen()
    const asked = intent.push(seen)
    const { status, data } = await this.pushed(intent.who, asked)
    expect(status).toBe(200)
    const result = data.results[0]
    const pushed = result === undefined || result.d === 'applied' || result.d === 'noop' ? 'ok' : result.code
    const label = `${intent.who} ${method} ${path} ${JSON.stringify(body)} / ${JSON.stringify(asked)}`
    const code = called.error?.code ?? 'ok'
    // A caller who may not know of the institution is told nothing more; a device's mutation is kept, with the reason.
    if (code === 'not_found') expect(pushed, label).not.toBe('ok')
    else expect(code, label).toBe(pushed)
    return pushed
  }

  async pushed(who: string, asked: { n: string; a: unknown; b?: string | undefined }) {
    const seq = (this.#seqs.get(who) ?? 0) + 1
    this.#seqs.set(who, seq)
    const token = await this.push.token(who)
    return this.push.push(token, `device-of-${who}`, [wire(seq, asked.n, asked.a, { mid: newId(), b: asked.b ?? null })])
  }

  async advance(ms: number): Promise<void> {
    for (const server of [this.rest, this.push]) {
      server.clock.advance(ms)
      await server.app.tick()
    }
  }

  async expectAlike(): Promise<void> {
    const [one, other] = await Promise.all([contentOf(this.rest), contentOf(this.push)])
    expect(one).toEqual(other)
  }

  async #seen(): Promise<Seen> {
    const rows = await this.push.db.q.selectFrom('sync_row').select(['tbl', 'id', 'data']).where('scope', 'in', scopes).execute()
    const found = new Map(rows.map((row) => [`${row.tbl} ${row.id}`, row.data]))
    return (table, id) => {
      const text = found.get(`${table} ${id}`)
      return text === undefined ? undefined : JSON.parse(text)
    }
  }
}

const scopes = [instScope('norte', 'tiny'), evalScope('norte', 'tiny'), orgScope('norte')]

/** Ids and moments are each server's own; what was meant is not. */
const plain = (text: string): string =>
  text
    .replace(/(?:~rest-[a-z]+-[\w-]+|~rest-[\da-f-]{36}|\bdoor-\d{8}|\b[\da-f]{8}-[\da-f-]{27})/g, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replace(/"digest":"[\da-f]{64}"/g, '"digest":""')

/** Every row and history entry of the institution, without what cannot be alike. */
async function contentOf(server: TestApp): Promise<string[]> {
  const rows = await server.db.q
    .selectFrom('sync_row')
    .select(['scope', 'part', 'tbl', 'id', 'data'])
    .where('scope', 'in', scopes)
    .execute()
  const history = await server.db.q
    .selectFrom('history')
    .select(['scope', 'part', 'unit', 'action', 'value', 'text', 'user_id', 'role', 'disposition'])
    // A call that a door refuses before it is a mutation leaves no entry; the code was compared.
    .where('action', '<>', 'No aplicado')
    .execute()
  const letters = await server.db.q.selectFrom('letter').select(['template', 'to_user', 'data']).execute()
  const lines = [...rows.map((row) => ({ ...row, data: JSON.parse(row.data) })), ...history, ...letters]
  return lines.map((line) => plain(JSON.stringify(line))).toSorted()
}

const institutional = fc.constantFrom('ana', 'berta', 'carlos', 'dina')
const word = fc.constantFrom('uno', 'dos', 'tres')
export const intents: fc.Arbitrary<Intent> = fc.oneof(
  fc.tuple(institutional, word).map(([who, text]) => saving(who, 'q1', text, text)),
  fc.tuple(institutional, fc.integer({ min: -5, max: 5 })).map(([who, number]) => saving(who, 'q3', String(number), number)),
  fc.tuple(institutional, fc.boolean()).map(([who, yes]) => saving(who, 'q4', yes ? 'Sí' : 'No', yes)),
  fc.tuple(institutional, word).map(([who, text]) => saving(who, 'q41', text, text)),
  fc
    .tuple(institutional, word)
    .map(([who, extra]) => saving(who, 'q5', { value: 'B', extraValue: extra }, { choice: { value: 'B', extra } })),
  fc
    .tuple(institutional, fc.subarray(['A', 'B', 'C']))
    .map(([who, chosen]) => saving(who, 'q6', chosen, { choices: chosen.map((value) => ({ value })) })),
  fc.tuple(institutional, fc.constantFrom('q1', 'q3', 'q4', 'q41', 'q5')).map(([who, id]) => clearing(who, id)),
  fc.tuple(institutional, fc.integer({ min: 1, max: 3 })).map(([who, size]) => resizing(who, size)),
  fc.tuple(institutional, word).map(([who, text]) => filling(who, text)),
  fc.tuple(institutional, fc.boolean()).map(([who, declined]) => declining(who, 'q9', declined)),
  fc.tuple(institutional, fc.constantFrom('d1', 'd2'), institutional).map(([who, id, user]) => assigning(who, id, 'Dimension', user)),
  fc
    .tuple(institutional, fc.constantFrom('s11', 's12'), fc.option(institutional))
    .map(([who, id, user]) => assigning(who, id, 'Subdimension', user)),
  fc
    .tuple(institutional, fc.constantFrom('q1', 'q3', 'q9'), fc.option(institutional))
    .map(([who, id, user]) => assigning(who, id, 'Question', user)),
  fc.tuple(institutional, fc.option(institutional)).map(([who, user]) => delegating(who, user)),
  fc.tuple(institutional, word).map(([who, text]) => commenting(who, 'q1', text)),
  fc.tuple(institutional, word, fc.boolean()).map(([who, text, update]) => replying(who, 'q1', text, update)),
  institutional.map((who) => resolving(who, 'q1')),
  institutional.map(sending),
  institutional.map(sendingSurvey),
  fc.constantFrom('eva', 'otro').map((who) => deciding(who, 'q1', 'Accepted', null)),
  fc.constantFrom('eva', 'otro').map(sendingEvaluation),
)
