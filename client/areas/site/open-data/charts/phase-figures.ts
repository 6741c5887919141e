import { partners, phases } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import { partnerWords, phaseWords } from '#shared/open-data/words.ts'
import { figureText } from '#client/features/figures/figures.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { setNames } from '#client/areas/site/open-data/keys.ts'
import { newest, ranked } from './ranked.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { largest, named, yearSeries } from './series.ts'

export function phasesFinding({ results }: OpenReply<'methodologic'>, { t, language }: Said): string {
  const last = newest(results, ({ totalInitiative, set1 }) => totalInitiative > 0 && set1.potencial !== null)
  const first = last && ranked(setNames, (name) => last[name].potencial)[0]
  if (!last || !first || first.value === 0) return t('phasesNone')
  return t('phasesTitle', {
    all: last.totalInitiative,
    year: last.year,
    n: last.set6.potencial ?? 0,
    last: phaseWords.evaluation[language],
    name: phaseWords[phases[setNames.indexOf(first.item)] ?? 'design'][language],
    most: first.value,
  })
}

export function partnersFinding(of: OpenReply<'methodologic'>['results'][number], { t, language }: Said): string {
  const pairs = phases.flatMap((phase, at) => partners.map((partner) => ({ phase, partner, name: setNames[at] ?? 'set1' })))
  const first = ranked(pairs, ({ partner, name }) => of[name][partner])[0]
  if (!first || first.value === 0) return t('partnersNone', { year: of.year })
  return t('partnersTitle', {
    year: of.year,
    phase: phaseWords[first.item.phase][language],
    n: first.value,
    all: of.count,
    name: `${partnerWords[first.item.partner][language]} (${first.item.partner.toUpperCase()})`,
  })
}

/** Initiatives that reached each phase: how many is written, and which part of the year's they are is drawn. */
export function phasesGrid({ results }: OpenReply<'methodologic'>, said: Said): Grid {
  const shown = results.filter(({ totalInitiative, set1 }) => totalInitiative > 0 && set1.potencial !== null)
  return {
    series: yearSeries(shown.map(({ year }) => year)),
    groups: named(phases, phaseWords, said),
    cells: shown.map((each) =>
      setNames.map((name) => {
        const n = each[name].potencial ?? 0
        const share = (100 * n) / each.totalInitiative
        const text = said.t('phaseText', { n, all: each.totalInitiative, share: said.share(share) })
        return { value: share, text, short: figureText(n, 0, said.language) }
      }),
    ),
    most: 100,
  }
}

export function partnersGrid(of: OpenReply<'methodologic'>['results'][number], said: Said): Grid {
  const cells = partners.map((partner) =>
    setNames.map((name) => {
      const n = of[name][partner] ?? 0
      return said.count(n, said.t('partnerText', { n, all: of.count }))
    }),
  )
  return {
    series: partners.map((partner, tone) => ({
      id: partner,
      label: `${partner.toUpperCase()}: ${partnerWords[partner][said.language]}`,
      tone,
    })),
    groups: named(phases, phaseWords, said),
    cells,
    most: largest(cells),
  }
}
