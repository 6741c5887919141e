/** Letters by template: subject and body, with {slots}. `link` is there for those that lead somewhere. */
export const lettersEs = {
  recovery: {
    subject: 'Recuperar contraseña',
    body: 'Hola {name}:\n\nPara elegir una nueva contraseña abra este enlace, que sirve una sola vez y durante una hora:\n\n{link}\n\nSi usted no lo pidió, no necesita hacer nada.',
  },
  invited: {
    subject: 'Invitación al Índice de Innovación Pública',
    body: 'Hola {name}:\n\nLe invitan a participar en el Índice de Innovación Pública. Para crear su contraseña abra este enlace, que sirve una sola vez y durante siete días:\n\n{link}',
  },
  passwordChanged: {
    subject: 'Su contraseña cambió',
    body: 'Hola {name}:\n\nLa contraseña de su cuenta cambió y sus otras sesiones se cerraron. Si no fue usted, pida una nueva aquí:\n\n{link}',
  },
  anonymised: {
    subject: 'Su nombre y su correo se eliminaron de la plataforma',
    body: 'Hola:\n\nLa administración del Índice de Innovación Pública eliminó su nombre, su correo y sus formas de ingreso, como se pidió. Lo que usted respondió en nombre de su institución sigue siendo de ella, y en su historial figura un seudónimo. Esto no se puede deshacer, y este es el último mensaje que recibe en esta casilla.\n\n{link}',
  },
  addressMoved: {
    subject: 'El correo de su cuenta cambió',
    body: 'Hola {name}:\n\nLa administración cambió el correo con que usted ingresa al Índice de Innovación Pública: desde ahora sus mensajes llegan a otra casilla, y con esta ya no se ingresa. Si usted no lo pidió, avise a la administración.\n\n{link}',
    notice: 'Desde ahora ingresa con el correo que muestra su configuración.',
  },
  signInClosed: {
    subject: 'Cerramos el ingreso con su contraseña',
    body: 'Hola {name}:\n\nHubo demasiados intentos fallidos de ingresar a su cuenta, y por seguridad su contraseña dejó de servir donde usted no ha ingresado antes. Para volver a ingresar, cree una contraseña nueva en este enlace, que sirve una sola vez y durante una hora:\n\n{link}\n\nDespués puede pedir otro enlace en «¿Olvidó su contraseña?». Lo que usted escribió sigue guardado.',
  },
  factorOn: {
    subject: 'Se configuró la verificación en dos pasos de su cuenta',
    body: 'Hola {name}:\n\nDesde ahora, para entrar a su cuenta se pide un código del teléfono que se acaba de configurar. Si no fue usted, alguien conoce su contraseña: avise a la administración y cree una contraseña nueva aquí:\n\n{link}',
  },
  factorOff: {
    subject: 'Se quitó su verificación en dos pasos',
    body: 'Hola {name}:\n\nDesde su cuenta se quitó la verificación en dos pasos: para entrar basta la contraseña. Si no fue usted, avise a la administración y cree una contraseña nueva aquí:\n\n{link}',
  },
  factorReset: {
    subject: 'La administración restableció su verificación en dos pasos',
    body: 'Hola {name}:\n\nLa administración de la plataforma quitó la verificación en dos pasos de su cuenta, y sus llaves de acceso si tenía. Al ingresar bastará su contraseña, o se le pedirá configurarla de nuevo. Si usted no lo pidió, avise a la administración y cree una contraseña nueva aquí:\n\n{link}',
  },
  passkeyOn: {
    subject: 'Se agregó una llave de acceso a su cuenta',
    body: 'Hola {name}:\n\nDesde ahora se puede entrar a su cuenta con la llave de acceso «{passkey}», sin escribir la contraseña. Si no fue usted, alguien conoce su contraseña: avise a la administración, cree una contraseña nueva aquí y después quite esa llave en su configuración:\n\n{link}',
    notice:
      'Desde ahora se puede entrar a su cuenta con la llave «{passkey}». Si no fue usted, quítela en su configuración y cambie su contraseña.',
  },
  passkeyOff: {
    subject: 'Se quitó una llave de acceso de su cuenta',
    body: 'Hola {name}:\n\nA su cuenta ya no se entra con la llave de acceso «{passkey}». Si no fue usted, avise a la administración y cree una contraseña nueva aquí:\n\n{link}',
    notice: 'A su cuenta ya no se entra con la llave «{passkey}». Si no fue usted, cambie su contraseña.',
  },
  passkeyCloned: {
    subject: 'Se rechazó una copia de su llave de acceso',
    body: 'Hola {name}:\n\nAlguien intentó usar su llave de acceso «{passkey}» con un contador atrasado, como lo haría una copia de ella. No se aceptó. Si no sabe por qué, quite esa llave en su configuración, agregue una nueva y avise a la administración:\n\n{link}',
    notice: 'Se rechazó lo que parece una copia de su llave «{passkey}». Quítela en su configuración y agregue una nueva.',
  },
  ssoLinked: {
    subject: 'Se vinculó el ingreso único a su cuenta',
    body: 'Hola {name}:\n\nDesde ahora se puede entrar a su cuenta también con la identidad que se acaba de vincular en su configuración. Si no fue usted, alguien conoce su contraseña: avise a la administración y cree una contraseña nueva aquí, lo que también desvincula:\n\n{link}',
  },
  ssoUnlinked: {
    subject: 'Se desvinculó el ingreso único de su cuenta',
    body: 'Hola {name}:\n\nDesde ahora a su cuenta se entra solo con correo y contraseña, y las sesiones abiertas con el ingreso único se cerraron. Si no fue usted, avise a la administración y cree una contraseña nueva aquí:\n\n{link}',
  },
  assigned: {
    subject: 'Tiene preguntas a su cargo: {form}',
    body: 'Hola {name}:\n\nLe asignaron responsabilidades en «{form}»: {count} en total.\n\n{items}\n\nPuede verlas aquí:\n\n{link}',
    line: '- {level} {name}',
    notice: 'Le asignaron responsabilidades en «{form}»: {count} en total.',
    says: { level: { Dimension: 'Dimensión', Subdimension: 'Subdimensión', other: 'Preguntas' } },
  },
  assignedInvited: {
    subject: 'Tiene preguntas a su cargo: {form}',
    line: '- {level} {name}',
    says: { level: { Dimension: 'Dimensión', Subdimension: 'Subdimensión', other: 'Preguntas' } },
    body: 'Hola {name}:\n\nLe asignaron responsabilidades en «{form}»: {count} en total.\n\n{items}\n\nPara verlas, cree su contraseña en este enlace, que sirve una sola vez y durante siete días:\n\n{link}',
  },
  inherited: {
    subject: 'Pasa a usted lo que tenía a su cargo {who}: {form}',
    body: 'Hola {name}:\n\n{who} ya no tiene responsabilidades en «{form}».{count}{delegate} Todo lo que respondió se conserva.\n\n{items}\n\nPuede verlo aquí:\n\n{link}',
    line: '- {level} {name}',
    notice: '{who} ya no tiene responsabilidades en «{form}».{count}{delegate} Todo lo que respondió se conserva.',
    says: {
      level: { Dimension: 'Dimensión', Subdimension: 'Subdimensión', other: 'Preguntas' },
      count: { '0': '', other: ' Lo que tenía a su cargo pasa a usted: {count} en total.' },
      delegate: { no: '', yes: ' Su institución queda sin Delegado.' },
    },
  },
  assignedNoMore: {
    subject: 'Cambió lo que usted tiene a su cargo: {form}',
    body: 'Hola {name}:\n\n{by} cambió las responsabilidades en «{form}». Usted ya no tiene a su cargo lo siguiente ({count} en total):\n\n{items}\n\nTodo lo que respondió se conserva.\n\n{link}',
    line: '- {level} {name}',
    notice:
      '{by} cambió las responsabilidades en «{form}»: {count} de las que usted tenía ya no están a su cargo. Todo lo que respondió se conserva.',
    says: { level: { Dimension: 'Dimensión', Subdimension: 'Subdimensión', other: 'Preguntas' } },
  },
  belongs: {
    subject: 'Usted puede trabajar también para {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted participa también por {institution} en el Índice de Innovación Pública, con el mismo correo y la misma contraseña. Puede cambiar de institución arriba, junto a su nombre.\n\n{link}',
    notice: 'Puede cambiar de institución arriba, junto a su nombre.',
  },
  leads: {
    subject: 'Usted lidera {institution} en el Índice de Innovación Pública',
    body: 'Hola {name}:\n\nDesde ahora usted es Líder Institucional de {institution} en el Índice de Innovación Pública: puede repartir las preguntas, responderlas y enviarlas.\n\n{link}',
    notice: 'Desde ahora usted puede repartir las preguntas de su institución, responderlas y enviarlas.',
  },
  leadsNoMore: {
    subject: '{leader} lidera ahora {institution}',
    body: 'Hola {name}:\n\n{leader} es desde ahora Líder Institucional de {institution} en el Índice de Innovación Pública. Usted conserva las dimensiones, subdimensiones y preguntas que tenía a su cargo, y todo lo que respondió.\n\n{link}',
    notice: 'Usted conserva las dimensiones, subdimensiones y preguntas que tenía a su cargo, y todo lo que respondió.',
  },
  evaluates: {
    subject: 'Usted evalúa ahora: {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted evalúa a {institution} en «{form}», en el lugar de {evaluator}. Las decisiones que esa persona tomó y aún no envió siguen ahí: {count}. Usted puede mantenerlas o decidir de nuevo. Notas privadas que le deja: {notes}.\n\n{link}',
  },
  evaluatesNoMore: {
    subject: '{evaluator} evalúa ahora: {institution}',
    body: 'Hola {name}:\n\n{evaluator} evalúa desde ahora a {institution} en «{form}». Las decisiones que usted tomó y aún no envió pasan a esa persona: {count}. También sus notas privadas, que usted deja de leer: {notes}. Lo que usted decidió sin conexión y todavía no llega se le propone a esa persona, y queda en el historial a nombre de usted.\n\n{link}',
  },
  evaluatesFirst: {
    subject: 'Usted evalúa ahora: {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted evalúa a {institution} en «{form}».\n\n{link}',
    notice: 'Desde ahora usted evalúa a {institution} en «{form}».',
  },
  evaluatesNoLonger: {
    subject: 'Usted ya no evalúa: {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted no evalúa a {institution} en «{form}», que queda por el momento sin evaluador. Las decisiones que usted tomó y aún no envió se conservan para quien siga: {count}. También sus notas privadas, que usted deja de leer: {notes}.\n\n{link}',
    notice:
      '{institution} queda por el momento sin evaluador en «{form}». Lo que usted decidió y aún no envió se conserva para quien siga.',
  },
  evaluatorChanged: {
    subject: 'Otra persona evalúa ahora a {institution}',
    body: 'Hola {name}:\n\nDesde ahora otra persona evalúa a {institution} en «{form}». Todo lo que ya se decidió se conserva.\n\n{link}',
    notice: 'Desde ahora otra persona evalúa a {institution} en «{form}». Todo lo que ya se decidió se conserva.',
  },
  takenOut: {
    subject: '{institution} ya no participa en {form}',
    body: 'Hola {name}:\n\nLa administración retiró a {institution} de «{form}». Sus respuestas ya no se ven en la plataforma; se conservan treinta días, por si la institución vuelve. Si cree que es un error, avise a la administración.\n\n{link}',
    notice: 'La administración retiró a {institution} de «{form}». Sus respuestas se conservan treinta días, por si vuelve.',
  },
  broughtBack: {
    subject: '{institution} participa otra vez en {form}',
    body: 'Hola {name}:\n\n{institution} participa otra vez en «{form}». Sus respuestas y responsabilidades están como antes.\n\n{link}',
    notice: '{institution} participa otra vez en «{form}». Sus respuestas y responsabilidades están como antes.',
  },
  formHidden: {
    subject: 'Formulario deshabilitado: {form}',
    body: 'Hola {name}:\n\nLa administración deshabilitó «{form}»: por ahora no se puede responder ni evaluar. Todo lo que se respondió se conserva. Le avisaremos cuando vuelva a estar disponible.\n\n{link}',
    notice: 'Por ahora no se puede responder ni evaluar. Todo lo que se respondió se conserva.',
  },
  formShown: {
    subject: 'Formulario disponible otra vez: {form}',
    body: 'Hola {name}:\n\n«{form}» vuelve a estar disponible, con todo como estaba. Puede continuar aquí:\n\n{link}',
    notice: 'Vuelve a estar disponible, con todo como estaba.',
  },
  commented: {
    subject: 'Comentario en la pregunta {number}',
    body: 'Hola {name}:\n\nHay un comentario que espera su respuesta en la pregunta {number}:\n\n{question}\n\n{link}',
    notice: 'Un comentario espera su respuesta: {question}',
  },
  replied: {
    subject: '{who} respondió su comentario en la pregunta {number}',
    body: 'Hola {name}:\n\n{who} respondió el comentario que usted hizo en la pregunta {number}:\n\n{question}\n\n{keeps}\n\n{link}',
    notice: '{question}\n{keeps}',
    says: {
      keeps: {
        yes: 'Dice que no modificará la respuesta. Revísela y resuelva el comentario.',
        no: 'Revise la respuesta y resuelva el comentario.',
      },
    },
  },
  delegates: {
    subject: 'Usted es Delegado de {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted es Delegado de {institution} en «{form}»: puede repartir las preguntas, responderlas y enviarlas, igual que su Líder Institucional y al mismo tiempo.\n\n{link}',
    notice: 'En «{form}» puede repartir las preguntas, responderlas y enviarlas, igual que su Líder Institucional.',
  },
  delegatesNoMore: {
    subject: 'Usted ya no es Delegado de {institution}',
    body: 'Hola {name}:\n\nDesde ahora usted no es Delegado de {institution} en «{form}». Conserva las dimensiones, subdimensiones y preguntas que tenía a su cargo, y todo lo que respondió.\n\n{link}',
    notice: 'En «{form}» conserva las dimensiones, subdimensiones y preguntas que tenía a su cargo, y todo lo que respondió.',
  },
  stageOpened: {
    subject: 'Comenzó la etapa «{stage}»: {form}',
    body: 'Hola {name}:\n\nComenzó la etapa «{stage}» de «{form}», que termina el {end}.{pending}{unsent}\n\nPuede continuar aquí:\n\n{link}',
    notice: 'Termina el {end}.{pending}{unsent}',
    says: {
      pending: { '0': '', '1': ' A usted le queda 1 pendiente.', other: ' A usted le quedan {pending} pendientes.' },
      unsent: { '0': '', '1': ' Tiene 1 respuesta lista por enviar.', other: ' Tiene {unsent} respuestas listas por enviar.' },
    },
  },
  observed: {
    subject: 'Observaciones nuevas: {form}',
    body: 'Hola {name}:\n\nEl equipo de evaluación observó {count} a su cargo en «{form}». Puede corregir hasta el {end}, en la etapa «{stage}».\n\n{link}',
    notice: 'El equipo de evaluación observó {count} a su cargo. Puede corregir hasta el {end}.',
    says: { count: { '1': '1 respuesta', other: '{count} respuestas' } },
  },
  reopened: {
    subject: 'El envío de {institution} está abierto otra vez: {form}',
    body: 'Hola {name}:\n\nLa administración volvió a abrir lo que {institution} había enviado en «{form}»: las respuestas se pueden modificar y hay que enviarlas de nuevo.\n\nMotivo:\n\n{reason}\n\n{link}',
    notice: 'Las respuestas se pueden modificar y hay que enviarlas de nuevo. Motivo: {reason}',
  },
  sendConfirmation: {
    subject: 'Comprobante de envío {number}',
    body: 'Hola {name}:\n\nSe recibió el envío de «{form}».\n\nComprobante: {number}\nRespuestas: {answers}\nArchivos: {files}\n\n{link}',
    notice: 'Se recibió el envío de «{form}»: {answers} respuestas y {files} archivos.',
  },
  sendRecalled: {
    subject: 'Envío retirado: {number}',
    body: 'Hola {name}:\n\n{by} retiró el envío {number} de «{form}» antes de que alguien lo abriera. Las respuestas volvieron a donde estaban y se pueden modificar y enviar otra vez. El comprobante queda en la lista, marcado como retirado.\n\n{link}',
    notice: '{by} retiró este envío de «{form}» antes de que alguien lo abriera.',
  },
  reopenAsked: {
    subject: '{institution} pide reabrir su formulario',
    body: 'Hola {name}:\n\n{by}, de {institution}, pide que se reabra «{form}». Escribió:\n\n{reason}\n\nPuede reabrirlo, o decir por qué no, aquí:\n\n{link}',
    notice: '{by} pide que se reabra «{form}»: {reason}',
  },
  reopenDeclined: {
    subject: 'Su formulario no se reabre: {form}',
    body: 'Hola {name}:\n\nEl laboratorio leyó la solicitud de reabrir «{form}» y respondió que no. El motivo:\n\n{reason}\n\n{link}',
    notice: 'El laboratorio no reabre «{form}»: {reason}',
  },
  evaluationReceived: {
    subject: 'Evaluación recibida: {form}',
    body: 'Hola {name}:\n\nEl equipo de evaluación envió sus comentarios sobre «{form}». Puede verlos aquí:\n\n{link}',
    notice: 'El equipo de evaluación envió sus comentarios sobre «{form}».',
  },
  sectionReady: {
    subject: 'Sección lista: {section}',
    body: 'Hola {name}:\n\n{author} marcó como lista la sección «{section}» de «{form}». Puede revisarla aquí:\n\n{link}',
    notice: '{author} marcó como lista la sección «{section}» de «{form}».',
  },
  helpAsked: {
    subject: 'Consulta de {who}{institution}',
    body: 'Hola {name}:\n\n{who} ({email}){institution} pide ayuda.{form}\n\nEscribió:\n\n{text}\n\nLo escribió en esta página:\n\n{link}\n\nPara contestar, responda a este correo: su respuesta llega a {email}.',
    notice: '{text}\n\nSe contesta por correo a {email}.',
    says: { institution: { '': '', other: ', {institution}' }, form: { '': '', other: ' Formulario: «{form}».' } },
  },
  helpDesk: {
    subject: 'Consulta de {who}{institution}',
    body: '{who} ({email}){institution} pide ayuda.{form}\n\nEscribió:\n\n{text}\n\nLo escribió en esta página:\n\n{link}\n\nPara contestar, responda a este correo: su respuesta llega a {email}.',
    says: { institution: { '': '', other: ', {institution}' }, form: { '': '', other: ' Formulario: «{form}».' } },
  },
  helpReceived: {
    subject: 'Recibimos su mensaje',
    body: 'Hola {name}:\n\nRecibimos su mensaje y le responderemos a este correo. Atendemos de lunes a viernes de 09:00 a 17:00 (hora de Chile continental), salvo feriados.\n\nUsted escribió:\n\n{text}\n\nLo escribió en esta página:\n\n{link}',
    notice: '{text}\n\nLa respuesta llegará a su correo.',
  },
  notificationSent: {
    subject: '{subject}',
    body: 'Hola {name}:\n\n{body}\n\nEste mensaje está también en sus notificaciones:\n\n{link}',
    notice: '{body}',
  },
  satisfactionPoll: {
    subject: 'Encuesta de satisfacción: {form}',
    body: 'Hola {name}:\n\nLe invitamos a responder la encuesta de satisfacción de «{form}». Puede hacerlo aquí:\n\n{link}',
    notice: 'Le invitamos a responder la encuesta de satisfacción de «{form}».',
  },
  finalReportSent: {
    subject: 'Informe final disponible: {form}',
    body: 'Hola {name}:\n\nEl informe final de «{form}» está disponible. Puede verlo aquí:\n\n{link}',
    notice: 'El informe final de «{form}» está disponible.',
  },
  resultsPublished: {
    subject: 'Informe {kind} publicado: {form}',
    body: 'Hola {name}:\n\nSe publicó el informe {kind} de {institution} en «{form}».{version}{reason}{from}\n\n{link}',
    notice: 'Se publicó el informe {kind} de {institution}.{version}{reason}{from}',
    says: {
      kind: { preliminary: 'preliminar', final: 'final' },
      version: { '1': '', other: ' Es la versión {version} y reemplaza a la anterior.' },
      reason: { '': '', undefined: '', other: ' Motivo: {reason}.' },
      from: { '': ' Ya puede verlo.', other: ' Podrá verlo desde el {from}.' },
    },
  },
  remainingTimeExtended: {
    subject: 'Hay más plazo: {form}',
    body: 'Hola {name}:\n\nLa etapa «{stage}» de «{form}» se extendió hasta el {end}. Lo que su institución todavía tenga por enviar está aquí:\n\n{link}',
    notice: 'La etapa «{stage}» se extendió hasta el {end}.',
  },
  stageShortened: {
    subject: 'El plazo termina antes: {form}',
    body: 'Hola {name}:\n\nLa etapa «{stage}» de «{form}» termina antes de lo previsto: el {end}.{pending}{unsent}\n\nPuede continuar aquí:\n\n{link}',
    notice: 'La etapa «{stage}» termina antes de lo previsto: el {end}.{pending}{unsent}',
    says: {
      pending: { '0': '', '1': ' A usted le queda 1 pendiente.', other: ' A usted le quedan {pending} pendientes.' },
      unsent: { '0': '', '1': ' Tiene 1 respuesta lista por enviar.', other: ' Tiene {unsent} respuestas listas por enviar.' },
    },
  },
  leaderWrote: {
    subject: '{who} le escribe: {form}',
    body: 'Hola {name}:\n\n{text}\n\n{who}\n\n{pending} en «{form}», etapa «{stage}», que termina el {end}. Puede verlo aquí:\n\n{link}',
    notice: '{text}\n\n{pending}, hasta el {end}.',
    says: { pending: { '1': 'Espera por usted 1 pregunta', other: 'Esperan por usted {pending} preguntas' } },
  },
  reminder: {
    subject: 'Recordatorio: el plazo termina el {end}',
    body: 'Hola {name}:\n\nEl plazo está por terminar y en lo que usted tiene a su cargo todavía hay algo pendiente:\n\n{items}\n\nPuede verlo aquí:\n\n{link}\n\nSi no quiere recibir más recordatorios de plazo, abra este enlace; no necesita iniciar sesión. Los demás correos le seguirán llegando.\n\n{optOut}',
    line: '- {form}, etapa «{stage}»: pendientes {pending}{unsent}, hasta el {end}',
    notice: '{items}',
    says: { unsent: { '0': '', other: ', listas por enviar {unsent}' } },
  },
} as const
