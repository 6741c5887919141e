export const es = {
  /** The button that leads to what waits for the person, and what it becomes when nothing does. */
  next: ({ n }: { n: number }) => `Siguiente pendiente (${n})`,
  reviewAndSend: 'Revisar y enviar',
  /** Said when the focus lands on a question: its number, and why it waits. */
  nextSaid: ({ number, why }: { number: string; why: string }) => `${number}: ${why}`,
  nothingLeft: 'No queda nada pendiente de su parte. Ya puede revisar y enviar.',
  nothingLeftHere: 'No queda nada pendiente en esta institución.',
  /** Beside the button: its keys. */
  nextKeys: 'Teclas de «Siguiente pendiente»',
  or: 'o',
  /** Told once, when the last of a sub-dimension is done; name: the sub-dimension. */
  partDone: ({ name }: { name: string }) => `${name}: no queda nada pendiente de su parte.`,
  ownDone: 'Nada pendiente de su parte',
} as const
