import { useEffect, useRef } from 'react'
import { instScope } from '#shared/protocol/scope.ts'
import type { Attention } from '#sync/attention.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { failure } from '#shared/kernel/failure.ts'
import { cardText } from './card-text.ts'
import { syncText } from './text.ts'
import { useAttention } from './use-attention.ts'
import { usePlaces } from './use-places.ts'

interface Arrival {
  readonly id: string
  readonly scope: string
  readonly entity: string
  readonly text: string
}

function useArrivals({ cards, suggestions, notices, outcomes, files }: Attention): readonly Arrival[] {
  const t = useText(syncText)
  const errorText = useErrorText()
  return [
    ...[...cards, ...suggestions, ...notices].map((card) => ({
      id: card.id,
      scope: instScope(card.institutionId, card.formId),
      entity: card.unit ?? '',
      text: cardText(t, card),
    })),
    ...outcomes.map((one) => ({
      id: one.mid,
      scope: one.s,
      entity: one.entity,
      text: cardText(t, { code: one.code, params: one.params ?? {} }),
    })),
    ...files.map((file) => ({
      id: file.id,
      scope: file.scope,
      entity: file.unit,
      text: `${t('fileStopped', { name: file.name })} ${errorText(failure(file.lastError ?? 'internal_error'))}`,
    })),
  ]
}

/** Says to who does not see the screen what arrived that asks for a decision, or tells of one, and about which question. */
export function AttentionNews() {
  const t = useText(syncText)
  const engine = useEngine()
  const attention = useAttention()
  const arrivals = useArrivals(attention)
  const known = useRef<ReadonlySet<string> | null>(null)
  const places = usePlaces(arrivals.map((each) => each.scope))
  useEffect(() => {
    const before = known.current
    // What was there when the page opened is on the page, not news.
    if (before === null) {
      known.current = new Set(arrivals.map((each) => each.id))
      return
    }
    const news = arrivals.filter((each) => !before.has(each.id))
    const [first] = news
    // Its world opens a moment after its card: a question is told by its number and text.
    if (!first || (first.entity !== '' && places.worldOf(first.scope) === undefined)) return
    known.current = new Set([...before, ...news.map((each) => each.id)])
    const place = places.placeOf(first.scope, first.entity)
    announce(t('newCard', { text: first.text, place: place ? `${place.number} ${place.text}` : '', more: news.length - 1 }))
  }, [arrivals, places, engine, t])
  return null
}
