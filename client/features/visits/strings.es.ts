const one = (n: number, single: string, several: string): string => (n === 1 ? single : several)

export const es = {
  since: 'Desde su última visita',
  dismiss: 'Ocultar lo que cambió',
  dismissed: 'Lo que cambió ya no se muestra.',
  /** People by name, and how many more. */
  others: ({ names, n }: { names: string; n: number }) => `${names} y ${one(n, 'otra persona', `otras ${n} personas`)}`,
  stageBegun: 'Comenzó la etapa «{{name}}»',
  stageEnded: 'Terminó la etapa «{{name}}»',
  Observed: ({ n }: { n: number }) => one(n, '1 observación nueva', `${n} observaciones nuevas`),
  Rejected: ({ n }: { n: number }) => one(n, '1 respuesta rechazada', `${n} respuestas rechazadas`),
  Accepted: ({ n }: { n: number }) => one(n, '1 respuesta aceptada', `${n} respuestas aceptadas`),
  comments: ({ n, names }: { n: number; names: string }) =>
    one(n, `Un comentario de ${names} espera su respuesta`, `${n} comentarios de ${names} esperan su respuesta`),
  replies: ({ n, names }: { n: number; names: string }) =>
    one(n, `${names}: respuesta a su comentario`, `${names}: respuestas a ${n} de sus comentarios`),
  assignments: ({ n }: { n: number }) => one(n, 'Tiene una asignación nueva', `Tiene ${n} asignaciones nuevas`),
  sentToEvaluation: ({ names, people }: { names: string; people: number }) =>
    `${names} ${one(people, 'envió', 'enviaron')} el formulario a evaluación`,
  sentUp: ({ names, people, n }: { names: string; people: number; n: number }) =>
    `${names} ${one(people, 'envió', 'enviaron')} ${one(n, '1 respuesta', `${n} respuestas`)} a revisión`,
  answers: ({ names, people, n }: { names: string; people: number; n: number }) =>
    `${names} ${one(people, 'escribió', 'escribieron')} ${one(n, '1 respuesta', `${n} respuestas`)}`,
  answersIn: ({ names, people, n, place }: { names: string; people: number; n: number; place: string }) =>
    `${names} ${one(people, 'escribió', 'escribieron')} ${one(n, '1 respuesta', `${n} respuestas`)} en ${place}`,
  daysLeft: ({ days, n }: { days: number; n: number }) =>
    `${days === 0 ? 'Hoy termina el plazo' : one(days, 'Queda 1 día de plazo', `Quedan ${days} días de plazo`)} y ${one(n, '1 pendiente', `${n} pendientes`)}`,
  received: '{{name}} envió sus respuestas',
  moreReceived: ({ n }: { n: number }) =>
    one(n, 'Otra institución envió sus respuestas', `Otras ${n} instituciones enviaron sus respuestas`),
} as const
