import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { WholeKind } from '#shared/reports/model.ts'
import { archiveEntries, type ArchiveDeps, type ArchiveFacts } from '../../archives/archive.ts'
import { openBaseEntries, type OpenBaseFigures } from '../../archives/open-base.ts'
import { verifyArchive } from '../../archives/verify.ts'
import type { MadeFile } from '../../http/downloads.ts'
import type { Session } from '../../http/session.ts'
import { zipOf } from '../../http/zip.ts'
import { enterArchive, everyParticipation } from '../../world/form-archives.ts'
import { headerOf, type WorldKey } from '../../world/store.ts'
import { Refused } from './refused.ts'

/** A file that is made as it is read. */
export interface Whole {
  /** Institutions that it may be of. */
  readonly keys: readonly WorldKey[]
  readonly file: () => MadeFile
  /** Carried out once the file is written whole, with its path. Throws `Refused` where it is not as it should be. */
  readonly settle?: (path: string) => Promise<void>
}

export interface WholeWish {
  readonly kind: WholeKind
  readonly formId: FormId
  /** Where what is gathered stands while the file is made. */
  readonly spool: string
}

/** A cycle as a whole, for administrators. An archive is entered once it was verified. Fails: administrators_only, not_found. */
export async function wholeOf(deps: ArchiveDeps, session: Session, { kind, formId, spool }: WholeWish): Promise<Result<Whole>> {
  if (session.actor.kind !== 'Administrator') return fail('administrators_only')
  const found = await deps.db.read(async (tx) => {
    const header = await headerOf(tx, formId)
    return header && !header.removed ? { keys: await everyParticipation(tx, formId) } : undefined
  })
  if (!found) return fail('not_found')
  const { keys } = found
  const type = 'application/zip'
  if (kind === 'OpenBase') {
    const made = (): MadeFile => ({
      name: `base_abierta_${formId}.zip`,
      type,
      pieces: zipOf(openBaseEntries(deps, session, { formId }, noFigures())),
    })
    return done({ keys, file: made })
  }
  const facts = noFacts()
  const pseudonyms = kind === 'PseudonymArchive'
  const name = `archivo_${formId}${pseudonyms ? '_seudonimos' : ''}.zip`
  const file = (): MadeFile => ({ name, type, pieces: zipOf(archiveEntries(deps, session, { formId, pseudonyms, spool }, facts)) })
  const settle = (path: string): Promise<void> => settleArchive(deps, session, path, { formId, pseudonyms, facts })
  return done({ keys, file, settle })
}

export const noFacts = (): ArchiveFacts => ({
  stand: '',
  auditEnd: '',
  at: '',
  institutions: 0,
  waiting: 0,
  missing: 0,
  damaged: new Set(),
})

export const noFigures = (): OpenBaseFigures => ({
  named: 0,
  coded: 0,
  hidden: 0,
  unsent: 0,
  byName: [],
  held: 0,
  generalised: { k: 0, whole: 0, withoutOrientation: 0, withoutBoth: 0, suppressed: 0, smallest: 0 },
})

/** Verifies an archive that was written, and enters it where it tells of people as they are called. Throws `Refused` with report_failed. */
export async function settleArchive(
  deps: Pick<ArchiveDeps, 'db' | 'progress' | 'broke'>,
  session: Session,
  path: string,
  { formId, pseudonyms, facts }: { readonly formId: FormId; readonly pseudonyms: boolean; readonly facts: ArchiveFacts },
): Promise<void> {
  const { findings, sha256, bytes } = await verifyArchive(path, async () => deps.progress?.(facts.institutions, facts.institutions + 1))
  for (const { what } of findings) deps.broke(`an archive: ${what}`)
  if (findings.length > 0) throw new Refused({ code: 'report_failed' })
  // Its digest was taken since: what is another's by now is not entered.
  await deps.progress?.(facts.institutions, facts.institutions + 1)
  // Under pseudonyms it is a copy for others to work with, and not what the form was.
  if (pseudonyms) return
  await deps.db.write((tx) =>
    enterArchive(tx, {
      form_id: formId,
      sha256,
      size: String(bytes),
      stand: facts.stand,
      waiting: facts.waiting,
      institutions: facts.institutions,
      made_by: session.user.id,
      made_at: facts.at,
      audit_end: facts.auditEnd,
    }),
  )
}
