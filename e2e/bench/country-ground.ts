import { openSqlite, type Database, type Tx } from '#server/db/open.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { openSession } from '#server/http/session.ts'
import { migrate } from '#server/migrations/run.ts'
import { writeChanges } from '#server/sync/changes.ts'
import { fillOverviews } from '#server/sync/overviews.ts'
import { storeOwnDefinition } from '#server/world/definitions.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Person } from '#shared/accounts/model.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import { addDays, dayAt, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { catalogScope, formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { formOf, unitsOf, type FormShape } from './form.ts'
import type { Person as SignedIn } from './ground.ts'
import { textsOf } from './texts.ts'

/** A form that a country answers: 500 questions, every third of which takes a file. */
export const countryShape: FormShape = { formId: 'pais', subDimensions: 10, questionsEach: 50, files: true }

export interface CountryOrder {
  readonly institutions: number
  /** Answers of each institution; where a question takes a file there is one. */
  readonly answers: number
  /** Accounts of each institution; the first leads. */
  readonly people: number
  /** Who evaluate, each as many institutions as the next. */
  readonly evaluators: number
  /** Whether they are still answering, or have sent and are being evaluated. */
  readonly stage: 'NormalInput' | 'FirstRevision'
  /** Whether the second is the delegate and each that follows has a sub-dimension, the first, the second and so on; absent: the leader has all. */
  readonly shared?: boolean | undefined
}

/** What everybody of the lab signs in with. */
export const labPassword = 'una-clave-de-medicion'

export interface Country {
  readonly formId: string
  readonly institutions: readonly string[]
  readonly administrator: SignedIn
  /** The first evaluates the first institution, the second the second, and so on round. */
  readonly evaluators: readonly SignedIn[]
  /** Of all institutions, those of the first one first. */
  readonly people: readonly SignedIn[]
}

/** Institutions that are written in one transaction. */
const together = 20

/** The same in a new SQLite file of that folder. */
export async function layCountry(dataDir: string, order: CountryOrder): Promise<Country> {
  const db = openSqlite(join(dataDir, 'iip.sqlite'))
  await migrate(db)
  const laid = await layCountryIn(db, order)
  await db.close()
  return laid
}

/**
 * Fills an empty, migrated database with a country in which every institution has answered. Rows are written as a
 * batch writes them, without its ledger and its history: nobody has to have typed half a million answers for this.
 */
export async function layCountryIn(db: Database, order: CountryOrder): Promise<Country> {
  const now = instantOf(Date.now())
  const lab = labOf(order)
  const institutions = Array.from({ length: order.institutions }, (_, at) => `i${String(at).padStart(4, '0')}`)
  await db.write(async (tx) => {
    const people = lab.map((person): Change => ({ scope: catalogScope, part: '', table: 'person', id: person.id, row: person }))
    await writeChanges(tx, [headerChange(order, now), ...people], now)
    await storeOwnDefinition(tx, formOf(countryShape), now)
  })
  const texts = textsOf('country', order.answers)
  for (let from = 0; from < institutions.length; from += together) {
    const some = institutions.slice(from, from + together)
    const changes = some.flatMap((id, at) => placeChanges(order, id, from + at, texts, now))
    await db.write((tx) => writeChanges(tx, changes, now))
  }
  // As dear to look at as a real one.
  const hash = await createPasswords({ memoryKib: 19_456, passes: 2 }).hash(labPassword)
  const signedIn = await db.write(async (tx) => {
    await tx.q.updateTable('user').set({ show_onboarding: 0 }).execute()
    await tx.q.updateTable('user').set({ password_hash: hash }).where('institution_id', 'is', null).execute()
    const [administrator, ...evaluators] = await signIn(tx, lab, now)
    if (!administrator) throw new Error('a country has nobody at the lab')
    const people = await signIn(
      tx,
      institutions.flatMap((id) => peopleOf(order, id)),
      now,
    )
    return { administrator, evaluators, people }
  })
  await fillOverviews(
    db,
    () => now,
    (_, error) => {
      throw error
    },
  )
  return { formId: countryShape.formId, institutions, ...signedIn }
}

async function signIn(tx: Tx, rows: readonly Person[], now: Instant): Promise<SignedIn[]> {
  const found: SignedIn[] = []
  for (const { id, kind, name, surname, institutionId } of rows) {
    const actor: Actor = { id, kind, name: `${name} ${surname}`, institutionId }
    found.push({ actor, token: await openSession(tx, { userId: id }, now) })
  }
  return found
}

function headerChange({ stage }: CountryOrder, now: Instant): Change {
  const { name, versionId, formId } = formOf(countryShape)
  const today = dayAt(now)
  const row: FormHeader = {
    id: formId,
    name,
    description: '',
    versionId,
    enabled: true,
    stages:
      stage === 'NormalInput'
        ? [{ id: 'e1', kind: 'NormalInput', name: 'Ingreso datos', start: addDays(today, -40), end: addDays(today, 40) }]
        : [
            { id: 'e1', kind: 'NormalInput', name: 'Ingreso datos', start: addDays(today, -40), end: addDays(today, -2) },
            { id: 'e2', kind: 'FirstRevision', name: 'Comentarios', start: addDays(today, -1), end: addDays(today, 60) },
          ],
  }
  return { scope: formScope(formId), part: '', table: 'form', id: formId, row }
}

const account = (id: string, kind: Person['kind'], institutionId: string | null): Person => ({
  id,
  name: `Persona ${id}`,
  surname: 'De Prueba',
  email: `${id}@${institutionId ?? 'laboratorio'}.example`,
  kind,
  institutionId,
  active: true,
  joined: true,
})

const labOf = ({ evaluators }: CountryOrder): Person[] => [
  account('administra', 'Administrator', null),
  ...Array.from({ length: evaluators }, (_, at) => account(`evalua${at}`, 'Evaluator', null)),
]

const peopleOf = ({ people }: CountryOrder, institutionId: string): Person[] =>
  Array.from({ length: people }, (_, at) => account(`${institutionId}-${at}`, 'Institutional', institutionId))

function placeChanges(order: CountryOrder, id: string, position: number, texts: readonly string[], now: Instant): Change[] {
  const { formId } = countryShape
  const scope = instScope(id, formId)
  const leaderId = `${id}-0`
  const sent = order.stage !== 'NormalInput'
  const participant = newParticipant({
    institutionId: id,
    formId,
    leaderId,
    delegateId: order.shared === true ? `${id}-1` : null,
    evaluatorId: `evalua${position % order.evaluators}`,
    openedStageId: 'e1',
    ...(sent
      ? { locked: true, lockReason: 'sent', sentAt: now, receipt: `R-${id}`, sendCount: 1, closedStageIds: ['e1'], openedStageId: 'e2' }
      : {}),
  })
  const institution = {
    id,
    name: `Servicio ${id}`,
    code: id.toUpperCase(),
    abbreviation: id.toUpperCase(),
    category: 'Pilares',
    orientation: 'Institucional' as const,
    domains: [`${id}.example`],
  }
  return [
    { scope: orgScope(id), part: '', table: 'institution', id, row: institution },
    ...peopleOf(order, id).map((person): Change => ({ scope: orgScope(id), part: '', table: 'person', id: person.id, row: person })),
    { scope, part: '', table: 'participant', id, row: participant },
    ...(order.shared === true ? sharedOut(order, id) : []),
    ...unitsOf(countryShape, order.answers).flatMap((unit, at) =>
      answerChanges({ id, unit, at, value: texts[at] ?? '', leaderId, sent }, now),
    ),
  ]
}

/** Sub-dimensions that are somebody's below the leader and the delegate. */
const sharedOut = (order: CountryOrder, id: string): Change[] =>
  peopleOf(order, id)
    .slice(2, 2 + countryShape.subDimensions)
    .map((person, at): Change => {
      const element = `${countryShape.formId}-s${at}`
      const row = { element, level: 'Subdimension' as const, userId: person.id, rev: 1 }
      return { scope: instScope(id, countryShape.formId), part: '', table: 'assignment', id: element, row }
    })

/** An answer, who holds its question, and a file beside it where the question takes one. */
function answerChanges(
  { id, unit, at, value, leaderId, sent }: { id: string; unit: string; at: number; value: string; leaderId: string; sent: boolean },
  now: Instant,
): Change[] {
  const scope = instScope(id, countryShape.formId)
  const part = unit.slice(0, unit.lastIndexOf('-q'))
  const answer = {
    unit,
    questionId: unit,
    rowId: null,
    value,
    level: sent ? (0 as const) : (4 as const),
    sent,
    changeAnswer: false,
    noAttachment: false,
    justification: null,
    clearedValue: null,
    rev: 1,
    mid: `${id}:${at}`,
    authorId: leaderId,
    occurredAt: now,
    receivedAt: now,
    formVersion: `${countryShape.formId}-v1`,
    late: false,
  }
  const assignment = { element: unit, level: 'Question' as const, userId: leaderId, rev: 1 }
  const changes: Change[] = [
    { scope, part, table: 'answer', id: unit, row: answer },
    { scope, part: '', table: 'assignment', id: unit, row: assignment },
  ]
  if ((at % countryShape.questionsEach) % 3 !== 0) return changes
  const attachment = {
    id: `${id}-f${at}`,
    unit,
    name: `evidencia-${at}.pdf`,
    sizeBytes: 100_000,
    mime: 'application/pdf',
    sha256: createHash('sha256').update(`${id} ${at}`).digest('hex'),
    state: 'ready' as const,
    applied: true,
    authorId: leaderId,
    addedAt: now,
    answerRev: 1,
  }
  return [...changes, { scope, part, table: 'attachment', id: attachment.id, row: attachment }]
}
