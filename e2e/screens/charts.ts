import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What the page's polite voice said last. */
const said = (page: Page): Locator => page.locator('[data-live-announcer] p').last()

/** Reads a whole chart by its keys: what was said at each figure, from the first to the last. */
export async function readByKeys(page: Page, figure: Locator): Promise<readonly string[]> {
  await figure.getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(said(page)).toHaveText(/Dato 1 de \d+\.$/)
  const all = Number(/de (\d+)\.$/.exec((await said(page).textContent()) ?? '')?.[1])
  const heard = [(await said(page).textContent()) ?? '']
  for (let at = 2; at <= all; at += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(said(page)).toHaveText(new RegExp(`Dato ${at} de ${all}\\.$`))
    heard.push((await said(page).textContent()) ?? '')
  }
  return heard
}

/** A file that a link gives, as rows by their heading, without the mark at its beginning. */
export async function csvOf(page: Page, link: Locator): Promise<readonly Readonly<Record<string, string>>[]> {
  const coming = page.waitForEvent('download')
  await link.click()
  const text = await readFile(await (await coming).path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const [head = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => (match[1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"')),
    )
  return rows.map((cells) => Object.fromEntries(head.map((key, at) => [key, cells[at] ?? ''])))
}

/** The table beside a drawing, opened: its rows by their heading. */
export async function tableOf(figure: Locator): Promise<readonly Readonly<Record<string, string>>[]> {
  const open = figure.locator('details', { hasText: 'Ver los datos en una tabla' })
  if ((await open.getAttribute('open')) === null) await open.locator('summary').first().click()
  const table = figure.getByRole('table').last()
  await expect(table).toBeVisible()
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const rows: Readonly<Record<string, string>>[] = []
  for (const row of (await table.getByRole('row').all()).slice(1)) {
    const cells = await row.locator('th, td').allInnerTexts()
    rows.push(Object.fromEntries(heads.map((head, at) => [head.trim(), (cells[at] ?? '').trim()])))
  }
  return rows
}
