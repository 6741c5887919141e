import { screen } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { outlivesEveryEnding, type TypingPlace } from '#client/testing/drafts.ts'
import { pressable } from '#client/testing/find.ts'
import { colleagues, fillingOf } from '#client/testing/norte.ts'
import { observed, observedTalent } from '#client/testing/observed.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { demoWorld } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { coordination, plan, staff } from '#server/testing/questions.ts'

const { leader, professional } = peopleOf('norte')
const talent = fillingOf('talento-humano')
const appeals = pageAddress('filling', { form: 'ensayo-replica', institution: 'centro', subDimension: 're-talento-humano' })
const agreements = pageAddress('evaluation', {
  form: 'ensayo-evaluacion',
  institution: 'este',
  subDimension: 'en-coordinacion-interinstitucional',
  filter: 'all',
  unit: 'en-ci-convenios',
})
const press =
  (...names: readonly (string | RegExp)[]) =>
  async (user: UserEvent): Promise<void> => {
    for (const name of names) await user.click(await pressable(name))
  }
/** A field of a question's card. */
const inCard = (question: string, name?: string | RegExp) => async (): Promise<HTMLElement> =>
  (await cardOf(question)).findByRole('textbox', name === undefined ? {} : { name })
const inThread = (name: string) => (): Promise<HTMLElement> => screen.findByRole('textbox', { name })
const empty =
  (field: () => Promise<HTMLElement>) =>
  async (user: UserEvent): Promise<void> =>
    user.clear(await field())
const openThread = async (user: UserEvent): Promise<void> =>
  user.click((await cardOf(coordination)).getByRole('button', { name: /^(\d+ comentarios?|Comentar)$/ }))

/** The leader has commented on what the professional answered. */
async function commented(): Promise<TestApp> {
  const world = await demoWorld()
  await colleagues(world)('norte-lider', 'comment.add', {
    id: 'lo-dicho',
    unit: 'th-coordinacion',
    threadId: 'una-conversacion',
    body: 'Falta la fecha',
  })
  return world
}

const appeal = 'Justificación de la réplica'

const questions: readonly (TypingPlace & { readonly called: string })[] = [
  {
    called: 'a figure that is none',
    kind: 'answer',
    who: professional,
    address: talent,
    field: inCard(staff),
    // What stands is written again: nothing is left to be given.
    giveUp: async (user) => write(user, await inCard(staff)(), '757'),
  },
  {
    called: 'a comment',
    kind: 'comment',
    who: leader,
    address: talent,
    open: openThread,
    field: inThread('Nuevo comentario'),
    giveUp: empty(inThread('Nuevo comentario')),
  },
  {
    called: 'a reply',
    kind: 'reply',
    who: professional,
    world: commented,
    address: talent,
    field: inCard(coordination, 'Su respuesta al comentario'),
    giveUp: empty(inCard(coordination, 'Su respuesta al comentario')),
  },
  {
    called: 'a comment that is edited',
    kind: 'edit',
    who: leader,
    world: commented,
    address: talent,
    open: async (user) => {
      await openThread(user)
      await press('Editar')(user)
    },
    field: inThread('Editar'),
    giveUp: press('Cancelar'),
  },
  {
    called: 'the reason for an appeal',
    kind: 'justification',
    who: peopleOf('centro').leader,
    address: appeals,
    field: inCard(plan, appeal),
    giveUp: empty(inCard(plan, appeal)),
  },
  {
    called: 'the reason for an appeal that is edited',
    kind: 'justification',
    again: true,
    who: peopleOf('centro').leader,
    address: appeals,
    open: press('Editar justificación'),
    field: inCard(staff, appeal),
    giveUp: press('Cancelar'),
  },
  {
    called: 'why an observed answer stays',
    kind: 'justification',
    again: true,
    who: peopleOf('este').leader,
    world: observed,
    address: observedTalent,
    open: press('Mantener respuesta'),
    field: inCard(coordination, 'Justificación'),
    giveUp: press('Cancelar'),
  },
  {
    called: 'an observation',
    kind: 'decision',
    who: evaluator,
    address: agreements,
    open: press(/^Observar/),
    field: inThread('Observación'),
    resume: press('Seguir escribiendo'),
    giveUp: press('Cancelar'),
  },
  {
    called: 'a private note',
    kind: 'note',
    who: evaluator,
    address: agreements,
    open: async (user) => user.click((await screen.findAllByRole('button', { name: 'Nota privada' }))[0] ?? document.body),
    field: inThread('Nota privada'),
    giveUp: press('Cancelar'),
  },
]

test.for(questions)('[HW9] $called', (place) => outlivesEveryEnding(place))
