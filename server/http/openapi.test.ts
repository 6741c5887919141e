import { failuresOf } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import { push } from '#shared/protocol/routes.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { jsonSchemaOf } from './openapi.ts'

/** Places inside a JSON Schema that say nothing, by the way to them. */
function silent(schema: unknown, way = ''): string[] {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return []
  if (Object.keys(schema).length === 0) return [way]
  return Object.entries(schema).flatMap(([key, each]) => {
    if (key === 'properties') return Object.entries(each as object).flatMap(([name, inner]) => silent(inner, `${way}.${name}`))
    if (key === 'items' || key === 'additionalProperties') return silent(each, `${way}[]`)
    return ['anyOf', 'oneOf'].includes(key) ? (each as unknown[]).flatMap((inner) => silent(inner, way)) : []
  })
}

/** What a call takes or gives as it is: a value that its question reads, a mutation that its own schema reads, columns of rows. */
const anyValue = ['.answer', '.mutations[]', '.groups[].c[][]', '.userRole']

test('openapi.json tells of every mounted call what it takes, what it gives and why it may refuse', async () => {
  const server = await createTestApp()
  const reply = await server.app.fetch(new Request('http://localhost/api/v1/openapi.json'))
  const { paths } = await reply.json()
  const listed = Object.values<object>(paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
  expect(listed).toBe(server.app.server.routes.length)
  for (const route of server.app.server.routes) {
    const operation = paths[`/api/v1/${route.path.replace(/:(\w+)/g, '{$1}')}`][route.method.toLowerCase()]
    const body = operation.requestBody?.content['application/json']?.schema ?? { type: 'null' }
    const data = operation.responses[200]?.content?.['application/json']?.schema.properties.data
    expect(data !== undefined, route.name).toBe(route.reply !== undefined)
    const said = [...silent(body), ...silent(data ?? { type: 'null' })]
    expect(
      said.filter((way) => !anyValue.includes(way)),
      route.name,
    ).toEqual([])
    const codes = Object.values<{
      content?: Record<string, { schema: { properties: { error?: { properties: { code: { enum: string[] } } } } } }>
    }>(operation.responses).flatMap((each) => each.content?.['application/json']?.schema.properties.error?.properties.code.enum ?? [])
    expect(new Set(codes), route.name).toEqual(failuresOf(route))
  }
  expect(
    paths['/api/v1/questionTraceability/form/{form}/institution/{institution}/question/{question}/child/{index}'].get.parameters,
  ).toHaveLength(6)
  await server.close()
})

/** Texts inside a JSON Schema of which it is not said how long they may be, by their names. */
function endless(schema: unknown, name = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  if ('type' in schema && schema.type === 'string' && !('maxLength' in schema) && !('enum' in schema)) return [name]
  return Object.entries(schema).flatMap(([key, each]) =>
    key === 'properties' ? Object.entries(each as object).flatMap(([own, inner]) => endless(inner, own)) : endless(each, name),
  )
}

test('[CO2] every call about an account of one’s own says how long an address and a password may be', async () => {
  const server = await createTestApp()
  const found = server.app.server.routes.flatMap((route) =>
    // What administrators name others by is a mutation's, and has the bound of its address.
    route.body === undefined || !route.name.startsWith('accounts.')
      ? []
      : endless(jsonSchemaOf(route.body)).map((name) => `${route.name} ${name}`),
  )
  expect(found.filter((each) => /email|password/i.test(each.split(' ')[1] ?? ''))).toEqual([])
})

test('limits of a schema are in its JSON Schema', () => {
  expect(jsonSchemaOf(must(push.body, 'push takes a body'))).toMatchObject({
    type: 'object',
    properties: {
      mutations: { type: 'array', maxItems: 1000 },
      pending: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      epoch: { anyOf: [{ maxLength: 128 }, { type: 'null' }] },
    },
    required: expect.arrayContaining(['deviceId', 'mutations']),
  })
})

test('a schema that JSON Schema has no words for is an error, not any value', () => {
  expect(() => jsonSchemaOf(v.object({ at: v.date() }))).toThrow('date')
  expect(() => jsonSchemaOf(v.custom(() => true))).toThrow('custom')
  expect(() => jsonSchemaOf(v.pipe(v.string(), v.url(), v.brand('x')))).toThrow('brand')
})
