/** Under a text, after something was pasted into it. */
export const pasteEs = {
  leftOut: ({ what }: { what: string }) => `No se pegó: ${what}.`,
  struck: 'el texto tachado',
  hidden: 'el texto oculto',
  remarks: 'los comentarios al margen',
  pictures: 'las imágenes',
  symbols: 'los símbolos de una fuente que no se puede leer',
} as const
