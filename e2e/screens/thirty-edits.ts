import { initiatives } from '#server/testing/questions.ts'
import type { Questionnaire } from './questionnaire.ts'

/** Where the thirty edits are left: the block of initiatives, which a professional of norte holds. */
export const practices = { institutionId: 'norte', subDimensionId: 'actividades-practicas' }

const rows = 10

/** Name that the edits give to a row, from 1. */
export const nameOfRow = (row: number): string => `Iniciativa canario ${row}`

/** Thirty answers, each its own: how many rows, ten names, ten about the design and nine about the launch. */
export async function leaveThirtyEdits(questionnaire: Questionnaire): Promise<void> {
  const block = questionnaire.question(initiatives)
  await block.rowCount.selectOption(String(rows))
  for (let row = 1; row <= rows; row += 1) {
    const opener = block.root.getByRole('button', { name: new RegExp(`^(Iniciativa ${row}\\b|${row}\\. )`) })
    // The first row without a name is open by itself.
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
    await block.inRow(row, 'Nombre de la iniciativa').write(nameOfRow(row))
    await block.inRow(row, '¿Se diseñó una solución durante el período?').choose('No')
    if (row < rows) await block.inRow(row, '¿Se implementó?').choose('No')
    await opener.click()
  }
}
