import { must } from '#shared/kernel/assert.ts'
import { hashOf, type Random } from './random.ts'

/** A fictional innovation: what its name, its type and its description agree on. */
export interface Initiative {
  readonly name: string
  readonly type: string
  readonly scope: string
  readonly origin: string
  readonly audience: string
  readonly problem: string
  readonly solution: string
  readonly result: string
}

const staff = 'De funcionarios y funcionarias'
const citizens = 'De la ciudadanía o las personas usuarias'
const target = 'De una meta o compromiso de la institución'
const authority = 'De una autoridad'
const otherBody = 'De otra entidad pública'
const ownUsers = 'Personas usuarias de la institución'
const otherUsers = 'Personas usuarias de otra entidad'
const officials = 'Funcionarios y funcionarias'

// A prime number of them: stepping by any number of rows never repeats one inside an institution.
const initiatives: readonly Initiative[] = [
  {
    name: 'Ventanilla móvil para localidades apartadas',
    type: 'Modelo de atención',
    scope: 'Servicio',
    origin: citizens,
    audience: ownUsers,
    problem:
      'Quienes viven en localidades rurales debían viajar hasta cuatro horas para terminar un trámite que en la oficina toma veinte minutos, y cerca de un tercio volvía a su casa sin resolverlo porque le faltaba un documento.',
    solution:
      'Se diseñó una ventanilla que recorre las localidades según un calendario acordado con las juntas de vecinos. Lleva un equipo de dos personas, un maletín con conexión satelital y una lista de documentos que se entrega por teléfono tres días antes de cada visita.',
    result:
      'En la primera ronda se resolvieron en el momento nueve de cada diez solicitudes, y los viajes evitados se estiman en más de mil.',
  },
  {
    name: 'Cartas que se entienden a la primera',
    type: 'Comunicaciones',
    scope: 'Servicio',
    origin: staff,
    audience: ownUsers,
    problem:
      'Las cartas de respuesta usaban lenguaje jurídico, y la línea telefónica recibía cada semana cientos de llamadas solo para preguntar qué quería decir la carta.',
    solution:
      'Un equipo de abogadas, diseñadores y ejecutivas de atención reescribió las doce cartas más enviadas. Cada versión se leyó en voz alta con personas usuarias y se cambió lo que no se entendía; el contenido legal quedó en un anexo.',
    result: 'Las llamadas de aclaración bajaron en los tres meses siguientes y la guía de redacción ya se usa en otras dos divisiones.',
  },
  {
    name: 'Aviso temprano de expedientes detenidos',
    type: 'Gestión de datos',
    scope: 'Operación',
    origin: staff,
    audience: officials,
    problem:
      'Los expedientes se detenían en alguna etapa sin que nadie lo advirtiera hasta que la persona reclamaba. Cada equipo llevaba su propia planilla y las cifras no coincidían.',
    solution:
      'Se construyó un tablero que toma los registros existentes, calcula cuántos días lleva cada expediente en su etapa y avisa a la jefatura cuando supera el plazo habitual. El umbral lo fijaron los mismos equipos, no el área de tecnología.',
    result: 'La mediana de días de tramitación bajó y, sobre todo, los equipos conversan cada lunes sobre los mismos números.',
  },
  {
    name: 'Solicitud en línea con documentos que el Estado ya tiene',
    type: 'Procesos',
    scope: 'Servicio',
    origin: target,
    audience: ownUsers,
    problem:
      'Para una misma solicitud se pedían siete documentos, cinco de ellos emitidos por otras instituciones públicas. La falta de uno era la primera causa de rechazo.',
    solution:
      'Se rediseñó el proceso completo: el formulario consulta los datos a las instituciones que los tienen, muestra a la persona lo que encontró y le permite corregirlo antes de enviar. La revisión manual quedó solo para los casos en que hay diferencias.',
    result: 'Hoy se piden dos documentos y el rechazo por antecedentes faltantes dejó de ser la primera causa.',
  },
  {
    name: 'Mesa de vecindad con los municipios',
    type: 'Redes de colaboración',
    scope: 'Estratégico',
    origin: otherBody,
    audience: otherUsers,
    problem:
      'Las mismas familias eran visitadas por tres servicios distintos que no sabían unos de otros, mientras que otras no eran visitadas por ninguno.',
    solution:
      'Junto con cuatro municipios se formó una mesa mensual que revisa un listado común, reparte las visitas y acuerda quién acompaña a cada familia. El acuerdo de intercambio de datos y un protocolo de reserva se redactaron entre todos.',
    result: 'Se eliminaron las visitas repetidas en las comunas participantes y dos municipios más pidieron sumarse.',
  },
  {
    name: 'Simulador de beneficios',
    type: 'Tecnología',
    scope: 'Servicio',
    origin: citizens,
    audience: ownUsers,
    problem:
      'Muchas personas postulaban a beneficios que no les correspondían y otras que sí cumplían los requisitos no postulaban, porque las reglas estaban repartidas en varias resoluciones.',
    solution:
      'El simulador hace ocho preguntas, no pide identificarse y explica en cada paso por qué corresponde o no un beneficio. Las reglas se escribieron en una tabla que el área jurídica puede revisar sin leer código.',
    result: 'Las postulaciones que no cumplen requisitos disminuyeron y aumentó la postulación de mujeres jefas de hogar.',
  },
  {
    name: 'Escuela interna de facilitadores',
    type: 'Roles y atribuciones',
    scope: 'Organización',
    origin: staff,
    audience: officials,
    problem:
      'Cada taller con personas usuarias dependía de contratar a una consultora. Cuando terminaba el contrato, el conocimiento se iba con ella.',
    solution:
      'Se formó a veintidós personas de distintas regiones para preparar y conducir talleres. Tienen cuatro horas protegidas a la semana y un cuaderno común donde registran qué funcionó y qué no.',
    result: 'En el período condujeron diecisiete talleres sin apoyo externo, tres de ellos para otras instituciones.',
  },
  {
    name: 'Recordatorios que respetan a las personas',
    type: 'Comportamiento de usuarios',
    scope: 'Servicio',
    origin: target,
    audience: ownUsers,
    problem:
      'Cuatro de cada diez personas no llegaban a su hora reservada. Los recordatorios se enviaban el mismo día y en tono de advertencia.',
    solution:
      'Se probaron tres mensajes distintos en grupos comparables: uno que recuerda, uno que explica qué se pierde otra persona cuando la hora queda vacía y uno que permite cambiarla con un toque. Se eligió el último y se adelantó a dos días antes.',
    result: 'La inasistencia bajó a menos de un cuarto en las oficinas que lo usan.',
  },
  {
    name: 'Compras que empiezan por el problema',
    type: 'Lineamientos institucionales',
    scope: 'Organización',
    origin: authority,
    audience: officials,
    problem:
      'Las bases de licitación describían en detalle una solución ya decidida, de modo que llegaban pocas ofertas y casi siempre de los mismos proveedores.',
    solution:
      'Se aprobó un instructivo que obliga a describir el problema, a conversar con el mercado antes de escribir las bases y a permitir una etapa de prueba pagada. El equipo de compras acompaña a las áreas en las tres primeras licitaciones.',
    result:
      'Las licitaciones hechas con el instructivo recibieron el doble de ofertas y dos de ellas terminaron en soluciones que nadie había imaginado.',
  },
  {
    name: 'Fiscalización guiada por riesgo',
    type: 'Gestión de datos',
    scope: 'Operación',
    origin: staff,
    audience: officials,
    problem:
      'Las visitas de fiscalización se repartían por cercanía, por lo que algunos establecimientos recibían tres al año y otros ninguna en cinco.',
    solution:
      'Con los registros de seis años se construyó un modelo sencillo que ordena los establecimientos según la probabilidad de incumplimiento. Cada fiscalizador ve las razones del orden y puede apartarse de él dejando un motivo.',
    result:
      'Con el mismo número de visitas se detectaron más incumplimientos graves y los motivos anotados sirvieron para corregir el modelo.',
  },
  {
    name: 'Un solo equipo para cada caso',
    type: 'Diseño organizacional',
    scope: 'Organización',
    origin: authority,
    audience: officials,
    problem:
      'Un caso complejo pasaba por cinco departamentos, cada uno con su propio plazo. Nadie podía decirle a la persona cuánto faltaba.',
    solution:
      'Se formaron equipos de cuatro personas, una por departamento, que reciben el caso completo y responden por él hasta el final. Las jefaturas acordaron metas compartidas en lugar de metas por departamento.',
    result: 'Los casos complejos se cierran en menos de la mitad del tiempo y la persona tiene un nombre al cual llamar.',
  },
  {
    name: 'Norma breve para permisos de bajo riesgo',
    type: 'Normativa',
    scope: 'Estratégico',
    origin: citizens,
    audience: ownUsers,
    problem:
      'Un permiso de bajo riesgo seguía los mismos pasos que uno de alto riesgo. Las organizaciones pequeñas desistían o funcionaban sin él.',
    solution:
      'Se redactó con gremios y organizaciones sociales una norma que distingue tres niveles de riesgo y reemplaza la autorización previa por una declaración en el nivel más bajo, con revisión posterior por muestra.',
    result:
      'Las solicitudes de organizaciones pequeñas aumentaron desde el primer mes y la muestra revisada no mostró más incumplimientos que antes.',
  },
  {
    name: 'De entregar subsidios a acompañar proyectos',
    type: 'Propuesta de valor',
    scope: 'Estratégico',
    origin: target,
    audience: ownUsers,
    problem:
      'La mitad de los proyectos financiados no seguía funcionando un año después. La institución sabía cuánto había transferido, pero no qué había pasado.',
    solution:
      'El programa cambió lo que ofrece: además del subsidio hay un acompañamiento de doce meses con metas pequeñas, pares que ya pasaron por lo mismo y una visita a mitad de camino. El último pago depende de esa conversación y no de un informe.',
    result: 'La primera generación terminó con tres de cada cuatro proyectos en marcha.',
  },
]

/** The initiative told in that row of that institution: always the same, and different in each of its rows. */
export function initiativeOf(institutionId: string, rowId: string): Initiative {
  const row = Number(/(?:^|\D)(\d+)$/.exec(rowId)?.[1] ?? 0)
  const at = (hashOf(institutionId) + row * 5) % initiatives.length
  return must(initiatives[at], 'there are no initiatives')
}

const heard = [
  'El problema apareció en las encuestas de atención y se confirmó con diecinueve entrevistas en tres oficinas.',
  'Planteó el problema el personal de atención en una jornada interna; luego se revisaron los reclamos del último año para conocer su tamaño.',
  'La situación se conoció por los reclamos, pero recién al acompañar a ocho personas durante el trámite completo se entendió la causa.',
  'Una medición previa permitió dimensionar el problema y un taller con quienes lo viven todos los días ayudó a ordenar las causas.',
]
const tried = [
  'Antes de decidir se compararon tres ideas con una pauta de impacto y esfuerzo. La elegida se dibujó en papel, se mostró a doce personas y se corrigió dos veces.',
  'La primera versión se hizo en una semana con materiales simples. La prueba con personas usuarias mostró que sobraban pasos, y se quitaron dos.',
  'Se probó durante seis semanas en una sola oficina, con registro diario de dudas y errores. Con eso se ajustaron los textos y el orden de las tareas.',
  'El equipo preparó un prototipo navegable y lo llevó a la sala de espera. De las observaciones se incorporaron siete cambios antes de seguir.',
]
const next = [
  'El paso siguiente es extenderla al resto de las regiones, con un calendario que depende de la capacitación de los equipos.',
  'Queda pendiente integrarla con el sistema principal; mientras tanto se opera con una carga manual dos veces al día.',
  'Se revisa cada trimestre con la jefatura del servicio y se publicará una evaluación al cumplirse un año.',
]

/** The story of an initiative in rich text: 450 to 1,500 visible characters, different with each draw. */
export function descriptionOf(initiative: Initiative, random: Random): string {
  const paragraphs = [
    random.chance(0.6) ? `${initiative.problem} ${random.pick(heard)}` : initiative.problem,
    initiative.solution,
    random.chance(0.65) ? random.pick(tried) : undefined,
    random.chance(0.75) ? initiative.result : undefined,
    random.chance(0.3) ? random.pick(next) : undefined,
  ]
  return paragraphs.flatMap((paragraph) => (paragraph === undefined ? [] : [`<p>${paragraph}</p>`])).join('')
}
