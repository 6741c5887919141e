/** Where the figures of a chart stand as files, below the site's address. */
export interface DataFiles {
  readonly csvShown: string
  readonly csvAll: string
  readonly json: string
}
