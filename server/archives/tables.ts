/** A column of an archive's or an open base's table. `json`: a JSON text, which JSON Lines hold as it is read. */
export interface Field {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'datetime' | 'date' | 'json'
  readonly es: string
  readonly en: string
}

export interface TableKind {
  readonly name: string
  readonly es: string
  readonly en: string
  /** Columns by which its rows are told apart. */
  readonly key?: readonly string[]
  readonly fields: readonly Field[]
}

/** What stands in a column; null where nothing does. */
export type Value = string | number | null
/** As many as the table has columns, in their order. */
export type Row = readonly Value[]

type Brief = readonly [name: string, type: Field['type'], es: string, en: string]
const fields = (...given: readonly Brief[]): readonly Field[] => given.map(([name, type, es, en]) => ({ name, type, es, en }))

const institution: Brief = ['institucion_id', 'string', 'Identificador de la institución.', 'Id of the institution.']
const unit: readonly Brief[] = [
  ['unidad', 'string', 'Pregunta, o pregunta@fila dentro de un bloque.', 'Question, or question@row inside a block.'],
  ['pregunta_id', 'string', 'Identificador de la pregunta.', 'Id of the question.'],
  ['fila_id', 'string', 'Fila del bloque; vacía fuera de los bloques.', 'Row of the block; empty outside blocks.'],
  ['numero', 'string', 'Número de la pregunta en la versión publicada.', 'Number of the question in the published version.'],
]
const data: Brief = ['datos', 'json', 'La fila completa como la guarda la plataforma.', 'The whole row as the platform keeps it.']

/** Every table of an archive. Names and columns stay; new ones come last. */
export const archiveTables = {
  instituciones: {
    name: 'instituciones',
    es: 'Instituciones que participan o fueron retiradas.',
    en: 'Institutions that take part or were taken out.',
    key: ['institucion_id'],
    fields: fields(
      institution,
      ['nombre', 'string', 'Nombre.', 'Name.'],
      ['codigo', 'string', 'Código.', 'Code.'],
      ['categoria', 'string', 'Categoría al archivar.', 'Category when archived.'],
      ['orientacion', 'string', 'Orientación al archivar.', 'Orientation when archived.'],
      ['lider', 'string', 'Persona que lidera.', 'Who leads.'],
      ['delegado', 'string', 'Persona delegada.', 'The delegate.'],
      ['evaluador', 'string', 'Persona que evalúa.', 'Who evaluates.'],
      ['bloqueada', 'boolean', 'Si sus respuestas están bloqueadas.', 'Whether its answers are locked.'],
      ['enviada_el', 'datetime', 'Último envío a evaluación.', 'Newest send to the evaluation.'],
      ['comprobante', 'string', 'Número del último comprobante.', 'Number of the newest receipt.'],
      ['encuesta_enviada_el', 'datetime', 'Envío de la encuesta.', 'When the survey was sent.'],
      ['retirada_el', 'datetime', 'Cuándo fue retirada del formulario.', 'When it was taken out of the form.'],
      ['carpeta', 'string', 'Su carpeta en este archivo.', 'Its folder in this archive.'],
      [
        'por_resolver',
        'boolean',
        'Si algo quedaba por decidir, enviar o informar.',
        'Whether something waited to be decided, sent or told.',
      ],
      ['institucion', 'json', 'La institución completa.', 'The whole institution.'],
      ['participacion', 'json', 'La participación completa.', 'The whole participation.'],
    ),
  },
  etapas: {
    name: 'etapas',
    es: 'Etapas del formulario.',
    en: 'Stages of the form.',
    key: ['id'],
    fields: fields(
      ['id', 'string', 'Identificador.', 'Id.'],
      ['tipo', 'string', 'Tipo de etapa.', 'Kind of stage.'],
      ['nombre', 'string', 'Nombre.', 'Name.'],
      ['inicio', 'date', 'Primer día.', 'First day.'],
      ['fin', 'date', 'Último día.', 'Last day.'],
    ),
  },
  preguntas: {
    name: 'preguntas',
    es: 'Preguntas de la versión publicada.',
    en: 'Questions of the published version.',
    key: ['id'],
    fields: fields(
      ['id', 'string', 'Identificador.', 'Id.'],
      ['numero', 'string', 'Número.', 'Number.'],
      ['dimension', 'string', 'Dimensión.', 'Dimension.'],
      ['subdimension', 'string', 'Subdimensión.', 'Sub-dimension.'],
      ['pregunta', 'string', 'Texto.', 'Text.'],
      ['tipo', 'string', 'Tipo.', 'Kind.'],
      ['administrativa', 'boolean', 'Si solo la responde el laboratorio.', 'Whether only the lab answers it.'],
      ['encuesta', 'boolean', 'Si es de la encuesta de satisfacción.', 'Whether it is of the satisfaction survey.'],
      ['definicion', 'json', 'La pregunta completa, con opciones y puntajes.', 'The whole question, with options and points.'],
    ),
  },
  respuestas: {
    name: 'respuestas',
    es: 'La respuesta vigente de cada unidad.',
    en: 'The answer that stands for each unit.',
    key: ['institucion_id', 'unidad'],
    fields: fields(
      institution,
      ...unit,
      ['pregunta', 'string', 'Texto de la pregunta.', 'Text of the question.'],
      ['respuesta', 'string', 'La respuesta como se lee.', 'The answer as it reads.'],
      ['valor', 'json', 'El valor como se guarda.', 'The value as it is kept.'],
      ['nivel', 'integer', 'Quién la tiene: 0 evaluación a 4 profesional.', 'Who holds it: 0 the evaluation to 4 a professional.'],
      ['autor', 'string', 'Quién la escribió.', 'Who wrote it.'],
      ['hecha_el', 'datetime', 'Cuándo, según su dispositivo.', 'When, by their device.'],
      ['recibida_el', 'datetime', 'Cuándo la recibió el servidor.', 'When the server took it.'],
      ['sin_adjunto', 'boolean', 'Declaró que no adjunta.', 'Said that there is no file.'],
      ['justificacion', 'string', 'Por qué mantuvo lo observado.', 'Why an observed answer was kept.'],
      ['apelacion', 'json', 'Por qué apela un rechazo.', 'Why a rejection is appealed.'],
      ['formulario_version', 'string', 'Versión del cuestionario al responder.', 'Version of the questionnaire when answered.'],
      data,
    ),
  },
  archivos: {
    name: 'archivos',
    es: 'Todo archivo que se adjuntó, también los retirados.',
    en: 'Every file that was attached, removed ones too.',
    key: ['institucion_id', 'id'],
    fields: fields(
      institution,
      ['id', 'string', 'Identificador.', 'Id.'],
      ...unit,
      ['nombre', 'string', 'Nombre dado por la persona.', 'Name that the person gave.'],
      ['bytes', 'integer', 'Tamaño.', 'Size.'],
      ['sha256', 'string', 'SHA-256 del contenido.', 'SHA-256 of the content.'],
      [
        'estado',
        'string',
        'ready vigente, removed retirado, awaiting_blob nunca llegó.',
        'ready, removed, or awaiting_blob: it never arrived.',
      ],
      [
        'ruta',
        'string',
        'Dónde está en este archivo; vacía si el servidor no lo tiene.',
        'Where it is in this archive; empty where the server has none.',
      ],
      ['autor', 'string', 'Quién lo adjuntó.', 'Who attached it.'],
      ['agregado_el', 'datetime', 'Cuándo.', 'When.'],
      ['retirado_por', 'string', 'Quién lo retiró.', 'Who removed it.'],
      ['retirado_el', 'datetime', 'Cuándo se retiró.', 'When it was removed.'],
      data,
    ),
  },
  evaluaciones: {
    name: 'evaluaciones',
    es: 'Decisiones: enviadas a la institución y las que la evaluación conserva.',
    en: 'Decisions: sent to the institution, and those that the evaluation holds.',
    key: ['institucion_id', 'unidad', 'estado'],
    fields: fields(
      institution,
      ...unit,
      ['estado', 'string', 'enviada o en_evaluacion.', 'enviada: sent; en_evaluacion: held.'],
      ['ronda', 'string', 'Revisión.', 'Revision.'],
      ['decision', 'string', 'Accepted, Rejected u Observed.', 'Accepted, Rejected or Observed.'],
      ['comentario', 'string', 'Lo que se dijo con ella.', 'What was said with it.'],
      ['autor', 'string', 'Quién decidió.', 'Who decided.'],
      ['decidida_el', 'datetime', 'Cuándo.', 'When.'],
      data,
    ),
  },
  comentarios: {
    name: 'comentarios',
    es: 'Comentarios y réplicas entre quienes responden.',
    en: 'Comments and replies among those who answer.',
    key: ['institucion_id', 'id'],
    fields: fields(
      institution,
      ['id', 'string', 'Identificador.', 'Id.'],
      ...unit,
      ['hilo', 'string', 'Hilo al que pertenece.', 'Its thread.'],
      ['tipo', 'string', 'comment o reply.', 'comment or reply.'],
      ['texto', 'string', 'Lo escrito; vacío si su autor lo borró.', 'What was written; empty where its author redacted it.'],
      ['autor', 'string', 'Quién.', 'Who.'],
      ['escrito_el', 'datetime', 'Cuándo.', 'When.'],
      data,
    ),
  },
  asignaciones: {
    name: 'asignaciones',
    es: 'Quién responde por cada parte.',
    en: 'Who is responsible for each part.',
    key: ['institucion_id', 'elemento'],
    fields: fields(
      institution,
      ['elemento', 'string', 'Dimensión, subdimensión o pregunta.', 'Dimension, sub-dimension or question.'],
      ['nivel', 'string', 'Qué es el elemento.', 'What the element is.'],
      ['persona', 'string', 'Responsable; vacía si nadie.', 'Who is responsible; empty where nobody is.'],
      data,
    ),
  },
  envios: {
    name: 'envios',
    es: 'Envíos con su comprobante.',
    en: 'Sends with their receipt.',
    key: ['institucion_id', 'id'],
    fields: fields(
      institution,
      ['id', 'string', 'Identificador.', 'Id.'],
      ['numero', 'string', 'Número del comprobante.', 'Number of the receipt.'],
      ['autor', 'string', 'Quién envió.', 'Who sent.'],
      ['enviado_el', 'datetime', 'Cuándo.', 'When.'],
      ['nivel', 'integer', 'A qué nivel: 0 es la evaluación.', 'To which level: 0 is the evaluation.'],
      ['respuestas', 'integer', 'Cuántas respuestas.', 'How many answers.'],
      ['archivos', 'integer', 'Cuántos archivos.', 'How many files.'],
      ['digesto', 'string', 'SHA-256 de lo enviado.', 'SHA-256 of what was sent.'],
      ['retirado_el', 'datetime', 'Cuándo se deshizo.', 'When it was taken back.'],
      ['ruta', 'string', 'Su comprobante en este archivo.', 'Its receipt in this archive.'],
      data,
    ),
  },
  historial: {
    name: 'historial',
    es: 'Todo lo que se hizo, lo más antiguo primero en cada unidad. Del formulario mismo, sin institución.',
    en: 'Everything that was done, the oldest first in each unit. Of the form itself, without institution.',
    key: ['ambito', 'unidad', 'id'],
    fields: fields(
      institution,
      ['ambito', 'string', 'Ámbito de la plataforma.', 'Scope of the platform.'],
      ['id', 'string', 'Identificador de la línea.', 'Id of the line.'],
      ['unidad', 'string', 'De qué se trata.', 'What it is about.'],
      ['accion', 'string', 'Qué se hizo.', 'What was done.'],
      ['valor', 'json', 'El valor que quedó.', 'The value that stood then.'],
      ['texto', 'string', 'Lo escrito con la acción.', 'What was written with it.'],
      ['cambios', 'json', 'Campo a campo.', 'Field by field.'],
      ['persona', 'string', 'Quién.', 'Who.'],
      ['rol', 'string', 'En qué rol.', 'In which role.'],
      ['hecho_el', 'datetime', 'Cuándo se hizo.', 'When it was done.'],
      ['recibido_el', 'datetime', 'Cuándo lo recibió el servidor.', 'When the server took it.'],
      ['mutacion', 'string', 'Entrada del libro.', 'Entry of the ledger.'],
      ['resultado', 'string', 'Si rigió.', 'Whether it stood.'],
    ),
  },
  resultados: {
    name: 'resultados',
    es: 'Resultados calculados, textos de informes y publicaciones, completos.',
    en: 'Results as worked out, texts of reports, and publications, whole.',
    key: ['institucion_id', 'tipo', 'id'],
    fields: fields(
      institution,
      ['tipo', 'string', 'snapshot resultado, inform textos, publication publicación.', 'snapshot, inform: texts, or publication.'],
      ['id', 'string', 'Identificador.', 'Id.'],
      ['puntos', 'number', 'Puntaje, de un resultado.', 'Points, of a result.'],
      ['maximo', 'number', 'Puntaje máximo.', 'Most points.'],
      ['madurez', 'string', 'Nivel de madurez.', 'Level of maturity.'],
      ['por', 'string', 'Quién.', 'Who.'],
      ['el', 'datetime', 'Cuándo.', 'When.'],
      data,
    ),
  },
  textos_informe: {
    name: 'textos_informe',
    es: 'Textos de los informes del formulario.',
    en: 'Texts of the form’s reports.',
    key: ['elemento'],
    fields: fields(['elemento', 'string', 'Formulario o dimensión.', 'Form or dimension.'], data),
  },
  alertas: {
    name: 'alertas',
    es: 'Alertas de consistencia que el formulario declara.',
    en: 'Alerts of consistency that the form declares.',
    fields: fields(['lugar', 'integer', 'Lugar en la lista, desde 1.', 'Place in the list, from 1.'], data),
  },
  personas: {
    name: 'personas',
    es: 'Personas nombradas en este archivo.',
    en: 'People named in this archive.',
    key: ['id'],
    fields: fields(
      ['id', 'string', 'Identificador, o seudónimo.', 'Id, or pseudonym.'],
      ['nombre', 'string', 'Nombre con que se la nombra.', 'The name by which they are named.'],
      ['tipo', 'string', 'Tipo de cuenta.', 'Kind of account.'],
    ),
  },
  libro: {
    name: 'libro',
    es: 'Entradas del libro del formulario: todo lo pedido, quién, cuándo, y qué fue de ello.',
    en: 'Entries of the ledger of the form: all that was asked, who, when, and what became of it.',
    key: ['mutacion'],
    fields: fields(
      ['mutacion', 'string', 'Identificador.', 'Id.'],
      ['recibida_el', 'datetime', 'Cuándo la recibió el servidor.', 'When the server took it.'],
      ['hecha_el', 'datetime', 'Cuándo se hizo, hasta donde se cree.', 'When it was done, as far as it is believed.'],
      ['autor', 'string', 'Quién.', 'Who.'],
      ['nombre', 'string', 'Qué se pidió.', 'What was asked.'],
      ['version', 'integer', 'Versión de sus argumentos.', 'Version of its arguments.'],
      ['ambito', 'string', 'Dónde.', 'Where.'],
      ['entidad', 'string', 'Sobre qué.', 'On what.'],
      ['argumentos', 'json', 'Con qué; vacíos los de notas privadas.', 'With what; empty of private notes.'],
      [
        'argumentos_sha256',
        'string',
        'SHA-256 de los argumentos como llegaron, también donde un nombre se quitó de ellos después.',
        'SHA-256 of the arguments as they came, also where a name was taken out of them since.',
      ],
      ['base', 'string', 'Versión sobre la que se actuó.', 'Version acted on.'],
      ['disposicion', 'string', 'Qué fue de ello.', 'What became of it.'],
      ['codigo', 'string', 'ok, o por qué no.', 'ok, or why not.'],
      ['parametros', 'json', 'Datos del código.', 'Params of the code.'],
      ['dispositivo', 'string', 'Desde dónde.', 'From which device.'],
      ['secuencia', 'integer', 'Lugar en el orden del dispositivo.', 'Place in the device’s order.'],
    ),
  },
  filas: {
    name: 'filas',
    es: 'Cada fila sincronizada del formulario como está en la base.',
    en: 'Each synced row of the form as the database has it.',
    key: ['ambito', 'tabla', 'id'],
    fields: fields(
      ['ambito', 'string', 'Ámbito.', 'Scope.'],
      ['tabla', 'string', 'Tabla.', 'Table.'],
      ['id', 'string', 'Identificador.', 'Id.'],
      ['parte', 'string', 'Subdimensión, o vacía.', 'Sub-dimension, or empty.'],
      ['version', 'integer', 'Número del cambio.', 'Number of the change.'],
      data,
    ),
  },
} as const satisfies Readonly<Record<string, TableKind>>
export type ArchiveTable = keyof typeof archiveTables
