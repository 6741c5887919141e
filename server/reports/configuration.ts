import { fullName } from '#shared/accounts/model.ts'
import { heldBy } from '#shared/assignments/rules.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { World } from '#shared/world.ts'
import type { Session } from '../http/session.ts'
import { categoriesIn, categoryNameOf } from '../world/categories.ts'
import type { WorldKey } from '../world/store.ts'
import { headingOf, institutionColumns, type Column } from './columns.ts'
import { eachInstitution, type ReportDeps } from './institutions.ts'

export const configurationColumns: readonly Column[] = [
  ...institutionColumns,
  { name: 'Categoría', meaning: 'Categoría de la institución.' },
  { name: 'Orientación', meaning: 'Orientación de la institución.' },
  { name: 'Elemento', meaning: 'Líder Institucional, Delegado, Evaluador, Dimensión, Subdimensión o Pregunta.' },
  { name: 'Número', meaning: 'Número del elemento en el cuestionario; vacío para personas.' },
  { name: 'Nombre', meaning: 'Nombre de la dimensión o subdimensión, o texto de la pregunta.' },
  { name: 'Responsable', meaning: 'Quien responde por el elemento; vacío si nadie fue asignado.' },
  { name: 'Correo', meaning: 'Correo electrónico del responsable.' },
  { name: 'Id institución', meaning: 'Identificador de la institución, el mismo en todas las descargas.' },
  { name: 'Id elemento', meaning: 'Identificador de la dimensión, subdimensión o pregunta; vacío para personas.' },
]

/**
 * How each institution is set up in a form, one after the other as they are read: its leader, delegate and evaluator, and who answers
 * for each dimension, sub-dimension and question that was given to somebody.
 */
export async function* configurationOfAll(deps: ReportDeps, session: Session, keys: readonly WorldKey[]): AsyncGenerator<Sheet, void> {
  yield [headingOf(configurationColumns)]
  const categories = await deps.db.read((tx) => categoriesIn(tx))
  yield* eachInstitution(deps, session, keys, ({ world }) => {
    const { id, name, code, orientation } = world.institution
    const category = categoryNameOf(categories, world.institution)
    return linesOf(world).map(([line, element]) => [name, code, category, orientation, ...line, id, element])
  })
}

/** Lines, each with the id of its element. */
function linesOf(world: World): (readonly [readonly Cell[], string])[] {
  const { participant, index } = world
  const lines: (readonly [readonly Cell[], string])[] = [
    [['Líder Institucional', '', '', ...personCells(world, participant.leaderId)], ''],
    [['Delegado', '', '', ...personCells(world, participant.delegateId)], ''],
    [['Evaluador', '', '', ...personCells(world, participant.evaluatorId)], ''],
  ]
  for (const [at, dimension] of index.topDimensions.entries()) {
    lines.push([['Dimensión', String(at + 1), dimension.name, ...personCells(world, heldBy(world, dimension.id))], dimension.id])
    for (const [below, id] of dimension.subDimensionIds.entries()) {
      const sub = index.dimension(id)
      if (!sub) continue
      lines.push([['Subdimensión', `${at + 1}.${below + 1}`, sub.name, ...personCells(world, heldBy(world, id))], id])
      for (const questionId of sub.questionIds) {
        const holder = heldBy(world, questionId)
        const question = index.question(questionId)
        if (holder === null || !question || question.administrative) continue
        lines.push([['Pregunta', index.numberOf(questionId), question.text, ...personCells(world, holder)], questionId])
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
