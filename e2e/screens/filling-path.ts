/** Where a sub-dimension is filled. */
export interface FillingPlace {
  /** "Índice 2025" unless told. */
  readonly formId?: string
  readonly institutionId: string
  readonly subDimensionId: string
  /** Question that takes the focus. */
  readonly question?: string
}

export function fillingPath({ formId = 'indice-2025', institutionId, subDimensionId, question }: FillingPlace): string {
  const path = `/dashboard/form-filling/${formId}/${institutionId}/${subDimensionId}`
  return question ? `${path}?question=${question}` : path
}
