import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Send } from '#shared/sends/model.ts'
import type { World } from '#shared/world.ts'
import { appText } from '#client/app/text.ts'
import { personName } from '#client/data/use-world.ts'
import { NoticesPanel } from '#client/features/notices/notices-panel.tsx'
import { ResultsCard } from '#client/features/results/results-card.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Panel } from './awaiting.tsx'
import { homeText } from './text.ts'

interface Props {
  readonly world: World
  readonly sends: readonly Send[]
  /** Names of people, as a list; empty when none is known. */
  readonly namesOf: (people: readonly UserId[]) => string
}

const receiptsMost = 3

/** What was sent from here, newest first. */
function HomeReceipts({ world, sends, namesOf }: Props) {
  const t = useText(homeText)
  const a = useText(appText)
  const format = useFormat()
  if (sends.length === 0) return null
  return (
    <Panel title={t('receipts')}>
      <ul className="grid gap-3">
        {sends.slice(0, receiptsMost).map((send) => (
          <li key={send.id} className="flex gap-3">
            <Icon name="check-circle" className="mt-0.5 text-good-700" />
            <div className="min-w-0">
              <p className="font-medium text-ink-950">
                {namesOf(send.to ?? []) ? t('receiptToName', { name: namesOf(send.to ?? []) }) : t(`receiptTo_${send.toLevel}`)}
              </p>
              <p className="text-sm text-ink-600">
                {t('receipt', { number: send.number })} · <time dateTime={send.sentAt}>{format.moment(send.sentAt)}</time>
              </p>
              <p className="text-sm text-ink-600">
                {personName(world, send.authorId) ?? a('deletedUser')} · {t('receiptDetail', { answers: send.answers, files: send.files })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {sends.length > receiptsMost && (
        <Link to={pageAddress('send')} className="mt-3 inline-flex min-h-9 items-center font-semibold text-brand-700">
          {t('allReceipts', { n: sends.length })}
        </Link>
      )}
    </Panel>
  )
}

/** What stands beside the questions and asks for nothing: what the person was told, and what was sent. */
export function HomeBeside(props: Props) {
  return (
    <div className="grid content-start gap-10">
      <ResultsCard institution={props.world.institution} />
      <NoticesPanel />
      <HomeReceipts {...props} />
    </div>
  )
}
