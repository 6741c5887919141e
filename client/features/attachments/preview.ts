/** What of evidence is shown beside an answer; a picture by its pixels. */
export type Preview = { readonly type: 'application/pdf' } | { readonly type: 'image/png' | 'image/jpeg'; readonly pixels: number }

/** Beyond this a picture takes more memory than a telephone has: 40 million pixels are 160 MB. */
export const pixelsMost = 40_000_000

const begins = (bytes: Uint8Array, head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte)
const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegHead = [0xff, 0xd8, 0xff]
const pdfHead = [0x25, 0x50, 0x44, 0x46, 0x2d]

/**
 * What the bytes of a file are, whatever its name or its uploader says: nothing but these three is ever given to the browser to be
 * shown, so that no page, no drawing with scripts in it and no archive passes as evidence (EQ2). Null for everything else, and for a
 * picture whose size cannot be read or is beyond `pixelsMost`.
 */
export function previewOf(bytes: Uint8Array): Preview | null {
  if (begins(bytes, pdfHead)) return { type: 'application/pdf' }
  const type = begins(bytes, pngHead) ? 'image/png' : begins(bytes, jpegHead) ? 'image/jpeg' : null
  if (type === null) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = type === 'image/png' ? pngPixels(view) : jpegPixels(view)
  return pixels === null || pixels === 0 || pixels > pixelsMost ? null : { type, pixels }
}

const pngPixels = (view: DataView): number | null => (view.byteLength < 24 ? null : view.getUint32(16) * view.getUint32(20))

/** Width by height in the frame's header, which stands behind any number of other segments. */
function jpegPixels(view: DataView): number | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return view.getUint16(at + 5) * view.getUint16(at + 7)
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}
