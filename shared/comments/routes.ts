import * as v from 'valibot'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const answerIndex = v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer()), -1)
const params = v.object({ form: id, question: id })
const reply = v.object({ msg: v.string() })

export const addComment = route({
  name: 'comments.add',
  method: 'POST',
  path: 'form/:form/answer/:question/comment',
  summary: 'Comments on an answer, for its responsible to reply.',
  access: 'session',
  params,
  body: v.object({ questionId: v.optional(id), msg: v.string(), answerIndex }),
  reply,
})

export const replyComment = route({
  name: 'comments.reply',
  method: 'PUT',
  path: 'form/:form/answer/:question/comment',
  summary: 'Replies to the open comment; willReply false says that the answer stays as it is.',
  access: 'session',
  params,
  body: v.object({ questionId: v.optional(id), msg: v.string(), willReply: v.optional(v.boolean(), true), answerIndex }),
  reply,
})

export const solveComment = route({
  name: 'comments.solve',
  method: 'DELETE',
  path: 'form/:form/answer/:question/comment/:index/index',
  summary: 'Resolves the comment of an answer; it stays in the history.',
  access: 'session',
  params: v.object({ form: id, question: id, index: v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number)) }),
  reply,
})
