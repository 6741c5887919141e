import { cast, castInstitution, demoPassword, labStaff, personAt, type CastPerson } from '../seeds/cast.ts'
import { must } from '#shared/kernel/assert.ts'

/** Somebody of the demonstration who signs in. */
export interface Persona {
  readonly email: string
  readonly password: string
  /** As the header of the screen shows it. */
  readonly fullName: string
  readonly institution: string | null
}

export const admin = ofLab('admin')
export const evaluator = ofLab('evaluadora')
/** Evaluates the institution that is at its replica. */
export const secondEvaluator = ofLab('evaluador2')
/** Leads one institution and is the delegate of another. */
export const delegateElsewhere = personaOf(personAt(castInstitution('valle'), 'lider'))

/** The six people of one of the five whole institutions: norte, sur, este, oeste and centro. */
export function peopleOf(institutionId: 'norte' | 'sur' | 'este' | 'oeste' | 'centro') {
  const at = (post: string): Persona => personaOf(personAt(castInstitution(institutionId), post))
  return {
    leader: at('lider'),
    delegate: at('delegado'),
    dimensionLeader: at('dimension'),
    subdimensionLeader: at('subdimension'),
    professional: at('profesional'),
    secondProfessional: at('profesional2'),
  }
}

function ofLab(post: string): Persona {
  return personaOf(
    must(
      labStaff.find((person) => person.email.startsWith(`${post}@`)),
      `the lab has no ${post}`,
    ),
  )
}

function personaOf(person: CastPerson): Persona {
  const institution = cast.find((each) => each.people.includes(person))
  return {
    email: person.email,
    password: demoPassword,
    fullName: `${person.name} ${person.surname}`,
    institution: institution?.name ?? null,
  }
}
