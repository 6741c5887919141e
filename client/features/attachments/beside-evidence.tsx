import { useId } from 'react'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { useOpenFile } from './attachment-panel.tsx'
import { EvidencePreview } from './evidence-preview.tsx'
import type { EvidenceFile } from './evidence-stand.tsx'
import { attachmentsText } from './text.ts'

/** Evidence in a column of its own: the answer and what it is held against stay in sight. */
export function BesideEvidence({ file, onClose }: { readonly file: EvidenceFile | null; readonly onClose: () => void }) {
  const t = useText(attachmentsText)
  const open = useOpenWorld()
  const openFile = useOpenFile()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex min-h-0 flex-1 flex-col bg-ink-50">
      <header className="flex items-center gap-1 border-b border-ink-200 bg-white py-1 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-base" title={file?.name}>
          {file ? file.name : t('title')}
        </h2>
        {file && <IconButton icon="download" label={t('openFile', { name: file.name })} onClick={() => void openFile(file)} />}
        <IconButton icon="close" label={t('shutPreview')} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3">
        {file ? (
          <EvidencePreview key={file.id} formId={open.world().formId} file={file} fills />
        ) : (
          <p className="m-auto max-w-xs px-4 text-center text-ink-600">{t('noneHere')}</p>
        )}
      </div>
    </section>
  )
}
