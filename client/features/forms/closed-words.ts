import type { Instant } from '#shared/kernel/instant.ts'
import type { FormPrivilege } from '#shared/privileges/model.ts'
import { mayChangeForm, opensAt } from '#shared/privileges/rules.ts'
import type { FormStanding, Opening } from '#shared/privileges/rules.ts'
import { isInitialized } from '#shared/stages/rules.ts'
import type { Format } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

const rules = {
  changeSurveyStructure: 'closedStructure',
  changeHelpTexts: 'closedHelps',
  changeStatusForm: 'closedStatus',
  changeAnswerPoints: 'closedPoints',
} as const satisfies Record<FormPrivilege, keyof typeof es>

interface Words {
  readonly t: Translate<typeof es>
  readonly format: Pick<Format, 'day'>
}

/** Why a change of a form is closed now, and when it opens again; null while it is open. */
export function closedReason(form: FormStanding, privilege: FormPrivilege, now: Instant, { t, format }: Words): string | null {
  if (mayChangeForm(form, privilege, now)) return null
  if (form.closed) return t('closedForGood')
  if (privilege === 'changeSurveyStructure' && isInitialized(form, now)) return t('closedBegun')
  return `${t(rules[privilege])} ${openingText(opensAt(form, privilege, now), { t, format })}`
}

function openingText(opening: Opening | null, { t, format }: Words): string {
  if (!opening) return t('opensNever')
  const day = format.day(opening.day)
  return opening.stage === null ? t('opensAfter', { day }) : t('opensAt', { day, stage: opening.stage.name })
}
