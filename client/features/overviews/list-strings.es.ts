export const es = {
  /** Evaluator home. */
  institutions: 'Instituciones',
  institutionsCaption: 'Instituciones asignadas a su evaluación',
  institution: 'Institución',
  leader: 'Líder institucional',
  advance: 'Avance',
  advanceText: '{{n}} %',
  state: 'Estado',
  observed: 'Observadas',
  notAccepted: 'No aceptadas',
  late: 'Cambios tardíos',
  alerts: ({ n }: { n: number }) => (n === 1 ? '1 alerta de consistencia' : `${n} alertas de consistencia`),
  pendent: 'Pendientes',
  action: 'Acción',
  actions: 'Más acciones',
  actionsOf: 'Acciones de {{name}}',
  evaluator: 'Evaluador',
  /** Read in place of a figure. */
  unknown: 'Sin datos todavía',
  locked: 'Bloqueada',
  unlocked: 'Abierta para la institución',
  evaluate: 'Evaluar',
  view: 'Ver',
  evaluateName: 'Evaluar: {{name}}',
  viewName: 'Ver: {{name}}',
  configuration: 'Ver configuración',
  notWatchable: 'Aún sin enviar',
  notWatchableReason: 'La institución aún no envía: sus respuestas son privadas.',
  search: 'Buscar institución o líder',
  filter: 'Mostrar',
  filterAll: 'Todas',
  filterToDo: 'Por evaluar',
  filterReady: 'Listas para enviar',
  filterSent: 'Enviadas',
  filterLate: 'Con cambios',
  filterAway: 'Fuera de este equipo',
  filterEmpty: 'Ninguna institución con este filtro.',
  nobody: 'No tiene instituciones asignadas en este formulario',
  nobodyBody: 'Cuando la administración le asigne una, aparecerá aquí.',
  summary: ({ institutions, pendent }: { institutions: number; pendent: number }) =>
    `${institutions === 1 ? '1 institución' : `${institutions} instituciones`} · ${pendent === 1 ? '1 respuesta sin evaluar' : `${pendent} respuestas sin evaluar`}`,
  summaryPlain: ({ institutions }: { institutions: number }) => (institutions === 1 ? '1 institución' : `${institutions} instituciones`),
  /** Of a row: its answers are not here. */
  onlySummary: 'Solo el resumen está en este equipo',
  notOnDeviceNow: 'No está en este equipo, y sin conexión no se puede traer.',
  needsNetwork: 'Necesita conexión.',
  pendentCount: ({ n }: { n: number }) => (n === 1 ? '1 pendiente' : `${n} pendientes`),
  figuresShort: ({
    pendent,
    observed,
    notAccepted,
    changes,
  }: {
    pendent: number
    observed: number
    notAccepted: number
    changes: number
  }) =>
    [
      `Pendientes ${pendent}`,
      `observadas ${observed}`,
      `no aceptadas ${notAccepted}`,
      ...(changes > 0 ? [`cambios tardíos ${changes}`] : []),
    ].join(' · '),

  /** Why an evaluation is not sent now. */
  obstacle_formDisabled: 'El formulario no está habilitado.',
  obstacle_noRound: 'No hay una revisión en curso.',
  obstacle_notMine: 'Otra persona evalúa esta institución.',
  obstacle_notLocked: 'La institución aún no envía sus respuestas.',
  obstacle_released: 'La evaluación de esta ronda ya se envió.',
  obstacle_nothing: 'No hay respuestas que decidir en esta ronda.',
  obstacle_undecided: ({ n }: { n: number }) => (n === 1 ? 'Queda 1 respuesta sin decisión.' : `Quedan ${n} respuestas sin decisión.`),
  obstacle_outdated: ({ n }: { n: number }) =>
    n === 1 ? '1 respuesta cambió después de su decisión.' : `${n} respuestas cambiaron después de su decisión.`,
  obstacle_blobs: ({ n }: { n: number }) => (n === 1 ? '1 archivo aún no llega al servidor.' : `${n} archivos aún no llegan al servidor.`),
  nothingToAccept: 'No quedan respuestas sin decisión.',

  /** Results of a row. */
  report: 'Ver resultado',
  reportClosed: 'Se ve desde la segunda revisión.',
  preInform: 'Textos del informe preliminar',
  textsClosed: 'No se escriben en esta etapa.',
  inform: 'Textos del informe final',

  /** What is brought to the device before a journey. */
  travel: 'Preparar para el viaje',
  travelOne: 'Traer a este equipo',
  travelOnDevice: 'En este equipo',

  /** Downloads. */
  downloads: 'Descargas',
  downloadAllCsv: 'Respuestas de sus instituciones (CSV)',
  downloadAllXlsx: 'Respuestas de sus instituciones (planilla)',
  downloadDecided: 'Respuestas evaluadas (planilla)',
  downloadResults: 'Resultados del formulario (planilla)',
  downloadResultsByQuestion: 'Resultados por pregunta (planilla)',
  downloadAllFiles: 'Archivos de sus instituciones (zip)',
  downloadCsv: 'Descargar respuestas (CSV)',
  downloadXlsx: 'Descargar respuestas (planilla)',
  downloadHistory: 'Descargar historial (planilla)',
  downloadFiles: 'Descargar archivos (zip)',

  /** Accepting what remains. */
  acceptRemaining: 'Aceptar las restantes',

  /** Sending the evaluation (EV12). */
  send: 'Enviar a administración',
  /** Of a row. */
  sendWaits: 'Envío en espera de conexión',
  sendFailedHere: 'No se envió. {{why}}',
} as const
