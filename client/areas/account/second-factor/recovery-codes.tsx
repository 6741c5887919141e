import { saveBlob } from '#client/data/server/save-blob.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { secondFactorText } from './second-factor-text.ts'

/** Codes that are shown this once, to be kept somewhere else. */
export function RecoveryCodes({ codes, done, onDone }: { codes: readonly string[]; done: string; onDone: () => void }) {
  const t = useText(secondFactorText)
  const text = [t('codesFile'), '', ...codes, ''].join('\n')
  const copy = (): Promise<void> => copyText(text, { copied: t('copied'), failed: t('copyFailed') })
  return (
    <div className="grid gap-5">
      <Notice tone="warning" title={t('codesTitle')} role="status">
        {t('codesBody')}
      </Notice>
      <ol aria-label={t('codesTitle')} className="grid gap-x-6 gap-y-2 rounded-lg border border-ink-200 p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button icon="download" onClick={() => saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'iip-codigos.txt')}>
          {t('codesSave')}
        </Button>
        <Button onClick={() => void copy()}>{t('codesCopy')}</Button>
        <Button kind="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  )
}
