import { Navigate, useLocation, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { useSession } from '#client/data/session/session.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** The questionnaire of the person's own institution, at the address that says whose it is. */
export function QuestionnairePage() {
  const place = useOwnPlace()
  const { search } = useLocation()
  if (place === 'reading') return <PageSkeleton />
  if (place === null) return <Absent lacks="form" />
  return <Navigate to={pageAddress('filling', { form: place.formId, institution: place.institutionId }) + search} replace />
}

interface Place {
  readonly formId: FormId
  readonly institutionId: InstitutionId
}

/** The address's form, else the person's active one, in their institution. */
function useOwnPlace(): Place | 'reading' | null {
  const { form: formId } = useParams()
  const { user } = useSession()
  const participants = useTable('participant')
  const forms = useTable('form')
  if (participants === null || forms === null) return 'reading'
  const own = user?.institutionId
  if (!own) return null
  const enabled = new Set(forms.filter((form) => form.enabled).map((form) => form.id))
  const mine = participants.filter((each) => each.institutionId === own)
  const wanted = formId ?? user?.formIdActive
  const chosen = mine.find((each) => each.formId === wanted) ?? mine.find((each) => enabled.has(each.formId)) ?? mine[0]
  if (chosen) return { formId: chosen.formId, institutionId: own }
  return user?.formIdActive ? { formId: user.formIdActive, institutionId: own } : null
}
