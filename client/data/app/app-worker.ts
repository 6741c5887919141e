import type { UserKind } from '#shared/access/actor.ts'

/*
 * What the page asks its worker: whether the application's files are on this device, so that it opens without a network, and to bring them
 * (NV4, NV5).
 */

/** How the files stand that a person needs. */
export type AppFilesState =
  | { readonly kind: 'whole'; readonly of: number }
  | { readonly kind: 'lacking'; readonly lacking: number; readonly of: number }
  /** The browser refuses workers, or has none of this application. */
  | { readonly kind: 'none' }
  /** There is one, and it does not answer. */
  | { readonly kind: 'silent' }

/** How long the worker may say nothing while it brings, which gives up what is silent sooner, and while it only looks. */
const silentMs = { bringing: 90_000, looking: 15_000 } as const
/** How long the first of all may take until it serves. */
const firstMs = 30_000

interface Asked {
  /** Who works here; null for nobody. */
  readonly kind: UserKind | null
  /** What lacks is brought. */
  readonly bring: boolean
  /** Each file is read, whether it is as it should be. */
  readonly thorough: boolean
}
interface Heard {
  readonly lacking: number
  readonly of: number
  readonly isEnd?: boolean
}

const stateOf = ({ lacking, of }: Heard): AppFilesState => (lacking === 0 ? { kind: 'whole', of } : { kind: 'lacking', lacking, of })

function ask(worker: ServiceWorker, asked: Asked, onHeard: (state: AppFilesState) => void): Promise<AppFilesState> {
  const { port1: answers, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (state: AppFilesState): void => {
      clearTimeout(timer)
      answers.close()
      resolve(state)
    }
    const silence = (): void => end({ kind: 'silent' })
    const mostMs = asked.bring ? silentMs.bringing : silentMs.looking
    let timer = setTimeout(silence, mostMs)
    answers.onmessage = ({ data }: MessageEvent<Heard>) => {
      clearTimeout(timer)
      if (data.isEnd) return end(stateOf(data))
      timer = setTimeout(silence, mostMs)
      onHeard(stateOf(data))
    }
    worker.postMessage({ type: 'APP_FILES', ...asked }, [port2])
  })
}

/** The worker that serves; the first of all is waited for. */
async function serving(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | null> {
  const registration = await container.getRegistration()
  if (!registration || registration.active) return registration ?? null
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), firstMs)))
  return Promise.race([container.ready, tooLong]).finally(() => clearTimeout(timer))
}

/**
 * How the files stand of whoever serves the next start: the version that serves now and, where one waits, that one as well, for it takes over
 * once every page is closed. The worse of both counts.
 */
export async function appFiles(asked: Asked, onHeard: (state: AppFilesState) => void = () => undefined): Promise<AppFilesState> {
  // A browser that refuses them may refuse the question.
  const registration = 'serviceWorker' in navigator ? await serving(navigator.serviceWorker).catch(() => null) : null
  if (!registration?.active) return { kind: 'none' }
  const first = await ask(registration.active, asked, onHeard)
  // A browser may end a worker before it has answered, and starts it anew when it is asked.
  const now = first.kind === 'silent' ? await ask(registration.active, asked, onHeard) : first
  return now.kind === 'whole' && registration.waiting ? ask(registration.waiting, asked, onHeard) : now
}
