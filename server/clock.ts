import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { uptime } from 'node:os'

/** How far the clock may part from the time that passed before it is not believed any more. */
const toleranceMs = 120_000

/** A jump of the machine's clock that nobody has explained. */
export interface Jump {
  /** How far the clock is from where it should be; negative when it is behind. */
  readonly byMs: number
}

/**
 * The server's time: the machine's clock for as long as it agrees with the time that passes by itself.
 * When it jumps, time goes on from the last moment that was believed, so that nothing is decided by a wrong date,
 * until the clock is back where it should be; a restart believes it as it is.
 */
export interface Clock {
  now(): Instant
  /** The jump that stands; undefined while the clock is believed. */
  jump(): Jump | undefined
}

export interface ClockSources {
  /** Milliseconds of the machine's clock, which people and services set. */
  readonly wallMs: () => number
  /** Milliseconds of a time that nobody sets and that counts while the machine sleeps; roughly is cheaper. */
  readonly passedMs: (how: 'roughly' | 'exactly') => number
}

export function createClock({ wallMs, passedMs }: ClockSources): Clock {
  let believedMs = wallMs() - passedMs('exactly')
  const look = (): { readonly nowMs: number; readonly jump: Jump | undefined } => {
    const wall = wallMs()
    let passed = passedMs('roughly')
    if (Math.abs(wall - passed - believedMs) > toleranceMs) passed = passedMs('exactly')
    const byMs = Math.round(wall - passed - believedMs)
    if (Math.abs(byMs) > toleranceMs) return { nowMs: Math.floor(believedMs + passed), jump: { byMs } }
    // Clocks are set right by small steps all the time.
    believedMs = wall - passed
    return { nowMs: wall, jump: undefined }
  }
  return { now: () => instantOf(look().nowMs), jump: () => look().jump }
}

/** How long Node's own monotonic time, which stands still while the machine sleeps, stands in for the machine's. */
const roughMs = 1_000

/** This machine's clocks; `wallMs` where another one says what time it is. */
export function machineSources(wallMs: () => number = () => Date.now()): ClockSources {
  let atMs = 0
  let upMs = 0
  return {
    wallMs,
    passedMs: (how) => {
      const nowMs = performance.now()
      if (how === 'exactly' || upMs === 0 || nowMs - atMs > roughMs) {
        atMs = nowMs
        upMs = uptime() * 1_000
      }
      return upMs + nowMs - atMs
    },
  }
}

/** One sentence for who reads why the server is not ready. */
export function jumpSentence({ byMs }: Jump, now: Instant): string {
  const hours = Math.abs(byMs) / 3_600_000
  const far =
    hours >= 48 ? `${Math.round(hours / 24)} days` : hours >= 2 ? `${Math.round(hours)} hours` : `${Math.round(hours * 60)} minutes`
  const where = byMs > 0 ? 'ahead' : 'behind'
  return (
    `The machine's clock jumped and is ${far} ${where} of the time that passed. The server goes on with ${now} and begins or ends no stage. ` +
    `Set the clock right and it goes on by itself; if the new time is the right one, restart the server.`
  )
}
