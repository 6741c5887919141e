import { useEffect, useId, useRef, useState } from 'react'
import { useOnline } from '#client/data/server/online.ts'
import { useCalm } from '#client/data/world/use-drafts.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { draftsText } from '#client/features/drafts/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { sayingOf, wantedOf, wishOf } from '#client/features/results/lab/inform-fields.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { LevelBadge } from '#client/features/results/level-badge.tsx'
import type { DeskText } from './use-inform-desk.ts'

const Editor = latePart(() => import('#client/features/texts/rich-text-editor.tsx'), 'RichTextEditor')

/** Failures that a sentence of their own explains; any other reads as the specification words it. */
const explained: ReadonlySet<string> = new Set([
  'inform_closed',
  'not_assigned_evaluator',
  'changed_meanwhile',
  'text_limit',
  'unauthenticated',
  'revoked',
  'not_found',
  'forbidden',
  'too_many_requests',
  'no_space',
])

interface Props {
  readonly desk: DeskText
  readonly editable: boolean
  readonly onWrite: (wanted: string | null) => void
  readonly onSave: (seen?: string | null) => void
}

/** One text of a report while it is written: it begins as the form's for the level, and can go back to it. */
export function InformEditor({ desk, editable, onWrite, onSave }: Props) {
  const t = useText(labResultsText)
  const format = useFormat()
  const title = useId()
  const state = useId()
  const { text, slot, draft, clash } = desk
  const shown = sayingOf(text, draft)
  /** What the editor holds: whatever else is to be shown is put into it. */
  const held = useRef(shown)
  const [revision, setRevision] = useState(0)
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    if (held.current === shown) return
    held.current = shown
    setRevision((before) => before + 1)
  }, [shown])
  const isOwn = (draft ? wantedOf(draft) : text.own) !== null
  const goBack = (): void => {
    const before = shown
    onWrite(null)
    toast('info', t('wentBack'), { label: t('undo'), run: () => onWrite(wishOf(text, before)) })
  }
  return (
    <section aria-labelledby={title} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={title} lang={text.parentId === null && text.level === null ? undefined : 'es'} className="text-xl">
          {text.name}
        </h2>
        {text.points !== null && <LevelBadge level={text.level} />}
      </div>
      <p className="text-sm text-ink-600">
        {isOwn
          ? text.by !== null && text.at !== null && !draft
            ? t('writtenBy', { name: text.by, at: format.moment(text.at) })
            : t('ownText')
          : t(text.level ? 'usualByLevel' : 'usual')}
      </p>
      <OtherDrafts
        others={slot.others}
        draw={(other) => <RichTextView html={wantedOf(other) ?? text.usual} />}
        onTake={(other) => void slot.take(other)}
        onDiscard={(other) => void slot.discard(other)}
      />
      {clash && (
        <ClashNotice
          title={text.by === null ? t('clash') : t('clashBy', { name: text.by, at: text.at === null ? '' : format.moment(text.at) })}
          keepMine={t('keepMine')}
          keepTheirs={t('keepTheirs')}
          onMine={() => onSave(text.own)}
          onTheirs={() => void slot.clear()}
        >
          <p className="font-semibold">{t(text.own === null ? 'theirsUsual' : 'theirs')}</p>
          <RichTextView html={text.own ?? text.usual} className="mt-1 max-h-60 overflow-y-auto" />
        </ClashNotice>
      )}
      {editable && !closed ? (
        <>
          <Editor
            value={shown}
            revision={revision}
            labelledBy={title}
            describedBy={state}
            invalid={desk.failed !== null}
            onChange={(html) => {
              held.current = html
              onWrite(wishOf(text, html))
            }}
            onClose={() => setClosed(true)}
          />
          <StateLine id={state} desk={desk} onSave={() => onSave()} />
          <div className="flex flex-wrap gap-2.5">
            <Button kind="primary" busy={desk.busy} disabled={!draft || clash} onClick={() => onSave()}>
              {t('save')}
            </Button>
            <Button icon="undo" disabled={!isOwn} onClick={goBack}>
              {t('goBack')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {draft && !editable && (
            <Notice tone="warning" role="status" title={t('closedDraft')} actions={<DraftActions desk={desk} />}>
              <RichTextView html={shown} className="mt-1 max-h-80 overflow-y-auto" />
            </Notice>
          )}
          {closed && (
            <div>
              <Button onClick={() => setClosed(false)}>{t('openEditor')}</Button>
            </div>
          )}
          <div className="rounded-md border border-ink-200 bg-white px-4 py-3">
            {(text.own ?? text.usual) === '' ? (
              <p className="text-ink-600">{t('noText')}</p>
            ) : (
              <RichTextView html={text.own ?? text.usual} />
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What was written and cannot be saved any more: it can be taken along, or given up. */
function DraftActions({ desk }: { readonly desk: DeskText }) {
  const t = useText(labResultsText)
  const drafts = useText(draftsText)
  const copy = (): Promise<void> => copyText(desk.draft?.text ?? '', { copied: drafts('copied'), failed: drafts('copyFailed') })
  return (
    <>
      <Button size="small" icon="copy" onClick={() => void copy()}>
        {drafts('copy')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => void desk.slot.clear()}>
        {t('giveUp')}
      </Button>
    </>
  )
}

/** How far a text is on its way to the server. */
function StateLine({ id, desk, onSave }: { readonly id: string; readonly desk: DeskText; readonly onSave: () => void }) {
  const t = useText(labResultsText)
  const drafts = useText(draftsText)
  const errorText = useErrorText()
  const format = useFormat()
  const online = useOnline()
  const kept = useCalm(desk.slot)
  const { failed, busy, draft, savedAt } = desk
  if (kept === 'failed')
    return (
      <p id={id} role="alert" className="flex items-start gap-1.5 font-semibold text-bad-700">
        <Icon name="warning" size={18} className="mt-0.5" />
        {drafts('notKept')}
      </p>
    )
  if (failed && failed.code !== 'unavailable')
    return (
      <div id={id}>
        <Notice
          tone="danger"
          role="alert"
          title={explained.has(failed.code) ? errorText(failed) : t('saveFailed')}
          actions={
            <Button size="small" onClick={onSave}>
              {t('retry')}
            </Button>
          }
        >
          {t('stillHere')}
        </Notice>
      </div>
    )
  const [icon, said] = ((): readonly ['cloud-off' | 'sync' | 'device' | 'check', string] | readonly [null, ''] => {
    if (draft && (!online || failed)) return ['cloud-off', t('keptOffline')]
    if (busy) return ['sync', t('saving')]
    if (draft) return ['device', t(kept === 'saved' ? 'keptHere' : 'keeping')]
    return savedAt === null ? [null, ''] : ['check', t('savedAt', { at: format.time(savedAt) })]
  })()
  return (
    <p id={id} role="status" className="flex min-h-6 items-start gap-1.5 text-sm text-ink-600">
      {icon && <Icon name={icon} size={17} className="mt-0.5" />}
      {said}
    </p>
  )
}
