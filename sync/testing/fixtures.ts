import { newParticipant } from '#shared/institutions/model.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Answer } from '#shared/answers/model.ts'
import { applied, lost, mutation, noop, refused, type Mutation } from '#shared/contract/mutation.ts'
import { aDefinition as aFormOf, aQuestion } from '#shared/forms/fixtures.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import type { Rows } from '#shared/world.ts'
import * as v from 'valibot'

export const ana: Actor = { id: 'ana', kind: 'Institutional', name: 'Ana Rojas', institutionId: 'north' }
export const scope = 'inst:north:f1'

/** As many plain questions as asked for, each of which takes a file. */
export const aDefinition = (questions = 5, versionId = 'f1-1'): FormDefinition =>
  aFormOf(
    Array.from({ length: questions }, (_, at) => aQuestion(`q${at + 1}`, 'SimpleText', { dimensionId: 's1', allowFile: true })),
    { versionId, formId: 'f1', name: 'Cuestionario' },
  )

const header: Rows['form'] = { id: 'f1', name: 'Cuestionario', description: '', versionId: 'f1-1', enabled: true, stages: [] }
export const aParticipant = (change: Partial<Rows['participant']> = {}): Rows['participant'] =>
  newParticipant({
    institutionId: 'north',
    formId: 'f1',
    leaderId: 'ana',
    ...change,
  })

/** The smallest rows of which a world can be opened. */
export const groundRows = (): Omit<WireRow, 'v'>[] => [
  { s: 'form:f1', p: '', t: 'form', i: 'f1', r: header },
  {
    s: 'org:north',
    p: '',
    t: 'institution',
    i: 'north',
    r: {
      id: 'north',
      name: 'Servicio del Norte',
      code: 'N',
      abbreviation: 'SN',
      category: 'Servicio',
      orientation: 'Institucional',
      domains: [],
    },
  },
  { s: scope, p: '', t: 'participant', i: 'north', r: aParticipant() },
]

export const anAnswer = (unit: string, value: string, mid: string, authorId = 'ana'): Answer => ({
  unit,
  questionId: unit,
  rowId: null,
  value,
  level: 1,
  sent: false,
  changeAnswer: false,
  noAttachment: false,
  justification: null,
  clearedValue: null,
  rev: 1,
  mid,
  authorId,
  occurredAt: '2026-03-02T12:00:00.000Z',
  receivedAt: '2026-03-02T12:00:00.000Z',
  formVersion: 'f1-1',
  late: false,
})

/** Sets an answer unless the form is locked; somebody else's newer value stays. Closes `q2` when `q1` becomes 'none'. */
export const setAnswer = mutation({
  name: 'answer.set',
  version: 1,
  coalesces: true,
  baseOf: (world, { unit }) => world.answer(unit)?.mid ?? null,
  input: v.object({ unit: v.string(), value: v.string(), closes: v.optional(v.string()) }),
  entityOf: ({ unit }) => unit,
  withSeen(world, args, former) {
    const closes = former?.closes ?? (args.unit === 'q1' && args.value === 'none' ? world.answer('q2')?.mid : undefined)
    return closes === undefined ? args : { ...args, closes }
  },
  decide(world, { unit, value }, context) {
    if (value === 'boom') throw new Error('a decision that fails')
    if (world.participant.locked) return lost('form_sent')
    const standing = world.answer(unit)
    if (standing?.value === value) return noop()
    if (unit === 'q2' && world.answer('q1')?.value === 'none') return refused('dependent_closed')
    if (standing && standing.mid !== context.base && standing.authorId !== context.actor.id) return lost('concurrent')
    const row = { ...anAnswer(unit, value, context.mid, context.actor.id), occurredAt: context.occurredAt, rev: (standing?.rev ?? 0) + 1 }
    const closed = unit === 'q1' && value === 'none' ? world.answer('q2') : undefined
    return applied({
      changes: [
        { scope: world.scope, part: 's1', table: 'answer', id: unit, row },
        ...(closed
          ? [{ scope: world.scope, part: 's1', table: 'answer' as const, id: 'q2', row: { ...closed, value: null, mid: context.mid } }]
          : []),
      ],
    })
  },
  overlay: (world, { unit, value }, context) => [
    {
      scope: world.scope,
      part: 's1',
      table: 'answer',
      id: unit,
      row: { ...anAnswer(unit, value, context.mid, context.actor.id), formVersion: world.form.versionId },
    },
  ],
})

export const addComment = mutation({
  name: 'comment.add',
  version: 1,
  input: v.object({ id: v.string(), unit: v.string(), body: v.string() }),
  entityOf: ({ unit }) => `thread:${unit}`,
  decide: (world, { id, unit, body }, context) =>
    applied({
      changes: [
        {
          scope: world.scope,
          part: 's1',
          table: 'comment',
          id,
          row: {
            id,
            unit,
            threadId: id,
            kind: 'comment',
            body,
            authorId: context.actor.id,
            writtenAt: context.now,
            answerRev: world.answer(unit)?.rev ?? 0,
            edited: false,
            late: false,
          },
        },
      ],
    }),
})

export const addFile = mutation({
  name: 'attachment.add',
  version: 1,
  input: v.object({
    id: v.string(),
    unit: v.string(),
    name: v.string(),
    sizeBytes: v.number(),
    mime: v.string(),
    sha256: v.string(),
    replaces: v.nullish(v.string()),
  }),
  entityOf: ({ unit }) => `file:${unit}`,
  decide(world, { replaces, ...args }, context) {
    if (world.participant.locked) return refused('form_disabled')
    if (world.get('attachment', args.id)) return noop()
    const former = replaces ? world.get('attachment', replaces) : undefined
    const place = { scope: world.scope, part: 's1', table: 'attachment' } as const
    const row = { ...args, state: 'awaiting_blob', applied: true, authorId: context.actor.id, addedAt: context.now, answerRev: 0 } as const
    return applied({
      changes: [
        ...(former ? [{ ...place, id: former.id, row: { ...former, state: 'removed' as const } }] : []),
        { ...place, id: args.id, row },
      ],
    })
  },
})

/** What a device says of its own accord; lost once the form is locked. */
export const sayOpened = mutation({
  name: 'opened.say',
  version: 1,
  quiet: true,
  input: v.object({ unit: v.string() }),
  entityOf: ({ unit }) => `opened:${unit}`,
  decide: (world, { unit }, context) =>
    world.participant.locked
      ? lost('form_sent')
      : applied({
          changes: [{ scope: world.scope, part: 's1', table: 'answer', id: unit, row: anAnswer(unit, 'opened', context.mid, 'nobody') }],
        }),
})

const entry = (one: unknown): Mutation => one as Mutation

/** A catalogue of four, so that the engine's tests depend on no rule of the specification. */
export const testMutations: ReadonlyMap<string, Mutation> = new Map([
  [setAnswer.name, entry(setAnswer)],
  [addComment.name, entry(addComment)],
  [addFile.name, entry(addFile)],
  [sayOpened.name, entry(sayOpened)],
])

/** Bytes that begin as a PDF's do. */
export function aPdf(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251)
  bytes.set(new TextEncoder().encode('%PDF-').subarray(0, sizeBytes))
  return bytes
}
