import { useMemo } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { receivedSince, type News } from '#shared/visits/changes.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useVisit } from '#client/data/visits.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useText } from '#client/i18n/text.ts'
import { MorningLine, type Said } from './morning-line.tsx'
import { visitsText } from './text.ts'

/** Institutions that are named before the others are counted. */
const namedMost = 4

/** Above an evaluator's list: what institutions sent since they were here. */
export function ListMorningLine({ form, className }: { readonly form: FormHeader; readonly className?: string | undefined }) {
  const t = useText(visitsText)
  const nameOf = useStageName()
  const { actor } = useEngine()
  const rows = useTable('overview')
  const known = useVisit(actor.id)
  const since = known?.visit.dismissed === false ? known.visit.since : null
  const until = known?.until ?? ''
  const news = useMemo(
    () => (since === null || rows === null ? [] : receivedSince(form, rows, actor, { since, until })),
    [form, rows, actor, since, until],
  )
  if (since === null) return null
  const received = news.filter((each) => each.kind === 'received')
  const more = received.length - namedMost
  const toList = '#institutions'
  const said = (each: News): Said[] => {
    if (each.kind === 'stage')
      return [{ key: 'stage', text: t(each.begun ? 'stageBegun' : 'stageEnded', { name: nameOf(each.stage).text }), to: toList }]
    if (each.kind !== 'received' || received.indexOf(each) >= namedMost) return []
    const { institutionId, name } = each
    return [
      { key: institutionId, text: t('received', { name }), to: pageAddress('filling', { form: form.id, institution: institutionId }) },
    ]
  }
  const parts = news.flatMap(said)
  return (
    <MorningLine
      userId={actor.id}
      since={since}
      parts={more > 0 ? [...parts, { key: 'more', text: t('moreReceived', { n: more }), to: toList }] : parts}
      className={className}
    />
  )
}
