import { topRole } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from '#client/page/strings.es.ts'
import { roleText } from '#client/page/text.ts'

/** Label of the highest role. */
export function roleLabel(t: Translate<typeof es>, user: SessionUser): string {
  if (user.kind === 'Evaluator') return t('kindEvaluator')
  if (user.kind === 'Administrator') return t('kindAdministrator')
  const role = topRole(user)
  return role ? roleText(t, role) : t('roleNone')
}
