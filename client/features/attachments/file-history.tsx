import { useState } from 'react'
import type { Attachment } from '#shared/attachments/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { personName, useOpenWorld } from '#client/data/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Table } from '#client/ui/table.tsx'
import { useOpenFile } from './attachment-panel.tsx'
import { attachmentsText } from './text.ts'

/** Every file that a unit ever had, newest first: it is all on this device (institution-area §2). */
export function FileHistory({ unit, onClose }: { readonly unit: Unit; readonly onClose: () => void }) {
  const t = useText(attachmentsText)
  const format = useFormat()
  const open = useOpenWorld()
  const openFile = useOpenFile()
  const [files] = useState(() =>
    open
      .world()
      .attachmentsOf(unit)
      .toSorted((left, right) => (left.addedAt < right.addedAt ? 1 : -1)),
  )
  return (
    <Dialog open onClose={onClose} title={t('history')} size="large">
      <Table<Attachment>
        caption={t('history')}
        rows={files}
        rowKey={(file) => file.id}
        empty={t('noData')}
        columns={[
          {
            id: 'date',
            header: t('date'),
            cell: (file) => <span className="tabular whitespace-nowrap">{format.moment(file.addedAt)}</span>,
          },
          {
            id: 'action',
            header: t('action'),
            cell: (file) => (file.state === 'removed' ? `${t('actionAdded')} · ${t('actionRemoved')}` : t('actionAdded')),
          },
          {
            id: 'name',
            header: t('fileName'),
            rowHeader: true,
            cell: (file) => (
              <Button kind="quiet" size="small" icon="download" onClick={() => void openFile(file)} className="text-left break-all">
                {file.name}
              </Button>
            ),
          },
          { id: 'by', header: t('doneBy'), cell: (file) => personName(open.world(), file.authorId) ?? t('deletedUser') },
        ]}
      />
    </Dialog>
  )
}
