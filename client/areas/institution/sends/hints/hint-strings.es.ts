export const es = {
  title: ({ n }: { n: number }) =>
    n === 1 ? 'Hay un par de respuestas que conviene revisar' : `Hay ${n} pares de respuestas que conviene revisar`,
  lead: 'No impiden enviar. Quien evalúa también las lee.',
  follow: 'Ir a la {{number}}',
} as const
