import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { siteLimits } from '#shared/site/model.ts'
import type { Section } from '#shared/site/model.ts'
import { addressOf, fileFactsOf, problemsOf } from '#shared/site/rules.ts'
import type { PageProblem } from '#shared/site/rules.ts'
import { publishPage, savePage } from '#shared/site/routes.ts'
import type { ListedPage, WholePage } from '#shared/site/routes.ts'
import type { SectionComponent } from '#shared/site/sections.ts'
import { callRoute } from '#client/data/server/call.ts'
import type { DraftSlot } from '#sync/drafts/slot.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useSession } from '#client/data/session/session.ts'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { newSection } from './acts.ts'
import type { Standing } from './desk-state.ts'
import { didText } from './did-text.ts'
import { EditorContext } from './editor-context.ts'
import type { EditorParts, Wanted } from './editor-context.ts'
import { readKept } from './kept-page.ts'
import { NameAndAbout } from './pages/name-and-about.tsx'
import { Outline } from './outline.tsx'
import { pageProgress } from './progress.ts'
import { cardId, SectionCard } from './sections/section-card.tsx'
import { useSiteFiles, useViewFiles } from './sections/site-files.ts'
import { StateBadge } from './state-badge.tsx'
import { StateLine } from './state-line.tsx'
import { siteEditorText } from './text.ts'
import { typeName } from './sections/type-name.ts'
import { usePageDesk } from './use-page-desk.ts'
import type { AskToSave } from './use-page-desk.ts'
import { useReach } from './use-reach.ts'

const AddSectionDialog = latePart(() => import('./sections/add-section-dialog.tsx'), 'AddSectionDialog')
const CopyToDialog = latePart(() => import('./pages/copy-to-dialog.tsx'), 'CopyToDialog')
const CompareDialog = latePart(() => import('./versions/compare-dialog.tsx'), 'CompareDialog')
const PreviewDialog = latePart(() => import('./versions/preview-dialog.tsx'), 'PreviewDialog')
const PublishDialog = latePart(() => import('./versions/publish-dialog.tsx'), 'PublishDialog')
const VersionsDrawer = latePart(() => import('./versions/versions-drawer.tsx'), 'VersionsDrawer')

const newId = (): string => crypto.randomUUID().replaceAll('-', '')

export interface PageEditorProps {
  /** Null for a page that the server does not have yet. */
  readonly record: WholePage | null
  /** Id under which the page is known; null for a new one. */
  readonly pageId: string | null
  readonly slot: DraftSlot
  /** Columns of the page: a map beside the work, folded behind its button where there is no room. */
  readonly frame: ComponentType<{
    readonly map: ReactNode
    readonly mapTitle: string
    readonly mapButton: string
    readonly children: ReactNode
  }>
  /** Every page that there is, and was. */
  readonly listed: readonly ListedPage[]
  readonly heading: ReactNode
  /** What is of before, and how it is asked for again. */
  readonly notice: ReactNode
  /** The version that is compared, in the address; '' for the list of them. */
  readonly version: string | null
  readonly onVersion: (version: string | null) => void
  /** What stands on the server is to be read again: it was not taken. */
  readonly again: () => void
  /** The page was kept or published. */
  readonly onSaved: (id: string) => void
}

type Opened =
  | { readonly kind: 'add'; readonly at: number }
  | { readonly kind: 'copyTo'; readonly section: Section }
  | { readonly kind: 'preview' | 'publish' | 'compare' | 'discard' }

/** A page while it is written: its name, what search engines say, and its sections in both languages. */
export function PageEditor({
  record,
  pageId,
  slot,
  frame: Frame,
  listed,
  heading,
  notice,
  version,
  onVersion,
  again,
  onSaved,
}: PageEditorProps) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const format = useFormat()
  const engine = useEngine()
  const online = useOnline()
  const { user } = useSession()
  const fresh = useMemo((): Standing | null => {
    if (!record) return null
    const { name, about, sections, number, byName: by, at } = record
    return { content: { name, about, sections }, number, by, at }
  }, [record])
  // The same page sent again is the same call: a reply that was lost makes no second page.
  const sent = useRef({ text: '', key: '' })
  const ask: AskToSave = async (content, seen, restoredFrom) => {
    const text = JSON.stringify([content, seen, restoredFrom])
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    const reply = await callRoute(savePage, {
      key: sent.current.key,
      body: {
        ...(pageId === null ? {} : { id: pageId }),
        name: content.name,
        route: content.name,
        about: content.about,
        sections: content.sections.map((section) => ({ ...section })),
        seen,
        restoredFrom,
        publish: false,
        accepted: false,
      },
    })
    if (!reply.ok) return reply
    const { _id: id, number } = reply.value
    const by = user ? `${user.name} ${user.surname}` : ''
    return { ok: true, value: { id, standing: { content, number, by, at: engine.now() } } }
  }
  const [opened, setOpened] = useState<Opened | null>(null)
  const [windows, setWindows] = useState(0)
  const hold = useCallback((): (() => void) => {
    setWindows((open) => open + 1)
    return () => setWindows((open) => open - 1)
  }, [])
  const desk = usePageDesk(slot, fresh, ask, windows > 0 || opened !== null || version !== null)
  const { page, act, trail } = desk
  const files = useSiteFiles()
  const viewFiles = useViewFiles(files.found.kind === 'ready' ? files.found.page : null)
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set())
  const [checking, setChecking] = useState(false)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [publishing, setPublishing] = useState(false)
  const [publishFailed, setPublishFailed] = useState<Failure | null>(null)
  useReach(wanted)
  const list = useRef<HTMLDivElement>(null)
  const close = (): void => setOpened(null)
  const own = listed.find(({ _id }) => _id === pageId) ?? null

  // The checks follow what is written, and never hold up a key.
  const looked = useDeferredValue(page)
  const problems = useMemo((): readonly PageProblem[] => {
    if (!checking) return []
    const known = files.found.kind === 'ready' ? [...files.found.page.pictures.images, ...files.found.page.files] : []
    const images = new Set(files.found.kind === 'ready' ? files.found.page.pictures.images.map(({ _id }) => _id) : [])
    const facts = fileFactsOf(known.map(({ _id: id, ...file }) => ({ id, ...file, type: images.has(id) ? 'image' : 'document' })))
    const found = problemsOf(looked, {
      pageId: pageId ?? '',
      pages: listed.map(({ _id: id, name, formerNames, removed, published }) => ({
        id,
        name,
        formerNames,
        removed,
        published: published !== null,
      })),
      ...facts,
    })
    // Without the list of files nobody knows which are there: the server looks again.
    return files.found.kind === 'ready' ? found : found.filter(({ code }) => code !== 'file_missing')
  }, [checking, looked, files.found, listed, pageId])

  const parts = useMemo(
    (): EditorParts => ({ act, files: files.found, filesAgain: files.again, viewFiles, pages: listed, problems, wanted, hold }),
    [act, files.found, files.again, viewFiles, listed, problems, wanted, hold],
  )

  const undo = useCallback((): void => {
    const before = desk.page
    const done = desk.undo()
    if (done) announce(t('undoneSaid', { what: didText(t, done, [before, desk.trail.done.at(-1)?.before.content ?? before]) }))
  }, [desk, t])
  const redo = useCallback((): void => {
    const before = desk.page
    const done = desk.redo()
    if (done) announce(t('redoneSaid', { what: didText(t, done, [before, desk.trail.undone.at(-1)?.after.content ?? before]) }))
  }, [desk, t])
  useUndoKeys(undo, redo)

  const focusIn = (id: string, selector: string): void =>
    void requestAnimationFrame(() => {
      const card = document.getElementById(cardId(id))
      card?.scrollIntoView({ block: 'nearest' })
      card?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
    })
  const setOpen = (id: string, on: boolean): void =>
    setEditing((before) => (on ? new Set([...before, id]) : new Set([...before].filter((each) => each !== id))))
  const insert = (component: SectionComponent, at: number): void => {
    const section = newSection(component, newId())
    act({ kind: 'insert', section, at })
    setOpen(section.id, true)
    close()
    announce(t('didInsert', { type: typeName(t, component) }))
    // The window that closes gives the focus back to its button first.
    setTimeout(() => focusIn(section.id, '[data-edit], [data-move]'), 60)
  }
  const move = (section: Section, place: number, by: -1 | 1): void => {
    const to = place + by
    if (to < 1 || to > page.sections.length) return
    act({ kind: 'move', id: section.id, by })
    announce(t('didMove', { type: typeName(t, section.component), n: to }))
    focusIn(section.id, `[data-move="${by}"]`)
  }
  const duplicate = (section: Section): void => {
    const id = newId()
    act({ kind: 'duplicate', id: section.id, newId: id })
    announce(t('didDuplicate', { type: typeName(t, section.component) }))
    focusIn(id, '[data-edit], [data-move]')
  }
  const remove = (section: Section, at: number): void => {
    act({ kind: 'remove', id: section.id })
    setOpen(section.id, false)
    toast('info', t('removedSection', { type: typeName(t, section.component) }), {
      label: t('undoAct'),
      run: () => {
        act({ kind: 'insert', section, at })
        focusIn(section.id, '[data-edit], [data-move]')
      },
    })
    const next = page.sections[at + 1] ?? page.sections[at - 1]
    if (next) focusIn(next.id, '[data-edit], [data-move]')
    else requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }

  const save = async (): Promise<void> => {
    const done = await desk.save()
    if (!done) return again()
    toast('success', t('saved'))
    onSaved(done.id)
  }
  const openPublish = (): void => {
    setChecking(true)
    setPublishFailed(null)
    setOpened({ kind: 'publish' })
  }
  const publish = async (accepted: boolean): Promise<void> => {
    if (publishing) return
    setPublishing(true)
    setPublishFailed(null)
    // Of what was looked at here, and of no draft that came meanwhile.
    const isSaved = !desk.dirty && desk.seen !== null && pageId !== null
    const saved = isSaved ? null : await desk.save()
    const kept = isSaved ? { id: pageId, number: desk.seen } : saved && { id: saved.id, number: saved.standing.number }
    if (!kept) {
      setPublishing(false)
      close()
      return again()
    }
    const reply = await callRoute(publishPage, { params: { id: kept.id }, body: { number: kept.number, accepted } })
    setPublishing(false)
    if (!reply.ok) {
      onSaved(kept.id)
      // A new page is opened anew under its address, and this window is gone with it.
      if (pageId === null) toast('error', [t('publishFailed'), errorText(reply.failure)])
      return setPublishFailed(reply.failure)
    }
    const address = addressOf(page.name)
    toast(
      'success',
      t('published'),
      address === null ? undefined : { label: t('seeSite'), lasting: true, run: () => void window.open(address, '_blank', 'noopener') },
    )
    close()
    setChecking(false)
    onSaved(kept.id)
  }
  const follow = ({ section, field, language }: PageProblem): void => {
    close()
    setWanted((before) => ({ section, field, language, times: (before?.times ?? 0) + 1 }))
  }

  const isNamed = page.name.trim() !== ''
  const isFull = page.sections.length >= siteLimits.sections
  const { done, total } = pageProgress(page)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const quiet = 'aria-disabled:text-ink-400'
  const { clash } = desk
  return (
    <EditorContext value={parts}>
      <Frame
        mapTitle={t('outline')}
        mapButton={t('outlineOpen', { n: page.sections.length })}
        map={<Outline page={page} problems={problems} onFollow={() => undefined} />}
      >
        <div className="mx-auto w-full max-w-[1180px] px-4 pt-6 pb-32 md:px-6" inert={pageId === null && desk.busy}>
          {heading}
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            {own && <StateBadge page={own} />}
            <span className="tabular text-sm font-semibold text-ink-700">
              <span aria-hidden>{t('sayEnglish', { done, total })}</span>
              <span className="sr-only">{t('sayEnglishLong', { done, total })}</span>
            </span>
          </div>
          <div
            role="toolbar"
            aria-label={t('toolbar')}
            className="print-hidden sticky top-[calc(var(--spacing-header)+3.3rem)] z-10 -mx-4 mt-4 border-b border-ink-200 bg-ink-50/95 px-4 py-2 backdrop-blur-sm max-sm:static md:top-header md:-mx-6 md:px-6"
          >
            <div className="flex flex-wrap items-center gap-2">
              <Button
                size="small"
                kind="quiet"
                icon="undo"
                aria-keyshortcuts="Control+Z"
                aria-disabled={trail.done.length === 0 || undefined}
                className={quiet}
                onClick={undo}
              >
                {t('undoAct')}
              </Button>
              <Button
                size="small"
                kind="quiet"
                icon="redo"
                aria-keyshortcuts="Control+Shift+Z"
                aria-disabled={trail.undone.length === 0 || undefined}
                className={quiet}
                onClick={redo}
              >
                {t('redoAct')}
              </Button>
              <div className="flex flex-wrap gap-2 sm:ml-auto">
                {pageId !== null && (
                  <Button size="small" icon="history" aria-haspopup="dialog" onClick={() => onVersion('')}>
                    {t('versions')}
                  </Button>
                )}
                <Button size="small" icon="eye" aria-haspopup="dialog" onClick={() => setOpened({ kind: 'preview' })}>
                  {t('preview')}
                </Button>
                {isNamed && (
                  <>
                    <Button size="small" busy={desk.busy} disabled={!online || clash !== null} onClick={() => void save()}>
                      {t('saveDraft')}
                    </Button>
                    <Button
                      size="small"
                      kind="primary"
                      aria-haspopup="dialog"
                      disabled={!online || clash !== null || desk.busy}
                      onClick={openPublish}
                    >
                      {t('publish')}
                    </Button>
                  </>
                )}
              </div>
            </div>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
              <StateLine desk={desk} />
              {!isNamed && <p className="text-sm text-ink-700">{t('nameFirst')}</p>}
              {desk.dirty && desk.standing && !clash && (
                <Button size="small" kind="quiet" onClick={() => setOpened({ kind: 'discard' })}>
                  {t('discardMine')}
                </Button>
              )}
              {checking && (
                <Button size="small" kind="quiet" icon={errors > 0 ? 'danger' : 'check'} onClick={openPublish}>
                  {errors > 0
                    ? t('checksErrors', { n: errors })
                    : problems.length > 0
                      ? t('checksWarnings', { n: problems.length })
                      : t('checksNone')}
                </Button>
              )}
            </div>
          </div>
          <div className="mt-5 grid gap-4 empty:hidden">
            {notice}
            {own?.removed && <Notice tone="warning">{t('removedHere')}</Notice>}
            {desk.restored && !clash && (
              <Notice tone="info" icon="device" role="status">
                {t('restored')}
              </Notice>
            )}
            <OtherDrafts
              others={slot.others}
              draw={(other) => <p className="whitespace-pre-line">{readKept(other) ? other.text : ''}</p>}
              onTake={(other) => void desk.takeOther(other)}
              onDiscard={(other) => void slot.discard(other)}
            />
            {clash && (
              <ClashNotice
                title={t('clashTitle', { name: clash.by, at: format.moment(clash.at) })}
                keepMine={t('clashMine')}
                keepTheirs={t('clashTheirs', { name: clash.by })}
                onMine={() => {
                  desk.keepMine()
                  toast('info', t('clashMineSaid'))
                }}
                onTheirs={() => {
                  const { by } = clash
                  desk.takeTheirs()
                  toast('info', t('clashTheirsSaid', { name: by }))
                }}
              >
                <p>{t('clashBody')}</p>
                <Button size="small" className="mt-2" aria-haspopup="dialog" onClick={() => setOpened({ kind: 'compare' })}>
                  {t('clashCompare')}
                </Button>
              </ClashNotice>
            )}
          </div>
          <div className="mt-6">
            <NameAndAbout page={page} listed={own} />
          </div>
          <section aria-labelledby="page-sections" className="mt-8">
            <h2 id="page-sections" className="text-xl">
              {t('sections')}
            </h2>
            {page.sections.length === 0 ? (
              <EmptyState icon="list" title={t('sectionsNone')}>
                {t('sectionsNoneBody', { n: 18 })}
              </EmptyState>
            ) : (
              <div className="mt-4 grid gap-4">
                {page.sections.map((section, at) => (
                  <SectionCard
                    key={section.id}
                    section={section}
                    place={at + 1}
                    count={page.sections.length}
                    editing={editing.has(section.id)}
                    canAdd={!isFull}
                    onEdit={(on) => setOpen(section.id, on)}
                    onMove={(by) => move(section, at + 1, by)}
                    onDuplicate={() => duplicate(section)}
                    onRemove={() => remove(section, at)}
                    onAddBelow={() => setOpened({ kind: 'add', at: at + 1 })}
                    onCopyTo={() => setOpened({ kind: 'copyTo', section })}
                  />
                ))}
              </div>
            )}
            <div ref={list} className="mt-5 flex flex-wrap items-center justify-center gap-3">
              <Button
                data-add
                icon="plus"
                aria-haspopup="dialog"
                disabled={isFull}
                onClick={() => setOpened({ kind: 'add', at: page.sections.length })}
              >
                {t('addSection')}
              </Button>
              {isFull && <p className="text-ink-600">{t('sectionLimit', { n: siteLimits.sections })}</p>}
            </div>
          </section>
        </div>
      </Frame>
      {opened?.kind === 'add' && (
        <AddSectionDialog pageName={page.name} onChoose={(component) => insert(component, opened.at)} onClose={close} />
      )}
      {opened?.kind === 'copyTo' && <CopyToDialog section={opened.section} pageId={pageId} onClose={close} />}
      {opened?.kind === 'preview' && <PreviewDialog page={page} onClose={close} />}
      {opened?.kind === 'publish' && (
        <PublishDialog
          page={page}
          problems={problems}
          pageId={pageId}
          publishedName={own?.published?.name ?? null}
          busy={publishing || desk.busy}
          failed={publishFailed}
          onPublish={(accepted) => void publish(accepted)}
          onFollow={follow}
          onClose={close}
        />
      )}
      {opened?.kind === 'compare' && clash && (
        <CompareDialog
          title={t('compareTheirsTitle', { name: clash.by })}
          left={clash.content}
          right={page}
          leftName={t('compareTheirs', { name: clash.by })}
          rightName={t('compareMine')}
          onClose={close}
        />
      )}
      {version !== null && pageId !== null && (
        <VersionsDrawer
          pageId={pageId}
          page={page}
          draft={desk.standing?.number ?? 0}
          open={/^\d+$/.test(version) ? Number(version) : null}
          onOpen={(number) => onVersion(number === null ? '' : String(number))}
          onRestore={(content, number) => {
            desk.restore({ ...content, name: own?.reserved ? page.name : content.name }, number)
            onVersion(null)
            toast('success', t('restoredSaid', { n: number }))
          }}
          onClose={() => onVersion(null)}
        />
      )}
      <AlertDialog
        open={opened?.kind === 'discard'}
        title={t('discardTitle')}
        kind="danger"
        confirm={t('discardConfirm')}
        onConfirm={() => {
          desk.discard()
          close()
        }}
        onCancel={close}
      >
        {t('discardBody')}
      </AlertDialog>
    </EditorContext>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z, but in a field and in a window, where they are the browser's own. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input,textarea,select,[contenteditable],[role=dialog],[role=alertdialog]')
      )
        return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo, redo])
}
