import { useEffect } from 'react'
import type { Section } from '#shared/site/model.ts'
import { isSectionComponent } from '#shared/site/sections.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { excerptOf, sectionProgress } from '#client/areas/administration/site-editor/progress.ts'
import { SectionFields } from './section-fields.tsx'
import { fieldsOf } from './section-parts.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { typeName } from './type-name.ts'

const SectionPicture = latePart(() => import('./section-picture.tsx'), 'SectionPicture')

interface Props {
  readonly section: Section
  /** Its place, from 1, and how many there are. */
  readonly place: number
  readonly count: number
  readonly editing: boolean
  readonly canAdd: boolean
  readonly onEdit: (editing: boolean) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onAddBelow: () => void
  readonly onCopyTo: () => void
}

export const cardId = (id: string): string => `section-${id}`

/** One section: as visitors see it, or with its fields, and everything that is done to it as a whole. */
export function SectionCard({
  section,
  place,
  count,
  editing,
  canAdd,
  onEdit,
  onMove,
  onDuplicate,
  onRemove,
  onAddBelow,
  onCopyTo,
}: Props) {
  const t = useText(siteEditorText)
  const { act, wanted, problems } = useEditorParts()
  const type = typeName(t, section.component)
  const isKnown = isSectionComponent(section.component)
  const fields = fieldsOf(section.component)
  const hasFields = Object.keys(fields).length > 0
  const { done, total, old } = sectionProgress(section)
  const errors = problems.filter((each) => each.section === section.id && each.severity === 'error').length
  const isWanted = wanted?.section === section.id
  useEffect(() => {
    if (isWanted && hasFields) onEdit(true)
    // Only a new wish opens it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWanted, wanted])
  const named = (what: string): string => t('actOf', { act: what, n: place, type })
  return (
    <article
      id={cardId(section.id)}
      tabIndex={-1}
      aria-labelledby={`${cardId(section.id)}-title`}
      className={cx(
        'forced-edge scroll-mt-40 rounded-xl border bg-white shadow-card',
        errors > 0 ? 'border-bad-700' : editing ? 'border-brand-600' : 'border-ink-200',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-ink-150 py-2 pr-2 pl-4">
        <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 id={`${cardId(section.id)}-title`} className="text-base">
            <span className="tabular mr-1.5 text-ink-600">{`${place}.`}</span>
            {type}
          </h3>
          {section.hidden && <Badge icon="eye-off">{t('hidden')}</Badge>}
          {total > 0 && (
            <span className={cx('tabular text-sm', done < total ? 'font-semibold text-warm-700' : 'text-good-700')}>
              <span aria-hidden>{t('sayEnglish', { done, total })}</span>
              <span className="sr-only">{t('sayEnglishLong', { done, total })}</span>
            </span>
          )}
          {old && (
            <Badge tone="warning" icon="history">
              {t('englishOld')}
            </Badge>
          )}
          {errors > 0 && (
            <Badge tone="danger" icon="danger">
              {t('sectionErrors', { n: errors })}
            </Badge>
          )}
        </div>
        <div className="flex flex-wrap items-center">
          <IconButton
            data-move="-1"
            icon="arrow-up"
            label={named(t('up'))}
            aria-disabled={place === 1 || undefined}
            className="aria-disabled:text-ink-300"
            onClick={() => onMove(-1)}
          />
          <IconButton
            data-move="1"
            icon="arrow-down"
            label={named(t('down'))}
            aria-disabled={place === count || undefined}
            className="aria-disabled:text-ink-300"
            onClick={() => onMove(1)}
          />
          <Menu
            label={named(t('more'))}
            triggerClassName="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100"
            trigger={<Icon name="dots" />}
            entries={[
              { id: 'duplicate', label: t('duplicate'), icon: 'copy', disabled: !canAdd, onAction: onDuplicate },
              {
                id: 'hide',
                label: t(section.hidden ? 'show' : 'hide'),
                icon: section.hidden ? 'eye' : 'eye-off',
                onAction: () => act({ kind: 'hide', id: section.id, hidden: !section.hidden }),
              },
              { id: 'copyTo', label: t('copyTo'), icon: 'send', onAction: onCopyTo },
              { id: 'addBelow', label: t('addSectionHere', { n: place }), icon: 'plus', disabled: !canAdd, onAction: onAddBelow },
              ...(total > done
                ? [
                    {
                      id: 'copySpanish',
                      label: t('copyAllSpanish'),
                      icon: 'globe' as const,
                      onAction: () => act({ kind: 'copySpanish', id: section.id, path: null }),
                    },
                  ]
                : []),
            ]}
          />
          {hasFields && (
            <Button
              size="small"
              data-edit
              kind={editing ? 'primary' : 'secondary'}
              icon={editing ? 'check' : 'edit'}
              aria-label={named(t(editing ? 'doneSection' : 'editSection'))}
              aria-expanded={editing}
              className="mx-1"
              onClick={() => onEdit(!editing)}
            >
              {t(editing ? 'doneSection' : 'editSection')}
            </Button>
          )}
          <Button size="small" kind="quiet" icon="trash" aria-label={named(t('removeSection'))} onClick={onRemove}>
            {t('removeSection')}
          </Button>
        </div>
      </header>
      {section.hidden && <p className="border-b border-ink-150 bg-ink-50 px-4 py-1.5 text-sm text-ink-700">{t('hiddenNote')}</p>}
      {editing && hasFields ? (
        <div className="grid gap-5 px-4 py-5">
          {old && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warm-300 bg-warm-50 px-3.5 py-2">
              <p className="min-w-0 flex-1 basis-56">{t('englishOldHint')}</p>
              <Button size="small" icon="check" onClick={() => act({ kind: 'upToDate', id: section.id })}>
                {t('englishUpToDate')}
              </Button>
            </div>
          )}
          <SectionFields section={section} fields={fields} />
        </div>
      ) : isKnown ? (
        <div className="overflow-hidden rounded-b-xl">
          <p className="sr-only">{excerptOf(section)}</p>
          {hasFields && isEmpty(section) ? (
            <p className="px-4 py-6 text-ink-600">{t('emptyView')}</p>
          ) : (
            <SectionPicture section={section} onClose={() => undefined} />
          )}
        </div>
      ) : (
        <p className="px-4 py-6 text-ink-600">{t('unknownType')}</p>
      )}
    </article>
  )
}

/** Whether nothing was filled in yet. */
const isEmpty = ({ content }: Section): boolean =>
  Object.values(content).every((value) => value === '' || value === false || (Array.isArray(value) && value.length === 0))
