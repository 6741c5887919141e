import { expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { push } from '#shared/protocol/routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { jsonSchemaOf } from './openapi.ts'

test('openapi.json lists every mounted call with what it takes', async () => {
  const server = await createTestApp()
  const reply = await server.app.fetch(new Request('http://localhost/api/v1/openapi.json'))
  const document = await reply.json()
  const listed = Object.values<object>(document.paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
  expect(listed).toBe(server.app.server.routes.length)
  expect(document.paths['/api/v1/form/{form}/saveQuestionAnswer'].post.requestBody).toBeDefined()
  expect(
    document.paths['/api/v1/questionTraceability/form/{form}/institution/{institution}/question/{question}/child/{index}'].get.parameters,
  ).toHaveLength(6)
  await server.close()
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
