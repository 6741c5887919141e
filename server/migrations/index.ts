import type { QueryExecutorProvider } from 'kysely'
import { up as init } from './0001-init.ts'
import { up as sessionsAndAttempts } from './0002-sessions-and-attempts.ts'
import { up as devicesOfUsers } from './0003-devices-of-users.ts'
import { up as stampsOfVersions } from './0004-stamps-of-versions.ts'
import { up as callsOfTheLedger } from './0005-calls-of-the-ledger.ts'
import { up as oneOrderOfCommits } from './0006-one-order-of-commits.ts'
import { up as overviews } from './0007-overviews.ts'
import { up as formsOfAdministrators } from './0008-forms-of-administrators.ts'
import { up as peopleOfRehearsals } from './0009-people-of-rehearsals.ts'
import { up as categories } from './0010-categories.ts'
import { up as lastSignIns } from './0011-last-sign-ins.ts'
import { up as audit } from './0012-audit.ts'
import { up as reportJobs } from './0013-report-jobs.ts'
import { up as institutions } from './0014-institutions.ts'
import { up as impersonations } from './0015-impersonations.ts'
import { up as reminders } from './0016-reminders.ts'
import { up as secondFactors } from './0017-second-factors.ts'
import { up as formers } from './0018-formers.ts'
import { up as memberships } from './0019-memberships.ts'
import { up as results } from './0020-results.ts'
import { up as singleSignOn } from './0021-single-sign-on.ts'
import { up as visits } from './0022-visits.ts'
import { up as passkeys } from './0023-passkeys.ts'
import { up as receipts } from './0024-receipts.ts'
import { up as keptFiles } from './0025-kept-files.ts'
import { up as severalServers } from './0026-several-servers.ts'
import { up as platform } from './0027-platform.ts'
import { up as redactions } from './0028-redactions.ts'
import { up as formArchives } from './0029-form-archives.ts'
import { up as traces } from './0030-traces.ts'
import { up as indexesOfThePlatform } from './0031-indexes-of-the-platform.ts'
import { up as shownToVisitors } from './0032-shown-to-visitors.ts'

/** A step of the schema. Its place in the list is the schema version that it makes. */
export interface Migration {
  readonly name: string
  /**
   * Oldest schema version whose programs go on beside it; without one every program of before does, so that it only adds. What takes
   * something away that programs of before still use names the first version that uses it no more (MS6).
   */
  readonly worksFrom?: number
  /**
   * `apart`: outside a transaction, for what PostgreSQL refuses inside one (CREATE INDEX CONCURRENTLY) and for rows that are filled in some
   * at a time. It may be cut off anywhere and is begun again from its first line, so each of its statements stands being run again (MS8).
   */
  readonly mode?: 'apart'
  up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void>
}

/** Forward-only; a released entry never changes. */
export const migrations: readonly Migration[] = [
  { name: '0001-init', up: init },
  { name: '0002-sessions-and-attempts', up: sessionsAndAttempts },
  { name: '0003-devices-of-users', up: devicesOfUsers },
  { name: '0004-stamps-of-versions', up: stampsOfVersions },
  { name: '0005-calls-of-the-ledger', up: callsOfTheLedger },
  { name: '0006-one-order-of-commits', up: oneOrderOfCommits },
  { name: '0007-overviews', up: overviews },
  { name: '0008-forms-of-administrators', up: formsOfAdministrators },
  { name: '0009-people-of-rehearsals', up: peopleOfRehearsals },
  { name: '0010-categories', up: categories },
  { name: '0011-last-sign-ins', up: lastSignIns },
  { name: '0012-audit', up: audit },
  { name: '0013-report-jobs', up: reportJobs },
  { name: '0014-institutions', up: institutions },
  { name: '0015-impersonations', up: impersonations },
  { name: '0016-reminders', up: reminders },
  { name: '0017-second-factors', up: secondFactors },
  { name: '0018-formers', up: formers },
  { name: '0019-memberships', up: memberships },
  { name: '0020-results', up: results },
  { name: '0021-single-sign-on', up: singleSignOn },
  { name: '0022-visits', up: visits },
  { name: '0023-passkeys', up: passkeys },
  { name: '0024-receipts', up: receipts },
  { name: '0025-kept-files', up: keptFiles },
  { name: '0026-several-servers', up: severalServers },
  { name: '0027-platform', up: platform },
  { name: '0028-redactions', up: redactions },
  { name: '0029-form-archives', up: formArchives },
  { name: '0030-traces', up: traces },
  { name: '0031-indexes-of-the-platform', mode: 'apart', up: indexesOfThePlatform },
  { name: '0032-shown-to-visitors', up: shownToVisitors },
]
