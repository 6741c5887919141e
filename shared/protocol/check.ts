import type { WireRow } from './pull.ts'

const fnvOffset = 0x811c9dc5
const fnvPrime = 0x01000193

/** 32-bit FNV-1a over the UTF-16 code units of a row's table, id and version. */
function hashOf(row: Pick<WireRow, 't' | 'i' | 'v'>): number {
  const text = `${row.t}\n${row.i}\n${row.v}`
  let hash = fnvOffset
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime)
  }
  return hash >>> 0
}

/**
 * What a scope's rows must add up to on both sides of a pull: how many, and the sum of their hashes
 * modulo 2^32 as 8 hex digits. The order of the rows does not matter.
 */
export function checkOf(rows: Iterable<Pick<WireRow, 't' | 'i' | 'v'>>): { count: number; hash: string } {
  let count = 0
  let sum = 0
  for (const row of rows) {
    count += 1
    sum = (sum + hashOf(row)) >>> 0
  }
  return { count, hash: sum.toString(16).padStart(8, '0') }
}
