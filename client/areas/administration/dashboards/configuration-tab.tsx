import { useState } from 'react'
import type { DashboardTab } from '#shared/dashboards/model.ts'
import type { Configuration } from '#shared/dashboards/routes.ts'
import { workersQuestions } from '#shared/dashboards/rules.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ColumnsEditor, questionOptions } from './columns-editor.tsx'
import { dashboardsText } from './configuration-text.ts'
import { InstitutionEditor } from './institution-editor.tsx'
import { checkedTyped } from './typed-tab.ts'
import { useTab } from './use-tab.ts'

interface Props {
  readonly formId: string
  readonly tab: DashboardTab
  readonly index: FormIndex
  /** Why it cannot be configured now, and when it can; null while it is open. */
  readonly closed: string | null
  readonly onSaved: () => void
}

/** One tab: what stands, and what is being written. */
export function ConfigurationTab({ formId, tab: name, index, closed, onSaved }: Props) {
  const t = useText(dashboardsText)
  const errorText = useErrorText()
  const online = useOnline()
  const tab = useTab(formId, name, t(`tab_${name}`))
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const { stands, typed } = tab
  if (!stands || !typed)
    return tab.unread ? (
      <Notice tone="danger" role="alert" actions={<Button onClick={tab.reload}>{t('retry')}</Button>}>
        {t('unread')} {errorText(tab.unread)}
      </Notice>
    ) : (
      <PageSkeleton />
    )
  const facts = { index, beside: new Set(stands.forms.map(({ _id }) => _id)) }
  const save = async (over = false): Promise<void> => {
    setTried(true)
    const checked = checkedTyped(typed, facts)
    setRefused(checked.ok ? null : checked.failure)
    if (!checked.ok || !(await tab.save(over))) return
    setTried(false)
    onSaved()
    toast('success', t('saved'))
  }
  const problem = refused ?? (tab.problem?.code === 'changed_meanwhile' ? null : tab.problem)
  return (
    <form
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <LastChange stands={stands} />
      {tab.hasMoved && closed === null && (
        <ClashNotice
          title={t('clashTitle')}
          keepMine={t('keepMine')}
          keepTheirs={t('keepTheirs')}
          onMine={() => void save(true)}
          onTheirs={tab.discard}
        >
          <p>{t('clashBody')}</p>
          <LastChange stands={stands} />
        </ClashNotice>
      )}
      {typed.tab === 'general' && (
        <Select
          className="max-w-2xl"
          label={t('workers')}
          hint={t('workersHint')}
          disabled={closed !== null}
          options={questionOptions(index, workersQuestions(index), typed.overallResultId, t('questionGone'))}
          value={typed.overallResultId}
          error={tried && typed.overallResultId === '' ? t('required') : null}
          onChange={(overallResultId) => tab.type({ ...typed, overallResultId })}
        />
      )}
      {typed.tab === 'institution' ? (
        <InstitutionEditor {...{ index, typed, tried }} forms={stands.forms} disabled={closed !== null} onChange={tab.type} />
      ) : (
        <ColumnsEditor
          {...{ formId, index, tried }}
          columns={typed.columns}
          workers={typed.tab === 'general' ? typed.overallResultId : stands.workers}
          withChart={typed.tab === 'dimension'}
          disabled={closed !== null}
          onChange={(columns) => tab.type({ ...typed, columns })}
        />
      )}
      {problem && (
        <Notice tone="danger" role="alert">
          {errorText(problem)}
        </Notice>
      )}
      {closed === null && (
        <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-3 border-t border-ink-200 bg-ink-50 px-1 py-4">
          <Button type="submit" kind="primary" busy={tab.busy} disabled={!tab.isChanged || tab.hasMoved || !online}>
            {t('save')}
          </Button>
          {tab.isChanged && (
            <>
              <Button
                kind="quiet"
                icon="undo"
                onClick={() => {
                  tab.discard()
                  setTried(false)
                  setRefused(null)
                }}
              >
                {t('discard')}
              </Button>
              <p className={tab.isKept ? 'text-sm text-ink-600' : 'text-sm font-semibold text-bad-700'}>
                {t(tab.isKept ? 'draft' : 'notKept')}
              </p>
            </>
          )}
        </div>
      )}
    </form>
  )
}

function LastChange({ stands: { by, at } }: { readonly stands: Configuration }) {
  const t = useText(dashboardsText)
  const format = useFormat()
  return at !== null && <p className="text-sm text-ink-700">{t('lastChange', { by: by ?? '', at: format.moment(at) })}</p>
}
