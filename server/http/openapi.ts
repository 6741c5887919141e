import type { Route } from '#shared/contract/route.ts'
import type { GenericSchema } from 'valibot'

type Json = Record<string, unknown>

/** A schema's insides, as far as the kinds that the contracts use go. */
interface Inside {
  readonly type: string
  readonly entries?: Readonly<Record<string, GenericSchema>>
  readonly item?: GenericSchema
  readonly items?: readonly GenericSchema[]
  readonly options?: readonly unknown[]
  readonly wrapped?: GenericSchema
  readonly literal?: unknown
  readonly value?: GenericSchema
  readonly pipe?: readonly unknown[]
}

/** Actions of a pipe that JSON Schema has a word for. */
const words: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  min_value: 'minimum',
  max_value: 'maximum',
  regex: 'pattern',
}

// Valibot's schema objects are plain data; its types do not name what each kind holds.
const inside = (schema: GenericSchema): Inside => schema

/** JSON Schema of a contract's schema. What only a function knows (custom) is any value. */
export function jsonSchemaOf(schema: GenericSchema): Json {
  const found = inside(schema)
  const base = bare(found)
  for (const step of found.pipe ?? []) {
    const { type, requirement } = step as { type: string; requirement?: unknown }
    const word = words[type]
    if (type === 'integer') base['type'] = 'integer'
    if (word === undefined) continue
    const onList = base['type'] === 'array' ? word.replace('Length', 'Items') : word
    base[onList] = requirement instanceof RegExp ? requirement.source : requirement
  }
  return base
}

function bare({ type, entries, item, items, options, wrapped, literal, value }: Inside): Json {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type }
    case 'object':
    case 'loose_object':
      return objectOf(entries ?? {})
    case 'array':
      return { type: 'array', items: item ? jsonSchemaOf(item) : {} }
    case 'tuple':
      return { type: 'array', prefixItems: (items ?? []).map(jsonSchemaOf) }
    case 'record':
      return { type: 'object', additionalProperties: value ? jsonSchemaOf(value) : {} }
    case 'picklist':
      return { enum: options }
    case 'literal':
      return { const: literal }
    case 'union':
      return { anyOf: (options ?? []).map((option) => jsonSchemaOf(option as GenericSchema)) }
    case 'optional':
      return wrapped ? jsonSchemaOf(wrapped) : {}
    case 'nullable':
    case 'nullish':
      return { anyOf: [wrapped ? jsonSchemaOf(wrapped) : {}, { type: 'null' }] }
    default:
      return {}
  }
}

const isOptional = (schema: GenericSchema): boolean => inside(schema).type === 'optional' || inside(schema).type === 'nullish'

function objectOf(entries: Readonly<Record<string, GenericSchema>>): Json {
  const properties = Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, jsonSchemaOf(schema)]))
  const required = Object.entries(entries)
    .filter(([, schema]) => !isOptional(schema))
    .map(([name]) => name)
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** Every mounted route as an OpenAPI 3.1 document. */
export function openApiOf(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = `/api/v1/${route.path.replace(/:(\w+)/g, '{$1}')}`
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
    summary: route.summary.en,
    ...(route.access !== 'public' ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: { content: { 'application/json': { schema: jsonSchemaOf(route.body) } } } } : {}),
    responses: {
      200: route.reply
        ? {
            description: 'success',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { success: { const: true }, data: jsonSchemaOf(route.reply) },
                  required: ['success', 'data'],
                },
              },
            },
          }
        : { description: 'raw data' },
      default: {
        description: 'refusal: {success: false, error: {code, message, params, requestId}}',
      },
    },
  }
}

function parametersOf(place: 'path' | 'query', schema: GenericSchema | undefined): Json[] {
  const entries = schema ? (inside(schema).entries ?? {}) : {}
  return Object.entries(entries).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || !isOptional(each),
    schema: { type: 'string', ...jsonSchemaOf(each) },
  }))
}
