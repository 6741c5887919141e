import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openSqlite } from '../../db/open.ts'
import { OpenDatasets } from './datasets.ts'
import { openDatasetOf } from './fixtures.ts'

test('[OD8] a workbook that cannot be read is not read again for each visitor, but for who publishes it, and later', async () => {
  let [reads, there, at] = [0, true, 0]
  const datasets = new OpenDatasets({
    db: openSqlite(':memory:'),
    files: { read: () => Promise.resolve(there ? Readable.from([Buffer.from('x')]) : undefined) },
    workbooks: {
      readOpenData: () => {
        reads += 1
        return Promise.resolve(reads < 4 ? fail('workbook_damaged') : done({ dataset: openDatasetOf([2022]), problems: [], more: 0 }))
      },
    },
    log: { info: () => undefined, error: () => undefined },
    elapsed: () => at,
  })
  const report = { id: 'o1', sha256: 'a' }
  for (const _ of [1, 2, 3]) expect(await datasets.of(report)).toMatchObject({ ok: false, failure: { code: 'open_report_unreadable' } })
  expect(reads).toBe(1)
  await datasets.again(report)
  expect(reads).toBe(2)
  at = 31_000
  await datasets.of(report)
  expect(reads).toBe(3)
  at = 62_000
  there = false
  expect((await datasets.of(report)).ok).toBe(false)
  expect(reads).toBe(3)
  there = true
  expect((await datasets.of(report)).ok).toBe(true)
})
