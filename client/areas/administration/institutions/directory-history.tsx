import { useEffect, useState } from 'react'
import { categoryHistory, institutionHistory } from '#shared/institutions/directory-routes.ts'
import type { DirectoryEvent } from '#shared/institutions/directory-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { directoryText } from './text.ts'
import { fieldName } from './field-name.ts'

interface Props {
  readonly of: 'institution' | 'category'
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Who changed what of an institution or of a category, newest first. */
export function DirectoryHistory({ of, id, name, onClose }: Props) {
  const t = useText(directoryText)
  const format = useFormat()
  const errorText = useErrorText()
  const [events, setEvents] = useState<readonly DirectoryEvent[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    const asked =
      of === 'institution'
        ? callRoute(institutionHistory, { params: { institution: id } })
        : callRoute(categoryHistory, { params: { category: id } })
    void asked.then((reply) => {
      if (left) return
      if (reply.ok) setEvents(reply.value)
      else setProblem(errorText(reply.failure))
    })
    return () => {
      left = true
    }
  }, [of, id, errorText])
  const said = (value: string | null): string =>
    value === null || value === '' ? t('nothing') : value === 'true' ? t('on') : value === 'false' ? t('off') : value
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('historyTitle', { name })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {problem !== null ? (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      ) : events === null ? (
        <PageSkeleton />
      ) : events.length === 0 ? (
        <p>{t('historyNone')}</p>
      ) : (
        <ol className="grid gap-4">
          {events.map((event, position) => (
            <li key={`${event.at} ${position}`} className="border-b border-ink-150 pb-3 last:border-b-0">
              <p lang="es" className="font-semibold text-ink-950">
                {event.action}
              </p>
              <p className="text-sm text-ink-600">{t('historyBy', { at: format.moment(event.at), by: event.by })}</p>
              {event.changed.length === 0 || event.action === 'Cambia líder' ? (
                <p lang="es" className="mt-1 wrap-anywhere">
                  {event.text}
                </p>
              ) : (
                <ul lang="es" className="mt-1 wrap-anywhere">
                  {event.changed.map(({ field, from, to }) => (
                    <li key={field}>
                      {t(from === null ? 'historySet' : 'historyChange', {
                        field: fieldName(t, field),
                        from: said(from),
                        to: said(to),
                      })}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
