import { useMemo } from 'react'
import type { ValueWords } from '#shared/forms/kinds/kind.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { answersText } from './text.ts'

/** Words with which a value becomes text in the language of the interface. */
export function useValueWords(): ValueWords {
  const t = useText(answersText)
  const format = useFormat()
  return useMemo(
    () => ({
      yes: t('yes'),
      no: t('no'),
      none: t('none'),
      number: format.number,
      day: format.day,
      rows: (n) => t('rows', { n }),
      list: (items) => items.join('; '),
    }),
    [t, format],
  )
}
