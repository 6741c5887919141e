import { randomOf } from '#server/seeds/random.ts'

const who = [
  'El equipo de innovación',
  'La división de personas',
  'Cada dirección regional',
  'La unidad de planificación',
  'El comité directivo',
  'La jefatura de servicio',
  'El área de compras',
  'La mesa de participación',
  'El departamento de atención ciudadana',
  'La unidad de tecnologías',
]
const does = ['revisa', 'publica', 'coordina', 'actualiza', 'evalúa', 'financia', 'documenta', 'difunde', 'prioriza', 'acompaña']
const what = [
  'las iniciativas en curso',
  'un catastro de proyectos',
  'los pilotos con usuarios',
  'el plan anual de capacitación',
  'la cartera de mejoras',
  'los compromisos de gestión',
  'los acuerdos con universidades',
  'las propuestas recibidas',
  'los indicadores de satisfacción',
  'el presupuesto asignado',
]
const how = [
  'cada trimestre',
  'junto a otras instituciones',
  'con apoyo externo',
  'mediante talleres abiertos',
  'en una plataforma interna',
  'desde el año anterior',
  'con participación ciudadana',
  'según una pauta común',
  'por medio de concursos',
  'con evidencia de sus resultados',
]

/** Answers as people write them: Spanish, 40 to 120 characters, all different. The same for the same seed. */
export function textsOf(seed: string, count: number): string[] {
  const random = randomOf(seed)
  const seen = new Set<string>()
  while (seen.size < count) {
    const people = 2 + Math.floor(random.next() * 998)
    const day = 1 + Math.floor(random.next() * 28)
    const amount = 1 + Math.floor(random.next() * 99)
    const core = `${random.pick(who)} ${random.pick(does)} ${random.pick(what)}`
    const rest = [
      `${core} ${random.pick(how)} con ${people} personas`,
      `${core} desde el día ${day} (${people})`,
      `${people} casos: ${core} y destina ${amount} millones`,
    ]
    seen.add(`${random.pick(rest)}.`)
  }
  return [...seen]
}
