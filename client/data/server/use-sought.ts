import { useSearchParams } from 'react-router'
import { isDay } from '#shared/kernel/instant.ts'
import type { Day } from '#shared/kernel/instant.ts'

/** What of a list is looked for, by the names of the address; `before` is where a page of it begins. */
export type Sought = Readonly<Record<string, string | undefined>>

/** What an address holds. */
export interface Given {
  readonly text: (name: string) => string | undefined
  readonly day: (name: string) => Day | undefined
}

export interface Seeking<What extends Sought> {
  readonly sought: What
  /** A change of what is looked for begins at the newest again. */
  readonly seek: (next: Sought, how?: 'typing') => void
}

/** What is looked for, in the address: typing leaves no step to go back over, another change does. */
export function useSought<What extends Sought>(parse: (given: Given) => What): Seeking<What> {
  const [search, setSearch] = useSearchParams()
  const text = (name: string): string | undefined => search.get(name) || undefined
  const sought = parse({ text, day: (name) => [text(name)].find((each) => each !== undefined && isDay(each)) })
  return {
    sought,
    seek: (next, how) => {
      const wanted = Object.entries({ ...sought, before: undefined, ...next }).filter((each): each is [string, string] => Boolean(each[1]))
      setSearch(Object.fromEntries(wanted), { replace: how === 'typing', state: { stays: true }, preventScrollReset: how === 'typing' })
    },
  }
}
