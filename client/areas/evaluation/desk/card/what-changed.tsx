import { useEffect, useState } from 'react'
import { rowIndexOf } from '#shared/answers/rules.ts'
import { traceability } from '#shared/evaluations/routes.ts'
import { valueText, writtenText } from '#shared/forms/kinds.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useValueWords } from '#client/features/answers/value-words.ts'
import { DifferenceView } from '#client/features/form-history/difference-view.tsx'
import { useText } from '#client/i18n/text.ts'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { seenInHistory } from './seen-in-history.ts'
import { evaluationsText } from '#client/areas/evaluation/desk/text.ts'
import type { Deciding } from '#client/areas/evaluation/desk/use-decide.ts'

interface Props {
  readonly entry: ReviewUnit
  readonly deciding: Deciding
  /** Revision that was decided on, when it is known. */
  readonly rev?: number | undefined
  /** When the decision was made, by which the history is asked where this device does not remember. */
  readonly decidedAt?: Instant | undefined
}

type Before = { readonly kind: 'looking' } | { readonly kind: 'unknown' } | { readonly kind: 'known'; readonly text: string }

/** What an answer said when it was decided: what this device remembers, else what the server's history tells. */
function useBefore({ entry, deciding, rev, decidedAt }: Props): Before {
  const open = useOpenWorld()
  const words = useValueWords()
  const online = useOnline()
  const { unit, question } = entry
  const [before, setBefore] = useState<Before>({ kind: 'looking' })
  useEffect(() => {
    let left = false
    const read = async (): Promise<Before> => {
      const seen = await deciding.seen(unit, rev)
      if (seen) return { kind: 'known', text: seen.value === null ? '' : valueText(question, seen.value, words) }
      if (decidedAt === undefined || !online) return { kind: 'unknown' }
      const world = open.world()
      const reply = await callRoute(traceability, {
        params: { form: world.formId, institution: world.institutionId, question: question.id, index: rowIndexOf(world, unit) },
        query: {},
      })
      const found = reply.ok ? seenInHistory(reply.value, decidedAt) : null
      return found === null ? { kind: 'unknown' } : { kind: 'known', text: writtenText(question, found, words) }
    }
    void read().then((found) => {
      if (!left) setBefore(found)
    })
    return () => {
      left = true
    }
  }, [deciding, unit, question, rev, decidedAt, online, open, words])
  return before
}

/** What changed of an answer since it was decided: of a text word by word, of anything else both values (EQ1). */
export function WhatChanged(props: Props) {
  const t = useText(evaluationsText)
  const words = useValueWords()
  const before = useBefore(props)
  const { question, answer, number } = props.entry
  if (before.kind === 'looking') return null
  if (before.kind === 'unknown') return <p className="mt-1 text-ink-600">{t('outdatedUnknown')}</p>
  const value = answer?.value ?? null
  const isText = question.kind === 'Text' || question.kind === 'SimpleText'
  return (
    <div className="mt-1 max-w-prose">
      <DifferenceView label={number} from={before.text} to={value === null ? '' : valueText(question, value, words)} long={isText} />
    </div>
  )
}
