import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Missing, Severity } from '#shared/questionnaires/missing.ts'
import { isToBeMended, missingOf, severities } from '#shared/questionnaires/missing.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Count } from '#client/ui/badge.tsx'
import { Drawer } from '#client/ui/overlays/dialog.tsx'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useWorkshopVersion } from '#client/areas/administration/form-editor/use-workshop.ts'

interface Props {
  readonly parts: EditingParts
  readonly address: EditorAddress
}

/** One line of the list, with where it leads. */
interface Line extends Omit<Missing, 'code'> {
  readonly code: Missing['code'] | 'form_name_empty'
  readonly number: string
  readonly text: string
}

const headings = { impide: 'missing_impide', avisa: 'missing_avisa', traducción: 'missing_traduccion' } as const satisfies Record<
  Severity,
  string
>

/** What is missing in what stands, and in what is only begun on this device. */
function useLines({ workshop }: EditingParts): readonly Line[] {
  const version = useWorkshopVersion(workshop)
  const index = useQuestionnaireReading(['*'], (state) => state.index)
  return useMemo(() => {
    const begun = workshop.additions.flatMap((editor): Line[] => {
      const { question } = editor
      return question
        ? editor.state.problems.map(({ code, field }) => ({
            severity: 'impide',
            code,
            field,
            dimensionId: question.dimensionId,
            questionId: question.id,
            number: '',
            text: question.text,
          }))
        : []
    })
    const standing = missingOf(index.definition).map((each): Line => {
      const dimension = each.dimensionId === null ? undefined : index.dimension(each.dimensionId)
      return {
        ...each,
        number: each.questionId === null ? '' : index.numberOf(each.questionId),
        text: each.questionId === null ? (dimension?.name ?? '') : (index.question(each.questionId)?.text ?? ''),
      }
    })
    return [...begun, ...standing]
    // What is begun moves with the workshop's version.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [workshop, version, index])
}

/** Button with the number of what is missing, and the list of it: each line leads to the field where it is mended. */
export function MissingList({ parts, address }: Props) {
  const t = useText(questionnairesText)
  const lines = useLines(parts)
  const navigate = useNavigate()
  const formId = useQuestionnaireReading(['*'], (state) => state.formId)
  const [open, setOpen] = useState(false)
  const n = lines.filter(isToBeMended).length
  const close = (): void => {
    setOpen(false)
    if (address.missing) address.go({})
  }
  const go = (line: Line): void => {
    setOpen(false)
    // Points are given on a page of their own.
    if (line.field === 'points') return void navigate(pageAddress('formScores', { form: formId, sub: line.dimensionId ?? '' }))
    const field = line.severity === 'traducción' ? `en.${line.field}` : line.field
    const tab = line.dimensionId === surveyDimensionId ? 'survey' : 'form'
    address.go({ tab, sub: tab === 'form' ? line.dimensionId : null, question: line.questionId, field })
    const wanted =
      line.questionId === null ? `[data-name="${CSS.escape(line.dimensionId ?? 'form')}"]` : `#work [data-field="${CSS.escape(field)}"]`
    // After the drawer has given the focus back.
    setTimeout(() => goTo(wanted), 300)
  }
  return (
    <>
      <Button size="small" icon="flag" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('missingCount', { n })}
      </Button>
      <Drawer open={open || address.missing} onClose={close} title={t('missingCount', { n })}>
        <div className="grid gap-6 px-4 py-4">
          {lines.length === 0 && <p>{t('missingNone')}</p>}
          {severities.map((severity) => {
            const own = lines.filter((line) => line.severity === severity)
            if (own.length === 0) return null
            return (
              <section key={severity} aria-label={t(headings[severity])}>
                <h3 className="flex items-center gap-2 text-base">
                  {t(headings[severity])} <Count n={own.length} tone={severity === 'impide' ? 'danger' : 'neutral'} />
                </h3>
                <ul className="mt-2 grid gap-1">
                  {own.map((line, at) => (
                    // Two options of one question may lack the same.
                    <li key={`${line.questionId ?? line.dimensionId ?? ''}${line.field}${line.code}${at}`}>
                      <button
                        type="button"
                        onClick={() => go(line)}
                        className="w-full rounded-md border border-ink-200 px-3 py-2 text-left hover:bg-ink-50"
                      >
                        <span lang="es" className="line-clamp-2 font-medium text-brand-700 underline">
                          {`${line.number} ${line.text}`.trim() || t('newQuestion')}
                        </span>
                        <span className="block text-sm text-ink-600">
                          {line.code === 'english' ? t(`missing_english_${fieldName(line.field)}`) : t(`problem_${line.code}`)}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      </Drawer>
    </>
  )
}

const fieldName = (field: string): 'text' | 'hint' | 'options' | 'name' =>
  field === 'hint' || field === 'options' || field === 'name' ? field : 'text'

/** Unfolds what a field is in, and goes to it. */
function goTo(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector)
  const fold = found?.closest('details')
  if (fold) fold.open = true
  const target = found?.matches('input,textarea,select') ? found : found?.querySelector<HTMLElement>('input,textarea,select')
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}
