export const es = {
  /** Name of the window, and of its field. */
  title: 'Buscar',
  field: 'Buscar preguntas, personas, páginas y acciones',
  placeholder: 'Número o palabras: 2.3.1, presupuesto, enviar…',
  placeholderLab: 'Institución, número, palabras o acción…',
  results: 'Resultados',
  /** What is read out after each key. */
  count: ({ n }: { n: number }) => (n === 0 ? 'Sin resultados' : n === 1 ? '1 resultado' : `${n} resultados`),
  nothing: 'No hay nada con esas palabras',
  nothingHint: 'Pruebe con menos palabras, con el número de la pregunta o con el nombre de una persona.',
  /** {{n}}: found and not listed. */
  more: ({ n }: { n: number }) => (n === 1 ? 'y 1 más: escriba otra palabra' : `y ${n} más: escriba otra palabra`),
  labHint: 'Las preguntas se buscan dentro de una institución: ábrala primero.',
  recent: 'Recientes',
  kind_action: 'Acciones',
  kind_page: 'Páginas',
  kind_institution: 'Instituciones',
  kind_subDimension: 'Subdimensiones',
  kind_question: 'Preguntas',
  kind_answer: 'En las respuestas',
  kind_person: 'Personas',
  keysMove: 'moverse',
  keysOpen: 'abrir',
  keysClose: 'cerrar',
  /** Over a window in which something was written. */
  closeFirst: 'Cierre primero la ventana abierta: tiene algo escrito.',
  save: 'Guardar respuestas',
  saveWords: 'guardar grabar',
  syncNow: 'Sincronizar ahora',
  syncNowWords: 'sincronizar subir enviar cambios pendientes',
  synced: 'Todo está al día',
  syncedLater: ({ n }: { n: number }) =>
    n === 0
      ? 'Ahora no hay conexión con el servidor. Lo que haga queda en este equipo.'
      : n === 1
        ? '1 cambio espera en este equipo y se enviará solo.'
        : `${n} cambios esperan en este equipo y se enviarán solos.`,
  syncPanel: 'Ver el estado de la sincronización',
  syncPanelWords: 'cola pendientes copia de rescate',
  changeLanguage: 'Cambiar a inglés (English)',
  changeLanguageWords: 'idioma lengua language english ingles español',
  languageMissing: 'No se pudo cargar el idioma. Revise su conexión e intente de nuevo.',
  askHelp: 'Pedir ayuda',
  askHelpWords: 'ayuda soporte chat mensaje laboratorio',
  changeInstitution: 'Cambiar de institución',
  install: 'Instalar la aplicación',
  signOut: 'Cerrar sesión',
  signOutWords: 'salir terminar',
  /** In the map of the questionnaire. */
  mapField: 'Buscar en el formulario',
  mapPlaceholder: 'Número o palabras',
} as const
