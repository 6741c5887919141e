import type { Page } from '@playwright/test'
import { expect, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

/** Paths of the files that the worker keeps. */
const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const keys = await Promise.all(['iip-app', 'iip-site'].map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

/** Takes files away, or puts something else in their place; gives back what brings them again. */
const take = (page: Page, paths: readonly string[], how: 'away' | 'another'): Promise<void> =>
  page.evaluate(
    async ([some, replaced]) => {
      for (const name of ['iip-app', 'iip-site']) {
        const cache = await caches.open(name)
        const aside = await caches.open(`aside-${name}`)
        for (const request of await cache.keys()) {
          if (!some.includes(new URL(request.url).pathname)) continue
          const kept = await cache.match(request)
          if (kept) await aside.put(new URL(`/aside${new URL(request.url).pathname}${new URL(request.url).search}`, location.href), kept)
          await cache.delete(request)
          if (replaced)
            await cache.put(
              request,
              new Response('<p>Esta red no deja pasar esta dirección</p>', { headers: { 'Content-Type': 'text/javascript' } }),
            )
        }
      }
    },
    [paths, how === 'another'] as const,
  )
const putBack = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const name of ['iip-app', 'iip-site']) {
      const aside = await caches.open(`aside-${name}`)
      for (const request of await aside.keys()) {
        const kept = await aside.match(request)
        if (kept) await (await caches.open(name)).put(request.url.replace('/aside', ''), kept)
      }
      await caches.delete(`aside-${name}`)
    }
  })

/** What the trial says on the page that stands: ready, or not. */
async function trial(page: Page): Promise<'ready' | 'not ready'> {
  const button = page.getByRole('button', { name: 'Probar este equipo' })
  await button.click()
  // What was found before stands until then.
  await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 60_000 })
  const [ready, not] = [page.getByText('Este equipo abre la aplicación sin conexión'), page.getByText('Este equipo aún no está listo')]
  await expect(ready.or(not)).toBeVisible()
  return (await ready.isVisible()) ? 'ready' : 'not ready'
}

test('[NV5] [NV6] each file of the application in turn is taken away, or is something else, alone and with others: no device that the trial calls ready fails to start without a network @nightly', async ({
  newDevice,
  server,
}) => {
  test.setTimeout(20 * 60_000)
  const device = await newDevice(server.url)
  const page = await device.open()
  await signIn(page, peopleOf('norte').professional)
  await upToDate(page)
  await shellKept(page)
  await page.goto('/dashboard/device')
  expect(await trial(page)).toBe('ready')
  const paths = await keptPaths(page)
  expect(paths.length).toBeGreaterThan(300)
  // Nothing is brought meanwhile: what was taken away stays away.
  await device.context.setOffline(true)

  const saidWithout = async (
    away: readonly string[],
    how: 'away' | 'another',
    then: () => Promise<void> = async () => undefined,
  ): Promise<'ready' | 'not ready'> => {
    await take(page, away, how)
    const said = await trial(page)
    if (said === 'ready') await then()
    // What is something else goes when each file is read: what it was stays aside all the same.
    await putBack(page)
    return said
  }
  // Nothing that starts rests on it, whether it is away or is something else.
  for (const how of ['away', 'another'] as const) expect(await saidWithout(['/manifest.webmanifest'], how), how).toBe('ready')
  const dispensable: string[] = []
  for (const [at, path] of paths.entries()) {
    const said = await saidWithout([path], at % 4 === 0 ? 'another' : 'away')
    if (said === 'ready') dispensable.push(path)
    // Whatever else is lacking, too.
    else if (at % 16 === 0) expect(await saidWithout([path, paths[(at + 37) % paths.length] ?? path], 'away'), path).toBe('not ready')
  }
  expect(dispensable.length).toBeGreaterThan(100)
  expect(dispensable.length).toBeLessThan(paths.length - 150)
  // Of those without which the device is called ready: it starts when many of them are lacking together.
  const wrong: string[] = []
  for (let from = 0; from < dispensable.length; from += 12) {
    const away = dispensable.slice(from, from + 12)
    const said = await saidWithout(away, 'away', async () => {
      const again = await device.context.newPage()
      await again.goto('/dashboard/Home')
      const started = again.getByRole('heading', { level: 1, name: 'Índice 2025' })
      await expect(started.or(again.getByRole('alert')).first()).toBeVisible()
      if (!(await started.isVisible())) wrong.push(...away)
      await again.close()
    })
    expect(said).toBe('ready')
  }
  expect(wrong).toEqual([])
  expect(await trial(page)).toBe('ready')
  await goOnline(device.context)
})
