import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Send } from '#shared/sends/model.ts'
import { readsReceipt } from '#shared/sends/receipt.ts'
import type { World } from '#shared/world.ts'
import { appText } from '#client/page/text.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { NoticesPanel } from '#client/features/notices/notices-panel.tsx'
import { ResultsCard } from '#client/areas/institution/results/results-card.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
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
function HomeReceipts({ world, sends: all, namesOf }: Props) {
  const t = useText(homeText)
  const a = useText(appText)
  const format = useFormat()
  const { actor } = useOpenWorld()
  const sends = all.filter((send) => readsReceipt(world, actor, send))
  if (sends.length === 0) return null
  return (
    <Panel title={t('receipts')}>
      <ul className="grid gap-3">
        {sends.slice(0, receiptsMost).map((send) => (
          <li key={send.id} className="flex gap-3">
            <Icon
              name={send.recalledAt === undefined ? 'check-circle' : 'undo'}
              className={cx('mt-0.5', send.recalledAt === undefined ? 'text-good-700' : 'text-ink-600')}
            />
            <div className="min-w-0">
              <p className="font-medium text-ink-950">
                {namesOf(send.to ?? []) ? t('receiptToName', { name: namesOf(send.to ?? []) }) : t(`receiptTo_${send.toLevel}`)}
              </p>
              <p className="text-sm text-ink-600">
                {t('receipt', { number: send.number })} · <time dateTime={send.sentAt}>{format.moment(send.sentAt)}</time>
              </p>
              {send.recalledAt !== undefined ? (
                <p className="text-sm font-medium text-ink-700">{t('receiptRecalled', { at: format.moment(send.recalledAt) })}</p>
              ) : (
                <p className="text-sm text-ink-600">
                  {send.openedAt === undefined ? t('receiptUnopened') : t('receiptOpened', { at: format.moment(send.openedAt) })}
                </p>
              )}
              <p className="text-sm text-ink-600">
                {personName(world, send.authorId) ?? a('deletedUser')} · {t('receiptDetail', { answers: send.answers, files: send.files })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Link to={pageAddress('send')} className="mt-3 inline-flex min-h-9 items-center font-semibold text-brand-700">
        {t(sends.length > receiptsMost ? 'allReceipts' : 'seeReceipts', { n: sends.length })}
      </Link>
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
