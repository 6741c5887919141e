import type { DashboardContent, Icon } from '#shared/dashboards/model.ts'
import { newColumn, showingStamp } from '#shared/dashboards/rules.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { mutations } from '#shared/mutations.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import { iconFrom } from '../features/institutions/icons.ts'
import { createExecute } from '../sync/execute.ts'
import { dashboardsOf } from '../world/dashboards.ts'
import { showableIn } from '../world/published-results.ts'
import { headerOf, WorldStore } from '../world/store.ts'
import type { DemoDeps } from './demo.ts'

const administratorId = 'lab-admin'

/** Lines of a drawing of 24 units, in the colours of the site. */
const drawings = {
  initiatives: '<path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z"/>',
  disenada: '<path d="M4 20l4-1 11-11-3-3L5 16l-1 4ZM14 7l3 3"/>',
  prototipada: '<path d="M12 3l8 4.5v9L12 21l-8-4.5v-9L12 3ZM12 12l8-4.5M12 12v9M12 12L4 7.5"/>',
  ajustada: '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  piloteada: '<path d="M12 3v18M5 12h14"/><circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="3"/>',
  implementada: '<path d="M4 12l5 5L20 6"/><path d="M20 12v8H4V4h10"/>',
  evaluada: '<path d="M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6"/>',
} as const
type Drawing = keyof typeof drawings

const phases = [
  ['disenada', 'Diseño'],
  ['prototipada', 'Prototipo'],
  ['ajustada', 'Ajuste según pruebas'],
  ['piloteada', 'Piloto'],
  ['implementada', 'Implementación'],
  ['evaluada', 'Evaluación'],
] as const satisfies readonly (readonly [Drawing, string])[]

/** A drawing as an administrator would bring it: drawn anew as any other picture is. */
async function iconOf(drawing: Drawing): Promise<Icon> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24" fill="none" stroke="#005b94" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${drawings[drawing]}</svg>`
  const drawn = await iconFrom(Buffer.from(svg), 96)
  if (!drawn.ok) throw new Error(`the demonstration broke: ${drawn.failure.code}`)
  return { type: 'image/webp', base64: Buffer.from(drawn.value).toString('base64') }
}

async function contentsOf(prefix: string): Promise<readonly DashboardContent[]> {
  const column = (id: string, part: object) => ({ ...newColumn(id), ...part })
  const question = (id: string): string => `${prefix}${id}`
  const icons = new Map<Drawing, Icon>()
  for (const drawing of ['initiatives', ...phases.map(([each]) => each)] as const) icons.set(drawing, await iconOf(drawing))
  return [
    {
      id: 'general',
      overallResultId: question('th-dotacion'),
      questionreports: [
        column('digital-profiles', {
          name: 'Personas en perfiles digitales',
          subtitle: 'Talento Humano: personas en perfiles digitales, por cada persona de la dotación',
          calcType: 'average',
          questionId: question('th-perfiles-personas'),
          isPercentual: true,
          isBouble: true,
        }),
        column('initiatives', {
          name: 'Iniciativas de innovación',
          subtitle: 'Actividades y Prácticas: iniciativas trabajadas en el período',
          calcType: 'block',
          questionId: question('ap-iniciativas'),
        }),
        column('professions', {
          name: 'Profesiones distintas',
          subtitle: 'Talento Humano: títulos distintos en la dotación',
          calcType: 'value',
          questionId: question('th-profesiones'),
        }),
        column('network', {
          name: 'Integrantes de la red de innovación',
          subtitle: 'Registro de la red de innovadores públicos',
          calcType: 'sum',
          questionId: question('th-red'),
        }),
      ],
    },
    {
      id: 'dimension',
      questionreports: [
        column('tools', {
          name: 'Dotación que usa herramientas en línea',
          subtitle: 'Entidad que administra los servicios compartidos',
          calcType: 'value',
          questionId: question('th-herramientas'),
          postDecoration: '%',
          chartType: 'bar',
        }),
        column('profiles', {
          name: 'Perfiles digitales en la dotación',
          subtitle: 'Talento Humano: personas en perfiles digitales sobre la dotación',
          calcType: 'division',
          questionId: question('th-perfiles-personas'),
          questionIdDiv: question('th-dotacion'),
          isPercentual: true,
          chartType: 'radial',
        }),
        column('challenges', {
          name: 'Desafíos o convocatorias abiertas',
          subtitle: 'Gestión del Entorno: llamados públicos del período',
          calcType: 'value',
          questionId: question('ge-desafios'),
          chartType: 'bar',
        }),
        column('sharing', {
          name: 'Intercambios de datos en línea',
          subtitle: 'Coordinación Interinstitucional: con otras instituciones',
          calcType: 'value',
          questionId: question('ci-intercambio'),
          postDecoration: '%',
          chartType: 'line',
        }),
      ],
    },
    {
      id: 'institution',
      asociatedForms: [],
      asociatedFormsData: {},
      blockQuestion: question('ap-iniciativas'),
      phases: phases.map(([id, name]) => ({ id, name, questionId: question(`ap-iniciativas-${id}`), icon: icons.get(id) ?? null })),
      iconIniciative: icons.get('initiatives') ?? null,
    },
  ]
}

/** The public dashboards of a form that is over, as an administrator configured them four days ago and showed them to visitors. */
export async function configureDemoDashboards(deps: Pick<DemoDeps, 'db' | 'log' | 'now'>, formId: FormId, prefix: string): Promise<void> {
  let clockMs = epochMs(deps.now) - 4 * dayMs
  const execute = createExecute({
    db: deps.db,
    worlds: new WorldStore(),
    now: () => instantOf(clockMs),
    log: deps.log,
    poke: () => undefined,
  })
  const ask = async (name: string, what: string, a: object): Promise<void> => {
    clockMs += 240_000
    const { name: n, version: v } = must(mutations.get(name), `no mutation ${name}`)
    const asked = [{ mid: `demo-${formId}-${what}`, n, v, s: dashboardsScope(formId), a, b: null, t: instantOf(clockMs) }]
    const device = { id: `demo-${administratorId}`, app: 'demo', schema: 1, pending: 0 }
    const done = await execute({ device, userId: administratorId, asked, door: 'system' })
    if (!done.ok) throw new Error(`the demonstration broke: ${done.failure.code}`)
    const bad = done.value.results.find(({ d }) => d !== 'applied')
    if (bad) throw new Error(`the demonstration was refused: ${bad.mid} ${bad.code} ${JSON.stringify(bad.params)}`)
  }
  for (const content of await contentsOf(prefix))
    await ask('dashboards.configure', `dashboard-${content.id}`, { tab: content.id, from: null, to: content })
  const seen = await deps.db.read(async (tx) => {
    const form = must(await headerOf(tx, formId), `no form ${formId}`)
    const showable = await showableIn(tx, form)
    return showingStamp(
      (await dashboardsOf(tx, formId)).values(),
      showable.map(({ id }) => id),
    )
  })
  await ask('dashboards.show', 'showing', { seen })
}
