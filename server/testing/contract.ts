import { envelopeErrorSchema, failuresOf, rawRepliesOf, type Route } from '#shared/contract/route.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { rowsOfGroups } from '#shared/protocol/columns.ts'
import { pullWireSchema } from '#shared/protocol/pull.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { jsonSchemaOf } from '../http/openapi.ts'

const success = v.strictObject({ success: v.literal(true), data: v.unknown() })
const refusal = v.strictObject({
  success: v.literal(false),
  error: v.strictObject(envelopeErrorSchema.entries),
  data: v.optional(v.unknown()),
})
/** Codes of a path, or of a method of it, that no route is, and of one that is no text. */
const outsideRoutes: ReadonlySet<string> = new Set(['not_found', 'text_broken', 'method_not_allowed', 'internal_error', 'unavailable'])

/** What of a reply its route does not declare; undefined when it is as it says. The reply can still be read after this. */
export async function breachOf(route: Route | undefined, request: Request, response: Response): Promise<string | undefined> {
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
  if (request.method === 'HEAD') return undefined
  if (response.status === 304) return request.headers.has('if-none-match') ? undefined : 'what was said before, to who did not ask'
  if (response.status >= 400) return isJson || !isUnsatisfiable(route, response) ? refusalBreach(route, response) : undefined
  // Who has it already is told nothing.
  if (!route || response.status === 304) return undefined
  if (!route.reply) return rawBreach(route, response)
  if (!isJson) return 'a reply that is no JSON'
  const read = v.safeParse(success, await jsonOf(response))
  return read.success ? dataBreach(route, read.output.data) : 'a reply that has not its envelope'
}

function dataBreach(route: Route, data: unknown): string | undefined {
  const { reply } = route
  const parsed = v.safeParse(reply ?? v.unknown(), data)
  if (!parsed.success) return parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'data'}: ${issue.message}`).join(' · ')
  const described = describes(route, data)
  if (described !== undefined) return described
  if (!isDeepStrictEqual(parsed.output, data)) return `more than is declared: ${JSON.stringify(data).slice(0, 500)}`
  return reply === pullWireSchema ? rowsBreach(parsed.output) : undefined
}

const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } })
const validators = new WeakMap<v.GenericSchema, ValidateFunction>()

/** What openapi.json says of a reply, read by a program that knows nothing of how it was made; undefined when that is true. */
function describes({ reply }: Route, data: unknown): string | undefined {
  if (!reply) return undefined
  const validate = validators.get(reply) ?? ajv.compile(jsonSchemaOf(reply))
  validators.set(reply, validate)
  return validate(data) ? undefined : `what openapi.json says: ${ajv.errorsText(validate.errors)}`
}

/** Rows that come by columns are rows all the same. */
function rowsBreach(page: unknown): string | undefined {
  const { groups, ...rest } = v.parse(pullWireSchema, page)
  if (groups === undefined) return rest.rows ? undefined : 'a page without rows'
  const rows = rowsOfGroups(groups)
  const parsed = v.safeParse(pullWireSchema, { ...rest, rows })
  if (!parsed.success) return `rows of groups: ${parsed.issues[0].message}`
  return isDeepStrictEqual(parsed.output.rows, rows) ? undefined : 'rows of groups hold more than is declared'
}

function rawBreach(route: Route, response: Response): string | undefined {
  const { raw } = route
  const type = response.headers.get('content-type')
  if (response.status === 302 && raw?.reply !== null) return route.linked ? undefined : 'a place elsewhere'
  if (raw?.reply === undefined) return 'a raw reply'
  if (raw.reply === null) return type === null ? undefined : `a body of ${type}`
  const declared = rawRepliesOf(route).some((each) => each === 'application/octet-stream' || type?.startsWith(each))
  return declared ? undefined : `a reply of ${type}`
}

/** A range that the file does not have is refused by its status alone, as every server does. */
const isUnsatisfiable = (route: Route | undefined, response: Response): boolean =>
  response.status === 416 && route?.raw?.reply === 'application/octet-stream'

async function refusalBreach(route: Route | undefined, response: Response): Promise<string | undefined> {
  const read = v.safeParse(refusal, await jsonOf(response))
  if (!read.success) return `a refusal that has not its envelope: ${response.status}`
  const { code } = read.output.error
  const declared: ReadonlySet<string> = route ? failuresOf(route) : outsideRoutes
  if (!declared.has(code) || !isErrorCode(code)) return `the code ${code}`
  if (errors[code].status !== response.status) return `the status ${response.status} of ${code}`
  const { data } = read.output
  return route && data !== undefined ? dataBreach(route, data) : undefined
}

async function jsonOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const text = response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
  return JSON.parse(text.toString('utf8'))
}
