import { useState } from 'react'
import { DateField } from '#client/ui/fields/date-field.tsx'
import { dayOfParts, partsOfDay } from '#client/features/stages/day-parts.ts'

interface Props {
  readonly label: string
  readonly day: string
  /** '' when its parts name none. */
  readonly onDay: (day: string) => void
}

/** One end of a period that is looked for: it seeks as soon as its parts name a day, or none. */
export function DayLimit({ label, day, onDay }: Props) {
  const [typed, setTyped] = useState(() => partsOfDay(day))
  const [sent, setSent] = useState(day)
  if (day !== sent) {
    setSent(day)
    setTyped(partsOfDay(day))
  }
  return (
    <DateField
      label={label}
      parts={typed}
      onChange={(parts) => {
        setTyped(parts)
        const named = dayOfParts(parts)
        if (named === undefined || named === day) return
        setSent(named)
        onDay(named)
      }}
    />
  )
}
