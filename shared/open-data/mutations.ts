import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { fileNameSchema } from '../answers/model.ts'
import { applied, noop, refused, siteMutation } from '../contract/mutation.ts'
import type { Context, HistoryEntry, Outcome, SiteAction } from '../contract/mutation.ts'
import * as is from '../kernel/schemas.ts'
import { siteScope } from '../protocol/scope.ts'
import type { SiteChange } from '../site.ts'
import { openReportLimits, type OpenReport } from './model.ts'

const words = (most: number, none: 'open_title_missing' | 'open_about_missing', long: 'open_title_long' | 'open_about_long') =>
  v.pipe(typedText, v.trim(), v.minLength(1, none), v.maxLength(most, long))
/** What a report is called: ≤ 40 characters. Fails: open_title_missing, open_title_long. */
export const titleSchema = words(openReportLimits.title, 'open_title_missing', 'open_title_long')
/** What it is: ≤ 500 characters. Fails: open_about_missing, open_about_long. */
export const descriptionSchema = words(openReportLimits.description, 'open_about_missing', 'open_about_long')

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const ofReport = v.object({ id })
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const rowOf = (row: OpenReport): SiteChange => ({ scope: siteScope, part: '', table: 'openReport', id: row.id, row })
const entry = ({ actor }: Context, action: SiteAction, { id: element, title }: Pick<OpenReport, 'id' | 'title'>): HistoryEntry => ({
  unit: null,
  element,
  action,
  text: title,
  role: actor.id === 'system' ? 'System' : 'Administrator',
})
const mayAsk = ({ actor }: Context): boolean => actor.kind === 'Administrator'
const changed = (context: Context, action: SiteAction, row: OpenReport, reply?: Outcome['reply']): Outcome =>
  applied({ site: [rowOf(row)], history: [entry(context, action, row)], reply })

/**
 * Adds a workbook of open statistics, which the server's door read and kept by its hash. Nobody sees it before it is published. Replies
 * {reportId}. Fails: administrators_only, concurrent (the id is another one's).
 */
export const addOpenReport = siteMutation({
  name: 'openReport.add',
  version: 1,
  input: v.object({
    id,
    title: titleSchema,
    description: descriptionSchema,
    fileName: fileNameSchema,
    sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    bytes: count,
    years: v.pipe(is.list(count), v.maxLength(101)),
    institutions: count,
    initiatives: count,
  }),
  entityOf: (args) => `openReport:${args.id}`,
  decide(state, args, context) {
    if (!mayAsk(context)) return refused('administrators_only')
    const known = state.get('openReport', args.id)
    if (known) return known.sha256 === args.sha256 && known.title === args.title ? noop({ reportId: known.id }) : refused('concurrent')
    const row: OpenReport = { ...args, at: context.now, by: context.actor.id, public: false, removed: false }
    return changed(context, 'Agrega reporte público', row, { reportId: row.id })
  },
})

/** Makes a report what visitors read. One at most is: another one has to be turned off first (OD8). Fails: administrators_only, not_found, open_report_active. */
export const publishOpenReport = siteMutation({
  name: 'openReport.publish',
  version: 1,
  input: ofReport,
  entityOf: (args) => `openReport:${args.id}`,
  decide(state, args, context) {
    if (!mayAsk(context)) return refused('administrators_only')
    const report = state.get('openReport', args.id)
    if (!report || report.removed) return refused('not_found')
    if (report.public) return noop()
    if (state.list('openReport').some((each) => each.public)) return refused('open_report_active')
    return changed(context, 'Publica reporte público', { ...report, public: true })
  },
})

/** Takes a report from visitors; it stays in the list. Fails: administrators_only, not_found. */
export const unpublishOpenReport = siteMutation({
  name: 'openReport.unpublish',
  version: 1,
  input: ofReport,
  entityOf: (args) => `openReport:${args.id}`,
  decide(state, args, context) {
    if (!mayAsk(context)) return refused('administrators_only')
    const report = state.get('openReport', args.id)
    if (!report || report.removed) return refused('not_found')
    return report.public ? changed(context, 'Despublica reporte público', { ...report, public: false }) : noop()
  },
})

/** Takes a report away, from visitors too if it was theirs; what it said of itself stays on record. Fails: administrators_only, not_found. */
export const removeOpenReport = siteMutation({
  name: 'openReport.remove',
  version: 1,
  input: ofReport,
  entityOf: (args) => `openReport:${args.id}`,
  decide(state, args, context) {
    if (!mayAsk(context)) return refused('administrators_only')
    const report = state.get('openReport', args.id)
    if (!report) return refused('not_found')
    return report.removed ? noop() : changed(context, 'Elimina reporte público', { ...report, public: false, removed: true })
  },
})
