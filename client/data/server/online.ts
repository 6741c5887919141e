import { useSyncExternalStore } from 'react'
import { ssoProviders } from '#shared/accounts/sso-provider-routes.ts'
import { Connection } from './connection.ts'
import { isAnswered, tellCalls } from './request.ts'

/** The page's connection to the server, one for everything on it. */
export const connection = new Connection({
  // oxlint-disable-next-line eslint/no-restricted-properties -- The hint that counts before the first answer.
  believes: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  watch(happened) {
    const watching = new AbortController()
    const { signal } = watching
    for (const what of ['online', 'offline'] as const) addEventListener(what, () => happened(what), { signal })
    document.addEventListener('visibilitychange', () => happened('visibilitychange'), { signal })
    return () => watching.abort()
  },
  // A public call that reads nothing but settings.
  ask: (signal) => isAnswered(ssoProviders, signal),
  later(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
})

tellCalls((answered) => connection.callEnded(answered))

/** Whether the server answers (CN1). */
export const useOnline = (): boolean => useSyncExternalStore(connection.subscribe, () => connection.online)
