/** Frequently asked questions: five sections, sixteen questions. */
export const es = {
  title: 'Preguntas frecuentes',
  search: 'Buscar en las preguntas',
  found: '{{n}} de {{total}} preguntas',
  none: 'Ninguna pregunta tiene esas palabras. Pruebe con otras.',
  link: 'Enlace a esta pregunta',
  downloads: 'Para descargar',
  questionnaire: 'Cuestionario vigente (PDF)',
  questionnaireAbout: 'Todas las preguntas del formulario actual, para leerlas y preparar las respuestas.',
  glossary: 'Glosario de conceptos, edición 2025 (PDF)',
  glossaryAbout: 'Qué quieren decir las palabras que usa la medición.',
  lead: 'Lo que más se pregunta al completar la medición.',
  configuration: 'Configuración de perfiles',
  configuration1: '¿Quién puede asignar responsables?',
  configuration1Answer:
    'El Líder institucional y su delegado asignan líderes de dimensión y de subdimensión. Cada líder de área asigna las preguntas de lo que tiene a cargo.',
  configuration2: '¿Puedo asignar varias preguntas a la vez?',
  configuration2Answer:
    'Sí. Marque las preguntas, o use «seleccionar todas», y elija a la persona. Solo se seleccionan preguntas sin responsable y que no son administrativas.',
  configuration3: '¿Qué hace un delegado?',
  configuration3Answer:
    'Tiene las mismas facultades que el Líder institucional y actúa al mismo tiempo que él. Solo el Líder institucional lo asigna o lo elimina.',
  configuration4: '¿Puedo invitar a alguien que aún no tiene cuenta?',
  configuration4Answer:
    'Sí, con su nombre, apellido y correo institucional de la misma institución. La invitación se envía apenas haya conexión.',
  answering: 'Responder el formulario',
  answering1: '¿Debo guardar mis respuestas?',
  answering1Answer:
    'No es necesario: cada respuesta se guarda en su equipo mientras la escribe y se envía sola. El botón «Guardar» solo confirma que todo quedó guardado.',
  answering2: '¿Puedo responder sin conexión?',
  answering2Answer:
    'Sí. Inicie sesión una vez con conexión y prepare el equipo en «Datos en este equipo». Después puede cerrar el navegador, apagar el equipo y seguir respondiendo; todo se envía cuando vuelva la conexión.',
  answering3: '¿Qué archivos puedo adjuntar?',
  answering3Answer:
    'Un archivo por pregunta, de hasta 15 MB, en formato doc, docx, xls, xlsx, pdf, jpg, jpeg, tiff, png, zip, rar o xml. Si no adjuntará uno, márquelo.',
  answering4: '¿Qué pasa si otra persona respondió la misma pregunta?',
  answering4Answer:
    'Ninguna respuesta se pierde. La aplicación muestra ambas, quién las escribió y cuándo, y usted decide. Todas quedan en el historial de la pregunta.',
  commenting: 'Comentar preguntas',
  commenting1: '¿Quién puede comentar?',
  commenting1Answer:
    'Los líderes comentan las respuestas de quienes dependen de ellos. El comentario queda pendiente para la persona responsable.',
  commenting2: '¿Cómo respondo un comentario?',
  commenting2Answer:
    'Modifique la respuesta o indique que no la modificará, y explique por qué. Indicar que no se modificará no se puede deshacer.',
  commenting3: '¿Cuándo se cierra un comentario?',
  commenting3Answer: 'Cuando quien lo escribió lo marca como resuelto. Para enviar, todos los comentarios deben estar resueltos.',
  sending: 'Enviar a evaluación',
  sending1: '¿Qué se necesita para enviar?',
  sending1Answer:
    'Todas las preguntas respondidas, la información adicional adjunta o marcada como no adjunta, y los comentarios resueltos. Antes de enviar, la aplicación muestra lo que falta y quién es responsable.',
  sending2: '¿Puedo cambiar una respuesta después de enviar?',
  sending2Answer: 'No. Después de enviar, las respuestas no se pueden editar, salvo que vuelvan con observaciones.',
  sending3: '¿Cómo sé que el envío llegó?',
  sending3Answer:
    'Verá un comprobante con número y hora, y recibirá un correo de confirmación. Sin conexión, el envío queda en espera y se realiza cuando vuelva.',
  account: 'Mi cuenta',
  account1: 'Olvidé mi contraseña, ¿qué hago?',
  account1Answer:
    'En la página de inicio de sesión elija «¿Olvidó su contraseña?». Recibirá un enlace en su correo; revise también la carpeta de correo no deseado.',
  account2: '¿Puedo usar un equipo compartido?',
  account2Answer:
    'Sí. Cada persona ve solo lo suyo. Al cerrar sesión, sus datos se eliminan del equipo; si algo falta por enviar, se le avisa antes y puede exportar una copia.',
} as const
