import pg from 'pg'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, settingNames, settingsOf } from '../config.ts'
import { freePort } from '../testing/port.ts'
import { newDatabase, postgresOfRun } from '../testing/own-postgres.ts'
import { startServer } from '../testing/process.ts'
import { startSmtp } from '../testing/smtp.ts'
import type { Found } from './finding.ts'
import { machineFindings, memoryOf } from './machine-findings.ts'
import { settingsFindings } from './settings-findings.ts'
import { distance, misspeltIn } from './spelling.ts'

const cli = fileURLToPath(new URL('.', import.meta.url))
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'iip-settings-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs a program of the commands' folder with these settings alone. */
function run(program: string, settings: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string; said: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(cli, program), ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, said: out + err })
    })
  })
}

const machine = { memoryBytes: 4e9 }
/** Settings of a platform that people use, with nothing to say of them. */
const good = {
  DATA_DIR: './data',
  PUBLIC_URL: 'https://indice.example',
  TRUSTED_PROXY: '127.0.0.1',
  SEED: 'none',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'IIP <no-responder@indice.example>',
  METRICS_TOKEN: 'a-token-of-the-test',
  LAB_SECOND_FACTOR: 'administrators',
}
const findingsOf = (settings: Record<string, string>): Found[] => settingsFindings(configOf(settings), Object.keys(settings), machine)
const told = (found: readonly Found[]): string[] =>
  found.filter(({ level }) => level !== 'ok').map(({ level, about }) => `${level} ${about}`)

test('[OX1] every setting that is wrong is told at once, by the server as by doctor, and a secret is not repeated', async () => {
  const bad = { PORT: 'eighty', SEED: 'all', DATABASE_URL: 'mysql://iip:hush@db', METRICS_TOKEN: 'short', LOG: 'loud' }
  const found = settingsOf(bad)
  expect(found.ok ? [] : found.wrong.map(({ name }) => name).toSorted()).toEqual(Object.keys(bad).toSorted())
  expect(() => configOf(bad)).toThrow(/PORT must be .*\n.*SEED must be/s)
  for (const { code, said } of [
    await run('../main.ts', bad),
    await run('commands.ts', bad, 'doctor'),
    await run('commands.ts', bad, 'migrate'),
  ]) {
    expect(code).toBe(1)
    for (const name of Object.keys(bad)) expect(said).toContain(`${name} must be`)
    expect(said).not.toMatch(/hush|short/)
  }
})

test('[OX2] settings that fit together have nothing said of them, and those of a checkout neither', () => {
  expect(told(findingsOf(good))).toEqual([])
  expect(told(findingsOf({}))).toEqual([])
})

test.each<[settings: Record<string, string>, told: string[]]>([
  [{ PUBLIC_URL: 'http://indice.example' }, ['error PUBLIC_URL']],
  [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, ['error PUBLIC_URL']],
  [{ PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0' }, ['warning PUBLIC_URL']],
  [{ TRUSTED_PROXY: '' }, ['warning TRUSTED_PROXY']],
  [{ TRUSTED_PROXY: '0.0.0.0/0' }, ['error TRUSTED_PROXY']],
  [{ TRUSTED_PROXY: '0.0.0.0/1, 128.0.0.0/1' }, ['error TRUSTED_PROXY']],
  [{ SMTP_URL: '' }, ['warning SMTP_URL']],
  [{ MAIL_FROM: '' }, ['warning MAIL_FROM']],
  [{ METRICS_TOKEN: '' }, ['warning METRICS_TOKEN']],
  [{ SEED: '' }, ['error SEED', 'warning REHEARSAL']],
  [{ SEED: 'demo', HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' }, ['error SEED', 'warning PUBLIC_URL']],
  [{ ALLOW_DEMO_ACCOUNTS_ON_NETWORK: 'yes' }, ['error ALLOW_DEMO_ACCOUNTS_ON_NETWORK']],
  [{ LAB_SECOND_FACTOR: 'none' }, ['warning LAB_SECOND_FACTOR']],
  [{ REHEARSAL: 'on' }, ['warning REHEARSAL']],
  [{ LOG: 'off' }, ['warning LOG']],
  [{ WORLD_MEMORY_MB: '3000' }, ['warning WORLD_MEMORY_MB']],
  [{ PUBLC_URL: 'https://indice.example' }, ['warning PUBLC_URL']],
])('[OX2] what is dangerous or of no use is told: %o', (settings, expected) => {
  expect(told(findingsOf({ ...good, ...settings })).toSorted()).toEqual(expected.toSorted())
})

test('[OX2] a name that is nearly a setting’s is told with it, and variables of other programs are not', () => {
  const known = { settings: settingNames, files: new Set(['DATABASE_URL']) }
  const nearest = (name: string): string | undefined => misspeltIn([name], known)[0]?.nearest
  expect(
    ['PUBLC_URL', 'PUBLIC_ULR', 'public_url', 'TRUSTED_PROXIES', 'SMPT_URL', 'DATABSE_URL_FILE', 'DATADIR', 'OIDC_SECRET'].map(nearest),
  ).toEqual([
    'PUBLIC_URL',
    'PUBLIC_URL',
    'PUBLIC_URL',
    undefined,
    'SMTP_URL',
    'DATABASE_URL_FILE',
    'DATA_DIR',
    expect.stringMatching(/^OIDC_/),
  ])
  const others = [
    'HOME',
    'LANG',
    'PATH',
    'SHELL',
    'PWD',
    'HOSTNAME',
    'LOGNAME',
    'NODE_ENV',
    'USER',
    'TERM',
    'INIT_CWD',
    'npm_config_cache',
    'PORTS',
  ]
  expect(others.map(nearest).filter((name) => name !== undefined)).toEqual([])
  expect([distance('', 'abc'), distance('abc', 'abc'), distance('acb', 'abc'), distance('kitten', 'sitting')]).toEqual([3, 0, 1, 3])
})

test('[OX3] a secret may stand in a file, and in one place only', async () => {
  const file = join(dir, 'database_url')
  writeFileSync(file, 'postgres://iip:hush@127.0.0.1/iip\n')
  expect(configOf({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://iip:hush@127.0.0.1/iip')
  const both = settingsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://iip@127.0.0.1/iip' })
  expect(both).toMatchObject({ ok: false, wrong: [{ name: 'DATABASE_URL', sentence: expect.stringContaining('both set') }] })
  expect(() => configOf({ METRICS_TOKEN_FILE: join(dir, 'nowhere') })).toThrow(
    'METRICS_TOKEN_FILE must be a file that can be read, and is not (ENOENT)',
  )
  // Of what is no secret there is no such setting.
  expect(configOf({ PORT_FILE: file }).port).toBe(8080)
})

test('[OX2] PostgreSQL is asked what it is: one that fits, one in another encoding, one that is not there', async () => {
  const url = await newDatabase('empty')
  const asked = async (databaseUrl: string): Promise<Found[]> =>
    (await machineFindings({ ...configOf({}), databaseUrl, dataDir: dir })).filter(({ about }) => ['DATABASE_URL', 'clock'].includes(about))
  expect((await asked(url)).map(({ level, about }) => [level, about])).toEqual([
    ['ok', 'DATABASE_URL'],
    ['ok', 'clock'],
  ])
  const admin = new pg.Client({ connectionString: `${await postgresOfRun()}postgres` })
  await admin.connect()
  const name = `latin_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  const other = `${await postgresOfRun()}${name}`
  expect(await asked(other)).toMatchObject([{ level: 'error', what: 'the database is in LATIN1' }])
  await admin.query(`drop database ${name}`)
  await admin.end()
  const gone = await asked(`postgres://iip:hush@127.0.0.1:${await freePort()}/iip`)
  expect(gone).toMatchObject([{ level: 'error', what: expect.stringContaining('cannot be reached') }])
  expect(JSON.stringify(gone)).not.toContain('hush')
})

test('[OX2] the mail server is greeted and gets no letter, and one that is not there is a warning without its password', async () => {
  const smtp = await startSmtp()
  const asked = async (smtpUrl: string): Promise<Found[]> =>
    (await machineFindings({ ...configOf({}), smtpUrl, dataDir: dir })).filter(({ about }) => about === 'SMTP_URL')
  expect(await asked(smtp.url)).toMatchObject([{ level: 'ok' }])
  expect(smtp.received).toEqual([])
  await smtp.stop()
  const gone = await asked(`smtp://someone:hush@127.0.0.1:${await freePort()}`)
  expect(gone).toMatchObject([{ level: 'warning' }])
  expect(JSON.stringify(gone)).not.toContain('hush')
})

test('[OX2] a store of files that is not there is an error, without its secret', async () => {
  const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`
  const settings = { FILES: 's3', S3_ENDPOINT, S3_BUCKET: 'iip', S3_ACCESS_KEY_ID: 'iip', S3_SECRET_ACCESS_KEY: 'hush' }
  const found = (await machineFindings({ ...configOf(settings), dataDir: dir })).filter(({ about }) => about === 'S3_ENDPOINT')
  expect(found).toMatchObject([{ level: 'error' }])
  expect(JSON.stringify(found)).not.toContain('hush')
})

test('[OX2] a data directory that cannot be there is an error, and one that is not there yet is not', async () => {
  const asked = async (dataDir: string): Promise<Found[]> =>
    (await machineFindings({ ...configOf({}), dataDir })).filter(({ about }) => about === 'DATA_DIR')
  expect(await asked(join(dir, 'not-yet'))).toMatchObject([{ level: 'ok', what: expect.stringContaining('not there yet') }])
  expect(existsSync(join(dir, 'not-yet'))).toBe(false)
  expect(await asked('/proc/nothing/here')).toMatchObject([{ level: 'error' }])
  // Nobody writes there, and nothing has room.
  expect(await asked('/proc')).toMatchObject([{ level: 'error' }])
})

test('[OX2] doctor --json says the same for programs, ends with 0 when all it has to say is a warning, and writes nothing', async () => {
  const dataDir = join(dir, 'data')
  const server = await startServer({ DATA_DIR: dataDir, SEED: 'none' })
  await server.end('SIGTERM')
  // Whoever reads SQLite’s log makes two files beside it, which say nothing.
  const files = (): string[] => readdirSync(dataDir).filter((name) => !/-(?:wal|shm)$/.test(name))
  const before = files()
  const { code, out } = await run('commands.ts', { ...good, SMTP_URL: '', DATA_DIR: dataDir }, 'doctor', '--json')
  const parsed: { ok: boolean; findings: Found[] } = JSON.parse(out)
  expect([code, parsed.ok]).toEqual([0, true])
  expect(parsed.findings).toContainEqual(expect.objectContaining({ level: 'warning', about: 'SMTP_URL' }))
  expect(parsed.findings.at(-1)).toMatchObject({ level: 'ok', about: 'database' })
  expect(out).not.toContain(good.METRICS_TOKEN)
  expect(files()).toEqual(before)
  const dangerous = await run('commands.ts', { ...good, TRUSTED_PROXY: '0.0.0.0/0', SMTP_URL: '', DATA_DIR: dataDir }, 'doctor')
  expect(dangerous).toMatchObject({ code: 1, out: expect.stringMatching(/^error {4}TRUSTED_PROXY: /m) })
})

test('[OX2] iip runs the commands with the settings of .env, from any folder', async () => {
  const checkout = join(dir, 'a checkout')
  mkdirSync(join(checkout, 'server'), { recursive: true })
  cpSync(cli, join(checkout, 'server/cli'), { recursive: true })
  const root = join(cli, '../..')
  for (const name of ['node_modules', 'package.json', 'shared', 'client']) symlinkSync(join(root, name), join(checkout, name))
  for (const name of readdirSync(join(root, 'server')).filter((each) => each !== 'cli'))
    symlinkSync(join(root, 'server', name), join(checkout, 'server', name))
  writeFileSync(join(checkout, '.env'), `PORT=eighty\n`)
  const env = { PATH: process.env['PATH'] ?? '' }
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [join(checkout, 'server/cli/iip.mjs'), 'doctor'], { env, cwd: dir }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
    )
  })
  expect([code, said]).toEqual([1, expect.stringContaining('PORT must be a number')])
})

test('memory is that of the process’s group where it has less than the machine', () => {
  expect(memoryOf(1_000)).toBeLessThanOrEqual(1_000)
})

test('[OX4] health ends with 0 while the server answers, with 1 while nobody does, and where it is asked to be ready says why it is not', async () => {
  const port = await freePort()
  const settings = { PORT: String(port), HOST: '0.0.0.0' }
  expect(await run('health.ts', settings)).toMatchObject({ code: 1, said: expect.stringContaining('does not answer') })
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : 503
    response.end('{"status":"unavailable","reason":"database"}')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await run('health.ts', settings)).toMatchObject({ code: 0, said: '' })
  expect(await run('health.ts', settings, 'ready')).toMatchObject({
    code: 1,
    said: expect.stringContaining('503 {"status":"unavailable","reason":"database"}'),
  })
  server.closeAllConnections()
  server.close()
})
