import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { command } from '../testing/command.ts'
import { layTiny, startServer } from '../testing/process.ts'
import { onEachStore } from '../testing/stores.ts'
import { sendEvidence, sha256Of } from '../testing/uploads.ts'
import { copyBetween } from './copy.ts'
import { openDiskStore } from './disk.ts'
import { filesOf, piecesOf } from './store.ts'

const dirs: string[] = []
const aDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-copy-'))
  dirs.push(dir)
  return dir
}
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

onEachStore((start) => {
  test('[FS8] what the disk keeps is copied, each file by its hash; again, only what is missing; one that is damaged is told', async () => {
    const dir = aDir()
    const disk = filesOf(await openDiskStore(dir))
    const { files } = (await start()).app.server
    const contents = [randomBytes(10), randomBytes(300_000), randomBytes(2_000_000)]
    const names = await Promise.all(contents.map((bytes) => disk.keep(bytes)))
    await disk.reports.put('report-1.claim', piecesOf(randomBytes(5_000)))
    await disk.parts.put('upload.part', piecesOf(randomBytes(600)))
    expect(await copyBetween(disk, files)).toEqual({ copied: 5, there: 0, wrong: [] })
    for (const name of names) {
      const kept = await files.read(name)
      expect(kept && sha256Of(await buffer(kept))).toBe(name)
    }
    expect([await files.reports.size('report-1.claim'), await files.parts.size('upload.part')]).toEqual([5_000, 600])
    await files.remove(names[1] ?? '')
    const damaged = sha256Of(Buffer.from('as it was'))
    writeFileSync(join(dir, 'files', damaged), 'as it is!')
    writeFileSync(join(dir, 'files', 'left-by-somebody'), 'x')
    const again = await copyBetween(disk, files)
    expect({ ...again, wrong: again.wrong.map(({ name }) => name).toSorted() }).toEqual({
      copied: 1,
      there: 2,
      wrong: [damaged, 'left-by-somebody'].toSorted(),
    })
    expect(await files.size(damaged)).toBeUndefined()
    // And back, into another folder.
    const back = filesOf(await openDiskStore(aDir()))
    expect((await copyBetween(files, back)).copied).toBe(5)
    expect(await back.size(names[2] ?? '')).toBe(2_000_000)
  })
})

test('[FS8] a command copies the files of a server that runs, another time nothing, and doctor finds all of them there', async () => {
  const dataDir = aDir()
  const { settings, token } = await layTiny('sqlite', dataDir, 'ana')
  const server = await startServer(settings)
  await sendEvidence(fetch, server.origin, token)
  const moved = { ...settings, FILES: 'database' }
  const first = await command(moved, 'files', 'copy')
  expect(first).toMatchObject({
    code: 0,
    said: 'Copied from disk to database: 1; there already: 0; not copied: 0.\n',
  })
  expect((await command(moved, 'files', 'copy')).said).toMatch(/^Copied from disk to database: 0; there already: 1;/)
  expect((await command(settings, 'files', 'copy')).said).toContain('FILES is disk already')
  expect((await command(moved, 'files', 'copy', 's3')).said).toContain('name it with the settings that begin with S3_')
  expect((await command(moved, 'files', 'move')).code).toBe(1)
  await server.end('SIGTERM')
  rmSync(join(dataDir, 'files'), { recursive: true })
  expect(await command(moved, 'doctor')).toMatchObject({ code: 0 })
  expect((await command(settings, 'doctor')).said).toContain('file-missing')
})
