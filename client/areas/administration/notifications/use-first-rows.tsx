import { useState, type ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { notificationsText } from './text.ts'

/** As many as a page of a table has. */
const firstMost = 12

/** The first rows of a list that may be long, and the button that brings the others; `of`: what it is a list of. */
export function useFirstRows<Row>(all: readonly Row[], of: string): { readonly rows: readonly Row[]; readonly more: ReactNode } {
  const t = useText(notificationsText)
  const [whole, setWhole] = useState(false)
  if (whole || all.length <= firstMost) return { rows: all, more: null }
  const more = (
    <p>
      <Button size="small" aria-label={`${t('showAll', { n: all.length })}: ${of}`} onClick={() => setWhole(true)}>
        {t('showAll', { n: all.length })}
      </Button>
    </p>
  )
  return { rows: all.slice(0, firstMost), more }
}
