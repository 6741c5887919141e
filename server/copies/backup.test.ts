import { must } from '#shared/kernel/assert.ts'
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wire } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { keepIcon, startGround, type Ground } from '../testing/copied.ts'
import { databaseKinds } from '../testing/databases.ts'
import { examine } from '../cli/examine.ts'
import { openForReading } from '../db/open.ts'
import { backUp, type BackupOptions } from './backup.ts'
import { completeCopies, copyFor, keepNewest } from './copies-in.ts'
import { nodeCopyDisk } from './copy-disk.ts'
import { filesInFolder, inFolders } from './files-of.ts'
import { manifestFile, readManifest, sealed } from './manifest.ts'
import { restore } from './restore.ts'
import { verifyCopy } from './verify.ts'

const commands = fileURLToPath(new URL('../cli/commands.ts', import.meta.url))

describe.each(databaseKinds)('%s', (kind) => {
  let ground: Ground
  let icon: string
  beforeAll(async () => {
    ground = await startGround(kind)
    icon = await keepIcon(ground, 'an icon that people see')
    const ana = await ground.app.token('ana')
    await ground.app.push(ana, 'dev-0', [wire(1, 'answer.set', { unit: 'q1', value: 'Lo primero' }, { mid: 'run-of-the-beginning-1' })])
  })
  afterAll(() => ground.close())

  const at = (name: string): string => join(ground.dir, 'copies', name)
  /** A copy that is made in this process, with whatever a test wants otherwise. */
  const copyTo = async (name: string, more: Partial<BackupOptions> = {}) => {
    const db = openForReading(ground.databaseUrl, ground.app.dataDir)
    try {
      const files = filesInFolder(ground.app.dataDir)
      return await backUp({ db, files, folder: at(name), program: 'test', disk: nodeCopyDisk, nowMs: () => Date.now(), ...more })
    } finally {
      await db.close()
    }
  }

  test('[BK1] a copy that is made while four people write holds everything that was acknowledged before it began, and comes back sound', async () => {
    const acked: string[] = []
    let isOver = false
    const writer = async (userId: string, device: string): Promise<void> => {
      const token = await ground.app.token(userId)
      for (let seq = 1; !isOver; seq += 1) {
        const mid = `run-of-writer-${device}-${seq}`
        const s = userId === 'sur-lider' ? 'inst:sur:tiny' : 'inst:norte:tiny'
        const pushed = await ground.app.push(token, device, [
          wire(seq, 'answer.set', { unit: 'q1', value: `${device} ${seq}` }, { mid, s }),
        ])
        expect(pushed.status).toBe(200)
        acked.push(mid)
        // The copy is made by another process, which must have its turn.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const writers = Promise.all(
      [
        ['ana', 'd1'],
        ['berta', 'd2'],
        ['sur-lider', 'd3'],
        ['ana', 'd4'],
      ].map(([user = '', device = '']) => writer(user, device)),
    )
    while (acked.length < 8) await new Promise((resolve) => setImmediate(resolve))
    const before = [...acked]
    const made = await command(ground.settings, 'backup', at('while-writing'))
    isOver = true
    await writers
    expect(made).toMatchObject({ code: 0 })
    expect(made.said).toContain('verified')
    expect(made.said).toContain('Left out: settings of the environment')

    const place = await ground.empty('back')
    const put = await command(place.settings, 'restore', at('while-writing'))
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
    const db = place.open()
    const mids = new Set((await db.q.selectFrom('sync_mutation').select('mid').execute()).map((row) => row.mid))
    expect(before.filter((mid) => !mids.has(mid))).toEqual([])
    expect(await examine(db, filesInFolder(place.dataDir), Date.now())).toEqual([])
    // The very life that it was copied from: keys, epoch and all.
    const meta = async (q: typeof db.q) =>
      q.selectFrom('meta').selectAll().where('key', 'in', ['epoch', 'server_secret']).orderBy('key').execute()
    expect(await meta(db.q)).toEqual(await meta(ground.app.db.q))
    await db.close()
    expect(readFileSync(join(place.dataDir, 'files', icon), 'utf8')).toBe('an icon that people see')
    // That it went well is where metrics read it.
    const noted = await ground.app.db.q.selectFrom('meta').select('value').where('key', '=', 'backup_at').executeTakeFirstOrThrow()
    expect(Date.parse(noted.value)).toBeGreaterThan(0)
  })

  test('[BK2] a copy in which anything is not as it was written is found out, and nothing of it is put back', async () => {
    const { manifest } = await copyTo('whole')
    expect((await verifyCopy(at('whole'))).findings).toEqual([])
    const piece = must(
      manifest.pieces.find(({ path }) => path.endsWith('sqlite') || path.includes('sync_mutation')),
      'a piece',
    ).path
    const flip = (path: string): void => {
      const bytes = readFileSync(path)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(path, bytes)
    }
    const harms: readonly (readonly [name: string, harm: (folder: string) => void, told: string])[] = [
      ['cut', (folder) => truncateSync(join(folder, piece), 100), `${piece} has 100 bytes and was written with`],
      ['flipped', (folder) => flip(join(folder, piece)), `${piece} has another content than was written`],
      ['piece-gone', (folder) => rmSync(join(folder, piece)), `${piece} is missing`],
      ['file-gone', (folder) => rmSync(join(folder, 'files', icon)), `files/${icon} is missing`],
      ['file-flipped', (folder) => flip(join(folder, 'files', icon)), `files/${icon} has another content`],
      [
        'edited',
        (folder) => {
          const text = readFileSync(join(folder, manifestFile), 'utf8')
          writeFileSync(join(folder, manifestFile), text.replace(`"program": "test"`, `"program": "other"`))
        },
        'was changed after it was written',
      ],
      ['unread', (folder) => writeFileSync(join(folder, manifestFile), '{'), 'is not what a copy of this program says of itself'],
      ['unmade', (folder) => rmSync(join(folder, manifestFile)), 'There is no complete copy'],
    ]
    for (const [name, harm, told] of harms) {
      // Nothing of it is shared with the good one.
      cpSync(at('whole'), at(name), { recursive: true })
      harm(at(name))
      const place = await ground.empty(`of-${name}`)
      const putBack = async () => restore(await copyFor(at(name)), { ...place, fileStore: inFolders })
      await expect(putBack(), name).rejects.toThrow(told)
      if (kind === 'sqlite') expect(existsSync(place.dataDir), name).toBe(false)
      rmSync(at(name), { recursive: true })
    }
    const said = await command((await ground.empty('by-hand')).settings, 'restore', at('nowhere'))
    expect(said.code).toBe(1)
  })

  test('[BK3] a disk that is full, or a copy that is cut short, leaves nothing that looks complete', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    for (const ends of ['.ndjson.gz', icon, manifestFile]) {
      const disk = {
        ...nodeCopyDisk,
        pour: (path: string, source: AsyncIterable<Uint8Array>) =>
          path.endsWith(ends) ? Promise.reject(full) : nodeCopyDisk.pour(path, source),
      }
      if (kind === 'sqlite' && ends === '.ndjson.gz') continue
      await expect(copyTo('no-room', { disk, from: at('nowhere') })).rejects.toThrow('The disk of the copies is full: nothing was kept')
      expect(readdirSync(join(ground.dir, 'copies')).filter((name) => name.startsWith('no-room'))).toEqual([])
    }
    // Killed as soon as its folder is there.
    const child = spawn(process.execPath, [commands, 'backup', at('cut-short')], {
      env: { ...process.env, ...ground.settings },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    while (!existsSync(`${at('cut-short')}.part`) && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await ended
    expect(existsSync(at('cut-short'))).toBe(false)
    const copies = await completeCopies(join(ground.dir, 'copies'))
    expect(copies.map(({ folder }) => folder)).not.toContain(at('cut-short.part'))
    // Whoever made it may be at work yet: it is not begun over it.
    await expect(copyTo('cut-short')).rejects.toThrow('another copy is under way, or one broke off')
    rmSync(`${at('cut-short')}.part`, { recursive: true })
    await expect(copyTo('whole')).rejects.toThrow('never written over another')
  })

  test('[BK4] files that a former copy has are linked, one that went bad there is read anew, and one that the server lost is told', async () => {
    const former = await copyTo('former', { from: at('nowhere') })
    expect(former).toMatchObject({ linked: 0, wrong: [] })
    const next = await copyTo('next', { from: at('former') })
    expect(next).toMatchObject({ linked: former.manifest.files.count, wrong: [] })
    expect(statSync(join(at('next'), 'files', icon)).ino).toBe(statSync(join(at('former'), 'files', icon)).ino)

    rmSync(join(at('former'), 'files', icon))
    writeFileSync(join(at('former'), 'files', icon), 'an icon that nobody knows')
    const anew = await copyTo('anew', { from: at('former') })
    expect(anew).toMatchObject({ linked: former.manifest.files.count - 1, wrong: [] })
    expect(readFileSync(join(at('anew'), 'files', icon), 'utf8')).toBe('an icon that people see')

    const live = join(ground.app.dataDir, 'files', icon)
    renameSync(live, `${live}.kept`)
    writeFileSync(live, 'an icon that was changed')
    // A former copy that has it whole is where it comes from.
    expect(await copyTo('healed', { from: at('next') })).toMatchObject({ wrong: [] })
    const hurt = await copyTo('hurt', { from: at('nowhere') })
    expect(hurt.wrong).toEqual([expect.stringContaining(`the file ${icon} cannot be had`), expect.stringContaining(`has no file ${icon}`)])
    rmSync(live)
    renameSync(`${live}.kept`, live)
    for (const name of ['former', 'next', 'anew', 'healed', 'hurt']) rmSync(at(name), { recursive: true })
  })

  test('[BK5] what is kept are the newest complete copies, and an older one goes only when the new one is whole', async () => {
    const folder = join(ground.dir, 'nightly')
    const nightly = (name: string, keep: string) => command(ground.settings, 'backup', join(folder, name), '--keep', keep)
    // The parent is nobody's to invent: a disk that is not mounted is not written beside.
    expect((await nightly('a', '2')).code).toBe(1)
    mkdirSync(folder)
    for (const name of ['a', 'b', 'c']) {
      const made = await nightly(name, '2')
      expect(made, made.said).toMatchObject({ code: 0 })
    }
    expect(readdirSync(folder)).toEqual(['b', 'c'])
    // What was cut off long ago goes, and what is under way stays.
    for (const name of ['old.part', 'young.part']) mkdirSync(join(folder, name))
    utimesSync(join(folder, 'old.part'), 0, 0)
    expect(await keepNewest(folder, 2, Date.now())).toEqual([join(folder, 'old.part')])
    // A new copy that says that the server lost something removes nothing.
    const live = join(ground.app.dataDir, 'files', icon)
    renameSync(live, `${live}.kept`)
    for (const name of ['b', 'c']) rmSync(join(folder, name, 'files', icon))
    const hurt = await nightly('d', '1')
    expect(hurt).toMatchObject({ code: 1, said: expect.stringContaining('no older copy was removed') })
    expect(readdirSync(folder)).toEqual(['b', 'c', 'd', 'young.part'])
    renameSync(`${live}.kept`, live)
  })

  test('[BK6] nothing is put back over anything, by a program that is too old, or from a database that does not answer', async () => {
    const place = await ground.empty('taken')
    await copyTo('again', { from: at('nowhere') })
    expect(await command(place.settings, 'restore', at('again'))).toMatchObject({ code: 0 })
    const twice = await command(place.settings, 'restore', at('again'))
    expect(twice).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
    const over = await command(ground.settings, 'restore', at('again'))
    expect(over).toMatchObject({ code: 1, said: expect.stringContaining('nothing is ever written over') })

    const manifest = await readManifest(at('again'))
    writeFileSync(join(at('again'), manifestFile), JSON.stringify(sealed({ ...manifest, schema: 999, program: '2999.1.0' })))
    const newer = await command((await ground.empty('newer')).settings, 'restore', at('again'))
    expect(newer).toMatchObject({ code: 1, said: expect.stringContaining('The copy has schema 999, made by 2999.1.0') })

    if (kind !== 'postgres') return
    const wrong = new URL(must(ground.databaseUrl, 'a database'))
    wrong.password = 'not-the-password-4711'
    wrong.pathname = '/there-is-none'
    for (const ask of ['backup', 'restore']) {
      const refused = await command(
        { ...ground.settings, DATABASE_URL: wrong.href },
        ask,
        ask === 'backup' ? at('never') : at('while-writing'),
      )
      expect(refused.code, ask).toBe(1)
      expect(refused.said).not.toContain('4711')
      expect(refused.said.trim().split('\n')).toHaveLength(ask === 'backup' ? 1 : 2)
    }
    expect(existsSync(at('never'))).toBe(false)
  })

  test('[BK7] of several copies the newest that is not after a moment is put back', async () => {
    const folder = join(ground.dir, 'copies')
    const copies = await completeCopies(folder)
    expect(copies.length).toBeGreaterThan(1)
    const [first, second] = [must(copies[0], 'a copy'), must(copies[1], 'another')]
    expect((await copyFor(folder)).folder).toBe(must(copies.at(-1), 'the newest').folder)
    expect((await copyFor(folder, second.manifest.takenAt)).folder).toBe(second.folder)
    const between = new Date(Date.parse(second.manifest.takenAt) - 1).toISOString()
    expect((await copyFor(folder, between)).folder).toBe(first.folder)
    await expect(copyFor(folder, '2000-01-01T00:00:00.000Z')).rejects.toThrow('is from 2000-01-01T00:00:00.000Z or before')
    await expect(copyFor(second.folder, between)).rejects.toThrow('which is after')
    const senseless = await command((await ground.empty('when')).settings, 'restore', folder, '--until', 'yesterday')
    expect(senseless).toMatchObject({ code: 1, said: expect.stringContaining('--until takes a moment') })
  })

  test('[BK12] files that are kept in the database are files in a copy, and come back to where the settings keep them', async () => {
    const settings = { ...ground.settings, FILES: 'database' }
    expect(await command(settings, 'files', 'copy')).toMatchObject({ code: 0 })
    const live = join(ground.app.dataDir, 'files', icon)
    renameSync(live, `${live}.away`)
    const made = await command(settings, 'backup', at('of-database'), '--files-from', at('nowhere'))
    expect(made, made.said).toMatchObject({ code: 0 })
    expect(readFileSync(join(at('of-database'), 'files', icon), 'utf8')).toBe('an icon that people see')
    if (kind === 'postgres') expect(readdirSync(join(at('of-database'), 'tables')).filter((name) => name.startsWith('file_'))).toEqual([])
    const place = await ground.empty('in-database')
    const put = await command({ ...place.settings, FILES: 'database' }, 'restore', at('of-database'))
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
    expect(existsSync(join(place.dataDir, 'files', icon))).toBe(false)
    // Or in a folder, where that is asked for.
    const folder = await ground.empty('in-folder')
    expect(await command(folder.settings, 'restore', at('of-database'))).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder.dataDir, 'files', icon), 'utf8')).toBe('an icon that people see')
    renameSync(`${live}.away`, live)
  })
})
