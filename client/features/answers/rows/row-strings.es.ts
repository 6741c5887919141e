export const rowEs = {
  /** A row without a name, of a form that does not say what its rows are. */
  row: ({ n }: { n: number }) => `Fila ${n}`,
} as const
