import { pageAddress } from '#shared/addresses.ts'
import { addressOf, addressText } from '#shared/accounts/address.ts'
import { fullName } from '#shared/accounts/model.ts'
import { letterData, type LetterData, type LetterTemplate } from '#shared/contract/letter.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import { holdAccount } from '../features/accounts/holding.ts'
import { mintToken } from '../features/accounts/tokens.ts'
import { isLetterHour, isStillAhead, nextLetterHour } from '#shared/reminders/rules.ts'
import { optedOut } from '../features/reminders/opt-outs.ts'
import type { Carrier, Mailbox } from '../email/carrier.ts'
import { backoffSeconds, endedQuietly, forgottenOnce, nobodyToWriteTo } from '../email/outbox.ts'
import { isTemplate, letterText, oneLine, pageIn, type TextTemplate } from '../email/letters.ts'
import { userColumns } from '../http/session.ts'
import type { Server } from '../server.ts'
import { asSpan, noSpans } from '../spans.ts'
import { inTrace } from '../trace.ts'
import type { LetterTable, UserTable } from '../db/schema.ts'
import { gather, latestOf } from './gathering.ts'
import { isPermanentRefusal } from './refusals.ts'

/** Letters that are looked for at one time. */
const atOnce = 50
/** So many people's are carried side by side: one that a mail server takes long over holds up nobody else's. */
const sideBySide = 4
/** Somebody sits in front of the screen and waits for these: they go before what was written to many. */
const urgent: readonly LetterTemplate[] = ['recovery', 'signInClosed']

type Deps = Pick<Server, 'db' | 'now' | 'log' | 'publicUrl' | 'optOuts'> & Partial<Pick<Server, 'spans'>>

/**
 * Carries the letters that are due, until none is or the server stops. An outage delays them; it never fails what they tell of. Returns
 * how many went.
 */
export async function carryLetters(deps: Deps, carrier: Carrier, stopping?: AbortSignal): Promise<number> {
  let carried = 0
  for (;;) {
    // Those of one person keep their order: of two that let somebody in the later one counts.
    const due = Map.groupBy(await dueLetters(deps), ({ to_user }) => to_user)
    const people = due.values()
    const carryOn = async (): Promise<void> => {
      for (const letters of people) {
        for (const letter of letters) {
          if (stopping?.aborted) return
          if (await inTrace(letter.trace, () => carryTold(deps, carrier, letter))) carried += 1
        }
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, carryOn))
    if (due.size === 0 || stopping?.aborted) return carried
  }
}

const dueLetters = ({ db, now }: Deps): Promise<LetterTable[]> =>
  db.q
    .selectFrom('letter')
    .select(['id', 'template', 'to_user', 'data', 'state', 'attempts', 'next_at', 'created_at', 'sent_at', 'error', 'quiet', 'trace'])
    .where('state', '=', 'waiting')
    .where((is) =>
      is.or([
        is('next_at', '<=', now()),
        // Written by a clock that was ahead and has gone back: nobody waits for it to come there again.
        is.and([is('template', '=', 'assigned'), is('attempts', '=', 0), is('next_at', '>', latestOf(now()))]),
      ]),
    )
    .orderBy((eb) => eb.case().when('template', 'in', urgent).then(0).else(1).end())
    .orderBy('next_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** How long a letter is one process's own while it carries it. */
const claimMinutes = 5

/**
 * Takes a letter for this process: of several on one database only one carries it. Returns until when it is this one's, by which it is known
 * still to be; undefined where another process was first.
 */
async function claim(deps: Deps, letter: LetterTable): Promise<Instant | undefined> {
  const until = instantOf(epochMs(deps.now()) + claimMinutes * 60_000)
  const taken = await deps.db.q
    .updateTable('letter')
    .set({ next_at: until })
    .where('id', '=', letter.id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', letter.next_at)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? until : undefined
}

/** Carries a letter as a step of the trace that wrote it, and says how long it took. */
async function carryTold(deps: Deps, carrier: Carrier, due: LetterTable): Promise<boolean> {
  const startedMs = performance.now()
  const attributes = { 'iip.letter': due.id, 'iip.letter.template': due.template }
  const went = await asSpan(deps.spans ?? noSpans, { name: 'letter', attributes }, () => carryOne(deps, carrier, due))
  if (went) {
    const ms = Math.round(performance.now() - startedMs)
    deps.log.info({ job: 'letters', letter: due.id, template: due.template, ms }, 'a letter was carried')
  }
  return went
}

async function carryOne(deps: Deps, carrier: Carrier, due: LetterTable): Promise<boolean> {
  const until = await claim(deps, due)
  if (until === undefined) return false
  const claimed = { ...due, next_at: until }
  const letter = due.template === 'assigned' ? await gather(deps, claimed) : claimed
  if (!letter) return false
  const user = await deps.db.q.selectFrom('user').select(userColumns).where('id', '=', letter.to_user).executeTakeFirst()
  // An account may be older than the rule of what an address is: what is not exactly one gets no letter, and no secret.
  const moved = letter.template === 'addressMoved' ? v.parse(letterData.addressMoved, JSON.parse(letter.data)).mailbox : undefined
  const last = letter.template === 'anonymised' ? v.parse(letterData.anonymised, JSON.parse(letter.data)).mailbox : undefined
  const desk = letter.template === 'helpDesk' ? v.parse(letterData.helpDesk, JSON.parse(letter.data)) : undefined
  const address = user && addressOf(desk?.mailbox ?? last ?? moved ?? user.email)
  // Who is invented for a rehearsal has no mailbox. What somebody asked is answered, whatever becomes of their account.
  const reaches = user && (desk !== undefined || last !== undefined || user.active) && user.rehearsal === null
  if (!reaches || !address || !isTemplate(letter.template)) {
    await settle(deps, letter, { state: 'dead', error: nobodyToWriteTo })
    return false
  }
  const held = await holdOf(deps, letter)
  if (held) {
    await settle(deps, letter, held)
    return false
  }
  try {
    const template = templateFor(letter.template, user)
    const told = v.parse(letterData[letter.template], JSON.parse(letter.data))
    const link = await linkOf(deps, template, { template: letter.template, data: told }, user)
    const optOut = template === 'reminder' ? deps.optOuts.linkFor(user.id) : undefined
    const data = { ...told, name: user.name, link, optOut }
    // Whose mailbox it is has no account here, and so no language.
    const said = letterText(template, desk ? 'es' : user.language, data)
    await carrier.carry({
      id: letter.id,
      to: { name: desk || last !== undefined ? '' : oneLine(fullName(user)), address: addressText(address) },
      replyTo: replyToOf(told),
      ...said,
      optOut,
    })
    await settle(deps, letter, { state: 'sent', sent_at: deps.now(), error: null })
    return true
  } catch (error) {
    const wait = isPermanentRefusal(error) ? undefined : backoffSeconds[letter.attempts]
    deps.log.error({ err: error, letter: letter.id, attempts: letter.attempts + 1 }, 'a letter could not be carried')
    await settle(deps, letter, {
      state: wait === undefined ? 'dead' : 'waiting',
      attempts: letter.attempts + 1,
      next_at: instantOf(epochMs(deps.now()) + (wait ?? 0) * 1000),
      error: wordsOf(error).slice(0, 500),
    })
    return false
  }
}

/** Who asks for help, or writes to somebody of their team, is who is answered; undefined for every other letter, and where their address is none. */
function replyToOf(told: LetterData): Mailbox | undefined {
  const address = 'email' in told ? addressOf(told.email) : undefined
  return address && 'email' in told ? { name: oneLine(told.who), address: addressText(address) } : undefined
}

/** What the mail server said, in its own words; without any, what went wrong on the way to it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'response' in error && typeof error.response === 'string' && error.response !== '' ? error.response : error.message
}

/** Why a letter of the platform's own accord does not leave now: at night it waits, and what was opted out of or is over meanwhile goes no more (RM4, RM5, LE3). */
async function holdOf({ db, now }: Deps, letter: LetterTable): Promise<Partial<LetterTable> | undefined> {
  const at = now()
  const { template, data } = letter
  if (template !== 'reminder' && template !== 'stageOpened' && template !== 'stageShortened') return undefined
  const stages =
    template === 'reminder' ? v.parse(letterData.reminder, JSON.parse(data)).items : [v.parse(letterData[template], JSON.parse(data))]
  if (!stages.some((stage) => isStillAhead(stage, at))) return endedQuietly('the stage is over')
  if (template === 'reminder' && (await optedOut(db, [letter.to_user])).size > 0) return endedQuietly('reminders are off')
  return isLetterHour(at) ? undefined : { next_at: nextLetterHour(at) }
}

/**
 * What became of a letter, where it still is what this process took: one that was given up meanwhile, that was taken from somebody who was
 * anonymised or that another process carries by now stays what it is.
 */
async function settle(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, template, next_at }: Pick<LetterTable, 'id' | 'template' | 'next_at'>,
  values: Partial<LetterTable>,
): Promise<void> {
  const settled = await db.q
    .updateTable('letter')
    .set({ ...values, ...forgottenOnce(template, values) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n)
    log.info({ job: 'letters', letter: id, became: values.state }, 'a letter was ended while it was carried')
}

/** What tells somebody who has not joined of an assignment also lets them in: their invitation may be lost. */
const templateFor = (template: LetterTemplate, user: UserTable): TextTemplate =>
  template === 'assigned' && !user.joined ? 'assignedInvited' : template

/** Templates by which somebody sets a password, with what their link is for. */
const letsIn: ReadonlyMap<TextTemplate, 'reset' | 'invite'> = new Map([
  ['recovery', 'reset'],
  ['signInClosed', 'reset'],
  ['invited', 'invite'],
  ['assignedInvited', 'invite'],
])
/** Those that whoever did not ask for them answers with a new password. */
const alarms: ReadonlySet<TextTemplate> = new Set([
  'passwordChanged',
  'factorOn',
  'factorOff',
  'factorReset',
  'passkeyOn',
  'passkeyOff',
  'passkeyCloned',
  'ssoLinked',
  'ssoUnlinked',
])

/** Where a letter leads: to what it is about. A secret is made only now: the outbox never holds one. */
async function linkOf(
  deps: Deps,
  template: TextTemplate,
  letter: { readonly template: LetterTemplate; readonly data: LetterData },
  user: UserTable,
): Promise<string> {
  const purpose = letsIn.get(template)
  if (purpose !== undefined) {
    const token = await secret(deps, user, purpose)
    return deps.publicUrl + pageAddress(purpose === 'reset' ? 'resetPassword' : 'invite', { token, email: user.email })
  }
  return deps.publicUrl + (alarms.has(template) ? pageAddress('recoverPassword') : (pageIn(letter) ?? pageAddress('start')))
}

/** A secret for who still has the address to which it goes: who was given another one meanwhile is written to there, at the next try (AS18). */
const secret = (deps: Deps, user: UserTable, purpose: 'reset' | 'invite'): Promise<string> =>
  deps.db.write(async (tx) => {
    const { email } = await holdAccount(tx, user.id)
    if (email !== user.email) throw new Error('the address was changed meanwhile')
    return mintToken(tx, user.id, purpose, deps.now())
  })
