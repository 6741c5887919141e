import { rowEs } from './rows/row-strings.es.ts'

export const es = {
  ...rowEs,
  /** Map and headings. */
  survey: 'Encuesta de satisfacción',
  completed: 'Completa',
  inProgress: 'En curso',
  notStarted: 'Sin iniciar',
  withObservations: ({ n }: { n: number }) => `Con observaciones (${n})`,
  withComments: ({ n }: { n: number }) => `Comentarios por atender (${n})`,
  pendingCount: ({ n }: { n: number }) => (n === 1 ? '1 pendiente' : `${n} pendientes`),
  nothingPending: 'Sin pendientes',
  /** {{done}} of {{total}} questions answered. */
  progress: ({ done, total }: { done: number; total: number }) => `${done} de ${total} listas`,
  progressLabel: 'Avance de la subdimensión',
  previous: 'Subdimensión anterior',
  next: 'Subdimensión siguiente',
  finish: 'Ha llegado al final del formulario',
  noQuestions: 'Esta subdimensión no tiene preguntas para usted',
  noQuestionsBody: 'Cuando le asignen preguntas aparecerán aquí.',
  optional: '(opcional)',

  yes: 'Sí',
  no: 'No',
  none: 'Ninguna',
  rows: ({ n }: { n: number }) => (n === 0 ? 'Ninguna' : n === 1 ? '1 fila' : `${n} filas`),
  noAnswer: 'Sin respuesta',
  extraLabel: ({ option }: { option: string }) => `Especifique: ${option}`,
  clearChoice: 'Quitar respuesta',
  choose: 'Seleccione una opción',
  numberHint: ({ min, max }: { min: string; max: string }) => (max === '' ? `Desde ${min}` : `Entre ${min} y ${max}`),
  /** After what is wrong and what is allowed: what the answer is meanwhile. */
  numberStands: ({ value }: { value: string }) => `Sigue guardado ${value}.`,
  numberStandsNone: 'Aún no hay una respuesta guardada.',
  dateStands: ({ day }: { day: string }) => `Sigue guardado el ${day}.`,
  dateBetween: ({ min, max }: { min: string; max: string }) => `Entre el ${min} y el ${max}`,
  dateFrom: ({ min }: { min: string }) => `Desde el ${min}`,
  dateUntil: ({ max }: { max: string }) => `Hasta el ${max}`,
  chooseUpTo: ({ n }: { n: number }) => (n === 1 ? 'Puede seleccionar 1 opción' : `Puede seleccionar hasta ${n} opciones`),
  chooseAtLeast: ({ n }: { n: number }) => (n === 1 ? 'Seleccione al menos 1 opción' : `Seleccione al menos ${n} opciones`),
  chooseBetween: ({ min, max }: { min: number; max: number }) => `Seleccione entre ${min} y ${max} opciones`,
  wordsAtLeast: ({ n }: { n: number }) => `Escriba al menos ${n} palabras`,
  words: ({ n }: { n: number }) => (n === 1 ? '1 palabra' : `${n} palabras`),
  charactersLeft: ({ n }: { n: number }) => (n === 1 ? 'Queda 1 carácter' : `Quedan ${n} caracteres`),
  charactersOver: ({ n }: { n: number }) => (n === 1 ? 'Sobra 1 carácter' : `Sobran ${n} caracteres`),
  editorAbsent: 'El editor de este texto aún no está en este equipo. Conéctese una vez para traerlo.',

  /** Block: how many rows. */
  howMany: '¿Cuántas?',
  rowNamed: ({ n, name }: { n: number; name: string }) => `${n}. ${name}`,
  rowPending: ({ n }: { n: number }) => (n === 1 ? '1 pendiente' : `${n} pendientes`),
  rowComplete: 'Completa',
  addRow: 'Agregar fila',
  /** Button on a row of a block; row: how the row is called, "2. Huella Hídrica" or "Fila 2". */
  removeRow: ({ row }: { row: string }) => `Quitar ${row}`,
  removeRowsTitle: ({ n }: { n: number }) => (n === 1 ? '¿Quitar esta fila?' : `¿Quitar estas ${n} filas?`),
  removeRowsBody: ({ names }: { names: string }) =>
    `Lo respondido en ${names} deja de contar. Queda en «Filas quitadas», bajo la pregunta, y se repone desde ahí.`,
  rowsRemoved: ({ n }: { n: number }) => (n === 1 ? 'Fila quitada' : `${n} filas quitadas`),
  undoRows: 'Deshacer',
  rowsTakenOut: ({ n }: { n: number }) => `Filas quitadas (${n})`,
  answersClosed: ({ n }: { n: number }) => `Respuestas que quedaron sin efecto (${n})`,
  rowUnnamed: 'Fila sin nombre',
  closedByAt: 'Cambio de {{name}}, {{time}}',
  heldAnswers: ({ n }: { n: number }) => (n === 1 ? '1 respuesta' : `${n} respuestas`),
  heldFile: 'Archivo: {{name}}',
  historyOf: 'Historial de «{{question}}»',
  putBack: 'Reponer',
  putBackNamed: 'Reponer {{name}}',
  putBackDone: 'Repuesto con todo lo que tenía',
  blockIsFull: ({ n }: { n: number }) => `El bloque ya tiene ${n} filas, su máximo: quite una para reponer otra.`,
  removeRows: ({ n }: { n: number }) => (n === 1 ? 'Quitar fila' : `Quitar ${n} filas`),
  keepRows: 'Conservar',

  closesTitle: ({ n }: { n: number }) =>
    n === 1 ? 'Este cambio borra 1 respuesta que depende de ella' : `Este cambio borra ${n} respuestas que dependen de ella`,
  closesConfirm: 'Cambiar y borrar',
  closesCancel: 'Dejar como estaba',
  restoreOffer: 'Antes respondió esta pregunta:',
  restore: 'Restaurar respuesta anterior',
  restored: 'Respuesta restaurada',

  /** State of one answer. */
  draft: 'A medio escribir, solo en este equipo',
  /** Told to who does not see it, once for each answer. */
  keptSaid: ({ number }: { number: string }) =>
    number === '' ? 'Respuesta guardada en este equipo' : `Respuesta ${number} guardada en este equipo`,
  draftInvalid: 'A medio escribir: falta corregirlo',
  saving: 'Guardando...',
  notKept: 'Sin guardar: este equipo no pudo guardar lo escrito',
  queued: 'Guardado en este equipo, por enviar',
  sent: 'Enviado',
  received: ({ time }: { time: string }) => `Recibido ${time}`,
  attention: 'Requiere atención',
  changedBy: ({ name }: { name: string }) => `${name} cambió esta respuesta`,
  changedByYou: 'Usted cambió esta respuesta en otro equipo',
  changedByYouHere: 'Usted cambió esta respuesta en otra pestaña de este equipo',
  changedRemote: 'Otra persona cambió esta respuesta',
  seeTheirs: 'Ver la otra respuesta',
  hideTheirs: 'Ocultar',
  adoptTheirs: 'Usar esa respuesta',
  keepMine: 'Conservar la mía',
  late: 'Sincronizado tarde',

  save: 'Guardar',
  saved: 'Respuestas guardadas',
  savedWithProblems: ({ n }: { n: number }) =>
    n === 1
      ? 'Hay 1 respuesta por corregir; su texto quedó guardado en este equipo.'
      : `Hay ${n} respuestas por corregir; su texto quedó guardado en este equipo.`,
  downloadAnswers: 'Descargar Respuestas',
  downloaded: 'Descarga lista',
  /** Above a field that a colleague answers, once the cursor is in it. */
  somebodyElses: '{{name}} responde esta pregunta. Si usted escribe aquí, la respuesta pasa a usted y {{name}} ya no podrá cambiarla.',
  somebodyElsesShared: '{{name}} responde esta pregunta. Si usted escribe aquí, cambia la respuesta, y {{name}} podrá seguir cambiándola.',
  somebodyElsesSettled: '{{name}} responde esta pregunta, pero ya no puede cambiarla. Lo que usted escriba aquí reemplaza la respuesta.',
  /** The same where the question itself is assigned to nobody: saving assigns it. */
  nobodysShared:
    '{{name}} responde por esta pregunta, que nadie tiene asignada. Si usted escribe aquí, quedará asignada a usted, y {{name}} podrá seguir cambiando la respuesta.',
  nobodysTaken:
    '{{name}} responde por esta pregunta, que nadie tiene asignada. Si usted escribe aquí, quedará asignada a usted, y {{name}} ya no podrá cambiar la respuesta.',
  /** Region at the foot of the questionnaire, and the link that jumps to it. */
  saveBar: 'Guardar y enviar',
  skipToSave: 'Saltar a guardar y enviar',
  checkAnswers: 'Revisar respuestas',
  /** Title of the page where a sub-dimension's answers are read over; name: the sub-dimension. */
  checkTitle: 'Revise sus respuestas: {{name}}',
  checkLead: 'Así están ahora. Cambie lo que falte y siga con la próxima subdimensión, o envíe cuando todo esté revisado.',
  checkNext: 'Revisar la siguiente',
  checkSend: 'Ir a enviar',
  backToFilling: 'Volver a responder',
  change: 'Cambiar',
  changeQuestion: ({ number }: { number: string }) => `Cambiar la respuesta ${number}`,

  hint: 'Ayuda',
  showHint: 'Ver ayuda',
  helpTitle: 'Ayuda',
  helpOfQuestion: ({ number }: { number: string }) => `Pregunta ${number}`,
  helpOfDimension: 'Sobre esta subdimensión',
  helpEmpty: 'Esta pregunta no tiene ayuda adicional.',
  helpStart: 'Al entrar en una pregunta, su ayuda aparece aquí.',
  history: 'Historial',
  historyTitle: 'Historial de cambios de la pregunta',
  historyFolded: ({ n }: { n: number }) =>
    n === 1 ? 'y 1 intento más de la misma persona que no se aplicó' : `y ${n} intentos más de la misma persona que no se aplicaron`,
  historyMore: 'Ver cambios anteriores',
  historyOffline:
    'El historial completo está en el servidor y ahora no hay conexión. Estos son los cambios que aún no salen de este equipo.',
  loading: 'Cargando...',
  noData: 'No hay datos.',
  date: 'Fecha',
  action: 'Acción',
  value: 'Valor',
  doneBy: 'Realizado por',
  role: 'Rol',
  unsent: 'Sin enviar',
  administrative: 'Administrativa',
  responsibleLabel: 'Responsable:',
  responsibleYou: 'Usted',

  rejection: 'Motivo del rechazo',
  observation: 'Observación de quien evalúa',
  observed: 'Observada',
  observedChanged: 'Observada, ya ajustada',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  keepAnswer: 'Mantener respuesta',
  keepBody: 'Explique por qué la respuesta es correcta. Quien evalúa leerá esta justificación.',
  justification: 'Justificación',
  keptBecause: 'Respuesta mantenida con esta justificación:',
  keepDone: 'Respuesta mantenida',

  /** Why an answer cannot be edited. {{name}}: who can. */
  lockNoRole: 'Solo lectura: no tiene un rol en este formulario.',
  lockWatching: 'Solo lectura: para responder por la institución, comience a actuar en su nombre.',
  lockFormDisabled: 'Solo lectura: el formulario no está habilitado.',
  lockFormSent: 'Solo lectura: las respuestas ya fueron enviadas.',
  lockStageClosed: 'Solo lectura: la etapa actual no permite responder.',
  lockAdministratorsOnly: 'La responde la administración.',
  lockAccepted: 'Solo lectura: la respuesta ya fue aceptada.',
  lockNotObserved: 'Solo lectura: esta etapa no admite cambios en esta respuesta.',
  lockReplicaClosed: 'Solo lectura: su institución no abrió esta subdimensión para la réplica.',
  lockCommentPending: ({ name }: { name: string }) =>
    name === '' ? 'Solo lectura: hay un comentario por responder.' : `Solo lectura: ${name} debe responder un comentario.`,
  lockNotAssignee: ({ name }: { name: string }) =>
    name === '' ? 'Solo lectura: otra persona es responsable.' : `Solo lectura: responde ${name}.`,
  lockSentUpward: ({ name }: { name: string }) =>
    name === '' ? 'Solo lectura: ya fue enviada a un nivel superior.' : `Solo lectura: ya fue enviada a ${name}.`,
  lockSurveyLeaders: 'Solo lectura: la encuesta la responden el líder institucional y su delegado.',
  lockSurveySent: 'Solo lectura: la encuesta ya fue enviada.',
  lockDependentClosed: 'Esta pregunta no aplica con la respuesta actual.',

  bannerSent: ({ receipt }: { receipt: string }) =>
    receipt === ''
      ? 'Las respuestas fueron enviadas y ya no se pueden modificar.'
      : `Las respuestas fueron enviadas (comprobante ${receipt}) y ya no se pueden modificar.`,
  bannerStageEnd: 'La etapa terminó antes del envío. Las respuestas quedaron como estaban y no se pueden modificar.',
  bannerStage: 'La etapa actual no permite responder. Puede leer todas las respuestas.',
  bannerDisabled: 'El formulario no está habilitado. Puede leer todas las respuestas.',
  bannerCorrection: ({ n }: { n: number }) =>
    n === 0
      ? 'Etapa de ajuste: no quedan observaciones por atender.'
      : n === 1
        ? 'Etapa de ajuste: queda 1 observación por atender.'
        : `Etapa de ajuste: quedan ${n} observaciones por atender.`,
  viewReceipt: 'Ver comprobante',
  deletedUser: 'Usuario Eliminado',

  notHere: 'Esto aún no está en este equipo',
  notHereUnknown: 'No hay nada para usted en esta dirección',
  notHereBack: 'Ir al inicio',
  notHereBody: 'Conéctese a internet para traerlo; después podrá trabajar sin conexión.',
  notHereGone: 'Es posible que la dirección no exista o que ya no tenga acceso a ese formulario o a esa institución.',
  notHereNobody: 'No participa en ningún formulario activo',
  notHereNobodyBody: 'Cuando su institución participe en un formulario, aparecerá aquí.',
  noQuestionsHere: 'No tiene preguntas a su cargo en este formulario',
  noQuestionsHereBody:
    'Es posible que le hayan quitado un rol o que sus preguntas tengan ahora otra persona responsable. Consulte a quien lidera el formulario en su institución.',
  opening: 'Abriendo el formulario...',
  surveyLead: 'Sus respuestas nos ayudan a mejorar. Se envían una sola vez.',
  surveySend: 'Enviar encuesta',
  surveySendTitle: '¿Enviar la encuesta?',
  surveySendBody: 'Después de enviarla no podrá modificarla.',
  surveyAccept: 'Aceptar',
  surveySent: 'Encuesta enviada',

  /** Columns of the downloaded answers. */
  csvNumber: 'Número',
  csvDimension: 'Dimensión',
  csvSubDimension: 'Subdimensión',
  csvQuestion: 'Pregunta',
  csvRow: 'Fila',
  csvAnswer: 'Respuesta',
  csvFile: 'Archivo',
  csvDeclined: 'No adjunta archivo',

  /** A half-written answer to a question that was locked meanwhile. */
  lockedDraft: 'Su texto sin enviar está guardado en este equipo',
  copy: 'Copiar',
  discard: 'Descartar',
  copied: 'Texto copiado',
  copyFailed: 'El navegador no permitió copiar el texto. Selecciónelo y cópielo a mano.',
} as const
