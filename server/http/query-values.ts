/**
 * A query as the values of its fields. A field that is named several times counts once, by its first value; one of `lists` by all of them
 * between commas, as a form says them that is sent without a script.
 */
export const queryValues = (fields: Readonly<Record<string, readonly string[]>>, lists: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [
      name,
      lists.includes(name) ? values.filter((each) => each !== '').join(',') : (values[0] ?? ''),
    ]),
  )
