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
  openNamed: 'Abrir para réplica: {{name}}',
  undo: 'Deshacer apertura',
  undoNamed: 'Deshacer apertura: {{name}}',
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
  /** Drawn; the whole of it is heard. */
  editShort: 'Editar',
  edit: 'Editar justificación',
  saved: 'Justificación guardada',
  takeBackShort: 'No apelar',
  takeBack: 'No apelar esta respuesta',
  takenBack: 'La respuesta ya no se apela. La justificación queda en el historial.',
  putBack: 'Dejarla como estaba',
  putBackDone: 'La respuesta quedó como fue rechazada.',
  by: ({ name, when }: { name: string; when: string }) => `${name} · ${when}`,
  deletedUser: 'Usuario Eliminado',
  notCounted: 'La subdimensión no está abierta: esta apelación se conserva y no se envía.',
  wasRejected: 'Respuesta que fue rechazada',
  isNow: 'Respuesta de la réplica',
} as const
