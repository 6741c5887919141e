/** The process that draws one picture anew: its bytes on the standard input, what became of it to its parent. */
import { siteImageMost, widthsOf } from '#shared/site/file-rules.ts'
import sharp from 'sharp'
import type { Drawn } from './files-picture.ts'
import { inertSvg, sizeOfSvg } from './files-svg.ts'

/** Points that a picture may have at all: a file of some kilobytes can unpack to gigabytes. */
const pointsMost = 40_000_000
/** No form is higher: the format ends at 16,383. */
const heightMost = 8_000
const quality = 82

sharp.cache(false)
sharp.concurrency(1)
// Of the many readers that the library has, those that are needed.
sharp.block({ operation: ['VipsForeignLoad'] })
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`)
sharp.unblock({ operation: readers })
const formats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif'])

const reading = { limitInputPixels: pointsMost, failOn: 'error', animated: false } as const

async function drawnOf(bytes: Buffer, isSvg: boolean): Promise<Drawn> {
  if (isSvg) {
    const text = inertSvg(bytes)
    if (text === 'unsafe' || text === 'unreadable') return { refused: text === 'unsafe' ? 'site_svg_unsafe' : 'site_image_unreadable' }
    const own = Buffer.from(text)
    // One that nobody can draw, or not in a reasonable time, is no picture.
    await sharp(own, reading).resize({ width: 240, height: 240, fit: 'inside' }).png().toBuffer()
    const size = sizeOfSvg(text)
    return { kind: 'svg', width: size?.width ?? null, height: size?.height ?? null, forms: { own } }
  }
  const { format } = await sharp(bytes, reading).metadata()
  if (!formats.has(format)) return { refused: 'file_content' }
  // Upright, in the colours of screens, and without whatever else the file held: where it was taken, and by whom.
  const { data, info } = await sharp(bytes, reading)
    .autoOrient()
    .resize({ width: siteImageMost, height: heightMost, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const form = (wanted: number): Promise<Buffer> =>
    sharp(data, { raw: { width, height, channels } }).resize({ width: wanted }).webp({ quality, smartSubsample: true }).toBuffer()
  const forms: Record<string, Buffer> = { own: await form(width) }
  for (const wanted of widthsOf(width)) forms[wanted] = await form(wanted)
  return { kind: 'webp', width, height, forms }
}

const parts: Uint8Array[] = []
for await (const part of process.stdin) parts.push(part)
let drawn: Drawn
try {
  drawn = await drawnOf(Buffer.concat(parts), process.argv[2] === 'svg')
} catch {
  // The library throws for bytes that are no picture, are broken, or unpack to too much: all are the sender's.
  drawn = { refused: 'site_image_unreadable' }
}
await new Promise<void>((resolve, reject) => {
  process.send?.(drawn, undefined, undefined, (error) => (error ? reject(error) : resolve()))
})
process.disconnect()
