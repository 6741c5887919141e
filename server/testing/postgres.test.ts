import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeAbandoned } from './abandoned.ts'
import { demandReachable } from './postgres.ts'

test('as root, a folder that PostgreSQL’s own user may not enter is named with the way out, links followed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-reach-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  chmodSync(dir, 0o755)
  const inner = join(dir, 'home/project')
  mkdirSync(inner, { recursive: true })
  symlinkSync(inner, join(dir, 'link'))
  for (const path of [join(inner, 'x'), join(dir, 'link/x')]) {
    mkdirSync(path, { recursive: true })
    expect(() => demandReachable(path)).not.toThrow()
    chmodSync(join(dir, 'home'), 0o700)
    expect(() => demandReachable(path)).toThrow(`the user postgres, who may not enter ${join(dir, 'home')}. Run them as another user`)
    chmodSync(join(dir, 'home'), 0o755)
  }
})

test('what runs left that were killed goes, and what is of one that runs stays', () => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-reach-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const gone = 2 ** 30
  for (const name of [
    `iip-pg-${process.pid}-a`,
    `iip-pg-${process.pid}`,
    `iip-pg-${gone}-b`,
    `iip-pg-${gone}`,
    `iip-pg-x`,
    `x-iip-pg-${gone}`,
  ])
    mkdirSync(join(dir, name))
  removeAbandoned(dir, 'iip-pg-')
  expect(readdirSync(dir).toSorted()).toEqual(
    [`iip-pg-${process.pid}`, `iip-pg-${process.pid}-a`, 'iip-pg-x', `x-iip-pg-${gone}`].toSorted(),
  )
})
