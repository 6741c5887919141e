import { useEffect, useRef, useState } from 'react'
import type { PointsEntry } from '#shared/forms/model.ts'
import { pointsMost } from '#shared/forms/points.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { editQuestion } from '#shared/questionnaires/mutations.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { scoresText } from './scores-text.ts'
import { pointsFrom, valueAt, withValue } from './typed-points.ts'

interface Props {
  readonly id: QuestionId
  readonly points: readonly PointsEntry[]
  readonly pointsKey: string
  readonly label: string
  /** The label with the question's number, for who does not see where it stands. */
  readonly name: string
}

/** Points of one answer: what is typed stays as it is until the field is left, and is saved then if it says something else. */
export function ScoreField({ id, points, pointsKey, label, name }: Props) {
  const t = useText(scoresText)
  const errorText = useErrorText()
  const format = useFormat()
  const language = useLanguage()
  const open = useOpenQuestionnaire()
  const stands = valueAt(points, pointsKey)
  const shown = (value: number): string => {
    if (value === 0) return ''
    return language === 'es' ? String(value).replace('.', ',') : String(value)
  }
  const [text, setText] = useState(() => shown(stands))
  const [error, setError] = useState<string | null>(null)
  const [clash, setClash] = useState<{ readonly mine: number; readonly theirs: number } | null>(null)
  /** What the person saw when they began; null while nothing is written. */
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (seen.current === null) setText(shown(stands))
    // What somebody else saves comes into a field in which nobody writes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stands])

  const save = async (value: number, from: number): Promise<void> => {
    // Other options of the same question are no matter: what stands of them stays.
    const now = open.state().question(id)?.points ?? []
    const theirs = valueAt(now, pointsKey)
    if (theirs === value) return settle(value)
    if (theirs !== from) return setClash({ mine: value, theirs })
    const result =
      Math.abs(value) > pointsMost
        ? ({ ok: false, failure: { code: 'definition_points_over' } } as const)
        : await open.dispatch(editQuestion, { id, from: { points: [...now] }, to: { points: withValue(now, pointsKey, value) } })
    if (result.ok) return settle(value)
    const isOver = result.failure.code === 'definition_points_over'
    setError(isOver ? t('over', { typed: text.trim(), points: format.number(theirs) }) : errorText(result.failure))
    seen.current = null
    setText(shown(theirs))
  }
  const settle = (value: number): void => {
    seen.current = null
    setClash(null)
    setText(shown(value))
  }
  const leave = (): void => {
    const from = seen.current
    if (from === null || clash) return
    const value = pointsFrom(text)
    if (value === undefined) return setError(t('notNumber'))
    if (value === from) return settle(from)
    void save(value, from)
  }
  return (
    <div className="grid gap-2">
      <NumberField
        decimal
        label={label}
        aria-label={name}
        value={text}
        error={error ?? undefined}
        onChange={(typed) => {
          seen.current ??= stands
          setError(null)
          setText(typed)
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
        }}
      />
      {clash && (
        <div role="alert" className="grid gap-2 rounded-md border border-warm-300 bg-warm-50 px-3 py-2 text-sm">
          <p>{t('clash', { theirs: format.number(clash.theirs), mine: format.number(clash.mine) })}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => void save(clash.mine, clash.theirs).then(() => setClash(null))}>
              {t('keepMine')}
            </Button>
            <Button size="small" onClick={() => settle(clash.theirs)}>
              {t('keepTheirs')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
