import { breachOf } from '#server/testing/contract.ts'
import { apiBase, type Route } from '#shared/contract/route.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { failure, type FailureParams } from '#shared/kernel/failure.ts'
import * as v from 'valibot'

/** A refusal that a fake answers with. */
class Refusal {
  readonly code: ErrorCode
  readonly params: FailureParams | undefined
  constructor(code: ErrorCode, params: FailureParams | undefined) {
    this.code = code
    this.params = params
  }
}

export const refuse = (code: ErrorCode, params?: FailureParams): Refusal => new Refusal(code, params)

interface Call<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** A call of the contract that a test answers in the server's place. */
export interface Fake {
  readonly matches: (request: Request) => boolean
  readonly answer: (request: Request) => Promise<Response>
}

/**
 * Answers a call of the contract in the server's place. The route's own schemas parse what it is given. A reply that the route does not
 * declare, and a refusal that it does not name, fail the test.
 */
export function fake<Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  answer: (call: Call<Params, Query, Body>) => Reply | Refusal | Promise<Reply | Refusal>,
): Fake {
  if (!route.reply) throw new Error(`${route.name} does not answer in JSON: let the server answer`)
  const pattern = new RegExp(`^${apiBase}/${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const found = (request: Request): RegExpExecArray | null => pattern.exec(new URL(request.url).pathname)
  return {
    matches: (request) => request.method === route.method && found(request) !== null,
    answer: async (request) => {
      const asked = request.clone()
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const body = route.body ? await request.json() : undefined
      const answered = await answer({
        params: parsed(route, route.params, found(request)?.groups ?? {}),
        query: parsed(route, route.query, query),
        body: parsed(route, route.body, body),
      })
      const response = answered instanceof Refusal ? refusalOf(answered) : Response.json({ success: true, data: answered })
      const breach = await breachOf(route, asked, response)
      if (breach !== undefined) throw new Error(`${route.name} does not declare ${breach}`)
      return response
    },
  }
}

function parsed<Part>({ name }: Route, schema: v.GenericSchema<unknown, Part> | undefined, given: unknown): Part {
  // A route without the schema takes nothing of it, and its type says so.
  if (!schema) return undefined as Part
  const read = v.safeParse(schema, given)
  if (!read.success) throw new Error(`${name} is called otherwise than the contract says: ${read.issues[0].message}`)
  return read.output
}

function refusalOf({ code, params }: Refusal): Response {
  const message = failureSentence(failure(code, params), 'es')
  return Response.json({ success: false, error: { code, message, ...(params ? { params } : {}) } }, { status: errors[code].status })
}
