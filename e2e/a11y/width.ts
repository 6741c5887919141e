import type { Page, TestDetails } from '@playwright/test'
import { atNight, expect, signIn, sweep, test } from '../fixtures.ts'
import { admin, delegateElsewhere, evaluator, peopleOf, secondEvaluator } from '#server/testing/personas.ts'
import type { Persona } from '#server/testing/personas.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { publicAddresses } from './public-addresses.ts'

const { leader, dimensionLeader, professional } = peopleOf('norte')
const trial = '/dashboard/evaluation/ensayo-evaluacion'
const talent = fillingPath({ institutionId: 'norte', subDimensionId: 'talento-humano' })

interface Area {
  readonly who: string
  /** What of their screens, for whose are too many for one test: each page is loaded anew, and costs seconds where the machine is busy. */
  readonly part?: string
  readonly persona: Persona
  readonly paths: readonly string[]
}

const areas: readonly Area[] = [
  {
    who: 'an institutional leader',
    persona: leader,
    paths: [
      '/dashboard/Home',
      talent,
      '/dashboard/profile-config',
      '/dashboard/profile-config?view=all',
      '/dashboard/equipo',
      '/dashboard/send',
      '/dashboard/resultados-institucion',
    ],
  },
  {
    who: 'who belongs to two institutions',
    persona: delegateElsewhere,
    paths: ['/dashboard/Home', fillingPath({ institutionId: 'costa', subDimensionId: 'talento-humano' })],
  },
  { who: 'an area leader', persona: dimensionLeader, paths: ['/dashboard/Home', talent] },
  {
    who: 'a professional',
    persona: professional,
    paths: [
      '/dashboard/Home',
      talent,
      fillingPath({ institutionId: 'norte', subDimensionId: 'actividades-practicas' }),
      '/dashboard/send',
      '/dashboard/user-settings',
      '/dashboard/device',
      '/dashboard/faq',
    ],
  },
  {
    who: 'a leader who appeals',
    persona: peopleOf('centro').leader,
    paths: [
      '/dashboard/Home',
      fillingPath({ formId: 'ensayo-replica', institutionId: 'centro', subDimensionId: 're-talento-humano' }),
      fillingPath({ formId: 'ensayo-replica', institutionId: 'centro', subDimensionId: 're-marco-institucional' }),
    ],
  },
  {
    who: 'an evaluator',
    persona: evaluator,
    paths: ['/dashboard/evaluation', `${trial}/este`, `${trial}/oeste`, '/dashboard/user-settings'],
  },
  {
    who: 'who evaluates an appeal',
    persona: secondEvaluator,
    paths: [
      '/dashboard/evaluation/ensayo-replica',
      '/dashboard/ensayo-replica/generate-report?institution=centro&kind=preliminary',
      '/dashboard/ensayo-replica/generate-inform?institution=centro',
    ],
  },
  {
    who: 'an administrator',
    part: 'results and the public site',
    persona: admin,
    paths: [
      '/dashboard/replicas?form=indice-2025',
      '/dashboard/formularios/indice-2024/public-dashboard-config?tab=general',
      '/dashboard/formularios/indice-2024/public-dashboard-config?tab=institution',
      '/dashboard/reportes?form=indice-2025',
      '/dashboard/resultados/ensayo-replica/preliminary',
      '/dashboard/ensayo-replica/generate-report?institution=centro&kind=preliminary',
      '/dashboard/ensayo-replica/generate-pre-inform?institution=centro',
      '/dashboard/ensayo-replica/generate-inform',
      '/dashboard/reporte-publico',
      '/dashboard/paginas-admin',
      '/dashboard/paginas-admin/archivos',
      '/dashboard/paginas-admin/nueva',
      '/dashboard/paginas-admin/home',
    ],
  },
  {
    who: 'an administrator',
    part: 'people and the platform',
    persona: admin,
    paths: [
      '/dashboard/instituciones',
      '/dashboard/categorias',
      '/dashboard/notifications',
      '/dashboard/users/usuariointerno',
      '/dashboard/users/usuarioexterno',
      '/dashboard/user-settings',
      '/dashboard/auditoria',
      '/dashboard/plataforma',
      '/dashboard/plataforma?ver=correo',
      '/dashboard/plataforma?ver=tareas',
      '/dashboard/plataforma?ver=almacenamiento',
      '/dashboard/plataforma?ver=equipos',
    ],
  },
  {
    who: 'an administrator',
    part: 'forms',
    persona: admin,
    paths: [
      '/dashboard/formularios',
      '/dashboard/form-filling',
      '/dashboard/formularios/indice-2025/historia',
      '/dashboard/formularios/indice-2025/stages',
      '/dashboard/formularios/indice-2025?ver=traducir',
      '/dashboard/formularios/indice-2026',
      '/dashboard/formularios/indice-2025/instituciones',
      '/dashboard/formularios/indice-2026/form-score-config',
      '/dashboard/formularios/indice-2026/helps',
      '/dashboard/formularios/indice-2026/form-report-config',
    ],
  },
]

/** Registers, for whatever size the browser's text has, that nothing stands out over its card or the page in a window of these widths in px. */
export function expectNothingStandsOut(widths: readonly number[], details: TestDetails = {}): void {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is wider than the page at the doors of the application', details, async ({ page }) => {
    for (const path of ['/login', '/recover-password', '/invite?token=abc&email=ana@norte.example']) await visit(page, path, widths)
  })

  test('nothing is wider than its card or the page for visitors, in Spanish and English', sweep, async ({ page, server }) => {
    for (const language of ['es', 'en'] as const)
      for (const path of await publicAddresses(server.url, language)) await visit(page, path, widths)
  })

  for (const { who, part, persona, paths } of areas) {
    const whose = part === undefined ? who : `${who}, ${part}`
    test(`nothing is wider than its card or the page for ${whose}, conversations open${atNight(who)}`, details, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await signIn(page, persona)
      for (const path of paths) await visit(page, path, widths)
    })
  }
}

async function visit(page: Page, path: string, widths: readonly number[]): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const folded = page.locator('article').getByRole('button', { name: /^\d+ comentario/, expanded: false })
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // A fold that follows a media query is drawn a frame later.
    await expect.soft.poll(() => standingOut(page), { message: `${path}, ${width} px` }).toEqual([])
  }
}

/** What reaches over the page's or its card's right edge, leaving out what scrolls or is cut with an ellipsis on purpose. */
function standingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const found: string[] = []
    // What is below the fold is laid out only when somebody scrolls to it, and until then measures as in the window before.
    for (const part of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
    const name = (element: Element): string => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
    if (root.scrollWidth > root.clientWidth) found.push(`the page scrolls ${root.scrollWidth - root.clientWidth} px sideways`)
    /** Scrolls by itself, is shortened with an ellipsis, or is there for ears only. */
    const mayHide = (element: Element): boolean => {
      const { overflowX, textOverflow, clipPath, webkitLineClamp } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
      return overflowX !== 'visible' && (textOverflow === 'ellipsis' || clipPath !== 'none' || webkitLineClamp !== 'none')
    }
    for (const element of document.querySelectorAll('body *')) {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0 || getComputedStyle(element).position === 'fixed') continue
      const [text] = element.childNodes
      const digits = document.createRange()
      // Of a text alone: an element's boxes stand at other heights than what is written in them.
      if (text instanceof Text && element.childNodes.length === 1) digits.selectNodeContents(text)
      const lines = new Set([...digits.getClientRects()].map(({ top }) => Math.round(top)))
      if (/^\d+$/.test(digits.toString()) && lines.size > 1) found.push(`${name(element)} breaks inside its number`)
      let frame: Element | null = element.parentElement
      while (frame && !mayHide(frame) && frame.tagName !== 'ARTICLE') frame = frame.parentElement
      if (mayHide(element) || (frame && mayHide(frame))) continue
      const edge = frame ? frame.getBoundingClientRect().right : root.clientWidth
      if (box.right > edge + 1)
        found.push(`${name(element)} stands out ${Math.round(box.right - edge)} px over ${frame ? 'its card' : 'the page'}`)
    }
    return found.slice(0, 5)
  })
}
