import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Entry } from './entry.ts'
import { find, queryMost } from './found.ts'
import type { Found } from './found.ts'
import { Results } from './results.tsx'
import { finderText } from './text.ts'
import { useChoosing } from './use-choosing.ts'

interface Props {
  readonly label: string
  readonly placeholder: string
  /** Everything that can be found; answers are asked for once something is looked for. */
  readonly among: readonly Entry[]
  readonly answers?: (() => readonly Entry[]) | undefined
  /** What is listed while nothing is looked for. */
  readonly offered?: Found<Entry> | undefined
  readonly offeredHeading?: string | undefined
  readonly onChoose: (entry: Entry) => void
  /** It has the focus from the beginning. */
  readonly takesFocus?: boolean | undefined
  /** Its first words, which were typed before it stood there; ended once it has the focus. */
  readonly typedAhead?: { readonly text: () => string; readonly end: () => void } | undefined
  /** Told when something begins or ceases to be looked for. */
  readonly onAsked?: ((isAsked: boolean) => void) | undefined
  /** Beside the field. */
  readonly beside?: ReactNode
  /** Under what was found. */
  readonly foot?: ReactNode
}

const nothing: Found<Entry> = { groups: [], all: 0 }

/** A field that finds while somebody writes, and the list of what it found (GO5). */
export function FinderField({
  label,
  placeholder,
  among,
  answers,
  offered = nothing,
  offeredHeading,
  onChoose,
  takesFocus = false,
  typedAhead,
  onAsked,
  beside,
  foot,
}: Props) {
  const t = useText(finderText)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (takesFocus) field.current?.focus()
    if (!typedAhead) return
    typedAhead.end()
    setQuery(typedAhead.text().slice(0, queryMost))
  }, [takesFocus, typedAhead])
  const isAsked = query.trim() !== ''
  const found = useMemo(
    () => (isAsked ? find(answers ? [...among, ...answers()] : among, query) : offered),
    [isAsked, among, answers, query, offered],
  )
  const { active, activeOption, onActive, onKeyDown } = useChoosing(list, found, onChoose)
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-ink-150 pr-2 pl-4">
        <Icon name="search" size={21} className="shrink-0 text-ink-500" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={found.all > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={queryMost}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            onAsked?.(event.target.value.trim() !== '')
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 w-full min-w-0 flex-1 bg-transparent text-lg text-ink-950 outline-none! shadow-none! placeholder:text-ink-500"
        />
        {beside}
      </div>
      <p role="status" className="sr-only">
        {isAsked ? t('count', { n: found.all }) : ''}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Results
          id={list}
          label={t('results')}
          found={found}
          heading={isAsked ? undefined : offeredHeading}
          query={isAsked ? query : ''}
          active={active}
          onActive={onActive}
          onChoose={onChoose}
        />
        {isAsked && found.all === 0 && (
          <div className="px-6 pt-2 pb-8 text-center">
            <p className="font-semibold text-ink-900">{t('nothing')}</p>
            <p className="mt-1 text-sm text-ink-600">{t('nothingHint')}</p>
          </div>
        )}
      </div>
      {foot}
    </>
  )
}
