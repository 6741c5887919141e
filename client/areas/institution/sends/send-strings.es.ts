import { es } from './strings.es.ts'

export const sendEs = {
  ...es,
  row: ({ n }: { n: number }) => `fila ${n}`,
  commentAbout: ({ about }: { about: string }) => `Comentario sin resolver sobre lo que ya no se pregunta: ${about}`,
  checking: 'Revisando sus respuestas...',
  problems: ({ n }: { n: number }) => (n === 1 ? 'Hay 1 punto por resolver' : `Hay ${n} puntos por resolver`),
  more: ({ n }: { n: number }) => (n === 1 ? 'y 1 punto más' : `y ${n} puntos más`),
  warnings: 'Para tener en cuenta',
  /** Under the title: how much of it is the reader's. */
  yours: ({ n }: { n: number }) => (n === 1 ? '1 espera por usted:' : `${n} esperan por usted:`),
  yoursNone: 'Ninguno espera por usted: los demás deben actuar.',
  othersWait: 'Esperan por otras personas',
  writeTo: 'Escribir a {{name}}',
  letterSubject: '{{form}}: preguntas pendientes',
  letterBody: 'Hola, {{name}}: para poder enviar falta lo siguiente.',
  copyList: 'Copiar la lista',
  copyListOf: 'Copiar la lista de {{name}}',
  listCopied: 'Lista copiada',
  copyFailed: 'El navegador no permitió copiar.',
  unassignedCount: ({ n }: { n: number }) => (n === 1 ? '1 pregunta no tiene responsable.' : `${n} preguntas no tienen responsable.`),
  unsent: ({ n }: { n: number }) =>
    n === 1
      ? 'Hay 1 cambio de este equipo que el servidor aún no recibe.'
      : `Hay ${n} cambios de este equipo que el servidor aún no recibe.`,
  unsentFiles: ({ n }: { n: number }) =>
    n === 1 ? 'Hay 1 archivo de este equipo por enviar.' : `Hay ${n} archivos de este equipo por enviar.`,
  attention: ({ n }: { n: number }) =>
    n === 1 ? 'Hay 1 cambio que no se aplicó y espera su decisión.' : `Hay ${n} cambios que no se aplicaron y esperan su decisión.`,
  serverUnasked: 'No se pudo consultar al servidor: puede haber cambios de otras personas que este equipo no conoce.',

  ready: 'Todo está listo para enviar',
  readyCount: ({ answers, files }: { answers: number; files: number }) =>
    `${answers === 1 ? '1 respuesta' : `${answers} respuestas`} y ${files === 1 ? '1 archivo' : `${files} archivos`}.`,
  afterEvaluation:
    'Después de enviar no podrá editar las respuestas. El equipo de evaluación las revisará y usted recibirá un comprobante por correo.',
  afterReview: ({ name }: { name: string }) =>
    name === ''
      ? 'Después de enviar no podrá editar estas respuestas, salvo que se las devuelvan.'
      : `Después de enviar no podrá editar estas respuestas, salvo que ${name} se las devuelva.`,
  offline:
    'Sin conexión: quedará como solicitud. El comprobante llega del servidor, que comprobará que nada haya cambiado desde esta revisión.',
  cancel: 'Cancelar',
  close: 'Cerrar',
  requested: 'Solicitud de envío guardada',
  requestedBody: 'El servidor comprobará que nada haya cambiado desde su revisión. El comprobante aparecerá aquí.',
  requestedOffline: 'Se enviará al recuperar la conexión. Puede cerrar esta ventana; el comprobante aparecerá aquí y en su correo.',
  refused: 'El envío no se realizó',
  tryAgain: 'Revisar nuevamente',
  alreadySentTo: ({ name }: { name: string }) =>
    name === ''
      ? 'Si se las devuelven, aparecerán entre sus pendientes.'
      : `Las recibió ${name}. Si se las devuelven, aparecerán entre sus pendientes.`,
  alreadySentBody: 'Si se las devuelven, aparecerán entre sus pendientes.',
  notAllowed: 'En esta etapa no se envían respuestas.',
  nothingHeld: 'No tiene respuestas por enviar.',

  receipt: 'Comprobante de envío',
  receiptDone: 'Respuestas enviadas',
  receiptNumber: 'Número',
  receiptTime: 'Fecha y hora',
  receiptBy: 'Enviado por',
  receiptTo: 'Destino',
  receiptInstitution: 'Institución',
  receiptForm: 'Formulario',
  receiptAnswers: 'Respuestas',
  receiptFiles: 'Archivos',
  receiptDigest: 'Huella digital (SHA-256)',
  receiptDigestHint: 'Identifica exactamente lo enviado: cada respuesta y cada archivo.',
  levelEvaluation: 'Equipo de evaluación',
  levelInstitution: 'Nivel superior de la institución',
  nextEvaluation:
    'El equipo de evaluación revisará sus respuestas. Si hay observaciones podrá ajustarlas en la etapa siguiente; le avisaremos por correo.',
  nextReview: ({ name }: { name: string }) =>
    `${name === '' ? 'La persona responsable' : name} revisará sus respuestas. Si se devuelven con un comentario, aparecerán entre sus pendientes.`,
  print: 'Imprimir',
  download: 'Guardar copia',
  earlierReceipts: 'Comprobantes anteriores',
  deletedUser: 'Usuario Eliminado',
  pageLead: 'Revise lo que falta y envíe cuando esté todo listo.',
} as const
