import type { Conflict } from '#shared/conflicts/model.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Attention } from '#sync/attention.ts'
import { useText } from '#client/i18n/text.ts'
import { useFormChanges } from '#client/features/form-history/use-form-changes.ts'
import { ConflictCard } from './conflict-card.tsx'
import { FileCard } from './file-card.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'
import { usePlaces } from '#client/features/sync/use-places.ts'
import type { Places } from '#client/features/sync/use-places.ts'

interface SectionProps {
  readonly title: string
  readonly level: 2 | 3
  readonly cards: readonly Conflict[]
  readonly places: Places
}

function CardSection({ title, level, cards, places }: SectionProps) {
  const Title = level === 2 ? 'h2' : 'h3'
  if (cards.length === 0) return null
  return (
    <section className="border-b border-ink-150 last:border-b-0">
      <Title className="px-5 pt-5 text-base">{title}</Title>
      {cards.map((card) => (
        <ConflictCard key={card.id} card={card} places={places} />
      ))}
    </section>
  )
}

/** What did not stand, what others suggest, and what only needs to be known. */
export function AttentionList({ attention, level = 3 }: { readonly attention: Attention; readonly level?: 2 | 3 | undefined }) {
  const t = useText(panelText)
  const { cards, suggestions, notices, outcomes, files } = attention
  const places = usePlaces([
    ...[...cards, ...suggestions, ...notices].map((card) => instScope(card.institutionId, card.formId)),
    ...outcomes.map((one) => one.s),
    ...files.map((file) => file.scope),
  ])
  const changeOf = useFormChanges(outcomes.map((one) => one.s))
  const own = cards.length + outcomes.length + files.length
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <>
      {own > 0 && (
        <section className="border-b border-ink-150 last:border-b-0">
          <Title className="px-5 pt-5 text-base">{t('attentionTitle', { n: own })}</Title>
          <p className="px-5 text-sm text-ink-600">{t('attentionLead')}</p>
          {files.map((file) => (
            <FileCard key={file.id} file={file} places={places} />
          ))}
          {cards.map((card) => (
            <ConflictCard key={card.id} card={card} places={places} />
          ))}
          {outcomes.map((outcome) => (
            <OutcomeCard
              key={outcome.mid}
              outcome={outcome}
              places={places}
              change={changeOf({ scope: outcome.s, name: outcome.n, args: outcome.a, refusal: outcome })}
            />
          ))}
        </section>
      )}
      <CardSection level={level} title={t('suggestionsTitle', { n: suggestions.length })} cards={suggestions} places={places} />
      <CardSection level={level} title={t('noticesTitle', { n: notices.length })} cards={notices} places={places} />
    </>
  )
}
