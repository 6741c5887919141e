import { useState } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { deadlineText } from '#shared/kernel/moment-words.ts'
import { writeToMember } from '#shared/team/mutations.ts'
import { messageMaxCharacters } from '#shared/team/model.ts'
import type { Member } from '#shared/team/board.ts'
import { useSyncStatus } from '#client/data/world/engine.tsx'
import { useHalfText } from '#client/data/world/use-drafts.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { WritingArea } from '#client/features/drafts/writing-area.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { teamText } from './text.ts'

interface Props {
  readonly members: readonly Member[]
  /** Id of the one person whom it is for; empty for everybody who is late. */
  readonly subject: string
  /** Last day of the stage. */
  readonly end: string
  readonly onClose: () => void
}

const nameOf = (member: Pick<Member, 'person'> | undefined): string => (member?.person ? fullName(member.person) : '')

/** A message to some people of the team, each of whom gets their own (BO4). What is half written stays on the device. */
export function WriteDialog({ members, subject, end, onClose }: Props) {
  const t = useText(teamText)
  const u = useText(uiText)
  const language = useLanguage()
  const errorText = useErrorText()
  const open = useOpenWorld()
  const status = useSyncStatus()
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(() => new Set(members.map(({ userId }) => userId)))
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  // It is read on other people's devices: this one's own time says nothing there.
  const initial = t('messageDefault', { deadline: deadlineText(end, { language, style: 'short' }) })
  const half = useHalfText('message', subject === '' ? 'team' : subject, {
    initial,
    about: subject === '' ? t('messageAbout') : t('messageAboutOne', { name: nameOf(members[0]) }),
  })
  const to = members.filter(({ userId }) => chosen.has(userId))
  const choose = (userId: UserId, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(userId)
    else next.delete(userId)
    setChosen(next)
  }
  const send = async (): Promise<void> => {
    const text = half.text.trim()
    if (to.length === 0) return setRefusals([t('chooseSomebody')])
    setBusy(true)
    setRefusals([])
    const refused: { readonly userId: UserId; readonly why: string }[] = []
    for (const [n, { userId }] of to.entries()) {
      const args = { userId, text }
      // What is half written goes with the last of them: until then it is on the device.
      const isLast = n === to.length - 1 && refused.length === 0
      const result = isLast ? await half.give((how) => open.dispatch(writeToMember, args, how)) : await open.dispatch(writeToMember, args)
      if (!result.ok) refused.push({ userId, why: errorText(result.failure) })
    }
    setBusy(false)
    const sent = to.length - refused.length
    if (sent > 0) toast('success', t(status.kind === 'offline' ? 'sentOffline' : 'sent', { n: sent }))
    if (refused.length === 0) return onClose()
    setChosen(new Set(refused.map(({ userId }) => userId)))
    setRefusals([...new Set(refused.map(({ why }) => why))])
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dialogTitle', { n: members.length })}
      size="small"
      actions={
        <>
          <Button kind="primary" icon="send" busy={busy} onClick={() => void send()}>
            {t('send', { n: Math.max(1, to.length) })}
          </Button>
          <Button
            onClick={() => {
              half.drop()
              onClose()
            }}
          >
            {u('cancel')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-ink-700">{t('dialogBody')}</p>
        {refusals.length > 0 && (
          <Notice tone="danger" role="alert">
            {refusals.map((each) => (
              <p key={each}>{each}</p>
            ))}
          </Notice>
        )}
        <fieldset>
          <legend className="font-semibold text-ink-950">{t('recipients')}</legend>
          <ul className="mt-1 max-h-52 overflow-y-auto">
            {members.map(({ userId, person, waiting }) => (
              <li key={userId}>
                <Checkbox
                  label={
                    <>
                      {nameOf({ person })} <span className="tabular text-sm text-ink-600">{t('recipientOwes', { n: waiting.length })}</span>
                    </>
                  }
                  checked={chosen.has(userId)}
                  onChange={(on) => choose(userId, on)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
        <WritingArea half={half} label={t('message')} max={messageMaxCharacters} rows={4} />
      </div>
    </Dialog>
  )
}
