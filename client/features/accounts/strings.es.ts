export const es = {
  signInLead: 'Ingrese con su correo institucional.',
  email: 'Correo electrónico',
  institutionalEmail: 'Correo institucional',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  passkeySignIn: 'Entrar con una llave de acceso',
  forgot: '¿Olvidó su contraseña?',
  shared: 'Este equipo es compartido',
  sharedHint: 'Tras 30 minutos sin uso pide ingresar de nuevo, con conexión. Al cerrar sesión se borra todo de este equipo.',
  /** On a person's card, without a network. */
  sharedOffline: 'Necesita conexión para entrar.',
  locked: '{{name}}, su sesión se cerró. Lo que hizo sigue guardado en este equipo: ingrese para continuar.',
  offlineTitle: 'Sin conexión',
  offlineBody: 'Continúe con su nombre: lo que haga queda en este equipo y se envía cuando vuelva la conexión.',
  offlineShared: 'Este equipo es compartido: para entrar se necesita conexión. Lo que hizo sigue guardado aquí.',
  offlineNobody: 'Nadie ha iniciado sesión en este equipo. Conéctese para iniciar sesión por primera vez.',
  onThisDevice: 'En este equipo',
  onThisDeviceHint: 'Estas personas tienen datos guardados aquí.',
  continueAs: 'Continuar',
  useAccount: 'Usar esta cuenta',
  continueAsLabel: ({ name }: { name: string }) => `Continuar como ${name}`,
  unsent: ({ n }: { n: number }) => (n === 0 ? 'Todo enviado' : n === 1 ? '1 cambio sin enviar' : `${n} cambios sin enviar`),
  sealedTitle: ({ name, n, texts }: { name: string; n: number; texts: number }) =>
    `Sin enviar, de ${name}: ${[
      ...(n > 0 ? [n === 1 ? '1 cambio' : `${n} cambios`] : []),
      ...(texts > 0 ? [texts === 1 ? '1 texto a medio escribir' : `${texts} textos a medio escribir`] : []),
    ].join(' y ')}`,
  /** {{deadline}}: until when it is kept. */
  sealedBody:
    'Esta cuenta fue desactivada. Lo que no alcanzó a enviarse sigue en este equipo hasta el {{deadline}}, y se enviará si la cuenta se reactiva y su titular inicia sesión aquí.',
  sealedTake: 'Descargar una copia',
  sealedTaken:
    'Copia descargada, cifrada: nadie puede leerla en este equipo. Entréguela a la administración de la plataforma, que puede recuperarla.',
  sealedTakenPlain:
    'Copia descargada sin cifrar, porque este equipo nunca recibió la llave del servidor: quien abra el archivo puede leerlo. Guárdelo en un lugar seguro.',
  sealedShared: 'Este equipo es compartido: la copia se ofreció a quien lo escribió.',
  sealedGone: 'El navegador eliminó estos datos y ya no están en este equipo.',
  sealedFailed: 'No se pudo leer lo guardado. Inténtelo nuevamente.',
  sessionEnded: 'Su sesión terminó. Ingrese nuevamente para enviar sus cambios; nada se ha perdido.',

  recoverLead: 'Le enviaremos un enlace para crear una contraseña nueva.',
  send: 'Enviar',
  recoverSentTitle: 'Revise su correo',
  recoverSentBody:
    'Si el correo pertenece a una cuenta, recibirá un enlace para crear una contraseña nueva. Si no lo encuentra, revise la carpeta de correo no deseado.',
  backToLogin: 'Volver a iniciar sesión',

  inviteLead: 'Cree una contraseña para comenzar.',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirmar contraseña',
  passwordHint:
    'La contraseña debe tener al menos 5 caracteres; a las cuentas del laboratorio se les puede pedir más. Una frase larga es más segura.',
  save: 'Guardar',
  create: 'Crear contraseña',
  resetDone: 'Contraseña actualizada. Ya puede iniciar sesión.',

  profile: 'Datos personales',
  name: 'Nombre',
  surname: 'Apellido',
  changePassword: 'Cambiar contraseña',
  keys: 'Teclado',
} as const
