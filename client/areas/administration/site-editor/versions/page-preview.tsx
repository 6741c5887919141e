import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { ToggleGroup } from '#client/ui/toggle-group.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

/** Widths at which a page is looked at, px. */
const widths = { phone: 390, tablet: 820, desktop: 1280 } as const
type Width = keyof typeof widths
const widthNames = { phone: 'previewPhone', tablet: 'previewTablet', desktop: 'previewDesktop' } as const
/** Height of the frame as it is seen, px. */
const seenHeight = 640

interface Props {
  /** Brings the document as the server draws it. */
  readonly read: (language: SiteLanguage) => Promise<Result<Blob>>
  /** Which document it is: of another one it is read anew. */
  readonly which?: string | undefined
  /** Told each time that a document is there to be looked at. */
  readonly onSeen?: (() => void) | undefined
  /** More ways to look at it. */
  readonly children?: ReactNode
}

/** A page as the server draws it for visitors, at the widths and in the languages of theirs. Nothing in it runs and nothing leads away. */
export function PagePreview({ read, which = '', onSeen, children }: Props) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const online = useOnline()
  const [language, setLanguage] = useState<SiteLanguage>(useLanguage())
  const [width, setWidth] = useState<Width>(() => (innerWidth < 600 ? 'phone' : innerWidth < 1000 ? 'tablet' : 'desktop'))
  const [asked, setAsked] = useState(0)
  const [found, setFound] = useState<{ readonly href: string } | Failure | null>(null)
  useEffect(() => {
    let left = false
    let href: string | null = null
    setFound(null)
    const draw = async (): Promise<void> => {
      const reply = await read(language)
      if (left) return
      if (!reply.ok) return setFound(reply.failure)
      // Links ask for a window of their own, which the frame's sandbox does not give.
      const html = (await reply.value.text()).replace(/<head>/i, '<head><base target="_blank">')
      href = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
      setFound({ href })
      onSeen?.()
    }
    void draw()
    return () => {
      left = true
      if (href !== null) URL.revokeObjectURL(href)
    }
    // A preview is of what there was when it was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [language, asked, online, which])
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {children}
        <ToggleGroup
          label={t('previewWidth')}
          options={(['phone', 'tablet', 'desktop'] as const).map((each) => ({ value: each, label: t(widthNames[each]) }))}
          value={width}
          onChange={setWidth}
        />
        <ToggleGroup
          label={t('previewLanguage')}
          options={(['es', 'en'] as const).map((each) => ({ value: each, label: t(each === 'es' ? 'spanish' : 'english') }))}
          value={language}
          onChange={setLanguage}
        />
        <Button size="small" icon="sync" onClick={() => setAsked((times) => times + 1)}>
          {t('previewAgain')}
        </Button>
      </div>
      <div className="mt-4">
        {found === null && (
          <p role="status" className="flex items-center gap-2 py-10 text-ink-600">
            <Spinner />
            {t('previewLoading')}
          </p>
        )}
        {found && 'code' in found && (
          <Notice
            tone="warning"
            icon={found.code === 'unavailable' ? 'cloud-off' : 'warning'}
            role="alert"
            title={t('previewFailed')}
            actions={
              <Button size="small" onClick={() => setAsked((times) => times + 1)}>
                {t('retry')}
              </Button>
            }
          >
            {found.code === 'unavailable' ? t('previewOffline') : errorText(found)}
          </Notice>
        )}
        {found && 'href' in found && (
          <Framed
            href={found.href}
            width={widths[width]}
            title={t('previewFrame', { width: t(widthNames[width]), language: t(language === 'es' ? 'spanish' : 'english') })}
          />
        )}
      </div>
    </>
  )
}

/** A document in a window of some width, made smaller where there is less room. */
function Framed({ href, width, title }: { readonly href: string; readonly width: number; readonly title: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number>(width)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setRoom(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  // Beside its border on either side.
  const scale = Math.min(1, (room - 2) / width)
  return (
    <div ref={box} className="overflow-hidden rounded-md bg-ink-100">
      <div
        className="mx-auto overflow-hidden rounded-md border border-ink-200"
        style={{ width: width * scale + 2, height: seenHeight + 2 }}
      >
        <iframe
          src={href}
          title={title}
          sandbox="allow-same-origin"
          className="bg-white"
          style={{ width, height: seenHeight / scale, transform: `scale(${scale})`, transformOrigin: 'top left' }}
        />
      </div>
    </div>
  )
}
