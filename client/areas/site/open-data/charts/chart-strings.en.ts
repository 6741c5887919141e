import type { Translated } from '#client/i18n/text.ts'
import type { es } from './chart-strings.es.ts'

const people = (n: number): string => (n === 1 ? '1 institution' : `${n} institutions`)
const works = (n: number): string => (n === 1 ? '1 initiative' : `${n} initiatives`)

export const chartEn: Translated<typeof es> = {
  cardInitiatives: 'Initiatives',
  pointsText: '{{value}} points',
  pointsOf: '{{value}} of {{most}} points',
  ofInstitutions: ({ n }: { n: number }) => people(n),
  ofInitiatives: ({ n }: { n: number }) => works(n),
  nIn: ({ n, year }: { n: number; year: number | string }) => `${people(n)} in ${year}`,
  worksIn: ({ n, year }: { n: number; year: number | string }) => `${works(n)} in ${year}`,
  nOfYears: 'institutions: {{list}}',
  worksOfYears: 'initiatives: {{list}}',
  countIn: '{{n}} in {{year}}',
  source: '{{report}}, published on {{day}}. Public Innovation Index',
  noFigure: 'no figure',
  hidden: 'hidden',
  change: 'Change',
  apart: 'not compared',
  up: 'rises',
  down: 'falls',
  same: 'unchanged',
  rounding: 'Percentages do not add up to exactly 100% because of rounding.',
  small:
    'So that no institution can be identified, only the count is shown for groups of fewer than three, and for those that would reveal such a group by subtraction: {{groups}}.',
  leftOut: ({ n }: { n: number }) =>
    n === 1
      ? 'The percentages leave out 1 initiative, because in its year they would reveal fewer than three institutions.'
      : `The percentages leave out ${n} initiatives, because in their year they would reveal fewer than three institutions.`,
  originYears: 'Origin is counted for {{years}}, whichever year you choose.',
  several: 'An initiative may have more than one origin.',
  notCompared: 'Scores are comparable only within a category: each has its own panel.',
  joined: 'The chosen years are combined.',
  indexTitle: 'The index averaged {{value}} points in {{year}}',
  indexRose: 'The index averaged {{value}} points in {{year}}: {{by}} more than in the previous measurement',
  indexFell: 'The index averaged {{value}} points in {{year}}: {{by}} fewer than in the previous measurement',
  indexSame: 'The index averaged {{value}} points in {{year}}, the same as in the previous measurement',
  indexApart: 'The index averaged {{value}} points in {{year}}; it is not compared with the previous measurement',
  indexNone: 'There is no mean of the index for what you chose',
  indexMeasure: 'Mean index, from 0 to 100 points, by year · {{n}} · {{group}}',
  indexSeries: 'Index',
  indexTable: 'Mean index by year and change since the previous measurement',
  scoresTitle: 'At least half of the {{n}} institutions in {{year}} scored {{median}} points or fewer',
  scoresNone: 'There are no scores to show for what you chose',
  scoresMeasure: 'Each dot is the score of one institution, from 0 to 100 · {{n}} · {{group}}',
  scoresTable: 'Total institutions, median and standard deviation by year',
  place: 'No. {{at}} of {{n}}, from the lowest',
  medianMark: 'Median {{value}}',
  total: 'Total institutions',
  median: 'Median',
  deviation: 'Standard deviation',
  mean: 'Mean',
  year: 'Year',
  sector: 'Sector',
  spreadTitle: 'Within a category, scores in {{year}} vary most in {{name}}, with a standard deviation of {{value}} points',
  spreadNone: 'Mean and spread of the scores in each category',
  spreadMeasure: 'Mean by category; the vertical line is one standard deviation either way · {{n}} · {{group}}',
  levelsTitle: ({ year, n, all, level }) =>
    all === 1
      ? `In ${year}, the only institution is at the ${level} level`
      : `In ${year}, ${n} of ${all} institutions ${n === 1 ? 'is' : 'are'} at the ${level} level`,
  levelsNone: 'There are no institutions to count for what you chose',
  levelsMeasure: 'Institutions by maturity level · {{n}} · {{group}}',
  levelInicial: 'Initial, below 25 points',
  levelCreciente: 'Growing, 25 to below 50',
  levelMadura: 'Mature, 50 to 75',
  levelModelo: 'Model, above 75',
  sectorsTitle: '{{name}} is the sector with the highest mean in {{year}}: {{value}} points across {{n}} institutions',
  sectorsNone: 'Mean index by public sector',
  sectorsMeasure: 'Mean index, from 0 to 100 points; the area of each circle shows the number of institutions · {{n}} · {{group}}',
  sectorsTable: 'Mean and standard deviation by sector and year',
  sectorText: ({ value, n }: { value: string; n: number }) => `${value} points, ${people(n)}`,
  dimensionTitle: 'In {{year}}, {{value}} of the {{most}} points of {{name}} were obtained',
  dimensionNone: 'There are no points of {{name}} for what you chose',
  dimensionMeasure: 'Mean points by capacity; the dashed line marks the maximum · {{n}} · {{group}}',
  limit: 'max. {{value}}',
  capacitiesTitle: 'The capacity with the highest achievement in {{year}} is {{best}} ({{high}}); the lowest is {{worst}} ({{low}})',
  capacitiesNone: 'Achievement in the ten key capacities',
  capacitiesMeasure: 'Achievement in the ten key capacities: points obtained out of those possible · {{n}} · {{group}}',
  phasesTitle: (told) =>
    told.all === 1
      ? `The only initiative of ${told.year} ${told.n === 1 ? 'reached' : 'did not reach'} ${told.last}`
      : `Of the ${told.all} initiatives of ${told.year}, ${told.n === 0 ? 'none' : told.n} reached ${told.last}; the most frequent phase is ${told.name}, with ${told.most}`,
  phasesNone: 'There are no initiatives to count for what you chose',
  phasesMeasure: 'Initiatives that reached each phase, and what share of the year’s initiatives they are · {{n}} · {{group}}',
  phaseText: ({ n, all, share }: { n: number; all: number; share: string }) => `${n} of ${works(all)} (${share})`,
  partnersTitle: ({ year, phase, n, all, name }) =>
    `In ${year} collaboration is highest in the ${phase} phase: ${n} of ${people(all)} with ${name}`,
  partnersNone: 'No institution reported whom it worked with in {{year}}',
  partnersMeasure:
    'Institutions that worked in each phase with users (PU), other institutions (CI) and their environment (GE), {{year}} · {{n}} · {{group}}',
  partnerText: ({ n, all }: { n: number; all: number }) => `${n} of ${people(all)}`,
  typesTitle: ({ name, share, n }) =>
    `${name} is the most frequent type: ${share} of ${n === 1 ? 'the only initiative' : `the ${n} initiatives`}`,
  typesNone: 'There are no types of initiatives to show for what you chose',
  typesMeasure: 'Percentage of initiatives by type; the colour shows the scope · {{n}}, {{years}} · {{group}}',
  scopeTitle: '{{scope}} is the scope with the most changes in {{n}} of {{all}} sectors',
  scopeNone: 'There are no changes by sector to show for what you chose',
  scopeMeasure: 'Percentage of each sector’s initiatives by scope of change · {{n}}, {{years}} · {{group}}',
  originTitle: ({ year, name, n, all }) => `In ${year}, the most frequent origin is ${name}: ${n} of ${works(all)}`,
  originNone: 'There are no origins of initiatives to show for what you chose',
  originMeasure: 'Initiatives of each origin by year · {{n}} · {{group}}',
  directedTitle: 'In {{year}}, {{share}} of mentions are of {{name}}',
  directedNone: 'Who the initiatives are for was not reported for what you chose',
  directedMeasure: 'Who the initiatives are for, as a percentage of mentions · {{n}} · {{group}}',
}
