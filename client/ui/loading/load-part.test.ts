import { expect, test, vi } from 'vitest'
import { loadPart, PartMissing, partsWaitFor } from './load-part.ts'

const failed = new TypeError('Failed to fetch dynamically imported module: http://localhost:8080/assets/dialog-frame-1a2b.js')

/** Does work in a browser whose service worker keeps nothing yet, with every pause over at once. */
async function inBrowser<T>(work: () => Promise<T>, controller: object | null = null): Promise<T> {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  try {
    const [done] = await Promise.allSettled([work(), vi.runAllTimersAsync()])
    if (done.status === 'rejected') throw done.reason
    return done.value
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    partsWaitFor(() => Promise.resolve())
  }
}

test('[NV2] a part that failed is asked for again under another address, for browsers remember the failure of the first', async () => {
  const asked: string[] = []
  const again = (address: string): Promise<string> => {
    asked.push(address)
    return asked.length < 2 ? Promise.reject(failed) : Promise.resolve('part')
  }
  expect(await inBrowser(() => loadPart(() => Promise.reject(failed), again))).toBe('part')
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
    await expect(inBrowser(() => loadPart(() => Promise.reject(failed), again))).rejects.toBeInstanceOf(PartMissing)
  }
  expect(asked.size).toBe(tries)
})

test('[NV2] after the last try the part is missing', async () => {
  const missing = inBrowser(() => loadPart(() => Promise.reject(new Error('an old build'))))
  await expect(missing).rejects.toBeInstanceOf(PartMissing)
})

test('[NV2] while the server does not answer no address is tried of what the service worker does not keep; what it keeps comes', async () => {
  let tries = 0
  const load = async (): Promise<string> => {
    tries += 1
    return 'part'
  }
  let comesBack = (): void => undefined
  const back = new Promise<void>((resolve) => (comesBack = resolve))
  await inBrowser(async () => {
    partsWaitFor(() => back)
    const part = loadPart(load)
    await new Promise<void>((resolve) => setTimeout(resolve, 600_000))
    expect(tries).toBe(0)
    comesBack()
    expect(await part).toBe('part')
  })
  await inBrowser(async () => {
    partsWaitFor(() => new Promise(() => undefined))
    expect(await loadPart(load)).toBe('part')
  }, {})
})

test('[NV2] a part that did not come because the server went is tried again once it is back, and not before', async () => {
  let isThere = true
  let comesBack = (): void => undefined
  const back = new Promise<void>((resolve) => (comesBack = resolve))
  let tries = 0
  await inBrowser(async () => {
    partsWaitFor(() => (isThere ? Promise.resolve() : back))
    const part = loadPart(
      () => {
        isThere = false
        return Promise.reject(failed)
      },
      () => {
        tries += 1
        return Promise.resolve('part')
      },
    )
    await new Promise<void>((resolve) => setTimeout(resolve, 600_000))
    expect(tries).toBe(0)
    comesBack()
    expect(await part).toBe('part')
  })
})
