import type { Jump } from './clock.ts'
import type { Keeping } from './config.ts'
import type { UserKind } from '#shared/access/actor.ts'
import type { FactorKeys } from './features/accounts/factor-keys.ts'
import type { IdentityProvider } from './features/accounts/identity-provider.ts'
import type { Passwords } from './features/accounts/passwords.ts'
import type { PublicResults } from './features/dashboards/public-results.ts'
import type { OpenDatasets } from './features/open-data/datasets.ts'
import type { ProcessSigns } from './features/platform/processes.ts'
import type { ReportJobs } from './features/reports/jobs.ts'
import type { OptOutLinks } from './features/reminders/opt-outs.ts'
import type { Files } from './files/store.ts'
import type { MountDeps } from './http/mount.ts'
import type { Downloads } from './http/downloads.ts'
import type { Spans } from './spans.ts'
import type { Execute } from './sync/execute.ts'
import type { Pokes } from './sync/pokes.ts'
import type { WorkbookReader } from './workbooks/workbook-reader.ts'
import type { WorldStore } from './world/store.ts'

export interface Log {
  info(data: object, message: string): void
  error(data: object, message: string): void
}

/** What every feature's routes are mounted with. */
export interface Server extends MountDeps {
  readonly worlds: WorldStore
  readonly execute: Execute
  readonly pokes: Pokes
  readonly passwords: Passwords
  readonly log: Log
  readonly files: Files
  /** This process, as whoever looks after the platform is told of it. */
  readonly signs: ProcessSigns
  readonly downloads: Downloads
  readonly reports: ReportJobs
  readonly workbooks: WorkbookReader
  readonly openData: OpenDatasets
  readonly publicResults: PublicResults
  readonly publicUrl: string
  readonly dataDir: string
  /** For how long what is kept. */
  readonly keeping: Keeping
  readonly optOuts: OptOutLinks
  readonly rehearsal: boolean
  /** Fewest characters of a password that an administrator or an evaluator chooses. */
  readonly labPasswordMin: number
  /** Page of the service with which people of institutions talk to the lab (HE3). */
  readonly chatUrl: string | undefined
  readonly factorKeys: FactorKeys
  /** Provider of single sign-on; undefined where none is set up (SO1). */
  readonly identities: IdentityProvider | undefined
  /** Whose sign-in asks for a second factor whether or not they have one. */
  readonly factorRequired: ReadonlySet<UserKind>
  /** Who hears of steps that ended. */
  readonly spans: Spans
  /** While the machine's clock is not believed nothing may be done that time cannot undo. */
  jump(): Jump | undefined
  /** Work that a reply does not wait for; the server waits for it before it closes. */
  later(work: () => Promise<void>): void
}
