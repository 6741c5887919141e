import { useState } from 'react'
import { fileDeeds } from '#shared/attachments/rules.ts'
import type { FileDeed } from '#shared/attachments/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { useOpenFile } from './attachment-panel.tsx'
import { attachmentsText } from './text.ts'

/** Every file that a unit ever had, newest first: it is all on this device. */
export function FileHistory({ unit, onClose }: { readonly unit: Unit; readonly onClose: () => void }) {
  const t = useText(attachmentsText)
  const format = useFormat()
  const open = useOpenWorld()
  const openFile = useOpenFile()
  const [deeds] = useState(() => fileDeeds(open.world().attachmentsOf(unit)))
  return (
    <Dialog open onClose={onClose} title={t('history')} size="large">
      <Table<FileDeed>
        caption={t('history')}
        rows={deeds}
        rowKey={(deed) => `${deed.file.id}${deed.action}`}
        empty={t('noData')}
        columns={[
          {
            id: 'date',
            header: t('date'),
            // Two times are too long for a line.
            cell: ({ at }) =>
              at === undefined ? (
                '–'
              ) : (
                <span className={cx('tabular', format.isChileTime(at) && 'whitespace-nowrap')}>{format.moment(at)}</span>
              ),
          },
          {
            id: 'action',
            header: t('action'),
            cell: ({ action }) => t(action === 'added' ? 'actionAdded' : 'actionRemoved'),
          },
          {
            id: 'name',
            header: t('fileName'),
            rowHeader: true,
            cell: ({ file }) => (
              <Button kind="quiet" size="small" icon="download" onClick={() => void openFile(file)} className="text-left wrap-anywhere">
                {file.name}
              </Button>
            ),
          },
          {
            id: 'by',
            header: t('doneBy'),
            cell: ({ by }) => (by === undefined ? '–' : (personName(open.world(), by) ?? t('deletedUser'))),
          },
        ]}
      />
    </Dialog>
  )
}
