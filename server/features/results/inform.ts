import { fullName } from '#shared/accounts/model.ts'
import { readIn } from '#shared/forms/in-language.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { resultsScope } from '#shared/protocol/scope.ts'
import type { Results } from '#shared/results.ts'
import type { Computed, ResultKind } from '#shared/results/model.ts'
import { closedFor } from '#shared/results/mutations.ts'
import type { InformText, InformView } from '#shared/results/routes.ts'
import { textsOfForm } from '#shared/results/rules.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { Language } from '../../http/failures.ts'
import type { Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import type { Stored } from '../../sync/ledger.ts'
import { performTogether } from '../../sync/perform.ts'
import { resultsOf } from '../../world/results.ts'
import { rowOf, type WorldKey } from '../../world/store.ts'
import { readerOf, readsAll } from './reading.ts'
import { liveResult } from './view.ts'

const names = {
  es: { introduction: 'Introducción', conclusion: 'Conclusión' },
  en: { introduction: 'Introduction', conclusion: 'Conclusion' },
} as const satisfies Record<Language, object>

/** The results of an institution for who may write its report's texts, or read them before they are published. Fails: not_found. */
async function resultsFor(server: Server, tx: Tx, session: Session, key: WorldKey): Promise<Result<Results>> {
  const reader = await readerOf(tx, session, key, server.now())
  if (!reader || !readsAll(reader)) return fail('not_found')
  // A copy: what is read after an await a write may have begun to change.
  const world = (await server.worlds.readOnce(tx, key))?.clone()
  return world ? done(await resultsOf(tx, world)) : fail('not_found')
}

/** Texts of an institution's report with the form's by level. Fails: not_found. */
export const informOf = (
  server: Server,
  session: Session,
  key: WorldKey,
  kind: ResultKind,
  language: Language,
): Promise<Result<InformView>> =>
  server.db.read(async (tx) => {
    const found = await resultsFor(server, tx, session, key)
    if (!found.ok) return found
    const results = found.value
    const { world } = results
    const now = server.now()
    // Without points there are no levels yet: the texts are written all the same.
    const live = liveResult(results, kind)
    const computed = results.snapshots(kind)[0]?.result ?? (live.ok ? live.value : undefined)
    const inform = results.inform(kind)
    const people = await namesIn(
      tx,
      Object.values(inform?.marks ?? {}).map(({ by }) => by),
    )
    const usual = computed && textsOfForm(kind, computed, results.facts.texts)
    const textAt = (field: string, rest: Omit<InformText, 'field' | 'own' | 'by' | 'at'>): InformText => {
      const mark = inform?.marks[field]
      const by = mark && (people.get(mark.by) ?? 'Usuario Eliminado')
      return { field, ...rest, own: inform?.texts[field] ?? null, by: by ?? null, at: mark?.at ?? null }
    }
    const whole = { parentId: null, level: null, points: null, max: null }
    return done({
      institution: world.institution.name,
      form: readIn(language, world.form.name, world.form.en?.name).text,
      editable: closedFor(results, kind, { actor: session.actor, now }) === undefined,
      version: results.publications(kind)[0]?.version ?? 0,
      texts: [
        textAt('introduction', { name: names[language].introduction, ...whole, usual: usual?.introduction ?? '' }),
        ...dimensionsIn(results, computed).map(({ id, ...rest }) => {
          const { name = id, en } = world.index.dimension(id) ?? {}
          return textAt(`dimension:${id}`, {
            name: readIn(language, name, en?.name).text,
            ...rest,
            usual: usual?.dimensions[id] ?? '',
          })
        }),
        textAt('conclusion', { name: names[language].conclusion, ...whole, usual: usual?.conclusion ?? '' }),
      ],
    })
  })

type InformDimension = Pick<InformText, 'parentId' | 'level' | 'points' | 'max'> & { readonly id: string }

function dimensionsIn({ world: { index } }: Results, computed: Computed | undefined): readonly InformDimension[] {
  if (computed) return computed.dimensions
  const bare = (id: string, parentId: string | null): InformDimension => ({ id, parentId, level: null, points: null, max: null })
  return index.topDimensions.flatMap(({ id, subDimensionIds }) => [bare(id, null), ...subDimensionIds.map((sub) => bare(sub, id))])
}

async function namesIn(tx: Tx, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

/** Fields of a report that are changed, from what the caller saw. */
interface Edit {
  readonly kind: ResultKind
  readonly from: Readonly<Record<string, string | null>>
  readonly to: Readonly<Record<string, string | null>>
}

/** Texts of a report as they are kept: cleaned, whatever was sent. */
export const keptTexts = (
  server: Server,
  { institutionId, formId }: WorldKey,
  kind: ResultKind,
  fields: readonly string[],
): Promise<Readonly<Record<string, string | null>>> =>
  server.db.read(async (tx) => {
    const row = await rowOf(tx, resultsScope(institutionId, formId), 'inform', kind)
    return Object.fromEntries(fields.map((field) => [field, row?.texts[field] ?? null]))
  })

/** Writes texts of an institution's report, all or none. Fails: not_found, and with what the change says. */
export async function saveTexts(
  server: Server,
  session: Session,
  said: Said,
  key: WorldKey,
  editsOf: (results: Results) => readonly Edit[],
): Promise<Result<Stored | undefined>> {
  const found = await server.db.read((tx) => resultsFor(server, tx, session, key))
  if (!found.ok) return found
  const edits = editsOf(found.value)
  if (edits.length === 0) return done(undefined)
  const scope = resultsScope(key.institutionId, key.formId)
  return performTogether(
    server,
    session,
    said,
    edits.map((args) => ({ name: 'inform.edit', args, scope })),
  )
}
