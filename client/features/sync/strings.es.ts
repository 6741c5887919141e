export const changes = (n: number): string => (n === 1 ? '1 cambio' : `${n} cambios`)
export const texts = (n: number): string => (n === 1 ? '1 texto' : `${n} textos`)
export const es = {
  /** The chip in the header: one state at a time. */
  chipOffline: ({ n }: { n: number }) => (n === 0 ? 'Sin conexión' : `Sin conexión (${changes(n)})`),
  chipConnecting: ({ n }: { n: number }) => (n === 0 ? 'Conectando' : `Conectando (${changes(n)})`),
  chipSyncing: ({ n }: { n: number }) => `Sincronizando (${n})`,
  chipAttention: ({ n }: { n: number }) => `Requiere atención (${n})`,
  chipStalled: ({ n }: { n: number }) => `Sin enviar (${changes(n)})`,
  chipHalfWritten: ({ n }: { n: number }) => `A medio escribir (${n})`,
  chipUpToDate: ({ time }: { time: string }) => `Al día (${time})`,
  chipUpToDateElsewhere: 'Al día',
  chipNeedsAuth: ({ n }: { n: number }) => (n === 0 ? 'Sesión terminada' : `Sesión terminada (${changes(n)})`),
  chipNeedsUpdate: 'Requiere actualizar',
  chipStorage: ({ n }: { n: number }) => (n === 0 ? 'No se está guardando' : `No se está guardando (${changes(n)})`),
  chipOld: ({ n, days }: { n: number; days: number }) => `${changes(n)} sin enviar hace ${days} días`,
  openPanel: ({ state }: { state: string }) => `Estado de sincronización: ${state}. Abrir detalle`,
  stateOffline: 'Este equipo no tiene conexión. Siga trabajando: todo queda guardado aquí.',
  /** What is wrong with this browser's storage. */
  stateStorageLost: 'El navegador borró los datos que este equipo guardaba. Se están guardando de nuevo.',
  stateStorageSilent:
    'El almacenamiento de este navegador no responde: lo que escriba ahora no queda guardado en este equipo. No cierre esta página; exporte una copia.',
  stateStorageFailing:
    'El almacenamiento de este navegador falla: lo que escriba ahora no queda guardado en este equipo. No cierre esta página; exporte una copia.',
  signInAgain: 'Iniciar sesión',

  exportCopy: 'Exportar copia',

  /** Files that the server will never take. */
  fileStopped: ({ name }: { name: string }) => `El archivo «${name}» no se puede enviar.`,
  cardSaysNoFile: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} marcó «No adjunto» sin haber visto el archivo, que se mantiene.`,
  understood: 'Entendido',
  cardSuggested: ({ name }: { name: string }) => `${name || 'Otra persona'} propone otra respuesta.`,
  cardSuggestedDecision: ({ name }: { name: string }) => `${name || 'Otra persona'} propone otra decisión.`,
  cardDecided: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} ya decidió sobre esta respuesta, y esa decisión se mantiene. La suya quedó guardada.`,
  /** Before the reason: what was asked for. */
  notSent: 'El envío no se realizó.',
  notSentSurvey: 'La encuesta no se envió.',
  notSentEvaluation: 'La evaluación no se envió.',
  notRecalled: 'El envío no se retiró.',
  notAcceptedRest: 'Las respuestas restantes no se aceptaron.',
  notReopenedAccepted: 'Lo aceptado no se reabrió.',
  /** What a mass acceptance left. numbers: of the first ones; more: how many others; what: 'file' or 'answer', which changed. */
  cardLeft: ({ n, numbers, more, what }: { n: number; numbers: string; more: number; what: string }) =>
    `${n === 1 ? '1 respuesta quedó' : `${n} respuestas quedaron`} sin aceptar. Después de su revisión cambió ${what === 'file' ? 'el archivo' : 'la respuesta'} en ${numbers}${more === 0 ? '' : ` y ${more} más`}. Revise y decida.`,
  /** Work that its author could not send any more. */
  cardRecovered: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} respondió esto y no alcanzó a enviarlo. La administración lo recuperó para que usted decida.`,
  cardRecoveredText: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} escribió esto y no alcanzó a enviarlo. La administración lo recuperó para usted.`,
  cardNotAssignee: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} era responsable de esta pregunta cuando llegó su cambio. Su propuesta quedó guardada.`,
  cardReplaced: ({ name }: { name: string }) =>
    `${name || 'La persona responsable'} reemplazó su respuesta. La suya queda en el historial.`,
  cardReplicaUndone: ({ name, text }: { name: string; text: string }) =>
    `${name || 'Otra persona'} deshizo la réplica de ${text}. Lo que usted escribió ahí se conserva y vuelve si se abre otra vez.`,
  cardReplacedOther: ({ name }: { name: string }) => `Su respuesta reemplazó la de ${name || 'otra persona'}, que queda en el historial.`,
  cardSuggestedClosing: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} propone un cambio que dejaría sin efecto lo que usted respondió, sin haberlo visto.`,
  cardClosedMeanwhile: ({ name }: { name: string }) =>
    `${name || 'Otra persona'} hizo un cambio que dejó sin efecto lo que usted respondió, sin haberlo visto. Está bajo la pregunta, desde donde se repone.`,
  cardClosedOthers: ({ name }: { name: string }) =>
    `Su cambio dejó sin efecto lo que ${name || 'otra persona'} respondió y usted no había visto. Está bajo la pregunta, desde donde se repone.`,
  cardOwnDevice: 'Usted también respondió en otra pestaña o en otro equipo; quedó lo último que llegó.',
  cardLate: ({ name }: { name: string }) => `${name || 'Otra persona'} intentó cambiar la respuesta cuando ya no se podía.`,
  /** name: who holds the office now, by: who changed it, either '' when not known. */
  cardDelegateMeanwhile: ({ name, by }: { name: string; by: string }) =>
    `${by || 'Otra persona'} cambió al delegado antes de que llegara su cambio: ${name ? `ahora es ${name}` : 'ahora no hay'}. El suyo no se aplicó.`,
  cardLeaderMeanwhile: ({ name, by }: { name: string; by: string }) =>
    `${by || 'Otra persona'} cambió al líder institucional antes de que llegara su cambio: ahora es ${name || 'otra persona'}. El suyo no se aplicó.`,
  cardSurveyChanged: ({ name, numbers }: { name: string; numbers: string }) =>
    `La encuesta no se envió: ${name || 'otra persona'} cambió ${numbers} después de que usted la revisó. Revísela y envíela de nuevo.`,
  cardAssignedMeanwhile: ({ element, name }: { element: string; name: string }) =>
    `${element}: la asignación ya la tiene ${name || 'otra persona'}.`,

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
  install: 'Instalar la aplicación',

  /** A value in words. */
  emptyValue: 'Sin respuesta',
  yes: 'Sí',
  no: 'No',
  rows: ({ n }: { n: number }) => (n === 0 ? 'Ninguna' : n === 1 ? '1 fila' : `${n} filas`),
  noneOption: 'Ninguna de las anteriores',
} as const
