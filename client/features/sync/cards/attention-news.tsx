import { useEffect, useRef } from 'react'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import type { Attention } from '#sync/attention.ts'
import type { Engine } from '#sync/face.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { failure } from '#shared/kernel/failure.ts'
import { cardText } from './card-text.ts'
import { syncText } from '#client/features/sync/text.ts'
import { useAttention } from './use-attention.ts'

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
      text: cardText(t, { code: one.code, params: one.params ?? {}, mutation: one.n }),
    })),
    ...files.map((file) => ({
      id: file.id,
      scope: file.scope,
      entity: file.unit,
      text: `${t('fileStopped', { name: file.name })} ${errorText(failure(file.lastError ?? 'internal_error'))}`,
    })),
  ]
}

/** Number and text of the question that it is about; empty where it is about none, or none that is on this device. */
async function questionOf(engine: Engine, { scope, entity }: Arrival): Promise<string> {
  const place = parseScope(scope)
  if (entity === '' || (place?.kind !== 'inst' && place?.kind !== 'eval')) return ''
  const live = await engine.world(place.institutionId, place.formId)
  const question = live.ok ? live.value.world.index.question(questionIdOf(entity.slice(entity.indexOf(':') + 1))) : undefined
  return live.ok && question ? `${live.value.world.index.numberOf(question.id)} ${question.text}` : ''
}

/** Says to who does not see the screen what arrived that asks for a decision, or tells of one, and about which question. */
export function AttentionNews() {
  const t = useText(syncText)
  const engine = useEngine()
  const attention = useAttention()
  const arrivals = useArrivals(attention)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const before = known.current
    // What was there when the page opened is on the page, not news.
    if (before === null) {
      known.current = new Set(arrivals.map((each) => each.id))
      return
    }
    const news = arrivals.filter((each) => !before.has(each.id))
    const [first] = news
    if (!first) return
    known.current = new Set([...before, ...news.map((each) => each.id)])
    void questionOf(engine, first).then((place) => announce(t('newCard', { text: first.text, place, more: news.length - 1 })))
  }, [arrivals, engine, t])
  return null
}
