import { fail, failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { partsMost } from './limits.ts'
import { SheetScan } from './sheet-scan.ts'

/** What is known of an archive before anything parses it. */
export interface Guarded {
  /** What each sheet holds that a reader of values does not tell, by the name of its part in small letters. */
  readonly scans: ReadonlyMap<string, SheetScan>
  /** Parts that say which sheets there are, by their names in small letters. */
  readonly texts: ReadonlyMap<string, string>
  /** What says how cells show what they hold; '' where nothing does. */
  readonly styles: string
}

const isXml = /\.(?:xml|rels)$/i
const isSheet = (name: string): boolean => /^xl\/.*\.xml$/is.test(name) && /sheet/i.test(name.slice(name.lastIndexOf('/')))
const isIndex = /^xl\/(?:workbook\d*\.xml|_rels\/workbook\d*\.xml\.rels)$/i
const isStyles = (name: string): boolean => /^xl\/[^/]*\.xml$/i.test(name) && /styles/i.test(name)
/** Longest that the parts may be that name the sheets, and those of their styles. */
const indexMost = 2 ** 20
const stylesMost = 2 ** 23

/**
 * Looks through an archive once, as it unpacks, and keeps none of it: how many parts, how large, whether they are what the directory
 * says, and whether one declares entities. Fails: workbook_damaged, workbook_locked, workbook_parts, workbook_unpacks, workbook_unsafe.
 */
export async function guardZip(bytes: Buffer, unpackedMost: number): Promise<Result<Guarded>> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > partsMost) return fail('workbook_parts', { n: partsMost })
    return await lookThrough(zip, unpackedMost)
  } catch {
    // Whatever the archive says of itself and is not true: no reader would make more of it.
    return fail('workbook_damaged')
  }
}

async function lookThrough(zip: ZipFile, unpackedMost: number): Promise<Result<Guarded>> {
  const scans = new Map<string, SheetScan>()
  const texts = new Map<string, string>()
  let announced = 0
  for await (const entry of zip.eachEntry()) {
    announced += entry.uncompressedSize
    if (announced > unpackedMost) return fail('workbook_unpacks', { mb: Math.floor(unpackedMost / 2 ** 20) })
    if (entry.isEncrypted()) return fail('workbook_locked')
    const wrong = await lookAt(zip, entry, scans, texts)
    if (wrong) return { ok: false, failure: wrong }
  }
  const [styles = ''] = [...texts].flatMap(([name, text]) => (isStyles(name) ? [text] : []))
  return done({ scans, texts: new Map([...texts].filter(([name]) => isIndex.test(name))), styles })
}

/** Unpacks one part to its end, so that one that is larger than it says is found out. */
async function lookAt(zip: ZipFile, entry: Entry, scans: Map<string, SheetScan>, texts: Map<string, string>): Promise<Failure | undefined> {
  const name = entry.fileName
  const scan = isSheet(name) ? new SheetScan() : undefined
  const index: Buffer[] = []
  let tail = ''
  const stream = await zip.openReadStreamPromise(entry)
  for await (const piece of stream) {
    const part: Buffer = piece
    if (!isXml.test(name)) continue
    const text = part.toString('latin1')
    if (declares.test(tail + text)) return failure('workbook_unsafe')
    tail = text.slice(-declaresLength)
    scan?.push(text)
    if (isIndex.test(name) || isStyles(name)) index.push(part)
  }
  if (scan) scans.set(name.toLowerCase(), scan)
  if (index.length > 0 && entry.uncompressedSize <= (isStyles(name) ? stylesMost : indexMost))
    texts.set(name.toLowerCase(), Buffer.concat(index).toString('utf8'))
  return undefined
}

/** No program writes these into a workbook: only who wants a reader to follow them. */
const declares = /<!(?:DOCTYPE|ENTITY)/i
const declaresLength = 9
