import { useEffect, useState } from 'react'
import { roles } from '#shared/access/roles.ts'
import { valueText, writtenText } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { wasOnBehalf } from '#shared/impersonation/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { rowIndexOf } from '#shared/answers/rules.ts'
import { traceability } from '#shared/evaluations/routes.ts'
import { appText, roleText } from '#client/page/text.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { impersonationText } from '#client/features/impersonation/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { actionOf, traceNote } from './trace-words.ts'
import { useValueWords } from '#client/features/answers/value-words.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

interface Row {
  readonly id: string
  readonly date: string
  readonly action: string
  readonly value: string
  /** How many more of the same person were not applied, which this line stands for. */
  readonly more: number
  readonly by: string
  readonly role: string
  readonly unsent: boolean
}

type Loaded =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready'
      readonly rows: readonly Row[]
      readonly offline: boolean
      /** Reads the lines before these; null when there are none. */
      readonly more: (() => Promise<void>) | null
    }

/** Lines that are read at once. */
const pageRows = 100

/** History of changes of a question: the server's lines, and before them what has not left this device. */
export function QuestionHistory({
  unit,
  question,
  onClose,
}: {
  readonly unit: Unit
  readonly question: Question
  readonly onClose: () => void
}) {
  const t = useText(answersText)
  const app = useText(appText)
  const behalf = useText(impersonationText)
  const errorText = useErrorText()
  const format = useFormat()
  const words = useValueWords()
  const engine = useEngine()
  const open = useOpenWorld()
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  useEffect(() => {
    let left = false
    const roleLabel = (role: string, action: string): string => {
      if (wasOnBehalf(role, action)) return behalf('role', { name: open.world().institution.name })
      const known = roles.find((each) => each === role)
      if (known) return roleText(app, known)
      if (role === 'Evaluator') return app('kindEvaluator')
      return role === 'Administrator' ? app('kindAdministrator') : role
    }
    const traceText = (value: unknown, action: string, text: string | null): string =>
      [writtenText(question, value, words), traceNote(action, text, errorText)].filter(Boolean).join(' · ')
    const load = async (before: readonly Row[], after: string | undefined): Promise<void> => {
      const { formId, institutionId } = open.world()
      const reply = await callRoute(traceability, {
        params: { form: formId, institution: institutionId, question: question.id, index: rowIndexOf(open.world(), unit) },
        query: { after, limit: pageRows },
      })
      if (left) return
      const rows = reply.ok
        ? reply.value.map((row): Row => ({
            id: row._id,
            date: row.date,
            action: row.action,
            value: traceText(row.value, row.action, row.text),
            more: row.more ?? 0,
            by: row.userName === '' ? t('deletedUser') : row.userName,
            role: roleLabel(row.role, row.action),
            unsent: false,
          }))
        : []
      const all = [...before, ...rows]
      const last = rows.length === pageRows ? rows.at(-1) : undefined
      setLoaded({ kind: 'ready', rows: all, offline: !reply.ok, more: last ? () => load(all, last.id) : null })
    }
    const standing = open.world().answer(unit)?.value ?? null
    const unsentRows = (): Row[] =>
      engine
        .queue()
        .filter(
          (item) =>
            item.kind === 'mutation' &&
            actionOf(item.name) !== undefined &&
            item.scope === open.scope &&
            (item.entity === unit || item.entity.endsWith(`:${unit}`)),
        )
        .map((item) => ({
          id: item.id,
          date: item.at,
          action: actionOf(item.name) ?? '',
          value: item.entity === unit && standing !== null ? valueText(question, standing, words) : '',
          more: 0,
          by: personName(open.world(), item.authorId) ?? open.actor.name,
          role: '',
          unsent: true,
        }))
        .toReversed()
    void load(unsentRows(), undefined)
    return () => {
      left = true
    }
    // Read once when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unit])
  return (
    <Dialog open onClose={onClose} title={t('historyTitle')} size="large">
      <p className="mb-3 text-ink-600">
        <QuestionText of={question} />
      </p>
      {loaded.kind === 'loading' ? (
        <p role="status" className="py-6 text-ink-600">
          {t('loading')}
        </p>
      ) : (
        <>
          {loaded.offline && (
            <Notice tone="neutral" icon="cloud-off" className="mb-3">
              <p>{t('historyOffline')}</p>
            </Notice>
          )}
          <Table<Row>
            caption={t('historyTitle')}
            stacks
            rows={loaded.rows}
            rowKey={(row) => row.id}
            empty={t('noData')}
            columns={[
              {
                id: 'date',
                header: t('date'),
                cell: (row) => (
                  // Two times are too long for a line.
                  <span className={cx('tabular', format.isChileTime(row.date) && 'whitespace-nowrap')}>
                    {format.moment(row.date)}
                    {row.unsent && <Badge className="ml-2">{t('unsent')}</Badge>}
                  </span>
                ),
              },
              {
                id: 'action',
                header: t('action'),
                cell: (row) => (
                  <>
                    <span lang="es">{row.action}</span>
                    {row.more > 0 && <span className="block text-sm text-ink-600">{t('historyFolded', { n: row.more })}</span>}
                  </>
                ),
              },
              {
                id: 'value',
                header: t('value'),
                cell: (row) => (
                  <span lang="es" className="block max-w-md min-w-0 break-words whitespace-pre-wrap">
                    {row.value}
                  </span>
                ),
              },
              { id: 'by', header: t('doneBy'), cell: (row) => row.by },
              { id: 'role', header: t('role'), cell: (row) => row.role },
            ]}
          />
          {loaded.more && (
            <Button kind="secondary" className="mt-3" onClick={() => void loaded.more?.()}>
              {t('historyMore')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}
