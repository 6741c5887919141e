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
import { sheet } from './paper.ts'
import { richBlocks, type Block } from './rich-blocks.ts'
import { paintBlocks, paintParagraph } from './rich-text.ts'
import { plain } from './typesetting.ts'
import type { ReportLanguage } from './words.ts'

/** A question, or whatever stands in a document as one thing: its head, what helps to understand it, what there is to choose. */
export interface GuideItem {
  readonly head: string
  /** Rich texts, one below the other. */
  readonly help: readonly string[]
  readonly facts: readonly string[]
  readonly choices: readonly string[]
  /** Of a guide in English, what stands in Spanish: `head`, `help.0`, `choices.2`. */
  readonly spanish: readonly string[]
  /** Of a questionnaire to be filled in by hand: its choices have boxes, and below it so many lines to write on. */
  readonly boxed?: boolean
  readonly lines?: number
  /** Of one that was filled in: what was answered, one below the other. */
  readonly answer?: readonly GuideAnswer[]
}
/** Part of an answer: what somebody wrote, as rich text or as it is, in Spanish; or a word of the document's own about it. */
export type GuideAnswer = { readonly rich: string } | { readonly text: string } | { readonly note: string }
export interface GuideSection {
  /** Empty: the chapter's own. */
  readonly title: string
  /** Rich text. */
  readonly lead: string
  /** Of a guide in English, what stands in Spanish: `title`, `lead`. */
  readonly spanish: readonly string[]
  readonly items: readonly GuideItem[]
}
export interface GuideChapter {
  readonly title: string
  readonly lead: string
  /** As of a section. */
  readonly spanish: readonly string[]
  readonly sections: readonly GuideSection[]
}
/** A document for anybody to take away. The same guide is the same bytes. */
export interface Guide {
  readonly language: ReportLanguage
  readonly product: string
  readonly title: string
  readonly subtitle: string
  /** Whether the subtitle of a guide in English is Spanish. */
  readonly subtitleSpanish: boolean
  readonly edition: string
  readonly at: string
  readonly lead: readonly string[]
  readonly contents: string
  /** With {page} and {pages}. */
  readonly foot: string
  /** What the mark means that stands for what the typeface lacks. */
  readonly unknown: string
  readonly chapters: readonly GuideChapter[]
}

/** A guide as PDF, tagged for screen readers. Memory and time grow with it, so it is for a process that is held to both. */
export async function makeGuide(guide: Guide): Promise<Uint8Array> {
  const { language, product, edition, at } = guide
  const title = oneLine(`${guide.title}: ${guide.subtitle}`)
  const { frame, finish } = openDocument({ title, subject: edition, by: product }, { language, at, watermark: null })
  paintCover(frame, guide)
  const lines = guide.chapters.reduce((sum, { sections }) => sum + 1 + sections.filter((each) => each.title !== '').length, 0)
  const contents = reserveContents(frame, guide.contents, lines)
  for (const each of guide.chapters) paintChapter(frame, each)
  if (frame.paper.type.hasReplaced)
    paintParagraph(frame.paper, frame.tree, [plain(guide.unknown)], { size: 9, leading: 13, colour: 'soft' })
  paintContents(frame, contents)
  paintFeet(frame, guide)
  return finish()
}

function paintCover(frame: Frame, guide: Guide): void {
  const { paper, tree } = frame
  const bandHeight = 236
  bandedPage(frame, bandHeight)
  const say = headWords(frame, 5)
  paper.y = 74
  say('P', guide.product, { size: 13, leading: 18, colour: 'white', bold: true })
  paper.y = 118
  say('H1', guide.title, { size: 30, leading: 36, colour: 'white', bold: true })
  paper.y += 4
  paper.inLanguage(guide.subtitleSpanish ? 'es' : null, () =>
    say('P', short(guide.subtitle, 160), { size: 15, leading: 20, colour: 'white' }),
  )
  paper.y = Math.max(paper.y + 24, bandHeight + 40)
  say('P', guide.edition, { size: 16, leading: 22, colour: 'deep', bold: true })
  paper.y += 14
  for (const text of guide.lead) paintParagraph(paper, tree, [plain(text)], { size: 11.5, leading: 17 })
}

/** Language of a part of an English guide that stands in Spanish; null of every other. */
const languageOf = ({ spanish }: { readonly spanish: readonly string[] }, part: string): 'es' | null =>
  spanish.includes(part) ? 'es' : null

function paintChapter(frame: Frame, given: GuideChapter): void {
  const { paper, tree } = frame
  paper.inLanguage(languageOf(given, 'title'), () => chapter(frame, given.title))
  paper.inLanguage(languageOf(given, 'lead'), () => paintBlocks(paper, tree, richBlocks(given.lead), 2))
  for (const section of given.sections) {
    if (section.title !== '') {
      if (paper.y > sheet.top + 10) paper.y += 14
      paper.inLanguage(languageOf(section, 'title'), () => heading(frame, 2, section.title))
    }
    paper.inLanguage(languageOf(section, 'lead'), () => paintBlocks(paper, tree, richBlocks(section.lead), 3))
    for (const item of section.items) paintItem(frame, item)
  }
}

/** So much of an item stands together at the end of a page. */
const together = 64

function paintItem({ paper, tree }: Frame, item: GuideItem): void {
  const { head, help, facts, choices, boxed = false, lines = 0, answer = [] } = item
  paper.need(together)
  if (paper.y > sheet.top + 10) paper.y += 9
  paper.inLanguage(languageOf(item, 'head'), () => paintParagraph(paper, tree, [plain(head, { bold: true })], { size: 10.5, leading: 15 }))
  if (facts.length > 0) paintParagraph(paper, tree, [plain(facts.join(' · '))], { size: 9, leading: 12.5, colour: 'soft' })
  for (const [n, text] of help.entries())
    paper.inLanguage(languageOf(item, `help.${n}`), () => paintBlocks(paper, tree, richBlocks(text), 3, 10))
  if (boxed) return paintBoxes(paper, tree, item, choices)
  // One list where all are of one language, as nearly always.
  const runs: { lang: 'es' | null; readonly choices: string[] }[] = []
  for (const [n, choice] of choices.entries()) {
    const lang = languageOf(item, `choices.${n}`)
    const last = runs.at(-1)
    if (last?.lang === lang) last.choices.push(choice)
    else runs.push({ lang, choices: [choice] })
  }
  for (const run of runs) {
    const list: Block = {
      kind: 'list',
      marks: run.choices.map(() => '•'),
      items: run.choices.map((each) => [{ kind: 'text', runs: [plain(each)] }]),
    }
    paper.inLanguage(run.lang, () => paintBlocks(paper, tree, [list], 3, 10))
  }
  for (const each of answer) paintAnswer(paper, tree, each)
  paintLines(paper, lines)
}

/** What was answered, set in from its question; a word about it is no part of it, and softer. */
function paintAnswer(paper: Frame['paper'], tree: Frame['tree'], answer: GuideAnswer): void {
  if ('note' in answer)
    return paintParagraph(paper, tree, [plain(answer.note, { italic: true })], { size: 9.5, leading: 13.5, colour: 'soft' })
  const blocks: readonly Block[] =
    'rich' in answer ? richBlocks(answer.rich) : answer.text.split('\n').map((line): Block => ({ kind: 'text', runs: [plain(line)] }))
  // What people write is in Spanish, whatever the document is in.
  paper.inLanguage('es', () => paintBlocks(paper, tree, blocks, 4, 14))
}

const boxSize = 9

/** Choices with a box each, to be ticked on paper. */
function paintBoxes(paper: Frame['paper'], tree: Frame['tree'], item: GuideItem, choices: readonly string[]): void {
  const list = paper.element(tree, 'L')
  for (const [n, choice] of choices.entries()) {
    paper.need(34)
    const { y } = paper
    paper.artifact(() => {
      const [left, top] = [sheet.left + 12, y + 3]
      const corners = [
        [left, top],
        [left + boxSize, top],
        [left + boxSize, top + boxSize],
        [left, top + boxSize],
      ] as const
      paper.polygon(corners, { stroke: 'soft', width: 0.8 })
    })
    const entry = paper.element(list, 'LI')
    const body = paper.element(entry, 'LBody')
    paper.inLanguage(languageOf(item, `choices.${n}`), () => paintBlocks(paper, body, [{ kind: 'text', runs: [plain(choice)] }], 3, 28))
    body.end()
    entry.end()
    paper.y -= 3
  }
  list.end()
  paintLines(paper, item.lines ?? 0)
}

const lineHeight = 22

/** Lines to write on. */
function paintLines(paper: Frame['paper'], lines: number): void {
  for (let left = lines; left > 0; left -= 1) {
    paper.need(lineHeight)
    const under = paper.y + lineHeight - 4
    paper.artifact(() => paper.rule(sheet.left + 12, under, sheet.right, under, 'rule', 0.8))
    paper.y += lineHeight
  }
  if (lines > 0) paper.y += 4
}

/** Feet of all pages but the cover, once it is known how many there are. */
function paintFeet({ paper }: Frame, guide: Guide): void {
  const { pages } = paper
  for (let page = 2; page <= pages; page += 1)
    paper.onPage(page, () => {
      paper.artifact(() => {
        const said = guide.foot.replace('{page}', String(page)).replace('{pages}', String(pages))
        paper.word(guide.product, sheet.left, 46, 'regular', 8, 'soft')
        paper.word(guide.title, sheet.right, 46, 'regular', 8, 'soft', 'right')
        paper.rule(sheet.left, 54, sheet.right, 54, 'rule')
        paper.rule(sheet.left, 790, sheet.right, 790, 'rule')
        paper.word(fitted(paper, `${guide.subtitle} · ${guide.edition}`, 'regular', 8, 320), sheet.left, 803, 'regular', 8, 'soft')
        paper.word(said, sheet.right, 803, 'regular', 8, 'soft', 'right')
      }, 'Pagination')
    })
}
