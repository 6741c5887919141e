import type { AnswerValue } from '#shared/answers/model.ts'
import { visibleText } from '#shared/answers/text.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Question } from '#shared/forms/model.ts'
import type { World } from '#shared/world.ts'
import { sees, type View } from '../../world/look.ts'
import { indexOf, nameOf } from './views.ts'

const dangerous = /^[=+\-@\t\r\0]/

/** One cell (RFC 4180): a text that a spreadsheet would run as a formula is made inert (rules D14). Numbers stay numbers. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const inert = dangerous.test(value) ? `'${value}` : value
  return `"${inert.replaceAll('"', '""')}"`
}

/** Lines as a CSV file: byte-order mark, commas, CRLF. */
export const csvOf = (lines: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`

/** A value as a reader sees it. */
function shown(question: Question, value: AnswerValue | null | undefined): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return question.kind === 'Text' ? visibleText(value) : value
  if (typeof value === 'number') return value
  if ('rows' in value) return value.rows.length
  const choices = 'choice' in value ? [value.choice] : value.choices
  return choices.map((each) => (each.extra ? `${each.value}: ${each.extra}` : each.value)).join('; ') || 'Ninguna'
}

/** Every open question that the caller sees, in the order of the questionnaire, with its answer and its file. */
export function answerLines({ world, parts, session }: View): (string | number)[][] {
  const lines: (string | number)[][] = [
    ['Número', 'Dimensión', 'Subdimensión', 'Pregunta', 'Fila', 'Respuesta', 'Archivo', 'Respondida por'],
  ]
  for (const sub of world.index.subDimensions.filter((each) => sees(parts, each.id))) {
    for (const unit of openUnits(world, sub.id)) {
      const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
      if (question.administrative && session.user.kind === 'Institutional') continue
      lines.push(lineOf(world, sub.name, world.index.dimension(sub.parentId ?? '')?.name ?? '', question, unit))
    }
  }
  return lines
}

function lineOf(world: World, sub: string, top: string, question: Question, unit: string): (string | number)[] {
  const answer = world.answer(unit)
  const row = indexOf(world, unit)
  const author = answer && answer.value !== null ? nameOf(world, answer.authorId) : ''
  const file = world.attachment(unit)?.name ?? (answer?.noAttachment ? 'No adjunta' : '')
  return [world.index.numberOf(question.id), top, sub, question.text, row < 0 ? '' : row + 1, shown(question, answer?.value), file, author]
}
