import { useId } from 'react'
import type { CalcType, ChartType, Column } from '#shared/dashboards/model.ts'
import { calcTypes, chartTypes, dashboardLimits } from '#shared/dashboards/model.ts'
import { columnQuestions, newColumn, withCalcType, withPercentual } from '#shared/dashboards/rules.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Question } from '#shared/forms/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { ColumnPreviewBox } from './column-preview.tsx'
import { dashboardsText } from './configuration-text.ts'

/** Most characters of a question's text in a list. */
const textMost = 110

/** Questions to choose from, by number; one that is chosen and gone is said to be. */
export function questionOptions(
  index: FormIndex,
  questions: readonly Question[],
  chosen: string,
  gone: string,
): readonly { readonly value: string; readonly label: string }[] {
  const options = questions.map(({ id, text }) => ({
    value: id,
    label: `${index.numberOf(id)} · ${text.length > textMost ? `${text.slice(0, textMost)}…` : text}`,
  }))
  return chosen === '' || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: gone }]
}

interface Props {
  readonly formId: string
  readonly index: FormIndex
  readonly columns: readonly Column[]
  readonly workers: string
  /** Of the dimensions' tab, where each column has a chart of its own. */
  readonly withChart: boolean
  readonly disabled: boolean
  /** Somebody tried to save: what is missing is told. */
  readonly tried: boolean
  readonly onChange: (columns: Column[]) => void
}

/** Up to four columns, each with its figures beside it. */
export function ColumnsEditor({ formId, index, columns, workers, withChart, disabled, tried, onChange }: Props) {
  const t = useText(dashboardsText)
  const title = useId()
  const put = (at: number, column: Column): void => onChange(columns.with(at, column))
  return (
    <section aria-labelledby={title} className="grid grid-cols-1 gap-4">
      <div>
        <h2 id={title} className="text-lg">
          {t('columns')}
        </h2>
        <p className="text-sm text-ink-600">{t('columnsLead', { n: columns.length })}</p>
      </div>
      {columns.map((column, at) => (
        <fieldset
          key={column._id}
          disabled={disabled}
          className="grid min-w-0 gap-5 rounded-xl border border-ink-200 bg-white p-5 lg:grid-cols-[minmax(0,1fr)_19rem]"
        >
          <legend className="sr-only">
            {column.name === '' ? t('column', { n: at + 1 }) : t('columnNamed', { n: at + 1, name: column.name })}
          </legend>
          <ColumnFields {...{ index, column, withChart, tried }} onChange={(next) => put(at, next)}>
            <div className="flex items-center justify-between gap-3">
              <p aria-hidden className="text-lg font-semibold text-ink-950">
                {t('column', { n: at + 1 })}
              </p>
              {!disabled && (
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('removeColumn', { n: at + 1 })}
                  onClick={() => onChange(columns.toSpliced(at, 1))}
                />
              )}
            </div>
          </ColumnFields>
          <ColumnPreviewBox formId={formId} column={column} workers={workers} />
        </fieldset>
      ))}
      {!disabled && columns.length < dashboardLimits.columns && (
        <div>
          <Button icon="plus" onClick={() => onChange([...columns, newColumn(crypto.randomUUID())])}>
            {t('addColumn')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface FieldsProps {
  readonly index: FormIndex
  readonly column: Column
  readonly withChart: boolean
  readonly tried: boolean
  readonly onChange: (column: Column) => void
  readonly children: React.ReactNode
}

function ColumnFields({ index, column, withChart, tried, onChange, children }: FieldsProps) {
  const t = useText(dashboardsText)
  const missing = (is: boolean): string | null => (tried && is ? t('required') : null)
  const questions = columnQuestions(index, column.calcType)
  const calcType = (value: string): CalcType => calcTypes.find((each) => each === value) ?? column.calcType
  const chartType = (value: string): ChartType | null => chartTypes.find((each) => each === value) ?? null
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {children}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={column.name}
          maxLength={dashboardLimits.name}
          lang="es"
          autoComplete="off"
          error={missing(column.name.trim() === '')}
          onChange={(name) => onChange({ ...column, name })}
        />
        <TextField
          label={t('subtitle')}
          hint={t('subtitleHint')}
          value={column.subtitle}
          maxLength={dashboardLimits.subtitle}
          lang="es"
          autoComplete="off"
          error={missing(column.subtitle.trim() === '')}
          onChange={(subtitle) => onChange({ ...column, subtitle })}
        />
      </div>
      <Select
        label={t('calcType')}
        hint={t(`calcHint_${column.calcType}`)}
        placeholder={null}
        options={calcTypes.map((each) => ({ value: each, label: t(`calc_${each}`) }))}
        value={column.calcType}
        onChange={(value) => onChange(withCalcType(column, calcType(value)))}
      />
      <Select
        label={t('question')}
        options={questionOptions(index, questions, column.questionId, t('questionGone'))}
        value={column.questionId}
        error={missing(column.questionId === '')}
        onChange={(questionId) => onChange({ ...column, questionId })}
      />
      {column.calcType === 'division' && (
        <Select
          label={t('questionDiv')}
          options={questionOptions(index, questions, column.questionIdDiv ?? '', t('questionGone'))}
          value={column.questionIdDiv ?? ''}
          error={missing(!column.questionIdDiv)}
          onChange={(id) => onChange({ ...column, questionIdDiv: id === '' ? null : id })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('preDecoration')}
          optional
          value={column.preDecoration}
          maxLength={dashboardLimits.decoration}
          autoComplete="off"
          onChange={(preDecoration) => onChange({ ...column, preDecoration })}
        />
        <TextField
          label={t('postDecoration')}
          optional
          value={column.postDecoration}
          maxLength={dashboardLimits.decoration}
          autoComplete="off"
          onChange={(postDecoration) => onChange({ ...column, postDecoration })}
        />
      </div>
      <div>
        <Checkbox
          label={t('isPercentual')}
          hint={t('isPercentualHint')}
          checked={column.isPercentual}
          onChange={(isPercentual) => onChange(withPercentual(column, isPercentual))}
        />
        {column.isPercentual && (
          <Checkbox label={t('isBouble')} checked={column.isBouble} onChange={(isBouble) => onChange({ ...column, isBouble })} />
        )}
      </div>
      {withChart && (
        <Select
          label={t('chartType')}
          placeholder={null}
          options={chartTypes.map((each) => ({ value: each, label: t(`chart_${each}`) }))}
          value={column.chartType ?? 'bar'}
          onChange={(value) => onChange({ ...column, chartType: chartType(value) })}
        />
      )}
    </div>
  )
}
