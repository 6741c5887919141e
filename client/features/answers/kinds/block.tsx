import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { closedBy, openUnits, pendingReasons, rowsOf } from '#shared/answers/rules.ts'
import { maxRows } from '#shared/forms/kinds/block.ts'
import type { Question } from '#shared/forms/model.ts'
import { questionIdOf, rowIdOf } from '#shared/kernel/ids.ts'
import type { RowId, Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Status } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { rowRead, rowTitle, rowWords } from '#client/features/answers/rows/row-title.ts'
import { answersText } from '#client/features/answers/text.ts'

const without = (rows: readonly RowId[], going: readonly RowId[]): RowId[] => rows.filter((row) => !going.includes(row))

const newRow = (): RowId => crypto.randomUUID().replaceAll('-', '').slice(0, 20)

/** Rows of a block, from none ("Ninguna") to its most (VA7). A smaller number takes rows from the tail (DP5); any one goes by its own button. */
function Field({ unit, question, value, error, labelId, onChoose, drawUnit }: AnswerFieldProps) {
  const t = useText(answersText)
  const format = useFormat()
  const open = useOpenWorld()
  const rows = useReading(
    [`unit:${unit}`],
    (world) => rowsOf(world, question),
    (left, right) => left.join() === right.join(),
  )
  const [leaving, setLeaving] = useState<readonly RowId[] | null>(null)
  const most = maxRows(question)
  const answered = value !== null

  const resize = (count: number): void => {
    if (count >= rows.length) {
      setLeaving(null)
      return onChoose({ rows: [...rows, ...Array.from({ length: count - rows.length }, newRow)] })
    }
    leave(rows.slice(count))
  }
  /** Takes rows away; those that hold answers only after they were named and confirmed. */
  const leave = (going: readonly RowId[]): void => {
    if (closedBy(open.world(), unit, { rows: without(rows, going) }).length > 0) return setLeaving(going)
    onChoose({ rows: without(rows, going) })
  }
  const confirmLeaving = (going: readonly RowId[]): void => {
    setLeaving(null)
    onChoose({ rows: without(rows, going) }, { closing: true })
    toast('info', t('rowsRemoved', { n: going.length }), { label: t('undoRows'), run: () => onChoose({ rows: [...rows] }) })
  }
  return (
    <div role="group" aria-labelledby={labelId} className="grid gap-3">
      <Select
        label={t('howMany')}
        value={leaving ? String(rows.length - leaving.length) : answered ? String(rows.length) : ''}
        placeholder={answered ? null : t('choose')}
        options={Array.from({ length: Math.max(most, rows.length) + 1 }, (_, n) => ({
          value: String(n),
          label: n === 0 ? t('none') : String(n),
        }))}
        onChange={(text) => {
          if (text !== '') resize(Number(text))
        }}
        error={error}
        className="max-w-60"
      />
      {leaving && (
        <Leaving
          question={question}
          rows={leaving}
          list={format.list}
          onCancel={() => setLeaving(null)}
          onConfirm={() => confirmLeaving(leaving)}
        />
      )}
      {rows.length > 0 && <BlockRows question={question} rows={rows} drawUnit={drawUnit} onRemove={(row) => leave([row])} />}
      {rows.length > 0 && rows.length < most && (
        <Button size="small" icon="plus" className="w-fit" onClick={() => resize(rows.length + 1)}>
          {t('addRow')}
        </Button>
      )}
    </div>
  )
}

interface LeavingProps {
  readonly question: Question
  readonly rows: readonly RowId[]
  readonly list: (items: readonly string[]) => string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

function Leaving({ question, rows, list, onConfirm, onCancel }: LeavingProps) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const names = rows.map((row) => {
    const title = rowTitle(open.world(), question, row)
    return title.name === undefined ? rowWords(title, (n) => t('row', { n })) : `«${title.name}»`
  })
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('removeRowsTitle', { n: rows.length })}
      actions={
        <>
          <Button size="small" kind="danger" onClick={onConfirm}>
            {t('removeRows', { n: rows.length })}
          </Button>
          <Button size="small" onClick={onCancel}>
            {t('keepRows')}
          </Button>
        </>
      }
    >
      <p>{t('removeRowsBody', { names: list(names) })}</p>
    </Notice>
  )
}

interface RowsProps {
  readonly question: Question
  readonly rows: readonly RowId[]
  readonly drawUnit: AnswerFieldProps['drawUnit']
  /** Where rows may be taken away. */
  readonly onRemove?: ((row: RowId) => void) | undefined
}

/** The rows themselves, for filling and for reading. Many start folded, but for the first that has no name yet. */
export function BlockRows({ question, rows, drawUnit, onRemove }: RowsProps) {
  const open = useOpenWorld()
  const [known] = useState(() => new Set(rows))
  const [empty] = useState(() => rows.find((row) => rowTitle(open.world(), question, row).name === undefined))
  return (
    <ol className="grid gap-2.5">
      {rows.map((row, position) => (
        <BlockRow
          key={row}
          question={question}
          row={row}
          position={position}
          startsOpen={rows.length <= 2 || row === empty || !known.has(row)}
          drawUnit={drawUnit}
          onRemove={onRemove}
        />
      ))}
    </ol>
  )
}

/** Open units of one row of a block, in reading order. */
function unitsOfRow(world: World, question: Question, row: RowId): Unit[] {
  return openUnits(world, question.dimensionId).filter(
    (unit) => rowIdOf(unit) === row && world.index.question(questionIdOf(unit))?.blockId === question.id,
  )
}

interface RowProps {
  readonly question: Question
  readonly row: RowId
  readonly position: number
  readonly startsOpen: boolean
  readonly drawUnit: AnswerFieldProps['drawUnit']
  readonly onRemove: ((row: RowId) => void) | undefined
}

function BlockRow({ question, row, position, startsOpen, drawUnit, onRemove }: RowProps) {
  const t = useText(answersText)
  const [params] = useSearchParams()
  const target = params.get('question')
  const isTarget = target !== null && rowIdOf(target) === row
  const [shown, setShown] = useState(startsOpen || isTarget)
  useEffect(() => {
    // A link leads to a question inside the row.
    if (isTarget) setShown(true)
  }, [isTarget])
  const units = useReading(
    ['table:answer'],
    (world) => unitsOfRow(world, question, row),
    (left, right) => left.join() === right.join(),
  )
  const topics = useMemo(() => units.map((unit) => `unit:${unit}`), [units])
  const { pendent, ...of } = useReading(
    topics.length > 0 ? [...topics, 'table:thread'] : ['table:answer'],
    (world, { actor }) => ({
      ...rowTitle(world, question, row),
      pendent: units.filter((unit) => pendingReasons(world, unit, actor.kind === 'Institutional' ? actor.id : undefined).length > 0).length,
    }),
    sameParts,
  )
  const n = position + 1
  const { text, lang } = rowRead(of, () => t('row', { n }))
  const title = of.name === undefined ? text : t('rowNamed', { n, name: of.name })
  return (
    <li className="rounded-lg border border-ink-200 bg-ink-50/60">
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-lg px-4 py-2 text-left hover:bg-ink-100"
        >
          <Icon
            name="chevron-right"
            size={18}
            className={shown ? 'rotate-90 text-ink-600 transition-transform' : 'text-ink-600 transition-transform'}
          />
          {/* Where both do not fit, what is left goes below, rather than the name break inside its words. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 basis-40 font-medium hyphens-auto text-ink-950" lang={lang}>
              {title}
            </span>
            {pendent > 0 ? (
              <Status tone="neutral">{t('rowPending', { n: pendent })}</Status>
            ) : (
              <Status tone="success" icon="check">
                {t('rowComplete')}
              </Status>
            )}
          </span>
        </button>
        {onRemove && (
          <IconButton icon="trash" size="small" label={t('removeRow', { row: title })} className="mr-2" onClick={() => onRemove(row)} />
        )}
      </div>
      {shown && (
        <div className="grid gap-5 border-t border-ink-200 bg-white px-4 py-4 last:rounded-b-lg sm:px-5">
          {units.map((each) => drawUnit(each))}
        </div>
      )}
    </li>
  )
}

function View({ value, className }: AnswerViewProps<{ rows: RowId[] }>) {
  const t = useText(answersText)
  return <p className={className}>{t('rows', { n: value.rows.length })}</p>
}

export const block: KindOnScreen<{ rows: RowId[] }> = { Field, View }
