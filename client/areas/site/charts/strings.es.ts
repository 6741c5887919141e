export const es = {
  /** What a drawing is and how it is read by keys; said to who cannot see it, and shown to who stands on it. */
  howToRead: ({ n }: { n: number }) =>
    n === 1
      ? 'Gráfico con un dato. Léalo con la flecha derecha. La tabla de abajo dice lo mismo.'
      : `Gráfico con ${n} datos. Recórralos con las flechas, Inicio y Fin; salga con Escape. La tabla de abajo dice lo mismo.`,
  drawing: 'gráfico',
  /** {{at}} of {{n}}: where in the drawing. */
  markSaid: '{{series}}, {{label}}: {{value}}. Dato {{at}} de {{n}}.',
  markSaidAlone: '{{label}}: {{value}}. Dato {{at}} de {{n}}.',
  nothing: 'No hay datos que mostrar con lo que eligió.',
  table: 'Ver los datos en una tabla',
  noFigure: 'sin dato',
  source: 'Fuente: {{source}}',
  licence: 'Licencia',
  take: 'Descargar y compartir',
  takePicture: 'Imagen',
  takePng: 'PNG',
  takeSvg: 'SVG',
  takeData: 'Datos',
  csvShown: 'CSV, solo lo que se muestra',
  csvAll: 'CSV, todo',
  json: 'JSON con metadatos',
  share: 'Compartir',
  copyLink: 'Copiar enlace',
  copyEmbed: 'Copiar código para insertar',
  code: 'Leer los datos desde un programa',
  copyCode: 'Copiar código de {{name}}',
  linkCopied: 'Enlace copiado',
  embedCopied: 'Código copiado',
  notCopied: 'El navegador no dejó copiar. El enlace está en la barra de direcciones.',
  codeNotCopied: 'El navegador no dejó copiar. Seleccione el código y cópielo a mano.',
  pictureMade: 'Imagen descargada',
  pictureFailed: 'El navegador no pudo hacer la imagen. Pruebe con SVG.',
} as const
