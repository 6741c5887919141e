import { withoutEndSlashes } from './kernel/path-text.ts'

/**
 * Where each page stands. The client routes and links by these, letters lead to them, and the server tells by them which document to
 * send: an address is written nowhere else. They are the specification's and never change: they stand in letters and bookmarks.
 */
const addresses = {
  /** `cu` and `token`: whose single sign-on ended, and its one-time code. */
  login: { path: '/login', query: ['to', 'error', 'locked', 'done', 'cu', 'token'] },
  recoverPassword: { path: '/recover-password', query: [] },
  resetPassword: { path: '/reset-password', query: ['token', 'email'] },
  invite: { path: '/invite', query: ['token', 'email'] },
  /** Where anybody checks a receipt: printed on it, with number and code in its picture. */
  checkReceipt: { path: '/comprobante', query: ['number', 'code'] },
  simulator: { path: '/statesimulator', query: [] },
  /** Leads to the first page of whoever comes. */
  start: { path: '/dashboard', query: [] },
  home: { path: '/dashboard/Home', query: ['ayuda'] },
  /** The questionnaire without saying whose: an institution's own, or the list from which one is chosen. */
  questionnaire: { path: '/dashboard/form-filling/:form?', query: ['question', 'view', 'reabrir'] },
  filling: { path: '/dashboard/form-filling/:form/:institution/:subDimension?', query: ['question', 'view'] },
  evaluations: { path: '/dashboard/evaluation/:form?', query: [] },
  evaluation: { path: '/dashboard/evaluation/:form/:institution/:subDimension?', query: ['unit', 'filter'] },
  /** Pages of the public site, as administrators write them. */
  pagesAdmin: { path: '/dashboard/paginas-admin', query: ['configuracion'] },
  pageNew: { path: '/dashboard/paginas-admin/nueva', query: [] },
  /** Their pictures and documents. */
  siteFiles: { path: '/dashboard/paginas-admin/archivos', query: [] },
  pageEditor: { path: '/dashboard/paginas-admin/:page', query: ['version'] },
  /** First page of administrators. */
  forms: { path: '/dashboard/formularios', query: ['nuevo', 'importar', 'nombre', 'archivar'] },
  rehearsal: { path: '/dashboard/formularios/:form/ensayo', query: [] },
  rehearsalEntry: { path: '/dashboard/formularios/:form/ensayo/:person', query: [] },
  participants: { path: '/dashboard/formularios/:form/instituciones', query: [] },
  notifications: { path: '/dashboard/notifications', query: [] },
  internalUsers: { path: '/dashboard/users/usuariointerno', query: ['q', 'filter', 'nuevo', 'editar', 'eliminar-nombre'] },
  externalUsers: { path: '/dashboard/users/usuarioexterno', query: ['q', 'filter', 'nuevo', 'varios', 'editar', 'eliminar-nombre'] },
  institutions: { path: '/dashboard/instituciones', query: ['desactivadas', 'nueva', 'editar', 'impersonalizar'] },
  categories: { path: '/dashboard/categorias', query: ['nueva', 'editar'] },
  /** Workbooks of open statistics, of which visitors read one. */
  publicReportsAdmin: { path: '/dashboard/reporte-publico', query: ['q', 'sort', 'page', 'agregar', 'generar'] },
  formEditor: { path: '/dashboard/formularios/:form', query: ['ver', 'tab', 'sub', 'q', 'campo', 'falta', 'alerta', 'estado'] },
  replicas: { path: '/dashboard/replicas', query: ['form'] },
  reports: { path: '/dashboard/reportes', query: ['form'] },
  /** What the institutions of a form obtained: worked out, looked through and published. */
  results: { path: '/dashboard/resultados/:form?/:kind?', query: ['niveles', 'apart', 'generar', 'editar'] },
  /** What one institution obtained, down to the answers that explain it, and the texts of its reports. */
  generateReport: { path: '/dashboard/:form/generate-report', query: ['institution', 'kind'] },
  generatePreInform: { path: '/dashboard/:form/generate-pre-inform', query: ['institution', 'field'] },
  generateInform: { path: '/dashboard/:form/generate-inform', query: ['institution', 'field'] },
  formStages: { path: '/dashboard/formularios/:form/stages', query: [] },
  formScores: { path: '/dashboard/formularios/:form/form-score-config', query: ['sub'] },
  /** What of a form everybody reads. */
  dashboardsConfig: { path: '/dashboard/formularios/:form/public-dashboard-config', query: ['tab'] },
  formHistory: { path: '/dashboard/formularios/:form/historia', query: ['element', 'kind', 'by', 'words', 'from', 'until', 'before'] },
  formHelps: { path: '/dashboard/formularios/:form/helps', query: ['sub'] },
  formReport: { path: '/dashboard/formularios/:form/form-report-config', query: ['sub'] },
  audit: { path: '/dashboard/auditoria', query: ['person', 'institution', 'form', 'group', 'words', 'from', 'until', 'before'] },
  /** The state of the platform, for administrators; `ver`: which part of it. */
  platform: { path: '/dashboard/plataforma', query: ['ver'] },
  assignment: { path: '/dashboard/profile-config', query: ['form', 'institution', 'subDimension', 'view', 'nuevo', 'editar'] },
  /** What each person of the institution has and owes, for who leads. */
  team: { path: '/dashboard/equipo', query: ['escribir'] },
  /** What was published of an institution, for its own people. */
  ownResults: { path: '/dashboard/resultados-institucion/:form?/:kind?', query: [] },
  send: { path: '/dashboard/send', query: ['pedir'] },
  faq: { path: '/dashboard/faq', query: [] },
  settings: { path: '/dashboard/user-settings', query: ['error', 'cu', 'token'] },
  device: { path: '/dashboard/device', query: [] },
  recoverWork: { path: '/dashboard/recover-work', query: [] },
} as const satisfies Readonly<Record<string, { readonly path: `/${string}`; readonly query: readonly string[] }>>

type Addresses = typeof addresses
export type PageName = keyof Addresses
export const pageNames = Object.keys(addresses) as readonly PageName[]

type Segment<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? Head | Segment<Rest> : Path
type Optional<Of> = Of extends `:${infer Name}?` ? Name : never
type Needed<Of> = Of extends `:${string}?` ? never : Of extends `:${infer Name}` ? Name : never

/** What an address is made of: the parameters of its path and of its query. */
export type PartsOf<Name extends PageName> = Readonly<Record<Needed<Segment<Addresses[Name]['path']>>, string>> & {
  readonly [Part in Optional<Segment<Addresses[Name]['path']>> | Addresses[Name]['query'][number]]?: string | undefined
}
type Parts = Readonly<Record<string, string | undefined>>
type Arguments<Name extends PageName> = Partial<PartsOf<Name>> extends PartsOf<Name> ? [parts?: PartsOf<Name>] : [parts: PartsOf<Name>]

/** Pages whose address needs no part: menus can lead there. */
export type PlainPage = { [Name in PageName]: Partial<PartsOf<Name>> extends PartsOf<Name> ? Name : never }[PageName]

/** Pattern of a page's address, as the router reads it: `:name` is a parameter, `:name?` one that may be missing at the end. */
export const pathOf = (name: PageName): string => addresses[name].path

/** Address of a page, below the origin. Throws when a part of the path is missing before one that is given: such an address leads elsewhere. */
export function pageAddress<Name extends PageName>(name: Name, ...[parts = {} as PartsOf<Name>]: Arguments<Name>): string {
  const given: Parts = parts
  const { path, query } = addresses[name]
  const segments: string[] = []
  let ended: string | null = null
  for (const segment of path.split('/').slice(1)) {
    const key = /^:(\w+)\??$/.exec(segment)?.[1]
    const value = key === undefined ? segment : given[key]
    if (value === undefined || value === '') {
      ended ??= segment
      continue
    }
    if (ended !== null) throw new Error(`the address of ${name} has ${segment} without ${ended}`)
    segments.push(encodeURIComponent(value))
  }
  if (ended !== null && !ended.endsWith('?')) throw new Error(`the address of ${name} lacks ${ended}`)
  const asked = query.flatMap((key: string) => {
    const value = given[key]
    return value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`]
  })
  return `/${segments.join('/')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`
}

/** Pages that a letter, or a printed receipt, leads to: who comes has no session, and they are a document of their own that knows of none. */
export const letterPages = ['recoverPassword', 'resetPassword', 'invite', 'checkReceipt'] as const satisfies readonly PageName[]
export type LetterPage = (typeof letterPages)[number]

/** The letter's page at a path; undefined for every other. */
export function letterPageAt(pathname: string): LetterPage | undefined {
  const path = withoutEndSlashes(pathname)
  return letterPages.find((name) => addresses[name].path === path)
}

/** Beginning of the name, in the folder of the build's files, of the one file that may run WebAssembly: it tries a PIN. */
export const pinWorker = 'argon2id-worker'
