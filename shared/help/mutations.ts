import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, ownMutation, refused, type Outcome } from '../contract/mutation.ts'
import { dayMs, epochMs, type Instant } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'
import { isPageAddress } from '../notices/links.ts'
import type { HelpDesk, Own } from '../own.ts'
import { helpDaily, helpReceived, helpTextMax, helpWaiting } from './model.ts'

const input = v.object({
  // What one device's limit lets through another one's must read, to be refused in words.
  body: v.pipe(typedText, v.trim(), v.maxLength(helpTextMax * 4)),
  /** Page on which the person was. */
  page: v.pipe(v.string(), v.maxLength(500), v.check(isPageAddress)),
  /** The institution and the form that they had before them. */
  institutionId: v.nullable(is.institutionId),
  formId: v.nullable(is.formId),
})
type Args = v.InferOutput<typeof input>

/** A message on its way, among what its author was told: the device says where it is, and nothing that has not happened (HE5). */
const said = {
  es: 'Su mensaje está guardado en este dispositivo y saldrá cuando haya conexión',
  en: 'Your message is saved on this device and will go when there is a connection',
} as const

/** How many messages a person has written within a day before a moment, those on their way included. */
export function helpWithinDay(own: Own, now: Instant): number {
  const since = epochMs(now) - dayMs
  let count = 0
  for (const { kind, at } of own.notices()) if ((kind === helpReceived || kind === helpWaiting) && epochMs(at) > since) count += 1
  return count
}

/**
 * Asks the lab for help: a message to whoever answers there, who replies by letter. It is the person's own until then, and nothing
 * else changes. Fails: not_found (another's), help_institutions_only, help_empty, help_too_long (max), help_too_many (n). Source: SPEC HE4 to HE8.
 */
export const askHelp = ownMutation({
  name: 'help.ask',
  version: 1,
  input,
  entityOf: () => 'help',
  decide(own, args, { actor, now, mid }) {
    if (actor.id !== own.userId) return refused('not_found')
    if (actor.kind !== 'Institutional' || own.desk?.asker.rehearsal === true) return refused('help_institutions_only')
    if (args.body === '') return refused('help_empty')
    if (args.body.length > helpTextMax) return refused('help_too_long', { max: helpTextMax })
    if (helpWithinDay(own, now) >= helpDaily) return refused('help_too_many', { n: helpDaily })
    return own.desk ? handedOver(own, args, own.desk, actor) : onItsWay(own, args, now, mid)
  },
})

function onItsWay(own: Own, { body, page }: Args, now: Instant, mid: string): Outcome {
  const row = {
    id: `${helpWaiting}:${mid}`,
    kind: helpWaiting,
    subject: said.es,
    content: body,
    en: { subject: said.en, content: body },
    link: page,
    at: now,
    // Who wrote it knows.
    readAt: now,
  }
  return applied({ changes: [{ scope: own.scope, part: '', table: 'notice', id: row.id, row }] })
}

type Asker = { readonly id: string; readonly name: string; readonly institutionId: string | null }

function handedOver(own: Own, { body, page, institutionId, formId }: Args, desk: HelpDesk, actor: Asker): Outcome {
  // Whoever lost an institution meanwhile asked in time: the message goes, and names what is theirs.
  const at = institutionId !== null && desk.institutions.has(institutionId) ? institutionId : actor.institutionId
  const told = {
    who: actor.name,
    email: desk.asker.email,
    institution: (at !== null && desk.institutions.get(at)) || '',
    form: (formId !== null && desk.forms.get(formId)) || '',
    text: body,
    page,
  }
  const toAdministrators = desk.administrators.map((id): Letter => letter('helpAsked', id, told))
  const confirmed = letter('helpReceived', own.userId, { text: body, page })
  return applied({
    letters: [
      confirmed,
      ...(desk.mailbox === undefined ? toAdministrators : [letter('helpDesk', own.userId, { ...told, mailbox: desk.mailbox })]),
    ],
    // Where the letter goes to a mailbox of its own, the bells of who administers tell of it all the same.
    notices: desk.mailbox === undefined ? [] : toAdministrators,
    reply: { institutionId: at, formId },
  })
}
