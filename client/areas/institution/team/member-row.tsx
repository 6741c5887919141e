import { useId, useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { fullName } from '#shared/accounts/model.ts'
import { canOpenThread } from '#shared/comments/rules.ts'
import { questionOf } from '#shared/evaluations/rules.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { may } from '#shared/privileges/rules.ts'
import type { Waiting } from '#shared/sends/standing.ts'
import { loadStanding } from '#shared/team/board.ts'
import type { Member, Team } from '#shared/team/board.ts'
import { appText, roleText } from '#client/page/text.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'
import { rowTitleOf } from '#client/features/answers/rows/row-title.ts'
import { CommentThread } from '#client/features/comments/comment-thread.tsx'
import { RowMark } from '#client/features/answers/rows/row-mark.tsx'
import { sendsText } from '#client/areas/institution/sends/text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { teamText } from './text.ts'
import { writeBar } from './use-team.ts'

/** Questions of one person that are listed before the rest is left to the form. */
const listedMost = 40

/** How somebody of the team is called: whoever reads leads together with another one. */
export function useMemberName(): (member: Member) => string {
  const t = useText(teamText)
  const a = useText(appText)
  const open = useOpenWorld()
  return ({ own, person, userId }) => {
    const name = person ? fullName(person) : a('deletedUser')
    if (!own) return name
    const { leaderId, delegateId } = open.world().participant
    const other = userId === leaderId ? delegateId : userId === delegateId ? leaderId : null
    const otherName = personName(open.world(), other)
    return otherName === undefined ? t('you', { name }) : t('youAnd', { name, other: otherName })
  }
}

/** How much of the team's work one person has, beside the mean of those who have any (BO3). Read as words; the bar is decoration. */
function LoadBar({ member, team, most }: { readonly member: Member; readonly team: Team; readonly most: number }) {
  const t = useText(teamText)
  const standing = loadStanding(member, team.mean)
  const shareOf = (n: number): string => `${most === 0 ? 0 : Math.min(100, (n / most) * 100)}%`
  return (
    <div>
      <p className="tabular text-sm text-ink-800">{member.load === 0 ? t('load_none') : t('loadOf', { n: member.load })}</p>
      {member.load > 0 && (
        <>
          <div aria-hidden className="relative mt-1 h-2 rounded-full bg-ink-150">
            <div
              className={cx('forced-edge h-full rounded-full', standing === 'heavy' ? 'bg-warm-500' : 'bg-ink-400')}
              style={{ width: shareOf(member.load) }}
            />
            <span className="absolute -top-1 h-4 w-0.5 bg-ink-950" style={{ left: shareOf(team.mean) }} />
          </div>
          {(standing === 'heavy' || standing === 'light') && (
            <p className={cx('mt-1 text-sm', standing === 'heavy' ? 'font-medium text-warm-900' : 'text-ink-600')}>
              {t(`load_${standing}`)}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** A question that waits for somebody, with the way to it and, where one may, a comment at once. */
function WaitingLine({ waiting, canComment }: { readonly waiting: Waiting; readonly canComment: boolean }) {
  const t = useText(teamText)
  const s = useText(sendsText)
  const open = useOpenWorld()
  const [commenting, setCommenting] = useState(false)
  const world = open.world()
  const { unit, codes } = waiting
  const question = questionOf(world, unit)
  const number = world.index.numberOf(question.id)
  const thread = world.get('thread', unit)
  return (
    <li className="border-b border-ink-150 py-1.5 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Link
          to={pageAddress('filling', {
            form: world.formId,
            institution: world.institutionId,
            subDimension: question.dimensionId,
            question: unit,
          })}
          className="group flex min-w-0 flex-1 basis-64 items-baseline gap-3 py-1 text-ink-900 no-underline hover:text-brand-800"
        >
          <span className="tabular min-w-12 shrink-0 text-sm text-ink-600">{number}</span>
          <span className="min-w-0">
            <span className="line-clamp-2 group-hover:underline">
              <QuestionText of={question} />
            </span>
            <span className="flex flex-wrap gap-x-3 text-sm text-ink-600">
              <RowMark row={rowTitleOf(world, unit)} />
              {codes.map((code) => s(`reason_${code}`)).join(' · ')}
            </span>
          </span>
        </Link>
        {canComment && (
          <Button
            kind="quiet"
            size="small"
            icon="comment"
            aria-expanded={commenting}
            aria-label={t('commentOn', { number })}
            onClick={() => setCommenting(!commenting)}
          >
            {t('comment')}
          </Button>
        )}
      </div>
      {commenting && (
        <div className="grid gap-4 py-2">
          <CommentThread unit={unit} question={question} thread={thread} />
        </div>
      )}
    </li>
  )
}

interface Props {
  readonly team: Team
  readonly member: Member
  /** The largest load: what a full bar is. */
  readonly most: number
  readonly onWrite: (member: Member) => void
}

/** One person: what waits for them, how far they are, how much is theirs, and a word to them. */
export function MemberRow({ team, member, most, onWrite }: Props) {
  const t = useText(teamText)
  const a = useText(appText)
  const format = useFormat()
  const open = useOpenWorld()
  const [shown, setShown] = useState(false)
  const listId = useId()
  const nameId = useId()
  const world = open.world()
  const now = open.now()
  const { person, roles, waiting, asked, done, late, perDay, lastAt, written } = member
  const name = useMemberName()(member)
  const short = person ? fullName(person) : a('deletedUser')
  const bar = writeBar(world, open, member)
  const comments = may(world, open.actor, 'addComment', now)
  return (
    <li aria-labelledby={nameId} className="border-b border-ink-150 last:border-b-0">
      <div className="grid gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:px-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1fr)_13rem] lg:items-center">
        <div className="flex min-w-0 items-start gap-3">
          <Avatar name={short} size={40} />
          <div className="min-w-0">
            <h3 id={nameId} className="text-base wrap-anywhere">
              {name}
            </h3>
            <p className="text-sm text-ink-600">{roles.length === 0 ? a('roleNone') : roleText(a, roles[0] ?? 'Professional')}</p>
            <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
              {person && !person.joined && <Badge>{t('invited')}</Badge>}
              {late && (
                <Badge tone="warning" icon="clock">
                  {t('late')}
                </Badge>
              )}
            </p>
          </div>
        </div>
        <div className="min-w-0">
          {asked === 0 ? (
            <p className="text-sm text-ink-600">{'–'}</p>
          ) : (
            <>
              <p className="flex flex-wrap items-baseline gap-x-2.5">
                <span className={cx('tabular font-semibold', waiting.length === 0 ? 'text-good-700' : 'text-ink-950')}>
                  {team.stage === null
                    ? t('done', { n: done, total: asked })
                    : waiting.length === 0
                      ? t('upToDate')
                      : t('waiting', { n: waiting.length })}
                </span>
                {perDay > 0 && (
                  <span className="tabular text-sm text-ink-600" title={t('perDayWhy')}>
                    {t('perDay', { n: perDay })}
                  </span>
                )}
              </p>
              {team.stage !== null && (
                <>
                  <ProgressBar
                    label={t('progressOf', { name: short })}
                    value={done}
                    max={asked}
                    text={t('done', { n: done, total: asked })}
                    className="mt-1.5"
                  />
                  <p className="tabular mt-1 text-sm text-ink-600">
                    {t('done', { n: done, total: asked })}
                    {' · '}
                    {lastAt === null ? t('noAnswer') : t('lastAnswer', { ago: format.ago(lastAt, epochMs(now)) })}
                  </p>
                </>
              )}
            </>
          )}
        </div>
        <LoadBar member={member} team={team} most={most} />
        <div className="flex flex-wrap items-center gap-2 lg:justify-end">
          {bar === null && (
            <Button size="small" icon="mail" aria-label={t('writeTo', { name: short })} onClick={() => onWrite(member)}>
              {t('write')}
            </Button>
          )}
          {bar === 'written' && written && (
            <p className="flex items-center gap-1.5 text-sm text-ink-600">
              <Icon name="check" size={16} className="text-good-700" />
              {written.by === open.actor.id
                ? t('writtenByYou', { ago: format.ago(written.at, epochMs(now)) })
                : t('written', { by: personName(world, written.by) ?? a('deletedUser'), ago: format.ago(written.at, epochMs(now)) })}
            </p>
          )}
          {bar === 'notJoined' && (
            <Link to={pageAddress('assignment')} className="inline-flex min-h-9 items-center text-sm font-semibold text-brand-700">
              {t('invitations')}
            </Link>
          )}
          {waiting.length > 0 && (
            <Button
              kind="quiet"
              size="small"
              iconEnd={shown ? 'chevron-up' : 'chevron-down'}
              aria-expanded={shown}
              aria-controls={shown ? listId : undefined}
              aria-label={t('showOf', { name: short })}
              onClick={() => setShown(!shown)}
            >
              {t('show')}
            </Button>
          )}
        </div>
      </div>
      {shown && (
        <div id={listId} className="border-t border-ink-150 bg-ink-50/60 px-5 py-2 md:px-6">
          {late && asked > 0 && (
            <p className="pt-1 text-sm text-ink-700">
              {t('lateWhy', { done: Math.floor((done / asked) * 100), over: Math.floor(team.elapsed * 100) })}
            </p>
          )}
          <ul>
            {waiting.slice(0, listedMost).map((each) => (
              <WaitingLine
                key={each.unit}
                waiting={each}
                canComment={comments && !member.own && canOpenThread(world, questionOf(world, each.unit), open.actor.id)}
              />
            ))}
          </ul>
          {waiting.length > listedMost && <p className="py-1 text-sm text-ink-600">{t('more', { n: waiting.length - listedMost })}</p>}
        </div>
      )}
    </li>
  )
}
