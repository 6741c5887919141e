import { useId } from 'react'
import { isDay } from '#shared/kernel/instant.ts'
import { stageKinds } from '#shared/stages/model.ts'
import { daysOf } from '#shared/stages/plan.ts'
import type { DraftStage } from '#shared/stages/plan.ts'
import { partsOfText, textOfParts } from '#client/features/stages/day-parts.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DateField } from '#client/ui/fields/date-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { dayInWords } from '#client/features/stages/day-in-words.ts'
import type { Card } from './plan-draft.ts'
import { planningText } from './plan-text.ts'
import { stagesText } from '#client/features/stages/text.ts'

export type StageState = 'complete' | 'current' | 'next'

interface Props {
  readonly card: Card
  readonly stage: DraftStage
  readonly state: StageState
  /** What of it may be changed. */
  readonly freedom: 'all' | 'end' | 'none'
  readonly errors: { readonly [Field in 'kind' | 'name' | 'start' | 'end']?: string | undefined }
  readonly warning: string | null
  readonly onChange: (card: Card) => void
  readonly onRemove: () => void
  /** What two people changed, to be decided. */
  readonly clash: React.ReactNode
  /** What else can be done with the stage that runs. */
  readonly more: React.ReactNode
}

const tones = { complete: 'neutral', current: 'info', next: 'neutral' } as const

/** One stage: its kind, its name and its two days. */
export function StageCard({ card, stage, state, freedom, errors, warning, onChange, onRemove, clash, more }: Props) {
  const t = useText(planningText)
  const language = useLanguage()
  const title = useId()
  const s = useText(stagesText)
  const kinds = stageKinds.map((kind) => ({ value: kind, label: s(kind) }))
  const named = card.name.trim() === '' ? t('newStage') : card.name
  const words = (day: string): string | undefined => (isDay(day) ? dayInWords(day, language) : undefined)
  const length = daysOf(stage)
  return (
    <section aria-labelledby={title} className="rounded-lg border border-ink-200 bg-white px-5 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={title} className="text-lg">
          <span lang={card.name.trim() === '' ? undefined : 'es'}>{named}</span>
        </h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        {length > 0 && <span className="tabular text-ink-600">{t('days', { n: length })}</span>}
        {freedom === 'all' && (
          <Button size="small" kind="quiet" icon="trash" className="ml-auto" aria-label={t('removeOf', { name: named })} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
      {clash}
      {freedom !== 'all' && <p className="mt-1 text-ink-600">{t(freedom === 'none' ? 'isPast' : 'isRunning')}</p>}
      {freedom === 'all' ? (
        <div className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2">
          <Select
            label={t('kind')}
            options={kinds}
            value={card.kind}
            error={errors.kind}
            onChange={(kind) => onChange({ ...card, kind: stageKinds.find((each) => each === kind) ?? '' })}
          />
          <TextField
            label={t('name')}
            lang="es"
            hint={t('nameHint')}
            value={card.name}
            error={errors.name}
            onChange={(name) => onChange({ ...card, name })}
          />
          <DateField
            label={t('start')}
            hint={words(stage.start)}
            parts={partsOfText(card.start)}
            error={errors.start}
            onChange={(parts) => onChange({ ...card, start: textOfParts(parts) })}
          />
          <EndField card={card} words={words(stage.end)} error={errors.end} onChange={onChange} />
        </div>
      ) : (
        <>
          <p className="mt-3">
            {card.kind !== '' && s(card.kind)}
            {freedom === 'none' && (
              <span className="block text-ink-700">{t('fromTo', { from: words(stage.start) ?? '', to: words(stage.end) ?? '' })}</span>
            )}
            {freedom === 'end' && (
              <span className="block text-ink-700">
                {t('start')}: {words(stage.start)}
              </span>
            )}
          </p>
          {freedom === 'end' && (
            <div className="mt-4">
              <EndField card={card} words={words(stage.end)} error={errors.end} onChange={onChange} />
            </div>
          )}
        </>
      )}
      {warning !== null && (
        <Notice tone="warning" className="mt-4">
          {warning}
        </Notice>
      )}
      {more}
    </section>
  )
}

function EndField({
  card,
  words,
  error,
  onChange,
}: Pick<Props, 'card' | 'onChange'> & { readonly words: string | undefined; readonly error: string | undefined }) {
  const t = useText(planningText)
  return (
    <DateField
      label={t('end')}
      hint={words}
      parts={partsOfText(card.end)}
      error={error}
      onChange={(parts) => onChange({ ...card, end: textOfParts(parts) })}
    />
  )
}
