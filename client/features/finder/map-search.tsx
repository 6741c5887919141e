import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { FinderField } from './field.tsx'
import { finderText } from './text.ts'
import { useWorldEntries } from './use-world-entries.ts'

interface Props {
  /** Told when something begins or ceases to be looked for. */
  readonly onAsked: (isAsked: boolean) => void
  readonly onClose: () => void
}

/** On narrow screens: questions and sub-dimensions of the form, above its map. */
export function MapSearch({ onAsked, onClose }: Props) {
  const t = useText(finderText)
  const navigate = useNavigate()
  const { ofForm, answers } = useWorldEntries(useOpenWorld(), false)
  const among = useMemo(() => ofForm().filter(({ kind }) => kind !== 'person'), [ofForm])
  return (
    <div role="search" className="flex flex-col">
      <FinderField
        label={t('mapField')}
        placeholder={t('mapPlaceholder')}
        among={among}
        answers={answers}
        onAsked={onAsked}
        onChoose={(entry) => {
          onClose()
          if ('to' in entry.act) void navigate(entry.act.to())
        }}
      />
    </div>
  )
}
