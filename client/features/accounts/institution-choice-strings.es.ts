export const es = {
  title: '¿Con qué institución trabajará?',
  lead: 'Puede cambiarla cuando quiera en el menú de su nombre, también sin conexión.',
  institution: 'Institución',
  go: 'Continuar',
  chosen: 'Trabaja con {{name}}.',
}
