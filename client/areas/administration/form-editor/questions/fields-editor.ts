import type { Question } from '#shared/forms/model.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { DimensionId, UserId } from '#shared/kernel/ids.ts'
import { asSeen, sameField } from '#shared/questionnaires/editing.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { firstInner } from '#shared/questionnaires/new-question.ts'
import { problemsOf } from '#shared/questionnaires/problems.ts'
import type { QuestionProblem } from '#shared/questionnaires/problems.ts'
import { isForLater } from '#sync/drafts/model.ts'
import type { Edit } from '#sync/drafts/model.ts'
import type { DraftSlot, Later } from '#sync/drafts/slot.ts'
import type { OpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { editOf } from '#client/areas/administration/form-editor/acts.ts'
import type { Act, EditAct } from '#client/areas/administration/form-editor/acts.ts'
import { blankQuestion, newId } from './new-question.ts'
import type { NewPlace } from './new-question.ts'

/** From leaving a field to its being saved. */
export const autosaveMs = 500

/** What the fields are of. */
export type Subject = { readonly kind: 'question' | 'dimension'; readonly id: string } | { readonly kind: 'form' }

/** A field that somebody else changed while it was being written. */
export interface Clash {
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  readonly by: UserId | null
  readonly at: Instant | null
}

export type Problem = QuestionProblem | { readonly field: 'name'; readonly code: 'form_name_empty'; readonly at?: undefined }

export interface FieldsState {
  /** Something is written that is not saved yet. */
  readonly dirty: boolean
  readonly saving: boolean
  /** What keeps it from being saved, field by field, whether told yet or not. */
  readonly problems: readonly Problem[]
  /** Problems are told once a field was left. */
  readonly told: boolean
  /** Why the last save was refused. */
  readonly refused: Failure | null
  readonly clashes: readonly Clash[]
  /** It is no question yet: it becomes one once nothing is missing. */
  readonly isNew: boolean
}

/** What a draft of fields holds. */
interface FieldsDraft {
  readonly from: Fields
  readonly to: Fields
  readonly place?: NewPlace | undefined
  /** Part in which the question stands, for the link of a list. */
  readonly dimensionId?: DimensionId | undefined
}

export interface FieldsPorts {
  readonly open: Pick<OpenQuestionnaire, 'actor' | 'state' | 'now' | 'subscribe'>
  readonly slot: DraftSlot
  /** Asks for the change and remembers how it is undone. */
  readonly perform: (act: Act, asking: { readonly clearDraft?: string | undefined }) => Promise<Result<{ readonly mid: string | null }>>
  /** Number and text, for a list of what is half written. */
  readonly about: () => string
  readonly later?: Later | undefined
}

const timers: Later = (run, delayMs) => {
  const id = setTimeout(run, delayMs)
  return () => clearTimeout(id)
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads what a draft holds; undefined when it is not one of fields. */
export function fieldsOfDraft(value: unknown): FieldsDraft | undefined {
  if (!isFields(value) || !isFields(value['from']) || !isFields(value['to'])) return undefined
  const place: unknown = value['place']
  const isPlace = (given: unknown): given is NewPlace => isFields(given) && typeof given['dimensionId'] === 'string'
  return { from: value['from'], to: value['to'], ...(isPlace(place) ? { place } : {}) }
}

/** Fields that stand or fall together: another kind brings its bounds and options. */
const ofKindGroup: ReadonlySet<string> = new Set(['kind', 'options', 'min', 'max', 'allowNoneOption', 'points'])
const boundsGroup: ReadonlySet<string> = new Set(['min', 'max'])

/**
 * The way of a row's fields from the keyboard to the outbox: every key is a draft on the device within 300 ms, and becomes an edit
 * 500 ms after a field was left. What is not valid yet stays a draft and says what is missing; what somebody else changed meanwhile
 * waits for the person's choice, and the other fields go on.
 */
export class FieldsEditor {
  readonly subject: Subject
  readonly slot: DraftSlot
  readonly #ports: FieldsPorts
  readonly #later: Later
  readonly #listeners = new Set<() => void>()
  #from: Fields
  #to: Fields
  #place: NewPlace | undefined
  #told = false
  #refused: Failure | null = null
  #saving: Promise<boolean> | null = null
  #stopTimer: (() => void) | null = null
  #stopListening: (() => void)[] = []
  #state: FieldsState

  constructor(subject: Subject, ports: FieldsPorts, place?: NewPlace) {
    this.subject = subject
    this.slot = ports.slot
    this.slot.settleBy(async () => void (await this.commit({ told: this.#told })))
    this.#ports = ports
    this.#later = ports.later ?? timers
    const drafted = ports.slot.draft && fieldsOfDraft(ports.slot.draft.value)
    this.#from = drafted?.from ?? {}
    this.#to = drafted?.to ?? {}
    this.#place = this.standing ? undefined : (drafted?.place ?? place)
    this.#told = drafted !== undefined
    this.#meetOthers()
    this.#dropSettled()
    this.#state = this.#read()
  }

  get state(): FieldsState {
    return this.#state
  }

  /** The row as it stands; undefined while there is none. */
  get standing(): object | undefined {
    const state = this.#ports.open.state()
    if (this.subject.kind === 'form') return state.form
    return this.subject.kind === 'question' ? state.question(this.subject.id) : state.dimension(this.subject.id)
  }

  /** What the field shows: what is written in it, else what stands. */
  shown(field: string): unknown {
    if (field in this.#to) return plain(this.#to[field])
    const row = this.#place ? this.#blank() : this.standing
    return row ? ((Reflect.get(row, field) as unknown) ?? null) : null
  }

  /** The question as its fields show it, valid or not; undefined for what is none. */
  get question(): Question | undefined {
    if (this.subject.kind !== 'question') return undefined
    if (this.#place) return this.#blank()
    const row = this.#ports.open.state().question(this.subject.id)
    return row && { ...row, ...withoutNull(this.#to) }
  }

  get place(): NewPlace | undefined {
    return this.#place
  }

  /** Options as they are being written, each with what it was called when it was read. */
  get options(): readonly OptionDraft[] {
    const written = this.#to['options']
    if (Array.isArray(written)) return written as readonly OptionDraft[]
    return (this.question?.options ?? []).map((each) => ({ ...each, was: each.value }))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#stopListening.length === 0) {
      const { open } = this.#ports
      const topic = this.subject.kind === 'form' ? 'table:form' : `unit:${this.subject.id}`
      this.#stopListening = [open.subscribe(topic, () => this.#follow()), this.slot.subscribe(() => this.#tell())]
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      for (const stop of this.#stopListening.splice(0)) stop()
    }
  }

  /** A key, or a choice, in one field or in several that change together. */
  write(part: Fields): void {
    const from: Record<string, unknown> = { ...this.#from }
    const to: Record<string, unknown> = { ...this.#to }
    for (const [field, given] of Object.entries(part)) {
      const value = typeof given === 'string' ? cleanText(given) : given
      const stands = this.#stood(field)
      if (!(field in to)) from[field] = stands
      to[field] = value
      if (!this.#place && sameField(plain(value), stands)) {
        delete to[field]
        delete from[field]
      }
    }
    this.#from = from
    this.#to = to
    this.#refused = null
    this.#keep()
  }

  /** Another person's words are taken up again as this one's draft: a change that did not stand. */
  adopt(from: Fields, to: Fields): void {
    const added = Object.fromEntries(Object.entries(to).filter(([field]) => !(field in this.#to)))
    this.#to = { ...added, ...this.#to }
    this.#from = { ...Object.fromEntries(Object.keys(added).map((field) => [field, from[field] ?? null])), ...this.#from }
    this.#told = true
    this.#dropSettled()
    this.#keep()
  }

  /** A field was left: saved after the autosave's pause. */
  blur(): void {
    void this.slot.keep()
    if (!this.#state.dirty) return
    this.#stopTimer?.()
    // Of what is only begun the rest is still to come.
    this.#stopTimer = this.#later(() => void this.commit({ told: this.#told || this.#place === undefined }), autosaveMs)
  }

  /** Saves what can be saved, one save at a time. True when nothing is left unsaved. `told`: whether what is missing is said. */
  async commit({ told = true } = {}): Promise<boolean> {
    this.#stop()
    if (this.#saving) {
      await this.#saving
      return this.commit({ told })
    }
    if (told && !this.#told) {
      this.#told = true
      this.#tell()
    }
    if (!this.#state.dirty) return this.#place === undefined
    this.#saving = this.#save().finally(() => {
      this.#saving = null
      this.#tell()
    })
    this.#tell()
    return this.#saving
  }

  /** Of two values of a field the person's own is chosen, with the other in sight. */
  keepMine(field: string): void {
    this.#from = { ...this.#from, [field]: this.#stood(field) }
    this.#keep()
    void this.commit()
  }

  /** Of two values of a field the other person's is chosen. */
  takeTheirs(field: string): void {
    this.#from = without(this.#from, field)
    this.#to = without(this.#to, field)
    this.#keep()
  }

  /** What is written goes, by the person's own act. Gives how it comes back. */
  drop(): () => void {
    const former = { from: this.#from, to: this.#to, place: this.#place }
    this.#from = {}
    this.#to = {}
    this.#refused = null
    this.#stop()
    void this.slot.clear()
    this.#tell()
    return () => {
      this.#from = former.from
      this.#to = former.to
      this.#place = former.place
      this.#keep()
    }
  }

  async #save(): Promise<boolean> {
    const { problems, clashes } = this.#read()
    if (this.#place) return problems.length > 0 ? false : this.#add(this.#place)
    const held = new Set([...clashes.map(({ field }) => field), ...this.#heldBy(problems)])
    const fields = Object.keys(this.#to).filter((field) => !held.has(field))
    if (fields.length === 0) return false
    const from = pick(this.#from, fields)
    const to = pick(this.#to, fields)
    return this.#give(this.#actOf(from, to), to, held.size === 0)
  }

  async #add(place: NewPlace): Promise<boolean> {
    const question = this.#blank()
    if (!question) return false
    const [inner] = question.kind === 'Block' ? [firstInner(newId(), question)] : []
    const questions = inner ? [{ ...question, block: [inner.id] }, inner] : [question]
    const given = { ...this.#to }
    const added = await this.#give({ kind: 'addQuestion', after: place.after, questions }, given, true)
    if (this.standing) {
      this.#place = undefined
      // What was typed while it was being added is an edit of what stands now.
      this.#from = Object.fromEntries(Object.keys(this.#to).map((field) => [field, this.#stood(field)]))
      this.#dropSettled()
      this.#tell()
    }
    return added
  }

  async #give(act: Act, given: Fields, isAll: boolean): Promise<boolean> {
    const result = await this.slot.give(async (clearDraft) => {
      // The draft goes with the write that keeps all of it. Where some fields wait it is written anew, without those that went.
      const answer = await this.#ports.perform(act, isAll ? { clearDraft } : {})
      const later = answer.ok || isForLater(answer.failure.code)
      return { given: answer.ok && isAll, enqueued: answer.ok && answer.value.mid !== null, later, answer }
    })
    const { answer } = result
    if (!answer.ok) {
      // Somebody was faster: the field's two values are there to choose from.
      this.#refused = answer.failure.code === 'changed_meanwhile' ? null : answer.failure
      this.#tell()
      return false
    }
    this.#refused = null
    for (const [field, value] of Object.entries(given)) {
      if (sameField(this.#to[field], value)) {
        this.#to = without(this.#to, field)
        this.#from = without(this.#from, field)
      } else this.#from = { ...this.#from, [field]: plain(value) }
    }
    if (Object.keys(this.#to).length > 0) {
      this.#keep()
      await this.slot.keep()
    } else if (this.slot.draft) await this.slot.clear()
    this.#tell()
    return Object.keys(this.#to).length === 0
  }

  #actOf(from: Fields, to: Fields): EditAct {
    const { subject } = this
    if (subject.kind === 'form') return { kind: 'editForm', from, to }
    if (subject.kind === 'dimension') return { kind: 'editDimension', id: subject.id, from, to }
    const { question } = this
    const becomesBlock = to['kind'] === 'Block' && question !== undefined && question.block.length === 0
    const plainFrom = 'options' in from ? { ...from, options: plain(from['options']) } : from
    return {
      kind: 'editQuestion',
      id: subject.id,
      from: plainFrom,
      to,
      ...(becomesBlock ? { inner: [firstInner(newId(), { ...question, id: subject.id })] } : {}),
    }
  }

  /** Fields that wait with a problem. */
  #heldBy(problems: readonly Problem[]): readonly string[] {
    return problems.flatMap(({ field }) => {
      const inGroup = 'kind' in this.#to && ofKindGroup.has(field)
      if (inGroup) return [...ofKindGroup]
      return boundsGroup.has(field) ? [...boundsGroup] : [field]
    })
  }

  #blank(): Question | undefined {
    if (!this.#place || this.subject.kind !== 'question') return undefined
    return blankQuestion(this.#ports.open.state(), this.subject.id, this.#place, withoutNull(this.#to))
  }

  #stood(field: string): unknown {
    const row = this.standing
    return row ? ((Reflect.get(row, field) as unknown) ?? null) : null
  }

  #problems(): readonly Problem[] {
    if (this.subject.kind === 'question') {
      const { question } = this
      const found = question ? problemsOf(question) : []
      // What stands stands: only what is being written is told of.
      return this.#place
        ? found
        : found.filter(({ field }) => field in this.#to || 'kind' in this.#to || (field === 'min' && 'max' in this.#to))
    }
    const { name } = this.#to
    return typeof name === 'string' && name.trim() === '' ? [{ field: 'name', code: 'form_name_empty' }] : []
  }

  #clashes(): readonly Clash[] {
    const row = this.standing
    if (!row || this.#place) return []
    const marks: unknown = Reflect.get(row, 'marks')
    return Object.keys(this.#to).flatMap((field): Clash[] => {
      const theirs = this.#stood(field)
      if (sameField(theirs, plain(this.#from[field])) || sameField(theirs, plain(this.#to[field]))) return []
      const mark = isFields(marks) ? marks[field] : undefined
      const by = isFields(mark) && typeof mark['by'] === 'string' ? mark['by'] : null
      const at = isFields(mark) && typeof mark['at'] === 'string' ? mark['at'] : null
      return [{ field, mine: plain(this.#to[field]), theirs, by, at }]
    })
  }

  /** English that somebody else wrote meanwhile of other texts of the row stands beside what is being written. */
  #meetOthers(): void {
    if (this.#place || !this.standing) return
    const { from, to } = asSeen(this.standing, this.#from, this.#to)
    const options = to['options']
    const isMet = Array.isArray(options) && options !== this.#to['options']
    this.#from = from
    // Where options differ in nothing but English, each is called as it was.
    this.#to = isMet ? { ...to, options: (options as readonly OptionDraft[]).map((each) => ({ ...each, was: each.value })) } : to
  }

  /** What is so already is no draft any more. */
  #dropSettled(): void {
    if (this.#place || !this.standing) return
    for (const field of Object.keys(this.#to)) {
      if (!sameField(plain(this.#to[field]), this.#stood(field))) continue
      this.#to = without(this.#to, field)
      this.#from = without(this.#from, field)
    }
  }

  #follow(): void {
    if (this.#saving) return
    if (this.#place && this.standing) this.#place = undefined
    this.#meetOthers()
    this.#dropSettled()
    if (Object.keys(this.#to).length === 0 && this.slot.draft && !this.#place) void this.slot.clear()
    this.#tell()
  }

  #keep(): void {
    if (Object.keys(this.#to).length === 0) {
      if (this.slot.draft) void this.slot.clear()
    } else {
      const value: FieldsDraft = {
        from: this.#from,
        to: this.#to,
        ...(this.#place ? { place: this.#place } : {}),
        ...(this.question ? { dimensionId: this.question.dimensionId } : {}),
      }
      const written = this.#to['text'] ?? this.#to['name'] ?? this.#to['hint'] ?? this.#to['description']
      const words = [written, ...(Array.isArray(this.#to['options']) ? this.options.map((each) => each.value) : [])]
      this.slot.write({
        value,
        base: null,
        text: words.filter((each) => typeof each === 'string' && each !== '').join('\n'),
        about: this.#ports.about(),
        edit: this.#edit(),
      })
    }
    this.#tell()
  }

  /** What the fields become by themselves; undefined while one of them waits, or they are of what does not stand yet. */
  #edit(): Edit | undefined {
    if (this.#place || this.#clashes().length > 0 || this.#problems().length > 0) return undefined
    const act = this.#actOf(this.#from, this.#to)
    return editOf(this.#ports.open, act)
  }

  #read(): FieldsState {
    return {
      dirty: Object.keys(this.#to).length > 0,
      saving: this.#saving !== null,
      problems: this.#problems(),
      told: this.#told,
      refused: this.#refused,
      clashes: this.#clashes(),
      isNew: this.#place !== undefined,
    }
  }

  #stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
  }

  #tell(): void {
    this.#state = this.#read()
    for (const listener of this.#listeners) listener()
  }
}

/** An option while it is being written. */
export interface OptionDraft {
  readonly value: string
  readonly en?: string | undefined
  readonly allowExtra?: boolean | undefined
  readonly was?: string | undefined
}

/** A field's value without what it was called before. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null
  return value.map((each: unknown) => {
    if (!isFields(each)) return each
    const { was: _was, ...rest } = each
    return rest
  })
}

const without = (fields: Fields, field: string): Fields => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))
const pick = (fields: Fields, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name === 'options' ? plain(value) : (value ?? undefined)]))

/** An edit that did not stand, as its stored outcome holds it. */
export const editedFields = (args: unknown): { readonly from: Fields; readonly to: Fields } | undefined =>
  isFields(args) && isFields(args['from']) && isFields(args['to']) ? { from: args['from'], to: args['to'] } : undefined
