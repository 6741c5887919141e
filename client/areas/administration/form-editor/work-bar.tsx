import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import type { EditorAddress } from './editor-address.ts'
import { MissingList } from './questions/missing-drawer.tsx'
import type { EditingParts } from './editing-context.ts'
import { questionnairesText } from './text.ts'
import { useWorkshopVersion } from './use-workshop.ts'

/** Undo, redo, and the button that saves what a field still holds. Stays in sight, below the bar of a page whose columns are folded. */
export function WorkBar({ parts, address }: { readonly parts: EditingParts; readonly address: EditorAddress }) {
  const t = useText(questionnairesText)
  const { workshop } = parts
  useWorkshopVersion(workshop)
  const disabled = 'aria-disabled:text-ink-400'
  return (
    <div className="print-hidden sticky top-[calc(var(--spacing-header)+3.3rem)] z-10 -mx-4 mt-5 flex flex-wrap items-center gap-2 border-b border-ink-200 bg-ink-50/95 px-4 py-2 backdrop-blur-sm max-sm:static md:-mx-6 md:px-6 lg:top-header">
      <Button
        size="small"
        kind="quiet"
        icon="undo"
        aria-keyshortcuts="Control+Z"
        aria-disabled={!workshop.lastDone || undefined}
        className={disabled}
        onClick={() => void parts.editing().undo()}
      >
        {t('undo')}
      </Button>
      <Button
        size="small"
        kind="quiet"
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={!workshop.lastUndone || undefined}
        className={disabled}
        onClick={() => void parts.editing().redo()}
      >
        {t('redo')}
      </Button>
      <span className="ml-auto" />
      <MissingList parts={parts} address={address} />
      <Button size="small" kind="primary" onClick={() => void parts.editing().save()}>
        {t('save')}
      </Button>
    </div>
  )
}
