export const readyMarkEs = {
  /** "Sección lista": who answers a sub-dimension tells who leads the area that they are done. name: who hears it. */
  readyOffer: ({ name }: { name: string }) =>
    name === ''
      ? 'Su parte de esta sección está completa. Puede avisar que está lista, aunque deje opcionales sin responder.'
      : `Su parte de esta sección está completa. Puede avisar a ${name} que está lista, aunque deje opcionales sin responder.`,
  readyMark: 'Marcar sección lista',
  readyDone: 'Sección lista',
  readyToldDone: ({ name }: { name: string }) =>
    name === '' ? 'Marcó su parte como lista.' : `Marcó su parte como lista y se avisó a ${name}.`,
  readyWaits: ({ name }: { name: string }) =>
    name === ''
      ? 'Marcó su parte como lista. El aviso saldrá cuando haya conexión.'
      : `Marcó su parte como lista. ${name} recibirá el aviso cuando haya conexión.`,
  readyTakeBack: 'Quitar la marca',
  readyFell: 'La marca de sección lista se quitó sola: después le pidieron algo más aquí.',
} as const
