import { pageScope, siteScope } from '#shared/protocol/scope.ts'
import { must } from '#shared/kernel/assert.ts'
import { siteFileIdOf } from '#shared/site/file-rules.ts'
import type { Content, ContentValue, Section } from '#shared/site/model.ts'
import { emptyContent } from '#shared/site/sections.ts'
import { strToU8 } from 'fflate'
import { createHash } from 'node:crypto'
import type { Files } from '../../files/store.ts'
import { inertSvg, sizeOfSvg } from '../../features/site/files-svg.ts'
import { workbookOfSheets } from '../../http/table-file.ts'
import { pagesIn } from '../../world/pages.ts'
import { doAsAdministrator } from '../as-administrator.ts'
import type { DemoDeps } from '../demo.ts'
import { sitePages, type PageSeed } from './pages.ts'
import { pictures } from './pictures.ts'

/** Dimensions and capacities with what each is worth, as a sheet: what the page of the methodology offers to take away. */
const weights: readonly (readonly [dimension: string, capacity: string, points: number])[] = [
  ['Recursos institucionales', 'Talento humano', 6],
  ['Recursos institucionales', 'Marco institucional', 2],
  ['Recursos institucionales', 'Recursos digitales', 4],
  ['Recursos institucionales', 'Estrategia y gobernanza', 8],
  ['Prácticas y procesos', 'Actividades y prácticas', 14],
  ['Prácticas y procesos', 'Procedimientos', 7],
  ['Prácticas y procesos', 'Procesos', 19],
  ['Colaboración y apertura', 'Participación de usuarios', 16],
  ['Colaboración y apertura', 'Coordinación interinstitucional', 14.5],
  ['Colaboración y apertura', 'Gestión del entorno', 9.5],
]

/** The demonstration's site, as an administrator brought its files, wrote its pages and published them a week ago. */
export async function seedSite(deps: Pick<DemoDeps, 'db' | 'files' | 'log' | 'now'>, administratorId: string): Promise<void> {
  const files = new Map<string, Kept>()
  for (const [name, drawing] of Object.entries(pictures)) files.set(name, await imageOf(deps.files, name, drawing))
  files.set('weights', await weightsOf(deps.files))
  const idOf = (name: string): string => must(files.get(name), `no file ${name}`).id
  // A site that was begun at an earlier start is gone on from.
  const begun = new Map((await pagesIn(deps.db)).map(({ id, draft }) => [id, draft.number]))
  // One after the other: a page is published once every page to which it leads is there.
  const acts = {
    files: [...files.values()].map(({ args }) => ({ scope: siteScope, name: 'siteFile.add', args })),
    pages: sitePages.map((page) => {
      const args = {
        pageId: page.name,
        name: page.name,
        about: page.about,
        sections: sectionsOf(page, idOf),
        seen: begun.get(page.name) ?? null,
        restoredFrom: null,
      }
      return { scope: pageScope(page.name), name: 'page.save', args }
    }),
    published: sitePages.map(({ name }) => ({
      scope: pageScope(name),
      name: 'page.publish',
      // The first ones lead to pages that visitors do not see before the last one is published.
      args: { pageId: name, number: (begun.get(name) ?? 0) + 1, accepted: true },
    })),
  }
  for (const [at, [about, deeds]] of Object.entries(acts).entries())
    await doAsAdministrator(deps, { administratorId, daysAgo: 8 - at, about: `site-${about}`, deeds })
}

const sectionsOf = ({ sections }: PageSeed, idOf: (name: string) => string): readonly Section[] =>
  sections.map(({ component, content, english }, at) => ({
    id: `${component}-${at + 1}`,
    component,
    content: { ...emptyContent(component), ...withIds(content, idOf) },
    englishContent: { ...emptyContent(component, true), ...english },
    hidden: false,
    englishOf: null,
  }))

/** A file whose bytes are kept, and what its row is made of. */
interface Kept {
  readonly id: string
  readonly args: unknown
}

/** The same content with the ids of files in the place of their names. */
function withIds(content: Content, idOf: (name: string) => string): Content {
  const place = (value: ContentValue): ContentValue => {
    if (typeof value === 'string') return value.startsWith('picture:') ? idOf(value.slice('picture:'.length)) : value
    return typeof value === 'boolean' ? value : value.map((each) => withIds(each, idOf))
  }
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, place(value)]))
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function imageOf(files: Files, name: string, drawing: string): Promise<Kept> {
  const bytes = strToU8(drawing)
  const inert = inertSvg(bytes)
  const own = await files.keep(strToU8(inert))
  await files.keep(bytes)
  const sha256 = sha256Of(bytes)
  const { width, height } = must(sizeOfSvg(inert), `${name} has no size`)
  const args = { type: 'image', name: `${name}.svg`, kind: 'svg', sha256, bytes: bytes.length, width, height, widths: [], made: { own } }
  return { id: siteFileIdOf('image', sha256), args }
}

async function weightsOf(files: Files): Promise<Kept> {
  const rows = [['Dimensión', 'Capacidad', 'Puntaje máximo'], ...weights]
  const bytes = workbookOfSheets([{ name: 'Puntajes', rows }])
  await files.keep(bytes)
  const sha256 = sha256Of(bytes)
  const args = {
    type: 'document',
    name: 'Dimensiones, capacidades y puntajes.xlsx',
    kind: 'xlsx',
    sha256,
    bytes: bytes.length,
    width: null,
    height: null,
    widths: [],
    made: {},
  }
  return { id: siteFileIdOf('document', sha256), args }
}
