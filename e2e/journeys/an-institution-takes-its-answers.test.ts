import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { read, utils } from 'sheetjs-ce'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '#server/testing/documents/read-text.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { fillingPath } from '../screens/filling-path.ts'

test('a leader takes answers as tables without a network, and all files and papers with one; a professional takes their part, and who evaluates the whole', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(150_000)
  const { leader, professional } = peopleOf('norte')
  const path = fillingPath({ institutionId: 'norte', subDimensionId: 'talento-humano' })
  const taken = async (page: Page, entry: RegExp): Promise<Download> => {
    await page.getByRole('button', { name: 'Descargar Respuestas' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    return downloading
  }
  const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path())
  const wordsOf = async (download: Download): Promise<string> =>
    (await readPdf(new Uint8Array(await bytesOf(download)))).text.replaceAll(/\s+/g, ' ')

  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, leader)
  await page.goto(path)
  await goOffline(device.context)
  const csv = await taken(page, /^Respuestas \(CSV\)/)
  expect(csv.suggestedFilename()).toMatch(/^respuestas-.+\.csv$/)
  const table = (await bytesOf(csv)).toString('utf8')
  expect(table.startsWith('\ufeff"')).toBe(true)
  const xlsx = await taken(page, /^Respuestas \(planilla\)/)
  const book = read(await bytesOf(xlsx), { type: 'buffer' })
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets['Respuestas'] ?? {}, { header: 1 })
  expect(rows.length).toBe(table.trimEnd().split(/\r\n(?=")/).length)
  await page.getByRole('button', { name: 'Descargar Respuestas' }).click()
  await expect(page.getByRole('menuitem', { name: /^Todos los archivos/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await goOnline(device.context)

  await expect(async () => {
    await page.getByRole('button', { name: 'Descargar Respuestas' }).click()
    const pdf = page.getByRole('menuitem', { name: /^Respuestas para imprimir/ })
    const closed = await pdf.getAttribute('aria-disabled')
    await page.keyboard.press('Escape')
    expect(closed).toBeNull()
  }).toPass()
  const filled = await taken(page, /^Respuestas para imprimir/)
  expect(filled.suggestedFilename()).toMatch(/^respuestas_indice-2025_.+\.pdf$/)
  const said = await wordsOf(filled)
  for (const each of ['Recursos Institucionales', 'Sin respuesta', '1.1.1']) expect(said).toContain(each)
  const blank = await taken(page, /^Cuestionario en blanco/)
  expect(blank.suggestedFilename()).toMatch(/^cuestionario_indice-2025_.+\.pdf$/)
  expect(await wordsOf(blank)).toContain('con espacio para anotar')
  const zip = await taken(page, /^Todos los archivos/)
  expect(Object.keys(unzipSync(new Uint8Array(await bytesOf(zip)))).length).toBeGreaterThan(0)

  const other = await newDevice(ownServer.url)
  const own = await other.open()
  await signIn(own, professional)
  await own.goto(path)
  const part = await wordsOf(await taken(own, /^Respuestas para imprimir/))
  expect(part).toContain('1.1.1')
  expect(part.length).toBeLessThan(said.length)
  expect(part).not.toContain('Efectos percibidos')

  // Who evaluates takes what was sent of an institution of theirs, from the list.
  const lab = await (await newDevice(ownServer.url)).open()
  await signIn(lab, evaluator)
  await lab
    .getByRole('button', { name: /^Acciones/ })
    .first()
    .click()
  await expect(lab.getByRole('menuitem', { name: /^Respuestas para imprimir/ })).toBeVisible()
})
