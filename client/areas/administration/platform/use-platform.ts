import { useCallback, useEffect, useRef } from 'react'
import {
  devicesSchema,
  giveUp,
  letterPageSchema,
  platformDevices,
  platformLetters,
  platformStatus,
  platformStatusSchema,
  platformStorage,
  repeatFailed,
  storageSchema,
} from '#shared/platform/routes.ts'
import type { LetterPage, PlatformStatus, PlatformStorage, WaitingDevices } from '#shared/platform/routes.ts'
import type { FailedWhy } from '#shared/platform/model.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'

/** How often the page is read anew while somebody looks at it. */
const refreshMs = 30_000

export interface Reading<Page> {
  readonly found: KeptPage<Page>
  readonly again: () => void
}

/** What of the letters is looked for. */
export interface WantedLetters {
  readonly state: 'failed' | 'waiting'
  readonly template: string | undefined
  readonly why: FailedWhy | undefined
  readonly before: string | undefined
}

export const useStatus = (): Reading<PlatformStatus> =>
  useKeptPage({ name: 'platform status', schema: platformStatusSchema, ask: () => callRoute(platformStatus) })

export function useLetters(wanted: WantedLetters): Reading<LetterPage> {
  const { state, template, why, before } = wanted
  return useKeptPage({
    name: `platform letters ${JSON.stringify([state, template, why, before])}`,
    schema: letterPageSchema,
    ask: () => callRoute(platformLetters, { query: { state, template, why, before } }),
  })
}

export const useStorage = (): Reading<PlatformStorage> =>
  useKeptPage({ name: 'platform storage', schema: storageSchema, ask: () => callRoute(platformStorage) })

export const useDevices = (): Reading<WaitingDevices> =>
  useKeptPage({ name: 'platform devices', schema: devicesSchema, ask: () => callRoute(platformDevices) })

export const repeatLetters = (body: {
  readonly ids?: string[] | undefined
  readonly template?: string | undefined
  readonly why?: FailedWhy | undefined
}) => callRoute(repeatFailed, { body })
export const giveLetterUp = (id: string) => callRoute(giveUp, { params: { id } })

/** Reads anew each 30 seconds while the page is in front, and at once when it comes back there after longer. Nothing that has the focus loses it. */
export function useRefresh(again: () => void): void {
  const last = useRef(0)
  const read = useCallback((): void => {
    last.current = performance.now()
    again()
  }, [again])
  useEffect(() => {
    last.current = performance.now()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') read()
    }, refreshMs)
    const seen = (): void => {
      if (document.visibilityState === 'visible' && performance.now() - last.current > refreshMs) read()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [read])
}
