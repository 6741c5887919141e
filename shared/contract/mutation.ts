import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import type { ActingRole } from '../access/roles.ts'
import type { Person } from '../accounts/model.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Conflict } from '../conflicts/model.ts'
import type { FormId, InstitutionId, Mid, Unit, UserId } from '../kernel/ids.ts'
import type { Own } from '../own.ts'
import type { Questionnaire } from '../questionnaire.ts'
import type { Results } from '../results.ts'
import type { Instant } from '../kernel/instant.ts'
import { isErrorCode } from '../errors.ts'
import { fail, type FailureParams } from '../kernel/failure.ts'
import { done, type Result } from '../kernel/result.ts'
import type { Scope } from '../protocol/scope.ts'
import type { Site, SiteChange } from '../site.ts'
import type { Letter } from './letter.ts'
import type { Change, Rows, TableName, World } from '../world.ts'

/**
 * What became of a mutation. All are final.
 * applied · noop: the same is there already · applied_over: stood against somebody's, who is told ·
 * lost: valid, but beaten by state or responsibility; kept with a card · refused: invalid or forbidden; kept with a case.
 */
export type Disposition = 'applied' | 'noop' | 'applied_over' | 'lost' | 'refused'

/** Actions in a question's history (AN10). */
export type HistoryAction =
  | 'Responde'
  | 'Modifica'
  | 'Limpia por dependencia'
  | 'Restaura'
  | 'Trae respuesta'
  | 'Mantiene respuesta'
  | 'Adjunta'
  | 'Elimina archivo'
  | 'Marca sin adjunto'
  | 'Desmarca sin adjunto'
  | 'Comenta'
  | 'Edita comentario'
  | 'Elimina comentario'
  | 'Responde comentario'
  | 'Resuelve'
  | 'Asigna'
  | 'Quita responsable'
  | 'Reenvía invitación'
  | 'Corrige invitación'
  | 'Retira invitación'
  | 'Acepta invitación'
  | 'Crea cuenta'
  | 'Cambia nombre'
  | 'Cambia cuenta'
  | 'Desactiva cuenta'
  | 'Activa cuenta'
  | 'Anonimiza cuenta'
  | 'Agrega a institución'
  | 'Quita de institución'
  | 'Envía notificación'
  | 'Reenvía notificación'
  | 'Reenvía cartas'
  | 'Descarta carta'
  | 'Recuerda plazo'
  | 'Escribe a responsable'
  | 'Activa recordatorios'
  | 'Desactiva recordatorios'
  | 'Desactiva recordatorios por enlace'
  | 'Crea institución'
  | 'Cambia institución'
  | 'Elimina institución'
  | 'Cambia líder'
  | 'Crea categoría'
  | 'Cambia categoría'
  | 'Envía'
  | 'Abre envío'
  | 'Retira envío'
  | 'Pide reapertura'
  | 'Devuelve'
  | 'Observa'
  | 'Acepta'
  | 'Rechaza'
  | 'Reabre'
  | 'Marca sección lista'
  | 'Quita sección lista'
  | 'Abre réplica'
  | 'Deshace réplica'
  | 'Réplica'
  | 'Retira réplica'
  | 'Réplica aceptada'
  | 'Réplica rechazada'
  | 'No aplicado'
  | 'Recupera'
  | SiteAction
  | FormAction

/** Actions in the history of the public site: of its pages, its files, its workbooks. */
export type SiteAction =
  | 'Crea página'
  | 'Guarda página'
  | 'Publica página'
  | 'Elimina página'
  | 'Restaura página'
  | 'Agrega archivo al sitio'
  | 'Elimina archivo del sitio'
  | 'Configura sitio'
  | 'Agrega reporte público'
  | 'Publica reporte público'
  | 'Despublica reporte público'
  | 'Elimina reporte público'

/** Actions in a form's history: what was done to the form itself, to its questionnaire and to who takes part in it (QE7). */
export type FormAction =
  | 'Crea formulario'
  | 'Importa formulario'
  | 'Cambia formulario'
  | 'Habilita formulario'
  | 'Deshabilita formulario'
  | 'Clona formulario'
  | 'Elimina formulario'
  | 'Cierra formulario'
  | 'Reabre formulario'
  | 'Publica versión'
  | 'Agrega dimensión'
  | 'Cambia dimensión'
  | 'Mueve dimensión'
  | 'Elimina dimensión'
  | 'Restaura dimensión'
  | 'Agrega pregunta'
  | 'Cambia pregunta'
  | 'Mueve pregunta'
  | 'Elimina pregunta'
  | 'Restaura pregunta'
  | 'Cambia texto de informe'
  | 'Agrega alerta'
  | 'Cambia alerta'
  | 'Elimina alerta'
  | 'Carga puntos'
  | 'Calcula resultados'
  | 'Publica resultados'
  | 'Cambia informe'
  | 'Cambia niveles'
  | 'Declara quiebre'
  | 'Ensaya formulario'
  | 'Mueve ensayo'
  | 'Agrega institución'
  | 'Cambia evaluador'
  | 'Quita institución'
  | 'Restaura institución'
  | 'Reabre institución'
  | 'Rechaza reapertura'
  | 'Sube respuestas administrativas'
  | 'Configura réplica'
  | 'Configura tableros'
  | 'Muestra resultados'
  | 'Oculta resultados'
  | 'Adelanta etapa'
  | 'Avisa más plazo'
  | 'Agrega etapa'
  | 'Cambia etapa'
  | 'Elimina etapa'

/** A field that was changed, as JSON reads it. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** One line of a unit's history: what was done, by whom, in which role. The engine adds mid, times and ids. */
export interface HistoryEntry {
  /** Null for what concerns the whole institution (a send) or form. */
  readonly unit: Unit | null
  /** Whom it is about, outside any form. */
  readonly person?: UserId | undefined
  /** What of a form it is about: a dimension, a question, a stage, an institution. */
  readonly element?: string | undefined
  /** The form in whose own history it stands, wherever it was decided. */
  readonly form?: FormId | undefined
  /** What it changed, field by field; null where there was or is nothing. */
  readonly changed?: readonly FieldChange[] | undefined
  readonly action: HistoryAction
  readonly value?: AnswerValue | null | undefined
  /** File name, comment or observation text, person's name. */
  readonly text?: string | null | undefined
  readonly role: ActingRole
}

/** A card for somebody's inbox. The engine gives it its id, its owner's scope and its time. */
export type Card = Omit<Conflict, 'id' | 'state' | 'openedAt' | 'closedAt' | 'institutionId' | 'formId' | 'mutation'>

export interface Outcome {
  readonly disposition: Disposition
  /** `ok`, or why not: a key of the registry in errors.ts. */
  readonly code: string
  readonly params?: FailureParams | undefined
  readonly changes: readonly Change[]
  /** Rows of the public area, which no device holds. */
  readonly site?: readonly SiteChange[] | undefined
  readonly history: readonly HistoryEntry[]
  readonly cards: readonly Card[]
  readonly letters: readonly Letter[]
  /** Told behind the bell alone, in the words of a letter that goes elsewhere. */
  readonly notices?: readonly Letter[] | undefined
  /** What a call is told beyond the code: ids cleared, receipt number. */
  readonly reply?: Readonly<Record<string, unknown>> | undefined
}

/** Everything about a call that is not its arguments. `decide` reads no clock and no randomness but these. */
export interface Context {
  readonly actor: Actor
  /** Server time; the browser's best estimate of it in a preview. */
  readonly now: Instant
  readonly mid: Mid
  /** `mid` of the version of the entity on which the person acted; null when there was none. */
  readonly base: Mid | null
  /** When the person did it, by the device's clock. Explains, never authorises, but for the grace of TM6 and TM14. */
  readonly occurredAt: Instant
  /** Latest server time that the device knew when the person acted: what a grace may trust. */
  readonly lease: Instant | null
  /** SHA-256 in hex. Only the authority has it: without it a send previews as a request, with no receipt. */
  readonly digest?: ((text: string) => string) | undefined
}

/** What stands outside an institution that its changes must not meet. */
export interface DirectoryFacts {
  readonly categories: ReadonlyMap<string, { readonly name: string; readonly active: boolean }>
  /** Every institution that there is or was. */
  readonly institutions: readonly { readonly id: InstitutionId; readonly name: string; readonly code: string }[]
  /** Institutions that take part in a form, or did. */
  readonly tookPart: ReadonlySet<InstitutionId>
}

/** An account of an institution's person, and every institution to which they belong, by id. */
export interface Account {
  readonly person: Person
  readonly institutionIds: readonly InstitutionId[]
}

/** What keeps somebody's name where it is. */
export interface Duties {
  /** What they lead, stand in for or evaluate at present: institutions, and forms that are not over, each as people call it. */
  readonly inCharge: readonly string[]
  /** Changes and files that devices of theirs, of which something was heard lately, said were still waiting. */
  readonly waiting: number
}

/** Rows of one scope that is no institution's in a form: the lab's people (catalog), categories, an institution with its people (org), a form's header (form). */
export interface Directory {
  readonly scope: string
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined
  /** Every row of a table. */
  list<T extends TableName>(table: T): Iterable<Rows[T]>
  /** What of others a change of an institution or of a category is decided by; absent for every other. */
  readonly facts?: DirectoryFacts | undefined
  /** Whom a change of who belongs where names, by id; absent for every other. */
  readonly accounts?: ReadonlyMap<UserId, Account> | undefined
  /** What whoever is to be anonymised is responsible for, by id; absent for every other change. */
  readonly duties?: ReadonlyMap<UserId, Duties> | undefined
}

/** What a mutation decides on, by the word in its `on`. */
export interface States {
  /** One institution in one form. A device holds it too, previews the mutation and sends it through its queue. */
  readonly participation: World
  /** One directory. Only the server's own doors ask for its changes. */
  readonly directory: Directory
  /** A form and its questionnaire as it is worked on. An administrator's device holds it too, once it was opened there. */
  readonly questionnaire: Questionnaire
  /** What is one person's own. Each of their devices holds it. */
  readonly own: Own
  /** What one institution obtained in one form, and what is written about it. Only the server's own doors ask for its changes. */
  readonly results: Results
  /** The public site, one of its pages, or what of a form its dashboards show. Only the server's own doors ask for its changes. */
  readonly site: Site
}
export type StateKind = keyof States

const directoryScopes: ReadonlySet<Scope['kind']> = new Set(['catalog', 'categories', 'org', 'form'])
const siteScopes: ReadonlySet<Scope['kind']> = new Set(['site', 'page', 'dashboards'])

/** On what a mutation in a scope decides; undefined where nothing is decided. */
export function stateKindOf(scope: Scope | undefined): StateKind | undefined {
  if (scope?.kind === 'inst' || scope?.kind === 'eval') return 'participation'
  if (scope?.kind === 'questionnaire' || scope?.kind === 'own' || scope?.kind === 'results') return scope.kind
  if (scope !== undefined && siteScopes.has(scope.kind)) return 'site'
  return scope !== undefined && directoryScopes.has(scope.kind) ? 'directory' : undefined
}

/** A named change that a person may ask for, and the one place where it is decided. */
export interface Mutation<Name extends string = string, Args = unknown, On extends StateKind = 'participation'> {
  readonly name: Name
  readonly on: On
  /** Version of `input`. A changed meaning gets a new name; a changed shape a new version and an upcaster. */
  readonly version: number
  /** Asked for by the server's own doors alone, which look at what it is made of: a device that pushes it is refused. */
  readonly serverOnly?: boolean | undefined
  /** Stands in a form that is closed, too: it changes nothing of the form that was archived, or is how that one is opened again (FC3). */
  readonly besideClosing?: boolean | undefined
  readonly input: v.GenericSchema<unknown, Args>
  /** Each older shape of the arguments to the one of the next version, by version. */
  readonly upcast?: Readonly<Record<number, (args: unknown) => unknown>> | undefined
  /** What it acts on: a unit, an element, or a word of its own. A refused one holds up nothing else. */
  entityOf(args: Args): string
  /** Whether one that has not left its device gives way in place to a newer one of the same entity: only the last value counts. */
  readonly coalesces?: boolean | undefined
  /**
   * Said by a device of its own accord, and asked for by nobody: it goes its way as any other, but is not counted or shown among what
   * waits, and asks nobody for a decision where it did not stand (ST16).
   */
  readonly quiet?: boolean | undefined
  /** `mid` of the version of the entity that stands; absent where no version is contested. */
  baseOf?(state: States[On], args: Args): Mid | null
  /**
   * The arguments with what the person saw of what the change takes away: filled in where it is dispatched. `former`: arguments of the
   * change that it replaces before that one left its device.
   */
  withSeen?(state: States[On], args: Args, former?: Args): Args
  /** Whether a person says yes to it first, as it takes away something else: nobody's absence does so. */
  asksFirst?(state: States[On], args: Args): boolean
  /** Total, pure and deterministic: the same state, arguments and context give the same outcome. */
  decide(state: States[On], args: Args, context: Context): Outcome
  /** Rows that keep showing what the person did while the outcome is on its way and `decide` no longer applies it. */
  overlay?(state: States[On], args: Args, context: Context): readonly Change[]
}

/** A mutation of the catalogue, whatever it decides on. */
export type AnyMutation = { readonly [On in StateKind]: Mutation<string, unknown, On> }[StateKind]

type Definition<Name extends string, Args, On extends StateKind> = Omit<Mutation<Name, Args, On>, 'on'>

/**
 * Whether the form that a state is of, or is part of, was closed (FC3). Of an institution, of its people and of the public site as a whole
 * none is: they outlive every form.
 */
const isClosed: { readonly [On in StateKind]: (state: States[On]) => boolean } = {
  participation: (world) => world.get('form', world.formId)?.closed !== undefined,
  results: ({ world }) => world.get('form', world.formId)?.closed !== undefined,
  questionnaire: ({ form }) => form?.closed !== undefined,
  directory: (rows) => [...rows.list('form')].some((form) => form.closed !== undefined),
  site: ({ facts }) => facts.form?.closed !== undefined,
  own: () => false,
}

/** The same mutation, which nothing of a closed form stands before: on the server as in the preview of a device (FC3). */
const whileOpen = <Name extends string, Args, On extends StateKind>(
  on: On,
  definition: Definition<Name, Args, On>,
): Mutation<Name, Args, On> => ({
  ...definition,
  on,
  decide: (state, args, context) =>
    definition.besideClosing !== true && isClosed[on](state) ? refused('form_closed') : definition.decide(state, args, context),
})

// Made without any effect: who needs one of a file's mutations does not carry the others.
/** A change of what an institution and its evaluators work on. */
export const mutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'participation'>,
): Mutation<Name, Args> => whileOpen('participation', definition)
/** A change of people, or of when stages run. No device asks for one. */
export const directoryMutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'directory'>,
): Mutation<Name, Args, 'directory'> => whileOpen('directory', { ...definition, serverOnly: true })

/** A change of a form and of what it asks. */
export const questionnaireMutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'questionnaire'>,
): Mutation<Name, Args, 'questionnaire'> => whileOpen('questionnaire', definition)

/** A change of what is a person's own, which nobody else asks for. */
export const ownMutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'own'>,
): Mutation<Name, Args, 'own'> => whileOpen('own', definition)

/** A change of what an institution obtained, or of what its report says. No device asks for one. */
export const resultsMutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'results'>,
): Mutation<Name, Args, 'results'> => whileOpen('results', { ...definition, serverOnly: true })

/** A change of the public area. No device asks for one. */
export const siteMutation = /* @__NO_SIDE_EFFECTS__ */ <const Name extends string, Args>(
  definition: Definition<Name, Args, 'site'>,
): Mutation<Name, Args, 'site'> => whileOpen('site', { ...definition, serverOnly: true })

const nothing = { changes: [], history: [], cards: [], letters: [] } as const

export const applied = (outcome: Partial<Omit<Outcome, 'disposition' | 'code'>>): Outcome => ({
  disposition: 'applied',
  code: 'ok',
  ...nothing,
  ...outcome,
})
export const appliedOver = (outcome: Partial<Omit<Outcome, 'disposition'>>): Outcome => ({
  disposition: 'applied_over',
  code: 'ok',
  ...nothing,
  ...outcome,
})
export const noop = (reply?: Outcome['reply']): Outcome => ({ disposition: 'noop', code: 'ok', ...nothing, reply })
/** What the author's card tells with numbers and names is told by the reply, too. */
export const lost = (code: string, outcome: Partial<Omit<Outcome, 'disposition' | 'code'>> = {}): Outcome => ({
  disposition: 'lost',
  code,
  params: outcome.params ?? outcome.cards?.find((card) => card.side === 'author' && card.code === code)?.params,
  ...nothing,
  ...outcome,
})
export const refused = (code: string, params?: FailureParams): Outcome => ({ disposition: 'refused', code, params, ...nothing })

/**
 * Arguments that were written as `version`, brought step by step to the mutation's own version and parsed: what a device
 * previews and what the server decides. Fails: unknown_mutation (a version that this program does not read), malformed, or
 * the code that the schema says. `parse`: how a server parses what anybody may have written; a device parses its own.
 */
export function argsOf<Args>(
  definition: Pick<Mutation<string, Args, StateKind>, 'version' | 'input' | 'upcast'>,
  version: number,
  written: unknown,
  parse: (schema: v.GenericSchema<unknown, Args>, args: unknown) => v.SafeParseResult<v.GenericSchema<unknown, Args>> = v.safeParse,
): Result<Args> {
  if (version > definition.version) return fail('unknown_mutation')
  let args = written
  for (let at = version; at < definition.version; at += 1) {
    const upcast = definition.upcast?.[at]
    if (!upcast) return fail('unknown_mutation')
    try {
      args = upcast(args)
    } catch {
      // An upcaster reads what an old client wrote: what it cannot read is malformed.
      return fail('malformed')
    }
  }
  const parsed = parse(definition.input, args)
  if (parsed.success) return done(parsed.output)
  const { message } = parsed.issues[0]
  return fail(isErrorCode(message) ? message : 'malformed')
}
