import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const answerIndex = v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer()), -1)
const params = v.object({ form: id, question: id })
const reply = v.object({ msg: v.string() })

const commenting = [
  ...doorFailures,
  'stage_closed',
  'form_sent',
  'form_disabled',
  'administrators_only',
  'not_assignee',
  'question_retired',
  'row_missing',
  'dependent_closed',
  'comment_empty',
  'comment_too_long',
  'comment_not_allowed',
  'thread_open',
  'thread_missing',
  'thread_resolved',
] as const

export const addComment = route({
  name: 'comments.add',
  method: 'POST',
  path: 'form/:form/answer/:question/comment',
  summary: {
    es: 'Comenta una respuesta, para que conteste quien está a cargo.',
    en: 'Comments on an answer, for its responsible to reply.',
  },
  access: 'session',
  params,
  body: v.object({ questionId: v.optional(id), msg: v.string(), answerIndex }),
  reply,
  fails: commenting,
})

export const replyComment = route({
  name: 'comments.reply',
  method: 'PUT',
  path: 'form/:form/answer/:question/comment',
  summary: {
    es: 'Contesta el comentario abierto; willReply false dice que la respuesta queda como está.',
    en: 'Replies to the open comment; willReply false says that the answer stays as it is.',
  },
  access: 'session',
  params,
  body: v.object({ questionId: v.optional(id), msg: v.string(), willReply: v.optional(v.boolean(), true), answerIndex }),
  reply,
  fails: commenting,
})

export const solveComment = route({
  name: 'comments.solve',
  method: 'DELETE',
  path: 'form/:form/answer/:question/comment/:index/index',
  summary: {
    es: 'Resuelve el comentario de una respuesta; queda en la historia.',
    en: 'Resolves the comment of an answer; it stays in the history.',
  },
  access: 'session',
  params: v.object({ form: id, question: id, index: v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number)) }),
  reply,
  fails: commenting,
})
