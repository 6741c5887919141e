import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { openPromise, type Entry } from 'yauzl'

/** Something in an archive that is not as its maker left it. */
export interface ArchiveFinding {
  readonly path: string
  readonly what: string
}

export interface VerifiedArchive {
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string
  readonly bytes: number
  readonly files: number
  readonly findings: readonly ArchiveFinding[]
}

/** Findings that are named one by one. */
const namedMost = 100
/** Largest of the files that are read whole: the lists of an archive, and no content. */
const wholeMost = 64 * 2 ** 20

const proofSchema = v.looseObject({ libro: v.object({ ultima: v.string(), sha256: v.string() }), auditoria: v.string() })
const packageSchema = v.looseObject({
  resources: v.array(
    v.looseObject({
      path: v.string(),
      bytes: v.number(),
      hash: v.string(),
      rows: v.number(),
      schema: v.looseObject({ fields: v.array(v.looseObject({ name: v.string() })) }),
    }),
  ),
})
const attachedSchema = v.looseObject({ ruta: v.nullable(v.string()), sha256: v.string() })

/** What was taken down of one entry as it went by. */
interface Seen {
  readonly sha256: string
  readonly bytes: number
  /** Lines, of a file of JSON Lines. */
  readonly lines: number
}

/**
 * Checks everything that an archive holds against its own lists, reading it once and holding none of it: that each file is the one that the
 * manifest names, that there is no other, that tables are those of the package, and that files which people attached have the digest that
 * their rows say. Rejects where the file is no zip at all. `tick` is told now and then that it goes on.
 */
export async function verifyArchive(path: string, tick?: () => Promise<void>): Promise<VerifiedArchive> {
  const findings: ArchiveFinding[] = []
  const find = (where: string, what: string): void => void (findings.length < namedMost && findings.push({ path: where, what }))
  const seen = new Map<string, Seen>()
  const whole = new Map<string, string>()
  const attached: { readonly ruta: string; readonly sha256: string }[] = []
  const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (!isSafe(fileName)) find(fileName, 'its name leads out of the archive')
      if (seen.has(fileName)) find(fileName, 'there are two of this name')
      if (entry.isEncrypted()) {
        find(fileName, 'it is locked')
        continue
      }
      try {
        seen.set(fileName, await looked(await zip.openReadStreamPromise(entry), entry, { whole, attached }))
      } catch (error) {
        // Bytes that do not unpack, or not to the size that the list says.
        find(fileName, `it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
        seen.set(fileName, { sha256: '', bytes: 0, lines: 0 })
      }
      await tick?.()
    }
  } catch (error) {
    // A list that leads out of the archive, or is none: what was read before it is told all the same.
    find(path, `its list cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    zip.close()
  }
  againstManifest(whole.get('manifest.sha256'), seen, find)
  againstPackage(whole.get('datapackage.json'), seen, find)
  for (const { ruta, sha256 } of attached)
    if (seen.get(ruta)?.sha256 !== sha256) find(ruta, 'it is not the file that was attached, or it is gone')
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return { sha256: hash.digest('hex'), bytes: (await stat(path)).size, files: seen.size, findings }
}

const isSafe = (name: string): boolean =>
  !/^[/\\]|[\\\0]|^[a-z]:/i.test(name) && !name.split('/').some((part) => part === '..' || part === '.' || part === '')

const isWhole = (name: string): boolean => name === 'manifest.sha256' || name === 'datapackage.json' || name === 'prueba.json'

async function looked(
  source: Readable,
  { fileName, uncompressedSize }: Entry,
  into: { readonly whole: Map<string, string>; readonly attached: { readonly ruta: string; readonly sha256: string }[] },
): Promise<Seen> {
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  const kept: Buffer[] = []
  const keeps = isWhole(fileName) && uncompressedSize <= wholeMost
  const weighed = async function* (): AsyncGenerator<Buffer, void> {
    for await (const given of source) {
      const piece: Buffer = given
      hash.update(piece)
      bytes += piece.length
      if (keeps) kept.push(piece)
      yield piece
    }
  }
  if (fileName.endsWith('.jsonl')) {
    for await (const line of createInterface({ input: Readable.from(weighed()), crlfDelay: Infinity })) {
      if (line === '') continue
      lines += 1
      if (fileName !== 'datos/jsonl/archivos.jsonl') continue
      const { ruta, sha256 } = v.parse(attachedSchema, JSON.parse(line))
      if (ruta !== null) into.attached.push({ ruta, sha256 })
    }
  } else {
    const all = weighed()
    while ((await all.next()).done !== true);
  }
  if (keeps) into.whole.set(fileName, Buffer.concat(kept).toString('utf8'))
  return { sha256: hash.digest('hex'), bytes, lines }
}

type Find = (path: string, what: string) => void

function againstManifest(text: string | undefined, seen: ReadonlyMap<string, Seen>, find: Find): void {
  if (text === undefined) return find('manifest.sha256', 'it is gone')
  const named = new Set(['manifest.sha256'])
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, sha256 = '', path = ''] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (path === '') {
      find('manifest.sha256', `a line of it is none: ${line.slice(0, 80)}`)
      continue
    }
    named.add(path)
    const found = seen.get(path)
    if (!found) find(path, 'the manifest names it and it is gone')
    else if (found.sha256 !== sha256) find(path, 'it is not as it was: its SHA-256 is another one')
  }
  for (const path of seen.keys()) if (!named.has(path)) find(path, 'the manifest does not name it')
}

function againstPackage(text: string | undefined, seen: ReadonlyMap<string, Seen>, find: Find): void {
  const parsed = v.safeParse(packageSchema, parsedJson(text))
  if (!parsed.success) return find('datapackage.json', 'it is gone, or does not say what the tables are')
  for (const { path, bytes, hash, rows } of parsed.output.resources) {
    const found = seen.get(path)
    if (found?.bytes !== bytes || hash !== `sha256:${found.sha256}`) find(path, 'it is not the table that the package describes')
    const lines = seen.get(path.replaceAll('csv', 'jsonl'))?.lines
    if (lines !== undefined && lines !== rows) find(path, `the package counts ${rows} rows, and the JSON Lines have ${lines}`)
  }
}

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Told by the caller: it is not what it should be.
    return undefined
  }
}

/** What an archive says of the platform that made it, to be held against its database. Undefined where it says nothing. */
export async function proofIn(
  path: string,
): Promise<
  { readonly auditEnd: string; readonly ledger: { readonly ultima: string; readonly sha256: string }; readonly formId: string } | undefined
> {
  const whole = new Map<string, string>()
  const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'prueba.json') await looked(await zip.openReadStreamPromise(entry), entry, { whole, attached: [] })
  } finally {
    zip.close()
  }
  const parsed = v.safeParse(v.looseObject({ ...proofSchema.entries, formulario: v.string() }), parsedJson(whole.get('prueba.json')))
  if (!parsed.success) return undefined
  return { auditEnd: parsed.output.auditoria, ledger: parsed.output.libro, formId: parsed.output.formulario }
}
