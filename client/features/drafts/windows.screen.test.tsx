import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { cycleAtResults, root } from '#client/testing/cycle.ts'
import { outlivesEveryEnding, type TypingPlace } from '#client/testing/drafts.ts'
import { gone, inDialog, pressable } from '#client/testing/find.ts'
import { colleagues, norte, receiptOf, sentWorld } from '#client/testing/norte.ts'
import { demoWorld } from '#client/testing/render-screen.tsx'
import { calculate, cycleForm, decisionChange, publish, put } from '#server/testing/cycle.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'

const { leader, professional } = peopleOf('norte')
const form = norte.formId
const assignment = pageAddress('assignment')
type Name = string | RegExp

/** A field of the window that is open. */
const inWindow = (name: Name) => (): Promise<HTMLElement> =>
  waitFor(() => {
    const open = must(document.querySelector<HTMLElement>('[role=dialog], [role=alertdialog]'), 'no window is open')
    return within(open).getByRole('textbox', { name })
  })
const press =
  (...names: readonly Name[]) =>
  async (user: UserEvent): Promise<void> => {
    for (const name of names) await user.click(await pressable(name))
  }
const choose =
  (what: string, of: string) =>
  async (user: UserEvent): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: `Acciones de ${of}` }))
    await user.click(await screen.findByRole('menuitem', { name: what }))
  }
const cancel = press('Cancelar')

const windows: readonly (TypingPlace & { readonly called: string })[] = [
  {
    called: 'a new person of the lab',
    kind: 'user',
    who: admin,
    address: pageAddress('internalUsers'),
    open: press('Crear usuario'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'a person of an institution',
    kind: 'user',
    again: true,
    about: `Editar usuario: ${professional.fullName}`,
    who: admin,
    address: pageAddress('externalUsers', { q: professional.email }),
    open: choose('Editar', professional.fullName),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'several invitations',
    kind: 'invitations',
    who: admin,
    address: pageAddress('externalUsers'),
    open: press('Invitar a varias personas'),
    field: inWindow(/Personas|Lista|correo/i),
    giveUp: cancel,
  },
  {
    called: 'the reason for a name that goes',
    kind: 'anonymising',
    who: admin,
    address: pageAddress('externalUsers', { q: professional.email }),
    open: choose('Eliminar su nombre…', professional.fullName),
    field: inWindow(/^Motivo/),
    giveUp: cancel,
  },
  {
    called: 'a new institution',
    kind: 'institution',
    who: admin,
    address: pageAddress('institutions'),
    open: press('Crear institución'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'a new category',
    kind: 'category',
    who: admin,
    address: pageAddress('categories'),
    open: press('Crear categoría'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'the settings of the site',
    kind: 'siteSettings',
    who: admin,
    address: pageAddress('pagesAdmin'),
    open: press('Configuración del sitio'),
    field: inWindow(/^Dirección de los resultados/),
    giveUp: cancel,
  },
  {
    called: 'a public report',
    kind: 'openReport',
    who: admin,
    address: pageAddress('publicReportsAdmin'),
    open: press('Agregar reporte'),
    field: inWindow('Título'),
    giveUp: cancel,
  },
  {
    called: 'a report that is generated',
    kind: 'openReport',
    again: true,
    who: admin,
    address: pageAddress('publicReportsAdmin'),
    open: press('Generar desde resultados finales'),
    field: inWindow('Título'),
    giveUp: cancel,
  },
  {
    called: 'the name of a new form',
    kind: 'formNames',
    who: admin,
    address: pageAddress('forms'),
    open: press('Crear formulario'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'the name of a form',
    kind: 'formNames',
    again: true,
    about: 'Índice 2025',
    who: admin,
    address: pageAddress('forms'),
    open: choose('Nombre y descripción', 'Índice 2025'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'the levels of results',
    kind: 'levels',
    who: admin,
    address: pageAddress('results', { form }),
    open: press('Cambiar niveles'),
    field: inWindow(/^REGULAR desde/),
    giveUp: cancel,
  },
  {
    called: 'why a form is not compared with earlier ones',
    kind: 'apart',
    who: admin,
    address: pageAddress('results', { form }),
    open: press('Cambiar comparación'),
    field: inWindow('Motivo en español'),
    giveUp: cancel,
  },
  {
    called: 'an alert',
    kind: 'alert',
    who: admin,
    address: pageAddress('formEditor', { form, ver: 'alertas' }),
    open: press('Declarar alerta'),
    field: inWindow(/^Qué se le dice/),
    giveUp: cancel,
  },
  {
    called: 'the reason for acting',
    kind: 'actingReason',
    who: admin,
    address: pageAddress('participants', { form }),
    open: press(/^Impersonalizar a .*Norte/),
    field: inWindow('Motivo'),
    giveUp: cancel,
  },
  {
    called: 'the reason for opening an institution again',
    kind: 'reopenReason',
    who: admin,
    world: sentWorld,
    address: pageAddress('questionnaire', { form }),
    open: press(/^Reabrir .*Norte/),
    field: inWindow('Motivo'),
    giveUp: cancel,
  },
  {
    called: 'what an institution asks of the lab',
    kind: 'reopening',
    who: leader,
    world: async () => {
      const world = await sentWorld()
      await colleagues(world)('lab-evaluadora', 'answers.open', { send: (await receiptOf(world)).id })
      return world
    },
    address: pageAddress('send'),
    open: press(/reapertura|reabrir/i),
    field: async () => (await inDialog()).findByRole('textbox'),
    giveUp: cancel,
  },
  {
    called: 'a message to one of the team',
    kind: 'message',
    about: `Mensaje a ${professional.fullName}`,
    who: leader,
    address: pageAddress('team'),
    open: press(`Escribir a ${professional.fullName}`),
    field: inWindow('Mensaje'),
    giveUp: cancel,
  },
  {
    called: 'a message for help',
    kind: 'helpMessage',
    isAtHome: true,
    who: leader,
    address: pageAddress('send'),
    open: press('¿Necesita ayuda?'),
    field: inWindow('Escriba un mensaje'),
    giveUp: async (user) => user.clear((await inDialog()).getByRole('textbox')),
  },
  {
    called: 'somebody who is invited',
    kind: 'invitee',
    who: leader,
    address: assignment,
    open: async (user) => {
      await user.click((await screen.findAllByRole('button', { name: /^(Asignar|Cambiar) responsable de / })).at(-1) ?? document.body)
      await press('Invitar a otra persona')(user)
    },
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'somebody who is invited for several parts',
    kind: 'invitee',
    again: true,
    who: leader,
    address: pageAddress('assignment', { view: 'all' }),
    open: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: 'D4 Resultados' }))
      await press('Asignar a…', 'Invitar a otra persona')(user)
    },
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'an invitation that is corrected',
    kind: 'invitee',
    again: true,
    about: 'Corregir la invitación',
    who: leader,
    world: async () => {
      const world = await demoWorld()
      const invite = { name: 'Persona', surname: 'Invitada', email: 'persona.invitada@norte.example' }
      await colleagues(world)('norte-lider', 'assignment.set', {
        elements: [{ element: 'th-plan', level: 'Question', seen: 1 }],
        who: { invite },
      })
      return world
    },
    address: assignment,
    open: press('Corregir los datos de Persona Invitada'),
    field: inWindow('Nombre'),
    giveUp: cancel,
  },
  {
    called: 'the reason for another calculation',
    kind: 'calculation',
    who: root,
    world: async () => {
      const world = await cycleAtResults()
      expect((await calculate(world, 'preliminary')).status).toBe(200)
      expect((await publish(world, 'preliminary')).status).toBe(200)
      return world
    },
    address: pageAddress('results', { form: cycleForm, kind: 'preliminary' }),
    open: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: 'Elegir Servicio sur' }))
      await press('Calcular')(user)
    },
    field: inWindow(/^Motivo/),
    giveUp: cancel,
  },
  {
    called: 'the reason for a decision that nobody made',
    kind: 'settlement',
    who: root,
    world: async () => {
      const world = await cycleAtResults()
      await put(world, [decisionChange('sur', 'r5', 'Accepted', { withdrawn: true })])
      return world
    },
    address: pageAddress('results', { form: cycleForm, kind: 'preliminary' }),
    open: async (user) => {
      await press('Calcular todas', 'Calcular')(user)
      await gone(() => screen.queryByRole('dialog'))
      await press(/^Decidir la respuesta .* de Servicio sur$/)(user)
    },
    field: inWindow('Motivo'),
    giveUp: cancel,
  },
  {
    called: 'the reason for opening a closed form again',
    kind: 'closingReason',
    about: 'Ciclo completo',
    who: root,
    world: () => cycleAtResults({ closed: { at: '2026-01-01T00:00:00.000Z', by: 'root', archive: 'a'.repeat(64) } }),
    address: pageAddress('forms'),
    open: choose('Archivar y cerrar', 'Ciclo completo'),
    field: inWindow(/^Motivo para reabrirlo/),
    giveUp: async (user) => {
      await user.clear(await inWindow(/^Motivo para reabrirlo/)())
      await user.keyboard('{Escape}')
    },
  },
]

test.for(windows)('[HW9] $called', (place) => outlivesEveryEnding(place))
