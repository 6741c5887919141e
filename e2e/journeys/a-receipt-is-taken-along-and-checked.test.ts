import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '#server/testing/documents/read-text.ts'
import { expectNoBarrierAt } from '../barriers.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { completeButForTheLeadersSend } from '../story.ts'

const place = { institutionId: 'norte', formId: 'indice-2025' }
const senders = ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']

/** What the digest of a receipt is, as it stands on its page. */
async function digestOn(page: Page): Promise<string> {
  const text = await page.getByRole('article').getByRole('code').first().textContent()
  return (text ?? '').replaceAll(/\s/g, '')
}

test('[RT1] [RT3] a receipt is downloaded as a PDF, colleagues see it, and a stranger checks it by what is printed on it until it is taken back', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const { leader, professional } = peopleOf('norte')
  await ownServer.stop()
  await completeButForTheLeadersSend(ownServer.dataDir, place, senders)
  await ownServer.start()
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, leader)
  await page.goto('/dashboard/send')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const receipt = page.getByRole('article', { name: /^Comprobante de envío / })
  await expect(receipt.getByText('Recibido; nadie lo ha abierto todavía')).toBeVisible()
  const number = ((await receipt.getAttribute('aria-label')) ?? '').replace('Comprobante de envío ', '')
  const digest = await digestOn(page)
  expect(digest).toMatch(/^[\da-f]{64}$/)
  const pdf = page.getByRole('button', { name: `Descargar PDF del comprobante ${number}` })

  await test.step('without a network the receipt is there, and says when the PDF will be', async () => {
    await goOffline(device.context)
    await page.reload()
    await expect(receipt).toContainText(number)
    await expect(pdf).toHaveCount(0)
    await expect(receipt.getByText('El PDF se descarga con conexión.', { exact: false })).toBeVisible()
    await goOnline(device.context)
  })

  const printed = await test.step('the PDF says what the page says', async () => {
    const coming = page.waitForEvent('download')
    await pdf.click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`${number}.pdf`)
    const text = (await readPdf(new Uint8Array(await readFile(await download.path())))).text.replaceAll(/\s+/g, ' ')
    for (const each of [number, leader.institution ?? '', leader.fullName, 'Índice 2025']) expect(text).toContain(each)
    expect(text.replaceAll(' ', '')).toContain(digest)
    return text
  })

  await test.step('a colleague who did not send sees it, with who received it and what comes next', async () => {
    const colleague = await (await newDevice(ownServer.url)).open()
    await signIn(colleague, professional)
    await colleague.goto('/dashboard/send')
    const same = colleague.getByRole('article', { name: `Comprobante de envío ${number}` })
    await expect(same).toBeVisible()
    await expect(same.getByText('Enviado al equipo de evaluación')).toBeVisible()
    await expect(same.getByRole('button', { name: /^Retirar el envío/ })).toHaveCount(0)
  })

  const stranger = await (await newDevice(ownServer.url)).open()
  const ask = async (code: string): Promise<void> => {
    await stranger.goto('/comprobante')
    await stranger.getByLabel(/^Número del comprobante/).fill(number.toLowerCase())
    await stranger.getByLabel(/^Código/).fill(code)
    await stranger.getByRole('button', { name: 'Comprobar' }).click()
  }
  const code = (digest.slice(0, 16).match(/.{4}/g) ?? []).join(' ')

  await test.step('a stranger finds it genuine by number and code, and by the whole digest; with another code nothing is told', async () => {
    expect(printed).toContain(code)
    await ask(code)
    await expect(stranger.getByText('El comprobante es auténtico')).toBeVisible()
    await expect(stranger.getByText(leader.institution ?? '')).toBeVisible()
    await expect(stranger.getByText('El código coincide con el comienzo', { exact: false })).toBeVisible()
    await expectNoBarrierAt(stranger, 'a receipt that is genuine')
    await ask(digest.toUpperCase())
    await expect(stranger.getByText('La huella digital completa es la de lo que se recibió.')).toBeVisible()
    await ask(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)
    await expect(stranger.getByRole('alert')).toContainText('Ningún comprobante tiene ese número y ese código')
    await expect(stranger.getByText(leader.institution ?? '')).toHaveCount(0)
    await ask('no es un código')
    await expect(stranger.getByRole('alert')).toContainText('El código tiene 16 caracteres')
    await expectNoBarrierAt(stranger, 'a receipt that nobody knows')
  })

  await test.step('once it is taken back its public page says so', async () => {
    await receipt.getByRole('button', { name: /^Retirar el envío/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar', exact: true }).click()
    await expect(page.getByText('Envío retirado').first()).toBeVisible()
    await ask(code)
    await expect(stranger.getByText('El comprobante es auténtico, pero el envío se retiró')).toBeVisible()
    await expectNoBarrierAt(stranger, 'a receipt of what was taken back')
  })
})
