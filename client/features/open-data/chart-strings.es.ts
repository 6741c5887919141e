const people = (n: number): string => (n === 1 ? '1 institución' : `${n} instituciones`)
const works = (n: number): string => (n === 1 ? '1 iniciativa' : `${n} iniciativas`)

export const es = {
  cardInitiatives: 'Iniciativas',
  pointsText: '{{value}} puntos',
  pointsOf: '{{value}} de {{most}} puntos',
  ofInstitutions: ({ n }: { n: number }) => people(n),
  ofInitiatives: ({ n }: { n: number }) => works(n),
  nIn: ({ n, year }: { n: number; year: number | string }) => `${people(n)} en ${year}`,
  worksIn: ({ n, year }: { n: number; year: number | string }) => `${works(n)} en ${year}`,
  nOfYears: 'instituciones: {{list}}',
  worksOfYears: 'iniciativas: {{list}}',
  countIn: '{{n}} en {{year}}',
  source: '{{report}}. Índice de Innovación Pública',
  noFigure: 'sin dato',
  hidden: 'oculto',
  change: 'Cambio',
  apart: 'no se compara',
  up: 'sube',
  down: 'baja',
  same: 'igual',
  /** The specification's notice. {{year}}: one, or several in a list. */
  small:
    'Para que no se reconozca a ninguna institución, de los grupos con menos de tres se muestra solo la cantidad, y también de los que dejarían verlos por diferencia: {{groups}}.',
  leftOut: ({ n }: { n: number }) =>
    n === 1
      ? 'Los porcentajes no cuentan 1 iniciativa, porque en su año dejarían ver a menos de tres instituciones.'
      : `Los porcentajes no cuentan ${n} iniciativas, porque en su año dejarían ver a menos de tres instituciones.`,
  originYears: 'El origen se cuenta en {{years}}, cualquiera sea el año elegido.',
  several: 'Una iniciativa puede tener varios orígenes.',
  notCompared: 'Los puntajes solo son comparables dentro de una categoría: cada una tiene su propio panel.',
  joined: 'Los años elegidos se cuentan juntos.',
  indexTitle: 'El índice promedió {{value}} puntos en {{year}}',
  indexRose: 'El índice promedió {{value}} puntos en {{year}}: {{by}} más que en la medición anterior',
  indexFell: 'El índice promedió {{value}} puntos en {{year}}: {{by}} menos que en la medición anterior',
  indexSame: 'El índice promedió {{value}} puntos en {{year}}, lo mismo que en la medición anterior',
  indexApart: 'El índice promedió {{value}} puntos en {{year}}; no se compara con la medición anterior',
  indexNone: 'No hay promedio del índice para lo que eligió',
  indexMeasure: 'Promedio del índice, de 0 a 100 puntos, por año · {{n}} · {{group}}',
  indexSeries: 'Índice',
  indexTable: 'Promedio del índice por año y cambio desde la medición anterior',
  scoresTitle: 'Al menos la mitad de las {{n}} instituciones de {{year}} obtuvo {{median}} puntos o menos',
  scoresNone: 'No hay puntajes que mostrar para lo que eligió',
  scoresMeasure: 'Cada punto es el puntaje de una institución, de 0 a 100 · {{n}} · {{group}}',
  scoresTable: 'Total de instituciones, mediana y desviación estándar por año',
  place: 'N.º {{at}} de {{n}}, desde el menor',
  medianMark: 'Mediana {{value}}',
  total: 'Total de instituciones',
  median: 'Mediana',
  deviation: 'Desviación estándar',
  mean: 'Promedio',
  year: 'Año',
  sector: 'Sector',
  spreadTitle:
    'Dentro de una categoría, los puntajes de {{year}} se dispersan más en {{name}}, con {{value}} puntos de desviación estándar',
  spreadNone: 'Promedio y dispersión de los puntajes en cada categoría',
  spreadMeasure: 'Promedio por categoría; la línea vertical es una desviación estándar hacia cada lado · {{n}} · {{group}}',
  levelsTitle: ({ year, n, all, level }: { year: number; n: number; all: number; level: string }) =>
    all === 1
      ? `En ${year}, la única institución está en el nivel ${level}`
      : `En ${year}, ${n} de ${all} instituciones ${n === 1 ? 'está' : 'están'} en el nivel ${level}`,
  levelsNone: 'No hay instituciones que contar para lo que eligió',
  levelsMeasure: 'Instituciones por nivel de madurez · {{n}} · {{group}}',
  levelInicial: 'Inicial, menos de 25 puntos',
  levelCreciente: 'Creciente, de 25 a menos de 50',
  levelMadura: 'Madura, de 50 a 75',
  levelModelo: 'Modelo, más de 75',
  sectorsTitle: '{{name}} es el sector con el promedio más alto de {{year}}: {{value}} puntos en {{n}} instituciones',
  sectorsNone: 'Promedio del índice por sector público',
  sectorsMeasure: 'Promedio del índice, de 0 a 100 puntos; el área del círculo es la cantidad de instituciones · {{n}} · {{group}}',
  sectorsTable: 'Promedio y desviación estándar por sector y año',
  sectorText: ({ value, n }: { value: string; n: number }) => `${value} puntos, ${people(n)}`,
  dimensionTitle: 'En {{year}} se obtuvieron {{value}} de los {{most}} puntos de {{name}}',
  dimensionNone: 'No hay puntos de {{name}} para lo que eligió',
  dimensionMeasure: 'Promedio de puntos por capacidad; la línea cortada marca el máximo · {{n}} · {{group}}',
  limit: 'máx. {{value}}',
  capacitiesTitle: 'La capacidad de mayor logro en {{year}} es {{best}} ({{high}}); la de menor logro, {{worst}} ({{low}})',
  capacitiesNone: 'Porcentaje de logro de las diez capacidades clave',
  capacitiesMeasure: 'Porcentaje de logro de las diez capacidades clave: puntos obtenidos de los posibles · {{n}} · {{group}}',
  phasesTitle: (told: { all: number; year: number; n: number; last: string; name: string; most: number }) =>
    told.all === 1
      ? `La única iniciativa de ${told.year} ${told.n === 1 ? 'llegó' : 'no llegó'} a ${told.last}`
      : `De las ${told.all} iniciativas de ${told.year}, ${told.n === 0 ? 'ninguna llegó' : told.n === 1 ? '1 llegó' : `${told.n} llegaron`} a ${told.last}; la fase más frecuente es ${told.name}, con ${told.most}`,
  phasesNone: 'No hay iniciativas que contar para lo que eligió',
  phasesMeasure: 'Iniciativas que llegaron a cada fase, y qué porcentaje son de las del año · {{n}} · {{group}}',
  phaseText: ({ n, all, share }: { n: number; all: number; share: string }) => `${n} de ${works(all)} (${share})`,
  partnersTitle: ({ year, phase, n, all, name }: { year: number; phase: string; n: number; all: number; name: string }) =>
    `En ${year} se colabora más en la fase ${phase}: ${n} de ${people(all)} con ${name}`,
  partnersNone: 'Ninguna institución dijo con quién trabajó en {{year}}',
  partnersMeasure:
    'Instituciones que trabajaron en cada fase con usuarios (PU), otras instituciones (CI) y el entorno (GE), {{year}} · {{n}} · {{group}}',
  partnerText: ({ n, all }: { n: number; all: number }) => `${n} de ${people(all)}`,
  typesTitle: ({ name, share, n }: { name: string; share: string; n: number }) =>
    `${name} es el tipo más frecuente: ${share} de ${n === 1 ? 'la única iniciativa' : `las ${n} iniciativas`}`,
  typesNone: 'No hay tipos de iniciativas que mostrar para lo que eligió',
  typesMeasure: 'Porcentaje de iniciativas por tipo; el color es el ámbito · {{n}}, {{years}} · {{group}}',
  scopeTitle: '{{scope}} es el ámbito con más cambios en {{n}} de {{all}} sectores',
  scopeNone: 'No hay cambios por sector que mostrar para lo que eligió',
  scopeMeasure: 'Porcentaje de las iniciativas de cada sector por ámbito del cambio · {{n}}, {{years}} · {{group}}',
  originTitle: ({ year, name, n, all }: { year: number; name: string; n: number; all: number }) =>
    `En ${year}, el origen más frecuente es ${name}: ${n} de ${works(all)}`,
  originNone: 'No hay origen de iniciativas que mostrar para lo que eligió',
  originMeasure: 'Iniciativas de cada origen por año · {{n}} · {{group}}',
  directedTitle: 'En {{year}}, el {{share}} de las menciones corresponde a {{name}}',
  directedNone: 'No se informó a quiénes se dirigen las iniciativas de lo que eligió',
  directedMeasure: 'A quiénes se dirigen las iniciativas, en porcentaje de las menciones · {{n}} · {{group}}',
} as const
