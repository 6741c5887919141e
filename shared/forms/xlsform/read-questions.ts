import { decomposed } from '../../kernel/marks.ts'
import { addDays } from '../../kernel/instant.ts'
import { kinds } from '../kinds.ts'
import { definitionLimits, formReportId, plainQuestion, questionKinds, surveyDimensionId, unnameable } from '../model.ts'
import type { Option, Question, QuestionKind } from '../model.ts'
import { carriedText, tellText } from './carried-text.ts'
import { isPlain, saidBy } from './choices.ts'
import type { Choice, Choices } from './choices.ts'
import { boundsIn, conditionIn, constraintOf, repeatCountOf } from './conditions.ts'
import type { Bounds, Condition } from './conditions.ts'
import type { Iip } from './iip.ts'
import type { Report } from './report.ts'
import { plainHelp } from './write.ts'
import { freeOf } from './tree.ts'
import type { Asked, Group } from './tree.ts'

/** How deep questions hang in each other; the definition's own rule is one more. */
const deepest = 7

/** A question that was read, and what is needed to hang others on it. */
interface Placed {
  readonly asked: Asked
  readonly question: Question
  readonly choices: readonly Choice[]
  readonly depth: number
}

/** Columns of the survey that are carried, or say nothing to whoever answers. */
const carried = new Set([
  'type',
  'name',
  'label',
  'hint',
  'guidancehint',
  'required',
  'relevant',
  'appearance',
  'constraint',
  'repeatcount',
  'note',
  'notes',
  'comment',
  'comments',
])

/** Characters of a help that is cut: each of them may need five in HTML, and each line seven more. */
const helpMost = 1500

/** Reads the questions of a file into those of a questionnaire. */
export class QuestionReader {
  readonly #choices: Choices
  readonly #iip: Iip
  readonly #report: Report
  readonly #placed = new Map<string, Placed>()
  readonly #taken = new Set<string>([surveyDimensionId, formReportId, ...unnameable])
  readonly #counts = new Map<string, number>()
  readonly #dependents = new Map<string, string[]>()
  readonly #kinds = new Map<string, QuestionKind>()
  readonly ids = { groups: new Map<string, string>(), questions: new Map<string, string>() }
  /** Ids that the file itself says. */
  readonly known = new Set<string>()

  constructor(choices: Choices, iip: Iip, report: Report) {
    this.#choices = choices
    this.#iip = iip
    this.#report = report
  }

  read(tops: readonly Group[]): {
    readonly questions: readonly Question[]
    readonly topOf: (group: Group) => readonly string[]
    readonly rowOf: (id: string) => number
  } {
    this.#nameAll(tops)
    const lists = new Map<string, string[]>()
    for (const top of tops) this.#readGroup(top, this.ids.groups.get(top.name) ?? '', lists)
    const questions = [...this.#placed.values()].map(({ question }) => ({
      ...question,
      dependent: this.#dependents.get(question.id) ?? [],
    }))
    const rows = new Map([...this.#placed.values()].map(({ asked, question }) => [question.id, asked.record.row]))
    return { questions, topOf: (group) => lists.get(group.name) ?? [], rowOf: (id) => rows.get(id) ?? 0 }
  }

  /** Ids first: a divisor may stand anywhere. Those that the file says are kept where they can be. */
  #nameAll(tops: readonly Group[]): void {
    const own = (name: string): string | undefined =>
      this.#iip
        .of(name)
        ?.get('id')
        .match(/^[\w-]{1,64}$/)?.[0]
    const all = tops.flatMap(everything)
    // Ids of the file come before those that are made of names.
    for (const { name, is } of all) {
      const id = own(name)
      const isSurvey = is === 'group' && this.#iip.of(name)?.get('kind') === 'survey'
      if (isSurvey) this.ids.groups.set(name, surveyDimensionId)
      else if (id !== undefined && !this.#taken.has(id)) {
        this.known.add(id)
        this.#give(name, is, id)
      }
    }
    for (const { name, is } of all) if (!this.#idsOf(is).has(name)) this.#give(name, is, this.#freeId(name))
  }

  #idsOf(is: 'group' | 'question'): Map<string, string> {
    return is === 'group' ? this.ids.groups : this.ids.questions
  }

  #give(name: string, is: 'group' | 'question', id: string): void {
    this.#taken.add(id)
    this.#idsOf(is).set(name, id)
  }

  #freeId(name: string): string {
    const plain =
      decomposed(name)
        .replace(/[^\w-]/g, '')
        .slice(0, 58) || 'q'
    return this.#taken.has(plain) ? freeOf(plain, '-', this.#taken, this.#counts) : plain
  }

  /** A dimension's own questions stand in a sub-dimension of its name; the survey's in the survey. */
  #readGroup(top: Group, topId: string, lists: Map<string, string[]>): void {
    if (topId === surveyDimensionId) {
      const survey: string[] = []
      lists.set(top.name, survey)
      for (const child of top.children.flatMap((each) => (each.is === 'group' ? each.children : [each])))
        if (child.is === 'question') this.#hang(child, topId, undefined, survey)
      return
    }
    const loose = top.children.filter((child) => child.is === 'question')
    if (loose.length > 0) {
      const sub: Group = { is: 'group', name: `${top.name}/`, label: top.label, children: loose }
      this.#give(sub.name, 'group', this.#freeId(`${top.name}-1`))
      top.children.splice(0, top.children.length, sub, ...top.children.filter((child) => child.is === 'group'))
    }
    for (const sub of top.children) {
      if (sub.is !== 'group') continue
      const list: string[] = []
      lists.set(sub.name, list)
      for (const child of sub.children) if (child.is === 'question') this.#hang(child, this.ids.groups.get(sub.name) ?? '', undefined, list)
    }
  }

  /** Reads one question and puts it where its condition says: on another, or into the list of its place. */
  #hang(asked: Asked, dimensionId: string, block: Placed | undefined, list: string[]): void {
    const read = this.#question(asked, dimensionId, block)
    if (!read) return
    const parent = this.#parentOf(asked, dimensionId, block)
    const question: Question = parent
      ? { ...read.question, parentId: parent.placed.question.id, visibleIf: parent.visibleIf }
      : read.question
    const placed: Placed = { ...read, question, depth: (parent?.placed.depth ?? block?.depth ?? 0) + 1 }
    this.#placed.set(asked.name, placed)
    this.#kinds.set(question.id, question.kind)
    if (parent) this.#dependentsOf(parent.placed.question.id).push(question.id)
    else list.push(question.id)
    if (asked.type.is !== 'begin repeat') return
    const inner: string[] = []
    for (const each of asked.inner) this.#hang(each, dimensionId, placed, inner)
    this.#nameRows(asked, inner)
  }

  #dependentsOf(id: string): string[] {
    const known = this.#dependents.get(id) ?? []
    this.#dependents.set(id, known)
    return known
  }

  #change(name: string, change: (question: Question) => Question): void {
    const placed = this.#placed.get(name)
    if (placed) this.#placed.set(name, { ...placed, question: change(placed.question) })
  }

  /** What names a row is a text: one is brought to the front, or made. */
  #nameRows(asked: Asked, inner: readonly string[]): void {
    const block = this.#placed.get(asked.name)
    if (!block) return
    const isName = (id: string): boolean => ['SimpleText', 'Text'].includes(this.#kinds.get(id) ?? '')
    let ids = inner
    if (!isName(inner[0] ?? '')) {
      this.#report.add('survey', asked.record.row, null, 'xlsform_row_name')
      const found = inner.find(isName) ?? this.#rowName(asked, block)
      ids = [found, ...inner.filter((id) => id !== found)]
    }
    this.#change(asked.name, (question) => ({ ...question, block: ids }))
  }

  #rowName(asked: Asked, block: Placed): string {
    const id = this.#freeId(`${block.question.id}-nombre`.slice(-58))
    const name = `${asked.name}/nombre`
    this.#give(name, 'question', id)
    const question: Question = {
      ...plainQuestion,
      id,
      text: 'Nombre',
      kind: 'SimpleText',
      dimensionId: block.question.dimensionId,
      blockId: block.question.id,
      survey: block.question.survey,
      en: { text: 'Name' },
    }
    this.#placed.set(name, { asked, question, choices: [], depth: block.depth + 1 })
    return id
  }

  /** The question that its condition hangs it on. What cannot be a condition here is told, and the question stands open. */
  #parentOf(
    asked: Asked,
    dimensionId: string,
    block: Placed | undefined,
  ): { readonly placed: Placed; readonly visibleIf: boolean | string } | undefined {
    const own = asked.record.get('relevant')
    const around = asked.around.filter((relevant) => block === undefined || !block.asked.around.includes(relevant))
    const said = own === '' ? around.at(-1) : own
    if (said === undefined) return undefined
    const condition = conditionIn(said)
    const found = condition && this.#placedFor(condition, dimensionId, block)
    if (!found) {
      this.#report.add('survey', asked.record.row, 'relevant', 'xlsform_condition', { relevant: said })
      return undefined
    }
    // Around it stands another condition, which its own implies only when its parent hangs in the same place.
    const lost = (own === '' ? around.slice(0, -1) : around).find((each) => !found.placed.asked.around.includes(each))
    if (lost !== undefined) this.#report.add('survey', asked.record.row, 'relevant', 'xlsform_condition_around', { relevant: lost })
    return found
  }

  #placedFor(
    { name, choice }: Condition,
    dimensionId: string,
    block: Placed | undefined,
  ): { readonly placed: Placed; readonly visibleIf: boolean | string } | undefined {
    const placed = this.#placed.get(name)
    if (!placed || placed.depth >= deepest) return undefined
    const { question } = placed
    if (question.dimensionId !== dimensionId || question.blockId !== (block?.question.id ?? null)) return undefined
    const visibleIf = question.kind === 'Boolean' ? saidBy(choice) : optionOf(placed, choice)?.value
    return visibleIf === undefined ? undefined : { placed, visibleIf }
  }

  #question(asked: Asked, dimensionId: string, block: Placed | undefined): Placed | undefined {
    const { record, name, type } = asked
    const kind = this.#kindOf(asked)
    if (type.is === 'begin repeat' && asked.inner.length === 0) {
      this.#report.add('survey', record.row, 'type', 'xlsform_repeat_empty')
      return undefined
    }
    this.#tellColumns(asked)
    const choices = type.is === 'one' || type.is === 'many' ? (this.#choices.of(type.list) ?? []) : []
    const options = kinds[kind].hasOptions ? this.#options(asked, choices) : []
    const text = this.#text(asked, 'label', 'es', definitionLimits.textLength)
    if (text.trim() === '') this.#report.add('survey', record.row, 'label', 'xlsform_label_missing')
    const en = {
      ...given('text', this.#text(asked, 'label', 'en', definitionLimits.textLength)),
      ...given('hint', this.#text(asked, 'hint', 'en', definitionLimits.hintLength)),
      ...given('fillingHint', this.#help(asked, 'en')),
      ...given('questionHint', this.#iip.help(name, 'question_hint_en')),
    }
    const keyOf = (choice: string): string | undefined => {
      if (kind === 'Boolean') return saidBy(choice)?.toString()
      if (options.length === 0) return choice === 'value' ? choice : undefined
      return options[choices.findIndex((each) => each.name === choice)]?.value
    }
    const id = this.ids.questions.get(name) ?? name
    const base: Question = {
      ...plainQuestion,
      id,
      text: text.trim() === '' ? name : text,
      kind,
      dimensionId,
      blockId: block?.question.id ?? null,
      survey: dimensionId === surveyDimensionId,
      options,
      required: kind === 'Block' ? this.#iip.isYes(name, 'required') : this.#required(asked),
      allowFile: this.#iip.isYes(name, 'allow_file'),
      allowNoneOption: kind === 'Multiple' && this.#iip.isYes(name, 'allow_none'),
      administrative: this.#iip.isYes(name, 'administrative'),
      points: this.#iip.points(name, keyOf, (divisor) => this.ids.questions.get(divisor)),
      ...given('hint', this.#text(asked, 'hint', 'es', definitionLimits.hintLength)),
      ...given('fillingHint', this.#help(asked, 'es')),
      ...given('questionHint', this.#iip.help(name, 'question_hint')),
      ...given(
        'originId',
        this.#iip
          .of(name)
          ?.get('origin_id')
          .match(/^[\w-]{1,64}$/)?.[0] ?? '',
      ),
      ...(Object.keys(en).length > 0 ? { en } : {}),
      ...this.#iip.enFrom(name, en, options),
    }
    return { asked, question: { ...base, ...this.#bounds(asked, base) }, choices, depth: 0 }
  }

  #kindOf({ name, type, record }: Asked): QuestionKind {
    const own = questionKinds.find((kind) => kind === this.#iip.of(name)?.get('kind'))
    switch (type.is) {
      case 'text':
        return record.get('appearance').split(/\s+/).includes('multiline') ? 'Text' : 'SimpleText'
      case 'integer':
        if (own !== 'Number') this.#report.add('survey', record.row, 'type', 'xlsform_integer')
        return 'Number'
      case 'decimal':
        return 'Number'
      case 'date':
        return 'Date'
      case 'yesno':
        return 'Boolean'
      case 'many':
        return 'Multiple'
      case 'one': {
        const isYesNo = !type.other && this.#choices.isYesNo(type.list)
        if (!isYesNo || own === 'Single') return 'Single'
        if (!this.#choices.of(type.list)?.every(isPlain)) this.#report.add('survey', record.row, 'type', 'xlsform_yes_no')
        return 'Boolean'
      }
      case 'begin repeat':
        return 'Block'
      case 'begin group':
      case 'end group':
      case 'end repeat':
        throw new Error(`${type.is} is no question`)
    }
  }

  #options({ type, extras, record }: Asked, choices: readonly Choice[]): readonly Option[] {
    const options = choices.map(({ name, es, en }): Option => ({
      value: es,
      ...(en.trim() !== '' && { en }),
      ...(extras.has(name) && { allowExtra: true }),
    }))
    const isOther = (type.is === 'one' || type.is === 'many') && type.other
    if (!isOther || options.some(({ value }) => value === otherOption.value)) return options
    if (options.length >= definitionLimits.options) {
      this.#report.add('survey', record.row, 'type', 'xlsform_choices_many', { n: definitionLimits.options })
      return options
    }
    return [...options, otherOption]
  }

  /** Bounds as our own sheet says them, unless somebody changed what every program reads. */
  #bounds({ name, record, type }: Asked, question: Question): Pick<Question, 'min' | 'max'> {
    const constraint = record.get('constraint')
    const min = this.#iip.bound(name, 'min', question.kind)
    const max = this.#iip.bound(name, 'max', question.kind)
    const own = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    const asWritten = { ...question, ...own }
    if (question.kind === 'Block') {
      const count = record.get('repeatcount')
      if (this.#iip.of(name) && repeatCountOf(asWritten) === count) return own
      if (/^\d+$/.test(count)) return { max: Number(count) }
      if (count !== '') this.#report.add('survey', record.row, 'repeat_count', 'xlsform_constraint', { constraint: count })
      return {}
    }
    if (this.#iip.of(name) && constraintOf(asWritten) === constraint) return own
    const bounds = boundsIn(constraint, question.kind, type.is === 'integer')
    if (constraint !== '' && !bounds) this.#report.add('survey', record.row, 'constraint', 'xlsform_constraint', { constraint })
    if (question.kind === 'Number' && bounds?.least === undefined) this.#report.add('survey', record.row, 'constraint', 'xlsform_from_zero')
    const read = boundsOf(question.kind, bounds?.least, bounds?.most)
    if (bounds && !isWhole(question.kind, bounds, read))
      this.#report.add('survey', record.row, 'constraint', 'xlsform_constraint', { constraint })
    return read
  }

  /** Help as our own sheet says it, with its tags, unless somebody changed the plain text that every program reads. */
  #help(asked: Asked, language: 'es' | 'en'): string {
    const rich = this.#iip.help(asked.name, language === 'es' ? 'filling_hint' : 'filling_hint_en')
    const plain = asked.record.spoken('guidancehint', language).trim()
    if ((plainHelp(rich) ?? '').trim() === plain) return rich
    tellText('survey', asked.record, 'guidance_hint', plain, this.#report)
    const html = paragraphs(plain)
    if (html.length <= definitionLimits.hintLength) return html
    this.#report.add('survey', asked.record.row, 'guidance_hint', 'xlsform_text_long', { n: helpMost })
    return paragraphs(plain.slice(0, helpMost).toWellFormed())
  }

  #text({ record }: Asked, column: string, language: 'es' | 'en', most: number): string {
    return carriedText('survey', record, { column, language, most }, this.#report)
  }

  #required({ record }: Asked): boolean {
    const said = record.get('required').toLowerCase().replace('()', '')
    if (said === '') return false
    const required = saidBy(said)
    if (required === undefined) this.#report.add('survey', record.row, 'required', 'xlsform_required')
    return required ?? true
  }

  #tellColumns({ record }: Asked): void {
    for (const column of new Set(record.columns)) if (!carried.has(column)) this.#report.add('survey', record.row, column, 'xlsform_column')
    if (!/^(?:multiline)?$/.test(record.get('appearance'))) this.#report.add('survey', record.row, 'appearance', 'xlsform_column')
  }
}

const otherOption: Option = { value: 'Otro', en: 'Other', allowExtra: true }

const optionOf = ({ choices, question }: Placed, choice: string): Option | undefined =>
  question.options[choices.findIndex((each) => each.name === choice)] ??
  (choice === 'other' ? question.options.find(({ value }) => value === otherOption.value) : undefined)

const given = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> =>
  // A name that is computed is not seen to be of the type.
  text.trim() === '' ? {} : ({ [name]: text } as Partial<Record<Name, string>>)

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.trim().replace(/[&<>]/g, (sign) => escaped[sign] ?? '')}</p>`)
    .join('')

/** What a file's bounds are here. Where it says none there is none, unlike what a new question begins with. */
function boundsOf(
  kind: QuestionKind,
  least: number | string | undefined,
  most: number | string | undefined,
): Pick<Question, 'min' | 'max'> {
  switch (kind) {
    case 'SimpleText':
      return typeof most === 'number' && most > 0 ? { max: most } : {}
    case 'Text':
      return { min: 0, ...(typeof most === 'number' && most > 0 && { max: most }) }
    case 'Number':
      return { ...(least !== undefined && { min: least }), max: most ?? 0 }
    case 'Date':
      // The platform's most is the first day that is too late.
      return { ...(least !== undefined && { min: least }), ...(typeof most === 'string' && { max: addDays(most, 1) }) }
    case 'Multiple':
      return { ...(typeof least === 'number' && least > 0 && { min: least }), ...(typeof most === 'number' && most > 0 && { max: most }) }
    case 'Boolean':
    case 'Single':
    case 'Block':
      return {}
  }
}

/** Whether all of what a constraint says is in the bounds that were made of it: a text has no least, and a number no most of 0. */
function isWhole(kind: QuestionKind, { least, most }: Bounds, read: Pick<Question, 'min' | 'max'>): boolean {
  const hasMost = kind === 'Date' ? read.max !== undefined : read.max === most && most !== 0
  return (least === undefined || least === 0 || read.min === least) && (most === undefined || hasMost)
}

type Everything = { readonly name: string; readonly is: 'group' | 'question' }
const everything = (node: Group | Asked): readonly Everything[] => [
  { name: node.name, is: node.is },
  ...(node.is === 'group' ? node.children.flatMap(everything) : node.inner.flatMap(everything)),
]
