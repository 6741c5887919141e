import { useState } from 'react'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { uiText } from '#client/ui/text.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

interface Props {
  readonly ids: readonly QuestionId[]
  readonly onMove: (dimensionId: DimensionId, after: QuestionId | null) => void
  readonly onClose: () => void
}

/** Where questions are to go: a sub-dimension, and what they stand behind there. */
export function MoveDialog({ ids, onMove, onClose }: Props) {
  const t = useText(questionnairesText)
  const u = useText(uiText)
  const { index } = useOpenQuestionnaire().state()
  const [first] = ids
  const [sub, setSub] = useState(() => index.question(first ?? '')?.dimensionId ?? index.subDimensions[0]?.id ?? '')
  const others = (index.dimension(sub)?.questionIds ?? []).filter((id) => !ids.includes(id))
  const [after, setAfter] = useState<string | null>(null)
  const place = after !== null && (after === 'first' || others.includes(after)) ? after : (others.at(-1) ?? 'first')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('moveTitle', { n: ids.length })}
      size="small"
      actions={
        <>
          <Button
            kind="primary"
            onClick={() => {
              onMove(sub, place === 'first' ? null : place)
              onClose()
            }}
          >
            {t('move')}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Select
          label={t('moveWhere')}
          placeholder={null}
          value={sub}
          onChange={setSub}
          options={index.topDimensions.flatMap((top, at) =>
            top.subDimensionIds.map((id, position) => ({
              value: id,
              label: `${at + 1}.${position + 1} ${index.dimension(id)?.name ?? ''}`,
            })),
          )}
        />
        <Select
          label={t('movePlace')}
          placeholder={null}
          value={place}
          onChange={setAfter}
          options={[
            { value: 'first', label: t('moveFirst') },
            ...others.map((id) => ({
              value: id,
              label: t('moveAfter', { number: index.numberOf(id), text: (index.question(id)?.text ?? '').slice(0, 70) }),
            })),
          ]}
        />
      </div>
    </Dialog>
  )
}
