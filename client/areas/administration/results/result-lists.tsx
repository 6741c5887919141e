import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { ResultDifference, Undecided } from '#shared/results/routes.ts'
import { pointsText } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { SettleDialog } from './settle-dialog.tsx'

/** What kept results from being worked out, or from being published. */
export type Trouble =
  | { readonly kind: 'undecided'; readonly rows: readonly Undecided[]; readonly more: number }
  | { readonly kind: 'points'; readonly institutions: readonly string[] }
  | { readonly kind: 'differences'; readonly rows: readonly ResultDifference[]; readonly more: number }

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  readonly trouble: Trouble
  /** An answer of the list was decided. */
  readonly onSettled: (row: Undecided) => void
  /** The way to where points are brought by hand. */
  readonly toManual: () => void
  readonly onClose: () => void
}

/** Why an act on the results of institutions was refused, row by row, with the way to what mends it. */
export function TroubleNotice({ formId, kind, trouble, onSettled, toManual, onClose }: Props) {
  const t = useText(labResultsText)
  const away = (
    <Button size="small" onClick={onClose}>
      {t('putAway')}
    </Button>
  )
  switch (trouble.kind) {
    case 'undecided':
      return (
        <Frame title={t('undecidedTitle', { n: trouble.rows.length + trouble.more })} body={t('undecidedBody')} actions={away}>
          <UndecidedTable formId={formId} kind={kind} rows={trouble.rows} onSettled={onSettled} />
          <More n={trouble.more} />
        </Frame>
      )
    case 'points':
      return (
        <Frame
          title={t('pointsMissingTitle', { n: trouble.institutions.length })}
          body={t('pointsMissingBody')}
          actions={
            <>
              <Button size="small" aria-haspopup="dialog" onClick={toManual}>
                {t('toManual')}
              </Button>
              {away}
            </>
          }
        >
          <ul lang="es" className="list-disc pl-5">
            {trouble.institutions.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Frame>
      )
    case 'differences':
      return (
        <Frame title={t('differTitle', { n: trouble.rows.length + trouble.more })} body={t('differBody')} actions={away}>
          <DifferenceTable formId={formId} rows={trouble.rows} />
          <More n={trouble.more} />
        </Frame>
      )
  }
}

function Frame({
  title,
  body,
  actions,
  children,
}: {
  readonly title: string
  readonly body: string
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="grid gap-3">
      <Notice tone="danger" role="alert" title={title} actions={actions}>
        {body}
      </Notice>
      {children}
    </div>
  )
}

function More({ n }: { readonly n: number }) {
  const t = useText(labResultsText)
  return n > 0 && <p className="text-ink-600">{t('more', { n })}</p>
}

const tableFrame = 'forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card'

const Asked = ({ number, text }: { readonly number: string; readonly text: string }) => (
  <>
    <span className="tabular mr-1.5 text-ink-600">{number}</span>
    <span lang="es">{text}</span>
  </>
)

/** Where an administrator sees the answer of a unit, with what was decided on it. */
function AnswerLink({
  formId,
  row,
}: {
  readonly formId: string
  readonly row: Pick<Undecided, 'institutionId' | 'institution' | 'unit' | 'number'>
}) {
  const t = useText(labResultsText)
  return (
    <Link
      to={pageAddress('filling', { form: formId, institution: row.institutionId, question: row.unit })}
      aria-label={t('lookAtOf', { number: row.number, name: row.institution })}
      className="rounded-sm text-brand-700 underline hover:text-brand-900"
    >
      {t('lookAt')}
    </Link>
  )
}

function UndecidedTable({
  formId,
  kind,
  rows,
  onSettled,
}: Pick<Props, 'formId' | 'kind' | 'onSettled'> & { readonly rows: readonly Undecided[] }) {
  const t = useText(labResultsText)
  const [settling, setSettling] = useState<Undecided | null>(null)
  return (
    <div className={tableFrame}>
      <Table
        caption={t('undecidedCaption')}
        stacks
        bounded
        columns={[
          {
            id: 'institution',
            header: t('institution'),
            rowHeader: true,
            cell: ({ institution }) => <span lang="es">{institution}</span>,
          },
          { id: 'question', header: t('question'), cell: (row) => <Asked {...row} /> },
          { id: 'missing', header: t('missing'), cell: ({ code }) => t(`gap_${code}`) },
          {
            id: 'acts',
            header: <span className="sr-only">{t('lookAt')}</span>,
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <AnswerLink formId={formId} row={row} />
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={t('settleOf', { number: row.number, name: row.institution })}
                  onClick={() => setSettling(row)}
                >
                  {t('settle')}
                </Button>
              </span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ institutionId, unit }) => `${institutionId} ${unit}`}
      />
      {settling && (
        <SettleDialog
          formId={formId}
          kind={kind}
          row={settling}
          onSettled={() => {
            setSettling(null)
            onSettled(settling)
          }}
          onClose={() => setSettling(null)}
        />
      )}
    </div>
  )
}

function DifferenceTable({ formId, rows }: { readonly formId: string; readonly rows: readonly ResultDifference[] }) {
  const t = useText(labResultsText)
  const language = useLanguage()
  return (
    <div className={tableFrame}>
      <Table
        caption={t('differCaption')}
        stacks
        bounded
        columns={[
          {
            id: 'institution',
            header: t('institution'),
            rowHeader: true,
            cell: ({ institution }) => <span lang="es">{institution}</span>,
          },
          { id: 'question', header: t('question'), cell: (row) => <Asked {...row} /> },
          { id: 'before', header: t('before'), align: 'end', cell: ({ before }) => pointsText(before, language) },
          { id: 'after', header: t('after'), align: 'end', cell: ({ after }) => pointsText(after, language) },
          {
            id: 'link',
            header: <span className="sr-only">{t('lookAt')}</span>,
            cell: (row) => row.unit !== null && <AnswerLink formId={formId} row={{ ...row, unit: row.unit }} />,
          },
        ]}
        rows={rows}
        rowKey={({ institutionId, unit, number }) => `${institutionId} ${unit ?? ''} ${number}`}
      />
    </div>
  )
}
