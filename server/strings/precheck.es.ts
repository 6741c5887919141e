import type { PrecheckCode } from '#shared/sends/rules.ts'

/** Sentences of the pre-check before a send (SE1). */
export const precheckEs = {
  empty: 'La pregunta no tiene respuesta.',
  invalid: 'La respuesta está fuera de lo permitido.',
  returned: 'La respuesta fue devuelta y no se ha modificado.',
  comment: 'Hay un comentario sin resolver.',
  observed: 'La observación no se ha ajustado.',
  appeal: 'La respuesta cambió y falta su justificación.',
  unappealed: 'La subdimensión está abierta para la réplica y no se apela ninguna respuesta en ella.',
  file: 'Falta el archivo adjunto, o marcar que no se adjunta.',
  below: 'La respuesta aún no se envía a revisión.',
  unassigned: 'La pregunta no tiene responsable.',
  blob: 'El archivo aún no termina de subir.',
  undecided: 'La respuesta no tiene decisión.',
  outdated: 'La respuesta cambió después de la decisión.',
  commentAbout: 'Hay un comentario sin resolver sobre lo que ya no se pregunta: {about}.',
  ready: 'Todo está listo para enviar.',
  row: 'fila {n}',
  found: 'Hay {n} puntos por resolver.',
  sent: 'Enviado con éxito.',
  surveySent: 'Encuesta enviada con éxito.',
} as const satisfies Record<PrecheckCode, string> & Record<string, string>
