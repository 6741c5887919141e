import { audienceOf, definitionFor } from '#shared/forms/audience.ts'
import { formReportId, pointsEntrySchema, type FormDefinition } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { evalScope, formScope, instScope, parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { rowsOfDefinition } from '#shared/questionnaire.ts'
import { brokenBy, sameField } from '#shared/questionnaires/editing.ts'
import { plannedFields } from '#shared/stages/plan.ts'
import type { Change } from '#shared/world.ts'
import type { HistoryTable } from '#server/db/schema.ts'
import { structureDigest } from '#server/world/definitions.ts'
import { questionnaireIn } from '#server/world/questionnaires.ts'
import type { LiveQuestionnaire } from '#sync/replica/live-questionnaire.ts'
import * as v from 'valibot'
import type { Sightings } from './coverage.ts'
import { cast, formId, nextFormId } from '../simulators/ground.ts'
import { ofForm, type LedgerRow } from './replay.ts'
import type { SimDevice, SimTab } from './sim-device.ts'
import type { SimServer } from '../simulators/server.ts'

type Accuse = (rule: string, what: string) => void

const fieldsSchema = v.record(v.string(), v.unknown())
const editSchema = v.object({ id: v.optional(v.string()), from: fieldsSchema, to: fieldsSchema })
const calculateSchema = v.object({ from: v.unknown(), to: v.unknown() })
const planSchema = v.object({ from: v.array(fieldsSchema), to: v.array(fieldsSchema) })
const changedSchema = v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() }))
const addedSchema = v.object({ questions: v.array(v.looseObject({ id: v.string() })) })
const namedSchema = v.looseObject({ id: v.string(), name: v.string() })
const toldSchema = v.object({ field: v.string(), by: v.string() })

/** A field of a form that somebody wants otherwise than they saw it. */
interface Wish {
  readonly key: string
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** What each field of a form says, and who said so last; kept beside the product's own rules, so that these can be found wrong. */
class Fields {
  readonly #values = new Map<string, { readonly value: unknown; readonly by: string | null }>()

  value(key: string): unknown {
    return this.#values.get(key)?.value ?? null
  }
  by(key: string): string | null {
    return this.#values.get(key)?.by ?? null
  }
  set(key: string, value: unknown, by: string | null): void {
    this.#values.set(key, { value: value ?? null, by })
  }
  get entries(): Iterable<[key: string, { readonly value: unknown }]> {
    return this.#values.entries()
  }

  /** Takes rows in as they were written beside the ledger. */
  take(changes: readonly Change[]): void {
    for (const { scope, table, id, row } of changes) {
      if (table === 'participant') {
        this.#takeField(`${row.formId} participant ${id} evaluatorId`, row.removedAt ? null : row.evaluatorId)
        continue
      }
      const of = formOf(scope)
      if (of === undefined) continue
      if (table === 'form') for (const stage of row.stages) this.#takeRow(`${of} stage ${stage.id}`, stage)
      if (table === 'form' || table === 'dimension' || table === 'question' || table === 'reportText')
        this.#takeRow(`${of} ${table} ${id}`, row)
    }
  }
  #takeRow(name: string, row: object): void {
    for (const [field, value] of Object.entries(row)) this.#takeField(`${name} ${field}`, value)
  }
  #takeField(key: string, value: unknown): void {
    if (!sameField(this.value(key), value ?? null)) this.set(key, value, null)
  }
}

const formOf = (scope: string): string | undefined => {
  const parsed = parseScope(scope)
  return parsed?.kind === 'form' || parsed?.kind === 'questionnaire' ? parsed.formId : undefined
}

/** What a mutation wants of which fields; null for one that writes no field of what is there. */
function wishesOf(row: LedgerRow): readonly Wish[] | null {
  const of = formOf(row.scope)
  const args: unknown = JSON.parse(row.args)
  if (row.name === 'stages.edit') {
    const { from, to } = v.parse(planSchema, args)
    return from.flatMap((was) => {
      const becomes = must(
        to.find((one) => one['id'] === was['id']),
        'a stage',
      )
      return plannedFields
        .filter((field) => was[field] !== becomes[field])
        .map((field) => ({ key: `${of} stage ${String(was['id'])} ${field}`, field, from: was[field], to: becomes[field] }))
    })
  }
  if (row.name === 'form.calculate') {
    const { from, to } = v.parse(calculateSchema, args)
    return [{ key: `${of} form ${of} calculatedBy`, field: 'calculatedBy', from, to }]
  }
  const [table, verb] = row.name.split('.')
  if (verb !== 'edit') return null
  const { id, from, to } = v.parse(editSchema, args)
  const name = `${of} ${table} ${table === 'form' ? of : id}`
  return Object.keys(to).map((field) => ({ key: `${name} ${field}`, field, from: from[field] ?? null, to: to[field] ?? null }))
}

/**
 * Of two people who change one field the second is told who was there, and nobody's words go under: asked of the ledger, field by
 * field (QE2). And what stands in the end is what the ledger says.
 */
function judgeEdits(
  ledger: readonly LedgerRow[],
  ground: readonly Change[],
  acts: readonly Act[],
  seen: Sightings,
  accuse: Accuse,
): Fields {
  const fields = new Fields()
  fields.take(ground)
  const own = [...acts]
  for (const [at, row] of ledger.entries()) {
    while (own[0] && own[0].after <= at) fields.take(must(own.shift(), 'an act').changes)
    const of = formOf(row.scope)
    if (of === undefined) continue
    const stands = row.disposition === 'applied'
    if (stands && row.name === 'question.add') {
      for (const question of v.parse(addedSchema, JSON.parse(row.args)).questions)
        for (const [field, value] of Object.entries(question)) fields.set(`${of} question ${question.id} ${field}`, value, null)
    }
    if (stands && row.name === 'dimension.add') {
      const { id, name } = v.parse(namedSchema, JSON.parse(row.args))
      fields.set(`${of} dimension ${id} name`, name, null)
    }
    const wishes = wishesOf(row)
    if (!wishes) continue
    const open = wishes.filter(({ key, to }) => !sameField(fields.value(key), to))
    const beaten = open.filter(({ key, from }) => !sameField(fields.value(key), from))
    const what = `${row.mid} ${row.name} of ${row.author_id}`
    if (stands && beaten.length > 0)
      accuse('QE2', `${what} went over ${beaten.map(({ key }) => key).join(', ')}, which had changed meanwhile`)
    if (row.code === 'changed_meanwhile') {
      const told = v.safeParse(toldSchema, JSON.parse(row.params ?? 'null'))
      const met = row.name === 'stages.edit' ? beaten[0] : beaten.find(({ field }) => told.success && field === told.output.field)
      if (!met) accuse('QE2', `${what} was turned away though nothing that it changes had changed`)
      else if (row.name !== 'stages.edit' && told.success && told.output.by !== (fields.by(met.key) ?? ''))
        accuse('QE2', `${what} was told that ${told.output.by} changed ${met.key}, which ${fields.by(met.key)} did`)
      else if (fields.by(met.key) !== row.author_id) seen.saw('field of two administrators')
    }
    if (!stands) continue
    if (wishes.some(({ key }) => rowWas(fields, key, row.author_id))) seen.saw('row of two administrators')
    for (const { key, to } of open) fields.set(key, to, row.author_id)
  }
  for (const act of own) fields.take(act.changes)
  return fields
}

/** Whether somebody else had changed another field of the row. */
function rowWas(fields: Fields, key: string, by: string): boolean {
  const name = key.slice(0, key.lastIndexOf(' ') + 1)
  for (const [other] of fields.entries) if (other !== key && other.startsWith(name) && ![null, by].includes(fields.by(other))) return true
  return false
}

interface Act {
  readonly after: number
  readonly changes: readonly Change[]
}

/** What a line of a form's history is about, by its words. */
function aboutOf({ action, unit, scope }: Pick<HistoryTable, 'action' | 'unit' | 'scope'>): string | null {
  const of = formOf(scope)
  const table = Object.entries({
    informe: 'reportText',
    etapa: 'stage',
    dimensión: 'dimension',
    pregunta: 'question',
    formulario: 'form',
    institución: 'participant',
    evaluador: 'participant',
  }).find(([word]) => action.includes(word))
  return of !== undefined && table ? `${of} ${table[1]} ${unit}` : null
}

/** Each line of the history begins where the one before ended, and the last ends where the form stands (QE7). */
function judgeHistory(
  history: readonly HistoryTable[],
  ledger: readonly LedgerRow[],
  ground: readonly Change[],
  acts: readonly Act[],
  accuse: Accuse,
): Fields {
  const fields = new Fields()
  fields.take(ground)
  const own = [...acts]
  const byMid = Map.groupBy(history, (line) => line.mid)
  for (const [at, row] of ledger.entries()) {
    while (own[0] && own[0].after <= at) fields.take(must(own.shift(), 'an act').changes)
    if (row.disposition !== 'applied') continue
    for (const line of byMid.get(row.mid) ?? []) {
      const about = aboutOf(line)
      if (about === null) continue
      if (line.user_id !== row.author_id || line.received_at !== row.received_at)
        accuse('QE7', `${line.mid} is told as of ${line.user_id} at ${line.received_at}, was of ${row.author_id} at ${row.received_at}`)
      if (line.action === 'Quita institución') fields.set(`${about} evaluatorId`, null, line.user_id)
      if (line.action === 'Agrega dimensión') fields.set(`${about} name`, line.text, line.user_id)
      if (line.changed === null) continue
      for (const { field, from, to } of v.parse(changedSchema, JSON.parse(line.changed))) {
        const key = `${about} ${field}`
        // Of who takes part only the evaluator is the form's.
        if (about.includes(' participant ') && field !== 'evaluatorId') continue
        if (!sameField(fields.value(key), from))
          accuse('QE7', `${line.mid} says that ${key} was ${JSON.stringify(from)}, it was ${JSON.stringify(fields.value(key))}`)
        fields.set(key, to, line.user_id)
      }
    }
  }
  for (const act of own) fields.take(act.changes)
  return fields
}

/** Fields of which both walks know what they say. */
const followed: Readonly<Record<string, readonly string[]>> = {
  form: ['name', 'description', 'calculatedBy'],
  stage: ['name', 'start', 'end'],
  dimension: ['name', 'configHint', 'fillingHint'],
  question: ['text', 'hint', 'required', 'fillingHint', 'questionHint', 'points', 'en'],
  reportText: ['good', 'finalIntroduction'],
  participant: ['evaluatorId'],
}
function isFollowed(key: string): boolean {
  const [, table = '', , field = ''] = key.split(' ')
  return followed[table]?.includes(field) ?? false
}

/** Who takes part is decided beside the questionnaire, and told in its history alone. */
const ofHistory = (key: string): boolean => key.split(' ')[1] === 'participant'

/** Rows of forms at the server, field by field. */
async function standing(server: SimServer): Promise<Fields> {
  const fields = new Fields()
  const scopes = [formId, nextFormId].flatMap((id) => [formScope(id), questionnaireScope(id)])
  const institutions = ['norte', 'sur'].map((id) => instScope(id, formId))
  for (const [tables, of] of [
    [ofForm, scopes],
    [['participant'], institutions],
  ] as const) {
    const rows = await server.db.q
      .selectFrom('sync_row')
      .select(['scope', 'tbl', 'id', 'data'])
      .where('scope', 'in', of)
      .where('tbl', 'in', tables)
      .where('deleted', '=', 0)
      .execute()
    // Written from Changes.
    fields.take(rows.map((row) => ({ scope: row.scope, part: '', table: row.tbl, id: row.id, row: JSON.parse(row.data) }) as Change))
  }
  return fields
}

/** After healing: what became of each form, by its rows, its ledger, its history and its published version. */
export async function judgeForms(
  server: SimServer,
  devices: readonly SimDevice[],
  ledger: readonly LedgerRow[],
  ground: readonly Change[],
  seen: Sightings,
  accuse: Accuse,
): Promise<void> {
  const stands = await standing(server)
  const history = await server.db.q.selectFrom('history').selectAll().execute()
  const inOrder = history.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const walks = [
    ['QE2', 'the ledger', judgeEdits(ledger, ground, server.acts, seen, accuse)],
    ['QE7', 'the history', judgeHistory(inOrder, ledger, ground, server.acts, accuse)],
  ] as const
  for (const [rule, who, fields] of walks) {
    for (const [key, { value }] of stands.entries) {
      if (!isFollowed(key) || (rule === 'QE2' && ofHistory(key))) continue
      const said = fields.value(key)
      if (!sameField(said, value)) accuse(rule, `${key} is ${JSON.stringify(value)}, ${who} says ${JSON.stringify(said)}`)
    }
  }
  await judgeVersion(server, devices, accuse)
  for (const device of devices)
    for (const tab of device.living) for (const live of tab.questionnaires.values()) await judgeLive(server, device, live, accuse)
  seen.saw('version published', ledger.filter((row) => row.name === 'form.publish' && row.disposition === 'applied').length)
  seen.saw(
    'structure of two administrators',
    new Set(ledger.filter((row) => formOf(row.scope) === nextFormId).map((row) => row.author_id)).size > 1 ? 1 : 0,
  )
  seen.saw('institution taken out', ledger.filter((row) => row.name === 'participant.remove' && row.disposition === 'applied').length)
  seen.saw('institution back', ledger.filter((row) => row.name === 'participant.add' && row.disposition === 'applied').length)
  seen.saw('work of one that was out', ledger.filter((row) => row.code === 'participant_removed').length)
  seen.saw('evaluator replaced', ledger.filter((row) => row.name === 'participant.evaluator' && row.disposition === 'applied').length)
  seen.saw('stage extended', ledger.filter((row) => row.name === 'stages.edit' && row.disposition === 'applied').length)
}

/** What is published says what administrators have written, and is what everybody who answers it looks at. */
async function judgeVersion(server: SimServer, devices: readonly SimDevice[], accuse: Accuse): Promise<void> {
  const state = await server.db.read((tx) => questionnaireIn(tx, formId))
  const header = must(state.form, 'the form')
  const stored = await server.db.q.selectFrom('form_version').select('definition').where('id', '=', header.versionId).executeTakeFirst()
  if (!stored) return accuse('QE12', `version ${header.versionId} is not stored`)
  const published = JSON.parse(stored.definition) as FormDefinition
  const { versionId: _version, ...now } = state.definition
  const { versionId: _id, ...said } = published
  if (!sameField(rowsByKey({ ...now, versionId: '' }), rowsByKey({ ...said, versionId: '' })) || now.name !== said.name)
    accuse('QE12', `version ${header.versionId} does not say what stands after a rest`)
  if (header.structure !== undefined && header.structure !== structureDigest(published))
    accuse('QE12', `version ${header.versionId} has another structure`)
  for (const device of devices) {
    const wanted = definitionFor(audienceOf(cast[device.personId].kind), published)
    for (const tab of device.living)
      for (const live of tab.worlds.values()) {
        if (!live.isHere) continue
        if (!sameField(rowsByKey(live.world.index.definition), rowsByKey(wanted)))
          accuse('IN6', `${device.name} shows version ${live.world.index.definition.versionId}, published is ${header.versionId}`)
      }
  }
}

const rowsByKey = (definition: FormDefinition): object =>
  Object.fromEntries(rowsOfDefinition(definition).map(({ table, id, row }) => [`${table} ${id}`, row]))

/** A questionnaire that is open on a device shows the server's rows, and no others. */
async function judgeLive(server: SimServer, device: SimDevice, live: LiveQuestionnaire, accuse: Accuse): Promise<void> {
  const { state } = live
  const wanted = await server.db.read((tx) => questionnaireIn(tx, live.formId))
  for (const table of ofForm) {
    const [own, others] = [state, wanted].map((one) =>
      [...one.list(table)]
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    )
    if (own !== others) accuse('IN6', `${device.name} shows ${table} of ${live.formId} as ${own}, the server has ${others}`)
  }
  if (!sameField(state.definition, wanted.definition)) accuse('IN6', `${device.name} shows another questionnaire of ${live.formId}`)
}

function breaksWith(live: LiveQuestionnaire, id: string, points: unknown): boolean {
  const row = { ...must(live.state.question(id), id), points: v.parse(v.array(pointsEntrySchema), points) }
  return brokenBy(live.state, [{ scope: live.state.scope, part: '', table: 'question', id, row }]) !== undefined
}

/** What was written into a form keeps showing while its outcome is not stored (IN16). */
export function watchForm(device: SimDevice, tab: SimTab, live: LiveQuestionnaire, accuse: Accuse): void {
  live.topics.subscribe('*', () => {
    if (!tab.alive) return
    const newest = new Map<
      string,
      { readonly table: 'question' | 'dimension' | 'reportText'; readonly id: string; readonly field: string; readonly value: unknown }
    >()
    for (const { row, outcome } of live.pending) {
      if (outcome?.d === 'lost' || outcome?.d === 'refused') continue
      const [table, verb] = row.n.split('.')
      if (verb !== 'edit' || (table !== 'question' && table !== 'dimension' && table !== 'reportText')) continue
      const { id = formReportId, to } = v.parse(editSchema, row.a)
      for (const [field, value] of Object.entries(to)) newest.set(`${table} ${id} ${field}`, { table, id, field, value })
    }
    for (const [key, { table, id, field, value }] of newest) {
      // What another took out shows nowhere, nor do points with which the form would be worth too much: its outcome tells.
      if (table === 'question' ? !live.state.question(id) : id !== formReportId && !live.state.dimension(id)) continue
      if (field === 'points' && breaksWith(live, id, value)) continue
      const shown: unknown = Reflect.get(live.state.get(table, id) ?? {}, field) ?? null
      if (!sameField(shown, value))
        accuse('IN16', `${device.name} shows ${JSON.stringify(shown)} in ${key}, wrote ${JSON.stringify(value)}`)
    }
  })
}

/** What an institution is in the form, but for what is said anew when it comes back. */
function withoutPart(data: string): string {
  const {
    removedAt: _removed,
    leaderId: _leader,
    delegateId: _delegate,
    evaluatorId: _evaluator,
    ...row
  } = v.parse(fieldsSchema, JSON.parse(data))
  return JSON.stringify(row)
}

/** Institutions that were taken out of the form, with the rows that they had then. */
export class Departed {
  readonly #server: SimServer
  readonly #rows = new Map<string, ReadonlyMap<string, string>>()
  /** Whoever is out now: known from when the server has said so, so that nothing that was on its way is held against it. */
  #out = new Set<string>()

  constructor(server: SimServer) {
    this.#server = server
  }

  isOut(scope: string): boolean {
    return [...this.#out].some((id) => scope === instScope(id, formId) || scope === evalScope(id, formId))
  }

  async goes(id: string, taken: () => Promise<boolean>): Promise<void> {
    const rows = await this.#rowsOf(id)
    if (!(await taken())) return
    this.#rows.set(id, rows)
    this.#out.add(id)
  }

  /** What comes back is what went, but for who takes part in it as what (PA4). */
  async comesBack(id: string, put: () => Promise<boolean>, accuse: Accuse): Promise<void> {
    const isOut = this.#out.delete(id)
    if (!(await put())) {
      if (isOut) this.#out.add(id)
      return
    }
    const went = this.#rows.get(id)
    const back = await this.#rowsOf(id)
    for (const [key, row] of went ?? [])
      if (back.get(key) !== row) accuse('PA4', `${id} went with ${key} as ${row} and came back with ${back.get(key)}`)
    for (const key of back.keys()) if (went && !went.has(key)) accuse('PA4', `${id} came back with ${key}, which it had not`)
  }

  /** The server was put back: who is out is read anew, and what went then is known of nobody. */
  async readAgain(): Promise<void> {
    this.#rows.clear()
    const rows = await this.#server.db.q.selectFrom('sync_row').select(['id', 'data']).where('tbl', '=', 'participant').execute()
    this.#out = new Set(rows.filter((row) => (JSON.parse(row.data) as { removedAt?: string | null }).removedAt).map((row) => row.id))
  }

  async #rowsOf(id: string): Promise<Map<string, string>> {
    const rows = await this.#server.db.q
      .selectFrom('sync_row')
      .select(['tbl', 'id', 'data'])
      .where('scope', 'in', [instScope(id, formId), evalScope(id, formId)])
      .where('deleted', '=', 0)
      .execute()
    return new Map(rows.map((row) => [`${row.tbl} ${row.id}`, row.tbl === 'participant' ? withoutPart(row.data) : row.data]))
  }

  /** Nobody but who administers holds anything of an institution that is out. */
  async judge(devices: readonly SimDevice[], accuse: Accuse): Promise<void> {
    for (const device of devices) {
      for (const tab of device.living) {
        const { position } = await tab.storage.position()
        for (const scope of position.scopes)
          if (this.isOut(scope)) accuse('IN8', `${device.name} still holds ${scope}, which was taken out`)
      }
    }
  }
}
