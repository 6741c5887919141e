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
  /** In lists; names: who said it. */
  readyBy: ({ names }: { names: string }) => `Lista según ${names}`,
  readyOwn: 'La marcó como lista',
  readyShort: 'Lista',

  /** What was answered a form ago. form: its year, or its name. */
  bring: ({ form }: { form: string }) => `Traer respuesta de ${form}`,
  bringRows: ({ n, form }: { n: number; form: string }) => (n === 1 ? `Traer 1 fila de ${form}` : `Traer ${n} filas de ${form}`),
  formerTitle: ({ form }: { form: string }) => `Respuesta de ${form}`,
  formerSame: ({ form }: { form: string }) => `Igual que en ${form}`,
  formerWording: ({ form }: { form: string }) => `En ${form} se preguntaba así:`,
  formerGone: ({ names }: { names: string }) => `Ya no se ofrece: ${names}. No se trae.`,
  formerKind: 'La pregunta se responde ahora de otra manera: esa respuesta no se puede traer. Puede leerla y responder de nuevo.',
  formerFile: ({ name, form }: { name: string; form: string }) =>
    `En ${form} se adjuntó «${name}». Los archivos no se traen: adjúntelo si aún corresponde.`,
  formerAccepted: 'Fue aceptada',
  formerRejected: 'Fue rechazada',
  formerObserved: 'Quedó observada',
  formerRows: ({ n }: { n: number }) => (n === 1 ? '1 fila:' : `${n} filas:`),
  formerNoRoom: ({ n }: { n: number }) =>
    n === 1 ? 'Cabe 1 fila más: la otra no se trae.' : `Caben ${n} filas más: las otras no se traen.`,
  formerFull: 'No caben más filas.',
  broughtNow: ({ form }: { form: string }) => `Trajo la respuesta de ${form}.`,
  broughtUndo: 'Deshacer',
  broughtUndone: 'Se deshizo: la respuesta quedó como estaba.',
  replaceTitle: ({ form }: { form: string }) => `¿Reemplazar lo escrito por la respuesta de ${form}?`,
  replaceBody: 'Lo que hay ahora queda en el historial si ya era la respuesta. Puede deshacerlo después.',
  replaceNow: 'Ahora dice',
  replaceThen: ({ form }: { form: string }) => `En ${form} decía`,
  replaceConfirm: 'Reemplazar',
} as const
