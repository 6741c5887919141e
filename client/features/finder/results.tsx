import { Fragment } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Entry } from './entry.ts'
import { segmentsOf, snippetOf, wordsOfQuery } from './found.ts'
import type { Found } from './found.ts'
import { finderText } from './text.ts'

interface MarkedProps {
  readonly text: string
  readonly words: readonly string[]
}

/** A text with what was looked for marked. */
function Marked({ text, words }: MarkedProps) {
  return segmentsOf(text, words).map(({ text: part, hit }, at) =>
    // The parts of one text have no other name than their place.
    hit ? (
      <mark key={at} className="rounded-[2px] bg-warm-100 font-semibold text-inherit forced-colors:underline">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

interface Props {
  /** Of the list; options and headings are named after it. */
  readonly id: string
  readonly label: string
  readonly found: Found<Entry>
  /** Heading of a group, where it is not that of its kind. */
  readonly heading?: string | undefined
  readonly query: string
  readonly active: string | null
  readonly onActive: (id: string) => void
  readonly onChoose: (entry: Entry) => void
}

export const optionId = (list: string, entry: string): string => `${list}-${entry.replaceAll(/[^\w-]/g, '_')}`

/** What was found, as the list of a combobox: the focus stays in the field, which names the option that Enter takes. */
export function Results({ id, label, found, heading, query, active, onActive, onChoose }: Props) {
  const t = useText(finderText)
  const words = wordsOfQuery(query)
  return (
    <div id={id} role="listbox" aria-label={label} className="grid grid-cols-1 gap-3 p-2">
      {found.groups.map(({ kind, shown, all }) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <p id={`${id}-${kind}`} role="presentation" className="px-3 pt-1 pb-1 text-xs font-semibold text-ink-600">
            {heading ?? t(`kind_${kind}`)}
          </p>
          {shown.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(id, entry.id)}
              entry={entry}
              words={words}
              isActive={entry.id === active}
              onActive={() => onActive(entry.id)}
              onChoose={() => onChoose(entry)}
            />
          ))}
          {all > shown.length && (
            <p role="presentation" className="px-3 py-1 text-sm text-ink-500">
              {t('more', { n: all - shown.length })}
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly words: readonly string[]
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onChoose: () => void
}

function Option({ id, entry, words, isActive, onActive, onChoose }: OptionProps) {
  const { number, title, lang, detail, body, icon } = entry
  return (
    // The field above has the focus and its keys; here the pointer does the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onActive}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer scroll-my-10 items-center gap-3 rounded-md px-3 py-2 forced-colors:border forced-colors:border-transparent',
        isActive ? 'bg-brand-50 text-brand-950 forced-colors:border-[Highlight]' : 'text-ink-900',
      )}
    >
      {number === undefined ? (
        <Icon name={icon} size={19} className={cx('shrink-0', isActive ? 'text-brand-700' : 'text-ink-500')} />
      ) : (
        <span
          className={cx(
            'tabular shrink-0 self-start rounded-sm px-1.5 py-0.5 text-sm font-semibold',
            isActive ? 'bg-brand-100 text-brand-900' : 'bg-ink-100 text-ink-700',
          )}
        >
          {number}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span lang={lang} className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <Marked text={title} words={words} />
        </span>{' '}
        {(body ?? detail) && (
          <span lang={body === undefined ? lang : undefined} className="line-clamp-2 text-sm wrap-anywhere text-ink-600">
            <Marked text={body === undefined ? (detail ?? '') : snippetOf(body, words)} words={words} />
          </span>
        )}
      </span>
      <Icon name="arrow-right" size={17} className={cx('shrink-0 text-brand-700', !isActive && 'invisible')} />
    </div>
  )
}
