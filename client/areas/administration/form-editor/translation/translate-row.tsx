import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { optionKey } from '#shared/forms/english.ts'
import { isRich, mostOf } from '#shared/questionnaires/translations.ts'
import type { Translatable } from '#shared/questionnaires/translations.ts'
import { useCalm } from '#client/data/world/use-drafts.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge, Status } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { rightAct } from './translate-acts.ts'
import { translateText } from './translate-text.ts'
import { useTranslation } from './use-translation.ts'
import type { Translation } from './use-translation.ts'
import { useRowState } from '#client/areas/administration/form-editor/use-workshop.ts'
import type { Workshop } from '#client/areas/administration/form-editor/workshop.ts'

const Editor = latePart(() => import('#client/features/texts/rich-text-editor.tsx'), 'RichTextEditor')

const tones: Readonly<Record<Translatable['state'], Tone>> = { missing: 'warning', outdated: 'info', ready: 'success' }

interface Props {
  readonly workshop: Workshop
  readonly text: Translatable
  readonly closed: boolean
  /** Goes on to the next text of the list that wants English. */
  readonly onNext: (from: Translatable) => void
  /** The row that has the focus, for the preview beside. */
  readonly onFocus: (text: Translatable) => void
}

/** A text in both languages: Spanish to read, English to write. */
export const TranslateRow = memo(
  function TranslateRow({ workshop, text, closed, onNext, onFocus }: Props) {
    const t = useText(translateText)
    const names = useNames(text)
    const title = useId()
    const row = useTranslation(workshop, text, `${names.about}: ${names.what}`)
    const [writing, setWriting] = useState(false)
    const box = useRef<HTMLLIElement>(null)
    const { es, en, key, state } = text
    const rich = isRich(key)
    const leave = async (): Promise<void> => {
      if (await row.save()) setWriting(false)
    }
    useRowEvents(box, {
      onFocus: () => onFocus(text),
      onNext: () =>
        void row.save().then((saved) => {
          if (!saved) return
          setWriting(false)
          onNext(text)
        }),
    })
    const isRight = async (): Promise<void> => {
      const { result } = await markRight(workshop, text)
      if (!result) return
      announce(t('markedRight'))
      box.current?.querySelector<HTMLElement>('textarea, [data-translate]')?.focus()
    }
    return (
      <li ref={box} aria-labelledby={title} data-text={`${text.id}.${key}`} className="border-t border-ink-150 py-4 first:border-t-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={title} className="min-w-0 text-sm font-semibold wrap-anywhere text-ink-700">
            <span lang={names.lang} className="tabular">
              {names.about}
            </span>
            {' · '}
            {names.what}
          </h3>
          <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        </div>
        <div className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2">
          <div>
            <p className="sr-only">{t('spanish')}</p>
            {rich ? (
              <RichTextView html={es} />
            ) : (
              <p lang="es" className="wrap-anywhere whitespace-pre-line text-ink-950">
                {es}
              </p>
            )}
          </div>
          <div className="grid min-w-0 content-start gap-2">
            <OtherDrafts
              others={row.slot.others}
              draw={(other) => <Said rich={rich} value={typeof other.value === 'string' ? other.value : ''} none={t('nothing')} />}
              onTake={(other) => void row.slot.take(other)}
              onDiscard={(other) => void row.slot.discard(other)}
            />
            {row.clash && <ClashNotice row={row} rich={rich} stands={en} />}
            {closed ? (
              <Said rich={rich} value={en} none={t('none')} />
            ) : rich ? (
              <Rich
                {...{ row, names, title }}
                writing={writing || row.slot.draft !== undefined}
                onWrite={() => setWriting(true)}
                onLeave={() => void leave()}
                onClose={() => setWriting(false)}
                stands={en}
              />
            ) : (
              <TextArea
                label={t('fieldOf', { what: names.what, about: names.about })}
                labelHidden
                lang="en"
                rows={1}
                max={mostOf(key)}
                value={row.value}
                onChange={row.write}
                onBlur={() => void leave()}
              />
            )}
            <RowWords row={row} text={text} />
            {state === 'outdated' && !closed && !row.slot.draft && (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-700">
                <span>{t('outdatedBody')}</span>
                <Button size="small" aria-label={t('rightOf', { what: names.what, about: names.about })} onClick={() => void isRight()}>
                  {t('right')}
                </Button>
              </div>
            )}
          </div>
        </div>
      </li>
    )
  },
  (before, after) =>
    before.closed === after.closed &&
    before.workshop === after.workshop &&
    before.onNext === after.onNext &&
    before.onFocus === after.onFocus &&
    before.text.es === after.text.es &&
    before.text.en === after.text.en &&
    before.text.state === after.text.state,
)

/**
 * What a row hears of its field: that it has the focus, and Ctrl+Enter, before an editor of marks takes that for a break.
 */
function useRowEvents(box: RefObject<HTMLElement | null>, events: { readonly onFocus: () => void; readonly onNext: () => void }): void {
  const newest = useRef(events)
  useLayoutEffect(() => {
    newest.current = events
  })
  useEffect(() => {
    const { current } = box
    const onFocus = (): void => newest.current.onFocus()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopPropagation()
      newest.current.onNext()
    }
    current?.addEventListener('focusin', onFocus)
    current?.addEventListener('keydown', onKey, { capture: true })
    return () => {
      current?.removeEventListener('focusin', onFocus)
      current?.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [box])
}

async function markRight(workshop: Workshop, text: Translatable): Promise<{ readonly result: boolean }> {
  const state = workshop.open.state()
  const row = text.of === 'form' ? state.form : text.of === 'dimension' ? state.dimension(text.id) : state.question(text.id)
  const result = await workshop.perform(rightAct(text, row?.enFrom?.[text.key]))
  return { result: result.ok }
}

/** What a text is called: which kind of text, and of what. */
function useNames(text: Translatable): { readonly what: string; readonly about: string; readonly lang: 'es' | undefined } {
  const t = useText(translateText)
  const state = useOpenQuestionnaire().state()
  const { of, id, key } = text
  const options = of === 'question' ? (state.question(id)?.options ?? []) : []
  const at = options.findIndex(({ value }) => optionKey(value) === key)
  const what = at >= 0 ? t('key_option', { n: at + 1 }) : t(`key_${knownKey(key)}`)
  if (of === 'form') return { what, about: t('ofForm'), lang: undefined }
  if (of === 'dimension') return { what, about: state.dimension(id)?.name ?? '', lang: 'es' }
  return { what, about: state.index.numberOf(id), lang: undefined }
}

const keys = ['name', 'description', 'text', 'hint', 'configHint', 'fillingHint', 'questionHint'] as const
const knownKey = (key: string): (typeof keys)[number] => keys.find((each) => each === key) ?? 'text'

/** A text in English to read. */
function Said({ rich, value, none }: { readonly rich: boolean; readonly value: string; readonly none: string }) {
  if (value === '') return <p className="text-ink-500">{none}</p>
  return rich ? (
    <RichTextView html={value} lang="en" />
  ) : (
    <p lang="en" className="wrap-anywhere whitespace-pre-line">
      {value}
    </p>
  )
}

interface RichProps {
  readonly row: Translation
  readonly names: { readonly what: string; readonly about: string }
  readonly title: string
  readonly stands: string
  readonly writing: boolean
  readonly onWrite: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** A help, with its marks: read until somebody asks to write. */
function Rich({ row, names, title, stands, writing, onWrite, onLeave, onClose }: RichProps): ReactNode {
  const t = useText(translateText)
  if (!writing)
    return (
      <>
        {stands !== '' && <RichTextView html={stands} lang="en" />}
        <Button
          size="small"
          icon="edit"
          className="w-fit"
          data-translate
          aria-label={t(stands === '' ? 'writeOf' : 'editOf', names)}
          onClick={onWrite}
        >
          {t(stands === '' ? 'write' : 'edit')}
        </Button>
      </>
    )
  return (
    <div className="grid gap-2">
      <Editor
        value={row.value}
        revision={0}
        labelledBy={title}
        invalid={row.failed !== null}
        lang="en"
        onChange={row.write}
        onClose={onClose}
      />
      <Button size="small" className="w-fit" busy={row.busy} onClick={onLeave}>
        {t('save')}
      </Button>
    </div>
  )
}

/** How far what is written has got. */
function RowWords({ row, text }: { readonly row: Translation; readonly text: Translatable }) {
  const t = useText(translateText)
  const a = useText(answersText)
  const errorText = useErrorText()
  const kept = useCalm(row.slot)
  const { scope } = useOpenQuestionnaire()
  const queued = useRowState(scope, text.of === 'form' ? 'form:en' : text.id)
  if (row.failed)
    return (
      <p role="alert" className="text-sm font-semibold text-bad-700">
        {errorText(row.failed)}
      </p>
    )
  if (row.busy)
    return (
      <Status icon="edit" tone="neutral">
        {a('saving')}
      </Status>
    )
  if (row.slot.draft) {
    if (kept === 'failed')
      return (
        <Status icon="warning" tone="danger">
          {a('notKept')}
        </Status>
      )
    return (
      <Status icon="device" tone={row.tooLong ? 'warning' : 'neutral'}>
        {t(row.tooLong ? 'tooLong' : 'keeping')}
      </Status>
    )
  }
  if (queued === 'attention')
    return (
      <Status icon="warning" tone="danger">
        {a('attention')}
      </Status>
    )
  return queued === 'saved-on-device' ? <Status icon="device">{a('queued')}</Status> : null
}

/** Both values of a text that two people wrote, and the choice. */
function ClashNotice({ row, rich, stands }: { readonly row: Translation; readonly rich: boolean; readonly stands: string }) {
  const t = useText(translateText)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('clash')}
      actions={
        <>
          <Button size="small" kind="primary" onClick={() => void row.save('mine')}>
            {t('keepMine')}
          </Button>
          <Button size="small" onClick={row.drop}>
            {t('takeTheirs')}
          </Button>
        </>
      }
    >
      <dl className="mt-2 grid gap-2">
        {(
          [
            ['clashMine', row.value],
            ['clashTheirs', stands],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="rounded-md border border-ink-200 bg-white px-3 py-2">
            <dt className="text-sm font-semibold text-ink-700">{t(name)}</dt>
            <dd className="max-h-40 overflow-y-auto">
              <Said rich={rich} value={value} none={t('nothing')} />
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
