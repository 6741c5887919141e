import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStatic } from './static.ts'

let dir: string
let serve: (request: Request) => Promise<Response | undefined>
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'iip-static-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>IIP</title>')
  writeFileSync(join(dir, 'public.html'), '<!doctype html><title>Public</title>')
  writeFileSync(join(dir, 'assets', 'app-1234.js'), 'x'.repeat(5000))
  writeFileSync(join(dir, 'assets', 'argon2id-worker-1234.js'), 'postMessage(1)')
  serve = createStatic(dir)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const get = (path: string, headers: Record<string, string> = {}): Promise<Response | undefined> =>
  serve(new Request(`http://localhost${path}`, { headers }))

test('a path of the application is its document, never kept without asking', async () => {
  const reply = await get('/dashboard/form-filling')
  expect(await reply?.text()).toContain('<title>IIP</title>')
  expect(reply?.headers.get('cache-control')).toBe('no-cache')
})

test('who comes by a letter gets the document that knows of no session', async () => {
  for (const path of ['/invite?token=t&email=e', '/reset-password', '/recover-password/']) {
    const reply = await get(path)
    expect(await reply?.text(), path).toContain('<title>Public</title>')
    expect(reply?.headers.get('cache-control')).toBe('no-cache')
  }
  for (const path of ['/', '/login', '/invited', '/dashboard/invite']) {
    expect(await (await get(path))?.text(), path).toContain('<title>IIP</title>')
  }
})

test('a hashed file is kept for ever and comes packed', async () => {
  const reply = await get('/assets/app-1234.js', { 'Accept-Encoding': 'gzip, br' })
  expect(reply?.headers.get('cache-control')).toContain('immutable')
  expect(reply?.headers.get('content-encoding')).toBe('br')
})

test('[LK9] what tries a PIN may run WebAssembly, and no other file may', async () => {
  const reply = await get('/assets/argon2id-worker-1234.js')
  expect(reply?.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'",
  )
  for (const path of ['/assets/app-1234.js', '/dashboard/argon2id-worker-1234', '/'])
    expect((await get(path))?.headers.get('content-security-policy') ?? null, path).toBeNull()
})

test('a file that is not there is not the document, and nothing outside the folder is served', async () => {
  for (const path of ['/assets/gone-9.js', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/package.json', '/%00']) {
    const reply = await get(path)
    if (reply) expect(await reply.text(), path).toContain('<title>IIP</title>')
  }
  expect(await get('/assets/gone-9.js')).toBeUndefined()
})
