import { fullName } from '#shared/accounts/model.ts'
import { heldBy } from '#shared/assignments/rules.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { World } from '#shared/world.ts'
import type { Session } from '../http/session.ts'
import { categoriesIn, categoryNameOf } from '../world/categories.ts'
import type { WorldKey } from '../world/store.ts'
import { eachInstitution, type ReportDeps } from './institutions.ts'

const headings = ['Institución', 'Código', 'Categoría', 'Orientación', 'Elemento', 'Número', 'Nombre', 'Responsable', 'Correo']

/**
 * How each institution is set up in a form, one after the other as they are read: its leader, delegate and evaluator, and who answers
 * for each dimension, sub-dimension and question that was given to somebody.
 */
export async function* configurationOfAll(deps: ReportDeps, session: Session, keys: readonly WorldKey[]): AsyncGenerator<Sheet, void> {
  yield [headings]
  const categories = await deps.db.read((tx) => categoriesIn(tx))
  yield* eachInstitution(deps, session, keys, ({ world }) => {
    const { name, code, orientation } = world.institution
    const category = categoryNameOf(categories, world.institution)
    return linesOf(world).map((line) => [name, code, category, orientation, ...line])
  })
}

function linesOf(world: World): Cell[][] {
  const { participant, index } = world
  const lines: Cell[][] = [
    ['Líder Institucional', '', '', ...personCells(world, participant.leaderId)],
    ['Delegado', '', '', ...personCells(world, participant.delegateId)],
    ['Evaluador', '', '', ...personCells(world, participant.evaluatorId)],
  ]
  for (const [at, dimension] of index.topDimensions.entries()) {
    lines.push(['Dimensión', String(at + 1), dimension.name, ...personCells(world, heldBy(world, dimension.id))])
    for (const [below, id] of dimension.subDimensionIds.entries()) {
      const sub = index.dimension(id)
      if (!sub) continue
      lines.push(['Subdimensión', `${at + 1}.${below + 1}`, sub.name, ...personCells(world, heldBy(world, id))])
      for (const questionId of sub.questionIds) {
        const holder = heldBy(world, questionId)
        const question = index.question(questionId)
        if (holder === null || !question || question.administrative) continue
        lines.push(['Pregunta', index.numberOf(questionId), question.text, ...personCells(world, holder)])
      }
    }
  }
  return lines
}

function personCells(world: World, id: string | null): Cell[] {
  if (id === null) return ['', '']
  const person = world.person(id)
  return person ? [fullName(person), person.email] : ['Usuario Eliminado', '']
}
