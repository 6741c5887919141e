import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { RestCaller } from '../rest.ts'

interface Planned {
  readonly name: string
  readonly start: string
  readonly end: string
}

const dayMs = 86_400_000
const later = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const inWords = (day: string): string =>
  new Intl.DateTimeFormat('es-CL', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

test('an administrator gives the running stage more days by keys and by mouse, those that follow make room, and half of it outlives leaving', async ({
  newDevice,
  ownServer,
}) => {
  const page: Page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  const rest = await RestCaller.signIn(ownServer, admin)
  const read = async (): Promise<readonly Planned[]> => (await rest.get('form/indice-2025/stage')) as readonly Planned[]
  const before = await read()
  const [first, second] = before
  if (!first || !second) throw new Error('the demonstration has too few stages')
  await page.goto('/dashboard/formularios/indice-2025/stages')
  const end = (stage: Planned) => page.getByRole('slider', { name: `Término de ${stage.name}`, exact: true })
  const start = (stage: Planned) => page.getByRole('slider', { name: `Inicio de ${stage.name}`, exact: true })
  const day = (value: string) => ['aria-valuetext', inWords(value)] as const

  await test.step('alone it goes as far as its neighbour lets it', async () => {
    await expect(end(first)).toHaveAttribute(...day(first.end))
    await expect(start(first)).toHaveCount(0)
    await end(first).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(end(first)).toHaveAttribute(...day(later(first.end, -1)))
    await page.keyboard.press('PageUp')
    await expect(end(first)).toHaveAttribute(...day(later(second.start, -1)))
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(end(first)).toHaveAttribute(...day(first.end))
  })

  await test.step('with those that follow it moves them too, by keys and by mouse', async () => {
    await page.getByRole('checkbox', { name: 'Correr también las siguientes' }).check()
    await end(first).focus()
    await page.keyboard.press('PageUp')
    await expect(end(first)).toHaveAttribute(...day(later(first.end, 7)))
    await expect(start(second)).toHaveAttribute(...day(later(second.start, 7)))
    await page.keyboard.press('ArrowLeft')
    await expect(end(second)).toHaveAttribute(...day(later(second.end, 6)))
    const box = await end(first).boundingBox()
    if (!box) throw new Error('the end of the stage is not drawn')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(end(first)).not.toHaveAttribute(...day(later(first.end, 6)))
  })

  await test.step('it is kept on the device when one leaves, and saved as a whole: every later stage is as long as it was', async () => {
    const planned = await end(first).getAttribute('aria-valuetext')
    await page.getByRole('link', { name: 'Volver a formularios' }).click()
    await page.goto('/dashboard/formularios/indice-2025/stages')
    await expect(page.getByText('Tiene cambios sin guardar')).toBeVisible()
    await expect(end(first)).toHaveAttribute('aria-valuetext', String(planned))
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(page.getByText('Se han actualizado las etapas correctamente')).toBeVisible()
    await expect.poll(async () => (await read())[0]?.end).not.toBe(first.end)
    const after = await read()
    const moved = after.map((stage, at) =>
      [stage.start, stage.end].map((is, edge) => Date.parse(is) - Date.parse(String(edge === 0 ? before[at]?.start : before[at]?.end))),
    )
    const days = Number(moved[0]?.[1])
    expect(days).toBeGreaterThan(6 * dayMs)
    expect(moved).toEqual(before.map((_, at) => (at === 0 ? [0, days] : [days, days])))
  })
})
