import type { Source } from '#server/copies/pieces.ts'
import type { TableShape } from '#server/copies/catalogue.ts'
import { rowIn } from '#server/copies/rows.ts'
import { must } from '#shared/kernel/assert.ts'
import type { SealedWork } from '#shared/unsent/model.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What devices of a release held, person by person, with what became of it then. */
export interface Outboxes {
  readonly release: string
  readonly steps: readonly {
    readonly who: string
    readonly device: string
    readonly at: string
    readonly rows: readonly (SealedWork['mutations'][number] & { readonly outcome: string })[]
  }[]
}

/** What was under way when a release was left. */
export interface Work {
  readonly at: string
  /** Of the devices' catalogue then. */
  readonly schemaVersion: number
  readonly session: { readonly token: string; readonly deviceId: string; readonly cursor: string; readonly epoch: string }
  readonly device: {
    readonly token: string
    readonly unsent: readonly { readonly unit: string; readonly value: unknown }[]
    readonly file: string
  }
  readonly late: Outboxes['steps']
}

export interface Release {
  readonly name: string
  readonly folder: string
  readonly work: Work
  /** Its database, to be written into an empty one. */
  source(): Source
  device(): string
}

/** Releases of which something is kept here, oldest first. */
export const releases: readonly Release[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .map((name) => {
    const folder = join(import.meta.dirname, name)
    const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
    return {
      name,
      folder,
      work: JSON.parse(textOf('work.json')),
      source: () => sourceIn(textOf('database.ndjson')),
      device: () => textOf('device.json'),
    }
  })

function sourceIn(text: string): Source {
  const lines = text.trimEnd().split('\n')
  const { schema }: { schema: number } = JSON.parse(must(lines[0], 'a line'))
  const tables: Source['tables'][number][] = []
  for (let at = 1; at < lines.length;) {
    const { table: shape, rows }: { table: TableShape; rows: number } = JSON.parse(must(lines[at], 'a table'))
    const own = lines.slice(at + 1, at + 1 + rows)
    tables.push({
      shape,
      rows: async function* () {
        yield own.map((line) => rowIn(line, shape.columns))
      },
    })
    at += 1 + rows
  }
  return { kind: 'sqlite', schema, tables }
}
