import type { UserKind } from '#shared/access/actor.ts'
import { setShortcuts, useShortcuts } from '#client/data/shortcut-switch.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { settingsText } from './settings-text.ts'

/** Switches off the keys that act alone (WCAG 2.1.4), on this device. */
export function KeysCard({ kind }: { readonly kind: UserKind }) {
  const t = useText(settingsText)
  return (
    <Card title={t('keys')}>
      <Switch
        label={t(kind === 'Institutional' ? 'nextKey' : 'slashKey')}
        hint={t('slashKeyHint')}
        checked={useShortcuts()}
        onChange={setShortcuts}
      />
    </Card>
  )
}
