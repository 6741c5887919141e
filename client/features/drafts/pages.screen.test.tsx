import { screen } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { definitionLimits } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { saveInform } from '#shared/results/routes.ts'
import { cycleAtResults, root } from '#client/testing/cycle.ts'
import { outlivesEveryEnding, type TypingPlace } from '#client/testing/drafts.ts'
import { fake, refuse } from '#client/testing/fake.ts'
import { inDialog, pressable } from '#client/testing/find.ts'
import { norte } from '#client/testing/norte.ts'
import { write } from '#client/testing/question.ts'
import { demoWorld } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { cycleForm } from '#server/testing/cycle.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'

const { leader } = peopleOf('norte')
const form = norte.formId
const nextForm = 'indice-2026'
const press =
  (...names: readonly (string | RegExp)[]) =>
  async (user: UserEvent): Promise<void> => {
    for (const name of names) await user.click(await pressable(name))
  }
const textbox = (name: string | RegExp) => (): Promise<HTMLElement> => screen.findByRole('textbox', { name })
const empty =
  (field: () => Promise<HTMLElement>) =>
  async (user: UserEvent): Promise<void> =>
    user.clear(await field())
const number = textbox('Número de puntos')
const subject = textbox('Asunto')
const hint = textbox(/^Texto bajo la pregunta(?: \(opcional\))?$/)
const english = (about: string) => textbox(`Nombre en inglés, ${about}`)
const lastText = async (): Promise<HTMLElement> => must((await screen.findAllByRole('textbox')).at(-1), 'no text is there')
const tooLong =
  (field: () => Promise<HTMLElement>) =>
  async (user: UserEvent): Promise<void> => {
    await user.click(await field())
    await user.paste('x'.repeat(definitionLimits.textLength))
  }
const lighthouses = 'Agencia Ficticia de Faros'

/** An institution takes part no more, and may again. */
async function withoutLighthouses(): Promise<TestApp> {
  const world = await demoWorld()
  const token = await world.token('lab-admin')
  const { data } = await world.call('GET', `form/${form}/participant`, { token })
  const institutions = Object.entries(data as Record<string, { evaluator: string | null }>)
    .filter(([id]) => id !== 'faros')
    .map(([institutionId, { evaluator: evaluatorId }]) => ({ institutionId, evaluatorId }))
  const body = { institutions, removed: [{ institutionId: 'faros', name: lighthouses }] }
  expect((await world.call('POST', `form/${form}/participant`, { token, body })).status).toBe(200)
  return world
}

const pages: readonly (TypingPlace & { readonly called: string })[] = [
  {
    called: 'the help of a question',
    kind: 'help',
    who: admin,
    address: pageAddress('formHelps', { form, sub: 'talento-humano' }),
    open: async (user) =>
      user.click(
        await screen.findByRole('button', { name: (name) => name.startsWith('Editar Criterio para evaluar') && name.includes(staff) }),
      ),
    field: textbox('Criterio para evaluar'),
    rich: true,
    giveUp: press('Descartar'),
  },
  {
    called: 'a text of the report',
    kind: 'reportText',
    who: admin,
    address: pageAddress('formReport', { form, sub: 'talento-humano' }),
    open: press(/^Editar Introducción preliminar/),
    field: () => screen.findByRole('textbox'),
    rich: true,
    giveUp: press('Descartar'),
  },
  {
    called: 'the name of a stage',
    kind: 'stages',
    who: admin,
    address: pageAddress('formStages', { form }),
    field: async () => (await screen.findAllByRole('textbox', { name: 'Nombre' }))[0] ?? document.body,
    giveUp: async (user) => {
      await press('Descartar cambios')(user)
      await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Descartar cambios' }))
    },
  },
  {
    called: 'the points of the replica',
    kind: 'replica',
    who: admin,
    address: pageAddress('replicas', { form }),
    field: number,
    giveUp: press('Descartar cambios'),
  },
  {
    called: 'a notification',
    kind: 'notification',
    who: admin,
    address: pageAddress('notifications'),
    field: subject,
    giveUp: press('Descartar'),
  },
  {
    called: 'a new page of the site',
    kind: 'page',
    who: admin,
    address: pageAddress('pageNew'),
    field: textbox('Nombre de la página'),
    giveUp: empty(textbox('Nombre de la página')),
  },
  {
    called: 'a question that lacks something',
    kind: 'fields',
    who: admin,
    address: pageAddress('formEditor', { form: nextForm }),
    open: async (user) => user.click((await screen.findAllByRole('button', { name: 'Agregar pregunta' }))[0] ?? document.body),
    field: hint,
    giveUp: press('Descartar'),
  },
  {
    called: 'a question of the survey that lacks something',
    kind: 'fields',
    again: true,
    who: admin,
    address: pageAddress('formEditor', { form: nextForm, tab: 'survey' }),
    open: press('Agregar pregunta'),
    field: hint,
    giveUp: press('Descartar'),
  },
  {
    called: 'English that is too long',
    kind: 'translation',
    about: 'Gestión del Entorno: Nombre',
    who: admin,
    address: pageAddress('formEditor', { form, ver: 'traducir', sub: 'gestion-entorno' }),
    open: tooLong(english('Gestión del Entorno')),
    field: english('Gestión del Entorno'),
    giveUp: empty(english('Gestión del Entorno')),
  },
  {
    called: 'the English of the form itself that is too long',
    kind: 'translation',
    again: true,
    about: 'Formulario: Nombre',
    who: admin,
    address: pageAddress('formEditor', { form, ver: 'traducir', sub: 'formulario' }),
    open: tooLong(english('Formulario')),
    field: english('Formulario'),
    giveUp: empty(english('Formulario')),
  },
  {
    called: 'English far down in a part',
    kind: 'translation',
    again: true,
    who: admin,
    address: pageAddress('formEditor', { form, ver: 'traducir', sub: 'gestion-entorno' }),
    open: async (user) => {
      await press('Mostrar 40 textos más')(user)
      await tooLong(lastText)(user)
    },
    field: lastText,
    giveUp: empty(lastText),
  },
  {
    called: 'a column of what everybody reads',
    kind: 'dashboard',
    about: 'Por Dimensión',
    who: admin,
    address: pageAddress('dashboardsConfig', { form: nextForm, tab: 'dimension' }),
    open: press('Agregar columna'),
    field: textbox('Nombre'),
    giveUp: press('Descartar cambios'),
  },
  {
    called: 'who is to lead an institution that takes part',
    kind: 'participants',
    who: admin,
    world: withoutLighthouses,
    address: pageAddress('participants', { form }),
    open: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${lighthouses}`) }))
      await user.selectOptions(await screen.findByRole('combobox', { name: `Quién lidera ${lighthouses}` }), 'Invitar a otra persona…')
    },
    field: textbox('Nombre'),
    giveUp: press('Descartar cambios'),
  },
  {
    called: 'a text of an institution’s report that the server does not take',
    kind: 'inform',
    who: root,
    world: cycleAtResults,
    address: pageAddress('generatePreInform', { form: cycleForm, institution: 'norte', field: 'dimension:d2' }),
    open: async (_, { network }) => network.use(fake(saveInform, () => refuse('inform_closed'))),
    field: textbox('Prácticas'),
    rich: true,
    giveUp: press('Volver al texto del formulario'),
  },
  {
    called: 'one’s own name',
    kind: 'profile',
    who: leader,
    address: pageAddress('settings'),
    field: textbox('Nombre'),
    giveUp: async (user) => write(user, await textbox('Nombre')(), must(leader.fullName.split(' ')[0], 'a leader without a name')),
  },
]

test.for(pages)('[HW9] $called', (place) => outlivesEveryEnding(place))
