import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { noteMost } from '#shared/evaluations/model.ts'
import { writeNote } from '#shared/evaluations/note-mutations.ts'
import { appText } from '#client/page/text.ts'
import { useDrafts, useHalfText } from '#client/data/world/use-drafts.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { HalfTextForm } from '#client/features/drafts/half-text-form.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { evaluationsText } from '#client/areas/evaluation/desk/text.ts'

/** What whoever evaluates the institution notes about an answer for themselves and for who follows (PN1); nothing for anybody else. */
export function PrivateNote({ entry }: { readonly entry: ReviewUnit }) {
  const t = useText(evaluationsText)
  const a = useText(appText)
  const format = useFormat()
  const open = useOpenWorld()
  const book = useDrafts()
  const { unit } = entry
  const note = useReading([`unit:${unit}`], (world) => world.get('note', unit))
  const mine = useReading(
    ['table:participant'],
    (world) => open.actor.kind === 'Evaluator' && world.participant.evaluatorId === open.actor.id,
  )
  const [writing, setWriting] = useState(() => book.slot('note', unit).draft !== undefined)
  if (!mine) return null
  if (writing) return <NoteForm entry={entry} initial={note?.text ?? ''} base={note?.mid ?? null} onClose={() => setWriting(false)} />
  if (!note || note.text === '')
    return (
      <p className="mt-3 -ml-3">
        <Button kind="quiet" size="small" icon="edit" onClick={() => setWriting(true)}>
          {t('noteWrite')}
        </Button>
      </p>
    )
  return (
    <section aria-label={t('note')} className="mt-4 rounded-lg border border-dashed border-ink-300 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm font-semibold text-ink-600">
        <Icon name="lock" size={16} />
        {t('note')}
      </p>
      <p lang="es" className="mt-1 max-w-prose wrap-anywhere whitespace-pre-wrap">
        {note.text}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-600">
        {t('decisionBy', { name: personName(open.world(), note.authorId) ?? a('deletedUser'), when: format.moment(note.writtenAt) })}
        <Button kind="quiet" size="small" icon="edit" onClick={() => setWriting(true)}>
          {t('noteEdit')}
        </Button>
      </p>
    </section>
  )
}

interface FormProps {
  readonly entry: ReviewUnit
  readonly initial: string
  readonly base: string | null
  readonly onClose: () => void
}

function NoteForm({ entry, initial, base, onClose }: FormProps) {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const { unit, number, question } = entry
  // What stood when the writing began: what comes meanwhile is joined with it, not written over.
  const [seen] = useState(base)
  const half = useHalfText('note', unit, { initial, about: `${number} ${question.text}`.trim() })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const save = async (): Promise<void> => {
    if (half.text.length > noteMost) return
    const result = await half.give((how) => open.dispatch(writeNote, { unit, text: half.text.trim() }, { base: seen, ...how }))
    if (!result.ok) return toast('error', errorText(result.failure))
    half.drop()
    announce(t('noteSaved'))
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
  }
  return (
    // Escape and Ctrl+Enter are read from the field inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className="mt-4" onKeyDown={onKeyDown}>
      <HalfTextForm
        half={half}
        label={t('note')}
        hint={t('noteHint')}
        max={noteMost}
        rows={3}
        saveLabel={t('noteSave')}
        onSave={() => void save()}
        onCancel={onClose}
      />
    </div>
  )
}
