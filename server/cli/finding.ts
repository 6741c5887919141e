/** What a look at the settings, at the machine or at the database found. */
export interface Found {
  /** An error keeps the platform from working or lets in who should not; a warning costs something that its operator may have chosen. */
  readonly level: 'error' | 'warning' | 'ok'
  /** The setting, or what else it is about. */
  readonly about: string
  /** One sentence; never a secret. */
  readonly what: string
  /** What to do about it. */
  readonly todo?: string | undefined
}

export const ok = (about: string, what: string): Found => ({ level: 'ok', about, what })
export const warning = (about: string, what: string, todo?: string): Found => ({ level: 'warning', about, what, todo })
export const wrong = (about: string, what: string, todo?: string): Found => ({ level: 'error', about, what, todo })

/** One line for people. */
export const lineOf = ({ level, about, what, todo }: Found): string =>
  `${level.padEnd(7)}  ${about}: ${what}${todo === undefined ? '' : `. ${todo}`}\n`
