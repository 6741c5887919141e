export const es = {
  saving: 'Guardando borrador...',
  saved: 'Borrador guardado en este equipo',
  /** Told when the field is left. */
  savedSaid: 'El borrador quedó en este equipo',
  notKept: 'Este equipo no pudo guardar lo escrito. Cópielo antes de salir; se vuelve a intentar.',

  otherLiving: 'En otra pestaña de este equipo hay otro texto a medio escribir',
  otherLeft: 'Quedó otro texto a medio escribir en este equipo',
  see: 'Ver el otro texto',
  hide: 'Ocultar',
  use: 'Usar ese texto',
  discard: 'Descartar',
  discardTitle: '¿Descartar este texto?',
  discardBody: 'El texto se eliminará de este equipo. Esta acción no se puede deshacer.',

  /** The list of everything half written. */
  title: ({ n }: { n: number }) => `A medio escribir (${n})`,
  lead: 'Textos que escribió en este equipo y que aún no son respuestas, comentarios ni decisiones. Solo están aquí.',
  leadStranded: 'Ya no puede abrir estas preguntas. Lo que escribió sigue en este equipo: puede copiarlo o llevarlo en una copia.',
  kind_answer: 'Respuesta',
  kind_comment: 'Comentario',
  kind_reply: 'Respuesta a un comentario',
  kind_edit: 'Comentario editado',
  kind_justification: 'Justificación',
  kind_decision: 'Texto de una decisión',
  kind_fields: 'Cambio de un formulario',
  kind_stages: 'Etapas',
  kind_help: 'Ayuda',
  kind_reportText: 'Informe',
  kind_translation: 'Texto en inglés',
  writtenAt: ({ kind, time }: { kind: string; time: string }) => `${kind} · ${time}`,
  /** Beside a half-written reply. */
  ticked: 'Marcado: «No modificaré la respuesta».',
  unnamed: 'Pregunta que este equipo ya no tiene',
  copy: 'Copiar',
  copied: 'Copiado.',
  copyFailed: 'El navegador no permitió copiar.',
} as const
