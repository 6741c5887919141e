export const es = {
  /** Sentence under the form's name: what is not ready, of all that is asked, and how much of it is the reader's. */
  standingAll: ({ n, own, total }: { n: number; own: number; total: number }) =>
    n === 0
      ? 'Todo está listo: su institución puede enviar el formulario a evaluación.'
      : `${n === 1 ? `Queda 1 de ${total} preguntas por dejar lista` : `Quedan ${n} de ${total} preguntas por dejar listas`}; ${own === 0 ? 'ninguna espera por usted.' : own === 1 ? '1 espera por usted.' : `${own} esperan por usted.`}`,
  standingOwn: ({ n, own, total }: { n: number; own: number; total: number }) =>
    n === 0
      ? 'No tiene preguntas pendientes.'
      : `${n === 1 ? `Queda 1 de las ${total} preguntas a su cargo por dejar lista` : `Quedan ${n} de las ${total} preguntas a su cargo por dejar listas`}; ${own === 0 ? 'ninguna espera por usted.' : own === 1 ? '1 espera por usted.' : `${own} esperan por usted.`}`,
  standingNobody: 'Todavía no tiene preguntas asignadas. Cuando alguien de su institución le asigne una, aparecerá aquí.',
  standingSent: 'Las respuestas de su institución fueron enviadas y son de solo lectura.',
  standingClosed: 'La etapa actual no permite responder; las respuestas de su institución son de solo lectura.',
  standingReplica: 'Es la etapa de réplica.',
  standingEnded: 'La etapa de ingreso terminó; las respuestas de su institución son de solo lectura.',
  /** Beside the institution's name. */
  category: 'Categoría: {{name}}',
  orientation: 'Orientación: {{name}}',
  orientation_0: 'Institucional',
  orientation_1: 'Ciudadana con Foco Económico',
  orientation_2: 'Ciudadana con Foco Social',
  about: 'Sobre este formulario',
  team: 'Ver el equipo',
  teamLate: ({ n }: { n: number }) => (n === 1 ? '1 persona con atraso' : `${n} personas con atraso`),
  /** Of a sub-dimension: how much is ready, of how much. */
  partTotal: ({ n, total }: { n: number; total: number }) => `${n} de ${total}`,
  progress: 'Avance',
  /** Beside a progress bar. */
  done: ({ n, total }: { n: number; total: number }) => `${n} de ${total} listas`,
  answeredOf: ({ n, total }: { n: number; total: number }) => `${n} de ${total} respondidas`,
  start: 'Comenzar',
  halfWritten: ({ n }: { n: number }) => (n === 1 ? 'Ver 1 texto a medio escribir' : `Ver ${n} textos a medio escribir`),
  goOn: 'Continuar',
  review: 'Revisar y enviar',
  look: 'Ver respuestas',
  configure: 'Asignar responsables',
  pendingAll: 'Avance por dimensión',
  pendingOwn: 'Sus preguntas pendientes',
  /** Who leads an area reads of their own and of their team's. */
  pendingArea: 'Pendientes de su área',
  sendArea: 'Primero lo que espera por usted; lo demás espera por las personas de su equipo.',
  groupOwn: 'Esperan por usted',
  groupOthers: 'Esperan por otras personas',
  pendingNone: 'No hay nada pendiente',
  pendingNoneBody: 'Todas las preguntas a su cargo están listas.',
  /** Professional variant of the text about sending. */
  sendOwn: 'Cuando todo esté listo, envíe sus respuestas a revisión desde el formulario.',
  sendAll: 'Cuando todas las dimensiones estén completas, envíe el formulario a evaluación.',
  complete: 'Completo',
  notStarted: 'Sin iniciar',
  ownCount: ({ n }: { n: number }) => (n === 1 ? '1 espera por usted' : `${n} esperan por usted`),
  othersCount: ({ n }: { n: number }) => (n === 1 ? '1 espera por otra persona' : `${n} esperan por otras personas`),
  waitsFor: 'Espera por {{name}}',
  observedCount: ({ n }: { n: number }) => (n === 1 ? '1 observación' : `${n} observaciones`),
  commentCount: ({ n }: { n: number }) => (n === 1 ? '1 comentario' : `${n} comentarios`),
  showPending: 'Ver preguntas pendientes',
  awaiting: 'Comentarios y observaciones',
  awaitingNone: 'Ninguno espera por usted.',
  toReply: 'Comentarios por responder',
  toResolve: 'Respuestas a sus comentarios',
  toAdjust: 'Observaciones por ajustar',
  more: ({ n }: { n: number }) => `y ${n} más`,
  conflicts: ({ n }: { n: number }) => (n === 1 ? '1 cambio requiere su decisión' : `${n} cambios requieren su decisión`),
  conflictsBody: 'No se pierde nada: cada versión se conserva hasta que decida.',
  conflictsOpen: 'Revisar',
  receipts: 'Envíos',
  allReceipts: ({ n }: { n: number }) => `Ver los ${n} envíos`,
  /** {{number}}: receipt. */
  receipt: 'Comprobante {{number}}',
  receiptRecalled: 'Retirado el {{at}}',
  receiptUnopened: 'Nadie lo ha abierto todavía',
  receiptOpened: 'Abierto el {{at}}',
  seeReceipts: 'Ver comprobantes',
  receiptDetail: ({ answers, files }: { answers: number; files: number }) =>
    `${answers === 1 ? '1 respuesta' : `${answers} respuestas`}, ${files === 1 ? '1 archivo' : `${files} archivos`}`,
  receiptToName: 'A {{name}}',
  receiptTo_0: 'A evaluación',
  receiptTo_1: 'A Líder Institucional',
  receiptTo_2: 'A Líder de Área',
  receiptTo_3: 'A Líder de Área',
  receiptTo_4: 'A profesional',
  unassigned: ({ n }: { n: number }) => (n === 1 ? '1 pregunta sin responsable' : `${n} preguntas sin responsable`),
} as const
