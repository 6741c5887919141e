import type { Instant } from '#shared/kernel/instant.ts'
import type { FormPrivilege } from '#shared/privileges/model.ts'
import { mayChangeForm, opensAt } from '#shared/privileges/rules.ts'
import type { FormStanding, Opening } from '#shared/privileges/rules.ts'
import { isInitialized } from '#shared/stages/rules.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'
import { formsText } from './text.ts'

const rules = {
  changeSurveyStructure: 'closedStructure',
  changeHelpTexts: 'closedHelps',
  changeStatusForm: 'closedStatus',
  changeAnswerPoints: 'closedPoints',
} as const satisfies Record<FormPrivilege, keyof typeof es>

/** Why a change of a form is closed at a moment, and when it opens again; null while it is open (FO1). */
export type ClosedReason = (form: FormStanding, privilege: FormPrivilege, now: Instant) => string | null

export function useClosedReason(): ClosedReason {
  const t = useText(formsText)
  const format = useFormat()
  const nameOf = useStageName()
  const openingText = (opening: Opening | null): string => {
    if (!opening) return t('opensNever')
    const day = format.day(opening.day)
    return opening.stage === null ? t('opensAfter', { day }) : t('opensAt', { day, stage: nameOf(opening.stage).text })
  }
  return (form, privilege, now) => {
    if (mayChangeForm(form, privilege, now)) return null
    if (form.closed) return t('closedForGood')
    if (privilege === 'changeSurveyStructure' && isInitialized(form, now)) return t('closedBegun')
    return `${t(rules[privilege])} ${openingText(opensAt(form, privilege, now))}`
  }
}
