import { useCallback, useEffect, useRef, useState } from 'react'
import { askedFilterIn, filterOf, namesNoYear, queryOf } from '#shared/open-data/filter.ts'
import type { OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import type { OpenPage } from './asked.ts'
import type { Shown } from './fetched-sets.ts'
import { wantCharts } from './charts/late-charts.ts'

type Sets = OpenDataView['sets']

/** rest: what is shown is what was chosen · loading · absent: no network, and what was chosen is not kept · failed: the server would not tell · replaced: another report is public than the one that is shown. */
export type LoadState = 'rest' | 'loading' | 'absent' | 'failed' | 'replaced'

export interface OpenData {
  /** What is shown. */
  readonly filter: OpenFilter
  /** What was chosen last, while it is brought: the controls say it at once, and go back where it does not come. */
  readonly chosen: OpenFilter
  readonly sets: Sets
  readonly state: LoadState
  /** The moment of which what is shown is, where it is a copy of this device's; null: it is the newest. */
  readonly keptAt: string | null
  /** Where what was chosen last stands, as the server draws it anew. */
  readonly href: string
  choose(filter: OpenFilter): void
}

/** What asks comes late, as what draws does: a page is read long before anybody chooses. */
const asking = () => loadPart(() => import('./fetched-sets.ts'))

async function bring(page: OpenPage, filter: OpenFilter, reportId: string): Promise<Shown | 'absent' | 'failed' | 'replaced'> {
  try {
    // Figures and what draws them come together: nothing that is seen goes before what follows it is there.
    const [{ fetchedSets }] = await Promise.all([asking(), wantCharts(page)])
    return await fetchedSets(page, filter, reportId)
  } catch {
    // The part that asks did not come: so would no figures.
    return 'absent'
  }
}

/** An address of the page with a filter in it; what else it holds stays. */
function addressOf(filter: OpenFilter, years: readonly number[]): string {
  const query = new URLSearchParams(queryOf(filter, years))
  if (new URLSearchParams(location.search).get('view') === 'table') query.set('view', 'table')
  const text = decodeURIComponent(query.toString().replaceAll('+', '%20')).replaceAll(' ', '%20')
  return `${location.pathname}${text === '' ? '' : `?${text}`}`
}

/**
 * What a page of open data shows, and what it is asked to. A choice goes into the address once its figures are there, so that an address
 * always says what is seen; going back shows what was seen. Without a network what this device read before is shown, and its day is said (CH8).
 */
export function useOpenData(page: OpenPage, { filter, sets, years, report, missing }: OpenDataView): OpenData {
  const reportId = report?.id ?? ''
  const [href, setHref] = useState('')
  const [shown, setShown] = useState<Shown>({ filter, sets, keptAt: null })
  const [state, setState] = useState<LoadState>('rest')
  const [chosen, setChosen] = useState(filter)
  // Of years that there are not no figures came: the usual ones are still to be asked for.
  const isNone = missing.length > 0 && Object.keys(sets).length === 0
  /** What this visit has seen, by its query: going back asks nobody. */
  const seen = useRef(new Map<string, Shown>(isNone ? [] : [[queryOf(filter, years), { filter, sets, keptAt: null }]]))
  const last = useRef(shown)
  last.current = shown
  /** Counts what is asked: of two replies the later question's counts. */
  const turn = useRef(0)

  const show = useCallback(
    async (wanted: OpenFilter, done: () => void, failed: () => void): Promise<void> => {
      setChosen(wanted)
      turn.current += 1
      const mine = turn.current
      const key = queryOf(wanted, years)
      const known = seen.current.get(key)
      if (!known) setState('loading')
      const found = known ?? (await bring(page, wanted, reportId))
      if (mine !== turn.current) return
      if (typeof found === 'string') {
        setState(found)
        setHref(addressOf(wanted, years))
        setChosen(last.current.filter)
        failed()
        return
      }
      if (found.keptAt === null) seen.current.set(key, found)
      setShown(found)
      setState('rest')
      done()
    },
    [page, years, reportId],
  )

  const follow = useCallback((): void => {
    const asked = askedFilterIn(new URLSearchParams(location.search))
    if (namesNoYear(asked, years)) return
    const wanted = filterOf(asked, years)
    if (Object.keys(last.current.sets).length > 0 && queryOf(wanted, years) === queryOf(last.current.filter, years)) return
    void show(
      wanted,
      () => undefined,
      () => history.replaceState(null, '', addressOf(last.current.filter, years) + location.hash),
    )
  }, [show, years])

  useEffect(() => {
    // The landing tells of every year, whatever an address asks for.
    if (page === 'openData') return undefined
    // A kept page is the one that nobody filtered, whatever its address asks for.
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [follow, page])

  const choose = useCallback(
    (wanted: OpenFilter): void =>
      void show(
        wanted,
        () => history.pushState(null, '', addressOf(wanted, years)),
        () => undefined,
      ),
    [show, years],
  )
  return { ...shown, chosen, state, href, choose }
}
