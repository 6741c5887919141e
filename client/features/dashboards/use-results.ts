import { useCallback, useEffect, useRef, useState } from 'react'
import { askedResultsOf, queryOfResults } from '#shared/dashboards/asked.ts'
import type { AskedResults } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { publicData } from '#client/data/public-data.ts'
import type { Language } from '#client/i18n/language.ts'

/** Where the call stands: without its route, with which everything that administrators ask would come along. */
const callPath = '/api/v1/publicReports/results'

export interface Results {
  readonly data: PublicResultsView
  readonly loading: boolean
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

/**
 * What a page of results shows, and what it is asked to. A choice goes into the address; going back shows what was seen. Where the server
 * does not answer, the address itself is opened: what this device keeps of it is the page's, with its day.
 */
export function useResults(first: PublicResultsView, language: Language): Results {
  const [data, setData] = useState(first)
  const [loading, setLoading] = useState(false)
  const turn = useRef(0)

  const show = useCallback(
    async (query: string, open: () => void): Promise<void> => {
      turn.current += 1
      const mine = turn.current
      setLoading(true)
      // The reply's shape is the contract's.
      const told = (await publicData(`${callPath}${query}`, language)) as PublicResultsView | null
      if (mine !== turn.current) return
      // The browser opens the address as it would any page, from what is kept of it where there is no network.
      if (told === null) return location.assign(`${location.pathname}${query}`)
      setData(told)
      setLoading(false)
      open()
    },
    [language],
  )

  useEffect(() => {
    const follow = (): void => void show(queryOfResults(askedResultsOf(new URLSearchParams(location.search))), () => undefined)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [show])

  const choose = useCallback(
    (asked: AskedResults): void => {
      const query = queryOfResults(asked)
      void show(query, () => history.pushState(null, '', `${location.pathname}${query}`))
    },
    [show],
  )
  return { data, loading, query: queryOfResults(askedOf(data)), choose }
}
