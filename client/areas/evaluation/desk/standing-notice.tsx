import type { Decision } from '#shared/evaluations/model.ts'
import { isReleased, roundAt } from '#shared/evaluations/rules.ts'
import type { World } from '#shared/world.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { evaluationsText } from './text.ts'

interface Props {
  readonly world: World
  readonly now: string
  readonly offered: readonly Decision[]
}

/** Why nothing is decided here now; nothing where something is. */
export function StandingNotice({ world, now, offered }: Props) {
  const t = useText(evaluationsText)
  const running = roundAt(world, now)
  if (offered.length > 0) return null
  if (running && isReleased(world, running.stage)) {
    return (
      <Notice tone="success" title={t('sent')} className="mt-5">
        {t('sentBody')}
      </Notice>
    )
  }
  const reason = !world.form.enabled ? t('formDisabled') : running && !world.participant.locked ? t('notLocked') : t('noRound')
  return (
    <Notice tone="neutral" icon="lock" className="mt-5">
      {reason}
    </Notice>
  )
}
