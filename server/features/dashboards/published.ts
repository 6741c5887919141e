import type { Dashboard, DashboardTab, Showing } from '#shared/dashboards/model.ts'
import { isFormPublic, isShown } from '#shared/dashboards/rules.ts'
import { firstDayMs } from '#shared/evaluations/former.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Tx } from '../../db/open.ts'
import { formsIn, showingsIn } from '../../world/dashboards.ts'
import { publishedIn, type Published } from '../../world/published-results.ts'

/** A form whose results everybody reads. */
export interface PublicForm {
  readonly form: FormHeader
  /** Its tabs as they were when it was shown. */
  readonly dashboards: ReadonlyMap<DashboardTab, Dashboard>
  /** When it was shown: of forms beside, what was published first after that is told to nobody (DB15). */
  readonly shownAt: Instant
  /** By name; never none. */
  readonly published: readonly Published[]
}

/** Every form whose results everybody reads now, the newest first (DB1, DB15). */
export async function publicFormsIn(tx: Tx, now: Instant): Promise<readonly PublicForm[]> {
  const all = await formsIn(tx)
  const showings = await showingsIn(tx)
  const found: PublicForm[] = []
  for (const form of all) {
    const showing = showings.get(form.id)
    if (!isShown(showing) || !isFormPublic(form, showing, now)) continue
    const published = await shownOf(tx, form.id, showing)
    if (published.length > 0) found.push({ form, dashboards: byTab(showing.tabs), published, shownAt: showing.at })
  }
  return found.toSorted(newestFirst)
}

export const newestFirst = (left: Pick<PublicForm, 'form'>, right: Pick<PublicForm, 'form'>): number =>
  firstDayMs(right.form) - firstDayMs(left.form) || (left.form.id < right.form.id ? -1 : 1)

/** What was published of the institutions that were named when a form was shown. */
export async function shownOf(tx: Tx, formId: FormId, showing: Showing): Promise<readonly Published[]> {
  const named = new Set(showing.institutionIds)
  return (await publishedIn(tx, formId)).filter(({ institution }) => named.has(institution.id))
}

export const byTab = (tabs: readonly Dashboard[]): ReadonlyMap<DashboardTab, Dashboard> => new Map(tabs.map((each) => [each.id, each]))
