import * as v from 'valibot'
import type { Persona } from '#server/testing/personas.ts'
import type { ServerProcess } from './server.ts'

const envelope = v.variant('success', [
  v.object({ success: v.literal(true), data: v.unknown() }),
  v.object({ success: v.literal(false), error: v.looseObject({ code: v.string() }) }),
])
const signedIn = v.object({ token: v.string() })

/** Somebody who works through the REST calls, where a journey needs a colleague but not their browser. */
export class RestCaller {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async signIn(server: ServerProcess, { email, password }: Persona): Promise<RestCaller> {
    const { token } = v.parse(signedIn, await call(`${server.url}/api/v1/auth`, 'POST', { email, password }))
    return new RestCaller(server.url, token)
  }

  /** `data` of the reply. Throws when the call is refused. Path below /api/v1. */
  post(path: string, body: unknown): Promise<unknown> {
    return call(`${this.#url}/api/v1/${path}`, 'POST', body, this.#token)
  }

  put(path: string, body: unknown): Promise<unknown> {
    return call(`${this.#url}/api/v1/${path}`, 'PUT', body, this.#token)
  }

  delete(path: string): Promise<unknown> {
    return call(`${this.#url}/api/v1/${path}`, 'DELETE', undefined, this.#token)
  }

  get(path: string): Promise<unknown> {
    return call(`${this.#url}/api/v1/${path}`, 'GET', undefined, this.#token)
  }

  /** What a door says to who knocks, whatever it is: with the person's token, and all of the reply's text. */
  async knock(method: Method, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const reply = await send(`${this.#url}/api/v1/${path}`, method, body, this.#token)
    return { status: reply.status, text: await reply.text() }
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const send = (url: string, method: Method, body: unknown, token?: string): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function call(url: string, method: Method, body: unknown, token?: string): Promise<unknown> {
  const reply = await send(url, method, body, token)
  const parsed = v.parse(envelope, await reply.json())
  if (!parsed.success) throw new Error(`${method} ${url}: ${parsed.error.code}`)
  return parsed.data
}

/** Ends the current stage of a form now and starts its next one (TM4). */
export async function nextStage(server: ServerProcess, formId: string): Promise<void> {
  await call(`${server.url}/api/v1/publicReports/state/simulator`, 'POST', { formId })
}
