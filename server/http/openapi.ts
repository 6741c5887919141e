import { apiBase, bodyBytesOf, envelopeErrorSchema, failuresOf, rawBodiesOf, rawRepliesOf, type Route } from '#shared/contract/route.ts'
import { errorsEn } from '#shared/errors.en.ts'
import { errors } from '#shared/errors.ts'
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'

type Json = Record<string, unknown>

/** What a schema does to a value once it was taken, of which a caller need not know. */
const afterwards = new Set(['transform', 'trim', 'to_lower_case', 'finite', 'check'])

/**
 * The dialect of OpenAPI 3.1. A schema that has no words for JSON makes this throw, and with it the tests: nothing is left out in silence.
 * Every schema is read as what comes over the wire, before it is transformed.
 */
const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    // The flag u of our patterns is how JSON Schema reads every pattern.
    if (valibotAction.type === 'regex') return jsonSchema
    return afterwards.has(valibotAction.type) ? jsonSchema : undefined
  },
}

/** JSON Schema of a contract's schema. */
export function jsonSchemaOf(schema: v.GenericSchema): Described {
  const { $schema: _, properties, required, ...found } = toJsonSchema(schema, conversion)
  return { ...found, ...(properties ? { properties } : {}), ...(required ? { required } : {}) }
}

/** A JSON Schema; of an object, what it holds and what of it must be there. */
export interface Described {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly [key: string]: unknown
}

/** Every mounted route as an OpenAPI 3.1 document. */
export function openApiOf(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = `${apiBase}/${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Índice de Innovación Pública', version },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function operationOf(route: Route): Json {
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)]
  return {
    operationId: route.name,
    tags: [groupOf(route)],
    summary: route.summary.en,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    'x-access': route.access,
    ...(limitsOf(route) ? { 'x-limits': limitsOf(route) } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBodyOf(route) ? { requestBody: requestBodyOf(route) } : {}),
    responses: { [statusOfSuccess(route)]: successOf(route), ...elsewhereOf(route), ...refusalsOf(route) },
  }
}

/** The subject of a route: what its name begins with. */
export const groupOf = ({ name }: Pick<Route, 'name'>): string => name.split('.')[0] ?? name

function limitsOf(route: Route): Json | undefined {
  const bodyBytes = bodyBytesOf(route)
  const { pace } = route.limits ?? {}
  return bodyBytes > 0 || pace ? { ...(bodyBytes > 0 ? { bodyBytes } : {}), ...(pace ? { pace } : {}) } : undefined
}

function requestBodyOf(route: Route): Json | undefined {
  if (route.body) return { required: true, content: { 'application/json': { schema: jsonSchemaOf(route.body) } } }
  const types = rawBodiesOf(route)
  return types.length === 0 ? undefined : { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) }
}

/** A part of a file is taken without a word. */
const statusOfSuccess = ({ method, raw }: Route): 200 | 204 => (method === 'PATCH' && raw?.reply === null ? 204 : 200)

function successOf(route: Route): Json {
  const { reply } = route
  if (reply) return { description: 'success', content: { 'application/json': { schema: enveloped(true, { data: jsonSchemaOf(reply) }) } } }
  const types = rawRepliesOf(route)
  return {
    description: 'success',
    ...(types.length > 0 ? { content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) } : {}),
  }
}

/** Where a file may be read at its store. */
const elsewhereOf = ({ linked }: Route): Json => (linked ? { 302: { description: 'the file is where Location says, for a minute' } } : {})

/** Refusals by status, each with its codes. */
function refusalsOf(route: Route): Json {
  const byStatus = Map.groupBy(failuresOf(route), (code) => errors[code].status)
  const { properties, ...error } = jsonSchemaOf(envelopeErrorSchema)
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `${code}: ${errorsEn[code]}`).join('\n'),
          content: {
            'application/json': {
              schema: enveloped(
                false,
                { error: { ...error, properties: { ...properties, code: { enum: codes } } } },
                route.reply && codes.includes('table_wrong') ? { data: jsonSchemaOf(route.reply) } : {},
              ),
            },
          },
        },
      ]),
  )
}

/** `beside`: what may be there and need not. */
const enveloped = (success: boolean, rest: Json, beside: Json = {}): Json => ({
  type: 'object',
  properties: { success: { const: success }, ...rest, ...beside },
  required: ['success', ...Object.keys(rest)],
})

function parametersOf(place: 'path' | 'query', schema: v.GenericSchema | undefined): Json[] {
  const { properties = {}, required = [] } = schema ? jsonSchemaOf(schema) : {}
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}
