/** What has a figure, the largest first; of equals the one that comes first. */
export const ranked = <Item>(
  items: readonly Item[],
  figure: (item: Item) => number | null,
): readonly { readonly item: Item; readonly value: number }[] =>
  items
    .flatMap((item) => {
      const value = figure(item)
      return value === null ? [] : [{ item, value }]
    })
    .toSorted((left, right) => right.value - left.value)

export const newest = <Of extends { readonly year: number }>(results: readonly Of[], has: (each: Of) => boolean): Of | undefined =>
  results.filter(has).toSorted((left, right) => right.year - left.year)[0]
