import { expect, test } from 'vitest'
import { configOf, secretSettings, settingNames } from '#server/config.ts'
import { exists, projectPaths, read } from './house.ts'

const deploy = '.github/deploy/'
const containerfile = read(`${deploy}Containerfile`)
const compose = read(`${deploy}compose.yaml`)
const units = ['iip.service', 'iip-backup.service'].map((name) => ({ name, text: read(deploy + name) }))
const operating = read('.github/OPERATING.md')

const settings = new Set([...settingNames, ...[...secretSettings].map((name) => `${name}_FILE`)])
/** Of Node itself. */
const ofNode = new Set(['NODE_ENV'])
const matches = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !settings.has(name) && !ofNode.has(name))

test('settings are the same in the program, in the example and in the README', () => {
  const example = matches(read('.env.example'), /^(?:# )?([A-Z][A-Z\d_]+)=/gm)
  expect(settingNames.filter((name) => !example.includes(name))).toEqual([])
  expect(unknown(example)).toEqual([])
  const table = /\n## Settings\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
  const named = matches(table, /`([A-Z][A-Z\d_]+)`(?=[^\n]*\|)/g)
  expect(unknown(named)).toEqual([])
  // Those of single sign-on and of the object store are told together elsewhere.
  expect(settingNames.filter((name) => !/^(?:OIDC|S3)_/.test(name) && !named.includes(name))).toEqual([])
})

test('containers, units and the operator’s page name settings that there are', () => {
  const environment = /^x-iip:[\s\S]*?\n {2}environment:\n([\s\S]*?)\n {2}\w/m.exec(compose)?.[1] ?? ''
  const given = matches(environment, /^ {4}(?:# )?([A-Z][A-Z\d_]+): /gm)
  expect(given.length).toBeGreaterThan(5)
  // What stands behind a comment is for a program that has it.
  expect(unknown(matches(environment, /^ {4}([A-Z][A-Z\d_]+): /gm))).toEqual([])
  expect(unknown(matches(containerfile, /\b([A-Z][A-Z\d_]+)=(?=\S)/g).filter((name) => name !== 'BASE'))).toEqual([])
  for (const { name, text } of units)
    expect(unknown(matches(text, /^Environment=(.+)$/gm).flatMap((line) => matches(line, /([A-Z][A-Z\d_]+)=/g))), name).toEqual([])
  const shown = [...operating.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((block) => matches(block[1] ?? '', /(?:^|\s)([A-Z][A-Z\d_]+)=/gm))
  expect(unknown(shown).filter((name) => !['STORE_SECRET', 'PROXY_PORT'].includes(name))).toEqual([])
})

test('every file that the image, the compose file and the units name is there', () => {
  const copied = matches(containerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' '))
  const run = matches(containerfile, /"((?:server|shared)\/[\w./-]+)"/g)
  expect(copied.length).toBeGreaterThan(5)
  expect(run).toContain('server/main.ts')
  const mounted = matches(compose, /- \.\/([\w.-]+):/g).map((name) => deploy + name)
  const built = matches(compose, /dockerfile: (\S+)/g)
  const started = units.flatMap(({ text }) => matches(text, /\b(server\/[\w./-]+\.ts)\b/g))
  const health = matches(compose, /'(server\/[\w./-]+)'/g)
  expect([...copied, ...run, ...mounted, ...built, ...started, ...health].filter((path) => !exists(path))).toEqual([])
  // An image is built of nothing that a clone has not.
  const ignored = read('.dockerignore').split('\n')
  expect(copied.filter((path) => !ignored.includes(`!${path.replace(/\/$/, '')}`))).toEqual([])
  const paths = projectPaths()
  expect(
    ['alerts.yml', 'grafana-dashboard.json', 'iip-backup.timer', 'nginx.conf'].filter((name) => !paths.includes(deploy + name)),
  ).toEqual([])
})

test('one port is meant wherever a port is named, and the Node of the image is the one that is tried', () => {
  const { port } = configOf({})
  const ports = [
    ...matches(containerfile, /\bPORT=(\d+)/g),
    ...matches(containerfile, /^EXPOSE (\d+)$/gm),
    ...matches(compose, /127\.0\.0\.1:(\d+)\/iip-1/g),
    ...matches(compose, /s\/127\.0\.0\.1:\d+\/iip-1:(\d+)\//g),
    ...matches(read(`${deploy}nginx.conf`), /server 127\.0\.0\.1:(\d+)/g),
  ]
  expect(ports.length).toBeGreaterThan(3)
  expect(ports.filter((each) => each !== String(port))).toEqual([])
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))
  expect(matches(containerfile, /^ARG BASE=node:(\d+)-/gm)).toEqual([dependencies['node']?.split('.')[0]])
})

test('who is root in no container is so in each: a root that is read-only, no capability that is not given back by name', () => {
  expect(containerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  const services = (/\nservices:\n([\s\S]*?)\nnetworks:/.exec(compose)?.[1] ?? '')
    .split(/\n(?= {2}[\w-]+:)/)
    .filter((text) => !/: \*iip$/m.test(text))
  const shared = /^x-iip: &iip\n([\s\S]*?)\n\n/m.exec(compose)?.[1] ?? ''
  expect(services.length).toBe(3)
  for (const text of [shared, ...services])
    for (const word of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'healthcheck:', 'restart: '])
      expect(text).toContain(word)
})

test('the role by which the platform uses the database is no superuser', () => {
  expect(compose).not.toMatch(/POSTGRES_USER: iip/)
  expect(/create role iip ([^;]*);/.exec(compose)?.[1]).toBe("login createdb password :'password'")
})
