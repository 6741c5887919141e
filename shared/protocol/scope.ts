import type { FormId, InstitutionId, UserId } from '../kernel/ids.ts'

/**
 * A scope is a unit of visibility, ordering and locking. Ids are written
 * catalog · categories · form:<form> · org:<institution> · inst:<institution>:<form> · eval:<institution>:<form> · user:<user> ·
 * former:<institution>:<form> · before:<institution>:<form> · notes:<institution>:<form> · overview:<form>:<evaluator>, and overview:<form> for what nobody evaluates · questionnaire:<form> · points:<form> ·
 * results:<institution>:<form> · own:<user> · site · page:<page> · dashboards:<form>.
 * Inside inst and before, rows of a sub-dimension carry its id as `part`, and a person without it does not receive them.
 */
export type Scope =
  | { readonly kind: 'catalog' | 'categories' | 'site' }
  | { readonly kind: 'page'; readonly pageId: string }
  | { readonly kind: 'form' | 'questionnaire' | 'points' | 'dashboards'; readonly formId: FormId }
  | { readonly kind: 'org'; readonly institutionId: InstitutionId }
  | {
      readonly kind: 'inst' | 'eval' | 'former' | 'before' | 'notes' | 'results'
      readonly institutionId: InstitutionId
      readonly formId: FormId
    }
  | { readonly kind: 'user' | 'own'; readonly userId: UserId }
  | { readonly kind: 'overview'; readonly formId: FormId; readonly evaluatorId: UserId | null }

/** Lab staff: names that every signed-in person may see. */
export const catalogScope = 'catalog'
/**
 * What institutions are grouped by. No device receives it: one of an earlier release refuses a page with a table that it does not know.
 */
export const categoriesScope = 'categories'
/** What the public site has beside its pages: files, workbooks of open statistics, settings. No device receives it. */
export const siteScope = 'site'
/** One page of the public site, its draft and its versions. No device receives it. */
export const pageScope = (pageId: string): string => `page:${pageId}`
/** What of a form its public dashboards show. No device receives it. */
export const dashboardsScope = (formId: FormId): string => `dashboards:${formId}`
/** Header and stages of a form. */
export const formScope = (formId: FormId): string => `form:${formId}`
/** What a form's questionnaire is made of while it is worked on: dimensions, questions, texts of reports. The administrators'. */
export const questionnaireScope = (formId: FormId): string => `questionnaire:${formId}`
/** Points that institutions obtained, as tables of the lab say them. No device receives it. */
export const pointsScope = (formId: FormId): string => `points:${formId}`
/** An institution and its people. */
export const orgScope = (institutionId: InstitutionId): string => `org:${institutionId}`
/** What an institution and its evaluator share in one form. */
export const instScope = (institutionId: InstitutionId, formId: FormId): string => `inst:${institutionId}:${formId}`
/** Evaluators' decisions before they are sent. */
export const evalScope = (institutionId: InstitutionId, formId: FormId): string => `eval:${institutionId}:${formId}`
/** What an institution answered in an earlier form to what this one asks. The lab's. */
export const formerScope = (institutionId: InstitutionId, formId: FormId): string => `former:${institutionId}:${formId}`
/** The same for the institution itself, as far as it is its own: each of its people receives of it what they see of the questionnaire. */
export const beforeScope = (institutionId: InstitutionId, formId: FormId): string => `before:${institutionId}:${formId}`
/** What whoever evaluates an institution notes for themselves. Nobody else's. */
export const notesScope = (institutionId: InstitutionId, formId: FormId): string => `notes:${institutionId}:${formId}`
/** What an institution obtained in a form, and what is written about it. No device receives it: who may read which of it is asked each time. */
export const resultsScope = (institutionId: InstitutionId, formId: FormId): string => `results:${institutionId}:${formId}`
/** One person's cards. */
export const userScope = (userId: UserId): string => `user:${userId}`
/** What is one person's own beside cards: notices. Devices of the first schema, which read every row of `user`, do not know it. */
export const ownScope = (userId: UserId): string => `own:${userId}`

/** How each institution that one person evaluates stands in a form, or each that nobody does. */
export const overviewScope = (formId: FormId, evaluatorId: UserId | null): string =>
  evaluatorId === null ? `overview:${formId}` : `overview:${formId}:${evaluatorId}`

/** The scope that a text names; undefined when it names none. Ids hold no colon. */
export function parseScope(text: string): Scope | undefined {
  const [kind, first, second, ...rest] = text.split(':')
  if (rest.length > 0) return undefined
  if ((kind === 'catalog' || kind === 'categories' || kind === 'site') && first === undefined) return { kind }
  if (!first) return undefined
  if (kind === 'page' && second === undefined) return { kind, pageId: first }
  if ((kind === 'form' || kind === 'questionnaire' || kind === 'points' || kind === 'dashboards') && second === undefined)
    return { kind, formId: first }
  if (kind === 'overview' && second !== '') return { kind, formId: first, evaluatorId: second ?? null }
  if (kind === 'org' && second === undefined) return { kind, institutionId: first }
  if ((kind === 'user' || kind === 'own') && second === undefined) return { kind, userId: first }
  if ((kind === 'inst' || kind === 'eval' || kind === 'former' || kind === 'before' || kind === 'notes' || kind === 'results') && second)
    return { kind, institutionId: first, formId: second }
  return undefined
}
