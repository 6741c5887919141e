export const es = {
  /** {{names}}: "Ana Pérez", "Ana Pérez y Luis Soto"; {{n}}: how many they are. */
  openQuestion: ({ names, n }: { names: string; n: number }) =>
    n === 1 ? `${names} tiene abierta esta pregunta` : `${names} tienen abierta esta pregunta`,
  openInstitution: ({ names, n }: { names: string; n: number }) =>
    n === 1 ? `${names} tiene abierta esta institución` : `${names} tienen abierta esta institución`,
  /** Between the last two names. */
  and: ' y ',
  /** Of more than three. */
  others: ({ n }: { n: number }) => `${n} personas más`,
} as const
