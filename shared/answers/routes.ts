import * as v from 'valibot'
import { route } from '../contract/route.ts'
import type { Level } from './model.ts'
import type { Counters } from './rules.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })
/** Position of a row in its block; -1 outside blocks. Text in older callers. */
const index = v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer()), -1)

const saving = v.object({ questionId: id, answer: v.unknown(), index, institution: v.optional(id), justification: v.optional(v.string()) })

/** Value that stands, and the ids of the answers that it cleared (institution-area §4, §7). */
export interface Saved {
  readonly answer: AnswerView
  readonly dependentDelete: readonly string[]
}

/** An answer as a screen shows it (institution-area §3, "Answer per question"). */
export interface AnswerView {
  readonly questionId: string
  /** Row of the block; -1 outside blocks. */
  readonly index: number
  readonly actual: unknown
  readonly level: Level | null
  readonly changeAnswer: boolean
  readonly justification: string | null
  readonly noAttachment: boolean
  readonly isAttachedFile: boolean
  readonly attachedFiles: readonly { readonly id: string; readonly name: string }[]
  readonly fileHistory: readonly FileEvent[]
  readonly comment: CommentView | null
}

export interface FileEvent {
  readonly date: string
  readonly user: string
  readonly value: { readonly action: string; readonly fileName: string }
}

export interface CommentView {
  readonly content: string | null
  readonly user: string
  readonly extra: readonly { readonly content: string | null; readonly user: string }[]
  readonly userWillReply: string | null
  readonly userReplyComment: boolean
  readonly updateAnswer: boolean
  readonly state: 'open' | 'replied' | 'resolved'
}

const saved = v.custom<Saved>(() => true)

function saveRoutes(variant: '' | 'Admin' | 'Survey', who: string) {
  const base = `form/:form/saveQuestionAnswer${variant}`
  const named = `answers.save${variant}`
  return {
    plain: route({
      name: named,
      method: 'POST',
      path: base,
      summary: `Saves an answer${who}.`,
      access: 'session',
      params: form,
      body: saving,
      reply: saved,
    }),
    parent: route({
      name: `${named}Block`,
      method: 'POST',
      path: `${base}/block/parent`,
      summary: `Saves how many rows a block has${who}.`,
      access: 'session',
      params: form,
      body: saving,
      reply: saved,
    }),
    child: route({
      name: `${named}Row`,
      method: 'POST',
      path: `${base}/block/child/:index`,
      summary: `Saves an answer in one row of a block${who}.`,
      access: 'session',
      params: v.object({ form: id, index: v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)) }),
      body: saving,
      reply: saved,
    }),
  }
}

export const save = saveRoutes('', '')
export const saveAdmin = saveRoutes('Admin', ', by an administrator acting for the institution')
export const saveSurvey = saveRoutes('Survey', ' of the satisfaction survey')

export const clear = route({
  name: 'answers.clear',
  method: 'POST',
  path: 'form/:form/deleteQuestionAnswer',
  summary: 'Clears an answer; its history stays.',
  access: 'session',
  params: form,
  body: v.object({ questionId: id, index, institution: v.optional(id) }),
  reply: saved,
})

export const resize = route({
  name: 'answers.resize',
  method: 'PATCH',
  path: 'form/:form/resizeQuestionAnswer',
  summary: 'Changes how many rows a block has; rows go from its end.',
  access: 'session',
  params: form,
  body: v.object({ questionId: id, size: v.pipe(v.number(), v.integer(), v.minValue(0)), institution: v.optional(id) }),
  reply: saved,
})

export const list = route({
  name: 'answers.list',
  method: 'POST',
  path: 'form/:form/getAnswers',
  summary: 'Answers of one institution that the caller sees.',
  access: 'session',
  params: form,
  body: v.object({ institution: v.optional(id), questionIds: v.optional(v.array(id)) }),
  reply: v.custom<readonly AnswerView[]>(() => true),
})

export const calculated = route({
  name: 'answers.calculated',
  method: 'POST',
  path: 'form/:form/calculated',
  summary: 'Pending counters of the form and of each dimension and sub-dimension.',
  access: 'session',
  params: form,
  body: v.object({ institution: v.optional(id) }),
  reply: v.custom<{ readonly total: Counters; readonly byDimension: Readonly<Record<string, Counters>> }>(() => true),
})

export const exportAnswers = route({
  name: 'answers.export',
  method: 'GET',
  path: 'form/:form/institution/:institution/answers/export',
  summary: 'Downloads the answers that the caller sees as CSV, with a byte-order mark.',
  access: 'session',
  params: v.object({ form: id, institution: id }),
})
