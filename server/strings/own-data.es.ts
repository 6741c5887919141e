/** What comes with somebody's own data. */
export const ownDataEs = {
  title: 'Mis datos en el Índice de Innovación Pública',
  made: 'Hecho el {at}',
  lead: 'Todo lo que la plataforma guarda de usted. Cada tabla está dos veces: en CSV, para leerla en una planilla, y en JSON, para llevarla a otro programa. datapackage.json describe cada columna (Frictionless Data Package).',
  others:
    'De otras personas figura solo su identificador: sus nombres y correos son de ellas. Lo que usted escribió está como lo escribió.',
  rights:
    'Usted puede pedir acceso a sus datos, su rectificación, su supresión, oponerse a su uso y llevárselos (Ley 21.719). Sus respuestas en nombre de una institución son de ella y se conservan bajo un seudónimo si pide que su nombre se elimine.',
  profile: 'Perfil',
  table: 'Tabla',
  what: 'Qué contiene',
  folder: 'datos',
  filesFolder: 'archivos',
  yes: 'sí',
  no: 'no',
  files_left: 'Los archivos que ya no puede ver, o que juntos pesan más de 200 MB, figuran en la lista sin su contenido.',
  tables: {
    profile: ['perfil', 'Su cuenta: nombre, correo, tipo, idioma, ingresos y preferencias.'],
    memberships: ['pertenencias', 'Instituciones a las que pertenece o perteneció.'],
    roles: ['roles', 'Lo que tiene a cargo hoy en cada formulario.'],
    sessions: ['sesiones', 'Dónde tiene sesión: navegador, sistema y dirección de red.'],
    devices: ['equipos', 'Equipos que han sincronizado en su nombre.'],
    passkeys: ['llaves', 'Sus llaves de acceso.'],
    written: [
      'lo_que_escribio',
      'Todo lo que usted pidió o escribió: respuestas, comentarios, decisiones, asignaciones, archivos, con lo que pasó con ello.',
    ],
    received: ['lo_que_recibio', 'Lo que otras personas hicieron y le nombra: asignaciones, liderazgos, cambios de su cuenta.'],
    history: ['historial', 'Líneas del historial que son suyas o tratan de usted.'],
    files: ['archivos', 'Archivos que usted subió.'],
    letters: ['mensajes', 'Mensajes que se le enviaron por correo.'],
    notices: ['avisos', 'Avisos en la campana.'],
    audit: ['auditoria', 'Actos de la auditoría que son suyos o tratan de usted.'],
  },
} as const
