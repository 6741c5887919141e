import { setShortcuts, useShortcuts } from '#client/data/shortcut-switch.ts'
import { useText } from '#client/i18n/text.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { evaluationsText } from './text.ts'

const rows = [
  [['J', '↓', 'K', '↑'], 'keyMove'],
  [['A'], 'keyAccept'],
  [['R'], 'keyReject'],
  [['O'], 'keyObserve'],
  [['C'], 'keyComment'],
  [['F'], 'keyFile'],
  [['Z'], 'keyUndo'],
  [['?'], 'keyHelp'],
  [['Ctrl', 'Enter'], 'keySave'],
] as const

/** Every key of the queue, and the switch that silences them (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useText(evaluationsText)
  const enabled = useShortcuts()
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts')} size="small">
      <Switch label={t('shortcuts')} hint={t('shortcutsHint')} checked={enabled} onChange={setShortcuts} />
      <dl className="mt-3 grid gap-0.5">
        {rows.map(([keys, label]) => (
          <div key={label} className="flex items-center justify-between gap-4 border-t border-ink-150 py-2">
            <dt>{t(label)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
