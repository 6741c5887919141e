export const es = {
  /** What a table lists. */
  rows: ({ n }: { n: number }) => (n === 1 ? '1 fila' : `${n} filas`),
  foundOf: ({ n, total }: { n: number; total: number }) => `${n} de ${total}`,
  /** Said while somebody searches. */
  found: ({ n }: { n: number }) => (n === 0 ? 'Sin resultados' : n === 1 ? '1 resultado' : `${n} resultados`),
  pages: 'Páginas de la tabla',
  perPage: 'Filas por página',
  pageBefore: 'Página anterior',
  pageAfter: 'Página siguiente',
  pageIs: 'Página {{page}} de {{pages}}',
  /** {{n}}: rows of the page that can be chosen. */
  choosePage: ({ n }: { n: number }) => (n === 1 ? 'Elegir la fila de esta página' : `Elegir las ${n} de esta página`),
  chooseListed: ({ n }: { n: number }) => `Elegir las ${n} del filtro`,
  chooseNone: 'Quitar la selección',
  chooseRow: 'Elegir {{name}}',
  chosen: ({ n }: { n: number }) => (n === 1 ? '1 elegida' : `${n} elegidas`),
  chosenHidden: ({ n }: { n: number }) => (n === 1 ? '1 no está en este filtro' : `${n} no están en este filtro`),
} as const
