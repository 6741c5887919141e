export const es = {
  needsNetwork: 'Necesita conexión.',
  downloading: '{{what}}: descargando…',
  downloaded: 'Descargado: {{name}}',
  downloadBegun: 'La descarga comenzó: su avance está en las descargas del navegador.',
  /** Of one's own institution: what is made on this device, with or without a network, and what the server makes. */
  answersCsv: 'Respuestas (CSV)',
  answersXlsx: 'Respuestas (planilla)',
  onDevice: 'También sin conexión.',
  answersPdf: 'Respuestas para imprimir (PDF)',
  blankPdf: 'Cuestionario en blanco (PDF)',
  allFiles: 'Todos los archivos (zip)',
  noFiles: 'Aún no hay archivos adjuntos.',
  filesOnDevice: 'Los que aún no llegan al servidor no van incluidos.',
  sheet: 'Respuestas',
} as const
