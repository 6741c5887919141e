import { useMemo } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { changesSince, type News } from '#shared/visits/changes.ts'
import type { World } from '#shared/world.ts'
import { appText } from '#client/page/text.ts'
import { everything, personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useVisit } from '#client/data/visits.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useText } from '#client/i18n/text.ts'
import { MorningLine, type Said } from './morning-line.tsx'
import { visitsText } from './text.ts'

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

/** People who are named before the others are counted. */
const namedMost = 2

/** At the top of an institution's start page: what changed since its reader was here. */
export function HomeMorningLine({ className }: { readonly className?: string | undefined }) {
  const t = useText(visitsText)
  const nameOf = useStageName()
  const a = useText(appText)
  const format = useFormat()
  const open = useOpenWorld()
  const version = useReading(everything, versionOf)
  const world = open.world()
  const { actor } = open
  const known = useVisit(actor.id)
  const since = known?.visit.dismissed === false ? known.visit.since : null
  const until = known?.until ?? ''
  const news = useMemo(
    () => (since === null ? [] : changesSince(world, actor, { since, until })),
    // The rows move with the version.
    // oxlint-disable-next-line react/exhaustive-deps
    [world, version, actor, since, until],
  )
  if (since === null) return null
  const names = (people: readonly UserId[]): string => {
    const named = people.slice(0, namedMost).map((id) => personName(world, id) ?? a('deletedUser'))
    const n = people.length - named.length
    return n === 0 ? format.list(named) : t('others', { names: named.join(', '), n })
  }
  const place = { form: world.formId, institution: world.institutionId }
  const at = (unit: string | undefined): string => pageAddress('filling', { ...place, question: unit })
  const said = (each: News): Said[] => {
    switch (each.kind) {
      case 'stage':
        return [
          {
            key: 'stage',
            text: t(each.begun ? 'stageBegun' : 'stageEnded', { name: nameOf(each.stage).text }),
            to: pageAddress('filling', place),
          },
        ]
      case 'decisions':
        return [{ key: each.decision, text: t(each.decision, { n: each.units.length }), to: at(each.units[0]) }]
      case 'comments':
      case 'replies':
        return [{ key: each.kind, text: t(each.kind, { n: each.units.length, names: names(each.authors) }), to: at(each.units[0]) }]
      case 'assignments': {
        const to = pageAddress('filling', { ...place, subDimension: each.subDimensionId })
        return [{ key: each.kind, text: t('assignments', { n: each.count }), to }]
      }
      case 'sends': {
        const told = { names: names(each.authors), people: each.authors.length, n: each.answers }
        const text = each.toEvaluation ? t('sentToEvaluation', told) : t('sentUp', told)
        return [{ key: each.toEvaluation ? 'evaluation' : 'sends', text, to: pageAddress('send') }]
      }
      case 'answers': {
        const [only, ...more] = each.subDimensionIds
        const told = { names: names(each.authors), people: each.authors.length, n: each.units.length }
        const dimension = only === undefined || more.length > 0 ? undefined : world.index.dimension(only)
        const text = dimension ? t('answersIn', { ...told, place: formText(dimension.name, dimension.en?.name).text }) : t('answers', told)
        const question = each.units.length === 1 ? each.units[0] : undefined
        return [{ key: each.kind, text, to: pageAddress('filling', { ...place, subDimension: only, question }) }]
      }
      case 'daysLeft':
        return [{ key: each.kind, text: t('daysLeft', { days: each.days, n: each.pending }), to: pageAddress('send') }]
      case 'received':
        return []
    }
  }
  return <MorningLine userId={actor.id} since={since} parts={news.flatMap(said)} className={className} />
}
