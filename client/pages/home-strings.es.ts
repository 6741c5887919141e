export const es = {
  documentTitle: 'Inicio',
  /** Sentence under the form's name. {{n}}: pending questions of {{total}}. */
  standingAll: ({ n, total }: { n: number; total: number }) =>
    n === 0
      ? 'Su institución no tiene preguntas pendientes.'
      : n === 1
        ? `A su institución le queda 1 pregunta pendiente de ${total}.`
        : `A su institución le quedan ${n} preguntas pendientes de ${total}.`,
  standingOwn: ({ n, total }: { n: number; total: number }) =>
    n === 0
      ? 'No tiene preguntas pendientes.'
      : n === 1
        ? `Le queda 1 pregunta pendiente de ${total}.`
        : `Le quedan ${n} preguntas pendientes de ${total}.`,
  standingNobody: 'Todavía no tiene preguntas asignadas. Cuando alguien de su institución le asigne una, aparecerá aquí.',
  standingSent: 'Las respuestas de su institución fueron enviadas y son de solo lectura.',
  standingEnded: 'La etapa de ingreso terminó; las respuestas de su institución son de solo lectura.',
  progress: 'Avance',
  /** Beside a progress bar. */
  done: ({ n, total }: { n: number; total: number }) => `${n} de ${total} listas`,
  start: 'Comenzar',
  goOn: 'Continuar',
  review: 'Revisar y enviar',
  look: 'Ver respuestas',
  configure: 'Asignar responsables',
  pendingAll: 'Avance por dimensión',
  pendingOwn: 'Sus preguntas pendientes',
  pendingNone: 'No hay nada pendiente',
  pendingNoneBody: 'Todas las preguntas a su cargo están listas.',
  /** Professional variant of the text about sending (institution-area §2). */
  sendOwn: 'Cuando todo esté listo, envíe sus respuestas a revisión desde el formulario.',
  sendAll: 'Cuando todas las dimensiones estén completas, envíe el formulario a evaluación.',
  complete: 'Completo',
  notStarted: 'Sin iniciar',
  pendingCount: ({ n }: { n: number }) => (n === 1 ? '1 pendiente' : `${n} pendientes`),
  observedCount: ({ n }: { n: number }) => (n === 1 ? '1 observación' : `${n} observaciones`),
  commentCount: ({ n }: { n: number }) => (n === 1 ? '1 comentario' : `${n} comentarios`),
  showPending: 'Ver preguntas pendientes',
  reason_empty: 'Sin respuesta',
  reason_invalid: 'Respuesta por corregir',
  reason_returned: 'Devuelta',
  reason_comment: 'Comentario sin resolver',
  reason_observed: 'Observación sin ajustar',
  reason_file: 'Falta adjunto',
  awaiting: 'Le esperan',
  awaitingNone: 'Nada espera su respuesta.',
  toReply: 'Comentarios por responder',
  toResolve: 'Respuestas a sus comentarios',
  toAdjust: 'Observaciones por ajustar',
  more: ({ n }: { n: number }) => `y ${n} más`,
  conflicts: ({ n }: { n: number }) => (n === 1 ? '1 cambio necesita su decisión' : `${n} cambios necesitan su decisión`),
  conflictsBody: 'Un cambio suyo se cruzó con el de otra persona. Ambos se conservan hasta que decida.',
  conflictsOpen: 'Revisar',
  receipts: 'Envíos',
  allReceipts: ({ n }: { n: number }) => `Ver los ${n} envíos`,
  /** {{number}}: receipt. */
  receipt: 'Comprobante {{number}}',
  receiptDetail: ({ answers, files }: { answers: number; files: number }) =>
    `${answers === 1 ? '1 respuesta' : `${answers} respuestas`}, ${files === 1 ? '1 archivo' : `${files} archivos`}`,
  receiptTo_0: 'A evaluación',
  receiptTo_1: 'A Líder Institucional',
  receiptTo_2: 'A Líder de Área',
  receiptTo_3: 'A Líder de Área',
  receiptTo_4: 'A profesional',
  replicaUsed: ({ n }: { n: number }) => (n === 1 ? '1 subdimensión abierta para réplica' : `${n} subdimensiones abiertas para réplica`),
  replicaBody: 'Abra una subdimensión con respuestas rechazadas para presentar su réplica.',
  preliminaryNote: 'El informe preliminar está a disposición del líder institucional y de su delegado.',
  unassigned: ({ n }: { n: number }) => (n === 1 ? '1 pregunta sin responsable' : `${n} preguntas sin responsable`),
  missing: 'Aún no hay datos de su institución en este equipo',
  missingBody: 'Se descargan la primera vez con conexión. Después podrá trabajar sin ella.',
} as const
