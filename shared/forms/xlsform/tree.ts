import { headingKey } from '../../kernel/table.ts'
import { definitionLimits } from '../model.ts'
import { carriedText } from './carried-text.ts'
import type { Choices } from './choices.ts'
import { eitherIn } from './conditions.ts'
import { typeOf } from './names.ts'
import type { RowType } from './names.ts'
import type { LossCode, Report } from './report.ts'
import type { SheetRecord } from './sheet-records.ts'

/** A text in Spanish, and in English or ''. */
export interface Spoken {
  readonly es: string
  readonly en: string
}

/** A dimension or a sub-dimension of the file. */
export interface Group {
  readonly is: 'group'
  readonly name: string
  readonly label: Spoken
  readonly children: Node[]
}

/** A question of the file, with what is inside when it is a repetition. */
export interface Asked {
  readonly is: 'question'
  readonly name: string
  readonly record: SheetRecord
  readonly type: Exclude<RowType, { is: 'unknown' }>
  readonly inner: Asked[]
  /** Conditions of the groups around it that are no dimension, the innermost last. */
  readonly around: readonly string[]
  /** Names of the choices that ask for a text beside them. */
  readonly extras: Set<string>
}

export type Node = Group | Asked

/** Columns of a group that are carried, told with its questions, or say how a page looks. */
const carriedOfGroups = new Set(['type', 'name', 'label', 'relevant', 'appearance', 'note', 'notes', 'comment', 'comments'])
/** How a text beside an option is asked for here, and by other programs. */
const askedFor = new Set(['', 'especifique', 'especificar', 'cual', 'otro', 'otra', 'other', 'specify', 'pleasespecify', 'specifyother'])

const otherName = /^(.+)_(?:other|otro|otra|specify|especifique)$/i

interface Open {
  readonly is: 'group' | 'repeat'
  readonly record: SheetRecord
  readonly relevant: string
}

/** Rows of the survey as they lie in each other: dimensions, sub-dimensions, questions, and the questions of repetitions. */
export function treeOf(rows: readonly SheetRecord[], title: string, choices: Choices, report: Report): readonly Group[] {
  const walk = new Walk(title, choices, report)
  for (const record of rows) walk.take(record)
  return walk.ended()
}

class Walk {
  readonly #tops: Group[] = []
  readonly #open: Open[] = []
  readonly #asked = new Map<string, Asked>()
  readonly #names = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #title: string
  readonly #choices: Choices
  readonly #report: Report
  #top: Group | undefined
  #sub: Group | undefined
  #repeat: Asked | undefined
  /** A repetition in a repetition: nothing in it is carried. */
  #left = 0

  constructor(title: string, choices: Choices, report: Report) {
    this.#title = title
    this.#choices = choices
    this.#report = report
  }

  take(record: SheetRecord): void {
    const said = record.get('type')
    if (said === '') {
      if (record.columns.length > 0) this.#report.add('survey', record.row, null, 'xlsform_untyped')
      return
    }
    const type = typeOf(said)
    switch (type.is) {
      case 'begin group':
      case 'begin repeat':
        return this.#begin(record, type.is === 'begin repeat')
      case 'end group':
      case 'end repeat':
        return this.#end(record, type.is === 'end repeat')
      case 'unknown':
        return this.#lose(record, 'xlsform_type', { type: said })
      case 'one':
      case 'many':
        if (!type.other && (this.#choices.of(type.list)?.length ?? 0) === 0) return this.#lose(record, 'xlsform_list', { list: type.list })
        this.#ask(record, type)
        return
      case 'text':
      case 'integer':
      case 'decimal':
      case 'date':
      case 'yesno':
        this.#ask(record, type)
        return
    }
  }

  ended(): readonly Group[] {
    for (const { record } of this.#open) this.#report.add('survey', record.row, null, 'xlsform_unclosed')
    return this.#tops
  }

  #lose(record: SheetRecord, code: LossCode, params?: Readonly<Record<string, string>>): void {
    if (this.#left === 0) this.#report.add('survey', record.row, 'type', code, params)
  }

  #begin(record: SheetRecord, isRepeat: boolean): void {
    this.#open.push({ is: isRepeat ? 'repeat' : 'group', record, relevant: record.get('relevant') })
    if (this.#left > 0 || (isRepeat && this.#repeat)) {
      if (this.#left === 0) this.#report.add('survey', record.row, 'type', 'xlsform_repeat_inside')
      this.#left += 1
      return
    }
    if (isRepeat) {
      this.#repeat = this.#ask(record, { is: 'begin repeat' })
      return
    }
    const depth = this.#open.length
    if (this.#repeat || depth > 2) {
      this.#report.add('survey', record.row, 'type', 'xlsform_group_deep')
      return
    }
    const group = this.#group(record)
    if (depth === 1) {
      this.#tops.push(group)
      this.#top = group
      this.#sub = undefined
    } else {
      this.#top?.children.push(group)
      this.#sub = group
    }
  }

  #end(record: SheetRecord, isRepeat: boolean): void {
    const closed = this.#open.at(-1)
    if (!closed || (closed.is === 'repeat') !== isRepeat) {
      this.#report.add('survey', record.row, 'type', 'xlsform_unopened')
      return
    }
    this.#open.pop()
    if (this.#left > 0) {
      this.#left -= 1
      return
    }
    if (closed.is === 'repeat') this.#repeat = undefined
    else if (this.#open.length === 0) this.#top = this.#sub = undefined
    else if (this.#open.length === 1) this.#sub = undefined
  }

  #group(record: SheetRecord): Group {
    const name = this.#nameOf(record)
    const text = (language: 'es' | 'en'): string =>
      carriedText('survey', record, { column: 'label', language, most: definitionLimits.nameLength }, this.#report)
    const es = text('es')
    if (es.trim() === '') this.#report.add('survey', record.row, 'label', 'xlsform_name_shown')
    for (const column of new Set(record.columns))
      if (!carriedOfGroups.has(column)) this.#report.add('survey', record.row, column, 'xlsform_column')
    return {
      is: 'group',
      name,
      label: { es: es.trim() === '' ? name.slice(0, definitionLimits.nameLength) : es, en: text('en') },
      children: [],
    }
  }

  #ask(record: SheetRecord, type: Asked['type']): Asked | undefined {
    if (this.#left > 0 || this.#isBeside(record, type)) return undefined
    const asked: Asked = {
      is: 'question',
      name: this.#nameOf(record),
      record,
      type,
      inner: [],
      around: this.#around(),
      extras: new Set(),
    }
    this.#asked.set(asked.name, asked)
    if (this.#repeat) this.#repeat.inner.push(asked)
    else (this.#sub ?? this.#topHere()).children.push(asked)
    return asked
  }

  /** Conditions of groups: of every one, because dimensions have none, and of no repetition, which is a question with its own. */
  #around(): readonly string[] {
    return this.#open.filter(({ is, relevant }) => is === 'group' && relevant !== '').map(({ relevant }) => relevant)
  }

  /** What stands outside every group stands in a dimension that is called like the form. */
  #topHere(): Group {
    if (this.#top) return this.#top
    const last = this.#tops.at(-1)
    if (last?.name === outside) return last
    const top: Group = { is: 'group', name: this.#freeName(outside), label: { es: this.#title, en: '' }, children: [] }
    this.#tops.push(top)
    return top
  }

  /** Whether a text is the one that an option of an earlier question asks for. */
  #isBeside(record: SheetRecord, type: Asked['type']): boolean {
    const parent = type.is === 'text' ? this.#asked.get(otherName.exec(record.get('name'))?.[1] ?? '') : undefined
    if (!parent || (parent.type.is !== 'one' && parent.type.is !== 'many')) return false
    const choices = this.#choices.of(parent.type.list) ?? []
    const conditions = eitherIn(record.get('relevant'))
    if (!conditions?.every(({ name, choice }) => name === parent.name && choices.some((each) => each.name === choice))) return false
    for (const { choice } of conditions) parent.extras.add(choice)
    if (!askedFor.has(headingKey(record.spoken('label', 'es')))) this.#report.add('survey', record.row, 'label', 'xlsform_beside')
    return true
  }

  #nameOf(record: SheetRecord): string {
    const name = record.get('name')
    if (name !== '' && !this.#names.has(name)) return this.#freeName(name)
    this.#report.add(
      'survey',
      record.row,
      'name',
      name === '' ? 'xlsform_name_missing' : 'xlsform_name_again',
      name === '' ? undefined : { name },
    )
    return this.#freeName(name === '' ? `fila_${record.row}` : name)
  }

  #freeName(name: string): string {
    const free = this.#names.has(name) ? freeOf(name, '_', this.#names, this.#counts) : name
    this.#names.add(free)
    return free
  }
}

const outside = 'formulario'

/** A name with the first number that makes it free; where the last one was found is kept, or thousands of one name would take forever. */
export function freeOf(name: string, before: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  let count = counts.get(name) ?? 1
  let free = name
  do {
    count += 1
    free = `${name}${before}${count}`
  } while (taken.has(free))
  counts.set(name, count)
  return free
}
