import { seeded } from '#sync/testing/browser.ts'

/** What a run's world is like from its beginning to its end; drawn from the seed beside what happens in it. */
export interface Terms {
  /** Devices listen to the server's event stream. */
  readonly live: boolean
  /** Browsers have Web Locks. */
  readonly locks: boolean
  /** Most rows of a page; null for as many as the device asks for. */
  readonly pageRows: number | null
  /** Most mutations that pass in one push; null for as many as the device sends. */
  readonly pushMutations: number | null
  /** Calls in a hundred that something between device and server turns away: too many, not now, another version. */
  readonly turnedAwayPercent: number
  /** Profiles are copied and put back. */
  readonly profiles: boolean
  /** Tabs freeze and go on. */
  readonly freezes: boolean
  /** Disks are full for a while. */
  readonly fullDisks: boolean
  /** The year begins at its replica. */
  readonly appeals: boolean
  /** Two administrators change the form, who takes part in it and who evaluates, while others are away. */
  readonly administrators: boolean
  /** Who leads gives questions and offices to others again and again, and asks to be opened what was sent. */
  readonly offices: boolean
  readonly database: 'sqlite' | 'postgres'
}

/** A world in which nothing goes wrong by itself. */
export const calm: Terms = {
  live: false,
  locks: true,
  pageRows: null,
  pushMutations: null,
  turnedAwayPercent: 0,
  profiles: false,
  freezes: false,
  fullDisks: false,
  appeals: false,
  administrators: false,
  offices: false,
  database: 'sqlite',
}

/** One seed in so many runs on PostgreSQL, which takes several times as long. */
const postgresEvery = 25
/**
 * Worlds that are rare, or in which something rare is looked for, come in turn and not by chance, so that they are among any few seeds
 * that follow one another; every so many seeds, by numbers without a common divisor, so that each of them meets each of the others (those
 * on PostgreSQL are of the offices' world, too).
 */
const withoutLocksEvery = 7
const profilesEvery = 3
const appealsEvery = 4
const officesEvery = 5

export function termsOf(seed: number): Terms {
  const random = seeded(seed * 7 + 5)
  // A stream's first numbers are like those of the seed beside it.
  for (let at = 0; at < 20; at += 1) random()
  const database = seed % postgresEvery === 0 ? 'postgres' : 'sqlite'
  return {
    live: random() < 0.3 && database === 'sqlite',
    locks: seed % withoutLocksEvery !== 0,
    pageRows: random() < 0.3 ? 4 + Math.floor(random() * 12) : null,
    pushMutations: random() < 0.3 ? 1 + Math.floor(random() * 4) : null,
    turnedAwayPercent: random() < 0.4 ? 4 : 0,
    profiles: seed % profilesEvery === 0,
    freezes: random() < 0.4,
    fullDisks: random() < 0.25,
    appeals: seed % appealsEvery === 0,
    administrators: random() < 0.4,
    offices: seed % officesEvery === 0,
    database,
  }
}
