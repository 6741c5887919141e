import { Navigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'

/** From the questionnaire's address to the evaluation of the same institution. */
export function ToEvaluationPage() {
  const { form, institution } = useParams()
  return <Navigate to={form && institution ? pageAddress('evaluation', { form, institution }) : pageAddress('evaluations')} replace />
}
