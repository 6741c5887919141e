import type { Translated } from '#client/i18n/text.ts'
import type { es } from './paste-strings.es.ts'

export const plainPasteEn = {
  pasteCut: ({ n }) =>
    n === 0
      ? 'Nothing was pasted: the field is full. Delete part of its text and paste again.'
      : `What was pasted does not fit whole: only its beginning is there (characters: ${n}). Check its end.`,
  dayUnread: 'No date is recognised in “{{text}}”. Enter the day, the month and the year.',
} satisfies Translated<typeof es>
