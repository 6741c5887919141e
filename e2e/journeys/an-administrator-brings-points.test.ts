import { readFileSync } from 'node:fs'
import { expect, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'

test('an administrator brings the points that institutions obtained: three wrong rows are named and nothing is taken, then all of it, then another table takes its place, and the institution sees none of it', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto(`${ownServer.url}/dashboard/formularios`)
  const dialog = page.getByRole('dialog', { name: 'Cálculo de puntajes de Índice 2025' })
  const open = (): Promise<void> => page.getByRole('button', { name: /cálculo de puntajes de Índice 2025/i }).click()
  const template = async (): Promise<readonly string[]> => {
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Descargar plantilla' }).click()
    return readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n')
  }
  const upload = dialog.getByRole('button', { name: 'Subir archivo' })
  const choose = async (button: string, name: string, lines: readonly string[]): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: button }).click()
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  }
  /** Every row with what the question is worth, or half of it. */
  const filled = (lines: readonly string[], share: number): readonly string[] =>
    lines.map((line, at) => {
      const cells = line.split(',')
      return at === 0 ? line : [...cells.slice(0, 4), String(Number(cells[3]) * share)].join(',')
    })

  await open()
  await dialog.getByRole('radio', { name: /Manualmente/ }).check()
  await expect(dialog.getByText('Aún no hay planilla')).toBeVisible()
  const lines = await template()
  const right = filled(lines, 1)

  await test.step('each wrong row is named under the file, and the button is closed', async () => {
    const [heading = '', first = '', second = '', third = '', ...rest] = right
    const wrong = [
      heading,
      first.replace(/,[^,]*$/, ',101'),
      second.replace(/^"[^"]*"/, '"NADIE"'),
      third.replace(/,[^,]*$/, ',muchos'),
      ...rest,
    ]
    await choose('Elegir archivo', 'puntos.csv', wrong)
    await upload.click()
    const problems = dialog.getByRole('alert').getByRole('listitem')
    await expect(problems).toHaveText([
      /^Fila 2, columna points: Los puntos van de 0 a /,
      'Fila 3, columna institutionCode: Ninguna institución del formulario tiene este código.',
      /^Fila 4, columna points: /,
      /^Faltan filas de la institución .+: 1\.1\.\d+\.$/,
    ])
    await expect(upload).toBeDisabled()
    expect(await template()).toEqual(lines)
  })

  await test.step('the mended file is taken, and is what the template holds', async () => {
    await choose('Elegir otro archivo', 'puntos.csv', right)
    await upload.click()
    await expect(page.getByText('Se ha subido correctamente el archivo')).toBeVisible()
    await expect(dialog).toBeHidden()
    await open()
    await expect(dialog.getByRole('radio', { name: /Manualmente/ })).toBeChecked()
    await expect(dialog.getByText('Planilla que rige', { exact: true })).toBeVisible()
    await expect(dialog.getByText(`${right.length - 1} filas`)).toBeVisible()
    expect((await template()).map((line) => Number(line.split(',')[4]))).toEqual(right.map((line) => Number(line.split(',')[4])))
  })

  await test.step('what the template hands out changes nothing when it comes back', async () => {
    await choose('Elegir archivo', 'igual.csv', await template())
    await upload.click()
    await expect(page.getByText('El archivo dice lo mismo que la planilla que rige')).toBeVisible()
    await expect(dialog).toBeHidden()
    await open()
    await expect(dialog.getByText('puntos.csv', { exact: true })).toBeVisible()
    await expect(dialog.getByText('igual.csv')).toBeHidden()
  })

  await test.step('another one takes its place, and the first can still be downloaded', async () => {
    await choose('Elegir archivo', 'segunda.csv', filled(lines, 0.5))
    await upload.click()
    await expect(dialog).toBeHidden()
    await open()
    await expect(dialog.getByText('segunda.csv')).toBeVisible()
    await dialog.getByText('1 planilla anterior').click()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^Descargar puntos\.csv/ }).click()
    expect(readFileSync(await (await downloading).path(), 'utf8')).toBe(right.join('\r\n'))
  })

  await test.step('points worked out again leave the table where it is', async () => {
    await dialog.getByRole('radio', { name: /Automáticamente/ }).check()
    await expect(dialog.getByText('La planilla «segunda.csv» se conserva')).toBeVisible()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await open()
    await dialog.getByRole('radio', { name: /Manualmente/ }).check()
    await expect(dialog.getByText('segunda.csv')).toBeVisible()
  })

  await test.step('the institution answers as before, and no device of it is told of a table', async () => {
    const device = await newDevice(ownServer.url)
    const theirs = await device.open()
    const told: Promise<string>[] = []
    theirs.on('response', (response) => {
      if (response.url().includes('/api/v1/sync/pull')) told.push(response.text())
    })
    await signIn(theirs, peopleOf('norte').leader)
    await expect(theirs.getByRole('main').getByText('Índice 2025').first()).toBeVisible()
    await expect(theirs.getByRole('button', { name: /Al día/ })).toBeVisible()
    const pulled = (await Promise.all(told)).join('')
    expect(pulled).toContain('answer')
    expect(pulled).not.toMatch(/pointsSheet|manualPoints|segunda\.csv/)
  })
})
