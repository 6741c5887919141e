import { canAlert } from '#shared/forms/alerts.ts'
import type { Alert, AlertSide } from '#shared/forms/model.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { editAlert } from '#shared/questionnaires/alert-mutations.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { BackToForms } from '#client/areas/administration/forms/opened-form.tsx'
import { AlertDialog, fieldsOf } from './alert-dialog.tsx'
import { alertsText } from './alerts-text.ts'
import { useEditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import { EditorTabs } from '#client/areas/administration/form-editor/editor-tabs.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const windows: WindowNames<'edit'> = { edit: 'alerta' }

/** Pairs of answers that do not go together, declared as a part of the form; also while its structure is frozen (AL1). */
export function FormAlertsPage() {
  const t = useText(alertsText)
  const closedReason = useClosedReason()
  const open = useOpenQuestionnaire()
  const address = useEditorAddress()
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const alerts = useQuestionnaireReading(['table:outline'], (state) => state.get('outline', open.formId)?.alerts ?? [], sameField)
  const { open: opened, show, close } = useWindowAddress(windows)
  if (!form) return <PageSkeleton />
  const shown = alerts.find(({ id }) => id === opened?.id)
  const closed = closedReason(form, 'changeHelpTexts', open.now())
  return (
    <Page>
      <PageHeading
        title={form.name}
        lang="es"
        documentTitle={`${t('title')} - ${form.name}`}
        kicker={<BackToForms />}
        actions={<HistoryLink formId={form.id} kind="questions" />}
      />
      <EditorTabs address={address} />
      <h2 className="mt-6 text-xl">{t('title')}</h2>
      <p className="mt-2 max-w-prose">{t('lead')}</p>
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mt-5">
          {closed}
        </Notice>
      )}
      {closed === null && alerts.length > 0 && (
        <Button kind="primary" icon="plus" className="mt-5" onClick={() => show('edit')}>
          {t('add')}
        </Button>
      )}
      {alerts.length === 0 ? (
        <EmptyState
          icon="warning"
          title={t('none')}
          actions={
            closed === null && (
              <Button kind="primary" icon="plus" onClick={() => show('edit')}>
                {t('add')}
              </Button>
            )
          }
        >
          {t('noneBody')}
        </EmptyState>
      ) : (
        <ol className="mt-5 grid gap-3">
          {alerts.map((alert, at) => (
            <AlertItem key={alert.id} alert={alert} n={at + 1} closed={closed !== null} onEdit={() => show('edit', alert.id)} />
          ))}
        </ol>
      )}
      {opened && (shown || opened.id === '') && <AlertDialog key={opened.id} alert={shown} onClose={close} />}
    </Page>
  )
}

interface ItemProps {
  readonly alert: Alert
  readonly n: number
  readonly closed: boolean
  readonly onEdit: () => void
}

function AlertItem({ alert, n, closed, onEdit }: ItemProps) {
  const t = useText(alertsText)
  const errorText = useErrorText()
  const open = useOpenQuestionnaire()
  const isRaised = useQuestionnaireReading(['*'], (state) => canAlert((id) => state.question(id), alert))
  const remove = async (): Promise<void> => {
    const fields = fieldsOf(alert)
    const result = await open.dispatch(editAlert, { id: alert.id, from: fields, to: null })
    if (!result.ok) return toast('error', errorText(result.failure))
    const bringBack = async (): Promise<void> => {
      const back = await open.dispatch(editAlert, { id: alert.id, from: null, to: fields })
      if (!back.ok) toast('error', errorText(back.failure))
    }
    toast('success', t('removed'), { label: t('undo'), run: () => void bringBack() })
  }
  return (
    <li className="rounded-lg border border-ink-200 bg-white px-5 py-4">
      <p lang="es" className="font-semibold wrap-anywhere text-ink-950">
        {alert.text}
      </p>
      {alert.en !== undefined && (
        <p lang="en" className="text-sm wrap-anywhere text-ink-600">
          {alert.en}
        </p>
      )}
      <p className="mt-2 max-w-prose wrap-anywhere">
        {`${t('when')} `}
        <SideWords side={alert.first} />
        {` ${t('and')} `}
        <SideWords side={alert.second} />
        {'.'}
      </p>
      {alert.institution === true && (
        <p className="mt-2">
          <Badge tone="info" icon="eye" className="whitespace-normal!">
            {t('toldBadge')}
          </Badge>
        </p>
      )}
      {!isRaised && (
        <p className="mt-2">
          <Badge tone="warning" icon="warning" className="whitespace-normal!">
            {t('dormant')}
          </Badge>
        </p>
      )}
      {!closed && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" icon="edit" aria-label={t('editName', { n })} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button size="small" kind="quiet" icon="trash" aria-label={t('removeName', { n })} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function SideWords({ side: { questionId, says, value } }: { readonly side: AlertSide }) {
  const t = useText(alertsText)
  const question = useQuestionnaireReading(['*'], (state) => state.question(questionId), sameField)
  const number = useQuestionnaireReading(['*'], (state) => state.index.numberOf(questionId))
  const said = value === null ? t('any') : typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value
  return (
    <>
      {question ? (
        <>
          <span className="tabular font-semibold">{number}</span> <span lang="es">{question.text}</span>
        </>
      ) : (
        t('gone')
      )}
      {` ${t(says ? 'says' : 'lacks')} `}
      <span className="font-semibold">{`«${said}»`}</span>
    </>
  )
}
