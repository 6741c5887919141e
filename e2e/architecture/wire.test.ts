import { beginUpload } from '#shared/attachments/routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { mutations } from '#shared/mutations.ts'
import { pull, push } from '#shared/protocol/routes.ts'
import { wireMutationSchema } from '#shared/protocol/push.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { rowSchemas } from '#shared/world.ts'
import { jsonSchemaOf } from '#server/http/openapi.ts'
import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { read } from './house.ts'

/** The wire as it was from one version on: what changed, and a hash of each thing that crosses it. */
interface Line {
  readonly protocol: number
  readonly schema: number
  readonly what: string
  /** Hash of the line before, which is never changed again. */
  readonly before?: string
  readonly parts: Readonly<Record<string, string>>
}

const history: readonly Line[] = JSON.parse(read('e2e/architecture/wire.json'))

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
const ofSchema = (schema: v.GenericSchema | undefined): string => hashOf(jsonSchemaOf(must(schema, 'a part of the wire has no schema')))

/** The page of a pull apart from its rows, each of which is a part of its own. */
function ofPage(): string {
  const { properties = {} } = jsonSchemaOf(must(pull.reply, 'a pull has a reply'))
  const { rows: _, ...rest } = properties
  return hashOf(rest)
}

/** Whatever a device of yesterday and a server of today must read alike. */
const partsNow = (): Record<string, string> => ({
  push: ofSchema(push.body),
  'push reply': ofSchema(push.reply),
  pull: ofSchema(pull.body),
  'pull reply': ofPage(),
  mutation: ofSchema(wireMutationSchema),
  upload: ofSchema(beginUpload.body),
  'upload reply': ofSchema(beginUpload.reply),
  ...Object.fromEntries([...mutations.values()].map((each) => [`${each.name} ${each.version}`, ofSchema(each.input)])),
  ...Object.fromEntries(Object.entries(rowSchemas).map(([table, schema]) => [`row ${table}`, ofSchema(schema)])),
})

test('the wire is the one of the last line of its history: whoever changes it appends a line that says what, and counts up what old programs cannot read', () => {
  const last = must(history.at(-1), 'the wire has no history')
  expect(partsNow()).toEqual(last.parts)
  expect([last.protocol, last.schema]).toEqual([protocolVersion, schemaVersion])
})

test('no line of the wire’s history is changed, and no version goes back', () => {
  for (const [at, line] of history.entries()) {
    const before = history[at - 1]
    expect(line.what.length, `line ${at}`).toBeGreaterThan(20)
    expect(line.before, `line ${at}`).toBe(before && hashOf(before))
    if (before) {
      expect(line.protocol, `line ${at}`).toBeGreaterThanOrEqual(before.protocol)
      expect(line.schema, `line ${at}`).toBeGreaterThanOrEqual(before.schema)
      expect(line.parts, `line ${at}`).not.toEqual(before.parts)
    }
  }
})
