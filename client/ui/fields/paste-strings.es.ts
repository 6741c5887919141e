export const es = {
  /** Of what was pasted; {{n}} characters fitted. */
  pasteCut: ({ n }: { n: number }) =>
    n === 0
      ? 'No se pegó nada: el campo está lleno. Borre parte de su texto y péguelo de nuevo.'
      : `Lo pegado no cabe entero: quedó solo su comienzo (caracteres: ${n}). Revise el final.`,
  /** {{text}}: what was pasted into the parts of a day. */
  dayUnread: 'No se reconoce una fecha en «{{text}}». Escriba el día, el mes y el año.',
} as const
