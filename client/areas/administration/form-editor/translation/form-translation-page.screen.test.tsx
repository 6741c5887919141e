import { screen, waitFor, within } from '@testing-library/dom'
import { read, utils, write } from 'sheetjs-ce'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { arrivedAt, gone, inDialog } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'

const address = (sub: string) => pageAddress('formEditor', { form: 'indice-2025', ver: 'traducir', sub })
const opened = (sub: string, more = '') => renderScreen(`${address(sub)}${more}`, { who: admin })
const field = (what: string, about: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `${what} en inglés, ${about}` })
const row = (about: string, what: string) => screen.findByRole('listitem', { name: `${about} · ${what}` })

/** The administrator says something otherwise in English on another device. */
async function say(
  world: TestApp,
  seq: number,
  n: 'dimension.edit' | 'question.edit',
  id: string,
  en: Record<string, string>,
): Promise<void> {
  const token = await world.token('lab-admin')
  const change = wire(seq, n, { id, from: { en: null }, to: { en } }, { s: questionnaireScope('indice-2025') })
  const { data } = await world.push(token, 'another-device', [change])
  expect(data).toMatchObject({ lastSeq: seq, results: [] })
}

test('texts are found and written, and the keyboard goes on to the next one that is missing', async () => {
  const { user } = await opened('talento-humano')
  // Faster than the page draws.
  await user.setup({ delay: null }).type(await screen.findByRole('searchbox', { name: 'Buscar en los textos' }), 'dificultad')
  await arrivedAt(/buscar=dificultad$/)
  await user.type(await field('Pregunta', '1.1.9'), 'What is the hardest part of innovating for your team today?')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await within(await row('1.1.9', 'Pregunta')).findByText('Lista')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Escribir Ayuda para responder en inglés, 1.1.9' })).toHaveFocus())
})

test('[HW2] a text whose page is left is saved, and so is what is written without a network once its field is left', async () => {
  const { user, network, load } = await opened('evidencia-resultados')
  const about = 'Evidencia de resultados'
  await user.type(await field('Nombre', about), 'Evidence of res')
  expect(await within(await row(about, 'Nombre')).findByText('Sin guardar; queda en este equipo.')).toBeVisible()
  await load(`${address('evidencia-resultados')}&estado=ready`)
  expect(await field('Nombre', about)).toHaveValue('Evidence of res')
  network.set('offline')
  await user.type(await field('Nombre', about), 'ults')
  await user.click(screen.getByRole('searchbox', { name: 'Buscar en los textos' }))
  expect(await within(await row(about, 'Nombre')).findByText('Lista')).toBeVisible()
  expect(await field('Nombre', about)).toHaveValue('Evidence of results')
})

test('[TT1] a table goes out and comes back: what it changes and what it cannot is told before anything is written, and it is one step to take back', async () => {
  const { user, downloads } = await opened('gestion-entorno')
  await user.click(await screen.findByRole('button', { name: 'Descargar tabla (CSV)' }))
  const table = await (await downloads.at(-1))?.text()
  expect(table).toContain('"gestion-entorno.name","","Gestión del Entorno",""')
  await user.click(screen.getByRole('button', { name: 'Subir la tabla' }))
  const dialog = await inDialog('Subir textos en inglés')
  const rows = ['id,en', 'gestion-entorno.name,Working with others', 'no-es-de-aqui.text,Whatever']
  await user.upload(dialog.getByLabelText('Tabla de textos'), new File([rows.join('\r\n')], 'textos.csv', { type: 'text/csv' }))
  expect(await dialog.findByText(/^Fila 3: el formulario no tiene este texto\./)).toBeVisible()
  expect(dialog.getByText('Working with others')).toBeVisible()
  expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue('')
  await user.click(dialog.getByRole('button', { name: 'Guardar 1 texto' }))
  await gone(() => screen.queryByRole('dialog'))
  await waitFor(async () => expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue('Working with others'))
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Deshacer' }))
  await waitFor(async () => expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue(''))
})

test('[TI12] the table goes out as a workbook too and comes back as one; what is no table is told with what it is', async () => {
  const { user, downloads } = await opened('gestion-entorno')
  await user.click(await screen.findByRole('button', { name: 'Descargar tabla (Excel)' }))
  const name = 'gestion-entorno.name'
  const book = read(new Uint8Array((await (await downloads.at(-1))?.arrayBuffer()) ?? new ArrayBuffer()))
  const sheet = book.Sheets['Textos'] ?? {}
  const lines = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  const at = lines.findIndex(([id]) => id === name)
  expect(lines[at]?.slice(0, 3)).toEqual([name, '', 'Gestión del Entorno'])
  utils.sheet_add_aoa(sheet, [['Working with others']], { origin: { c: 3, r: at } })
  const bytes: ArrayBuffer = write(book, { bookType: 'xlsx', type: 'array' })
  await user.click(screen.getByRole('button', { name: 'Subir la tabla' }))
  const dialog = await inDialog('Subir textos en inglés')
  await user.upload(dialog.getByLabelText('Tabla de textos'), new File(['%PDF-1.7\n1 0 obj'], 'textos.xlsx'))
  expect(await dialog.findByRole('alert')).toHaveTextContent('textos.xlsx: Por dentro el archivo es PDF')
  await user.upload(dialog.getByLabelText('Tabla de textos'), new File([bytes], 'textos.xlsx'))
  expect(await dialog.findByText('Working with others')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Guardar 1 texto' }))
  await gone(() => screen.queryByRole('dialog'))
  await waitFor(async () => expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue('Working with others'))
})

test('[DF6] who answers in English reads it in English, and what has none in Spanish', async () => {
  const world = await demoWorld()
  await say(world, 1, 'question.edit', 'th-desafio', { text: 'What is the hardest part of innovating?' })
  // Of itself once the questions have rested for half a minute.
  expect((await world.call('POST', 'form/indice-2025/publish', { token: await world.token('lab-admin'), body: {} })).status).toBe(200)
  const at = pageAddress('filling', { form: 'indice-2025', institution: 'norte', subDimension: 'talento-humano' })
  await renderScreen(at, { who: peopleOf('norte').professional, world, language: 'en' })
  expect((await screen.findAllByText('What is the hardest part of innovating?'))[0]).toBeVisible()
  expect(screen.queryByText('¿Cuál es hoy la mayor dificultad del equipo para innovar?')).not.toBeInTheDocument()
  expect(screen.getAllByText(/^¿Qué cargo coordina la capacitación del personal\?/)[0]).toBeVisible()
})

test('beside what is being translated there is the question as its reader meets it, in the language of the page', async () => {
  const { user } = await opened('talento-humano', '&estado=all')
  await user.click(await field('Pregunta', '1.1.2'))
  const preview = () => within(screen.getByRole('complementary', { name: 'Vista previa' }))
  expect(await preview().findByText(/Agrupe las variantes de un mismo título/)).toBeVisible()
  await user.click(preview().getByRole('button', { name: 'Ver en tableta o computador' }))
  expect(await (await inDialog('Vista previa')).findByText(/Agrupe las variantes de un mismo título/)).toBeVisible()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await user.click(screen.getByRole('button', { name: 'en, English' }))
  expect(
    await within(await screen.findByRole('complementary', { name: 'Preview' })).findByText(/Group variants of one degree/),
  ).toBeVisible()
})

test('[DF7] [QE2] two write one text: the second is shown both, and chooses', async () => {
  const { user, world, load } = await opened('gestion-entorno')
  await user.type(await field('Nombre', 'Gestión del Entorno'), 'Managing the environment')
  await say(world, 1, 'dimension.edit', 'gestion-entorno', { name: 'Around us' })
  const clash = await screen.findByRole('alert')
  expect(clash).toHaveTextContent('Otra persona escribió este texto mientras usted lo escribía')
  expect(clash).toHaveTextContent('Around us')
  expect(clash).toHaveTextContent('Managing the environment')
  expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue('Managing the environment')
  await user.click(within(clash).getByRole('button', { name: 'Dejar lo mío' }))
  await gone(() => screen.queryByRole('alert'))
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  await load(`${address('gestion-entorno')}&estado=ready`)
  expect(await field('Nombre', 'Gestión del Entorno')).toHaveValue('Managing the environment')
})
