import { breakSentence, type Figure, type FormerFigure } from '#shared/results/comparing.ts'
import { resultSummary } from '#shared/results/summary.ts'
import type { DimensionView, QuestionView, ResultView, UnitView } from '#shared/results/routes.ts'
import { barsRoom, paintBars, paintRadar, radarRoom, spokesLeast, spokesMost } from './charts.ts'
import {
  bandedPage,
  chapter,
  fitted,
  heading,
  headWords,
  oneLine,
  openDocument,
  paintContents,
  reserveContents,
  short,
  type Frame,
} from './frame.ts'
import { bodyWidth, sheet, type Paper } from './paper.ts'
import { richBlocks } from './rich-blocks.ts'
import { paintBlocks, paintParagraph } from './rich-text.ts'
import { Table, type Cell, type CellText, type Column } from './table.ts'
import { plain } from './typesetting.ts'
import { maturityWord } from '#shared/results/words.ts'
import { wordsIn, type ReportLanguage, type Words } from './words.ts'

export interface ReportOptions {
  /** Texts that nobody published: the report says on each page that it is a draft. What is not published is one anyway. */
  readonly draft?: boolean | undefined
}

interface Making extends Frame {
  readonly view: ResultView
  readonly words: Words
  readonly isDraft: boolean
  /** "2.1" of a sub-dimension, by id. */
  readonly ordinals: ReadonlyMap<string, string>
}

/**
 * The report of a result as PDF, tagged for screen readers. Made of the view alone: the same view gives the same bytes. Memory and time grow
 * with the view, so it is for a process that is held to both.
 */
export async function makeReport(view: ResultView, language: ReportLanguage, options: ReportOptions = {}): Promise<Uint8Array> {
  const words = wordsIn(language)
  const isDraft = options.draft === true || view.state !== 'published'
  const title = oneLine(`${words.say(`title_${view.kind}`)}: ${view.institution.name}, ${view.form.name}`)
  const { frame, finish } = openDocument(
    { title, subject: `${words.say('version_foot', { version: String(view.version) })} ${view.digest}`.trim(), by: words.say('product') },
    { language, at: view.publishedAt ?? view.at, watermark: isDraft ? words.say('draft') : null },
  )
  const making: Making = { ...frame, view, words, isDraft, ordinals: ordinalsOf(view) }
  paintCover(making, options.draft === true)
  const contents = reserveContents(frame, words.say('contents'), linesOfContents(view))
  paintText(making, 'introduction')
  paintResults(making)
  paintText(making, 'conclusion')
  paintQuestions(making)
  paintMethod(making)
  paintContents(frame, contents)
  paintFeet(making)
  return finish()
}

const isTop = ({ parentId }: DimensionView): boolean => parentId === null

/** What each dimension and sub-dimension is numbered. */
function ordinalsOf({ dimensions }: ResultView): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { id, parentId } of dimensions) {
    const key = parentId ?? ''
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    const above = found.get(key)
    found.set(id, above === undefined ? String(n) : `${above}.${n}`)
  }
  return found
}

const numbered = ({ ordinals }: Making, { id, name }: DimensionView): string => `${ordinals.get(id) ?? ''}. ${name}`

const cell = (text: string, more: Omit<CellText, 'text'> = {}): Cell => ({ texts: [{ text, ...more }] })
const head = (text: string): Cell => ({ texts: [{ text }], isHead: true })

// Cover.

function paintCover(making: Making, hasDraftTexts: boolean): void {
  const { view, words, paper, tree, isDraft } = making
  const bandHeight = 268
  bandedPage(making, bandHeight)
  const say = headWords(making, 6)
  paper.y = 74
  say('P', words.say('product'), { size: 13, leading: 18, colour: 'white', bold: true })
  paper.y = 124
  say('H1', words.say(`title_${view.kind}`), { size: 30, leading: 36, colour: 'white', bold: true })
  paper.y += 4
  say('P', short(view.form.name, 160), { size: 15, leading: 20, colour: 'white' })
  paper.y = Math.max(paper.y, bandHeight) + 40
  say('P', short(view.institution.name, 240), { size: 22, leading: 27, colour: 'deep', bold: true })
  paper.y += 18
  if (isDraft) {
    const why =
      hasDraftTexts && view.state === 'published'
        ? 'draft_texts'
        : view.state === 'live'
          ? 'draft_live'
          : hasDraftTexts
            ? 'draft_texts'
            : 'draft_calculated'
    say('P', words.say(why), { size: 10.5, leading: 15, colour: 'bad', bold: true })
    paper.y += 14
  }
  say('P', words.say('obtained'), { size: 10.5, leading: 15, colour: 'soft' })
  const points = paper.element(tree, 'P')
  const ink = paper.ink(points, 'P')
  ink.open()
  const big = words.points(view.points)
  paper.word(big, sheet.left, paper.y + 36, 'bold', 42, 'brand')
  paper.word(
    ` ${words.say('of_points', { max: words.most(view.max) })}`,
    sheet.left + paper.type.widthOf(big, 'bold', 42) + 6,
    paper.y + 36,
    'regular',
    13,
    'soft',
  )
  ink.shut()
  points.end()
  paper.y += 52
  say('P', `${words.say('maturity')}: ${maturityWord(view.maturity, words.language)}`, {
    size: 14,
    leading: 20,
    colour: 'deep',
    bold: true,
  })
  paper.y += 22
  const table = new Table(paper, tree, words.say('cover_facts'), factColumns, { headless: true })
  for (const [label, value] of coverFacts(making)) table.row([head(label), cell(value)])
  table.end()
}

const factColumns: readonly Column[] = [
  { title: '', width: 150 },
  { title: '', width: bodyWidth - 150 },
]

function coverFacts({ view, words }: Making): readonly (readonly [string, string])[] {
  const { institution } = view
  const dates: (readonly [string, string])[] = [[words.say('calculated'), words.moment(view.at)]]
  if (view.publishedAt !== null) dates.unshift([words.say('published'), words.moment(view.publishedAt)])
  return [
    [words.say('code'), institution.code],
    [words.say('category'), view.category.name],
    [words.say('orientation'), words.say(`orientation_${view.orientation}`)],
    [words.say('version'), versionOf(view, words)],
    ...dates,
    [words.say('digest'), view.digest === '' ? words.say('digest_none') : view.digest],
  ]
}

const versionOf = (view: ResultView, words: Words): string => (view.version > 0 ? String(view.version) : words.say('version_none'))

/** How many lines the contents will have, before it is painted: chapters, summaries, dimensions. */
const linesOfContents = ({ dimensions }: ResultView): number => 5 + (dimensions.some((each) => !isTop(each)) ? 2 : 1) + dimensions.length

// Texts.

function paintText(making: Making, which: 'introduction' | 'conclusion'): void {
  const { view, words, paper, tree } = making
  chapter(making, words.say(which))
  const blocks = richBlocks(view[which])
  if (blocks.length === 0) paintParagraph(paper, tree, [plain(words.say('none_written'), { italic: true })], { colour: 'soft' })
  else paintBlocks(paper, tree, blocks, 2)
}

// Results.

function paintResults(making: Making): void {
  const { view, words, paper, tree } = making
  chapter(making, words.say('results'))
  paintParagraph(paper, tree, [plain(resultSummary(view, words.language).join(' '))])
  paper.y += 8
  paintSummary(making)
  for (const top of view.dimensions.filter(isTop)) {
    paintDimension(making, top, 2)
    for (const sub of view.dimensions.filter(({ parentId }) => parentId === top.id)) paintDimension(making, sub, 3)
  }
}

function paintSummary(making: Making): void {
  const { view, words, paper, tree } = making
  const tops = view.dimensions.filter(isTop)
  const subs = view.dimensions.filter((each) => !isTop(each))
  const scored = tops.filter(({ max }) => max > 0)
  heading(making, 2, words.say('summary'), scored.length > 0 ? barsRoom(scored.length) : undefined)
  if (scored.length > 0)
    paintBars(
      paper,
      tree,
      scored.map((each) => ({ name: numbered(making, each), points: each.points, max: each.max, mean: each.categoryMean })),
      words,
    )
  paintFigures(making, words.say('summary'), words.say('dimension'), tops, true)
  if (subs.length === 0) return
  const spokes = subs.filter(({ max }) => max > 0)
  const isDrawn = spokes.length >= spokesLeast && spokes.length <= spokesMost
  heading(making, 2, words.say('summary_sub'), isDrawn ? radarRoom : undefined)
  if (isDrawn) {
    const isMany = spokes.length > 14
    paintRadar(
      paper,
      tree,
      spokes.map((each) => {
        const ordinal = making.ordinals.get(each.id) ?? ''
        const name = numbered(making, each)
        return { label: isMany ? ordinal : name, name, part: each.points / each.max }
      }),
      words,
    )
  }
  paintFigures(making, words.say('summary_sub'), words.say('subdimension'), subs, false)
}

function paintFigures(making: Making, caption: string, named: string, dimensions: readonly DimensionView[], hasTotal: boolean): void {
  const { view, words, paper, tree } = making
  const { former } = view
  const numbers = former ? 49 : 56
  const columns: Column[] = [
    { title: words.say('points'), width: numbers, align: 'right' },
    { title: words.say('max'), width: numbers, align: 'right' },
    { title: words.say('percent'), width: numbers, align: 'right' },
    { title: words.say('level'), width: 70 },
    { title: words.say('category_mean_short'), width: 58, align: 'right' },
  ]
  if (former) columns.push({ title: short(former.form, 40), width: 56, align: 'right' })
  const width = bodyWidth - columns.reduce((sum, each) => sum + each.width, 0)
  const table = new Table(paper, tree, caption, [{ title: named, width }, ...columns])
  const none = words.say('no_figure')
  const isBroken = (now: Figure, then: FormerFigure): boolean => breakSentence(now, then, former?.declared, words.language) !== null
  const formerPoints = (now: Figure, then: FormerFigure): string => `${words.points(then.points)}${isBroken(now, then) ? ' *' : ''}`
  for (const each of dimensions)
    table.row([
      head(numbered(making, each)),
      cell(each.max > 0 ? words.points(each.points) : none),
      cell(each.max > 0 ? words.points(each.max) : none),
      cell(each.max > 0 ? words.percent(each.points / each.max) : none),
      levelCell(each, words),
      cell(each.categoryMean === null || each.max === 0 ? none : words.points(each.categoryMean)),
      ...(former ? [cell(each.former === null ? none : formerPoints(each, each.former))] : []),
    ])
  if (hasTotal)
    table.row([
      head(words.say('total')),
      cell(words.points(view.points), { face: 'bold' }),
      cell(words.points(view.max), { face: 'bold' }),
      cell(view.max > 0 ? words.percent(view.points / view.max) : none, { face: 'bold' }),
      cell(maturityWord(view.maturity, words.language), { face: 'bold' }),
      cell(view.categoryMean === null ? none : words.points(view.categoryMean), { face: 'bold' }),
      ...(former ? [cell(formerPoints(view, former), { face: 'bold' })] : []),
    ])
  table.end()
  const isMarked = [...dimensions, ...(hasTotal ? [view] : [])].some((each) => each.former && isBroken(each, each.former))
  if (isMarked) paintParagraph(paper, tree, [plain(words.say('former_broken'))], { size: 9.5, leading: 13, colour: 'soft' })
}

const levelCell = ({ level }: DimensionView, words: Words): Cell =>
  level === null ? cell(words.say('level_none'), { colour: 'soft' }) : cell(words.say(`level_${level}`), { face: 'bold', colour: level })

function paintDimension(making: Making, dimension: DimensionView, level: 2 | 3): void {
  const { view, words, paper, tree } = making
  if (paper.y > sheet.top + 10) paper.y += level === 2 ? 16 : 10
  heading(making, level, numbered(making, dimension))
  const { points, max, level: reached, categoryMean, former } = dimension
  if (reached === null) paintParagraph(paper, tree, [plain(words.say('reference'), { italic: true })], { colour: 'soft' })
  else {
    paintMeter(paper, points, max)
    const said = [
      plain(`${words.say('points')}: `),
      plain(words.say('former_figure', { points: words.points(points), max: words.most(max) }), { bold: true }),
      plain(` (${words.percent(points / max)}). ${words.say('level')}: `),
      plain(words.say(`level_${reached}`), { bold: true }),
      plain(`. ${words.say('category_mean')}: ${categoryMean === null ? words.say('mean_hidden') : words.points(categoryMean)}.`),
      ...(former && view.former
        ? [
            plain(
              ` ${words.say('former_label', { form: view.former.form })}: ${words.say('former_figure', { points: words.points(former.points), max: words.most(former.max) })}.${afterSpace(breakSentence({ points, max }, former, view.former.declared, words.language))}`,
            ),
          ]
        : []),
    ]
    paintParagraph(paper, tree, said, { size: 10, leading: 14.5, colour: 'soft' })
  }
  paper.y += 2
  paintBlocks(paper, tree, richBlocks(dimension.text), level === 2 ? 3 : 4)
}

const afterSpace = (sentence: string | null): string => (sentence === null ? '' : ` ${sentence}`)

/** The same as the figures beside it, for the eye. */
function paintMeter(paper: Paper, points: number, max: number): void {
  const part = Math.min(1, Math.max(0, points / max))
  paper.artifact(() => {
    paper.rect(sheet.left, paper.y + 2, bodyWidth, 5, 'track')
    if (part > 0) paper.rect(sheet.left, paper.y + 2, bodyWidth * part, 5, 'brand')
  })
  paper.y += 13
}

// Annexes.

function paintQuestions(making: Making): void {
  const { view, words, paper, tree } = making
  chapter(making, words.say('annex_questions'))
  if (view.questions.length === 0) {
    paintParagraph(paper, tree, [plain(words.say('annex_questions_none'))])
    return
  }
  paintParagraph(paper, tree, [plain(words.say('annex_questions_lead'))])
  paper.y += 4
  const columns: readonly Column[] = [
    { title: words.say('number'), width: 46 },
    { title: words.say('question'), width: 138 },
    { title: words.say('answer'), width: 119 },
    { title: words.say('decision'), width: 66 },
    { title: words.say('points'), width: 51, align: 'right' },
    { title: words.say('max'), width: bodyWidth - 420, align: 'right' },
  ]
  const byDimension = new Map<string, QuestionView[]>()
  for (const question of view.questions) {
    const found = byDimension.get(question.dimensionId)
    if (found) found.push(question)
    else byDimension.set(question.dimensionId, [question])
  }
  const names = new Map(view.dimensions.map((each): [string, string] => [each.id, numbered(making, each)]))
  for (const [id, questions] of byDimension) {
    const table = new Table(paper, tree, words.say('annex_questions_of', { name: names.get(id) ?? id }), columns)
    for (const question of questions) for (const row of rowsOf(question, words)) table.row(row)
    table.end()
  }
}

/** Rows of a question: one where it is one unit; else what it comes to, and each of its units below. */
function rowsOf(question: QuestionView, words: Words): readonly (readonly Cell[])[] {
  const [only, second] = question.units
  const total = [cell(words.points(question.points), { face: 'bold' }), cell(words.points(question.max))]
  const cut =
    question.cut > 0 ? [{ text: words.say('cut', { cut: words.points(question.cut) }), small: true, colour: 'soft' } as const] : []
  if (!only)
    return [
      [
        head(question.number),
        cell(question.text),
        { texts: [{ text: words.say('brought'), colour: 'soft', face: 'italic' }, ...cut] },
        cell(''),
        ...total,
      ],
    ]
  if (!second) {
    const { texts } = answerCell(only, words)
    return [[head(question.number), cell(question.text), { texts: [...texts, ...cut] }, decisionCell(only, words), ...total]]
  }
  return [
    [
      head(question.number),
      cell(question.text, { face: 'bold' }),
      { texts: [{ text: words.say('whole'), colour: 'soft' }, ...cut] },
      cell(''),
      ...total,
    ],
    ...question.units.map((unit): readonly Cell[] => [
      head(unit.number),
      unitCell(unit, words),
      answerCell(unit, words),
      decisionCell(unit, words),
      cell(unit.counts ? words.points(unit.own) : `(${words.points(unit.own)})`, unit.counts ? {} : { colour: 'soft' }),
      cell(''),
    ]),
  ]
}

const unitCell = (unit: UnitView, words: Words): Cell => ({
  texts: [
    ...(unit.row === null ? [] : [{ text: words.say('row', { row: unit.row }), small: true, colour: 'soft' } as const]),
    { text: unit.text },
  ],
})

function answerCell(unit: UnitView, words: Words): Cell {
  const texts: CellText[] = [
    unit.answer === null
      ? { text: words.say(unit.administrative && unit.why !== 'unanswered' ? 'of_lab' : 'unanswered'), colour: 'soft', face: 'italic' }
      : { text: unit.answer },
  ]
  if (unit.evidence) texts.push({ text: words.say('evidence', { name: unit.evidence.name }), small: true, colour: 'soft' })
  const comment = unit.decision?.comment ?? null
  if (comment !== null && comment.trim() !== '') texts.push({ text: words.say('comment', { comment }), small: true, colour: 'soft' })
  return { texts }
}

function decisionCell(unit: UnitView, words: Words): Cell {
  const texts: CellText[] = []
  if (unit.decision) texts.push({ text: words.say(`decision_${unit.decision.decision}`) })
  const why = unit.why === 'divisor' ? words.say('why_divisor', { number: unit.divisor?.number ?? '' }) : words.say(`why_${unit.why}`)
  if (why !== '') texts.push({ text: why, small: true, colour: 'soft' })
  return { texts }
}

function paintMethod(making: Making): void {
  const { view, words, paper, tree } = making
  chapter(making, words.say('annex_method'))
  const { med, good } = view.thresholds
  const facts: readonly (readonly [string, string])[] = [
    [words.say('form'), view.form.name],
    [words.say('institution'), view.institution.name],
    [words.say('snapshot'), view.number > 0 ? String(view.number) : words.say('snapshot_live')],
    [words.say('version'), versionOf(view, words)],
    [words.say('calculated'), words.moment(view.at)],
    ...(view.publishedAt === null ? [] : [[words.say('published'), words.moment(view.publishedAt)] as const]),
    [words.say('reason'), view.reason ?? words.say('reason_none')],
    [words.say('calculation'), words.say(`calculation_${view.calculatedBy}`)],
    [words.say('definition'), view.definitionId],
    [words.say('thresholds'), words.say('thresholds_said', { med: words.percent(med), good: words.percent(good) })],
    [words.say('maturities'), words.say('maturities_said')],
    [words.say('category_of'), words.say('category_of_said')],
    [words.say('rounding'), words.say('rounding_said')],
    ...(view.undecided > 0 ? [[words.say('undecided'), String(view.undecided)] as const] : []),
    [words.say('receipt'), view.receipt ?? words.say('receipt_none')],
    ...(view.receiptDigest === null ? [] : [[words.say('receipt_digest'), view.receiptDigest] as const]),
    [words.say('digest'), view.digest === '' ? words.say('digest_none') : view.digest],
  ]
  const table = new Table(paper, tree, words.say('method_facts'), factColumns, { headless: true })
  for (const [label, value] of facts) table.row([head(label), cell(value)])
  table.end()
  if (paper.type.hasReplaced) paintParagraph(paper, tree, [plain(words.say('unknown'))], { size: 9, leading: 13, colour: 'soft' })
}

/** Feet of all pages but the cover, once it is known how many there are. */
function paintFeet({ view, words, paper }: Making): void {
  const pages = paper.pages
  const version = words.say('version_foot', { version: versionOf(view, words) })
  for (let page = 2; page <= pages; page += 1)
    paper.onPage(page, () => {
      paper.artifact(() => {
        const said = words.say('foot_page', { page: String(page), pages: String(pages) })
        const left = [view.form.name, view.institution.name].map((name) => fitted(paper, name, 'regular', 8, 150)).join(' · ')
        paper.rule(sheet.left, 790, sheet.right, 790, 'rule')
        paper.word(left, sheet.left, 803, 'regular', 8, 'soft')
        paper.word(version, sheet.right - 72 - paper.type.widthOf(said, 'regular', 8) / 4, 803, 'regular', 8, 'soft', 'right')
        paper.word(said, sheet.right, 803, 'regular', 8, 'soft', 'right')
        paper.word(words.say('product'), sheet.left, 46, 'regular', 8, 'soft')
        paper.word(words.say(`title_${view.kind}`), sheet.right, 46, 'regular', 8, 'soft', 'right')
        paper.rule(sheet.left, 54, sheet.right, 54, 'rule')
      }, 'Pagination')
    })
}
