import type { Page } from '@playwright/test'

const heardName = 'iipHeard'

/** Notes from now on what the page tells to who does not see it, each message once. */
export async function hear(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((name) => {
    const heard: string[] = []
    Reflect.set(window, name, heard)
    const known = new WeakSet<Element>()
    const listen = (): void => {
      for (const message of document.querySelectorAll('[data-live-announcer] > *')) {
        if (known.has(message)) continue
        known.add(message)
        heard.push(message.textContent)
      }
    }
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, heardName)
  return () =>
    page.evaluate((name) => {
      const heard: unknown = Reflect.get(window, name)
      return Array.isArray(heard) ? heard.map(String) : []
    }, heardName)
}
