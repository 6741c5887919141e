import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { iconMaxBytes } from '#shared/institutions/directory-routes.ts'
import sharp from 'sharp'
import { Turns } from '../../http/turns.ts'

/** Sides of a picture as it is kept, and how many points one may have that is read at all: a small file can unpack to gigabytes. */
const kept = { side: 256, quality: 82 } as const
const pointsMost = 40_000_000
/** Kinds of pictures that are read, by what their bytes say. */
const kinds: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'webp', 'gif', 'svg'])

// One at a time: each takes a core and much memory for a moment.
const turns = new Turns({ running: 1, waiting: 10 })
// Nothing of a picture is worth keeping for the next one.
sharp.cache(false)

/**
 * A picture that somebody sent, drawn anew: small (no side longer than `side` points), WebP, upright, without whatever else its file held. Fails: icon_too_large,
 * icon_unreadable (no picture by its bytes, broken, or one of far too many points), unavailable while too many wait.
 */
export async function iconFrom(bytes: Uint8Array, side: number = kept.side): Promise<Result<Uint8Array>> {
  if (bytes.length > iconMaxBytes) return fail('icon_too_large')
  const drawn = await turns.run(async (): Promise<Result<Uint8Array>> => {
    try {
      const picture = sharp(bytes, { limitInputPixels: pointsMost, failOn: 'error', animated: false })
      const { format } = await picture.metadata()
      if (!kinds.has(format)) return fail('icon_unreadable')
      const size = { width: side, height: side, fit: 'inside', withoutEnlargement: format !== 'svg' } as const
      return done(await picture.autoOrient().resize(size).webp({ quality: kept.quality }).toBuffer())
    } catch {
      // The library throws for bytes that are no picture, are broken, or unpack to too much: all are the sender's.
      return fail('icon_unreadable')
    }
  })
  return drawn.ok ? drawn.value : drawn
}
