import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { formatsOf, isOfDocuments, isWhole, isOfOneInstitution, layoutsOf, reportKinds } from '#shared/reports/model.ts'
import type { ReportFormat, ReportKind, ReportLayout, ReportWish } from '#shared/reports/model.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Combobox } from '#client/ui/fields/combobox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { reportsText } from './text.ts'

interface Institution {
  readonly institutionId: InstitutionId
  readonly name: string
}

interface Props {
  readonly formId: FormId
  /** Those that take part, by name; null until they are known. */
  readonly taking: readonly Institution[] | Failure | null
  /** Resolves to why it was not asked for; null when it was. */
  readonly onAsk: (wish: ReportWish) => Promise<Failure | null>
}

/** What somebody wants to take out of a form. */
export function ReportWishForm({ formId, taking, onAsk }: Props) {
  const t = useText(reportsText)
  const errorText = useErrorText()
  const [kind, setKind] = useState<ReportKind>('Answers')
  const [layout, setLayout] = useState<ReportLayout>('long')
  const [format, setFormat] = useState<ReportFormat>('xlsx')
  const [institutionId, setInstitution] = useState<InstitutionId | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const layouts = layoutsOf(kind)
  const formats = formatsOf(kind)
  const chosenFormat = formats.includes(format) ? format : (formats[0] ?? format)
  const institutions = taking !== null && 'length' in taking ? taking : []
  const ask = async (): Promise<void> => {
    const ofOne = isOfOneInstitution(kind)
    setMissing(ofOne && institutionId === null)
    if (ofOne && institutionId === null) return
    setBusy(true)
    const why = await onAsk({
      kind,
      formId,
      institutionId: ofOne ? institutionId : null,
      format: chosenFormat,
      layout: layouts.includes(layout) ? layout : 'long',
    })
    setBusy(false)
    setRefused(why)
  }
  if (institutions.length === 0)
    return (
      <Notice tone="neutral" role="status">
        {taking === null ? t('reading') : 'code' in taking ? t('unknown', { why: errorText(taking) }) : t('nobody')}
      </Notice>
    )
  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <RadioGroup
        label={t('which')}
        choices={reportKinds.map((each) => ({ value: each, label: t(each), hint: t(`${each}Hint`) }))}
        value={kind}
        onChange={(value) => setKind(reportKinds.find((each) => each === value) ?? kind)}
      />
      {isOfOneInstitution(kind) && (
        <Combobox
          label={t('institution')}
          options={institutions.map(({ institutionId: id, name }) => ({ id, label: name }))}
          selected={institutionId}
          onSelect={(value) => {
            setInstitution(value)
            setMissing(false)
          }}
          error={missing ? t('institutionMissing') : undefined}
        />
      )}
      {layouts.length > 1 && (
        <RadioGroup
          label={t('layout')}
          choices={layouts.map((each) => ({ value: each, label: t(each), hint: t(`${each}Hint`) }))}
          value={layouts.includes(layout) ? layout : 'long'}
          onChange={(value) => setLayout(layouts.find((each) => each === value) ?? layout)}
        />
      )}
      {isOfDocuments(kind) || isWhole(kind) ? (
        <Notice tone="neutral">{t(isWhole(kind) ? 'wholes' : 'documents')}</Notice>
      ) : (
        <RadioGroup
          label={t('format')}
          choices={formats.map((each) => ({ value: each, label: t(each), hint: t(`${each}Hint`) }))}
          value={chosenFormat}
          onChange={(value) => setFormat(formats.find((each) => each === value) ?? format)}
        />
      )}
      {refused && (
        <Notice tone="danger" role="alert">
          {errorText(failure(refused.code, refused.params))}
        </Notice>
      )}
      <div>
        <OnlineButton kind="primary" type="submit" busy={busy}>
          {t('ask')}
        </OnlineButton>
      </div>
    </form>
  )
}
