/** Words of the page that a reminder's link leads to. */
export const optOutPageEs = {
  title: 'Recordatorios de plazo',
  ask: 'Si continúa, ya no recibirá recordatorios de plazo del Índice de Innovación Pública. Los demás correos le seguirán llegando.',
  act: 'No recibir más recordatorios',
  off: 'Listo: ya no recibirá recordatorios de plazo. Los demás correos le seguirán llegando.',
  again: 'Puede activarlos de nuevo cuando quiera en',
  settings: 'la configuración de su cuenta',
  unknown: 'Este enlace no está completo o no es de esta plataforma. Ábralo de nuevo desde el correo, o desactive los recordatorios en',
} as const
