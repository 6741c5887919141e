import { useId } from 'react'
import { dashboardLimits } from '#shared/dashboards/model.ts'
import type { Configuration } from '#shared/dashboards/routes.ts'
import { columnQuestions, phaseQuestions } from '#shared/dashboards/rules.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { questionOptions } from './columns-editor.tsx'
import { dashboardsText } from './configuration-text.ts'
import { IconField } from './icon-field.tsx'
import type { Typed, TypedPhase } from './typed-tab.ts'

interface Props {
  readonly index: FormIndex
  readonly typed: Typed
  /** Forms that can stand beside. */
  readonly forms: Configuration['forms']
  readonly disabled: boolean
  readonly tried: boolean
  readonly onChange: (typed: Typed) => void
}

/** The block of initiatives with its phases, and the forms that stand beside this one. */
export function InstitutionEditor({ index, typed, forms, disabled, tried, onChange }: Props) {
  const t = useText(dashboardsText)
  const titles = useId()
  const { blockQuestion, phases } = typed
  const block = blockQuestion ?? ''
  const putPhase = (at: number, phase: TypedPhase): void => onChange({ ...typed, phases: phases.with(at, phase) })
  return (
    <>
      <fieldset disabled={disabled} className="grid min-w-0 grid-cols-1 gap-5">
        <div className="grid gap-5 rounded-xl border border-ink-200 bg-white p-5 md:grid-cols-2">
          <Select
            label={t('block')}
            hint={t('blockHint')}
            placeholder={t('blockNone')}
            options={questionOptions(index, columnQuestions(index, 'block'), block, t('questionGone'))}
            value={block}
            onChange={(id) => onChange({ ...typed, blockQuestion: id === '' ? null : id, phases: id === block ? phases : [] })}
          />
          <IconField
            label={t('iconIniciative')}
            hint={t('iconHint')}
            alt={t('iconOf', { name: t('block') })}
            icon={typed.iconIniciative}
            disabled={disabled}
            onChange={(iconIniciative) => onChange({ ...typed, iconIniciative })}
          />
        </div>
        <section aria-labelledby={`${titles}-phases`} className="grid grid-cols-1 gap-4">
          <div>
            <h2 id={`${titles}-phases`} className="text-lg">
              {t('phases')}
            </h2>
            <p className="text-sm text-ink-600">{t(block === '' ? 'phasesNeedBlock' : 'phasesLead')}</p>
          </div>
          {phases.map((phase, at) => (
            <fieldset key={phase.id} className="grid min-w-0 gap-3 rounded-xl border border-ink-200 bg-white p-5">
              <legend className="sr-only">{t('phase', { n: at + 1 })}</legend>
              <div className="flex items-center justify-between gap-3">
                <p aria-hidden className="font-semibold text-ink-950">
                  {t('phase', { n: at + 1 })}
                </p>
                {!disabled && (
                  <IconButton
                    icon="trash"
                    size="small"
                    label={t('removePhase', { n: at + 1 })}
                    onClick={() => onChange({ ...typed, phases: phases.toSpliced(at, 1) })}
                  />
                )}
              </div>
              <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-[1fr_1.4fr_1fr]">
                <TextField
                  label={t('name')}
                  value={phase.name}
                  maxLength={dashboardLimits.phase}
                  lang="es"
                  autoComplete="off"
                  error={tried && phase.name.trim() === '' ? t('required') : null}
                  onChange={(name) => putPhase(at, { ...phase, name })}
                />
                <Select
                  label={t('question')}
                  options={questionOptions(index, phaseQuestions(index, blockQuestion), phase.questionId, t('questionGone'))}
                  value={phase.questionId}
                  error={tried && phase.questionId === '' ? t('required') : null}
                  onChange={(questionId) => putPhase(at, { ...phase, questionId })}
                />
                <IconField
                  label={t('iconOf', { name: phase.name || t('phase', { n: at + 1 }) })}
                  alt={t('iconOf', { name: phase.name })}
                  icon={phase.icon}
                  disabled={disabled}
                  error={tried && phase.icon === null ? t('iconMissing') : null}
                  onChange={(icon) => putPhase(at, { ...phase, icon })}
                />
              </div>
            </fieldset>
          ))}
          {!disabled && block !== '' && phases.length < dashboardLimits.phases && (
            <div>
              <Button
                icon="plus"
                onClick={() =>
                  onChange({ ...typed, phases: [...phases, { id: crypto.randomUUID(), name: '', questionId: '', icon: null }] })
                }
              >
                {t('addPhase')}
              </Button>
            </div>
          )}
        </section>
        <section aria-labelledby={`${titles}-forms`} className="grid grid-cols-1 gap-3">
          <div>
            <h2 id={`${titles}-forms`} className="text-lg">
              {t('forms')}
            </h2>
            <p className="text-sm text-ink-600">{t('formsLead')}</p>
          </div>
          {forms.length === 0 && <p className="text-ink-600">{t('formsNone')}</p>}
          <ul className="grid gap-2">
            {forms.map(({ _id: id, name }) => {
              const own = typed.forms.find((each) => each.id === id)
              return (
                <li key={id} className="rounded-lg border border-ink-200 bg-white px-4 py-2">
                  <Checkbox
                    label={<span lang="es">{name}</span>}
                    checked={own !== undefined}
                    disabled={disabled}
                    onChange={(checked) =>
                      onChange({
                        ...typed,
                        forms: checked
                          ? [...typed.forms, { id, txt: name.slice(0, dashboardLimits.label) }]
                          : typed.forms.filter((each) => each.id !== id),
                      })
                    }
                  />
                  {own && (
                    <TextField
                      className="mb-2 max-w-sm pl-7"
                      label={t('formLabel', { name })}
                      hint={t('formLabelHint')}
                      value={own.txt}
                      maxLength={dashboardLimits.label}
                      error={tried && own.txt.trim() === '' ? t('required') : null}
                      onChange={(txt) =>
                        onChange({ ...typed, forms: typed.forms.map((each) => (each.id === id ? { ...each, txt } : each)) })
                      }
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      </fieldset>
    </>
  )
}
