import { fullName } from '#shared/accounts/model.ts'
import type { Dashboard, DashboardContent, DashboardTab, Icon } from '#shared/dashboards/model.ts'
import { dashboardLimits } from '#shared/dashboards/model.ts'
import { checkedContent, contentOf, emptyContent, figureOf, plainColumn, stampOf } from '#shared/dashboards/rules.ts'
import type { ColumnPreview, Configuration, configure, preview } from '#shared/dashboards/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import { comparisonMean } from '#shared/results/statistics.ts'
import type * as v from 'valibot'
import type { Tx } from '../../db/open.ts'
import type { Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { performTogether } from '../../sync/perform.ts'
import { dashboardsOf, formsIn } from '../../world/dashboards.ts'
import { publishedIn } from '../../world/published-results.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { headerOf, institutionOf } from '../../world/store.ts'
import { iconFrom } from '../institutions/icons.ts'
import { answeredIn } from './answered.ts'

type Body = v.InferOutput<NonNullable<(typeof configure)['body']>>
type PreviewBody = v.InferOutput<NonNullable<(typeof preview)['body']>>
type Given = NonNullable<Body['iconIniciative']>

/** Sides of an icon as it is kept, points: it stands beside a line of text. */
const iconSide = 96

/** How a tab of a form is configured. */
export const configurationOf = (server: Server, formId: FormId, tab: DashboardTab): Promise<Result<Configuration>> =>
  server.db.read(async (tx): Promise<Result<Configuration>> => {
    const form = await headerOf(tx, formId)
    if (!form || form.removed) return fail('not_found')
    const dashboards = await dashboardsOf(tx, formId)
    const stands = dashboards.get(tab)
    const beside = (await formsIn(tx)).filter((each) => each.id !== formId && !each.rehearsal)
    return done({
      formId,
      content: contentOf(stands, tab),
      stamp: stampOf(stands),
      by: stands ? await nameOf(tx, stands) : null,
      at: stands?.at ?? null,
      workers: contentOf(dashboards.get('general'), 'general').overallResultId,
      forms: beside
        .map(({ id, name }) => ({ _id: id, name }))
        .toSorted((left, right) => left.name.localeCompare(right.name, 'es') || (left._id < right._id ? -1 : 1)),
    })
  })

export async function nameOf(tx: Tx, { by }: Pick<Dashboard, 'by'>): Promise<string | null> {
  const person = await tx.q.selectFrom('user').select(['name', 'surname']).where('id', '=', by).executeTakeFirst()
  return person ? fullName(person) : null
}

/** Changes a tab for a REST caller. What of an institution's tab is not said stays as it is. */
export async function configureTab(
  server: Server,
  session: Session,
  said: Said,
  { formId, tab, body }: { readonly formId: FormId; readonly tab: DashboardTab; readonly body: Body },
): Promise<Result<Configuration>> {
  if (body.formId !== undefined && body.formId !== formId) return fail('not_found')
  const stands = await server.db.read(async (tx) => (await dashboardsOf(tx, formId)).get(tab))
  const to = body.empty === true ? done(null) : await contentIn(body, tab, stands)
  if (!to.ok) return to
  const from = body.seen === undefined ? stampOf(stands) : body.seen
  const asked = [{ scope: dashboardsScope(formId), name: 'dashboards.configure', args: { tab, from, to: to.value } }]
  const stored = await performTogether(server, session, said, asked)
  return stored.ok ? configurationOf(server, formId, tab) : stored
}

/** Fails: icon_too_large, icon_unreadable. */
async function contentIn(body: Body, tab: DashboardTab, stands: Dashboard | undefined): Promise<Result<DashboardContent>> {
  switch (tab) {
    case 'general':
      return done({ ...emptyContent('general'), overallResultId: body.overallResultId ?? '', questionreports: body.questionreports ?? [] })
    case 'dimension':
      return done({ ...emptyContent('dimension'), questionreports: body.questionreports ?? [] })
    case 'institution': {
      const own = contentOf(stands, 'institution')
      const known = [own.iconIniciative, ...own.phases.map(({ icon }) => icon)].filter((icon) => icon !== null)
      const phases: { id: string; name: string; questionId: string; icon: Icon | null }[] = []
      for (const { icon, ...phase } of body.phases ?? []) {
        const drawn = await drawnFrom(icon, known)
        if (!drawn.ok) return drawn
        phases.push({ ...phase, icon: drawn.value })
      }
      const iconIniciative = body.iconIniciative === undefined ? done(own.iconIniciative) : await drawnFrom(body.iconIniciative, known)
      if (!iconIniciative.ok) return iconIniciative
      return done({
        id: 'institution',
        asociatedForms: body.asociatedForms ?? own.asociatedForms,
        asociatedFormsData: body.asociatedFormsData ?? own.asociatedFormsData,
        blockQuestion: body.blockQuestion === undefined ? own.blockQuestion : body.blockQuestion,
        phases: body.phases === undefined ? own.phases : phases,
        iconIniciative: iconIniciative.value,
      })
    }
  }
}

/** A picture drawn anew, unless it is one that is kept already (DB6). Fails: icon_too_large, icon_unreadable. */
async function drawnFrom(given: Given | null, known: readonly Icon[]): Promise<Result<Icon | null>> {
  if (given === null) return done(null)
  const same = known.find(({ base64 }) => base64 === given.base64)
  if (same) return done(same)
  const bytes = Buffer.from(given.base64, 'base64')
  if (bytes.length > dashboardLimits.iconBytes) return fail('icon_too_large')
  const drawn = await iconFrom(bytes, iconSide)
  return drawn.ok ? done({ type: 'image/webp', base64: Buffer.from(drawn.value).toString('base64') }) : drawn
}

/**
 * Figures of a column before it is saved: of what was published, or, while nothing was, of what is answered now. Fails: not_found and what
 * `checkedContent` says of a column.
 */
export const previewOf = (server: Server, formId: FormId, { column, overallResultId }: PreviewBody): Promise<Result<ColumnPreview>> =>
  server.db.read(async (tx): Promise<Result<ColumnPreview>> => {
    const { form, index } = await questionnaireOrNone(tx, formId)
    if (!form || !index) return fail('not_found')
    const named = { ...column, name: column.name || '-', subtitle: column.subtitle || '-' }
    const checked = checkedContent({ ...emptyContent('dimension'), questionreports: [named] }, { index, beside: new Set() })
    if (!checked.ok) return checked
    const published = await publishedIn(tx, formId)
    const institutions = published.length > 0 ? published.map(({ institution }) => institution) : await takingPart(tx, formId)
    const answered = await answeredIn(
      tx,
      { formId, index },
      institutions.map(({ id }) => id),
      [column.questionId, column.questionIdDiv ?? '', overallResultId],
      published.length > 0 && form.calculatedBy !== 2 ? 'accepted' : 'unrejected',
    )
    const all = institutions.map(({ id, name }) => ({ name, value: figureOf(plainColumn(column), answered(id), overallResultId) }))
    const figures = all.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
    return done({
      figures: figures.toSorted((left, right) => right.value - left.value || left.name.localeCompare(right.name, 'es')),
      mean: comparisonMean(figures.map(({ value }) => value)),
      missing: all.length - figures.length,
      of: published.length > 0 ? 'published' : 'answers',
    })
  })

async function questionnaireOrNone(tx: Tx, formId: FormId) {
  const state = await questionnaireIn(tx, formId)
  return { form: state.form, index: state.form && state.index }
}

async function takingPart(tx: Tx, formId: FormId): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .select('institution_id')
    .where('form_id', '=', formId)
    .orderBy('institution_id')
    .execute()
  const found: { id: string; name: string }[] = []
  for (const { institution_id: id } of rows) found.push({ id, name: (await institutionOf(tx, id))?.name ?? id })
  return found
}
