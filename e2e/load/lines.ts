const spread = (what: string): string[] => ['p50', 'p95', 'p99'].map((share) => `${what}, ${share}`)
const each = (what: string, servers: number): string[] => Array.from({ length: servers }, (_, at) => `${what}, server ${at + 1}`)

/** Lines of a database in processes of its own. */
export const databaseLines: readonly string[] = [
  'CPU, PostgreSQL',
  'memory, PostgreSQL, most',
  'connections to PostgreSQL, most',
  'log of PostgreSQL',
]

/** Every line that a day must tell, in its order. */
export const everyLine = (servers: number): string[] => [
  'played',
  'pushes',
  'mutations',
  'pulls',
  ...spread('push'),
  ...spread('pull'),
  ...spread('from the call until told'),
  ...spread('a file'),
  ...['event loop late, p99', 'event loop late, most', 'CPU', 'memory, most', 'streams, most'].flatMap((what) => each(what, servers)),
  ...(servers > 1 ? databaseLines : []),
  'over the wire',
  'should not have happened',
  'database, growth',
  'files',
  'bytes of files',
  ...['CPU', 'over the wire', 'database', 'files'].map((what) => `an institution: ${what}`),
  'acknowledged',
  'lost',
  'doubled',
  'sequences with a gap',
  'not sent when all was over',
]
