import type { FormId } from '#shared/kernel/ids.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { publish } from '../features/forms/publication.ts'
import type { Server } from '../server.ts'

/** How long the questions of a form rest before they are published, and how long they wait at most while somebody goes on writing. */
const rest = { quietMs: 30_000, longestMs: 300_000 } as const

/** What was seen of a form's questions that are not published yet. */
interface Waiting {
  readonly version: number
  readonly since: Instant
  readonly first: Instant
}

/**
 * Publishes what administrators changed of forms in which somebody takes part, once they have rested: every device reads a version
 * whole, so that not every word that is written becomes one.
 */
export class Publishing {
  readonly #waiting = new Map<FormId, Waiting>()

  async run(server: Server): Promise<void> {
    const found = await unpublished(server)
    for (const id of [...this.#waiting.keys()]) if (!found.has(id)) this.#waiting.delete(id)
    const now = server.now()
    const broken: unknown[] = []
    for (const [formId, version] of found) {
      const known = this.#waiting.get(formId)
      const waiting = known?.version === version ? known : { version, since: now, first: known?.first ?? now }
      this.#waiting.set(formId, waiting)
      const rested = epochMs(now) - epochMs(waiting.since) >= rest.quietMs || epochMs(now) - epochMs(waiting.first) >= rest.longestMs
      if (!rested) continue
      try {
        const published = await publish(server, formId)
        if (published.ok) this.#waiting.delete(formId)
        else if (published.failure.code !== 'unavailable')
          server.log.error({ formId, code: published.failure.code }, 'a form was not published')
      } catch (error) {
        // The others are published all the same.
        broken.push(error)
        server.log.error({ formId, err: error }, 'a form was not published')
      }
    }
    if (broken.length > 0) throw broken[0]
  }
}

/** Version of the questions of each form that has others than it published. */
async function unpublished({ db }: Server): Promise<Map<FormId, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select f.id, s.version from form f join sync_scope s on s.id = 'questionnaire:' || f.id
    where f.removed = 0 and s.version > f.published
      and (f.enabled = 1 or exists (select 1 from participant p where p.form_id = f.id))`.execute(db.q)
  return new Map(rows.map((row) => [row.id, Number(row.version)]))
}
