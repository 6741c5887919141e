import { useNavigate } from 'react-router'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { useVisibleSubDimensions } from '#client/areas/institution/filling/counts.ts'
import { useText } from '#client/i18n/text.ts'
import { Select } from '#client/ui/fields/select.tsx'
import { impersonationText } from '#client/features/impersonation/text.ts'

interface Props {
  /** Sub-dimension that stands on the page. */
  readonly current: DimensionId
  readonly hrefOf: (subDimensionId: DimensionId) => string
}

/** For whoever of the lab is in an institution's questionnaire: whose it is, and which part of it (IM6). A dimension leads to its first one. */
export function PlacePickers({ current, hrefOf }: Props) {
  const t = useText(impersonationText)
  const navigate = useNavigate()
  const { institution, index } = useOpenWorld().world()
  const visible = useVisibleSubDimensions()
  const dimensionId = visible.find((each) => each.id === current)?.parentId ?? ''
  const within = visible.filter((each) => each.parentId === dimensionId)
  const tops = index.topDimensions.filter((top) => visible.some((each) => each.parentId === top.id))
  const choiceOf = (each: (typeof visible)[number]) => ({ value: each.id, label: formText(each.name, each.en?.name).text })
  return (
    <section aria-label={t('place')} className="mb-5">
      <p lang="es" className="mb-3 font-semibold text-ink-950">
        {institution.name}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('dimension')}
          options={tops.map(choiceOf)}
          value={dimensionId}
          placeholder={dimensionId === '' ? undefined : null}
          onChange={(value) => {
            const first = visible.find((each) => each.parentId === value)
            if (first) void navigate(hrefOf(first.id))
          }}
        />
        <Select
          label={t('subDimension')}
          options={within.map(choiceOf)}
          value={within.some((each) => each.id === current) ? current : ''}
          placeholder={dimensionId === '' ? undefined : null}
          disabled={within.length === 0}
          onChange={(value) => {
            if (value !== '') void navigate(hrefOf(value))
          }}
        />
      </div>
    </section>
  )
}
