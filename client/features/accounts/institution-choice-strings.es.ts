export const es = {
  title: '¿Con qué institución trabajará?',
  lead: 'Usted pertenece a más de una. Puede cambiar cuando quiera en el menú junto a su nombre, también sin conexión.',
  institution: 'Institución',
  go: 'Continuar',
  chosen: 'Trabaja con {{name}}.',
}
