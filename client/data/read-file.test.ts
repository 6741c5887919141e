import { openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOf } from './read-file.ts'

test('a file that went away between being chosen and being read is told as such, and one that is there is read', async () => {
  const path = join(tmpdir(), `iip-chosen-${process.pid}.pdf`)
  writeFileSync(path, '%PDF-1.4')
  const chosen = await openAsBlob(path)
  expect(await bytesOf(chosen)).toEqual({ ok: true, value: new TextEncoder().encode('%PDF-1.4') })
  rmSync(path)
  expect(await bytesOf(chosen)).toEqual({ ok: false, failure: { code: 'file_unreadable' } })
})
