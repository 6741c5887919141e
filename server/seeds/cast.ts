import type { UserKind } from '#shared/access/actor.ts'
import type { Role } from '#shared/access/roles.ts'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import type { Dimension, FormDefinition, Question } from '#shared/forms/model.ts'
import type { Category, Orientation } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { DimensionId, InstitutionId, QuestionId, UserId } from '#shared/kernel/ids.ts'
import { writtenIdOf } from './author.ts'

/** Password of every demonstration account. */
export const demoPassword = 'innova-2025'

type CategoryId = 'pilares' | 'centralizadas' | 'nuevas'

/** What the institutions are grouped by. */
export const categories: readonly (Category & { readonly id: CategoryId })[] = [
  {
    id: 'pilares',
    name: 'Pilares',
    shortDescription: 'Instituciones que atienden directamente a la ciudadanía en todo el país.',
    longDescription:
      'Servicios con presencia nacional y atención directa a personas y empresas. Por su dotación y su alcance, lo que innovan llega a la mayor parte de la ciudadanía.',
    icon: null,
    active: true,
  },
  {
    id: 'centralizadas',
    name: 'Centralizadas',
    shortDescription: 'Instituciones que norman, coordinan o fiscalizan desde el nivel central.',
    longDescription:
      'Subsecretarías, direcciones y superintendencias que definen políticas, coordinan a otras instituciones o fiscalizan, con poca atención directa de público.',
    icon: null,
    active: true,
  },
  {
    id: 'nuevas',
    name: 'Nuevas',
    shortDescription: 'Instituciones que participan por primera vez en el índice.',
    longDescription: 'Instituciones que se incorporan a la medición. Sus resultados se comparan con los de otras que también comienzan.',
    icon: null,
    active: true,
  },
]

/** A fictional person with an account. */
export interface CastPerson {
  readonly id: UserId
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly kind: UserKind
  /** What the person is in the demonstration; null for the lab's staff. The area roles come from `assignmentsOf`. */
  readonly role: Role | null
  /** Another institution to which they belong, as its delegate. */
  readonly delegateAt?: InstitutionId
}

/** A fictional institution. The first person leads it. */
export interface CastInstitution {
  readonly id: InstitutionId
  readonly name: string
  readonly code: string
  readonly abbreviation: string
  readonly category: CategoryId
  readonly orientation: Orientation
  readonly domains: readonly string[]
  readonly people: readonly CastPerson[]
}

/** Who is responsible for one element, in an order that the rules accept: dimension, sub-dimension, question. */
export interface CastAssignment {
  readonly element: DimensionId | QuestionId
  readonly level: AssignmentLevel
  readonly userId: UserId
}

const posts: readonly { readonly post: string; readonly role: Role }[] = [
  { post: 'lider', role: 'InstitutionalLeader' },
  { post: 'delegado', role: 'Delegate' },
  { post: 'dimension', role: 'DimensionLeader' },
  { post: 'subdimension', role: 'SubdimensionLeader' },
  { post: 'profesional', role: 'Professional' },
  { post: 'profesional2', role: 'Professional' },
]

interface Sketch {
  readonly id: string
  readonly name: string
  readonly abbreviation: string
  readonly category: CategoryId
  readonly orientation: Orientation
  /** Names of its people, in the order of the posts: the leader first. */
  readonly people: readonly (readonly [name: string, surname: string])[]
}

const social: Orientation = 'Ciudadana con Foco Social'
const economic: Orientation = 'Ciudadana con Foco Económico'
const institutional: Orientation = 'Institucional'

const sketches: readonly Sketch[] = [
  {
    id: 'norte',
    name: 'Servicio Nacional de Ejemplo Norte',
    abbreviation: 'SENOR',
    category: 'pilares',
    orientation: social,
    people: [
      ['Marcela', 'Rivas Quintul'],
      ['Rodrigo', 'Saldías Pinto'],
      ['Carolina', 'Huenchur Lagos'],
      ['Felipe', 'Arancibia Solar'],
      ['Daniela', 'Morgado Vera'],
      ['Ignacio', 'Tapia Colihueque'],
    ],
  },
  {
    id: 'sur',
    name: 'Servicio Nacional de Ejemplo Sur',
    abbreviation: 'SESUR',
    category: 'pilares',
    orientation: economic,
    people: [
      ['Patricio', 'Almonacid Reyes'],
      ['Lorena', 'Bascuñán Mella'],
      ['Andrés', 'Cayupán Soto'],
      ['Verónica', 'Leal Santibáñez'],
      ['Matías', 'Oyarce Fuica'],
      ['Javiera', 'Pincheira Rubilar'],
    ],
  },
  {
    id: 'este',
    name: 'Dirección de Ejemplo del Este',
    abbreviation: 'DIRESTE',
    category: 'centralizadas',
    orientation: institutional,
    people: [
      ['Claudia', 'Mardones Ulloa'],
      ['Esteban', 'Norambuena Gatica'],
      ['Paulina', 'Queupil Jara'],
      ['Tomás', 'Retamal Ibáñez'],
      ['Camila', 'Sáez Antilef'],
      ['Gonzalo', 'Umaña Farías'],
    ],
  },
  {
    id: 'oeste',
    name: 'Agencia de Ejemplo del Oeste',
    abbreviation: 'AGOESTE',
    category: 'nuevas',
    orientation: social,
    people: [
      ['Héctor', 'Villagra Poblete'],
      ['Soledad', 'Acuña Millar'],
      ['Cristóbal', 'Burgos Nahuel'],
      ['Macarena', 'Catalán Duarte'],
      ['Sebastián', 'Donoso Painemal'],
      ['Francisca', 'Erices Montoya'],
    ],
  },
  {
    id: 'centro',
    name: 'Consejo de Ejemplo del Centro',
    abbreviation: 'CONCENTRO',
    category: 'centralizadas',
    orientation: institutional,
    people: [
      ['Amanda', 'Toledo Curín'],
      ['Bruno', 'Valdebenito Ruz'],
      ['Elisa', 'Yáñez Carimán'],
      ['Fabián', 'Zapata Orellana'],
      ['Josefa', 'Aravena Marileo'],
      ['Leonel', 'Bravo Huaiquil'],
    ],
  },
  {
    id: 'andes',
    name: 'Superintendencia Ficticia de los Andes',
    abbreviation: 'SUFAN',
    category: 'pilares',
    orientation: economic,
    people: [['Ximena', 'Farfán Ojeda']],
  },
  {
    id: 'valle',
    name: 'Instituto de Ejemplo del Valle',
    abbreviation: 'IEVAL',
    category: 'pilares',
    orientation: social,
    people: [['Ricardo', 'Gajardo Lincoñir']],
  },
  {
    id: 'costa',
    name: 'Servicio Ficticio de la Costa',
    abbreviation: 'SEFCO',
    category: 'pilares',
    orientation: economic,
    people: [['Pilar', 'Henríquez Tello']],
  },
  {
    id: 'lagos',
    name: 'Fondo de Ejemplo de los Lagos',
    abbreviation: 'FELAG',
    category: 'pilares',
    orientation: social,
    people: [['Mauricio', 'Iturra Neculman']],
  },
  {
    id: 'desierto',
    name: 'Dirección Ficticia del Desierto',
    abbreviation: 'DIFDE',
    category: 'centralizadas',
    orientation: institutional,
    people: [['Gabriela', 'Jofré Alarcón']],
  },
  {
    id: 'puertos',
    name: 'Oficina de Ejemplo de Puertos',
    abbreviation: 'OFEPU',
    category: 'centralizadas',
    orientation: economic,
    people: [['Nicolás', 'Lobos Paredes']],
  },
  {
    id: 'bosques',
    name: 'Servicio Ficticio de Bosques',
    abbreviation: 'SEFBO',
    category: 'centralizadas',
    orientation: institutional,
    people: [['Alejandra', 'Manríquez Curihual']],
  },
  {
    id: 'islas',
    name: 'Dirección de Ejemplo de las Islas',
    abbreviation: 'DIEIS',
    category: 'centralizadas',
    orientation: social,
    people: [['Óscar', 'Navarrete Haoa']],
  },
  {
    id: 'faros',
    name: 'Agencia Ficticia de Faros',
    abbreviation: 'AFIFA',
    category: 'nuevas',
    orientation: institutional,
    people: [['Constanza', 'Olguín Barría']],
  },
  {
    id: 'cerros',
    name: 'Instituto Ficticio de los Cerros',
    abbreviation: 'IFICE',
    category: 'nuevas',
    orientation: social,
    people: [['Jorge', 'Pavez Llancaleo']],
  },
  {
    id: 'rios',
    name: 'Superintendencia de Ejemplo de Ríos',
    abbreviation: 'SUERI',
    category: 'nuevas',
    orientation: economic,
    people: [['Bernardita', 'Quiroga Salas']],
  },
  {
    id: 'pampa',
    name: 'Servicio de Ejemplo de la Pampa',
    abbreviation: 'SEPAM',
    category: 'nuevas',
    orientation: economic,
    people: [['Luis', 'Riquelme Mamani']],
  },
]

/** Who belongs to two institutions, by their id: they lead one, and are the delegate of the other. */
const delegateElsewhere: Readonly<Record<UserId, InstitutionId>> = { 'valle-lider': 'costa' }

const domainOf = (sketch: Sketch): string => `${sketch.id}.example`

function institutionOf(sketch: Sketch): CastInstitution {
  const people = sketch.people.map(([name, surname], at) => {
    const { post, role } = must(posts[at], `${sketch.id} has more people than posts`)
    const id = `${sketch.id}-${post}`
    const delegateAt = delegateElsewhere[id]
    const person = { id, name, surname, email: `${post}@${domainOf(sketch)}`, kind: 'Institutional' as const, role }
    return delegateAt === undefined ? person : { ...person, delegateAt }
  })
  return {
    id: sketch.id,
    name: sketch.name,
    code: `EJ-${sketch.abbreviation}`,
    abbreviation: sketch.abbreviation,
    category: sketch.category,
    orientation: sketch.orientation,
    domains: [domainOf(sketch)],
    people,
  }
}

/** Norte, sur, este, oeste and centro with six people each, then twelve with a leader only. All fictional. */
export const cast: readonly CastInstitution[] = sketches.map(institutionOf)

/** The lab's staff: an administrator and two evaluators. */
export const labStaff: readonly CastPerson[] = [
  { id: 'lab-admin', name: 'Beatriz', surname: 'Sandoval Quiñel', email: 'admin@lab.example', kind: 'Administrator', role: null },
  { id: 'lab-evaluadora', name: 'Antonia', surname: 'Troncoso Vidal', email: 'evaluadora@lab.example', kind: 'Evaluator', role: null },
  { id: 'lab-evaluador2', name: 'Manuel', surname: 'Urrutia Ñanco', email: 'evaluador2@lab.example', kind: 'Evaluator', role: null },
]

/** The institution of that id. Throws when the cast has none. */
export const castInstitution = (id: InstitutionId): CastInstitution =>
  must(
    cast.find((entry) => entry.id === id),
    `no institution ${id} in the cast`,
  )

/** The person who holds a post there, by the part of the address before the at sign. */
export function personAt(institution: CastInstitution, post: string): CastPerson {
  return must(
    institution.people.find((person) => person.email.startsWith(`${post}@`)),
    `${institution.id} has no ${post}`,
  )
}

/** Sub-dimensions that have a responsible of their own; the others stay with the dimension's. */
const led = new Set(['talento-humano', 'marco-institucional', 'estrategia-gobernanza', 'actividades-practicas', 'procedimientos'])

/** Questions of each professional. The first holds every kind, the block and several that ask for a file. */
const held: Readonly<Record<string, readonly string[]>> = {
  profesional: [
    'th-dotacion',
    'th-perfiles',
    'th-capacitacion',
    'th-incentivos',
    'th-coordinacion',
    'th-plan',
    'th-desafio',
    'mi-datos',
    'ap-iniciativas',
    'pr-necesidades',
  ],
  profesional2: [
    'th-profesiones',
    'th-perfiles-personas',
    'mi-equipo',
    'eg-unidad',
    'eg-objetivo',
    'ap-cartera',
    'pr-prototipos',
    'pr-pruebas',
  ],
}

/**
 * Who is responsible for what in an institution with six people: the dimension leader for the first two dimensions,
 * the sub-dimension leader for five sub-dimensions of them, each professional for questions there. The last two
 * dimensions stay with the leader and the delegate, and some questions of the led sub-dimensions with nobody.
 * Empty for an institution that has a leader only. Ids keep the prefix with which the definition was made.
 */
export function assignmentsOf(definition: FormDefinition, institution: CastInstitution): CastAssignment[] {
  if (institution.people.length < posts.length) return []
  const userOf = (post: string): UserId => personAt(institution, post).id
  const tops = definition.dimensions.filter((dimension) => dimension.subDimensionIds.length > 0).slice(0, 2)
  const subs = tops.flatMap((top) => top.subDimensionIds).filter((id) => writtenIdOf(id, led) !== undefined)
  const questions = definition.dimensions.filter((dimension) => subs.includes(dimension.id)).flatMap((sub) => assignable(definition, sub))
  return [
    ...tops.map((top) => ({ element: top.id, level: 'Dimension' as const, userId: userOf('dimension') })),
    ...subs.map((id) => ({ element: id, level: 'Subdimension' as const, userId: userOf('subdimension') })),
    ...questions.flatMap((question) => {
      const post = Object.keys(held).find((name) => writtenIdOf(question.id, held[name] ?? []) !== undefined)
      return post === undefined ? [] : [{ element: question.id, level: 'Question' as const, userId: userOf(post) }]
    }),
  ]
}

/** Top-level questions that take a responsible: administrative ones do not. */
function assignable(definition: FormDefinition, sub: Dimension): Question[] {
  const ids = new Set(sub.questionIds)
  return definition.questions.filter((question) => ids.has(question.id) && !question.administrative)
}
