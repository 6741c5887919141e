import type { Box, Kind } from '../storage/box.ts'

const nonceBytes = 12

/** Seals as releases until 2026.11 did: the tag names the kind alone, and what is typed has none. */
export async function formerBox(bytes: Uint8Array<ArrayBuffer>): Promise<Box> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt'])
  const sealed = async (first: number, kind: Kind, value: unknown): Promise<Uint8Array<ArrayBuffer>> => {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
    const text = value instanceof Uint8Array ? Uint8Array.of(1, ...value) : new TextEncoder().encode(`\0${JSON.stringify(value)}`)
    const additionalData = new TextEncoder().encode(`iip ${kind}`)
    const made = new Uint8Array(
      await crypto.subtle.encrypt(first === 1 ? { name: 'AES-GCM', iv, additionalData } : { name: 'AES-GCM', iv }, key, text),
    )
    return Uint8Array.of(first, ...iv, ...(first === 1 ? made : made.subarray(0, text.length)))
  }
  const box: Pick<Box, 'seal' | 'sealNow'> = {
    // Every text that is being typed was sealed so, but for what was longer than a stream.
    seal: (kind, _place, value) => sealed(kind === 'draft' ? 2 : 1, kind, value),
    sealNow: () => null,
  }
  return box as Box
}
