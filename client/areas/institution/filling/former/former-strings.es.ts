export const formerEs = {
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
