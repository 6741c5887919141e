import { useEffect, useState } from 'react'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { stageAt, timeRemaining } from '#shared/stages/rules.ts'

const secondMs = 1000
const minuteMs = 60_000

/**
 * The server's time as this device knows it, anew each minute, and each second in the last day of a stage,
 * when seconds are shown (TM5).
 */
export function useNow(clock: () => Instant, form: FormHeader | undefined): Instant {
  const [now, setNow] = useState(clock)
  const stage = form && stageAt(form, now)
  const everyMs = stage && timeRemaining(stage, now).kind === 'clock' ? secondMs : minuteMs
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [clock, everyMs])
  return now
}
