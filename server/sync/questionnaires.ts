import type { Database } from '../db/open.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { changesOfForm, definitionOf } from '../world/definitions.ts'
import { headerOf } from '../world/store.ts'
import { writeChanges } from './changes.ts'

/**
 * Takes apart the questions of forms that were stored as a whole, by an earlier program, so that administrators can change them.
 * Returns how many forms it was. What has been taken apart once is not looked at again.
 */
export async function fillQuestionnaires(db: Database, now: () => Instant): Promise<number> {
  const forms = await db.q.selectFrom('form').select('id').orderBy('id').execute()
  let filled = 0
  for (const { id } of forms) {
    filled += await db.write(async (tx) => {
      const known = await tx.q.selectFrom('sync_scope').select('id').where('id', '=', questionnaireScope(id)).executeTakeFirst()
      if (known) return 0
      const header = await headerOf(tx, id)
      const definition = header && (await definitionOf(tx, header.versionId))
      if (!definition) return 0
      await writeChanges(tx, changesOfForm(header, definition), now())
      return 1
    })
  }
  return filled
}
