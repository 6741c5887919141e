import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { embedOf, pictureOf, savePng, saveSvg } from './export.ts'
import type { Caption } from './export.ts'
import type { DataFiles } from './data-files.ts'
import { chartsText } from './text.ts'

export interface TakeProps {
  readonly figure: RefObject<HTMLElement | null>
  /** Of files, without an extension; also the chart's place in the page. */
  readonly name: string
  readonly caption: Caption
  readonly files: DataFiles | null
  readonly hasDrawing: boolean
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold text-ink-950">{title}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

const linkClass =
  'forced-edge inline-flex min-h-9 items-center rounded-md border border-ink-300 bg-white px-3 py-1 text-sm font-semibold text-ink-900 no-underline hover:border-ink-400 hover:bg-ink-50'

/** How a program reads the file; R and Python tell apart what is no figure by themselves. */
const snippets = (href: string): readonly { readonly name: string; readonly code: string }[] => [
  { name: 'Python', code: `import pandas as pd\ndf = pd.read_csv("${href}")` },
  { name: 'R', code: `library(readr)\ndf <- read_csv("${href}")` },
]

/** What can be taken along of a chart: its picture, its figures, its address. Files are links, which need no script. */
export function ChartTake({ figure, name, caption, files, hasDrawing }: TakeProps) {
  const t = useText(chartsText)
  const [isAlive, setAlive] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => setAlive(true), [])
  const tell = (text: string): void => {
    setSaid(text)
    announce(text)
  }
  const here = (): string => {
    const url = new URL(location.href)
    url.hash = name
    return url.href
  }
  const copy = (text: string, copied: string, failed: string): void =>
    void navigator.clipboard.writeText(text).then(
      () => tell(copied),
      () => tell(failed),
    )
  const picture = () => (figure.current ? pictureOf(figure.current, caption) : null)
  const png = (): void => {
    const made = picture()
    if (made)
      void savePng(made, name).then(
        () => tell(t('pictureMade')),
        () => tell(t('pictureFailed')),
      )
  }
  return (
    <div className="grid max-w-3xl gap-4 rounded-lg border border-ink-200 bg-ink-50 p-4">
      {isAlive && hasDrawing && (
        <Part title={t('takePicture')}>
          <Button size="small" icon="download" onClick={png}>
            {t('takePng')}
          </Button>
          <Button
            size="small"
            icon="download"
            onClick={() => {
              const made = picture()
              if (made) saveSvg(made, name)
              tell(t('pictureMade'))
            }}
          >
            {t('takeSvg')}
          </Button>
        </Part>
      )}
      {files && (
        <Part title={t('takeData')}>
          <a className={linkClass} href={files.csvShown} download="">
            {t('csvShown')}
          </a>
          <a className={linkClass} href={files.csvAll} download="">
            {t('csvAll')}
          </a>
          <a className={linkClass} href={files.json}>
            {t('json')}
          </a>
        </Part>
      )}
      {isAlive && (
        <Part title={t('share')}>
          <Button size="small" icon="copy" onClick={() => copy(here(), t('linkCopied'), t('notCopied'))}>
            {t('copyLink')}
          </Button>
          {hasDrawing && (
            <Button
              size="small"
              icon="copy"
              onClick={() => {
                const made = picture()
                if (made) copy(embedOf(made, caption, here()), t('embedCopied'), t('codeNotCopied'))
              }}
            >
              {t('copyEmbed')}
            </Button>
          )}
        </Part>
      )}
      {isAlive && files && (
        <Disclosure summary={t('code')}>
          <div className="-ml-6 grid gap-3">
            {snippets(new URL(files.csvAll, location.href).href).map(({ name: language, code }) => (
              <div key={language} className="grid gap-1.5">
                <pre className="overflow-x-auto rounded-md border border-ink-200 bg-white p-3 font-mono text-sm whitespace-pre-wrap break-all">
                  {code}
                </pre>
                <Button size="small" icon="copy" className="w-fit" onClick={() => copy(code, t('embedCopied'), t('codeNotCopied'))}>
                  {t('copyCode', { name: language })}
                </Button>
              </div>
            ))}
          </div>
        </Disclosure>
      )}
      <p aria-hidden="true" className="min-h-5 text-sm text-ink-800">
        {said}
      </p>
    </div>
  )
}
