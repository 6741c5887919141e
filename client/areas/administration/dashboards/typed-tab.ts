import * as v from 'valibot'
import type { Column, DashboardContent, DashboardTab, Icon, InstitutionContent } from '#shared/dashboards/model.ts'
import { columnSchema, dashboardTabs } from '#shared/dashboards/model.ts'
import { checkedContent } from '#shared/dashboards/rules.ts'
import type { ConfiguringFacts } from '#shared/dashboards/rules.ts'
import type { Result } from '#shared/kernel/result.ts'

/** A picture as it was chosen here, or as the server keeps it. */
const pictureSchema = v.object({ type: v.string(), base64: v.string() })
export type Picture = v.InferOutput<typeof pictureSchema>

/** What somebody has typed of a tab and not saved, with the stamp of what they saw when they began. */
export const typedSchema = v.object({
  tab: v.picklist(dashboardTabs),
  stamp: v.nullable(v.string()),
  overallResultId: v.string(),
  columns: v.array(columnSchema),
  blockQuestion: v.nullable(v.string()),
  phases: v.array(v.object({ id: v.string(), name: v.string(), questionId: v.string(), icon: v.nullable(pictureSchema) })),
  iconIniciative: v.nullable(pictureSchema),
  forms: v.array(v.object({ id: v.string(), txt: v.string() })),
})
export type Typed = v.InferOutput<typeof typedSchema>
export type TypedPhase = Typed['phases'][number]

const nothing = { overallResultId: '', columns: [], blockQuestion: null, phases: [], iconIniciative: null, forms: [] } as const

/** What stands, as the fields of its tab. */
export function typedFrom(content: DashboardContent, stamp: string | null): Typed {
  const plain: Typed = {
    tab: content.id,
    stamp,
    ...structuredClone<Omit<Typed, 'tab' | 'stamp'>>({ ...nothing, columns: [], phases: [], forms: [] }),
  }
  const columnsOf = (columns: readonly Column[]): Typed['columns'] => columns.map((each) => ({ ...each }))
  switch (content.id) {
    case 'general':
      return { ...plain, overallResultId: content.overallResultId, columns: columnsOf(content.questionreports) }
    case 'dimension':
      return { ...plain, columns: columnsOf(content.questionreports) }
    case 'institution':
      return {
        ...plain,
        blockQuestion: content.blockQuestion,
        phases: content.phases.map((each) => ({ ...each })),
        iconIniciative: content.iconIniciative,
        forms: content.asociatedForms
          .toSorted((left, right) => (content.asociatedFormsData[left]?.order ?? 0) - (content.asociatedFormsData[right]?.order ?? 0))
          .map((id) => ({ id, txt: content.asociatedFormsData[id]?.txt ?? '' })),
      }
  }
}

/** The typed texts of a tab, one a line, for the list of half-written texts. */
export const wordsOf = ({ columns, phases, forms }: Typed): string =>
  [...columns.flatMap(({ name, subtitle }) => [name, subtitle]), ...phases.map(({ name }) => name), ...forms.map(({ txt }) => txt)]
    .filter((each) => each !== '')
    .join('\n')

/** What a call sends of the fields of a tab. */
export function bodyOf(typed: Typed) {
  switch (typed.tab) {
    case 'general':
      return { overallResultId: typed.overallResultId, questionreports: typed.columns }
    case 'dimension':
      return { questionreports: typed.columns }
    case 'institution':
      return {
        asociatedForms: typed.forms.map(({ id }) => id),
        asociatedFormsData: Object.fromEntries(typed.forms.map(({ id, txt }, order) => [id, { txt, order }])),
        blockQuestion: typed.blockQuestion,
        phases: typed.phases,
        iconIniciative: typed.iconIniciative,
      }
  }
}

/** Stands for a picture that the server has not drawn yet: what it makes of it, only the server says. */
const drawn: Icon = { type: 'image/webp', base64: 'UklGRgAAAABXRUJQ' }

/** Whether what is typed can be saved, by the rules of the server, pictures apart. */
export function checkedTyped(typed: Typed, facts: ConfiguringFacts): Result<DashboardContent> {
  const content = ((tab: DashboardTab): DashboardContent => {
    switch (tab) {
      case 'general':
        return { id: 'general', overallResultId: typed.overallResultId, questionreports: typed.columns }
      case 'dimension':
        return { id: 'dimension', questionreports: typed.columns }
      case 'institution': {
        const institution: InstitutionContent = {
          id: 'institution',
          asociatedForms: typed.forms.map(({ id }) => id),
          asociatedFormsData: Object.fromEntries(typed.forms.map(({ id, txt }, order) => [id, { txt: txt.trim(), order }])),
          blockQuestion: typed.blockQuestion,
          phases: typed.phases.map((each) => ({ ...each, icon: each.icon && drawn })),
          iconIniciative: typed.iconIniciative && drawn,
        }
        return institution
      }
    }
  })(typed.tab)
  return checkedContent(content, facts)
}
