export const es = {
  title: 'Réplica',
  /** Lead of the start page's part. */
  lead: 'Su institución puede apelar respuestas rechazadas en las subdimensiones que abra. Quien responde justifica cada respuesta que apela, tal como está o modificada; las demás quedan rechazadas.',
  used: ({ n, total }: { n: number; total: number }) => `${n} de ${total} réplicas usadas`,
  notConfigured: 'Este formulario no tiene configurada la réplica: no se puede abrir ninguna subdimensión.',
  nothingRejected: 'No hay respuestas rechazadas: no hay nada que apelar.',
  sent: 'La réplica fue enviada. La evaluación decidirá sobre lo apelado.',
  sentUnsent: 'La réplica no fue enviada: las respuestas rechazadas quedan como están.',
  ended: 'La etapa de réplica terminó.',
  leadersOpen: 'El líder institucional y su delegado abren las subdimensiones.',
  list: 'Subdimensiones con respuestas rechazadas',
  rejected: ({ n }: { n: number }) => (n === 1 ? '1 respuesta rechazada' : `${n} respuestas rechazadas`),
  appealed: ({ n, total }: { n: number; total: number }) => `${n} de ${total} apeladas`,
  opened: 'Abierta para réplica',
  notOpened: 'No abierta',
  excluded: 'No admite réplica',
  usedUp: ({ names }: { names: string }) => `Ya usó todas las réplicas, en ${names}. Deshaga una para abrir otra.`,
  open: 'Abrir para réplica',
  /** For who hears the button alone. */
  openNamed: 'Abrir {{name}} para réplica',
  undo: 'Deshacer apertura',
  undoNamed: 'Deshacer la apertura de {{name}}',
  openDone: ({ name, n, total }: { name: string; n: number; total: number }) => `${name} quedó abierta: ${n} de ${total} réplicas usadas`,
  undoDone: ({ name, n, total }: { name: string; n: number; total: number }) =>
    `Se deshizo la apertura de ${name}: ${n} de ${total} réplicas usadas`,
  undoTitle: '¿Deshacer la apertura de {{name}}?',
  undoBody: ({ n }: { n: number }) =>
    `${n === 1 ? 'Hay 1 respuesta apelada o modificada' : `Hay ${n} respuestas apeladas o modificadas`} en ella. Lo escrito se conserva y vuelve a contar si la abre otra vez antes de enviar.`,
  waits: ({ n }: { n: number }) => (n === 1 ? '1 punto por resolver' : `${n} puntos por resolver`),
  go: 'Ver respuestas',
  goNamed: 'Ver respuestas de {{name}}',
  review: 'Revisar y enviar la réplica',
  /** Above the questions of one sub-dimension. */
  hereOpen: ({ n, total }: { n: number; total: number }) =>
    `Esta subdimensión está abierta para réplica: ${n} de ${total} respuestas rechazadas apeladas.`,
  hereClosed: ({ n }: { n: number }) =>
    `Esta subdimensión tiene ${n === 1 ? '1 respuesta rechazada' : `${n} respuestas rechazadas`}. Si se abre para réplica, se pueden apelar.`,
  hereExcluded: 'Esta subdimensión no admite réplica.',
  hereNothing: 'Esta subdimensión no tiene respuestas rechazadas.',

  isAppealed: 'apelada',

  /** On a question's card. */
  appealTitle: 'Apelación',
  appealLead: 'Diga por qué la respuesta debe aceptarse. Puede apelarla tal como está, modificarla o cambiar su archivo.',
  appealMissing: 'La respuesta cambió: sin su justificación no se puede enviar.',
  justification: 'Justificación de la réplica',
  save: 'Apelar con esta justificación',
  saveAgain: 'Guardar justificación',
  cancel: 'Cancelar',
  edit: 'Editar justificación',
  saved: 'Justificación guardada',
  takeBack: 'No apelar esta respuesta',
  takenBack: 'La respuesta ya no se apela. La justificación queda en el historial.',
  putBack: 'Dejarla como estaba',
  putBackDone: 'La respuesta quedó como fue rechazada.',
  by: ({ name, when }: { name: string; when: string }) => `${name} · ${when}`,
  deletedUser: 'Usuario Eliminado',
  notCounted: 'La subdimensión no está abierta: esta apelación se conserva y no se envía.',
  wasRejected: 'Respuesta que fue rechazada',
  isNow: 'Respuesta de la réplica',

  /** The administrators' page. */
  configLead:
    'Cuántas subdimensiones puede apelar cada institución y cuáles no admiten réplica. Rige para todo el formulario y se fija antes de que comience la etapa de réplica.',
  configForm: 'Formulario',
  configNoForms: 'No hay formularios',
  configChoose: 'Elija un formulario para configurar su réplica.',
  configMissing: 'Este equipo no tiene el formulario',
  configMissingBody: 'Conéctese a internet para traerlo, o elija otro.',
  configPoints: 'Número de puntos',
  configPointsHint: ({ n }: { n: number }) =>
    `Subdimensiones que puede apelar una institución. Quedan ${n === 1 ? '1 disponible' : `${n} disponibles`} según lo que se excluye.`,
  configExclude: 'Subdimensiones que se excluyen',
  configExcludeHint: 'Excluya al menos una.',
  configSave: 'Guardar',
  configSaved: 'Replica Guardada.',
  configDraft: 'Cambios sin guardar: están en este equipo.',
  configNotKept: 'Este equipo no pudo guardar lo escrito. No cierre la página antes de guardar.',
  configDiscard: 'Descartar cambios',
  configClosed:
    'La etapa de réplica de este formulario ya comenzó: su configuración no se puede cambiar. Clone el formulario para el ciclo siguiente.',
  configNobody: 'Este formulario no tiene subdimensiones.',
  configManual:
    'Los puntajes de este formulario se cargan manualmente: después de la evaluación de réplica hay que subir una planilla nueva.',
  configMovedTitle: ({ name }: { name: string }) => `${name === '' ? 'Otra persona' : name} cambió esta configuración mientras tanto`,
  configTheirs: ({ points, names }: { points: number; names: string }) =>
    `Rige ahora: ${points === 1 ? '1 punto' : `${points} puntos`}; se excluyen ${names}.`,
  configTheirsNone: 'Rige ahora: sin configurar.',
  configTakeTheirs: 'Usar la que rige',
  configKeepMine: 'Guardar la mía',
  configNotApplied: 'Su cambio no se aplicó',
  configProposeAgain: 'Revisar mi cambio',
} as const
