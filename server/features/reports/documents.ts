import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { documentKinds, type DocumentKind, type ReportWish } from '#shared/reports/model.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reportPdf } from '../../documents/report-pdf.ts'
import type { MadeFile } from '../../http/downloads.ts'
import type { Session } from '../../http/session.ts'
import { zipOf, type ZipEntry } from '../../http/zip.ts'
import { goesOn, institutionsOf, type ReportDeps } from '../../reports/institutions.ts'
import type { WorldKey } from '../../world/store.ts'
import { Names } from '../attachments/archive.ts'
import { resultViewOf } from '../results/view.ts'
import { Refused } from './refused.ts'

export interface Documents {
  /** Institutions that it may be of. */
  readonly keys: readonly WorldKey[]
  readonly file: () => MadeFile
}

export type DocumentWish = Pick<ReportWish, 'formId'> & { readonly kind: DocumentKind }

/**
 * The PDF reports of a form's institutions of which a result was kept, in a zip that is made while it is read: administrators' of every
 * institution, evaluators' of their own. What is not published says that it is a draft. Read, it throws `Refused` with report_failed
 * when one cannot be made, and with results_none_kept when there is none. Fails: forbidden, not_found.
 */
export async function documentsOf(
  given: Omit<ReportDeps, 'shown'> & { readonly broke: (why: string) => void },
  session: Session,
  { kind, formId }: DocumentWish,
): Promise<Result<Documents>> {
  const { kind: of } = session.actor
  if (of === 'Institutional') return fail('forbidden')
  const deps: ReportDeps = { ...given, shown: of === 'Administrator' ? 'any' : 'enabled' }
  const keys = await institutionsOf(deps, session, formId)
  if (!keys.ok) return keys
  const stem = `informe_${documentKinds[kind] === 'final' ? 'final' : 'preliminar'}_${formId}`
  const entries = (): AsyncGenerator<ZipEntry, void> =>
    documentEntries({ ...deps, broke: given.broke }, session, { kind, formId }, keys.value, stem)
  return done({ keys: keys.value, file: () => ({ name: `${stem}.zip`, type: 'application/zip', pieces: zipOf(entries()) }) })
}

async function* documentEntries(
  deps: ReportDeps & { readonly broke: (why: string) => void },
  session: Session,
  { kind, formId }: DocumentWish,
  keys: readonly WorldKey[],
  stem: string,
): AsyncGenerator<ZipEntry, void> {
  const names = new Names()
  const { language } = session.user
  let made = 0
  for (const [at, { institutionId }] of keys.entries()) {
    if (!(await deps.db.read((tx) => goesOn(deps, tx, session)))) break
    // Whoever lost an institution since reads nothing of it.
    const view = await resultViewOf(deps, session, { formId, institutionId, kind: documentKinds[kind], language })
    if (view.ok && view.value.state !== 'live') {
      const pdf = await reportPdf(view.value, language, { isPatient: true, onBroken: deps.broke })
      if (!pdf.ok) throw new Refused(pdf.failure)
      yield { name: names.unused(`${stem}_${view.value.institution.code}.pdf`), deflate: false, pieces: [pdf.value] }
      made += 1
    }
    await deps.progress?.(at + 1, keys.length)
    await nextTurn()
  }
  if (made === 0) throw new Refused({ code: 'results_none_kept' })
}
