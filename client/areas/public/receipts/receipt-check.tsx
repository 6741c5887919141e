import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { typedCode } from '#shared/sends/receipt-code.ts'
import { checkReceipt } from '#shared/sends/routes.ts'
import type { CheckedReceipt } from '#shared/sends/routes.ts'
import { requestRoute } from '#client/data/server/request.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { receiptCheckText } from './check-text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'

/** Whether a receipt is genuine, for whoever holds one: number and code are asked for, and without both nothing is told (RT3). */
export function ReceiptCheck() {
  const t = useText(receiptCheckText)
  const errorText = useErrorText()
  const [query] = useState(() => new URLSearchParams(location.search))
  const [number, setNumber] = useState(() => query.get('number') ?? '')
  const [code, setCode] = useState(() => query.get('code') ?? '')
  const [found, setFound] = useState<CheckedReceipt | null>(null)
  const [problem, setProblem] = useState<Failure | 'incomplete' | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async (): Promise<void> => {
    if (number.trim() === '' || typedCode(code) === undefined) return setProblem('incomplete')
    setProblem(null)
    setBusy(true)
    const reply = await requestRoute(checkReceipt, { body: { number, code } })
    setBusy(false)
    if (reply.ok) setFound(reply.value)
    else setProblem(reply.failure)
  }
  // Who comes by the picture on a receipt has written nothing: the answer is there at once.
  const brought = useRef(number !== '' && code !== '')
  useEffect(() => {
    if (!brought.current) return
    brought.current = false
    void check()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void check()
  }
  if (found) return <Found receipt={found} onAnother={() => setFound(null)} />
  return (
    <>
      <p className="mt-2 text-lg text-ink-600">{t('lead')}</p>
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        {problem !== null && (
          <Notice tone="danger" role="alert">
            {problem === 'incomplete' ? t('incomplete') : problem.code === 'receipt_unknown' ? t('unknown') : errorText(problem)}
          </Notice>
        )}
        <TextField
          label={t('number')}
          hint={t('numberHint')}
          value={number}
          onChange={setNumber}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <OnlineButton type="submit" kind="primary" busy={busy} className="w-full">
          {t('check')}
        </OnlineButton>
      </form>
    </>
  )
}

function Found({ receipt, onAnother }: { readonly receipt: CheckedReceipt; readonly onAnother: () => void }) {
  const t = useText(receiptCheckText)
  const format = useFormat()
  const { number, institution, form, sentAt, answers, files, recalledAt, match } = receipt
  const facts: readonly (readonly [name: string, value: string, lang?: 'es'])[] = [
    [t('institution'), institution, 'es'],
    [t('form'), form, 'es'],
    [t('sentAt'), format.certified(sentAt)],
    [t('answers'), format.number(answers)],
    [t('files'), format.number(files)],
  ]
  return (
    <>
      <Notice
        tone={recalledAt === null ? 'success' : 'warning'}
        role="status"
        title={recalledAt === null ? t('genuine') : t('recalled')}
        className="mt-6"
      >
        {recalledAt !== null && <p>{t('recalledBody', { at: format.certified(recalledAt) })}</p>}
        <p className={recalledAt === null ? undefined : 'mt-2'}>{match === 'whole' ? t('matchWhole') : t('matchCode')}</p>
      </Notice>
      <p className="mt-6 text-sm text-ink-600">{t('number')}</p>
      <p className="tabular text-2xl font-semibold wrap-anywhere text-ink-950">{number}</p>
      <dl className="mt-5 grid gap-x-6 gap-y-2.5 sm:grid-cols-[8rem_1fr]">
        {facts.map(([name, value, lang]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-ink-600 sm:pt-0.5">{name}</dt>
            <dd lang={lang} className="-mt-2 font-medium wrap-anywhere text-ink-950 sm:mt-0">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Button className="mt-7 w-full" onClick={onAnother}>
        {t('another')}
      </Button>
    </>
  )
}
