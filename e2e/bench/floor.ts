// The floor: a bare HTTP server that puts rows into SQLite in one transaction, gives them back, and tells who listens. Its own process.
import BetterSqlite3 from 'better-sqlite3'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

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
const listening = new Set<ServerResponse>()

// The bench may end in any way: this ends with it.
process.on('disconnect', () => process.exit())

/** A page with nothing behind it: what was kept in one record, and fields to write in. */
const barePage = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Medición</title>
<body><nav><a href="#more" id="more">more</a></nav><main></main><script>
const main = document.querySelector('main')
const show = (rows) => {
  main.innerHTML = rows.map(([id, value]) => '<label>' + id + '?<textarea>' + value + '</textarea></label>').join('')
}
const opening = indexedDB.open('bare', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
opening.onsuccess = () => {
  window.kept = opening.result
  const asked = opening.result.transaction('kept').objectStore('kept').get('rows')
  asked.onsuccess = () => {
    const rows = asked.result ?? [['q0', '']]
    document.getElementById('more').onclick = () => show(rows.slice(50, 100))
    show(rows.slice(0, 50))
  }
}
</script></body></html>`

/** A page with a table and nothing else: its rows come from the server the first time, and then from one record. */
const listPage = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Medición</title>
<body><main></main><script>
const main = document.querySelector('main')
const show = (rows) => {
  const lines = rows.map(({ id, data }) => {
    const cells = JSON.parse(data).map((cell) => '<td>' + cell + '</td>').join('')
    return '<tr><th scope="row">' + id + '</th>' + cells + '<td><a href="#' + id + '">Ver</a></td></tr>'
  })
  main.innerHTML = '<table><tbody>' + lines.join('') + '</tbody></table>'
}
const get = async (scope) => (await fetch('/?scope=' + scope)).json()
onhashchange = async () => {
  const rows = await get(location.hash.slice(1))
  main.innerHTML = rows.slice(0, 50).map(({ id, data }) => '<label>' + id + '?<textarea>' + data + '</textarea></label>').join('')
}
const opening = indexedDB.open('list', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
opening.onsuccess = () => {
  const asked = opening.result.transaction('kept').objectStore('kept').get('rows')
  asked.onsuccess = async () => {
    if (asked.result) return show(asked.result)
    const rows = await get(new URLSearchParams(location.search).get('scope'))
    opening.result.transaction('kept', 'readwrite', { durability: 'strict' }).objectStore('kept').put(rows, 'rows')
    show(rows)
  }
}
</script></body></html>`

/** A page with a list of questions and nothing else: brought from the server, kept in one record, 50 shown, or all. */
const formPage = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Medición</title>
<body><nav><button id="open">open</button><button id="all">all</button></nav><main></main><script>
const main = document.querySelector('main')
let rows = []
const show = (some) => {
  const lines = some.map(({ id, data }) => '<li><h5><button>' + id + '</button></h5><p>' + JSON.parse(data).text + '</p></li>')
  main.innerHTML = '<label>' + some[0].id + '<textarea>' + JSON.parse(some[0].data).text + '</textarea></label><ol>' + lines.join('') + '</ol>'
}
document.getElementById('all').onclick = () => show(rows)
const opening = indexedDB.open('form', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
opening.onsuccess = () => {
  document.getElementById('open').onclick = async () => {
    rows = await (await fetch('/?scope=' + new URLSearchParams(location.search).get('scope'))).json()
    opening.result.transaction('kept', 'readwrite', { durability: 'strict' }).objectStore('kept').put(rows, 'rows')
    show(rows.slice(0, 50))
  }
  document.body.dataset.ready = ''
}
</script></body></html>`

const bodyOf = async (request: IncomingMessage): Promise<readonly FloorRow[]> => JSON.parse(await text(request))

const pages = new Map([
  ['/bare', barePage],
  ['/list', listPage],
  ['/form', formPage],
])

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  response.setHeader('Access-Control-Allow-Origin', '*')
  const page = pages.get(url.pathname)
  if (page !== undefined) {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
    return
  }
  if (url.pathname === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(': listening\n\n')
    listening.add(response)
    response.on('close', () => listening.delete(response))
    return
  }
  response.setHeader('Content-Type', 'application/json')
  if (request.method !== 'POST') {
    response.end(JSON.stringify(get.all(url.searchParams.get('scope') ?? '')))
    return
  }
  const rows = await bodyOf(request)
  putAll(rows)
  for (const one of listening) one.write(`data: ${JSON.stringify(rows)}\n\n`)
  response.end(JSON.stringify({ ok: true }))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
