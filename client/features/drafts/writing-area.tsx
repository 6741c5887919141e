import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { useCalm } from '#client/data/world/use-drafts.ts'
import type { HalfText } from '#client/data/world/use-drafts.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { OtherDrafts } from './other-drafts.tsx'
import { draftsText } from './text.ts'

interface Props extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> {
  readonly half: HalfText
}

/** Where a text is on its way to the disk; nothing while there is none. Read, not announced: it moves with every pause, and is told when the field is left. */
function KeptLine({ half }: { readonly half: HalfText }) {
  const t = useText(draftsText)
  const kept = useCalm(half.slot)
  if (kept === 'none') return null
  if (kept === 'failed') {
    return (
      <p role="alert" className="inline-flex items-center gap-1.5 text-sm font-semibold text-bad-700">
        <Icon name="warning" size={16} />
        {t('notKept')}
      </p>
    )
  }
  return (
    <p className="inline-flex items-center gap-1.5 text-sm text-ink-600">
      <Icon name={kept === 'saved' ? 'device' : 'edit'} size={16} />
      {kept === 'saved' ? t('saved') : t('saving')}
    </p>
  )
}

/** A text that is kept on the device while it is written, with how far that has got and what other tabs hold of it. */
export function WritingArea({ half, onBlur, ...rest }: Props) {
  const t = useText(draftsText)
  const told = useRef(half.text)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <OtherDrafts
        others={half.slot.others}
        draw={(draft) => (
          <p lang="es" className="whitespace-pre-wrap">
            {typeof draft.value === 'string' ? draft.value : ''}
          </p>
        )}
        onTake={(other) => void half.slot.take(other)}
        onDiscard={(other) => void half.slot.discard(other)}
      />
      <TextArea
        {...rest}
        value={half.text}
        onChange={half.write}
        onBlur={(event) => {
          void half.slot.keep().then(() => {
            if (half.slot.kept === 'saved' && told.current !== half.text) announce(t('savedSaid'))
            told.current = half.text
          })
          onBlur?.(event)
        }}
      />
      <KeptLine half={half} />
    </div>
  )
}
