import { useParams } from 'react-router'
import { DraftsContext, useDraftBook } from '#client/data/use-drafts.ts'
import { useWorldOf, WorldContext } from '#client/data/use-world.ts'
import { evaluationsText } from '#client/features/evaluations/text.ts'
import { useText } from '#client/i18n/text.ts'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { Absent } from '#client/app/absent.tsx'
import { EvaluationDesk } from './evaluation-desk.tsx'
import { EvaluationList } from './evaluation-list.tsx'

function OneInstitution({ formId, institutionId }: { readonly formId: string; readonly institutionId: string }) {
  const t = useText(evaluationsText)
  const found = useWorldOf(institutionId, formId)
  const drafts = useDraftBook(found.kind === 'open' ? found.open.scope : null)
  if (found.kind === 'opening') return <PageSkeleton />
  if (found.kind === 'missing') {
    return <Absent heading={t('title')} lacks="device" />
  }
  if (!drafts) return <PageSkeleton />
  return (
    <WorldContext value={found.open}>
      <DraftsContext value={drafts}>
        <EvaluationDesk />
      </DraftsContext>
    </WorldContext>
  )
}

/** Evaluator's pages: the list of institutions, and one of them (administration-area §2, "Evaluator home"). */
export function EvaluationPage() {
  const { formId, institutionId } = useParams()
  return formId && institutionId ? <OneInstitution formId={formId} institutionId={institutionId} /> : <EvaluationList />
}
