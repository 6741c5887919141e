import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, gone, inDialog, rowOf } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const opened = () => renderScreen(pageAddress('forms'), { who: admin })
const searchBox = () => screen.findByRole('searchbox', { name: 'Buscar formulario' })
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.firstElementChild?.textContent)

test('an administrator makes a form: without a name it is not made, and what was typed stays', async () => {
  const { user } = await opened()
  await user.click(await screen.findByRole('button', { name: 'Crear formulario' }))
  const dialog = await inDialog('Crear formulario')
  await user.type(dialog.getByRole('textbox', { name: /^Descripción/ }), 'Ciclo de prueba')
  await user.click(dialog.getByRole('button', { name: 'Crear' }))
  expect(await dialog.findByText('Escriba el nombre.')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /^Descripción/ })).toHaveValue('Ciclo de prueba')
  await user.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Índice 2027{Enter}')
  expect(await screen.findByText('Formulario creado')).toBeVisible()
  await waitFor(async () => expect(await rowOf('Índice 2027')).toHaveTextContent('Sin etapas'))

  await user.click(within(await rowOf('Índice 2027')).getByRole('switch', { name: 'Habilitar Índice 2027' }))
  const warning = await inDialog(undefined, 'alertdialog')
  for (const told of ['Las preguntas suman 0 puntos', 'No tiene etapas', 'No participa ninguna institución'])
    expect(await warning.findByText(new RegExp(told))).toBeVisible()
  const link = warning.getByRole('link', { name: /^Qué falta \(\d+\)$/ })
  const said = link.textContent ?? ''
  await user.click(link)
  const missing = await inDialog(said)
  expect(missing.getAllByRole('listitem')[0]).toBeVisible()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog', { name: said }))
  expect(location.search).not.toMatch(/falta/)
})

test('a form in its evaluation is not switched, and says why and until when', async () => {
  const { user } = await opened()
  const locked = within(await rowOf('Ensayo de evaluación')).getByRole('switch')
  expect(locked).toHaveAttribute('aria-disabled', 'true')
  expect(locked).toHaveAccessibleDescription(/Se podrá desde el .*, con la etapa «Entrega final de resultados»\.$/)
  locked.focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Acciones de Ensayo de evaluación' }))
  expect(await screen.findByRole('menuitem', { name: /^Deshabilitar/ })).toHaveAttribute('aria-disabled', 'true')
})

test('without a network the table is read, and what needs one says so', async () => {
  const { network, load } = await opened()
  await rowOf('Índice 2025')
  network.set('offline')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Clonar Índice 2025' })).toHaveAccessibleDescription('Necesita conexión a internet.'),
  )
  await load()
  expect(await rowOf('Índice 2025')).toBeVisible()
})

test('[QE8] a form is deleted once its name was typed, with word that nothing brings it back; one with answers is not deleted', async () => {
  const { user } = await opened()
  await user.click(within(await rowOf('Índice 2025')).getByRole('button', { name: 'Clonar Índice 2025' }))
  expect(await screen.findByText('Formulario clonado exitosamente.')).toBeVisible()
  expect(within(await rowOf('Copia de Índice 2025')).getByRole('switch')).not.toBeChecked()

  await user.click(screen.getByRole('button', { name: 'Eliminar Copia de Índice 2025' }))
  const asked = await inDialog(undefined, 'alertdialog')
  expect(asked.getByText(/Nadie puede recuperarlo después/)).toBeVisible()
  expect(asked.queryByText(/en curso|Participan/)).not.toBeInTheDocument()
  await user.click(asked.getByRole('button', { name: 'Eliminar' }))
  expect(await asked.findByText('No es el nombre del formulario.')).toBeVisible()
  await user.type(asked.getByRole('textbox', { name: 'Escriba «Copia de Índice 2025»' }), 'Copia de Índice 2025')
  await user.click(asked.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText('Formulario eliminado exitosamente')).toBeVisible()
  await gone(() => screen.queryByRole('rowheader', { name: 'Copia de Índice 2025' }))

  await user.click(screen.getByRole('button', { name: 'Eliminar Índice 2025' }))
  const dialog = await inDialog(undefined, 'alertdialog')
  expect(dialog.getByText(/^Está en curso: la etapa de hoy es «[^[\]]+»\.$/)).toBeVisible()
  expect(dialog.getByText(/^Participan \d+ instituciones, que dejarán de verlo\.$/)).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Escriba «Índice 2025»' }), 'indice 2025')
  await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
  expect(await dialog.findByText(/El formulario tiene respuestas: no se elimina\. Puede deshabilitarlo\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await rowOf('Índice 2025')).toBeVisible()
})

test('[TA1] search, order and page of the forms stand in the address: a reload and going back show the same rows, and the focus stays', async () => {
  const { user, world, load } = await opened()
  const token = await world.token('lab-admin')
  for (let n = 1; n <= 13; n += 1) await world.call('POST', 'form', { token, body: { name: `Índice de prueba ${n}`, description: '' } })
  await load()
  ;(await screen.findByRole('heading', { level: 1 })).focus()
  await user.keyboard('/')
  expect(await searchBox()).toHaveFocus()
  await user.keyboard('PRUEBA indice')
  expect(await screen.findByText(/^13 de \d+$/)).toBeVisible()
  await arrivedAt(/\?q=PRUEBA\+indice$/)

  await user.click(screen.getByRole('button', { name: 'Nombre' }))
  await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending'))
  expect(screen.getByRole('button', { name: 'Nombre' })).toHaveFocus()
  expect(names()[1]).toBe('Índice de prueba 2')
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
  await waitFor(() => expect(names()).toEqual(['Índice de prueba 13']))
  await arrivedAt(/q=PRUEBA\+indice&sort=name&page=2$/)

  await load()
  await rowOf('Índice de prueba 13')
  expect(names()).toEqual(['Índice de prueba 13'])
})

test('the history of each institution comes as a file of its own', async () => {
  const { user, downloads } = await opened()
  await user.click(await screen.findByRole('button', { name: 'Acciones de Ensayo de evaluación' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Descargar reportes' }))
  await user.click(await screen.findByRole('radio', { name: /^Historial de respuestas/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Descargar' }))
  expect(await screen.findByText(/archivos descargados\.$/)).toBeVisible()
  const files = await Promise.all(downloads)
  expect(files.length).toBeGreaterThan(1)
  for (const { name, size } of files) {
    expect(name).toMatch(/^historial_ensayo-evaluacion_\w+\.csv$/)
    expect(size).toBeGreaterThan(0)
  }
})

test('[HW1] a form’s new name survives the page, and is not written over the name that a colleague gave it meanwhile', async () => {
  const { user, world, load } = await opened()
  await user.click(await screen.findByRole('button', { name: 'Acciones de Índice 2025' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Nombre y descripción' }))
  const name = (await inDialog('Nombre y descripción')).getByRole('textbox', { name: 'Nombre' })
  await user.clear(name)
  await user.type(name, 'Índice mío')
  await load()
  const dialog = await inDialog('Nombre y descripción')
  expect(await dialog.findByDisplayValue('Índice mío')).toHaveAccessibleName('Nombre')
  expect(dialog.getByText('Esto es lo que había escrito y no alcanzó a guardar.')).toBeVisible()

  const token = await world.token('lab-admin')
  await world.call('PUT', 'form/indice-2025', { token, body: { name: 'Índice del año', description: '' } })
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/Índice del año/)
  expect(dialog.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Índice mío')
  await user.click(dialog.getByRole('button', { name: 'Guardar lo mío' }))
  expect(await screen.findByText('Formulario actualizado')).toBeVisible()
  expect(await rowOf('Índice mío')).toBeVisible()
})
