import type { Instant } from '#shared/kernel/instant.ts'
import { dayAt } from '#shared/kernel/instant.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { useCalm } from '#client/data/world/use-drafts.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import type { FieldsEditor } from './fields-editor.ts'
import { useProblemText } from '#client/areas/administration/form-editor/problem-text.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useFields, useNameOf, useRowState } from '#client/areas/administration/form-editor/use-workshop.ts'

interface Line {
  readonly icon: IconName
  readonly text: string
  readonly tone?: string | undefined
}

interface Mark {
  readonly by: UserId
  readonly at: Instant
}

/** The newest change of a row, whichever its field. */
function lastMark(row: object | undefined): Mark | undefined {
  const marks = row && 'marks' in row ? (row.marks as Readonly<Record<string, Mark>> | undefined) : undefined
  return Object.values(marks ?? {}).toSorted((left, right) => (left.at < right.at ? 1 : -1))[0]
}

/** Where a row's newest change is: written, saved, or what keeps it from being so. Read, not announced: the page has one voice. */
export function RowState({ editor }: { readonly editor: FieldsEditor }) {
  const line = useRowLine(editor)
  return (
    line && (
      <span className={cx('tabular inline-flex items-center gap-1.5 text-sm', line.tone ?? 'text-ink-600')}>
        <Icon name={line.icon} size={16} />
        {line.text}
      </span>
    )
  )
}

function useRowLine(editor: FieldsEditor): Line | null {
  const t = useText(questionnairesText)
  const a = useText(answersText)
  const errorText = useErrorText()
  const problemText = useProblemText()
  const format = useFormat()
  const engine = useEngine()
  const open = useOpenQuestionnaire()
  const nameOf = useNameOf()
  const state = useFields(editor)
  const kept = useCalm(editor.slot)
  const entity = editor.subject.kind === 'form' ? 'form:name' : editor.subject.id
  const queued = useRowState(open.scope, entity)
  const mark = lastMark(editor.standing)
  const time = (at: Instant): string => (dayAt(at) === dayAt(open.now()) ? format.time(at) : format.day(at))
  const [clash] = state.clashes
  if (clash) {
    const who = nameOf(clash.by) ?? t('somebody')
    return {
      icon: 'warning',
      text: clash.at === null ? t('changedBy', { name: who }) : t('changedByAt', { name: who, time: time(clash.at) }),
      tone: 'font-semibold text-bad-700',
    }
  }
  // What is only begun, with nothing written in it, is nowhere yet.
  if (state.isNew && !state.dirty) return null
  if (state.dirty) {
    if (kept === 'failed') return { icon: 'warning', text: a('notKept'), tone: 'font-semibold text-bad-700' }
    if (state.refused && !state.saving)
      return { icon: 'warning', text: t('unsaved', { reason: errorText(state.refused) }), tone: 'font-semibold text-bad-700' }
    const [problem] = state.problems
    if (problem && state.told) return { icon: 'edit', text: problemText(problem), tone: 'text-warm-700' }
    return problem ? { icon: 'device', text: a('draft') } : { icon: 'edit', text: a('saving') }
  }
  if (queued === 'attention') return { icon: 'warning', text: a('attention'), tone: 'font-semibold text-bad-700' }
  if (queued === 'saved-on-device') return { icon: 'device', text: a('queued') }
  if (queued === 'sent') return { icon: 'edit', text: a('saving') }
  if (!mark) return null
  if (mark.by === engine.actor.id) return { icon: 'cloud-check', text: t('savedAt', { time: time(mark.at) }), tone: 'text-ink-500' }
  const name = nameOf(mark.by)
  return { icon: 'user', text: t('changedByAt', { name: name ?? t('somebody'), time: time(mark.at) }), tone: 'text-ink-500' }
}
