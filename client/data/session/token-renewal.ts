import * as v from 'valibot'
import { signOut } from '#shared/accounts/routes.ts'
import { renewToken } from '#shared/accounts/token-routes.ts'
import { fromBase64, toBase64 } from '#sync/sealing/base64.ts'
import type { Box } from '#sync/storage/box.ts'
import { connection } from '#client/data/server/online.ts'
import { isPinned, noteTokenDue, sealedToken, tokenDue, tokenDueNoMore } from './pinned.ts'
import { requestRoute } from '#client/data/server/request.ts'
import { endForGood, hideToken, judgeRefusals, session, signedInHere, takeToken } from './session.ts'
import type { EndReason } from './session.ts'
import { storedCopied } from '#client/data/storage.ts'

/*
 * A browser's database does not overwrite: a token that once stood on the disk in clear can be found there long after it was sealed. So the
 * server is asked to take another one (LK7). The device makes it and seals it beside the former before it asks: whichever of both the
 * server took, the device has it, also when the reply was lost and the page with it.
 */

/** What is sealed of a session's tokens. A program of before sealed the one token alone. */
const keptSchema = v.object({
  token: v.string(),
  /** It stood on the disk in clear, or behind another PIN: another one is to take its place. */
  known: v.boolean(),
  /** The one that the server may have taken. */
  next: v.optional(v.string()),
  /** The one whose place this one took, by which other pages know it. */
  before: v.optional(v.string()),
  /** Of former sessions on this device, which the server is to end. */
  over: v.array(v.string()),
})
type Kept = v.InferOutput<typeof keptSchema>

/** How long a call that somebody waits for may take. */
const patienceMs = 10_000
/** Until what could not be found out is asked again. */
const againMs = 15_000

/** One page at a time: each may have another token in its memory. */
const alone = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`iip-token:${userId}`, work) : work()

async function keptIn(userId: string, box: Box): Promise<Kept | null> {
  const sealed = sealedToken(userId)
  if (sealed === null) return null
  const found = await box.open('token', [userId], fromBase64(sealed)).catch(() => null)
  // It had stood in clear before the PIN was set.
  if (typeof found === 'string') return { token: found, known: true, over: [] }
  const read = v.safeParse(keptSchema, found)
  return read.success ? read.output : null
}

const keep = async (userId: string, box: Box, kept: Kept): Promise<void> =>
  hideToken(userId, toBase64(await box.seal('token', [userId], kept)))

const isOwn = (userId: string): boolean => session().user?._id === userId

/** Seals the session's token, in the place of the one in clear, from which another one is to follow. */
export async function sealToken(userId: string, box: Box): Promise<void> {
  const { token } = session()
  if (token === null || !isOwn(userId)) return
  noteTokenDue(userId)
  await keep(userId, box, { token, known: true, over: [] })
}

/** What a program of before sealed stands sealed as this one does it. */
export async function sealTokenAnew(userId: string, box: Box): Promise<void> {
  const kept = await keptIn(userId, box)
  if (kept && isOwn(userId)) await keep(userId, box, kept)
}

/** Brings a session's token together with what was sealed: what another page changed meanwhile is taken, and a newer sign-in is sealed. */
export const takeSealedToken = (userId: string, box: Box): Promise<void> =>
  alone(userId, async () => {
    const { token } = session()
    if (!isOwn(userId)) return
    const kept = await keptIn(userId, box)
    if (kept && (token === null || token === kept.token || token === kept.before)) {
      // It lay in clear beside the sealed one.
      if (token === kept.token && tokenDue(userId) && !kept.known) await keep(userId, box, { ...kept, known: true })
      if (kept.known) noteTokenDue(userId)
      if (token !== kept.token) takeToken(userId, kept.token)
      return
    }
    if (token === null) return
    // What was found here lay in clear; whoever signed in on this page has one that never did.
    const known = !signedInHere()
    const over = kept ? [...kept.over, kept.token, ...(kept.next === undefined ? [] : [kept.next])] : []
    if (known || over.length > 0) noteTokenDue(userId)
    await keep(userId, box, { token, known, over })
  })

/** What the server said of a token: taken, ended, or nothing. */
type Said = 'yes' | EndReason | 'nothing'

async function ask(token: string, next: string): Promise<Said> {
  let ended: EndReason | undefined
  const identity = { token, onEnded: (code: EndReason) => void (ended = code) }
  const tokenHash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(next))))
  const reply = await requestRoute(renewToken, { body: { tokenHash }, timeoutMs: patienceMs }, identity)
  return reply.ok ? 'yes' : (ended ?? 'nothing')
}

async function isOver(token: string): Promise<boolean> {
  let ended = false
  const reply = await requestRoute(signOut, { timeoutMs: patienceMs }, { token, onEnded: () => void (ended = true) })
  return reply.ok || ended
}

/** Which of two tokens opens the session from now on: the server is asked with the one, and then with the other. */
async function renewed(token: string, next: string): Promise<Said> {
  const said = await ask(token, next)
  return said === 'unauthenticated' ? ask(next, next) : said
}

const newToken = (): string =>
  toBase64(crypto.getRandomValues(new Uint8Array(32)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Has the server end the tokens that stood on this device (LK7), where that is due. `box`: null where there is no PIN any more. Resolves to
 * whether nothing is due any more; what cannot be asked now is asked at the next contact.
 */
export const renewDue = (userId: string, box: Box | null): Promise<boolean> =>
  alone(userId, async () => {
    if (!isOwn(userId) || tokenDue(userId) === null) return true
    await (box ? renewSealed(userId, box) : renewClear(userId))
    return tokenDue(userId) === null
  })

async function renewSealed(userId: string, box: Box): Promise<void> {
  let kept = await keptIn(userId, box)
  if (!kept) return tokenDueNoMore(userId)
  const { token: former } = kept
  const over: string[] = []
  for (const token of kept.over) if (!(await isOver(token))) over.push(token)
  if (kept.known) {
    const next = kept.next ?? newToken()
    kept = { ...kept, next }
    await keep(userId, box, kept)
    await storedCopied()
    const said = await renewed(kept.token, next)
    if (said === 'unauthenticated' || said === 'revoked') return isOwn(userId) ? endForGood(said) : undefined
    if (said === 'yes') kept = { token: next, known: false, before: former, over }
  }
  // Whoever signed out meanwhile left nothing to be kept.
  if (!isOwn(userId)) return
  await keep(userId, box, { ...kept, over })
  if (!kept.known && over.length === 0) tokenDueNoMore(userId)
  if (session().token === former && kept.token !== former) takeToken(userId, kept.token)
}

/** The PIN is taken off, and the server could not be asked, or may have answered without being heard: the one that it may have taken is kept. */
export async function nextInClear(userId: string, box: Box): Promise<void> {
  const next = tokenDue(userId) && (await keptIn(userId, box))?.next
  if (next) noteTokenDue(userId, next)
}

async function renewClear(userId: string): Promise<void> {
  const { token } = session()
  if (token === null) return tokenDueNoMore(userId)
  const next = tokenDue(userId)?.next ?? newToken()
  noteTokenDue(userId, next)
  await storedCopied()
  const said = await renewed(token, next)
  if (!isOwn(userId)) return
  if (said === 'unauthenticated' || said === 'revoked') return endForGood(said)
  if (said === 'nothing') return
  takeToken(userId, next)
  // Where a PIN was set meanwhile it seals what the page holds.
  if (!isPinned(userId)) hideToken(userId, null)
  tokenDueNoMore(userId)
}

/** The PIN changes, or is taken off: what stood sealed under the former one, which somebody may know or guess on a copy, ends too. */
export async function renewBehind(userId: string, box: Box): Promise<void> {
  await alone(userId, async () => {
    const kept = await keptIn(userId, box)
    if (!kept) return
    noteTokenDue(userId)
    await keep(userId, box, { ...kept, known: true })
  })
  await renewDue(userId, box)
}

let watched: { readonly userId: string; readonly box: Box | null } | null = null
let judging = false

function look(): void {
  if (!watched) return
  const { userId, box } = watched
  renewDue(userId, box).catch((error: unknown) => console.error('token: renew', error))
}

/** From now on what is due is asked for whenever the server can be reached, and what a refusal means is found out before it ends a session. */
export function watchToken(userId: string, box: Box | null): void {
  if (!watched) connection.subscribe(() => (connection.online ? look() : undefined))
  watched = { userId, box }
  judgeRefusals((refused) => {
    if (judging) return true
    if (tokenDue(userId) === null && !(box && sealedToken(userId) !== null)) return false
    judging = true
    void judged(userId, box, refused).catch((error: unknown) => console.error('token: judge', error))
    return true
  })
  look()
}

async function judged(userId: string, box: Box | null, refused: string): Promise<void> {
  if (box) await takeSealedToken(userId, box)
  const settled = session().token !== refused || (await renewDue(userId, box))
  const free = (): void => void (judging = false)
  if (!settled) return void setTimeout(free, againMs)
  free()
  // Nothing took its place.
  if (isOwn(userId) && session().token === refused) endForGood('unauthenticated')
}
