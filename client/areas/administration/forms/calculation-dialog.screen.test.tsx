import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, rowOf } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const title = 'Cálculo de puntajes de Índice 2025'

/** The window of how points come about, with a table by hand. */
async function opened() {
  const { user, downloads } = await renderScreen(pageAddress('forms'), { who: admin })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /cálculo de puntajes de Índice 2025/i }))
    return inDialog(title)
  }
  const dialog = await open()
  await user.click(dialog.getByRole('radio', { name: /^Manualmente/ }))
  const lastLines = async () => (await (await downloads.at(-1))?.text())?.trim().split('\r\n') ?? []
  const template = async () => {
    const before = downloads.length
    await user.click(screen.getByRole('button', { name: 'Descargar plantilla (CSV)' }))
    await waitFor(() => expect(downloads).toHaveLength(before + 1))
    return lastLines()
  }
  const bring = async (name: string, lines: readonly string[]): Promise<void> => {
    await user.upload(screen.getByLabelText('Planilla de puntos'), new File([lines.join('\r\n')], name, { type: 'text/csv' }))
    await user.click(await screen.findByRole('button', { name: 'Subir archivo' }))
  }
  /** The window is gone, and the device knows what the server took. */
  const taken = async (by: 'Automáticamente' | 'Manualmente' = 'Manualmente'): Promise<void> => {
    await gone(() => screen.queryByRole('dialog', { name: title }))
    await waitFor(async () => expect(await rowOf('Índice 2025')).toHaveTextContent(by))
  }
  await dialog.findByText(/^Aún no hay planilla/)
  return { user, open, template, bring, taken, lastLines, lines: await template() }
}

/** Every row with a share of what the question is worth. */
const filled = (lines: readonly string[], share: number): readonly string[] =>
  lines.map((line, at) => {
    const cells = line.split(',')
    return at === 0 ? line : [...cells.slice(0, 4), String(Number(cells[3]) * share)].join(',')
  })
const pointsOf = (lines: readonly string[]): readonly number[] => lines.map((line) => Number(line.split(',')[4]))

test('[MP2] each wrong row of a table of points is named under the file, the button is closed, and nothing is taken', async () => {
  const { template, bring, lines } = await opened()
  const [heading = '', first = '', second = '', third = '', ...rest] = filled(lines, 1)
  const wrong = [first.replace(/,[^,]*$/, ',101'), second.replace(/^"[^"]*"/, '"NADIE"'), third.replace(/,[^,]*$/, ',muchos')]
  await bring('puntos.csv', [heading, ...wrong, ...rest])
  const problems = (await (await inDialog(title)).findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(problems).toEqual([
    expect.stringMatching(/^Fila 2, columna points: Los puntos van de 0 a /),
    'Fila 3, columna institutionCode: Ninguna institución del formulario tiene este código.',
    expect.stringMatching(/^Fila 4, columna points: /),
    expect.stringMatching(/^Faltan filas de la institución .+: 1\.1\.\d+\.$/),
  ])
  expect(screen.getByRole('button', { name: 'Subir archivo' })).toBeDisabled()
  expect(await template()).toEqual(lines)
})

test('[MP3] [MP6] a table is taken and is what the template holds; what the template hands out changes nothing when it comes back', async () => {
  const { open, template, bring, taken, lines } = await opened()
  const right = filled(lines, 1)
  await bring('puntos.csv', right)
  expect(await screen.findByText('Se ha subido correctamente el archivo')).toBeVisible()
  await taken()
  const dialog = await open()
  expect(dialog.getByRole('radio', { name: /^Manualmente/ })).toBeChecked()
  expect(await dialog.findByText('Planilla que rige')).toBeVisible()
  expect(dialog.getByText(new RegExp(`${right.length - 1} filas`))).toBeVisible()
  expect(pointsOf(await template())).toEqual(pointsOf(right))

  await bring('igual.csv', await template())
  expect(await screen.findByText(/^El archivo dice lo mismo que la planilla que rige/)).toBeVisible()
  await taken()
  expect(await (await open()).findByText('puntos.csv')).toBeVisible()
  expect(screen.queryByText('igual.csv')).not.toBeInTheDocument()
})

test('[MP4] another table takes the place of the first, which can still be downloaded, and points worked out again leave it where it is', async () => {
  const { user, open, bring, taken, lastLines, lines } = await opened()
  await bring('puntos.csv', filled(lines, 1))
  await taken()
  await open()
  await screen.findByText('puntos.csv')
  await bring('segunda.csv', filled(lines, 0.5))
  await taken()
  const dialog = await open()
  expect(await dialog.findByText('segunda.csv')).toBeVisible()
  await user.click(dialog.getByText('1 planilla anterior'))
  await user.click(dialog.getByRole('button', { name: /^Descargar puntos\.csv/ }))
  await waitFor(async () => expect(await lastLines()).toEqual(filled(lines, 1)))

  await user.click(dialog.getByRole('radio', { name: /^Automáticamente/ }))
  expect(dialog.getByText(/^La planilla «segunda\.csv» se conserva/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await taken('Automáticamente')
  await user.click((await open()).getByRole('radio', { name: /^Manualmente/ }))
  expect(await screen.findByText('segunda.csv')).toBeVisible()
})
