import { screen, waitFor, within } from '@testing-library/dom'
import { strFromU8, unzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { root } from '#client/testing/cycle.ts'
import { inDialog, pressable, rowOf } from '#client/testing/find.ts'
import { renderScreen, tinyWorld } from '#client/testing/render-screen.tsx'
import { changeParticipant, cycleStages, withCycle } from '#server/testing/cycle.ts'

const name = 'Ciclo completo'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('[FC1] [FC2] [FC4] a form that is over is archived, closed on its archive, refuses a change in words, and is opened again for a reason', async () => {
  const world = await tinyWorld()
  await withCycle(world)
  const all = cycleStages.map(({ id }) => id)
  for (const id of ['norte', 'sur', 'este', 'oeste']) await changeParticipant(world, id, { closedStageIds: all, releasedStageIds: all })
  const { user, downloads } = await renderScreen(pageAddress('forms'), { who: root, world })
  const act = async (what: string): Promise<void> => {
    await user.click(within(await rowOf(name)).getByRole('button', { name: `Acciones de ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: what }))
  }
  const stands = (what: string): Promise<void> => waitFor(async () => expect(await rowOf(name)).toHaveTextContent(what))
  const openArchive = async () => {
    await act('Archivar y cerrar')
    return inDialog(`Archivar y cerrar ${name}`)
  }
  const leave = async (): Promise<void> => user.click(must(screen.getAllByRole('button', { name: 'Cerrar' }).at(-1), 'no way out'))
  await stands('Terminado')
  const dialog = await openArchive()
  expect(await dialog.findByText(/^Aún no hay un archivo de este formulario/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Cerrar formulario' })).not.toBeInTheDocument()
  await user.click(await pressable('Preparar archivo'))
  await dialog.findByText('En espera')
  await world.app.server.reports.work()
  expect(await dialog.findByText(/^Archivo verificado y al día/)).toBeVisible()
  await user.click(await pressable('Descargar Archivo completo del formulario'))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const file = await must(downloads[0], 'nothing was downloaded')
  expect(file.name).toBe('archivo_ciclo.zip')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(dialog.getByText(new RegExp(sha256(bytes)))).toBeVisible()
  const { 'manifest.sha256': manifest = new Uint8Array(), ...files } = unzipSync(bytes)
  expect(strFromU8(manifest).trim().split('\n').toSorted()).toEqual(
    Object.entries(files)
      .map(([path, content]) => `${sha256(content)}  ${path}`)
      .toSorted(),
  )

  await user.click(await pressable('Cerrar formulario'))
  expect(await dialog.findByText(/^Este formulario está cerrado/)).toBeVisible()
  await leave()
  await stands('Cerrado')
  await act('Nombre y descripción')
  const names = await inDialog('Nombre y descripción')
  await user.type(names.getByRole('textbox', { name: /^Descripción/ }), 'Otra descripción')
  await user.click(names.getByRole('button', { name: 'Guardar' }))
  expect(await names.findByText(/^El formulario está cerrado: se lee/)).toBeVisible()
  await user.click(names.getByRole('button', { name: 'Cancelar' }))

  const again = await openArchive()
  await user.click(await pressable('Reabrir formulario'))
  expect(await again.findByText('Indique el motivo.')).toBeVisible()
  await user.type(again.getByRole('textbox', { name: /^Motivo para reabrirlo/ }), 'Falta un informe firmado')
  await user.click(again.getByRole('button', { name: 'Reabrir formulario' }))
  expect(await again.findByText(/^El archivo ya no está al día/)).toBeVisible()
  await leave()
  await stands('Terminado')
  await act('Historia')
  expect(await screen.findByText('Formulario reabierto: Falta un informe firmado')).toBeVisible()
  expect(screen.getByText('Formulario archivado y cerrado')).toBeVisible()
})
