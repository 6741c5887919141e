import type { Alert } from '#shared/forms/model.ts'

/** What only who evaluates is told. */
const keptToItself: ReadonlySet<string> = new Set(['al-ci-convenios', 'al-pr-prototipos'])

const yes = (questionId: string) => ({ questionId, says: true, value: true }) as const
const notYes = (questionId: string) => ({ questionId, says: false, value: true }) as const
/** A stage of the process that is designed. */
const covers = (value: string) => ({ questionId: 'pc-disenado-flujo-etapas', says: true, value }) as const
const of = (id: string, first: Alert['first'], second: Alert['second'], text: string, en: string): Alert => ({
  id,
  first,
  second,
  text,
  en,
  // All but what the lab keeps to itself: an institution mends before it sends what would be observed afterwards.
  ...(keptToItself.has(id) ? {} : { institution: true }),
})

const partners = [
  ['pu', 'personas usuarias', 'users'],
  ['ci', 'otras instituciones públicas', 'other public institutions'],
  ['ge', 'organizaciones ajenas al Estado', 'organisations outside the State'],
] as const
/** Parts of the work on an initiative: question about who took part, question of each initiative, and both in words. */
const parts = [
  ['testeo', 'ap-iniciativas-prototipada', 'la prueba de prototipos', 'testing prototypes', 'se prototipó', 'was prototyped'],
  ['piloto', 'ap-iniciativas-piloteada', 'pilotos', 'pilots', 'se piloteó', 'was piloted'],
  ['implementacion', 'ap-iniciativas-implementada', 'la implementación', 'implementation', 'se implementó', 'was implemented'],
  ['evaluacion', 'ap-iniciativas-evaluada', 'la evaluación', 'evaluation', 'se evaluó', 'was evaluated'],
] as const
/** Users are not asked about these. */
const notOfUsers: ReadonlySet<string> = new Set(['piloto', 'implementacion'])

/** What evaluators hold against each other by hand: who took part in a stage and what was done, procedures and the stages of the process. */
export const alerts: readonly Alert[] = [
  ...partners.flatMap(([prefix, who, whom]) =>
    parts
      .filter(([part]) => prefix !== 'pu' || !notOfUsers.has(part))
      .map(([part, question, what, whatEn, done, doneEn]) =>
        of(
          `al-${prefix}-${part}`,
          yes(`${prefix}-${part}`),
          notYes(question),
          `Declara que ${who} participaron en ${what}, pero ninguna iniciativa ${done}.`,
          `It says that ${whom} took part in ${whatEn}, but no initiative ${doneEn}.`,
        ),
      ),
  ),
  of(
    'al-ci-convenios',
    yes('ap-iniciativas-otra-entidad'),
    notYes('ci-convenios'),
    'En una iniciativa participó otra entidad pública, pero no declara convenios vigentes con otras instituciones.',
    'Another public body took part in an initiative, but no agreements with other institutions are declared.',
  ),
  of(
    'al-pr-prototipos',
    yes('pr-prototipos'),
    { ...covers('Prototipo y pruebas'), says: false },
    'Tiene un procedimiento escrito para construir prototipos, pero su proceso no incluye la etapa de prototipo y pruebas.',
    'It has a written procedure for prototypes, but its process does not include prototyping and testing.',
  ),
  of(
    'al-pc-evaluacion',
    covers('Evaluación'),
    notYes('ap-iniciativas-evaluada'),
    'Su proceso incluye la evaluación, pero no se evaluó ninguna iniciativa.',
    'Its process includes evaluation, but no initiative was evaluated.',
  ),
]
