import { mostText, pointsText } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { wantedOf } from '#client/features/results/lab/inform-fields.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { LevelBadge } from '#client/features/results/level-badge.tsx'
import type { DeskText } from './use-inform-desk.ts'

interface Props {
  readonly texts: readonly DeskText[]
  readonly current: string
  readonly onChoose: (field: string) => void
}

/** The texts of a report in its order, with what its dimensions obtained and which were written for this institution. */
export function InformList({ texts, current, onChoose }: Props) {
  const t = useText(labResultsText)
  return (
    <nav aria-label={t('textsOfReport')}>
      <ul className="grid gap-1">
        {texts.map((each) => (
          <li key={each.text.field} className={each.text.parentId === null ? undefined : 'pl-4'}>
            <button
              type="button"
              aria-current={each.text.field === current ? 'true' : undefined}
              onClick={() => onChoose(each.text.field)}
              className={cx(
                'forced-edge w-full rounded-md border border-transparent px-3 py-2 text-left hover:bg-ink-100',
                'aria-[current]:border-brand-300 aria-[current]:bg-brand-50',
              )}
            >
              <TextLine desk={each} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TextLine({ desk: { text, draft, clash } }: { readonly desk: DeskText }) {
  const t = useText(labResultsText)
  const language = useLanguage()
  const isOwn = (draft ? wantedOf(draft) : text.own) !== null
  return (
    <>
      <span lang={text.points === null ? undefined : 'es'} className="block font-medium break-words text-ink-950">
        {text.name}
      </span>
      {text.points !== null && text.max !== null && (
        <span className="tabular mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-600">
          <LevelBadge level={text.level} />
          {text.max > 0 && `${pointsText(text.points, language)} ${t('outOf', { max: mostText(text.max, language) })}`}
        </span>
      )}
      {clash ? (
        <Mark icon="warning">{t('markClash')}</Mark>
      ) : draft ? (
        <Mark icon="device">{t('markDraft')}</Mark>
      ) : (
        isOwn && <Mark icon="edit">{text.by === null ? t('markOwn') : t('markOwnBy', { name: text.by })}</Mark>
      )}
    </>
  )
}

function Mark({ icon, children }: { readonly icon: 'warning' | 'device' | 'edit'; readonly children: string }) {
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-sm text-ink-700">
      <Icon name={icon} size={15} className="mt-0.5" />
      {children}
    </span>
  )
}
