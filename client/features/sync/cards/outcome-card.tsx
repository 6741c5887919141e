import { Link } from 'react-router'
import { answerValueSchema } from '#shared/answers/model.ts'
import type { StoredOutcome } from '#sync/storage/storage.ts'
import * as v from 'valibot'
import { useEngine } from '#client/data/world/engine.tsx'
import { BeatenChange } from '#client/features/form-history/beaten-change.tsx'
import { NewerWordsCard } from '#client/features/form-history/newer-words-card.tsx'
import type { ToldChange } from '#client/features/form-history/form-change.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { cardText } from './card-text.ts'
import { actText, panelText } from '#client/features/sync/panel-text.ts'
import type { PanelTranslate } from '#client/features/sync/panel-text.ts'
import type { Places } from '#client/features/sync/use-places.ts'
import { valueText } from '#client/features/sync/value-text.ts'

const withValue = v.object({ value: v.nullable(answerValueSchema) })
const withBody = v.object({ body: v.string() })
const withJustification = v.object({ justification: v.string() })
const withFile = v.object({ name: v.string() })
/** Fields of a form, a dimension or a question. */
const withFields = v.object({ to: v.record(v.string(), v.unknown()) })

/** What the person wrote, out of the arguments that did not stand (CF28). */
function writtenText(t: PanelTranslate, args: unknown): string | null {
  const value = v.safeParse(withValue, args)
  if (value.success) return valueText(t, value.output.value)
  const body = v.safeParse(withBody, args)
  if (body.success) return body.output.body
  const appeal = v.safeParse(withJustification, args)
  if (appeal.success) return appeal.output.justification
  const fields = v.safeParse(withFields, args)
  if (fields.success)
    return Object.values(fields.output.to)
      .filter((each) => typeof each === 'string')
      .join('\n')
  const file = v.safeParse(withFile, args)
  return file.success ? file.output.name : null
}

interface Props {
  readonly outcome: StoredOutcome
  readonly places: Places
  /** What it would have changed of a form. */
  readonly change: ToldChange | undefined
}

/** A change that the server did not apply and that has no card of its own yet. */
export function OutcomeCard({ outcome, places, change }: Props) {
  const t = useText(panelText)
  const format = useFormat()
  const engine = useEngine()
  const place = places.placeOf(outcome.s, outcome.entity)
  const isBeaten = change !== undefined && change.lines.length > 0 && outcome.code === 'changed_meanwhile'
  const written = writtenText(t, outcome.a)
  const copy = (text: string): Promise<void> => copyText(text, { copied: t('copied'), failed: t('copyFailed') })
  return (
    <article className="border-b border-ink-150 px-5 py-4 last:border-b-0">
      <p className="flex items-start gap-2 font-medium text-ink-950">
        <Icon name="warning" size={19} className="mt-0.5 text-warm-700" />
        {cardText(t, { code: outcome.code, params: outcome.params ?? {}, mutation: outcome.n })}
      </p>
      <div className="ml-7">
        {change && (
          <Link to={change.to} lang="es" className="line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
            {change.form}
          </Link>
        )}
        {place && (
          <Link to={place.to} lang={place.lang} className="line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
            {`${place.number} ${place.text}`}
          </Link>
        )}
        <p className="tabular text-sm text-ink-600">{`${change?.what ?? actText(t, outcome.n)} · ${format.moment(outcome.t)}`}</p>
        {isBeaten && <BeatenChange change={change} by={String(outcome.params?.['by'] ?? '')} at={String(outcome.params?.['at'] ?? '')} />}
        {change?.newer && <NewerWordsCard outcome={outcome} newer={change.newer} />}
        {written && !isBeaten && !change?.newer && (
          <p className="mt-2 max-h-48 overflow-y-auto rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2 wrap-anywhere whitespace-pre-line">
            {written}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void engine.dismissOutcome(outcome.mid)}>
            {t('understood')}
          </Button>
          {written && (
            <Button size="small" kind="quiet" icon="copy" onClick={() => void copy(written)}>
              {t('copy')}
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}
