import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { beginUpload } from '#shared/attachments/bytes-routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { fake, refuse } from '#client/testing/fake.ts'
import { chooseFile, pdf, vanished } from '#client/testing/files.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { colleagues, fillingOf, worldOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { training } from '#server/testing/questions.ts'

const wrong = /El formato del archivo no es aceptado/

/** A professional at a question that takes a file, and has an answer. */
async function opened() {
  const world = await demoWorld()
  await colleagues(world)('norte-profesional', 'answer.set', { unit: 'th-capacitacion', value: true })
  const page = await renderScreen(fillingOf('talento-humano'), { who: peopleOf('norte').professional, world })
  const card = await cardOf(training)
  await syncState('Al día')
  const attach = (file: File): Promise<void> =>
    chooseFile(page.user, card.getByRole('button', { name: /^(Adjuntar archivo|Reemplazar)$/ }), file)
  return { ...page, card, attach }
}

test('a file that cannot be read, as on a stick that was pulled out, and one that is not what its name says are told at once', async () => {
  const { card, attach } = await opened()
  await attach(vanished('en-el-pendrive.pdf'))
  expect(await card.findByText(/No se pudo leer el archivo/)).toBeVisible()
  expect(card.queryByText('Guardando en este equipo...')).not.toBeInTheDocument()
  await attach(new File(['MZ\0 un programa'], 'informe.pdf', { type: 'application/pdf' }))
  expect(await card.findByText(/^El contenido del archivo no corresponde a su extensión\./)).toBeVisible()
  await attach(new File(['{\\rtf1 Estimado'], 'carta.doc', { type: 'application/msword' }))
  expect(await card.findByText(/^Por dentro el archivo es RTF, .*guárdelo como Word \(\.docx\)/)).toBeVisible()
  await syncState('Al día')
})

test('[FI12] a picture that was saved as another kind is attached under the name of what it is, which is said', async () => {
  const { card, attach } = await opened()
  await attach(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])], 'foto.jpg', { type: 'image/jpeg' }))
  expect(await card.findByText('foto.png')).toBeVisible()
  expect(await screen.findByText('Se adjuntó como «foto.png»: ese es el formato que tiene por dentro.')).toBeVisible()
})

test('what the server refuses for ever has a card with its reason, a copy, and the way to replace it; a good file ends it', async () => {
  const { user, network, world, downloads, card, attach } = await opened()
  const recover = network.use(fake(beginUpload, () => refuse('file_format')))
  await attach(pdf('rechazado.pdf'))
  const chip = await syncState('Requiere atención (1)')
  expect(await card.findByText(/No se puede enviar: /)).toHaveTextContent(wrong)
  await user.click(chip)
  const panel = await inDialog('Sincronización')
  await panel.findByText('El archivo «rechazado.pdf» no se puede enviar.')
  expect(panel.getByText(wrong)).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Guardar una copia' }))
  const copy = await waitFor(() => must(downloads[0], 'nothing is saved'))
  expect(copy.name).toBe('rechazado.pdf')
  expect(await copy.text()).toBe(await pdf('rechazado.pdf').text())
  await user.click(panel.getByRole('link', { name: 'Ir a reemplazarlo' }))
  await gone(() => screen.queryByRole('dialog'))

  recover()
  await attach(pdf('bueno.pdf'))
  await syncState('Al día')
  await user.click(card.getByRole('button', { name: 'Historial de archivos' }))
  const rows = (await inDialog('Historial de archivos')).getAllByRole('row')
  expect(
    rows.map(({ textContent }) =>
      /(Adjunta|Elimina archivo).*?(bueno|rechazado)\.pdf/
        .exec(textContent ?? '')
        ?.slice(1)
        .join(' '),
    ),
  ).toEqual([undefined, 'Adjunta bueno', 'Elimina archivo rechazado', 'Adjunta rechazado'])
  const [kept] = [...(await worldOf(world)).list('attachment')].filter(({ name }) => name === 'bueno.pdf')
  expect(kept?.state).toBe('ready')
})

test('signing out says that a file which cannot be sent is only on this device', async () => {
  const { user, network, attach } = await opened()
  network.use(fake(beginUpload, () => refuse('file_format')))
  await attach(pdf('rechazado.pdf'))
  await syncState('Requiere atención (1)')
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  const leaving = await inDialog('¿Cerrar sesión?', 'alertdialog')
  expect(await leaving.findByText('Se perderá 1 archivo que no se puede enviar y que solo está en este equipo.')).toBeVisible()
  expect(leaving.getByRole('button', { name: 'Descartar 1 archivo y cerrar sesión' })).toBeVisible()
})
