import { parsedAs } from '../kernel/parsed.ts'
import { typedText } from '../kernel/typed-text.ts'
import { answerValueSchema, type AnswerValue } from '../answers/model.ts'
import { fileInvalidity, safeFileName } from '../attachments/rules.ts'
import { decisions, type Decision } from '../evaluations/model.ts'
import { minuteAt, type Instant } from '../kernel/instant.ts'
import type { Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import * as v from 'valibot'

/** Name under which a half-written text is recovered: no mutation has it. */
export const halfWrittenName = 'draft'

/** What of somebody's work is worth telling whoever is responsible now. */
export interface Recovered {
  readonly unit: Unit
  /** Evaluators' work goes to the evaluator, everything else to who answers for the question. */
  readonly forEvaluator: boolean
  readonly value?: AnswerValue | null | undefined
  readonly text?: string | undefined
  readonly decision?: Decision | undefined
  readonly file?: RecoveredFile | undefined
}

export interface RecoveredFile {
  /** Under which it is kept: its author may still send it under its own one day. */
  readonly id: string
  /** Under which it is in the copy. */
  readonly sourceId: string
  readonly name: string
  readonly sizeBytes: number
  readonly mime: string
  readonly sha256: string
}

const unitSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}(?:@[\w-]{1,64})?$/))
const words = v.pipe(typedText, v.trim(), v.maxLength(20_000))
const id = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

const written = {
  'answer.set': v.object({ unit: unitSchema, value: answerValueSchema, justification: v.optional(words) }),
  'answer.clear': v.object({ unit: unitSchema }),
  'answer.keep': v.object({ unit: unitSchema, justification: words }),
  'replica.justify': v.object({ unit: unitSchema, justification: v.nullable(words) }),
  'attachment.add': v.object({
    id,
    unit: unitSchema,
    name: v.pipe(v.string(), v.maxLength(400)),
    sizeBytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    mime: v.pipe(v.string(), v.maxLength(200)),
    sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  }),
  'comment.add': v.object({ unit: unitSchema, body: words }),
  'comment.reply': v.object({ unit: unitSchema, body: words }),
  'comment.edit': v.object({ id, body: words }),
  'evaluation.decide': v.object({ unit: unitSchema, decision: v.picklist(decisions), comment: v.nullish(words) }),
  [halfWrittenName]: v.object({
    kind: v.pipe(v.string(), v.maxLength(40)),
    unit: unitSchema,
    value: v.optional(v.unknown()),
    text: v.optional(words),
  }),
} as const
type Name = keyof typeof written

const isName = (name: string): name is Name => Object.hasOwn(written, name)

/**
 * What a mutation that never arrived holds for others. `nothing`: nobody wrote anything in it, or what it did is somebody else's to
 * do again (a send, an assignment, a closed card). `malformed`: it is not what its name says.
 */
export function recoveredFrom(world: World, name: string, args: unknown): Recovered | 'nothing' | 'malformed' {
  if (!isName(name)) return 'nothing'
  switch (name) {
    case 'answer.set': {
      const found = parsedAs(written[name], args)
      if (!found.success) return 'malformed'
      const { unit, value, justification } = found.output
      return { unit, forEvaluator: false, value, ...(justification ? { text: justification } : {}) }
    }
    case 'answer.clear': {
      const found = parsedAs(written[name], args)
      return found.success ? { unit: found.output.unit, forEvaluator: false, value: null } : 'malformed'
    }
    case 'answer.keep': {
      const found = parsedAs(written[name], args)
      return found.success ? textOn(found.output.unit, found.output.justification) : 'malformed'
    }
    case 'replica.justify': {
      const found = parsedAs(written[name], args)
      return found.success ? textOn(found.output.unit, found.output.justification ?? '') : 'malformed'
    }
    case 'comment.add':
    case 'comment.reply': {
      const found = parsedAs(written[name], args)
      return found.success ? textOn(found.output.unit, found.output.body) : 'malformed'
    }
    case 'comment.edit': {
      const found = parsedAs(written[name], args)
      if (!found.success) return 'malformed'
      const unit = world.get('comment', found.output.id)?.unit
      // A comment that nobody received: its first wording goes with it.
      return unit === undefined ? 'nothing' : textOn(unit, found.output.body)
    }
    case 'attachment.add': {
      const found = parsedAs(written[name], args)
      if (!found.success || fileInvalidity(found.output.name, found.output.sizeBytes)) return 'malformed'
      const { unit, name: given, id: sourceId, ...rest } = found.output
      const safe = safeFileName(given)
      return { unit, forEvaluator: false, text: safe, file: { ...rest, name: safe, sourceId, id: `r-${sourceId}`.slice(0, 64) } }
    }
    case 'evaluation.decide': {
      const found = parsedAs(written[name], args)
      if (!found.success) return 'malformed'
      const { unit, decision, comment } = found.output
      return { unit, forEvaluator: true, decision, ...(comment ? { text: comment } : {}) }
    }
    case 'draft': {
      const found = parsedAs(written[name], args)
      return found.success ? halfWritten(found.output) : 'malformed'
    }
  }
}

const textOn = (unit: Unit, text: string): Recovered | 'nothing' => (text === '' ? 'nothing' : { unit, forEvaluator: false, text })

/** A text that was given to nobody yet: its words as they stood, whatever they were to become. */
function halfWritten({ kind, unit, value, text }: v.InferOutput<(typeof written)['draft']>): Recovered | 'nothing' {
  const forEvaluator = kind === 'decision'
  if (text) return { unit, forEvaluator, text }
  const typed = parsedAs(words, value)
  if (kind !== 'answer') return typed.success && typed.output !== '' ? { unit, forEvaluator, text: typed.output } : 'nothing'
  const read = parsedAs(answerValueSchema, value)
  return read.success && read.output !== '' ? { unit, forEvaluator, value: read.output } : 'nothing'
}

/** Where a half-written text belongs, as its key on the device says: kind, scope, unit. Undefined for what is none. */
export function placeOfDraft(key: string): { readonly kind: string; readonly scope: string; readonly unit: Unit } | undefined {
  const [, kind, scope, unit] = /^(\w{1,40}):((?:inst|eval):[^:]+:[^:]+):([^:#~]+)(?:~[^:#]*)?(?:#.*)?$/.exec(key) ?? []
  return kind && scope && unit ? { kind, scope, unit } : undefined
}

/** Words for a history: whose work it was and when it was written, by the clock of Santiago. */
export const originOf = (name: string, at: Instant): string => `${name}, ${minuteAt(at)}`
