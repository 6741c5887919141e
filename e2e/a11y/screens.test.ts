import type { Locator, Page } from '@playwright/test'
import { barriersOn, expectNoBarrierAt } from '../barriers.ts'
import { atNight, expect, goOffline, goOnline, signIn, sweep, test } from '../fixtures.ts'
import { admin, delegateElsewhere, evaluator, peopleOf, secondEvaluator } from '#server/testing/personas.ts'
import type { Persona } from '#server/testing/personas.ts'
import { incentives, initiatives, staff, talent, training } from '#server/testing/questions.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { PageEditorScreen } from '../screens/page-editor.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { SyncPanel, upToDate } from '../screens/sync-panel.ts'
import { writeStory } from '../story.ts'
import { completeButForTheLeadersSend } from '#server/testing/story.ts'

const { leader, delegate, dimensionLeader, professional } = peopleOf('norte')
const trial = '/dashboard/evaluation/ensayo-evaluacion'

async function visit(page: Page, path: string, ready: Locator = page.getByRole('heading', { level: 1 })): Promise<void> {
  await page.goto(path)
  await expect(ready.first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoBarrierAt(page, path)
}

/** Opens something, looks, and closes it with the key that closes everything. */
async function open(page: Page, screen: string, opener: Locator, shown: Locator): Promise<void> {
  await opener.click()
  await expect(shown).toBeVisible()
  await expectNoBarrierAt(page, screen)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
}

const publicPaths = [
  '/login',
  '/login?error=revoked',
  '/recover-password',
  '/reset-password?token=abc&email=ana@norte.example',
  '/invite?token=abc&email=ana@norte.example',
  '/statesimulator',
  '/comprobante',
]
const trialDesk = `${trial}/este`
const areas: readonly { readonly who: string; readonly persona: Persona; readonly paths: readonly string[] }[] = [
  {
    who: 'an institutional leader',
    persona: leader,
    paths: [
      '/dashboard/Home',
      fillingPath({ institutionId: 'norte', subDimensionId: 'marco-institucional' }),
      fillingPath({ institutionId: 'norte', subDimensionId: 'participacion-usuarios' }),
      '/dashboard/profile-config',
      '/dashboard/profile-config?view=all',
      '/dashboard/equipo',
      '/dashboard/send',
      '/dashboard/resultados-institucion',
    ],
  },
  { who: 'a delegate', persona: delegate, paths: ['/dashboard/Home', '/dashboard/profile-config'] },
  { who: 'an area leader', persona: dimensionLeader, paths: ['/dashboard/Home', '/dashboard/profile-config', '/dashboard/send'] },
  {
    who: 'a professional',
    persona: professional,
    paths: [
      '/dashboard/Home',
      fillingPath({ institutionId: 'norte', subDimensionId: 'procedimientos' }),
      '/dashboard/send',
      '/dashboard/user-settings',
      '/dashboard/device',
      '/dashboard/faq',
    ],
  },
  {
    who: 'a leader who appeals',
    persona: peopleOf('centro').leader,
    paths: ['/dashboard/Home', fillingPath({ formId: 'ensayo-replica', institutionId: 'centro', subDimensionId: 're-talento-humano' })],
  },
  {
    who: 'the one who configures the replica and takes reports',
    persona: admin,
    paths: [
      '/dashboard/formularios/indice-2024/public-dashboard-config?tab=general',
      '/dashboard/formularios/indice-2024/public-dashboard-config?tab=institution',
      '/dashboard/replicas?form=indice-2025',
      '/dashboard/reportes?form=indice-2025',
    ],
  },
  {
    who: 'an evaluator',
    persona: evaluator,
    paths: ['/dashboard/evaluation', trialDesk, '/dashboard/user-settings', '/dashboard/device', '/dashboard/faq'],
  },
  {
    who: 'who evaluates an appeal',
    persona: secondEvaluator,
    paths: [
      '/dashboard/ensayo-replica/generate-report?institution=centro&kind=preliminary',
      '/dashboard/ensayo-replica/generate-inform?institution=centro',
    ],
  },
  {
    who: 'an administrator',
    persona: admin,
    paths: [
      '/dashboard/resultados/ensayo-replica/preliminary',
      '/dashboard/ensayo-replica/generate-report?institution=centro&kind=preliminary',
      '/dashboard/ensayo-replica/generate-pre-inform?institution=centro',
      '/dashboard/ensayo-replica/generate-inform',
      '/dashboard/formularios',
      '/dashboard/instituciones',
      '/dashboard/categorias',
      '/dashboard/reporte-publico',
      '/dashboard/paginas-admin',
      '/dashboard/paginas-admin/archivos',
      '/dashboard/paginas-admin/nueva',
      '/dashboard/paginas-admin/home',
      '/dashboard/formularios/indice-2025/historia',
      '/dashboard/auditoria',
      '/dashboard/plataforma',
      '/dashboard/plataforma?ver=correo',
      '/dashboard/plataforma?ver=tareas',
      '/dashboard/plataforma?ver=almacenamiento',
      '/dashboard/plataforma?ver=equipos',
      '/dashboard/formularios/indice-2025/stages',
      '/dashboard/formularios/indice-2025?ver=traducir',
      '/dashboard/notifications',
      '/dashboard/users/usuariointerno',
      '/dashboard/users/usuarioexterno',
      '/dashboard/form-filling',
      '/dashboard/user-settings',
      '/dashboard/device',
    ],
  },
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('nothing stands in the way of who belongs to two institutions @nightly', async ({ page }) => {
  await signIn(page, delegateElsewhere)
  const choice = page.getByRole('dialog', { name: '¿Con qué institución trabajará?' })
  await expect(choice).toBeVisible()
  await expectNoBarrierAt(page, 'the choice of an institution at sign-in')
  await choice.getByRole('button', { name: 'Continuar' }).click()
  await upToDate(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(delegateElsewhere.fullName) })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Cambiar de institución' })).toBeVisible()
  await expectNoBarrierAt(page, 'the menu of who belongs to two institutions')
})

test('nothing stands in the way of who says to which institutions somebody belongs @nightly', async ({ page }) => {
  await signIn(page, admin)
  await page.goto(`/dashboard/users/usuarioexterno?q=${encodeURIComponent(delegateElsewhere.email)}`)
  await page.getByRole('button', { name: `Acciones de ${delegateElsewhere.fullName}` }).click()
  await open(
    page,
    'the institutions of somebody',
    page.getByRole('menuitem', { name: 'Instituciones' }),
    page.getByRole('dialog', { name: `Instituciones de ${delegateElsewhere.fullName}` }),
  )
})

test('nothing stands in the way of anybody at the doors of the application', async ({ page }) => {
  for (const path of publicPaths) await visit(page, path)
})

for (const { who, persona, paths } of areas) {
  test(`nothing stands in the way of ${who}${atNight(who)}`, async ({ page }) => {
    await signIn(page, persona)
    for (const path of paths) await visit(page, path)
  })
}

test('with forced colours what is chosen, the stage that runs and every picture are told apart from their ground', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, admin)
  await page.goto('/dashboard/form-filling')
  const ground = (of: Locator): Promise<string> => of.evaluate((element) => getComputedStyle(element).backgroundColor)
  const chips = page.getByRole('main').getByRole('button', { pressed: true })
  await expect(chips).toHaveCount(1)
  expect(await ground(chips)).not.toBe(await ground(page.getByRole('main').getByRole('button', { pressed: false }).first()))
  const dot = (step: string): Locator => page.locator(`ol > li${step} > [aria-hidden] > span`).first()
  expect(await ground(dot('[aria-current=step]'))).not.toBe(await ground(dot(':last-child')))
  const apart = await page.evaluate(() => {
    const colour = (of: Element | null): string => (of ? getComputedStyle(of).color : '')
    return [...document.querySelectorAll('svg')].filter((picture) => colour(picture) !== colour(picture.parentElement)).length
  })
  expect(apart).toBe(0)
})

test('nothing stands in the way of who answers: a whole sub-dimension, a block with its rows, and every window over them @nightly', async ({
  page,
}) => {
  await signIn(page, professional)
  const questionnaire = new Questionnaire(page)
  await questionnaire.open({ institutionId: 'norte', subDimensionId: 'talento-humano' })
  await upToDate(page)
  await questionnaire.question(incentives).openComments()
  await expectNoBarrierAt(page, 'talento-humano with its comments')
  const card = questionnaire.question(training).root
  const dialog = page.getByRole('dialog')
  await open(page, 'help', card.getByRole('button', { name: 'Ver ayuda' }), dialog)
  await open(page, 'history', card.getByRole('button', { name: 'Historial', exact: true }), dialog)
  await open(page, 'files', card.getByRole('button', { name: 'Historial de archivos' }), dialog)
  await open(page, 'notifications', page.getByRole('button', { name: /^Notificaciones/ }), dialog)
  await open(page, 'offer of help', page.getByRole('button', { name: '¿Necesita ayuda?' }), dialog)
  await open(page, 'account menu', page.getByRole('button', { name: /^Cuenta/ }), page.getByRole('menu'))
  await open(
    page,
    'sign-out',
    page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }),
    page.getByRole('alertdialog'),
  )
  const panel = new SyncPanel(page)
  await panel.open()
  await panel.root.getByText('Copias y diagnóstico').click()
  await expectNoBarrierAt(page, 'sync panel')
  await panel.close()

  await questionnaire.open({ institutionId: 'norte', subDimensionId: 'actividades-practicas' })
  await questionnaire.question(initiatives).rowCount.selectOption('1')
  const opener = questionnaire.question(initiatives).root.getByRole('button', { name: /^Iniciativa 1/ })
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  await expect(questionnaire.question(initiatives).inRow(1, 'Nombre de la iniciativa').field).toBeVisible()
  await expectNoBarrierAt(page, 'a block with its rows')
  await page.setViewportSize({ width: 390, height: 800 })
  for (const [screen, name] of [
    ['menu', 'Abrir el menú'],
    ['map', /del formulario/],
    ['help drawer', 'Ayuda'],
  ] as const) {
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click()
    await expect(dialog).toBeVisible()
    expect.soft(await barriersOn(page), screen).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('nothing stands in the way of who makes a questionnaire: its list, an open question, several that are chosen @nightly', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto(`${ownServer.url}/dashboard/formularios`)
  await page.getByRole('button', { name: 'Clonar Índice 2025' }).click()
  await page.getByRole('button', { name: 'Editar preguntas de Copia de Índice 2025' }).click()
  const titles = page.getByRole('heading', { level: 5 }).getByRole('button')
  await expect(titles.nth(4)).toBeVisible()
  await expectNoBarrierAt(page, 'the editor')
  for (const at of [1, 4])
    await page
      .getByRole('checkbox', { name: /^Elegir / })
      .nth(at)
      .check()
  await expectNoBarrierAt(page, 'several are chosen')
  await titles.nth(4).click()
  await expect(page.getByRole('textbox', { name: 'Pregunta', exact: true })).toBeFocused()
  await expectNoBarrierAt(page, 'an open question')
})

test('nothing stands in the way of who assigns: the window in which a person is chosen or invited @nightly', async ({ page }) => {
  await signIn(page, leader)
  await page.goto('/dashboard/profile-config')
  const dialog = page.getByRole('dialog')
  await open(page, 'assign', page.getByRole('button', { name: /^(Asignar|Cambiar) responsable de/ }).first(), dialog)
  await page
    .getByRole('button', { name: /^(Asignar|Cambiar) responsable de/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Invitar a otra persona' }).click()
  await expectNoBarrierAt(page, 'invite')
})

test('nothing stands in the way of who leads a team: what is chosen to be shared out, to whom, and a message to who is behind @nightly', async ({
  page,
}) => {
  await signIn(page, leader)
  await page.goto('/dashboard/profile-config?view=all')
  await page.getByRole('checkbox', { name: 'D4 Resultados' }).check()
  await expect(page.getByRole('button', { name: 'Asignar a…' })).toBeVisible()
  await expectNoBarrierAt(page, 'what is chosen to be shared out')
  const dialog = page.getByRole('dialog')
  await open(page, 'to whom all of it goes', page.getByRole('button', { name: 'Asignar a…' }), dialog)
  await page.goto('/dashboard/equipo')
  await open(page, 'a message to who is behind', page.getByRole('button', { name: /^Escribir a (las|la persona)/ }), dialog)
})

test('nothing stands in the way of who finds by keys, keeps a PIN and adds a passkey @nightly', async ({ newDevice, ownServer }) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, leader)
  await upToDate(page)
  const found = page.getByRole('listbox', { name: 'Resultados' }).getByRole('option')
  await page.keyboard.press('Control+k')
  await expectNoBarrierAt(page, 'the search before anything is written')
  for (const [screen, words] of [
    ['what is found', 'capacit'],
    ['nothing found', 'zzzz'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(words)
    await expect(words === 'zzzz' ? page.getByText('No hay nada con esas palabras') : found.first()).toBeVisible()
    await expectNoBarrierAt(page, screen)
  }
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/user-settings')
  await page.getByRole('button', { name: 'Agregar una llave' }).click()
  await expect(page.getByLabel('Nombre de la llave')).toBeFocused()
  await expectNoBarrierAt(page, 'a passkey that is added')
  await page.getByRole('button', { name: 'Activar el PIN' }).click()
  await page.getByLabel('PIN nuevo').fill('12')
  await page.getByLabel('Repita el PIN').fill('34')
  await page.getByRole('button', { name: 'Activar el PIN' }).click()
  await expectNoBarrierAt(page, 'a PIN that is too short')
  await page.getByLabel('PIN nuevo').fill('480 271')
  await page.getByLabel('Repita el PIN').fill('480 271')
  await page.getByRole('button', { name: 'Activar el PIN' }).click()
  const remove = page.getByRole('button', { name: 'Quitar el PIN' })
  await expect(remove).toBeVisible()
  await expectNoBarrierAt(page, 'a PIN that is there')
  await open(page, 'a PIN that goes', remove, page.getByRole('dialog', { name: 'Quitar el PIN' }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Escriba su PIN' })).toBeVisible()
  await expectNoBarrierAt(page, 'the PIN that is asked for')
})

test('nothing stands in the way of who sends and has sent: what is pointed out before, the receipt and its public page, the recall, and the request to reopen @nightly', async ({
  newDevice,
  ownServer,
}) => {
  const place = { institutionId: 'norte', formId: 'indice-2025' }
  await ownServer.stop()
  await writeStory(ownServer.dataDir, (ground) =>
    completeButForTheLeadersSend(ground, place, ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']),
  )
  await ownServer.start()
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, leader)
  await page.goto('/dashboard/send')
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  await expect(page.getByRole('button', { name: /^Ir a la / }).first()).toBeVisible()
  await expect(send).toBeVisible()
  await expectNoBarrierAt(page, 'what is pointed out before sending')
  await send.click()
  const recall = page.getByRole('button', { name: /^Retirar el envío/ })
  await expect(recall).toBeVisible()
  await expectNoBarrierAt(page, 'a receipt')
  const dialog = page.getByRole('dialog')
  await open(page, 'a recall', recall, dialog)
  const address = new URL((await page.getByRole('link', { name: 'Página de comprobación' }).getAttribute('href')) ?? '', ownServer.url)
  const stranger = await page.context().newPage()
  await visit(stranger, address.href, stranger.getByText('El comprobante es auténtico', { exact: true }))
  await recall.click()
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(send).toBeVisible()
  await visit(stranger, address.href, stranger.getByText('El comprobante es auténtico, pero el envío se retiró'))
  address.searchParams.set('code', '0'.repeat(16))
  await visit(
    stranger,
    address.href,
    stranger.getByRole('alert').getByText('Ningún comprobante tiene ese número y ese código', { exact: false }),
  )
  await stranger.close()
  await send.click()
  await expect(recall).toBeVisible()
  const desk = new Evaluation(await (await newDevice(ownServer.url)).open())
  await signIn(desk.page, evaluator)
  await desk.open({ ...place, subDimensionId: 'talento-humano' })
  const ask = page.getByRole('button', { name: 'Pedir la reapertura' })
  await expect(ask).toBeVisible()
  await expectNoBarrierAt(page, 'a receipt of what was opened')
  await ask.click()
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible()
  await expectNoBarrierAt(page, 'a request to reopen without a reason')
  await dialog.getByRole('textbox').fill('Faltó el anexo del presupuesto')
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Reapertura pedida')).toBeVisible()
  await expectNoBarrierAt(page, 'a request to reopen')
})

test('nothing stands in the way of whoever two answers of one question are shown to, beside it and in the panel @nightly', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const leading = new Questionnaire(await device.open())
  await signIn(leading.page, leader)
  await leading.open(talent)
  await upToDate(leading.page)
  await goOffline(device.context)
  await leading.question(staff).write('640')
  const responsible = new Questionnaire(await (await newDevice(ownServer.url)).open())
  await signIn(responsible.page, professional)
  await responsible.open(talent)
  await responsible.question(staff).write('812')
  await upToDate(responsible.page)
  await goOnline(device.context)
  const offered = responsible.question(staff).root.getByRole('article')
  await expect(offered).toContainText('640')
  await expectNoBarrierAt(responsible.page, 'an answer that is proposed')
  const panel = new SyncPanel(responsible.page)
  await panel.open()
  await expect(panel.card('640')).toBeVisible()
  await expectNoBarrierAt(responsible.page, 'the panel with an answer that is proposed')
  await expect(leading.question(staff).root.getByRole('article')).toContainText('640')
  await expectNoBarrierAt(leading.page, 'an answer that did not stand')
})

test('nothing stands in the way of who works on a form and on the site: an alert, texts that are brought, a picture that is chosen, a file that goes @nightly', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/dashboard/formularios/indice-2025?ver=alertas')
  const dialog = page.getByRole('dialog')
  await open(page, 'an alert', page.getByRole('button', { name: /^Editar la alerta/ }).first(), dialog)
  await page.goto('/dashboard/formularios/indice-2025?ver=traducir&sub=gestion-entorno')
  await page.getByRole('button', { name: 'Subir la tabla' }).click()
  const rows = ['id,en', 'gestion-entorno.name,Working with others', 'no-es-de-aqui.text,Whatever'].join('\r\n')
  await dialog.getByLabel('Tabla de textos').setInputFiles({ name: 'textos.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(dialog.getByText('Working with others')).toBeVisible()
  await expectNoBarrierAt(page, 'texts that are brought')
  await page.goto('/dashboard/paginas-admin/archivos')
  await open(page, 'a file that goes', page.getByRole('button', { name: /^Eliminar / }).first(), page.getByRole('alertdialog'))
  await page.goto('/dashboard/paginas-admin/nueva')
  const editor = new PageEditorScreen(page)
  const card = await editor.add('Imagen')
  await open(page, 'a picture that is chosen', card.getByRole('button', { name: /^Elegir imagen/ }), dialog)
})

test('nothing stands in the way of who acts for an institution on a telephone: its questions, and who answers them @nightly', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/dashboard/formularios/indice-2025/instituciones')
  await page.getByRole('button', { name: /^Impersonalizar a .*Norte/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Actuar en nombre de/ })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La encargada pidió por correo que se corrija.')
  await dialog.getByRole('button', { name: 'Comenzar' }).click()
  const banner = page.getByRole('region', { name: 'Actuar en nombre de una institución' })
  await expect(banner).toContainText('Está actuando en nombre de')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectNoBarrierAt(page, 'the questions of who acts', [390])
  await banner.getByRole('link', { name: 'Responsables' }).click()
  await expect(page.getByRole('button', { name: /^(Asignar|Cambiar) / }).first()).toBeVisible()
  await expectNoBarrierAt(page, 'who answers, for who acts', [390])
  await banner.getByRole('button', { name: 'Terminar' }).click()
  await expect(banner).toHaveCount(0)
})

test('nothing stands in the way of who evaluates: an answer under review, its comment, its history and the list of keys @nightly', async ({
  page,
}) => {
  await signIn(page, evaluator)
  await page.goto(`${trialDesk}?filter=all`)
  await page.getByRole('button', { name: 'Observar' }).first().click()
  await expectNoBarrierAt(page, 'observing')
  const dialog = page.getByRole('dialog')
  await open(page, 'keys', page.getByRole('button', { name: 'Atajos de teclado' }), dialog)
  await open(page, 'accept the rest', page.getByRole('button', { name: 'Aceptar las restantes' }), page.getByRole('alertdialog').or(dialog))
})

test('in English as in Spanish', sweep, async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
  for (const path of publicPaths.slice(0, 3)) await visit(page, path)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: false }).fill(leader.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(leader.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard/**')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const paths = areas.flatMap(({ persona, paths: own }) => (persona === leader || persona === professional ? own : []))
  for (const path of new Set(paths)) await visit(page, path)
})
