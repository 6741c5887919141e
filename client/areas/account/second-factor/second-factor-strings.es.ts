export const secondFactorEs = {
  /** Second step of a sign-in. */
  codeTitle: 'Verificación en dos pasos',
  codeLead: 'Escriba el código de 6 dígitos que muestra la aplicación de su teléfono.',
  recoveryLead: 'Escriba uno de los códigos de recuperación que guardó. Cada uno sirve una sola vez.',
  code: 'Código',
  recoveryCode: 'Código de recuperación',
  useRecovery: 'No tengo mi teléfono: usar un código de recuperación',
  useCode: 'Usar el código de la aplicación',
  verify: 'Verificar',
  back: 'Volver a la contraseña',
  noneLeft: 'Si tampoco tiene sus códigos de recuperación, pida a otra persona de la administración que restablezca su verificación.',
  /** Where the platform asks for a factor and there is none. */
  mustTitle: 'Active la verificación en dos pasos',
  mustLead: 'La plataforma la exige a su rol. Toma dos minutos y se hace una sola vez.',
  finish: 'Activar y entrar',
  enter: 'Entrar',

  /** How to make one. */
  stepApp:
    'En su teléfono abra una aplicación de códigos, como Google Authenticator, Microsoft Authenticator o Aegis, y agregue una cuenta.',
  stepScan: 'Apunte el teléfono a esta imagen.',
  stepType: 'Escriba allí esta clave.',
  picture: 'Código QR con la clave',
  stepKey: 'O escriba esta clave:',
  key: 'Clave',
  copyKey: 'Copiar clave',
  copied: 'Copiado.',
  copyFailed: 'El navegador no permitió copiar. Seleccione el texto y cópielo.',
  openLink: 'Si la aplicación está en este mismo equipo, ábrala aquí',
  stepCode: 'Escriba el código de 6 dígitos que muestra la aplicación.',

  /** Codes that are shown once. */
  codesTitle: 'Sus códigos de recuperación',
  codesBody: 'Con cada uno puede entrar una vez si pierde su teléfono. Guárdelos fuera de este equipo: no se vuelven a mostrar.',
  codesCopy: 'Copiar códigos',
  codesSave: 'Descargar códigos',
  codesFile: 'Códigos de recuperación del Índice de Innovación Pública. Cada uno sirve una sola vez.',
  codesKept: 'Guardé mis códigos',

  /** In the settings. */
  title: 'Verificación en dos pasos',
  about:
    'Al ingresar se pide, además de la contraseña, un código de su teléfono. Quien conozca su contraseña no podrá entrar con ella sola.',
  off: 'Desactivada',
  on: 'Activada',
  since: ({ day }: { day: string }) => `Activada desde el ${day}`,
  codesLeft: ({ n }: { n: number }) =>
    n === 0
      ? 'No le quedan códigos de recuperación: haga nuevos.'
      : n === 1
        ? 'Le queda 1 código de recuperación.'
        : `Le quedan ${n} códigos de recuperación.`,
  required: 'La plataforma la exige a su rol: puede cambiar de teléfono, pero no quitarla.',
  turnOn: 'Activar',
  change: 'Cambiar de teléfono',
  renew: 'Hacer códigos nuevos',
  remove: 'Quitar',
  changeTitle: 'Cambiar de teléfono',
  renewTitle: 'Hacer códigos de recuperación nuevos',
  renewBody: 'Los anteriores dejarán de servir.',
  removeTitle: 'Quitar la verificación en dos pasos',
  removeBody: 'Para entrar bastará su contraseña, y sus códigos de recuperación dejarán de servir.',
  password: 'Contraseña actual',
  newCode: 'Código de la clave nueva',
  formerCode: 'Código del teléfono anterior, o uno de recuperación',
  codeOrRecovery: 'Código de la aplicación, o uno de recuperación',
  cancel: 'Cancelar',
  turnedOn: 'Verificación en dos pasos activada',
  turnedOff: 'Verificación en dos pasos desactivada',
  needsNetwork: 'Para ver su verificación en dos pasos necesita conexión.',
  missing: 'No se pudo traer su verificación en dos pasos.',
  retry: 'Reintentar',
} as const
