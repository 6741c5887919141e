import { roles } from '#shared/access/roles.ts'
import type { Role } from '#shared/access/roles.ts'
import { meSchema } from '#shared/accounts/routes.ts'
import type { Actor } from '#shared/access/actor.ts'
import * as v from 'valibot'
import { useSyncExternalStore } from 'react'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import { withInFront } from '#client/data/in-front.ts'
import { isPinned, keepSealedToken, noteTokenDue, sealedToken, setPinned, tokenDueNoMore } from './pinned.ts'
import { isLeftAlone, setShared } from './shared-device.ts'
import { isOwnTab, readStored, storedCopied, writeStored } from '#client/data/storage.ts'

const tokenName = 'iip_local_token'
const userName = 'iip_user'
const knownName = 'iip_known_users'
/** Stored choice of the form. */
export const chosenFormName = 'formSelect'
/** When the person was here, for what is told of their last visit. */
export const visitName = 'visit'

const { _id, name, surname, email, kind, role, institutionId, institution, institutions } = meSchema.entries
const { formIdActive, evaluateActive, leader, showOnBoarding, chatUrl } = meSchema.entries

/**
 * The signed-in person as the server describes them, and as this device keeps them: what a program of before
 * did not write down, or one of later did otherwise, must not shut anybody out who is without a network.
 */
export const sessionUserSchema = v.object({
  _id,
  name,
  surname,
  email,
  kind,
  role: v.fallback(role, []),
  institutionId: v.nullish(institutionId.wrapped, null),
  institution: v.nullish(institution.wrapped, null),
  institutions: v.fallback(institutions, []),
  formIdActive: v.nullish(formIdActive.wrapped, null),
  evaluateActive: v.nullish(evaluateActive, false),
  leader: v.nullish(leader, false),
  showOnBoarding: v.nullish(showOnBoarding, false),
  chatUrl: v.nullish(chatUrl.wrapped, null),
  /** The institution in front was chosen here, and the server has not heard of it. */
  untold: v.optional(v.boolean()),
})
export type SessionUser = v.InferOutput<typeof sessionUserSchema>

/** Somebody whose data this device keeps. */
const knownUserSchema = v.object({
  user: sessionUserSchema,
  /** Changes and files that had not been sent when this was last written. */
  unsent: v.number(),
  lastSeenAt: v.string(),
  /** Others use this computer too: without a network nobody opens this person's data. */
  shared: v.optional(v.boolean(), false),
  /** Half-written texts among what was sealed. */
  texts: v.optional(v.number(), 0),
  /** When the account was found deactivated with work unsent: it stays on this device, shut, until somebody takes a copy or time is up. */
  sealedAt: v.optional(v.nullable(v.string()), null),
})
export type KnownUser = v.InferOutput<typeof knownUserSchema>

export interface Session {
  readonly token: string | null
  /** Whose data is open. Stays after the token has ended: work goes on and only sending waits (OB9). */
  readonly user: SessionUser | null
  /** Why sending waits for a new sign-in; null while the token is good. */
  readonly needsAuth: 'unauthenticated' | 'revoked' | null
  readonly known: readonly KnownUser[]
  /** They signed in on this page, and have not said with which of their institutions they work. */
  readonly arrived?: boolean
}

function parseStored<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null {
  const text = readStored(name)
  if (!text) return null
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    // Not JSON: somebody else wrote there. It counts as absent.
    return null
  }
}

function restore(): Session {
  const stored = parseStored(userName, sessionUserSchema)
  // Behind a PIN nothing is open, however long it was left.
  const leftAlone = stored !== null && !isPinned(stored._id) && isLeftAlone(stored._id, Date.now())
  if (leftAlone) {
    writeStored(tokenName, null)
    writeStored(userName, null)
  }
  const user = leftAlone ? null : stored
  const token = readStored(tokenName)
  const sealed = user !== null && sealedToken(user._id) !== null
  // Whoever has a copy of the disk has it, too: once it is sealed it ends.
  if (user && token && isPinned(user._id)) noteTokenDue(user._id)
  return {
    token: user ? token : null,
    user,
    needsAuth: user && !token && !sealed ? 'unauthenticated' : null,
    known: parseStored(knownName, v.array(knownUserSchema)) ?? [],
  }
}

let current: Session = restore()
/** Of the token: it was granted on this page, and not found on the device. */
let isFresh = false
const listeners = new Set<() => void>()

function change(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

export const session = (): Session => current

/** Whether the browser's next start finds who is signed in here. */
export const sessionIsKept = (): boolean => !isOwnTab() && readStored(userName) !== null

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribeSession, session)

/** Takes over what localStorage says now: it had lost it when this page began. */
export const rereadSession = (): void => change(restore())

// Another tab signed in or out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.key !== tokenName && event.key !== userName && event.key !== knownName) return
  const { user, token, needsAuth, arrived = false } = current
  const restored = restore()
  // What a PIN hides this page has in memory alone.
  if (restored.user && restored.user._id === user?._id && isPinned(user._id) && restored.token === null)
    return change({ ...restored, token, needsAuth: token === null ? restored.needsAuth : needsAuth, arrived })
  // Whoever just signed in here is still to be asked with which institution they work.
  change({ ...restored, arrived: arrived && restored.user?._id === user?._id })
})

function remember(known: readonly KnownUser[]): readonly KnownUser[] {
  writeStored(knownName, known.length === 0 ? null : JSON.stringify(known))
  return known
}

const withKnown = (entry: KnownUser): readonly KnownUser[] =>
  remember([entry, ...current.known.filter((known) => known.user._id !== entry.user._id)])

function withKnownKept(entry: KnownUser): void {
  current = { ...current, known: withKnown(entry) }
}

const knownEntry = (id: string): KnownUser | undefined => current.known.find((known) => known.user._id === id)

/** Behind a PIN no token stands on the disk in clear: it is sealed as soon as the key is there. */
const writeToken = ({ _id: id }: SessionUser, token: string | null): void => writeStored(tokenName, isPinned(id) ? null : token)

/** The token that stands: the one that was sealed, or the one that took its place. */
export function takeToken(userId: string, token: string): void {
  if (current.user?._id === userId) change({ ...current, token, needsAuth: null })
}

/** From now on the person's token stands on this device as `sealed`, and in clear nowhere; null: in clear again. */
export function hideToken(userId: string, sealed: string | null): void {
  setPinned(userId, sealed !== null)
  keepSealedToken(userId, sealed)
  if (current.user?._id === userId) writeToken(current.user, current.token)
}

/**
 * Whether the person showed who they are on this page. A token that lay on the device in clear, left there by a browser that was killed
 * or by an application of before, shows nothing (LK4).
 */
export const signedInHere = (): boolean => current.token !== null && isFresh

/** A sign-in that the server granted. `shared`: others use this computer too. */
export function openSession(user: SessionUser, token: string, { shared = false }: { shared?: boolean | undefined } = {}): void {
  setShared(shared ? user._id : null, Date.now())
  isFresh = true
  if (!isPinned(user._id)) tokenDueNoMore(user._id)
  writeToken(user, token)
  writeStored(userName, JSON.stringify(user))
  const unsent = knownEntry(user._id)?.unsent ?? 0
  const known = withKnown({ user, unsent, lastSeenAt: new Date().toISOString(), shared, texts: 0, sealedAt: null })
  change({ token, user, needsAuth: null, known, arrived: user.institutions.length > 1 })
}

/** Opens what this device keeps of somebody who signed in here before, without a network. Sending waits for a sign-in. */
export function openOffline(known: KnownUser): void {
  writeStored(userName, JSON.stringify(known.user))
  writeStored(tokenName, null)
  const needsAuth = sealedToken(known.user._id) === null ? 'unauthenticated' : null
  change({ ...current, token: null, user: known.user, needsAuth })
}

export type EndReason = 'unauthenticated' | 'revoked'

/** Finds out whether another token took the place of one that the server refused; false where there is no such thing. */
let judge: (refused: string) => boolean = () => false
export const judgeRefusals = (by: typeof judge): void => void (judge = by)

/**
 * The server no longer takes the token. Nothing local is touched but the token. `refused`: the one that it refused; a call that was on its
 * way while another one took its place ends nothing.
 */
export function endSession(reason: EndReason, refused = current.token): void {
  const { user, token, needsAuth } = current
  if (!user || needsAuth === reason || refused !== token) return
  if (reason === 'unauthenticated' && token !== null && judge(token)) return
  endForGood(reason)
}

/** The same, once nothing is to be found out any more. */
export function endForGood(reason: EndReason): void {
  if (!current.user) return
  writeStored(tokenName, null)
  keepSealedToken(current.user._id, null)
  tokenDueNoMore(current.user._id)
  change({ ...current, token: null, needsAuth: reason })
}

/**
 * The person leaves. `forget` when their data left this device with them. Resolves, and the page is told, once the copy of what is
 * stored forgot them too: a page that is left before that leaves them in it.
 */
export async function closeSession({ forget }: { forget: boolean }): Promise<void> {
  const id = current.user?._id
  writeStored(tokenName, null)
  writeStored(userName, null)
  // Which form was in front is the former person's business (SD2).
  writeStored(chosenFormName, null)
  setShared(null, Date.now())
  writeStored(visitName, null)
  if (forget && id !== undefined) {
    setPinned(id, false)
    tokenDueNoMore(id)
  }
  const known = forget ? remember(current.known.filter((entry) => entry.user._id !== id)) : current.known
  current = { token: null, user: null, needsAuth: null, known }
  await storedCopied()
  change(current)
}

/** The account was deactivated with work unsent: nobody opens it any more, and the sign-in page tells of it (SD3). */
export async function sealSession(left: { readonly unsent: number; readonly texts: number }): Promise<void> {
  const entry = current.user && knownEntry(current.user._id)
  if (entry) withKnownKept({ ...entry, ...left, sealedAt: new Date().toISOString() })
  await closeSession({ forget: false })
}

/** Somebody's sealed work has left this device. */
export const forgetKnown = (userId: string): void =>
  change({ ...current, known: remember(current.known.filter((entry) => entry.user._id !== userId)) })

/** A shared computer was left alone: who comes signs in, and what this person did waits for them. */
export const lockSession = (): Promise<void> => closeSession({ forget: false })

/** Has one of the person's institutions in front from now on, also without a network. */
export function chooseInFront(institutionId: InstitutionId): void {
  const { user } = current
  current = { ...current, arrived: false }
  if (user) updateUser({ ...withInFront(user, institutionId), untold: true })
}

/**
 * Fresh copy of the signed-in person, from `auth/me` or after an edit of the profile. What was chosen here and is still to be told
 * stays in front.
 */
export function updateUser(fresh: SessionUser, { told = false }: { readonly told?: boolean } = {}): void {
  if (current.user?._id !== fresh._id) return
  const untold = !told && (fresh.untold ?? current.user.untold) === true
  const chosen = fresh.untold === true ? fresh.institutionId : current.user.institutionId
  const user = untold ? { ...withInFront(fresh, chosen), untold } : fresh
  writeStored(userName, JSON.stringify(user))
  const { unsent = 0, shared = false } = knownEntry(user._id) ?? {}
  change({ ...current, user, known: withKnown({ user, unsent, lastSeenAt: new Date().toISOString(), shared, texts: 0, sealedAt: null }) })
}

/** Writes down again who is signed in: the browser erased what this device kept, under the open application. */
export function rewriteSession(): void {
  const { token, user, known } = current
  if (!user) return
  writeToken(user, token)
  writeStored(userName, JSON.stringify(user))
  remember(known)
  setShared(knownEntry(user._id)?.shared === true ? user._id : null, Date.now())
}

/** How much of the signed-in person's work has not been sent: shown at the login page without opening their data. */
export function recordUnsent(userId: string, unsent: number): void {
  const entry = current.known.find((known) => known.user._id === userId)
  if (!entry || entry.unsent === unsent) return
  change({ ...current, known: remember(current.known.map((known) => (known === entry ? { ...known, unsent } : known))) })
}

export const actorOf = (user: SessionUser): Actor => ({
  id: user._id,
  kind: user.kind,
  name: `${user.name} ${user.surname}`.trim(),
  institutionId: user.institutionId,
  // What a program of before kept of them names one.
  ...(user.institutions.length > 0 ? { institutionIds: user.institutions.map((each) => each._id) } : {}),
})

/** Highest of the person's roles in their institution; undefined for the lab's staff and before any assignment. */
export const topRole = (user: SessionUser): Role | undefined => roles.find((role) => user.role.includes(role))
