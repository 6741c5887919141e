import type { ownDataEs } from './own-data.es.ts'

type Words<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends readonly [string, string] ? readonly [string, string] : Words<T[K]>
}

export const ownDataEn: Words<typeof ownDataEs> = {
  title: 'My data in the Public Innovation Index',
  made: 'Made on {at}',
  lead: 'Everything that the platform keeps of you. Each table is there twice: as CSV, to read in a spreadsheet, and as JSON, to take to another program. datapackage.json describes each column (Frictionless Data Package).',
  others: 'Of other people there is only their identifier: their names and addresses are theirs. What you wrote is as you wrote it.',
  rights:
    'You may ask for access to your data, for their rectification and erasure, object to their use, and take them along (Chilean Law 21.719). Your answers for an institution are the institution’s, and are kept under a pseudonym if you ask that your name be removed.',
  profile: 'Profile',
  table: 'Table',
  what: 'What it holds',
  folder: 'data',
  filesFolder: 'files',
  yes: 'yes',
  no: 'no',
  files_left: 'Files that you may not see any more, or that together weigh more than 200 MB, are in the list without their content.',
  tables: {
    profile: ['profile', 'Your account: name, address, kind, language, sign-ins and preferences.'],
    memberships: ['memberships', 'Institutions to which you belong or did.'],
    roles: ['roles', 'What you are responsible for in each form today.'],
    sessions: ['sessions', 'Where you are signed in: browser, system and network address.'],
    devices: ['devices', 'Devices that have synchronised in your name.'],
    passkeys: ['passkeys', 'Your passkeys.'],
    written: [
      'what_you_wrote',
      'All that you asked for or wrote: answers, comments, decisions, assignments, files, with what became of it.',
    ],
    received: ['what_you_received', 'What other people did that names you: assignments, leaderships, changes of your account.'],
    history: ['history', 'Lines of the history that are yours or about you.'],
    files: ['files', 'Files that you uploaded.'],
    letters: ['letters', 'Letters that were sent to you.'],
    notices: ['notices', 'Notices behind the bell.'],
    audit: ['audit', 'Acts of the audit that are yours or about you.'],
  },
}
