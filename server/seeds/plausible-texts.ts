/**
 * What institutions write, by the id of the question as the questionnaire writes it. A blank line parts paragraphs;
 * lines that start with "- " are a list. `{a|b|c}` is a slot: one of its variants is drawn.
 */
export const richTexts: Readonly<Record<string, readonly string[]>> = {
  'th-incentivos-descripcion': [
    'La política de reconocimiento de {2022|2023|2024} establece cuatro horas semanales protegidas para quienes integran un equipo de innovación, y un fondo interno al que puede postular cualquier persona de la dotación.\n\nCada año se reconocen tres iniciativas en la ceremonia de aniversario; el equipo ganador elige entre una pasantía en otro servicio y un curso.',
    'El concurso interno de ideas se rige por bases aprobadas por resolución. Pueden participar equipos de dos a cinco personas de al menos dos áreas.\n\nLas ideas seleccionadas reciben {tres|cuatro|seis} meses de acompañamiento, un presupuesto acotado y tiempo acordado con cada jefatura.',
  ],
  'th-desafio': [
    'La mayor dificultad es el tiempo. Las personas que podrían conducir una iniciativa son las mismas que sostienen la operación diaria: en {marzo|abril|octubre} hubo que suspender dos pruebas porque aumentó la demanda en las oficinas.',
    'Nos cuesta pasar del piloto a la implementación. Dos soluciones bien evaluadas llevan más de un año esperando recursos de desarrollo, y los equipos pierden el entusiasmo.',
    'Falta continuidad. Cuando cambia la jefatura de un área se vuelve a explicar todo desde el principio, y más de una vez se empezó de nuevo algo que ya estaba probado.',
  ],
  'mi-equipo-descripcion': [
    'El equipo se creó para {reducir los tiempos de respuesta|ordenar la cartera de iniciativas|mejorar la atención en regiones} y reúne a personas de cuatro áreas. Sesionó {cada dos semanas|una vez al mes|cada tres semanas}, con acuerdos y responsables anotados en cada acta.\n\nEn el período levantó necesidades en {tres|cinco|seis} oficinas, priorizó nueve ideas y acompañó dos de ellas hasta el piloto. El acta adjunta resume la sesión en que se decidió ampliar una.',
    'Lo integran nueve personas con dedicación parcial, nombradas por resolución. Su tarea es acompañar a las áreas que proponen cambios, desde la definición del problema hasta la evaluación.\n\nDurante el período:\n- condujo {ocho|once|catorce} talleres con personas usuarias;\n- preparó dos prototipos;\n- presentó a la jefatura una cartera priorizada.',
  ],
  'mi-datos-cuales': [
    'Se publican la ubicación y el horario de las oficinas, las atenciones mensuales por comuna y los tiempos de respuesta por trámite. Están en la sección de datos abiertos del sitio institucional, junto a una ficha que dice cuándo se actualizó cada uno.',
    'Los conjuntos principales son tres:\n- solicitudes recibidas y resueltas, por región y mes;\n- registro de fiscalizaciones, sin datos personales;\n- catálogo de trámites con sus plazos.\n\nTodos tienen una ficha que explica cada columna.',
  ],
  'mi-datos-reutilizacion-usuarios-ejemplo': [
    'Una empresa de mapas incorporó la ubicación y el horario de las oficinas en su aplicación, de modo que las personas ven si está abierta antes de salir de su casa.',
    'Una consultora usa las atenciones por comuna para estimar demanda en estudios de localización de servicios privados.',
  ],
  'eg-objetivo-como': [
    'El objetivo dice: «Incorporar innovaciones en los servicios para responder a tiempo y con trato digno». Para cumplirlo, cada división compromete al año una mejora probada con personas usuarias antes de extenderla.\n\nEn el período esto llevó a {rediseñar dos trámites|cambiar el modelo de atención en regiones|reemplazar tres formularios por consultas de datos}, con medición antes y después.',
    'El segundo objetivo estratégico pide «desarrollar soluciones innovadoras junto con las personas usuarias». La innovación aporta en dos puntos: cambia cómo se definen los problemas, porque exige salir a terreno, y obliga a probar antes de comprar.\n\nEl avance se informa {cada trimestre|cada semestre} en el tablero institucional.',
  ],
  'eg-plan-como': [
    'El plan programó tres acciones para el período:\n- habilitar la unidad de apoyo a iniciativas, a {agosto|septiembre} de 2024 (cumplida);\n- realizar dos ciclos de prototipos con regiones, a diciembre de 2024 (cumplida);\n- evaluar el piloto de atención remota, a mayo de 2025 (en curso, con informe preliminar).',
    'Para el período se comprometieron un concurso interno de ideas, la formación de {quince|veinte|treinta} facilitadores y un piloto de notificaciones. Los dos primeros terminaron dentro de plazo; el piloto partió con {un mes|dos meses} de atraso por la contratación del desarrollo y terminó en abril.',
  ],
  'ap-iniciativas-cultura': [
    'Ahora las reuniones de coordinación empiezan mirando datos de las personas usuarias. Antes se discutía a partir de casos sueltos y la decisión dependía de quién hablara primero.',
    'El equipo se acostumbró a mostrar versiones sin terminar. Al principio incomodaba; hoy se pide la prueba antes que el informe.',
    'Dos áreas que casi no conversaban revisan juntas los casos cada semana. Todavía falta que eso conste en las metas de ambas.',
    'Por ahora el cambio es pequeño: las jefaturas aceptan que una idea se descarte después de probarla, sin buscar responsables.',
    'Se empezó a registrar lo que no funcionó. El cuaderno de aprendizajes ya evitó repetir una compra que otra región había desechado.',
  ],
  'ap-aprendizajes': [
    'Aprendimos a detener antes. Una aplicación para inspectores siguió seis meses después de que las pruebas mostraran que no la usaban, porque nadie tenía la tarea de decidir. Hoy cada iniciativa tiene una fecha de decisión.',
    'La iniciativa que no prosperó era buena en el papel, pero dependía de un dato que otra institución no podía entregar. Desde entonces revisamos las dependencias externas antes de diseñar.',
  ],
  'pc-disenado-areas': [
    'Innovación convoca y acompaña cada etapa. Las áreas de negocio definen el problema y ponen a quienes conocen el caso. Tecnología estima factibilidad y construye. Jurídica revisa normas y contratos desde el diseño. Planificación mide y presenta los resultados a la jefatura.',
    'Participan cinco áreas:\n- la división dueña del trámite, que responde por el resultado;\n- atención ciudadana, que aporta reclamos y contacta a personas usuarias;\n- tecnologías, que prepara los prototipos;\n- comunicaciones, que revisa los textos;\n- control de gestión, que evalúa.',
  ],
  'pc-mejora': [
    'Acortaríamos la etapa de aprobación. Hoy una idea probada espera {dos|tres} meses por firmas que no cambian la decisión.',
    'Incorporaríamos a las regiones desde la definición del problema. Cuando llegan en el piloto ya es tarde para cambiar lo importante.',
  ],
  'pu-instancias-cuales-acuerdos-ejemplo': [
    'En {septiembre|octubre} de 2024 la mesa con organizaciones de personas cuidadoras acordó ampliar el horario de dos oficinas y aceptar la representación con un poder simple. El horario rige desde enero y el poder simple se incorporó al instructivo de atención.',
    'La mesa de pequeños productores firmó un acta con cinco compromisos. El más visible fue reemplazar el certificado anual por una declaración en línea, disponible desde {marzo|abril} de 2025.',
  ],
  'er-evidencia': [
    'El resultado mejor medido es el tiempo de respuesta de las solicitudes en línea: la mediana pasó de {31|27|34} a {12|14|9} días entre el segundo semestre de 2023 y el mismo período de 2024. La fuente es el registro del sistema, sin cambios en la forma de contar.\n\nNo se puede atribuir todo a la innovación, porque en noviembre se sumaron dos personas al equipo; por eso se adjunta la serie mensual.',
    'Una encuesta a {412|638|286} personas atendidas mostró que quienes recibieron la nueva carta entendieron qué debían hacer en el {83|79|86} % de los casos, frente al {51|54|48} % con la carta anterior. La muestra se tomó al azar en seis oficinas.',
  ],
  'survey-comentario': [
    'Avisar con más anticipación qué evidencia se va a pedir. Varias actas existían, pero hubo que buscarlas en otras regiones.',
    'Sería útil ver un ejemplo de respuesta aceptada en las preguntas con más puntaje.',
    'Poder repartir las fichas de iniciativas entre varios equipos nos ahorraría coordinación.',
  ],
}

/** Lines for plain texts, by the id of the question as the questionnaire writes it. */
export const plainTexts: Readonly<Record<string, readonly string[]>> = {
  'th-coordinacion': [
    'Jefatura del Departamento de Gestión y Desarrollo de Personas',
    'Encargada de capacitación de la División de Personas',
    'Jefatura de la Unidad de Desarrollo Organizacional',
  ],
  'th-capacitacion-evaluacion-instrumento-proyecto': [
    'Rediseño de la sala de espera de la oficina central',
    'Nueva pauta de derivación entre regiones',
    'Formulario único de solicitudes internas',
  ],
  'rd-recuperacion-ensayo-resultado-causa': ['Las copias de un sistema estaban incompletas y hubo que reconstruir dos días de registros'],
  'eg-unidad-nombre': [
    'Unidad de Innovación y Mejora',
    'Departamento de Desarrollo Institucional',
    'Coordinación de Proyectos e Innovación',
  ],
  'ap-iniciativas-origen-cargo': ['Jefatura de servicio', 'Subdirección de Operaciones', 'Jefatura de la División de Atención'],
  'ap-iniciativas-implementada-vigente-motivo-aprendizaje': [
    'Que el problema principal no era la falta de información sino el horario de atención',
    'Que conviene probar con quienes menos usan el servicio, no con los más entusiastas',
  ],
  'ap-iniciativas-otra-entidad-cual': [
    'Servicio Ficticio de Estadística Local: aportó datos y revisó la muestra del piloto',
    'Dirección de Ejemplo de Municipios: convocó a las comunas y facilitó salas',
    'Agencia Ficticia de Gobierno Digital: apoyó la integración de datos',
  ],
  'pc-disenado-flujo-etapas-criterio': [
    'Se implementa si mejora el indicador comprometido y el equipo dueño puede sostenerla con sus recursos',
    'Lo decide el comité con el informe del piloto: resultado, costo de operación y riesgos pendientes',
  ],
}

/** Public institutions that others name; all fictional. */
export const publicBodies: readonly string[] = [
  'Agencia Ficticia de Gobierno Digital',
  'Dirección de Ejemplo de Municipios',
  'Servicio Ficticio de Estadística Local',
  'Instituto de Ejemplo de Formación Pública',
  'Instituto Ficticio de Meteorología Local',
  'Oficina Ficticia de Compras Comunes',
]

/** Texts beside an option such as "Otro", by a word of the option. */
export const extras: readonly (readonly [word: string, texts: readonly string[]])[] = [
  ['lengua o', ['Braille', 'Audio descargable']],
  ['acto', ['Orden de servicio', 'Instructivo de la jefatura superior']],
  ['dependencia', ['De la secretaría general']],
  ['perfil', ['Arquitectura de información', 'Seguridad de la información']],
  ['tema', ['Compra pública de innovación', 'Lenguaje claro']],
  ['instrumento', ['Rúbrica de observación entre pares', 'Bitácora de aprendizajes']],
  ['área', ['Auditoría interna', 'Direcciones regionales']],
  ['formato', ['GeoJSON', 'Archivos de mapas', 'Audio']],
  ['manera', ['Boletín trimestral', 'Circular interna']],
  ['mecanismo', ['Certificado digital de la organización']],
  ['lenguaje', ['Ruby', 'Go']],
  ['motor', ['MongoDB']],
  ['fuente', ['De una universidad regional', 'De una auditoría']],
  ['grupo', ['Municipios', 'Proveedores del servicio']],
  ['forma', ['Vídeo breve', 'Juego de tarjetas']],
  ['motivo', ['Cambió la norma que lo sustentaba']],
  ['acción', ['Visitas entre oficinas', 'Reconocimiento a los equipos']],
  ['herramienta', ['Carpeta compartida con fichas']],
  ['método', ['Diarios de uso', 'Análisis de llamadas']],
  ['modo', ['Llamadas telefónicas', 'Paneles permanentes']],
  ['canal', ['Mensajería', 'Visitas programadas']],
  ['instancia', ['Comité de usuarios', 'Consejo asesor']],
  ['objetivo', ['Uso compartido de oficinas']],
  ['dificultad', ['Encontrar los actos administrativos antiguos']],
]

/** What a leader writes to a professional. */
export const plausibleComments: readonly string[] = [
  '¿Puedes precisar la fecha? En el archivo aparece julio y aquí no se menciona.',
  'Falta decir quiénes participaron. Con una línea por área es suficiente.',
  'La cifra no coincide con la que informamos en el reporte anual. Revísala, por favor.',
  'Está bien, pero lo leerá alguien que no conoce el servicio: evita las siglas.',
  'El adjunto es la versión en borrador. Busca la firmada.',
  'Agrega un ejemplo concreto; así como está parece una declaración de intenciones.',
  '¿Esto ocurrió dentro del período? Recuerda que termina el 31 de mayo.',
  'Me parece que aquí corresponde «Sí»: el procedimiento se aprobó en marzo.',
]

/** What a professional replies. */
export const plausibleReplies: readonly string[] = [
  'Listo, agregué la fecha y el número de la resolución.',
  'Corregí la cifra: había sumado dos veces a las personas a honorarios.',
  'Lo dejé con nombres completos y un ejemplo de la oficina de la zona norte.',
  'Lo revisé con el área y la respuesta está correcta; el reporte anual usa otro corte de fecha.',
  'Cambié el archivo por la versión firmada.',
]

/** What an evaluator observes, by what the question asks for. */
export const plausibleObservations = {
  file: [
    'El archivo no permite reconocer la fecha. Adjunte la versión firmada o indique en la respuesta dónde se encuentra.',
    'El documento adjunto corresponde a un período anterior. Se necesita evidencia entre el 1 de junio de 2024 y el 31 de mayo de 2025.',
    'El archivo describe una actividad distinta de la que se declara. Revise si se adjuntó el documento correcto.',
    'Se adjuntó un borrador sin aprobación. Envíe el documento vigente o cambie la respuesta.',
  ],
  text: [
    'La descripción repite el nombre de la iniciativa. Explique qué problema atiende y qué cambió para las personas.',
    'No se distingue qué se hizo en el período de lo que ya existía. Precise las fechas.',
    'Se describe la compra de equipos. Indique qué cambió en el servicio o en la manera de trabajar.',
    'Mencione las áreas que participaron y qué hizo cada una.',
  ],
  number: [
    'La cifra es mayor que la dotación declarada. Revise si se contaron inscripciones en lugar de personas.',
    'El valor parece expresado en otra unidad. Confirme o corrija.',
  ],
  choice: [
    'Lo marcado no coincide con lo que muestran las iniciativas. Revise la respuesta o explique la diferencia.',
    'Se marcaron opciones que no se leen en el documento adjunto de la pregunta anterior.',
    'La alternativa elegida exige un acto formal que no se menciona. Indique cuál es.',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
