import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { sealedCopyOf, setActive } from '#client/testing/sealed.ts'
import type { TestApp } from '#server/testing/app.ts'
import { admin, evaluator, peopleOf, secondEvaluator } from '#server/testing/personas.ts'
import { coordination, training } from '#server/testing/questions.ts'

const { professional, subdimensionLeader } = peopleOf('norte')
const plan = new File(['%PDF-1.4\nPlan de formación\n%%EOF\n'], 'Plan-de-formacion.pdf', { type: 'application/pdf' })
const nothingLeft = 'No queda nada por recuperar en esta copia'
const choose = async (user: UserEvent, copy: File): Promise<void> =>
  user.upload(await screen.findByLabelText('Elegir copia', { selector: 'input' }), copy)
/** What the copy says, by a text in it. */
const item = async (text: string): Promise<HTMLElement> => {
  const found = await screen.findAllByText(new RegExp(text))
  return must(found[0]?.closest('li'), `${text} is in no item`)
}
/** Opens the panel, whose cards are found by a text in them. */
async function openPanel(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /^Estado de sincronización: / }))
  const panel = await inDialog('Sincronización')
  return async (text: string) => {
    const [found] = await panel.findAllByText(new RegExp(text))
    return within(must(found?.closest('article'), `${text} is in no card`))
  }
}
/** Of the bytes that the server keeps under a file's name. */
async function keptDigest({ db, dataDir }: TestApp, name: string): Promise<string> {
  const rows = await db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'attachment').execute()
  const found = rows.map(({ data }) => JSON.parse(String(data))).find((row) => row.name === name && row.state === 'ready')
  const bytes = await readFile(join(dataDir, 'files', must(found, 'no such file').sha256))
  return createHash('sha256').update(bytes).digest('hex')
}

test('[UW2] work of a deactivated account comes out of its sealed copy: an administrator reads whose it is and what it says, and recovers it once', async () => {
  const world = await demoWorld()
  const theirs = await renderScreen(fillingOf('talento-humano'), { who: professional, world })
  await syncState('Al día')
  theirs.network.set('offline')
  await write(theirs.user, (await cardOf(coordination)).getByRole('textbox'), 'Jefatura de personas')
  await theirs.user.click((await cardOf(training)).getByRole('radio', { name: 'Sí' }))
  const attach = await (await cardOf(training)).findByRole('button', { name: 'Adjuntar archivo' })
  await theirs.user.upload(
    must(attach.closest('article')?.querySelector<HTMLInputElement>('input[type=file]'), 'no field for a file'),
    plan,
  )
  await syncState('Sin conexión (4 cambios)')
  await setActive(world, 'norte-profesional', false)
  const copy = await sealedCopyOf(theirs)
  expect(await copy.text()).not.toContain('Jefatura')

  const { user } = await renderScreen(pageAddress('recoverWork'), { who: admin, world })
  await choose(user, copy)
  expect(await screen.findByText(new RegExp(`${professional.fullName} · ${professional.email}`))).toBeVisible()
  expect(await item('Jefatura de personas')).toHaveTextContent(coordination)
  expect(await item('Jefatura de personas')).toHaveTextContent(/Se ofrecerá a /)
  expect(await item(plan.name)).toHaveTextContent('El archivo viene en la copia')
  expect(await ledgerOf(world, 'norte-profesional')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Recuperar 3 aportes' }))
  expect(await screen.findByText(nothingLeft)).toBeVisible()
  await waitFor(async () => expect(await item(plan.name)).toHaveTextContent('El archivo está en el servidor'))
  expect(await keptDigest(world, plan.name)).toBe(
    createHash('sha256')
      .update(new Uint8Array(await plan.arrayBuffer()))
      .digest('hex'),
  )
  await choose(user, copy)
  expect(await screen.findByText(nothingLeft)).toBeVisible()
  expect(await item('Jefatura de personas')).toHaveTextContent('Recuperado')

  // Who is responsible now reads it with its author, and uses it.
  const next = await renderScreen(fillingOf('talento-humano'), { who: subdimensionLeader, world })
  await syncState('Requiere atención')
  const cardWith = await openPanel(next.user)
  const card = await cardWith('Jefatura de personas')
  expect(await card.findByText(new RegExp(`${professional.fullName} respondió esto y no alcanzó a enviarlo\\.`))).toBeVisible()
  await next.user.click(await (await inDialog('Sincronización')).findByRole('button', { name: 'Descargar archivo' }))
  await waitFor(() => expect(next.downloads).toHaveLength(1))
  expect(await (await must(next.downloads[0], 'no file')).text()).toBe(await plan.text())
  await next.user.click(card.getByRole('button', { name: 'Usar la sugerencia' }))
  await next.user.keyboard('{Escape}')
  await waitFor(async () => expect((await cardOf(coordination)).getByRole('textbox')).toHaveValue('Jefatura de personas'))
})

test('[UW2] what an evaluator decided before their account was closed goes to who evaluates now', async () => {
  const form = 'ensayo-evaluacion'
  const observation = 'Falta la fuente de la jefatura'
  const world = await demoWorld()
  const at = { form, institution: 'este', subDimension: 'en-talento-humano', filter: 'all', unit: 'en-th-coordinacion' }
  const theirs = await renderScreen(pageAddress('evaluation', at), { who: evaluator, world })
  const card = await screen.findByRole('group', { name: coordination })
  await syncState('Al día')
  theirs.network.set('offline')
  card.focus()
  await theirs.user.keyboard('o')
  await theirs.user.type(await screen.findByRole('textbox', { name: /^Observación/ }), observation)
  await theirs.user.keyboard('{Control>}{Enter}{/Control}')
  await syncState('Sin conexión (1 cambio)')

  const lab = await world.token('lab-admin')
  await setActive(world, 'lab-evaluadora', false)
  const copy = await sealedCopyOf(theirs)
  expect(await ledgerOf(world, 'lab-evaluadora')).toEqual([])
  const { data } = await world.call('GET', `form/${form}/participant`, { token: lab })
  const institutions = Object.entries(data as Record<string, { evaluator: string | null }>).map(([institutionId, each]) => ({
    institutionId,
    evaluatorId: institutionId === 'este' ? 'lab-evaluador2' : each.evaluator,
  }))
  expect((await world.call('POST', `form/${form}/participant`, { token: lab, body: { institutions } })).status).toBe(200)

  const { user } = await renderScreen(pageAddress('recoverWork'), { who: admin, world })
  await choose(user, copy)
  expect(await screen.findByText(new RegExp(`${evaluator.fullName} · ${evaluator.email}`))).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Recuperar 1 / }))
  expect(await screen.findByText(nothingLeft)).toBeVisible()
  const next = await renderScreen(pageAddress('evaluations', { form }), { who: secondEvaluator, world })
  await syncState('Requiere atención')
  const cardWith = await openPanel(next.user)
  expect((await cardWith(observation)).getByText(new RegExp(observation))).toBeVisible()
})
