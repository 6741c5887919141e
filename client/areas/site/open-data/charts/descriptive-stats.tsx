import { openCategories, publicSectors } from '#shared/open-data/model.ts'
import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { categoryWords, sectorWords } from '#shared/open-data/words.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { Bubbles } from '#client/areas/site/charts/marks/bubbles.tsx'
import { figureText } from '#client/features/figures/figures.ts'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import type { Mark } from '#client/areas/site/charts/marks/grid.ts'
import { Lines } from '#client/areas/site/charts/marks/lines.tsx'
import { pointId, Strip, StripList } from '#client/areas/site/charts/marks/strip.tsx'
import type { Cloud } from '#client/areas/site/charts/marks/strip.tsx'
import { AverageIndex } from './average-index.tsx'
import { PlainTable } from '#client/areas/site/open-data/plain-table.tsx'
import { pointTicks } from './point-ticks.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { SetFrame } from '#client/areas/site/open-data/set-frame.tsx'
import { countsOfScores, countsText, noticesOf, shownOf, smallNotice } from '#client/areas/site/open-data/shown-data.ts'
import type { ChartsProps, ShownData } from '#client/areas/site/open-data/shown-data.ts'
import {
  levelsFinding,
  levelsGrid,
  scoreClouds,
  scoresFinding,
  sectorsFinding,
  sectorsGrid,
  spreadFinding,
  spreadGrid,
} from './descriptive-figures.ts'

interface Props {
  readonly data: ShownData
}

/** A figure of a group: where there are institutions and none is told, that it is hidden. */
const toldOf = (value: number | null, count: number, { t, one }: Said): string =>
  value === null ? t(count > 0 ? 'hidden' : 'noFigure') : one(value)

/** Score by score, year by year. */
const scoreMarks = (clouds: readonly Cloud[], { t, one }: Said): readonly Mark[] =>
  clouds.flatMap((cloud) =>
    cloud.values.map((value, index) => ({
      id: pointId(cloud, index),
      series: cloud.label,
      label: t('place', { at: index + 1, n: cloud.values.length }),
      value: t('pointsText', { value: one(value) }),
    })),
  )

function Scores({ data }: Props) {
  const reply = data.sets.scoreDistribution
  if (!reply) return null
  const { said, filter } = data
  const counts = countsOfScores(reply)
  const clouds = scoreClouds(reply, said)
  return (
    <SetFrame
      data={data}
      set="scoreDistribution"
      id="score-distribution"
      title={scoresFinding(reply, said)}
      measure={said.t('scoresMeasure', { n: countsText(counts, said), group: said.group(filter) })}
      notices={[
        ...noticesOf(counts, said),
        ...smallNotice(
          counts.map(({ year, count }) => ({
            name: String(year),
            isHidden: count > 0 && (reply.reorder[String(year)]?.median ?? null) === null,
          })),
          said,
        ),
      ]}
      marks={scoreMarks(clouds, said)}
      wide={<Strip clouds={clouds} ticks={pointTicks} />}
      narrow={<StripList clouds={clouds} ticks={pointTicks} />}
    >
      <PlainTable
        caption={said.t('scoresTable')}
        head={[said.t('year'), said.t('total'), said.t('median'), said.t('deviation')]}
        rows={counts.map(({ year, count }) => {
          const { median = null, stddev = null } = reply.reorder[String(year)] ?? {}
          return [String(year), figureText(count, 0, said.language), toldOf(median, count, said), toldOf(stddev, count, said)]
        })}
      />
    </SetFrame>
  )
}

function Spread({ data }: Props) {
  const reply = data.sets.classDistribution
  if (!reply) return null
  const { said, filter } = data
  const { grid, spread } = spreadGrid(reply, said)
  const counts = [...Map.groupBy(reply.results, ({ year }) => year)].map(([year, all]) => ({
    year,
    count: all.reduce((sum, { totalInstitutions }) => sum + totalInstitutions, 0),
  }))
  const groups = reply.results.map(({ category, year, totalInstitutions, mean }) => {
    const known = openCategories.find((each) => each === category)
    return { name: `${known ? categoryWords[known][said.language] : category} ${year}`, isHidden: totalInstitutions > 0 && mean === null }
  })
  return (
    <SetFrame
      data={data}
      set="classDistribution"
      id="class-distribution"
      title={spreadFinding(reply, said)}
      measure={said.t('spreadMeasure', { n: countsText(counts, said), group: said.group(filter) })}
      notices={[...noticesOf(counts, said), ...smallNotice(groups, said)]}
      marks={grid.series.length === 0 ? [] : marksOf(grid)}
      wide={<Lines grid={grid} ticks={pointTicks} spread={spread} />}
      narrow={<BarList grid={grid} bySeries />}
    />
  )
}

function Levels({ data }: Props) {
  const reply = data.sets.maturityLevels
  if (!reply) return null
  const { said, filter } = data
  const counts = filter.years.map((year) => ({ year, count: reply.totals[String(year)] ?? 0 }))
  const grid = levelsGrid(reply, said)
  const groups = counts.map(({ year, count }) => {
    const told = reply.results.some((levels) => levels.some((each) => each.year === year && each.count !== null))
    return { name: String(year), isHidden: count > 0 && !told }
  })
  return (
    <SetFrame
      data={data}
      set="maturityLevels"
      id="maturity-levels"
      title={levelsFinding(reply, said)}
      measure={said.t('levelsMeasure', { n: countsText(counts, said), group: said.group(filter) })}
      notices={[...noticesOf(counts, said), ...smallNotice(groups, said)]}
      legend={grid.series.length > 1 ? grid.series : []}
      marks={grid.series.length === 0 ? [] : marksOf(grid)}
      wide={<Bars grid={grid} tickText={(value) => figureText(value, 0, said.language)} whole />}
      narrow={<BarList grid={grid} />}
    />
  )
}

function Sectors({ data }: Props) {
  const reply = data.sets.publicSectorIndex
  if (!reply) return null
  const { said, filter } = data
  const { grid, sizes } = sectorsGrid(reply, said)
  const counts = reply.years.map((year) => ({
    year,
    count: publicSectors.reduce((sum, sector) => sum + (reply.result[String(year)]?.[sector].count ?? 0), 0),
  }))
  const has = counts.some(({ count }) => count > 0)
  const groups = reply.years.flatMap((year) =>
    publicSectors.map((sector) => {
      const { count = 0, avgIndex = null } = reply.result[String(year)]?.[sector] ?? {}
      return { name: `${sectorWords[sector][said.language]} ${year}`, isHidden: count > 0 && avgIndex === null }
    }),
  )
  const columns = counts.filter(({ count }) => count > 0).map(({ year }) => year)
  return (
    <SetFrame
      data={data}
      set="publicSectorIndex"
      id="public-sector-index"
      title={sectorsFinding(reply, said)}
      measure={said.t('sectorsMeasure', { n: countsText(counts, said), group: said.group(filter) })}
      notices={[...noticesOf(counts, said), ...smallNotice(groups, said)]}
      legend={grid.series.length > 1 ? grid.series : []}
      marks={has ? marksOf(grid) : []}
      wide={<Bubbles grid={grid} ticks={[0, 25, 50, 75, 100].map((value) => ({ value, text: String(value) }))} sizes={sizes} />}
      narrow={<BarList grid={grid} />}
    >
      {has && (
        <PlainTable
          caption={said.t('sectorsTable')}
          head={[said.t('sector'), ...columns.flatMap((year) => [`${said.t('mean')} ${year}`, `${said.t('deviation')} ${year}`])]}
          rows={publicSectors.map((sector) => [
            sectorWords[sector][said.language],
            ...columns.flatMap((year) => {
              const found = reply.result[String(year)]?.[sector]
              const count = found?.count ?? 0
              return [toldOf(found?.avgIndex ?? null, count, said), toldOf(found?.stdIndex ?? null, count, said)]
            }),
          ])}
        />
      )}
    </SetFrame>
  )
}

/** The index and its scores: means, spread, levels and sectors. */
export function DescriptiveStats({ page }: ChartsProps) {
  const data = shownOf(page)
  return (
    <>
      <Tones />
      <AverageIndex data={data} />
      <Scores data={data} />
      <Levels data={data} />
      <Sectors data={data} />
      <Spread data={data} />
    </>
  )
}
