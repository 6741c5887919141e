import { openUnits, rowIndexOf } from '#shared/answers/rules.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { Question } from '#shared/forms/model.ts'
import type { World } from '#shared/world.ts'
import type { Session } from '../http/session.ts'
import { nameOf, sees, type View } from '../world/look.ts'
import type { WorldKey } from '../world/store.ts'
import { eachInstitution, type ReportDeps } from './institutions.ts'

/** Words of a value in the cells of a report. */
export const answerWords = { yes: 'Sí', no: 'No', none: 'Ninguna' }

const headings = ['Número', 'Dimensión', 'Subdimensión', 'Pregunta', 'Fila', 'Respuesta', 'Archivo', 'Respondida por']

/** Every open question that the caller sees, in the order of the questionnaire, with its answer and its file. */
export const answerSheet = (view: View): Sheet => [headings, ...linesOf(view)]

/** The same of many institutions, one after the other as they are read, each line beginning with whose it is. */
export async function* answersOfAll(deps: ReportDeps, session: Session, keys: readonly WorldKey[]): AsyncGenerator<Sheet, void> {
  yield [['Institución', 'Código', ...headings]]
  yield* eachInstitution(deps, session, keys, (view) => {
    const { name, code } = view.world.institution
    return linesOf(view).map((line) => [name, code, ...line])
  })
}

function linesOf({ world, parts, session }: View): Cell[][] {
  const lines: Cell[][] = []
  for (const sub of world.index.subDimensions.filter((each) => sees(parts, each.id))) {
    for (const unit of openUnits(world, sub.id)) {
      const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
      if (question.administrative && session.user.kind === 'Institutional') continue
      lines.push(lineOf(world, sub.name, world.index.dimension(sub.parentId ?? '')?.name ?? '', question, unit))
    }
  }
  return lines
}

function lineOf(world: World, sub: string, top: string, question: Question, unit: string): Cell[] {
  const answer = world.answer(unit)
  const row = rowIndexOf(world, unit)
  const author = answer && answer.value !== null ? nameOf(world, answer.authorId) : ''
  const file = world.attachment(unit)?.name ?? (answer?.noAttachment ? 'No adjunta' : '')
  return [
    world.index.numberOf(question.id),
    top,
    sub,
    question.text,
    row < 0 ? '' : row + 1,
    valueCell(question, answer?.value, answerWords),
    file,
    author,
  ]
}
