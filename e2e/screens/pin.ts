import type { Page } from '@playwright/test'
import { talent } from '#server/testing/questions.ts'
import { expect } from '../fixtures.ts'
import { fillingPath } from './filling-path.ts'
import { Questionnaire } from './questionnaire.ts'

export const lockTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Escriba su PIN' })
const pinField = (page: Page) => page.getByLabel('PIN', { exact: true })

/** On the settings, which stand open: the PIN, twice, and what sets it. */
export async function askForPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Activar el PIN' }).click()
  await page.getByLabel('PIN nuevo').fill(pin)
  await page.getByLabel('Repita el PIN').fill(pin)
  await page.getByRole('button', { name: 'Activar el PIN' }).click()
}

export async function unlock(page: Page, pin: string): Promise<void> {
  await expect(lockTitle(page)).toBeVisible()
  await pinField(page).fill(pin)
  await page.getByRole('button', { name: 'Desbloquear' }).click()
}

/** A page that begins asks for the PIN. */
export async function openAt(page: Page, pin: string): Promise<Questionnaire> {
  await page.goto(fillingPath(talent))
  await unlock(page, pin)
  await expect(page.getByRole('article').first()).toBeVisible()
  return new Questionnaire(page)
}

export async function setPin(page: Page, pin: string): Promise<void> {
  await page.goto('/dashboard/user-settings')
  await askForPin(page, pin)
  await expect(page.getByText('El PIN está activo en este equipo.', { exact: false })).toBeVisible()
}
