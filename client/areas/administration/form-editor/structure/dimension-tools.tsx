import { IconButton } from '#client/ui/button.tsx'
import { useText } from '#client/i18n/text.ts'
import type { DimensionRow } from '#shared/questionnaires/model.ts'
import { dimensionSiblings } from '#shared/questionnaires/editing.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { Handle } from './carry-layer.tsx'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { NameField } from './name-field.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

interface Props {
  readonly parts: EditingParts
  readonly dimension: DimensionRow
  readonly number: string
}

/** Up, down and away with a dimension or sub-dimension. */
export function DimensionTools({ parts, dimension, number }: Props) {
  const t = useText(questionnairesText)
  const { id, parentId } = dimension
  const place = useQuestionnaireReading(['table:dimension', 'table:outline'], (state) => {
    const ids = dimensionSiblings(state, parentId)?.ids ?? []
    return `${ids.indexOf(id)} ${ids.length - 1}`
  })
  const [at, last] = place.split(' ').map(Number)
  return (
    <span className="ml-auto flex shrink-0 items-center pt-1.5 pr-1">
      <MoveButtons number={number} at={at} last={last} onShift={(by) => void parts.editing().shiftDimension(id, by)} />
      <IconButton icon="trash" size="small" label={t('removeOf', { number })} onClick={() => void parts.editing().removeDimension(id)} />
    </span>
  )
}

/** What a dimension or sub-dimension is dragged by. */
export function DimensionHandle({ parts, dimension: { id, name }, number }: Props) {
  return <Handle parts={parts} number={number} text={name} load={() => ({ kind: 'dimension', id })} />
}

/** Field with the name of a dimension or sub-dimension. */
export function DimensionName({ parts, dimension }: Omit<Props, 'number'>) {
  const t = useText(questionnairesText)
  return (
    <NameField
      editor={parts.workshop.dimension(dimension.id)}
      label={t(dimension.parentId === null ? 'dimensionName' : 'subDimensionName')}
    />
  )
}
