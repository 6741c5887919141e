import { afterEach, expect, test, vi } from 'vitest'
import { openSetOf } from '#shared/open-data/statistics.ts'
import { reportHeader } from '#shared/open-data/filter.ts'
import { aDataset } from './fixtures.ts'
import { fetchedSets } from './fetched-sets.ts'

afterEach(() => vi.unstubAllGlobals())

const filter = { years: [2024], category: null, orientation: null }
const value = openSetOf('keyCapability', aDataset([2024]), filter)
const told = (report: string): Response => Response.json({ success: true, data: value }, { headers: { [reportHeader]: report } })
const refused = (code: string): Response => Response.json({ success: false, error: { code, message: '' } }, { status: 400 })

/** A device's copies, and a network that answers or does not. */
function world(reply: () => Response | Promise<Response>): Map<string, Response> {
  const kept = new Map<string, Response>()
  vi.stubGlobal('fetch', async () => reply())
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (path: string, given: Response) => void kept.set(path, given),
      match: async (path: string) => kept.get(path)?.clone(),
      keys: async () => [],
    }),
  })
  return kept
}
const away = (): never => {
  throw new TypeError('Failed to fetch')
}

test('[CH8] of two reports nothing is shown together: a swap below an open page is told, and leads to the new one', async () => {
  world(() => told('o1'))
  expect(await fetchedSets('capacities', filter, 'o1')).toMatchObject({ filter, keptAt: null })
  world(() => told('o2'))
  expect(await fetchedSets('capacities', filter, 'o1')).toBe('replaced')
  for (const code of ['open_years_unknown', 'open_data_none']) {
    world(() => refused(code))
    expect(await fetchedSets('capacities', filter, 'o1'), code).toBe('replaced')
  }
  world(() => refused('malformed'))
  expect(await fetchedSets('capacities', filter, 'o1')).toBe('failed')
})

test('[CH8] what this device keeps of a report is shown beside that report alone', async () => {
  const kept = world(() => told('o1'))
  await fetchedSets('capacities', filter, 'o1')
  const copies = [...kept]
  const again = world(away)
  for (const [path, copy] of copies) again.set(path, copy.clone())
  expect(await fetchedSets('capacities', filter, 'o1')).toMatchObject({ filter, keptAt: expect.any(String) })
  expect(await fetchedSets('capacities', filter, 'o2')).toBe('absent')
})
