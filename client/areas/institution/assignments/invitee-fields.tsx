import { addressOf, isInstitutional } from '#shared/accounts/address.ts'
import type { Invitee } from '#shared/accounts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { assignmentsText } from './text.ts'

export interface InviteeDraft {
  readonly typed: Invitee
  readonly change: (part: Partial<Invitee>) => void
  /** What was typed, as it is given. */
  readonly invitee: Invitee
  readonly problems: Readonly<Record<keyof Invitee, Failure | null>>
  readonly isComplete: boolean
  /** It was given, or given up. */
  readonly forget: () => Promise<void>
}

type Typed = Readonly<Record<keyof Invitee, string>>

function emailProblem(email: string, domains: readonly string[]): Failure | null {
  if (email === '') return failure('email_empty')
  if (!addressOf(email)) return failure('email_invalid')
  return isInstitutional(email, domains) ? null : failure('email_other_institution', { domains: domains.join(', ') })
}

/** The fields of a person to invite, or of an invitation to correct, with what is wrong in them. `subject`: subject of the draft. */
export function useInvitee(initial: Invitee, about: string, subject: string): InviteeDraft {
  const open = useOpenWorld()
  const { domains } = open.world().institution
  const {
    fields: typed,
    write,
    forget,
  } = useKeptFields<Typed>({
    kind: 'invitee',
    scope: open.scope,
    subject,
    initial: { ...initial },
    about,
  })
  const invitee = { name: typed.name.trim(), surname: typed.surname.trim(), email: typed.email.trim() }
  const problems = {
    name: invitee.name === '' ? failure('name_empty') : null,
    surname: invitee.surname === '' ? failure('surname_empty') : null,
    email: emailProblem(invitee.email, domains),
  }
  return {
    typed,
    change: (part) => write({ ...typed, ...part }),
    forget,
    invitee,
    problems,
    isComplete: Object.values(problems).every((problem) => problem === null),
  }
}

/** Its three fields. `tried`: what is wrong is said. */
export function InviteeFields({ draft, tried }: { readonly draft: InviteeDraft; readonly tried: boolean }) {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const { domains } = useOpenWorld().world().institution
  const { typed, change, problems } = draft
  const said = (problem: Failure | null): string | null => (tried && problem ? errorText(problem) : null)
  return (
    <>
      <TextField
        label={t('name')}
        value={typed.name}
        onChange={(name) => change({ name })}
        error={said(problems.name)}
        autoComplete="off"
      />
      <TextField
        label={t('surname')}
        value={typed.surname}
        onChange={(surname) => change({ surname })}
        error={said(problems.surname)}
        autoComplete="off"
      />
      <TextField
        label={t('email')}
        hint={t('emailHint', { domains: domains.join(', ') })}
        type="email"
        value={typed.email}
        onChange={(email) => change({ email })}
        error={said(problems.email)}
        autoComplete="off"
      />
    </>
  )
}
