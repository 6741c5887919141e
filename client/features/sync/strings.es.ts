const changes = (n: number): string => (n === 1 ? '1 cambio' : `${n} cambios`)
const texts = (n: number): string => (n === 1 ? '1 texto' : `${n} textos`)

export const es = {
  /** The chip in the header: one state at a time. */
  chipOffline: ({ n }: { n: number }) => (n === 0 ? 'Sin conexión' : `Sin conexión (${changes(n)})`),
  chipConnecting: ({ n }: { n: number }) => (n === 0 ? 'Conectando' : `Conectando (${changes(n)})`),
  chipSyncing: ({ n }: { n: number }) => `Sincronizando (${n})`,
  chipAttention: ({ n }: { n: number }) => `Requiere atención (${n})`,
  chipStalled: ({ n }: { n: number }) => `Sin enviar (${changes(n)})`,
  chipUpToDate: ({ time }: { time: string }) => `Al día (${time})`,
  chipNeedsAuth: ({ n }: { n: number }) => (n === 0 ? 'Sesión terminada' : `Sesión terminada (${changes(n)})`),
  chipNeedsUpdate: 'Requiere actualizar',
  chipStorage: ({ n }: { n: number }) => (n === 0 ? 'No se está guardando' : `No se está guardando (${changes(n)})`),
  chipOld: ({ n, days }: { n: number; days: number }) => `${changes(n)} sin enviar hace ${days} días`,
  openPanel: ({ state }: { state: string }) => `Estado de sincronización: ${state}. Abrir detalle`,

  panel: 'Sincronización',
  stateOffline: 'Este equipo no tiene conexión. Siga trabajando: todo queda guardado aquí.',
  stateConnecting: 'Comprobando la conexión con el servidor.',
  stateSyncing: 'Sus cambios se están enviando.',
  stateAttention: 'Todo está enviado; lo que sigue espera por usted.',
  /** Beside the state: the number that the chip shows. */
  decisions: ({ n }: { n: number }) => (n === 1 ? '1 cambio requiere su decisión.' : `${n} cambios requieren su decisión.`),
  stateStalled: 'Hay conexión, pero los cambios no han podido salir. Puede exportar una copia mientras tanto.',
  stateUpToDate: 'Todo está enviado y este equipo tiene lo último.',
  stateNeedsAuth: 'Su sesión terminó. Vuelva a iniciar sesión para enviar; nada se ha perdido.',
  stateNeedsUpdate: 'Hay que recargar la aplicación antes de enviar. Sus cambios están guardados.',
  /** What is wrong with this browser's storage. */
  stateStorageLost: 'El navegador borró los datos que este equipo guardaba. Se están guardando de nuevo.',
  stateStorageSilent:
    'El almacenamiento de este navegador no responde: lo que escriba ahora no queda guardado en este equipo. No cierre esta página; exporte una copia.',
  stateStorageFailing:
    'El almacenamiento de este navegador falla: lo que escriba ahora no queda guardado en este equipo. No cierre esta página; exporte una copia.',
  lastSuccess: 'Última sincronización',
  never: 'Aún no',
  syncNow: 'Sincronizar ahora',
  reload: 'Recargar',
  signInAgain: 'Iniciar sesión',

  /** Three plain sentences: where the work is, that it survives, when it goes. */
  whereTitle: '¿Dónde están mis datos?',
  where1: 'Sus respuestas se guardan primero en este equipo, en este navegador.',
  where2: 'Siguen aquí aunque cierre la página o apague el equipo.',
  where3: 'Se envían solas cada 5 minutos y cada vez que hay cambios y conexión; también cuando usted lo pida.',

  queueTitle: ({ n }: { n: number }) => (n === 0 ? 'En espera de envío' : `En espera de envío (${n})`),
  queueMore: ({ n }: { n: number }) => `y ${n} más`,
  queueEmpty: 'Nada espera envío.',
  author: 'Por',
  size: 'Tamaño',
  stateSaved: 'Guardado en este equipo',
  stateSent: 'Enviado, por confirmar',
  stateFailed: 'Se reintentará',
  networkError: 'El último intento no tuvo respuesta.',
  stateNotApplied: 'No aplicado',
  sentOf: ({ sent, total }: { sent: string; total: string }) => `${sent} de ${total}`,
  discard: 'Descartar',
  discardLabel: ({ what }: { what: string }) => `Descartar: ${what}`,
  discardTitle: '¿Descartar este cambio?',
  discardBody: 'El cambio se eliminará de este equipo y no se enviará. Esta acción no se puede deshacer.',
  discardLate: 'El cambio ya estaba en camino y no se puede descartar.',
  discarded: 'Cambio descartado.',

  exportCopy: 'Exportar copia',
  exportHint:
    'Un archivo cifrado con todo lo que no se ha enviado, también lo que está a medio escribir, para guardarlo o llevarlo a otro equipo. Al importarlo, el servidor lo abre solo para usted: se necesita conexión.',
  exportCancel: 'Cancelar',
  exportLead:
    'Un archivo con los cambios, los textos a medio escribir y los archivos que aún no se envían. Impórtelo en otro equipo, o guárdelo por si acaso.',
  exportFailed: 'No se pudo hacer la copia. Lo que escribió sigue aquí: inténtelo de nuevo.',
  exportedAlone: 'Copia exportada, cifrada con su frase. Nada más la abre: guárdela bien.',
  exportedBoth: 'Copia exportada, cifrada: la abre su frase, sin conexión, o el servidor para usted.',
  passphrase: 'Frase de seguridad (opcional)',
  passphraseHint: '{{n}} signos o más: varias palabras que recuerde. Con ella la copia se abre también sin conexión.',
  passphraseShort: 'La frase necesita al menos {{n}} signos.',
  opensServer: 'La abre solo el servidor, para usted, con conexión.',
  opensBoth: 'La abre su frase, también sin conexión. Si la olvida, el servidor la abre para usted con su contraseña.',
  opensPassphrase:
    'La abrirá solo su frase: este equipo aún no tiene la llave del servidor. Si la olvida, nadie podrá abrir este archivo; lo que hizo sigue en este equipo.',
  opensAnybody: 'Irá sin cifrar, porque este equipo aún no tiene la llave del servidor. Escriba una frase para cifrarla.',
  passphraseTitle: 'Esta copia tiene una frase',
  passphraseOpen: 'Abrir la copia',
  passphraseForgotten: 'No la recuerdo',
  passphraseServer: 'El servidor la abre para quien la hizo, porque ya inició sesión.',
  passphraseServerOffline: 'Sin la frase la abre el servidor, con conexión.',
  passphraseAlone: 'El equipo que hizo esta copia no tenía la llave del servidor: sin la frase no se puede abrir.',
  exported: 'Copia exportada, cifrada: solo el servidor puede abrirla.',
  exportedPlain:
    'Copia exportada sin cifrar, porque este equipo aún no tiene la llave del servidor: quien abra el archivo puede leerlo. Guárdelo en un lugar seguro.',
  importCopy: 'Importar copia',
  imported: ({ n, files, drafts }: { n: number; files: number; drafts: number }) =>
    `Copia importada: ${changes(n)}, ${files === 1 ? '1 archivo' : `${files} archivos`}${drafts === 0 ? '' : `, ${texts(drafts)} a medio escribir`}.`,
  copyDiagnostics: 'Copiar diagnóstico',
  diagnosticsCopied: 'Diagnóstico copiado. No contiene respuestas.',
  copyFailed: 'El navegador no permitió copiar.',
  tools: 'Copias y diagnóstico',

  /** Files that the server will never take. */
  fileStopped: ({ name }: { name: string }) => `El archivo «${name}» no se puede enviar.`,
  fileReplace: 'Ir a reemplazarlo',
  fileSaveCopy: 'Guardar una copia',
  fileRemove: 'Eliminar',
  fileRemoveTitle: '¿Eliminar el archivo?',
  fileRemoveBody: ({ name }: { name: string }) => `«${name}» no llegó al servidor: al eliminarlo se borra de este equipo.`,
  fileRemoved: 'Archivo eliminado',
  saysNoFile: 'No adjunta archivo',
  cardSaysNoFile: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} marcó «No adjunto» sin haber visto el archivo, que se mantiene.`,
  adoptNoFile: 'Quitar el archivo',
  keepFile: 'Mantener el archivo',

  attentionTitle: ({ n }: { n: number }) => `No aplicado (${n})`,
  attentionLead: 'Nada se ha perdido: aquí está lo que escribió y por qué no quedó.',
  suggestionsTitle: ({ n }: { n: number }) => `Sugerencias por decidir (${n})`,
  noticesTitle: ({ n }: { n: number }) => `Avisos (${n})`,
  understood: 'Entendido',
  keepStanding: 'Mantener lo vigente',
  keepMine: 'Mantener la mía',
  /** Where the owner has nothing to keep. */
  keepNone: 'No usarla',
  adopt: 'Usar la sugerencia',
  reapply: 'Volver a aplicar la mía',
  copy: 'Copiar',
  copied: 'Copiado.',
  asComment: 'Enviar como comentario',
  sentAsComment: 'Comentario creado',
  goToQuestion: 'Ir a la pregunta',
  mine: 'Lo que usted escribió',
  standing: 'Lo vigente',
  suggestion: 'Sugerencia',
  yours: 'Su respuesta',
  lateValue: 'Lo que llegó tarde',
  replacedValue: 'Lo que reemplazó',
  decided: 'Lo que usted decidió',
  earlier: ({ n }: { n: number }) => (n === 1 ? 'Ver 1 valor anterior' : `Ver ${n} valores anteriores`),
  byAt: ({ name, time }: { name: string; time: string }) => `${name}, ${time}`,
  you: 'Usted',
  emptyValue: 'Sin respuesta',
  yes: 'Sí',
  no: 'No',
  rows: ({ n }: { n: number }) => (n === 0 ? 'Ninguna' : n === 1 ? '1 fila' : `${n} filas`),
  noneOption: 'Ninguna de las anteriores',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  observed: 'Observada',
  reapplied: 'Respuesta aplicada nuevamente.',
  adopted: 'Sugerencia aplicada.',
  resolved: 'Aviso resuelto.',
  cardSuggested: ({ name }: { name: string }) => `${name || 'Otra persona'} propone otra respuesta.`,
  /** Work that its author could not send any more. */
  cardRecovered: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} respondió esto y no alcanzó a enviarlo. La administración lo recuperó para que usted decida.`,
  cardRecoveredText: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} escribió esto y no alcanzó a enviarlo. La administración lo recuperó para usted.`,
  recoveredWords: 'Lo que escribió',
  fileOpen: 'Descargar archivo',
  fileOnItsWay: 'El archivo aún no llega al servidor.',
  cardNotAssignee: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} es responsable de esta pregunta. Su propuesta quedó guardada.`,
  cardReplaced: ({ name }: { name: string }) =>
    `${name || 'La persona responsable'} reemplazó su respuesta. La suya queda en el historial.`,
  cardReplicaUndone: ({ name, text }: { name: string; text: string }) =>
    `${name || 'Otra persona'} deshizo la réplica de ${text}. Lo que usted escribió ahí se conserva y vuelve si se abre otra vez.`,
  cardReplacedOther: ({ name }: { name: string }) => `Su respuesta reemplazó la de ${name || 'otra persona'}, que queda en el historial.`,
  cardOwnDevice: 'Usted también respondió en otra pestaña o en otro equipo; quedó lo último que llegó.',
  cardLate: ({ name }: { name: string }) => `${name || 'Otra persona'} intentó cambiar la respuesta cuando ya no se podía.`,
  cardAssignedMeanwhile: ({ element, name }: { element: string; name: string }) =>
    `${element}: la asignación ya la tiene ${name || 'otra persona'}.`,
  cardForm: 'Formulario completo',

  /** What a waiting mutation does, in the list of the panel. */
  act_answer_set: 'Responder',
  act_answer_clear: 'Borrar respuesta',
  act_answer_keep: 'Mantener respuesta',
  act_answer_restore: 'Restaurar respuesta',
  act_attachment_add: 'Adjuntar archivo',
  act_attachment_remove: 'Eliminar archivo',
  act_attachment_decline: 'No adjuntar archivo',
  act_comment_add: 'Comentar',
  act_comment_reply: 'Responder comentario',
  act_comment_edit: 'Editar comentario',
  act_comment_redact: 'Eliminar comentario',
  act_comment_resolve: 'Resolver comentario',
  act_team_write: 'Escribir a una persona del equipo',
  act_assignment_set: 'Asignar responsable',
  act_delegate_set: 'Asignar delegado',
  act_leader_set: 'Cambiar líder institucional',
  act_answers_send: 'Enviar respuestas',
  act_answers_recall: 'Retirar un envío',
  act_answers_open: 'Abrir un envío',
  act_evaluation_decide: 'Evaluar',
  act_evaluation_acceptRemaining: 'Aceptar las restantes',
  act_evaluation_note: 'Nota privada',
  act_evaluation_reopenAccepted: 'Reabrir lo aceptado',
  act_evaluation_send: 'Enviar evaluación',
  act_survey_send: 'Enviar encuesta',
  act_conflict_resolve: 'Resolver aviso',
  act_invitation_resend: 'Enviar de nuevo la invitación',
  act_invitation_correct: 'Corregir la invitación',
  act_invitation_withdraw: 'Retirar la invitación',
  act_replica_open: 'Abrir o deshacer una réplica',
  act_replica_justify: 'Justificar la réplica',
  act_participant_reopen: 'Reabrir la institución',
  act_participant_askReopen: 'Pedir la reapertura',
  act_participant_declineReopen: 'Rechazar la reapertura',
  act_help_ask: 'Pedir ayuda',
  act_file: 'Archivo',
  act_other: 'Cambio',

  /** Sign-out while something waits: three facts. */
  signOutTitle: '¿Cerrar sesión?',
  signOutClean: 'Todo está enviado y nada está a medio escribir. Los datos de este equipo se eliminarán.',
  signOutFact1: ({ n }: { n: number }) =>
    n === 1 ? 'Se perderá 1 cambio que no se ha enviado.' : `Se perderán ${n} cambios que no se han enviado.`,
  signOutTexts: ({ n }: { n: number }) =>
    n === 1
      ? 'Se perderá 1 texto a medio escribir, que aún no es una respuesta ni un comentario.'
      : `Se perderán ${n} textos a medio escribir, que aún no son respuestas ni comentarios.`,
  /** Files that the server will never take. */
  signOutFiles: ({ n }: { n: number }) =>
    n === 1
      ? 'Se perderá 1 archivo que no se puede enviar y que solo está en este equipo.'
      : `Se perderán ${n} archivos que no se pueden enviar y que solo están en este equipo.`,
  signOutFact2: 'Sin conexión no podrá volver a iniciar sesión.',
  signOutFact3: 'Los datos guardados en este equipo se eliminarán.',
  signOutTrying: 'Enviando lo que falta...',
  signOut: 'Cerrar sesión',
  exportAndSignOut: 'Exportar copia y cerrar sesión',
  /** what: "2 cambios, 1 texto y 1 archivo". */
  discardAndSignOut: ({ what }: { what: string }) => `Descartar ${what} y cerrar sesión`,
  countChanges: ({ n }: { n: number }) => changes(n),
  countTexts: ({ n }: { n: number }) => texts(n),
  countFiles: ({ n }: { n: number }) => (n === 1 ? '1 archivo' : `${n} archivos`),
  stay: 'Seguir aquí',

  updateReady: 'Hay una versión nueva. Se aplicará al recargar; sus respuestas están guardadas',
  updateNow: 'Recargar ahora',
  later: 'Después',

  needsAuth: ({ n }: { n: number }) =>
    n === 0
      ? 'Su sesión terminó. Puede seguir trabajando; vuelva a iniciar sesión para sincronizar.'
      : `Vuelva a iniciar sesión para enviar ${changes(n)}. Puede seguir trabajando.`,
  blocked:
    'Este navegador no permite guardar datos (ventana privada o política del equipo). No es posible trabajar sin conexión aquí: use una ventana normal u otro navegador.',
  blockedTitle: 'No se pueden guardar datos en este equipo',
  evicted:
    'El navegador eliminó los datos que este equipo guardaba. Lo que se había enviado está a salvo; lo que no se había enviado pudo perderse. Instale la aplicación o permita el almacenamiento para que no vuelva a ocurrir.',
  putBack: ({ n, drafts }: { n: number; drafts: number }) =>
    `El navegador borró los datos que este equipo guardaba mientras usted trabajaba. Lo que estaba abierto se volvió a guardar: ${changes(n)} sin enviar${drafts === 0 ? '' : drafts === 1 ? ' y 1 borrador' : ` y ${drafts} borradores`}.`,
  putBackFiles: ({ n }: { n: number }) =>
    n === 1 ? 'Vuelva a adjuntar 1 archivo que no se había enviado.' : `Vuelva a adjuntar ${n} archivos que no se habían enviado.`,
  silentTitle: 'El almacenamiento de este navegador no responde',
  silent:
    'La aplicación guarda su trabajo en este equipo y no pudo abrirlo. Lo que había guardado sigue ahí. Cierre las demás pestañas de esta aplicación e inténtelo de nuevo; si no resulta, cierre y abra el navegador.',
  retry: 'Reintentar',
  readOnly: 'Solo leer, con conexión',
  readingOnly: 'Está leyendo sin guardar: este navegador no puede abrir sus datos, y lo que escriba ahora no se conserva.',
  /** Told once, when a card arrives. {{text}}: its sentence; place: number and text of the question, or empty; more: others with it. */
  newCard: ({ text, place, more }: { text: string; place: string; more: number }) =>
    [`Aviso nuevo: ${text}`, place, more === 0 ? '' : `y ${more} más`].filter((part) => part !== '').join(' · '),
  backOnline: 'Conexión recuperada.',

  /** What others did while one works. {{place}}: sub-dimension. */
  othersChanged: ({ name, n, place }: { name: string; n: number; place: string }) =>
    n === 1 ? `${name} cambió 1 respuesta en ${place}` : `${name} cambió ${n} respuestas en ${place}`,
  othersMore: ({ n }: { n: number }) => (n === 1 ? 'y cambios en 1 lugar más' : `y cambios en ${n} lugares más`),
  othersSee: 'Ver',

  deviceLead: 'Qué guarda la aplicación aquí y cómo trabajar sin conexión.',
  prepareTitle: 'Trabajar sin conexión',
  prepare: 'Preparar para trabajar sin conexión',
  prepareLead: 'Descarga los formularios, las ayudas y las personas para que todo funcione sin conexión.',
  prepareRows: 'Descargando respuestas y asignaciones',
  prepareForms: 'Descargando formularios y ayudas',
  prepared: 'Listo para usar sin conexión',
  preparedAt: ({ time }: { time: string }) => `Preparado el ${time}`,
  storageTitle: 'Almacenamiento',
  used: 'Espacio usado',
  usedOf: ({ used, quota }: { used: string; quota: string }) => `${used} de ${quota} disponibles`,
  persisted: 'Protegido contra limpieza automática',
  persistedYes: 'Sí',
  persistedNo: 'No',
  persistAsk: 'Proteger',
  persistRefused: 'El navegador no lo permitió todavía. Instalar la aplicación ayuda.',
  records: 'Registros guardados',
  waiting: 'Sin enviar',
  waitingText: ({ n, files }: { n: number; files: number }) => `${changes(n)}, ${files === 1 ? '1 archivo' : `${files} archivos`}`,
  install: 'Instalar la aplicación',
  installLead: 'Instalada, la aplicación abre sin conexión y el navegador conserva mejor sus datos.',
  installManual: 'En iPad o iPhone: abra el menú Compartir y elija «Agregar a inicio». En otros navegadores, busque «Instalar» en el menú.',
  installed: 'La aplicación está instalada en este equipo.',
  removeTitle: 'Eliminar los datos de este equipo',
  removeLead: 'Cierra la sesión y borra todo lo que esta cuenta guarda aquí. Lo enviado permanece en el servidor.',
  remove: 'Eliminar datos y cerrar sesión',
  version: ({ version }: { version: string }) => `Versión ${version}`,
} as const
