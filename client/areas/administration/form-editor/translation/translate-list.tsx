import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { folded } from '#shared/kernel/folded.ts'
import { isRich } from '#shared/questionnaires/translations.ts'
import type { Translatable } from '#shared/questionnaires/translations.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { useDrafts } from '#client/data/world/use-drafts.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterChips } from '#client/ui/tables/filter-chips.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { WordsField } from '#client/ui/fields/words-field.tsx'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { draftSubject } from './translate-acts.ts'
import { partOf } from './translate-parts.tsx'
import { TranslateRow } from './translate-row.tsx'
import { translateText } from './translate-text.ts'
import { useWorkshopVersion } from '#client/areas/administration/form-editor/use-workshop.ts'
import type { Workshop } from '#client/areas/administration/form-editor/workshop.ts'

/** How many texts are drawn at once, and by how many the list grows. */
const shownAtOnce = 40

const filters = ['missing', 'outdated', 'ready', 'all'] as const
type Filter = (typeof filters)[number]

const keyOf = ({ id, key }: Pick<Translatable, 'id' | 'key'>): string => `${id}.${key}`

/** Takes the last change back, and makes it again. */
export function UndoButtons({ parts }: { readonly parts: EditingParts }) {
  const t = useText(questionnairesText)
  const { workshop } = parts
  useWorkshopVersion(workshop)
  return (
    <span className="flex max-w-full flex-wrap gap-1">
      {(['undo', 'redo'] as const).map((which) => (
        <Button
          key={which}
          size="small"
          kind="quiet"
          icon={which === 'undo' ? 'undo' : undefined}
          aria-keyshortcuts={which === 'undo' ? 'Control+Z' : 'Control+Shift+Z'}
          aria-disabled={!(which === 'undo' ? workshop.lastDone : workshop.lastUndone) || undefined}
          className="aria-disabled:text-ink-400"
          onClick={() => void parts.editing()[which]()}
        >
          {t(which)}
        </Button>
      ))}
    </span>
  )
}

interface ListProps {
  readonly texts: readonly Translatable[]
  readonly part: string | null
  readonly workshop: Workshop
  readonly closed: boolean
  readonly onFocus: (text: Translatable) => void
}

/** Texts that were chosen when the choice was made: one that is ready now stays in sight until another choice is. */
interface Listed {
  readonly choice: string
  readonly keys: readonly string[]
  readonly limit: number
}

const isFilter = (name: string | null): name is Filter => filters.some((each) => each === name)

const wordsOf = (text: Translatable, number: string): string =>
  folded(`${number} ${isRich(text.key) ? `${visibleText(text.es)} ${visibleText(text.en)}` : `${text.es} ${text.en}`}`)

/** Texts to translate: those that want English, unless others are chosen. */
export function TextList({ texts, part, workshop, closed, onFocus }: ListProps) {
  const t = useText(translateText)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('estado')
  const filter: Filter = isFilter(asked) ? asked : 'missing'
  const words = search.get('buscar') ?? ''
  const put = (name: string, value: string, replace: boolean): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace, state: { stays: true }, preventScrollReset: true },
    )
  const state = workshop.open.state()
  const within = useMemo(() => {
    const wanted = folded(words).split(/\s+/).filter(Boolean)
    const isIn = partOf(state, part)
    return texts.filter((text) => {
      if (!isIn(text)) return false
      const said = wanted.length === 0 ? '' : wordsOf(text, text.of === 'question' ? state.index.numberOf(text.id) : '')
      return wanted.every((word) => said.includes(word))
    })
  }, [texts, state, part, words])
  const passes = (text: Translatable, which: Filter): boolean => which === 'all' || text.state === which
  const choice = `${filter}\n${words}\n${part ?? ''}`
  const [listed, setListed] = useState<Listed>({ choice: '', keys: [], limit: shownAtOnce })
  const book = useDrafts()
  const listedAnew = (): Listed => {
    const chosen = within.filter((text) => passes(text, filter))
    // What is half written is in sight, however far down.
    const begun = new Set(book.subjectsOf('translation'))
    const last = chosen.findLastIndex((text) => begun.has(draftSubject(text)))
    return { choice, keys: chosen.map(keyOf), limit: Math.max(shownAtOnce, last + 1) }
  }
  const now = listed.choice === choice ? listed : listedAnew()
  if (now !== listed) setListed(now)
  const byKey = useMemo(() => new Map(texts.map((text) => [keyOf(text), text])), [texts])
  const rows = now.keys.flatMap((key) => byKey.get(key) ?? [])
  const latest = useRef({ rows, now })
  useLayoutEffect(() => {
    latest.current = { rows, now }
  })
  const onNext = useCallback(
    (from: Translatable): void => {
      const { rows: all, now: current } = latest.current
      const at = all.findIndex((text) => keyOf(text) === keyOf(from))
      const next = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((text) => text.state !== 'ready')
      if (!next) return announce(t('nextNone'))
      const place = all.indexOf(next)
      if (place >= current.limit) setListed({ ...current, limit: place + 1 })
      requestAnimationFrame(() => focusText(keyOf(next)))
    },
    [t, setListed],
  )
  const shown = rows.slice(0, now.limit)
  const left = rows.length - shown.length
  return (
    <section aria-label={t('title')} className="mt-5">
      <div className="mb-4">
        <WordsField label={t('search')} words={words} onSeek={(typed) => put('buscar', typed, true)} />
      </div>
      <FilterChips
        label={t('filter')}
        filters={filters}
        current={filter}
        onChange={(each) => put('estado', each === 'missing' ? '' : each, false)}
        nameOf={(each) => t(`filter_${each}`)}
        countOf={(each) => within.filter((text) => passes(text, each)).length}
      />
      {!closed && <p className="mb-2 text-sm text-ink-600 pointer-coarse:hidden">{t('hintNext')}</p>}
      <p role="status" className="sr-only">
        {t('count', { n: rows.length })}
      </p>
      {rows.length === 0 ? (
        <Nothing filter={filter} searched={words !== ''} />
      ) : (
        <div className="rounded-lg border border-ink-200 bg-white px-4 md:px-5">
          <div
            aria-hidden
            className="grid gap-x-6 border-b border-ink-200 py-2 text-sm font-semibold text-ink-600 max-md:hidden md:grid-cols-2"
          >
            <span>{t('spanish')}</span>
            <span>{t('english')}</span>
          </div>
          <ol>
            {shown.map((text) => (
              <TranslateRow key={keyOf(text)} {...{ workshop, text, closed, onNext, onFocus }} />
            ))}
          </ol>
        </div>
      )}
      {left > 0 && (
        <Button className="mt-4" onClick={() => setListed({ ...now, limit: now.limit + shownAtOnce })}>
          {t('more', { n: Math.min(left, shownAtOnce) })}
        </Button>
      )}
    </section>
  )
}

function Nothing({ filter, searched }: { readonly filter: Filter; readonly searched: boolean }): ReactNode {
  const t = useText(translateText)
  if (searched || filter === 'ready' || filter === 'all')
    return (
      <EmptyState icon="list" title={t('emptyOther')}>
        {t('emptyBody')}
      </EmptyState>
    )
  return (
    <EmptyState icon="check-circle" title={t(filter === 'missing' ? 'emptyMissing' : 'emptyOutdated')}>
      {t('emptyMissingBody')}
    </EmptyState>
  )
}

/** The field of a text takes the focus, in sight. */
function focusText(key: string): void {
  const row = document.querySelector(`[data-text="${CSS.escape(key)}"]`)
  const field = row?.querySelector<HTMLElement>('textarea, [data-translate], [contenteditable]')
  field?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'center' })
}
