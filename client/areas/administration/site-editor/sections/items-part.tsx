import { withoutTags } from '#shared/kernel/cut.ts'
import { useEffect, useRef, useState } from 'react'
import { imageHref } from '#shared/site/view.ts'
import type { Content, Section } from '#shared/site/model.ts'
import type { ItemsField } from '#shared/site/sections.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { wordsIn } from './section-parts.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

const ItemDialog = latePart(() => import('./item-dialog.tsx'), 'ItemDialog')

interface Props {
  readonly id: string
  readonly section: Section
  readonly list: string
  readonly field: ItemsField
}

const rowsOf = (content: Content, list: string): readonly Content[] => {
  const rows = content[list]
  return Array.isArray(rows) ? rows : []
}

/** A list of a section: each item with its words and its picture, moved by buttons and written in a window. */
export function ItemsPart({ id, section, list, field }: Props) {
  const t = useText(siteEditorText)
  const { act, viewFiles, wanted, problems } = useEditorParts()
  const [open, setOpen] = useState<number | null>(null)
  const box = useRef<HTMLOListElement>(null)
  const rows = rowsOf(section.content, list)
  const english = rowsOf(section.englishContent, list)
  const error = useProblemsAt(section.id, list, null)
  const wantedAt = wanted?.section === section.id ? new RegExp(`^${list}\\.(\\d+)\\.`).exec(wanted.field ?? '')?.[1] : undefined
  useEffect(() => {
    if (wantedAt !== undefined) setOpen(Number(wantedAt))
  }, [wantedAt, wanted])
  const imageKey = Object.entries(field.fields).find(([, each]) => each.kind === 'image')?.[0]
  const name = fieldName(t, section.component, list)
  const full = rows.length >= field.most
  const add = (): void => {
    act({ kind: 'addItem', id: section.id, list })
    setOpen(rows.length)
  }
  const move = (at: number, by: -1 | 1): void => {
    const to = at + by
    if (to < 0 || to >= rows.length) return
    act({ kind: 'moveItem', id: section.id, list, at, by })
    announce(t('itemMoved', { n: to + 1 }))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-item="${to}"] [data-move="${by}"]`)?.focus())
  }
  const remove = (at: number): void => {
    act({ kind: 'removeItem', id: section.id, list, at })
    toast('info', t('itemRemoved'))
    requestAnimationFrame(() => {
      const next = box.current?.querySelector<HTMLElement>(`[data-item="${Math.min(at, rows.length - 2)}"] [data-edit]`)
      ;(next ?? document.getElementById(id))?.focus()
    })
  }
  return (
    <section aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold text-ink-950">{name}</p>
        <p className="tabular text-sm text-ink-600">{t('itemsCount', { n: rows.length, most: field.most })}</p>
      </div>
      <ol ref={box} className="mt-2 grid gap-2">
        {rows.map((row, at) => {
          const words = wordsIn(field.fields, row, english[at] ?? {}).filter(({ kind }) => kind !== 'alt')
          const shown = words.map(({ es }) => withoutTags(es, ' ').trim()).find((text) => text !== '')
          const lacking = words.some(({ es, en }) => es.trim() !== '' && en.trim() === '')
          const picture = imageKey === undefined ? undefined : viewFiles[textAt(section, `${list}.${at}.${imageKey}`)]
          const wrong = problems.some(
            (each) => each.section === section.id && each.severity === 'error' && each.field?.startsWith(`${list}.${at}.`),
          )
          return (
            <li
              key={at}
              data-item={at}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-ink-200 bg-ink-50 py-1.5 pr-1.5 pl-3"
            >
              <span className="tabular text-sm text-ink-600">{at + 1}</span>
              {picture && <img src={imageHref(picture, picture.widths[0])} alt="" className="size-10 rounded-sm bg-white object-contain" />}
              <span className="min-w-0 flex-1 basis-40">
                <span lang={shown === undefined ? undefined : 'es'} className="line-clamp-2 wrap-anywhere">
                  {shown ?? (picture?.name || t('itemEmpty'))}
                </span>
                <span className="flex flex-wrap gap-1.5 empty:hidden">
                  {lacking && <Badge tone="warning">{t('englishMissing')}</Badge>}
                  {wrong && (
                    <Badge tone="danger" icon="danger">
                      {t('itemProblem')}
                    </Badge>
                  )}
                </span>
              </span>
              <span className="flex">
                <IconButton
                  data-move="-1"
                  icon="arrow-up"
                  label={t('upItem', { n: at + 1 })}
                  aria-disabled={at === 0 || undefined}
                  className="aria-disabled:text-ink-300"
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  data-move="1"
                  icon="arrow-down"
                  label={t('downItem', { n: at + 1 })}
                  aria-disabled={at === rows.length - 1 || undefined}
                  className="aria-disabled:text-ink-300"
                  onClick={() => move(at, 1)}
                />
                <IconButton data-edit icon="edit" label={t('editItem', { n: at + 1 })} aria-haspopup="dialog" onClick={() => setOpen(at)} />
                <IconButton icon="trash" label={t('removeItem', { n: at + 1 })} onClick={() => remove(at)} />
              </span>
            </li>
          )
        })}
      </ol>
      {error !== null && (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <Button id={id} size="small" icon="plus" className="mt-2" disabled={full} aria-haspopup="dialog" onClick={add}>
        {t('addItem')}
      </Button>
      {open !== null && open < rows.length && (
        <ItemDialog section={section} list={list} field={field} at={open} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}
