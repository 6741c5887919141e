import { expect, test, vi } from 'vitest'
import { loadPart, PartMissing } from './load-part.ts'

const failed = new TypeError('Failed to fetch dynamically imported module: http://localhost:8080/assets/dialog-frame-1a2b.js')

/** Does work in a browser that is online or not, with every pause over at once. */
async function inBrowser<T>(onLine: boolean, work: (browser: EventTarget & { onLine: boolean }) => Promise<T>): Promise<T> {
  vi.useFakeTimers()
  const browser = Object.assign(new EventTarget(), { onLine, serviceWorker: { controller: null } })
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  try {
    const [done] = await Promise.allSettled([work(browser), vi.runAllTimersAsync()])
    if (done.status === 'rejected') throw done.reason
    return done.value
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
}

test('[NV2] a part that failed is asked for again under another address, for browsers remember the failure of the first', async () => {
  const asked: string[] = []
  const again = (address: string): Promise<string> => {
    asked.push(address)
    return asked.length < 2 ? Promise.reject(failed) : Promise.resolve('part')
  }
  expect(await inBrowser(true, () => loadPart(() => Promise.reject(failed), again))).toBe('part')
  const address = 'http://localhost:8080/assets/dialog-frame-1a2b.js'
  expect(asked).toEqual([`${address}?again=1`, `${address}?again=2`])
})

test('[NV2] a part asked for anew after it was missing has addresses that were never tried', async () => {
  const asked = new Set<string>()
  let tries = 0
  const again = (address: string): Promise<string> => {
    asked.add(address)
    tries += 1
    return Promise.reject(failed)
  }
  for (let opening = 0; opening < 2; opening += 1) {
    await expect(inBrowser(true, () => loadPart(() => Promise.reject(failed), again))).rejects.toBeInstanceOf(PartMissing)
  }
  expect(asked.size).toBe(tries)
})

test('[NV2] after the last try the part is missing', async () => {
  const missing = inBrowser(true, () => loadPart(() => Promise.reject(new Error('an old build'))))
  await expect(missing).rejects.toBeInstanceOf(PartMissing)
})

test('without a network and before the shell is kept no address is tried, until the network is back', async () => {
  let tries = 0
  const load = async (): Promise<string> => {
    tries += 1
    return 'part'
  }
  await inBrowser(false, async (browser) => {
    const part = loadPart(load)
    await Promise.resolve()
    expect(tries).toBe(0)
    browser.onLine = true
    browser.dispatchEvent(new Event('online'))
    expect(await part).toBe('part')
  })
})
