import { useCallback, useEffect, useRef, useState } from 'react'
import { askedResultsOf, queryOfResults } from '#shared/dashboards/asked.ts'
import type { AskedResults } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import type { Language } from '#client/i18n/language.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'

/** Where the call stands: without its route, with which everything that administrators ask would come along. */
const callPath = '/api/v1/publicReports/results'

/** rest: what is shown is what was chosen · loading · absent: no network, and what was chosen is not kept · failed: the server would not tell · notPublic: what was chosen was taken from the public. */
export type LoadState = 'rest' | 'loading' | Missed
type Missed = 'absent' | 'failed' | 'notPublic'

interface Shown {
  readonly data: PublicResultsView
  /** The moment of which it is, where it is a copy of this device's; null: it is the newest. */
  readonly keptAt: string | null
}

export interface Results extends Shown {
  readonly state: LoadState
  /** What was chosen last, while it is brought: the controls say it at once, and go back where it does not come. */
  readonly asked: AskedResults
  /** What the address says of what is shown, with its `?`. */
  readonly query: string
  choose(asked: AskedResults): void
}

/** What is shown, as it would be asked for. */
export const askedOf = ({ formId, category, chosen }: PublicResultsView): AskedResults => ({
  form: formId,
  category,
  institutions: chosen.map(({ id }) => id),
})

/** Whether what an address asks for is what is shown; what it does not say it leaves open. */
export const isAnswered = (asked: AskedResults, shown: AskedResults): boolean =>
  (asked.form === null || asked.form === shown.form) &&
  (asked.category === null || asked.category === shown.category) &&
  asked.institutions.join(',') === shown.institutions.join(',')

/** Whether a part of what an address asks for is not what is shown: a category or an institution that is not public in the form. */
export const isPartMissing = (asked: AskedResults, shown: AskedResults): boolean =>
  (asked.category !== null && asked.category !== shown.category) || asked.institutions.some((id) => !shown.institutions.includes(id))

async function bring(asked: AskedResults, language: Language): Promise<Shown | Missed> {
  try {
    const query = queryOfResults(asked)
    const { publicReply } = await loadPart(() => import('#client/data/server/kept-call.ts'))
    const reply = await publicReply(`${callPath}${query === '' ? '?' : `${query}&`}lang=${language}`)
    if (reply.is === 'absent') return 'absent'
    if (reply.is === 'refused') return reply.code === 'results_not_public' ? 'notPublic' : 'failed'
    // The reply's shape is the contract's.
    return { data: reply.value as PublicResultsView, keptAt: reply.keptAt }
  } catch {
    // The part that asks did not come: so would no figures.
    return 'absent'
  }
}

/** What the address asks for. */
export const askedHere = (): AskedResults => askedResultsOf(new URLSearchParams(location.search))
const addressOf = (asked: AskedResults): string => `${location.pathname}${queryOfResults(asked)}${location.hash}`

/**
 * What a page of results shows, and what it is asked to. A choice goes into the address once its figures are there, so that an address always
 * says what is seen; going back shows what was seen. Without a network what this device read before is shown with its day; where it never
 * read it, everything stays as it is, and that is said (DB14).
 */
export function useResults(first: PublicResultsView, language: Language): Results {
  const [shown, setShown] = useState<Shown>({ data: first, keptAt: null })
  const [state, setState] = useState<LoadState>('rest')
  const [asked, setAsked] = useState(() => askedOf(first))
  const last = useRef(shown)
  last.current = shown
  /** Counts what is asked: of two replies the later question's counts. */
  const turn = useRef(0)

  const show = useCallback(
    async (wanted: AskedResults, done: () => void, failed: () => void): Promise<void> => {
      setAsked(wanted)
      turn.current += 1
      const mine = turn.current
      setState('loading')
      const found = await bring(wanted, language)
      if (mine !== turn.current) return
      if (typeof found === 'string') {
        setState(found)
        setAsked(askedOf(last.current.data))
        failed()
        return
      }
      setShown(found)
      setAsked(askedOf(found.data))
      setState('rest')
      done()
    },
    [language],
  )

  useEffect(() => {
    const follow = (): void => {
      const wanted = askedHere()
      if (isAnswered(wanted, askedOf(last.current.data))) return
      void show(
        wanted,
        () => undefined,
        () => history.replaceState(null, '', addressOf(askedOf(last.current.data))),
      )
    }
    // A kept page is the one of which nobody chose anything, whatever its address asks for.
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [show])

  const choose = useCallback(
    (wanted: AskedResults): void =>
      void show(
        wanted,
        () => history.pushState(null, '', addressOf(wanted)),
        () => undefined,
      ),
    [show],
  )
  return { ...shown, state, asked, query: queryOfResults(askedOf(shown.data)), choose }
}
