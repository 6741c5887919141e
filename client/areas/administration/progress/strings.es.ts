export const es = {
  /** The administrator's list. */
  lead: 'Abra una institución para actuar por ella. Todo queda registrado a su nombre.',
  caption: 'Instituciones que participan en el formulario',
  institution: 'Institución',
  evaluator: 'Evaluador',
  noEvaluator: 'Sin evaluador',
  state: 'Estado',
  advance: 'Avance',
  pendent: 'Pendientes',
  late: 'Cambios tardíos',
  action: 'Acciones',
  count: ({ n }: { n: number }) => (n === 1 ? '1 institución' : `${n} instituciones`),
  figuresShort: ({ pendent, late }: { pendent: number; late: number }) =>
    `${pendent} ${pendent === 1 ? 'pendiente' : 'pendientes'} · ${late} ${late === 1 ? 'cambio tardío' : 'cambios tardíos'}`,
  evaluatedBy: ({ name }: { name: string }) => `Evalúa: ${name}`,
  search: 'Buscar institución o persona',
  filter: 'Mostrar',
  filterAll: 'Todas',
  filterOpen: 'Abiertas',
  filterLocked: 'Bloqueadas',
  filterNotSent: 'No enviadas',
  filterLate: 'Con cambios tardíos',
  filterUnsent: 'Evaluación sin enviar',
  unsentTitle: 'Evaluaciones que terminaron sin enviarse',
  unsentBody: 'Lo que no se envió no se entrega a la institución. Los resultados esperan estas decisiones.',
  unsentRound: ({ name, stage, n }: { name: string; stage: string; n: number }) =>
    n === 0
      ? `${name} · ${stage}: todo decidido, sin enviar`
      : `${name} · ${stage}: ${n === 1 ? '1 respuesta sin decisión' : `${n} respuestas sin decisión`}`,
  filterEmpty: 'Ninguna institución con este filtro.',
  none: 'Este formulario aún no tiene instituciones',
  noneBody: 'Cuando se agreguen, aparecerán aquí.',
  noForms: 'No hay formularios en este equipo',
  noFormsBody: 'Conéctese para traerlos. Después podrá trabajar sin conexión.',
  notOnDevice: 'No está en este equipo',
  opening: 'Abriendo...',
  missing: ({ n }: { n: number }) =>
    n === 1
      ? 'Los datos de 1 institución aún no están en este equipo: se traen al abrirla.'
      : `Los datos de ${n} instituciones aún no están en este equipo: se traen al abrirlas.`,
  /** Acting for the institution, in a stage that lets an administrator. */
  act: 'Abrir',
  actName: 'Abrir {{name}} y actuar por ella',
  view: 'Ver',
  viewName: 'Ver el formulario de {{name}}',
  reopen: 'Reabrir',
  reopenName: 'Reabrir {{name}}',

  asksReopen: 'Pide reabrir',
  answerRequest: 'Responder',
  answerRequestName: 'Responder a {{name}}, que pide reabrir',
  requestTitle: '{{name}} pide que se reabra',
  requestOn: 'Lo pidió el {{at}}:',
  requestClosed:
    'Ahora no se puede reabrir: se está evaluando, o no corre ninguna etapa. Puede responder que no, o dejarla hasta que se pueda.',
  decline: 'No reabrir',
  declined: 'Se respondió que no a {{name}}.',
  declineQueued: 'La respuesta a {{name}} quedó guardada en este equipo y se enviará con la conexión.',
  requestHint: 'La institución lo lee tal como usted lo escriba, reabra o no.',
  reopenTitle: '¿Reabrir {{name}}?',
  reopenBody: 'La institución podrá cambiar sus respuestas otra vez:',
  reopenAnswers: 'Sus respuestas vuelven a quienes son responsables de cada una.',
  reopenSend: 'Deberá enviar de nuevo antes del término de la etapa. Los comprobantes anteriores se conservan.',
  reopenRecord: 'El motivo queda en el historial, a su nombre.',
  reason: 'Motivo',
  reasonMissing: 'Escriba el motivo.',
  reopenConfirm: 'Reabrir',
  reopened: 'Se reabrió {{name}}',
  reopenQueued: 'La reapertura de {{name}} quedó guardada en este equipo y se enviará con la conexión.',

  /** Banner over the questionnaire while an administrator is in it. */

  simulate: 'Simular cambio estados',
  recoverWork: 'Recuperar trabajo no enviado',
} as const
