/** Words of the dialogs that save what was written, and of a table that is read from a file. */
export const dialogsEs = {
  choose: 'Elegir archivo',
  chooseOther: 'Elegir otro archivo',
  tableTemplate: 'Descargar plantilla ({{format}})',
  tableWrong: 'Corrija el archivo y elíjalo de nuevo. No se cambió nada.',
  tableRow: 'Fila {{row}}',
  tableCell: 'Fila {{row}}, columna {{column}}',
  tableMore: ({ n }: { n: number }) => (n === 1 ? 'Hay 1 problema más.' : `Hay ${n} problemas más.`),
  restored: 'Esto es lo que había escrito y no alcanzó a guardar.',
  unkept: 'Este equipo no puede conservar lo que escribe: guarde antes de cerrar.',
} as const
