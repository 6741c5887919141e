import * as v from 'valibot'
import { applied, lost, noop, refused, siteMutation } from '../contract/mutation.ts'
import type { Context, FieldChange, HistoryEntry } from '../contract/mutation.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { mayChangeForm } from '../privileges/rules.ts'
import { done } from '../kernel/result.ts'
import { dashboardsScope } from '../protocol/scope.ts'
import { sameField } from '../questionnaires/editing.ts'
import { entry, markOf } from '../questionnaires/gate.ts'
import { dashboardContentSchema, dashboardTabs } from './model.ts'
import type { Site, SiteChange, SiteFacts } from '../site.ts'
import type { Column, Dashboard, DashboardContent, Showing } from './model.ts'
import { checkedContent, contentOf, emptyContent, isAsShown, isConfigured, isShown, showingStamp, stampOf } from './rules.ts'

/**
 * Says what one tab of a form's public dashboards shows; `to` null empties it, which takes the form's results away from visitors where it
 * is the general one. What else is saved is a draft, which visitors do not see (DB15). `from`: stamp of what the person saw. Fails: administrators_only, not_found, dashboards_closed, changed_meanwhile and
 * what `checkedContent` says. Source: SPEC DB2, DB3, DB4, DB5.
 */
export const configureDashboards = siteMutation({
  name: 'dashboards.configure',
  version: 1,
  input: v.object({
    tab: v.picklist(dashboardTabs),
    from: v.nullable(v.string()),
    to: v.nullable(dashboardContentSchema),
  }),
  entityOf: ({ tab }) => `dashboard:${tab}`,
  decide(site, { tab, from, to }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const { form, configuring } = site.facts
    if (!form || form.removed || !configuring || site.scope !== dashboardsScope(form.id)) return refused('not_found')
    if (to !== null && to.id !== tab) return refused('malformed', { field: 'to' })
    // What visitors see can be taken away from them in any stage.
    if (to !== null && !mayChangeForm(form, 'changeAnswerPoints', context.now)) return refused('dashboards_closed')
    const stands = site.get('dashboard', tab)
    const wanted = to === null ? done(emptyContent(tab)) : checkedContent(to, configuring)
    if (!wanted.ok) return refused(wanted.failure.code, wanted.failure.params)
    if (sameField(contentOf(stands, tab), wanted.value)) return noop()
    if (stampOf(stands) !== from)
      return lost('changed_meanwhile', { params: { field: 'dashboards', by: stands?.by ?? '', at: stands?.at ?? '' } })
    const row: Dashboard = { ...wanted.value, ...markOf(context) }
    const changed = changesOf(contentOf(stands, tab), wanted.value, configuring.index)
    // Emptying the general tab takes the form away from visitors, too.
    const hidden = to === null && tab === 'general' ? hiding(site, context) : null
    return applied({
      site: [{ scope: site.scope, part: '', table: 'dashboard', id: tab, row }, ...(hidden?.site ?? [])],
      history: [{ ...entry(context, 'Configura tableros', form.id, tab, changed), form: form.id }, ...(hidden?.history ?? [])],
    })
  },
})

/** Row of a form's scope that says what visitors are shown. */
export const showingId = 'showing'

const named = (institutions: NonNullable<SiteFacts['showable']>): string => institutions.map(({ name }) => name).join('\n')

/**
 * Shows a form's final results to visitors as its dashboards are configured now, of the institutions that are named. `seen`: stamp of what
 * the person looked at (`showingStamp`): what changed since is not shown unseen. Fails: administrators_only, not_found,
 * dashboards_unconfigured, dashboards_unpublished, dashboards_moved. Source: SPEC DB15.
 */
export const showDashboards = siteMutation({
  name: 'dashboards.show',
  version: 1,
  input: v.object({ seen: v.pipe(v.string(), v.maxLength(200)) }),
  entityOf: () => `dashboard:${showingId}`,
  decide(site, { seen }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const { form, showable } = site.facts
    if (!form || form.removed || !showable || site.scope !== dashboardsScope(form.id)) return refused('not_found')
    const tabs = site.list('dashboard')
    if (!isConfigured(site.get('dashboard', 'general'))) return refused('dashboards_unconfigured')
    if (showable.length === 0) return refused('dashboards_unpublished')
    const institutionIds = showable.map(({ id }) => id)
    if (showingStamp(tabs, institutionIds) !== seen) return lost('dashboards_moved')
    const stands = site.get('showing', showingId)
    if (isAsShown(stands, tabs, institutionIds)) return noop()
    const row: Showing = { tabs: [...tabs], institutionIds, ...markOf(context) }
    const told = [{ field: 'dashboardInstitutions', from: '', to: named(showable) }]
    return applied({
      site: [{ scope: site.scope, part: '', table: 'showing', id: showingId, row }],
      history: [{ ...entry(context, 'Muestra resultados', form.id, form.name, told), form: form.id }],
    })
  },
})

/**
 * Takes a form's results away from visitors, in any stage. Its configuration stays. Fails: administrators_only, not_found. Source: SPEC DB15.
 */
export const hideDashboards = siteMutation({
  name: 'dashboards.hide',
  version: 1,
  input: v.object({}),
  entityOf: () => `dashboard:${showingId}`,
  decide(site, _, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const { form } = site.facts
    if (!form || form.removed || site.scope !== dashboardsScope(form.id)) return refused('not_found')
    const hidden = hiding(site, context)
    return hidden ? applied(hidden) : noop()
  },
})

/** What takes a form away from visitors; null where they are shown nothing. */
function hiding(site: Site, context: Context): { readonly site: SiteChange[]; readonly history: HistoryEntry[] } | null {
  const { form } = site.facts
  if (!form || !isShown(site.get('showing', showingId))) return null
  const row: Showing = { tabs: [], institutionIds: [], ...markOf(context) }
  return {
    site: [{ scope: site.scope, part: '', table: 'showing', id: showingId, row }],
    history: [{ ...entry(context, 'Oculta resultados', form.id, form.name), form: form.id }],
  }
}

/** What a configuration changed, in lines that a history compares. Pictures are told by what they are of. */
function changesOf(before: DashboardContent, after: DashboardContent, index: FormIndex): readonly FieldChange[] {
  const [former, now] = [told(before, index), told(after, index)]
  const lines = Object.keys(now).flatMap((field): FieldChange[] => {
    const [from, to] = [former[field] ?? '', now[field] ?? '']
    return from === to ? [] : [{ field, from, to }]
  })
  const pictures = picturesOf(after).filter(({ name, base64 }) =>
    picturesOf(before).every((each) => each.name !== name || each.base64 !== base64),
  )
  return pictures.length === 0 ? lines : [...lines, { field: 'dashboardIcons', from: '', to: pictures.map(({ name }) => name).join('\n') }]
}

/** Pictures with what each is of: a phase by its name, the initiatives by a sign. */
const picturesOf = (content: DashboardContent): readonly { readonly name: string; readonly base64: string }[] =>
  content.id !== 'institution'
    ? []
    : [...content.phases, { name: '#', icon: content.iconIniciative }].flatMap(({ name, icon }) =>
        icon ? [{ name, base64: icon.base64 }] : [],
      )

function told(content: DashboardContent, index: FormIndex): Readonly<Record<string, string>> {
  const numberOf = (id: string): string => (id === '' ? '' : index.numberOf(id) || '?')
  const line = ({ name, questionId, questionIdDiv, calcType, isPercentual, preDecoration, postDecoration }: Column): string => {
    const of = questionIdDiv === null ? numberOf(questionId) : `${numberOf(questionId)} ÷ ${numberOf(questionIdDiv)}`
    return `${name}: ${signs[calcType]}${of}${isPercentual ? ' %' : ''}${preDecoration || postDecoration ? ` (${preDecoration}…${postDecoration})` : ''}`
  }
  switch (content.id) {
    case 'general':
      return { dashboardWorkers: numberOf(content.overallResultId), dashboardColumns: content.questionreports.map(line).join('\n') }
    case 'dimension':
      return { dashboardColumns: content.questionreports.map(line).join('\n') }
    case 'institution':
      return {
        dashboardForms: content.asociatedForms.map((id) => content.asociatedFormsData[id]?.txt ?? id).join('\n'),
        dashboardBlock: content.blockQuestion === null ? '' : numberOf(content.blockQuestion),
        dashboardPhases: content.phases.map(({ name, questionId }) => `${name}: ${numberOf(questionId)}`).join('\n'),
      }
  }
}

/** Ways of working a column out, in signs that every language reads. */
const signs = { value: '', sum: 'Σ ', average: 'x̄ ', division: '', block: '# ' } as const satisfies Record<Column['calcType'], string>
