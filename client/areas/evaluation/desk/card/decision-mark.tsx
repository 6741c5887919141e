import type { Decision } from '#shared/evaluations/model.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import { useText } from '#client/i18n/text.ts'
import { Status } from '#client/ui/badge.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { decisionText, evaluationsText } from '#client/areas/evaluation/desk/text.ts'

const looks: Record<Decision, { tone: Tone; icon: IconName }> = {
  Accepted: { tone: 'success', icon: 'check' },
  Rejected: { tone: 'danger', icon: 'close' },
  Observed: { tone: 'warning', icon: 'comment' },
}

/** State of one unit in the round, in words. */
export function DecisionMark({ entry, isReplica }: { readonly entry: ReviewUnit; readonly isReplica: boolean }) {
  const t = useText(evaluationsText)
  if (entry.question.administrative) return <Status>{t('statusAdministrative')}</Status>
  if (!entry.answer || isEmpty(entry.question, entry.answer.value)) return <Status>{t('statusUnanswered')}</Status>
  if (entry.outdated) {
    return (
      <Status tone="warning" icon="warning">
        {t('statusOutdated')}
      </Status>
    )
  }
  if (entry.decision) {
    const { tone, icon } = looks[entry.decision.decision]
    return (
      <Status tone={tone} icon={icon}>
        {decisionText(t, entry.decision.decision)}
      </Status>
    )
  }
  if (!entry.asked) return <Status>{isReplica ? t('statusNotAppealed') : t('statusUndecided')}</Status>
  return <Status tone="info">{t('statusUndecided')}</Status>
}
