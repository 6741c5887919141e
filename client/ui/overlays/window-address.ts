/** The window that is open over a page: what it does, and to which row. */
export interface OpenWindow<Act extends string> {
  readonly act: Act
  /** Empty where it is about no row. */
  readonly id: string
}

/** What each window of a page is called in its address. */
export type WindowNames<Act extends string> = Readonly<Record<Act, string>>

/** The window that an address names; null when it names none. */
export function readWindow<Act extends string>(search: string, names: WindowNames<Act>): OpenWindow<Act> | null {
  const query = new URLSearchParams(search)
  // The keys of such an object are its own: nothing else is put into it.
  const act = (Object.keys(names) as Act[]).find((each) => query.has(names[each]))
  return act === undefined ? null : { act, id: query.get(names[act]) ?? '' }
}

/** The query of an address with this window and no other, `?` before it unless it is empty; what else the address held stays in it. */
export function writeWindow<Act extends string>(search: string, names: WindowNames<Act>, open: OpenWindow<Act> | null): string {
  const query = new URLSearchParams(search)
  for (const name of Object.values<string>(names)) query.delete(name)
  if (open) query.set(names[open.act], open.id)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
