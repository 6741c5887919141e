import { scopes } from '#shared/open-data/model.ts'
import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { scopeWords } from '#shared/open-data/words.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Donuts } from '#client/areas/site/charts/marks/donuts.tsx'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { Stacked } from '#client/areas/site/charts/marks/stacked.tsx'
import { Treemap } from '#client/areas/site/charts/marks/treemap.tsx'
import { SetFrame } from '#client/areas/site/open-data/set-frame.tsx'
import { noticesOf, roundingNotice, shownOf, smallNotice, wholesOf, worksText } from '#client/areas/site/open-data/shown-data.ts'
import type { ChartsProps, ShownData } from '#client/areas/site/open-data/shown-data.ts'
import {
  directedFinding,
  directedGrid,
  originFinding,
  originGrid,
  scopeFinding,
  scopeGrid,
  typeTiles,
  typesFinding,
} from './initiative-figures.ts'

interface Props {
  readonly data: ShownData
}

/** Years of which there are no initiatives, by the sets that count them; joined ones cannot say it. */
const missingOf = ({ sets, said }: ShownData): readonly string[] =>
  noticesOf(
    (sets.directedInitiatives?.graphData ?? []).map(({ year, total }) => ({
      year,
      // An initiative need not say at whom it is directed, nor where it comes from.
      count: total + (sets.initiativeOrigin?.results.find((each) => each.year === year)?.total ?? 0),
    })),
    said,
  )

function Types({ data }: Props) {
  const reply = data.sets.initiativeTypes
  if (!reply) return null
  const { said, filter } = data
  const tiles = typeTiles(reply, said)
  const grid: Grid = {
    series: [{ id: 'types', label: said.t('cardInitiatives'), tone: 0 }],
    groups: tiles,
    cells: [tiles.map(({ value, short }) => ({ value, short, text: short }))],
    most: Math.max(1, ...tiles.map(({ value }) => value)),
    groupTones: tiles.map(({ tone }) => tone),
  }
  const marks = marksOf(grid)
  return (
    <SetFrame
      data={data}
      set="initiativeTypes"
      id="initiative-types"
      title={typesFinding(reply, said)}
      measure={said.t('typesMeasure', {
        n: said.t('ofInitiatives', { n: reply.total }),
        years: said.list(filter.years),
        group: said.group(filter),
      })}
      notices={[
        ...missingOf(data),
        ...(filter.years.length > 1 ? [said.t('joined')] : []),
        ...(reply.hidden > 0 ? [said.t('leftOut', { n: reply.hidden })] : []),
        ...roundingNotice([tiles.map(({ value }) => value)], said),
      ]}
      legend={scopes.map((scope, tone) => ({ label: scopeWords[scope][said.language], tone }))}
      marks={marks}
      wide={<Treemap tiles={tiles.map((tile) => ({ ...tile, id: `types.${tile.id}` }))} />}
      narrow={<BarList grid={grid} />}
    />
  )
}

function ScopeChange({ data }: Props) {
  const reply = data.sets.scopeChange
  if (!reply) return null
  const { said, filter } = data
  const { grid, notes } = scopeGrid(reply, said)
  const all = Object.values(reply.totals).reduce((sum, each) => sum + each, 0)
  const leftOut = Object.values(reply.hidden).reduce((sum, each) => sum + each, 0)
  return (
    <SetFrame
      data={data}
      set="scopeChange"
      id="scope-change"
      title={scopeFinding(reply, said)}
      measure={said.t('scopeMeasure', {
        n: said.t('ofInitiatives', { n: all }),
        years: said.list(filter.years),
        group: said.group(filter),
      })}
      notices={[
        ...missingOf(data),
        ...(filter.years.length > 1 ? [said.t('joined')] : []),
        ...(leftOut > 0 ? [said.t('leftOut', { n: leftOut })] : []),
        ...roundingNotice(wholesOf(grid), said),
      ]}
      legend={grid.series}
      marks={grid.groups.length === 0 ? [] : marksOf(grid)}
      wide={<Stacked grid={grid} of="sum" notes={notes} />}
      narrow={<BarList grid={grid} />}
    />
  )
}

function OriginOfInitiatives({ data }: Props) {
  const reply = data.sets.initiativeOrigin
  if (!reply) return null
  const { said, filter } = data
  const { grid, notes } = originGrid(reply, said)
  const told = reply.results.flatMap(({ year, total }) => (total === null ? [] : [{ year, count: total }]))
  const missing = reply.results.flatMap(({ year, total }) => (total === null ? [{ year, count: 0 }] : []))
  const groups = reply.results.map(({ year, total, People }) => ({ name: String(year), isHidden: (total ?? 0) > 0 && People === null }))
  return (
    <SetFrame
      data={data}
      set="initiativeOrigin"
      id="initiative-origin"
      title={originFinding(reply, said)}
      measure={said.t('originMeasure', { n: worksText(told, said), group: said.group(filter) })}
      notices={[
        `${said.t('originYears', { years: said.list(reply.results.map(({ year }) => year)) })} ${said.t('several')}`,
        ...noticesOf(missing, said),
        ...smallNotice(groups, said),
      ]}
      legend={grid.series}
      marks={grid.groups.length === 0 ? [] : marksOf(grid)}
      wide={<Stacked grid={grid} of="most" notes={notes} />}
      narrow={<BarList grid={grid} />}
    />
  )
}

function Directed({ data }: Props) {
  const reply = data.sets.directedInitiatives
  if (!reply) return null
  const { said, filter } = data
  const { grid, notes } = directedGrid(reply, said)
  const told = reply.graphData.map(({ year, total }) => ({ year, count: total }))
  const groups = reply.graphData.map(({ year, total, entityUsersPercent }) => ({
    name: String(year),
    isHidden: total > 0 && entityUsersPercent === null,
  }))
  return (
    <SetFrame
      data={data}
      set="directedInitiatives"
      id="directed-initiatives"
      title={directedFinding(reply, said)}
      measure={said.t('directedMeasure', { n: worksText(told, said), group: said.group(filter) })}
      notices={[...missingOf(data), ...smallNotice(groups, said), ...roundingNotice(wholesOf(grid), said)]}
      legend={grid.series}
      marks={grid.groups.length === 0 ? [] : marksOf(grid)}
      wide={<Donuts grid={grid} notes={notes} />}
      narrow={<BarList grid={grid} />}
    />
  )
}

/** What is innovated: types, scopes by sector, origin and whom it is directed at. */
export function Initiatives({ page }: ChartsProps) {
  const data = shownOf(page)
  return (
    <>
      <Tones />
      <Types data={data} />
      <ScopeChange data={data} />
      <OriginOfInitiatives data={data} />
      <Directed data={data} />
    </>
  )
}
