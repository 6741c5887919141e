// The floor: a bare HTTP server that puts rows into SQLite in one transaction and gives them back. Its own process.
import BetterSqlite3 from 'better-sqlite3'
import { createServer } from 'node:http'

export interface FloorRow {
  readonly scope: string
  readonly id: string
  readonly data: string
}

const [path = ''] = process.argv.slice(2)
const db = new BetterSqlite3(path)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('create table if not exists row (scope text not null, id text not null, data text not null, primary key (scope, id))')
const put = db.prepare('insert or replace into row (scope, id, data) values (@scope, @id, @data)')
const get = db.prepare('select scope, id, data from row where scope = ?')
const putAll = db.transaction((rows: readonly FloorRow[]) => {
  for (const row of rows) put.run(row)
})

// The bench may end in any way: this ends with it.
process.on('disconnect', () => process.exit())

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const scope = new URL(request.url ?? '/', 'http://localhost').searchParams.get('scope') ?? ''
    if (request.method === 'POST') putAll(JSON.parse(Buffer.concat(parts).toString('utf8')))
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(request.method === 'POST' ? { ok: true } : get.all(scope)))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
