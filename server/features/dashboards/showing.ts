import { isAsShown, isConfigured, isFormPublic, isFormTold, isShown, showingStamp } from '#shared/dashboards/rules.ts'
import type { hide, previewShowing, show, ShowingReply } from '#shared/dashboards/routes.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import { visibleFrom } from '#shared/results/reading.ts'
import type * as v from 'valibot'
import type { Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { performTogether } from '../../sync/perform.ts'
import { dashboardsOf, showingOf } from '../../world/dashboards.ts'
import { publishedIn, showableIn } from '../../world/published-results.ts'
import { headerOf } from '../../world/store.ts'
import { nameOf } from './configuration.ts'
import { newestFirst, publicFormsIn, shownOf } from './published.ts'
import { openedIn, resultsViewIn } from './view.ts'

type PreviewBody = v.InferOutput<NonNullable<(typeof previewShowing)['body']>>
type Act = (typeof show)['name'] | (typeof hide)['name']

/** What visitors see of a form, and what they would see of it as it stands (DB15). Fails: not_found. */
export const showingReplyOf = (server: Server, formId: FormId): Promise<Result<ShowingReply>> =>
  server.db.read(async (tx): Promise<Result<ShowingReply>> => {
    const form = await headerOf(tx, formId)
    if (!form || form.removed) return fail('not_found')
    const now = server.now()
    const showing = await showingOf(tx, formId)
    const dashboards = await dashboardsOf(tx, formId)
    const showable = await showableIn(tx, form)
    const ids = showable.map(({ id }) => id)
    const visitors = isShown(showing) ? await shownOf(tx, formId, showing) : []
    const from = visibleFrom(form, 'final', now)
    return done({
      formId,
      shown: isShown(showing),
      public: isFormPublic(form, showing, now) && visitors.length > 0,
      told: isFormTold(form, now) || (from !== null && form.enabled && !form.rehearsal),
      from,
      by: showing ? await nameOf(tx, showing) : null,
      at: showing?.at ?? null,
      current: isAsShown(showing, dashboards.values(), ids),
      configured: isConfigured(dashboards.get('general')),
      visitors: visitors.map(({ institution }) => ({ _id: institution.id, name: institution.name })),
      institutions: showable.map(({ id, name }) => ({ _id: id, name })),
      seen: showingStamp(dashboards.values(), ids),
    })
  })

/** Shows a form to visitors, or takes it away from them, for a REST caller. Fails: as the mutation does. */
export async function showForm(
  server: Server,
  session: Session,
  said: Said,
  { formId, name, args }: { readonly formId: FormId; readonly name: Act; readonly args: object },
): Promise<Result<ShowingReply>> {
  const stored = await performTogether(server, session, said, [{ scope: dashboardsScope(formId), name, args }])
  return stored.ok ? showingReplyOf(server, formId) : stored
}

/**
 * What a page of results would be drawn from if the form were shown as it is saved now. Fails: not_found, dashboards_unconfigured,
 * dashboards_unpublished.
 */
export const previewViewOf = (
  server: Server,
  formId: FormId,
  { language, institution }: Omit<PreviewBody, 'at'>,
): Promise<Result<PublicResultsView>> =>
  server.db.read(async (tx): Promise<Result<PublicResultsView>> => {
    const form = await headerOf(tx, formId)
    if (!form || form.removed) return fail('not_found')
    const now = server.now()
    const dashboards = await dashboardsOf(tx, formId)
    if (!isConfigured(dashboards.get('general'))) return fail('dashboards_unconfigured')
    const published = form.rehearsal ? [] : await publishedIn(tx, formId)
    if (published.length === 0) return fail('dashboards_unpublished')
    const others = (await publicFormsIn(tx, now)).filter((each) => each.form.id !== formId)
    const forms = await openedIn(tx, [{ form, dashboards, published, shownAt: now }, ...others].toSorted(newestFirst))
    const asked = { form: formId, category: null, institutions: institution ? [institution] : [] }
    return done(await resultsViewIn(server, tx, forms, asked, language))
  })
