export const es = {
  /** Where help is offered. */
  offer: 'Ayuda del laboratorio',
  title: '¿Necesita ayuda?',
  faqLead: 'Lo más rápido suele ser buscar la respuesta en las preguntas frecuentes: también se leen sin conexión.',
  faq: 'Ver preguntas frecuentes',
  hours: 'Atendemos de lunes a viernes, de 09:00 a 17:00 (hora de Chile continental), salvo feriados.',
  openNow: 'Ahora estamos en horario de atención.',
  /** {{when}}: "hoy a las 09:00", "el martes, 24 de noviembre a las 09:00". */
  opensNext: ({ when }: { when: string }) => `Ahora no hay nadie atendiendo. Volvemos ${when}.`,
  today: ({ time }: { time: string }) => `hoy a las ${time}`,
  onDay: ({ day, time }: { day: string; time: string }) => `el ${day} a las ${time}`,
  chatTitle: 'Converse con una persona',
  chatLead: 'Hay alguien del laboratorio atendiendo ahora.',
  chat: 'Conversar ahora',
  chatWindow: 'se abre en otra ventana',
  chatOffline: 'Para conversar hace falta conexión. Su mensaje puede escribirlo ahora.',
  message: 'Escriba un mensaje',
  /** Where somebody can be talked to as well. */
  messageOr: 'O escriba un mensaje',
  messageHint: ({ email }: { email: string }) => `La respuesta llegará a su correo, ${email}.`,
  goesAlong: ({ institution }: { institution: string }) =>
    institution === ''
      ? 'Junto al mensaje van su nombre y la dirección de esta página.'
      : `Junto al mensaje van su nombre, su institución (${institution}) y la dirección de esta página.`,
  offline: 'Ahora no hay conexión: el mensaje queda guardado en este equipo y sale cuando haya red.',
  send: 'Enviar mensaje',
  about: 'Mensaje de ayuda',
  sentWaiting: 'Su mensaje está guardado en este equipo. Saldrá cuando haya red.',
  sentOnItsWay: 'Su mensaje está guardado en este equipo y va en camino.',
  sentReceived: 'Recibimos su mensaje. La respuesta llegará a su correo.',
  yours: 'Sus últimos mensajes',
  stateWaiting: 'Guardado en este equipo: saldrá cuando haya red',
  stateReceived: ({ time }: { time: string }) => `Recibido el ${time}`,
} as const
