import type { Locator, Page } from '@playwright/test'

/** What is typed wherever keys are measured. */
export const keys = 'La institución revisa cada trimestre sus iniciativas.'

/** Milliseconds from each key in a field until the frame after it has been given to the screen. */
export async function keystrokes(page: Page, field: Locator): Promise<number[]> {
  await page.evaluate(() => {
    const took: number[] = []
    Reflect.set(window, 'keysTook', took)
    const onKey = (event: KeyboardEvent): void => {
      const { timeStamp } = event
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => took.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(null)
      })
    }
    Reflect.get(window, 'stopKeys')?.()
    document.addEventListener('keydown', onKey, { capture: true })
    Reflect.set(window, 'stopKeys', () => document.removeEventListener('keydown', onKey, { capture: true }))
  })
  await field.click()
  await page.keyboard.type(keys, { delay: 80 })
  return page.evaluate((): number[] => Reflect.get(window, 'keysTook'))
}
