import type { Page } from '@playwright/test'

const heardName = 'iipHeard'

/** Notes from now on what the page tells to who does not see it: one message takes the place of another at once. */
export async function hear(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((name) => {
    const heard: string[] = []
    Reflect.set(window, name, heard)
    const listen = (): void => {
      const text = document.querySelector('[data-live-announcer]')?.textContent ?? ''
      if (text !== '' && heard.at(-1) !== text) heard.push(text)
    }
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, heardName)
  return () =>
    page.evaluate((name) => {
      const heard: unknown = Reflect.get(window, name)
      return Array.isArray(heard) ? heard.map(String) : []
    }, heardName)
}
