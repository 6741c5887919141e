import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { LeftOut } from './paste/blocks.ts'
import { cleanPaste, pastedText } from './paste/clean-paste.ts'
import { pasteText } from './paste/text.ts'
import { cleanHtml, cleanSiteHtml } from './rich-text.ts'
import { richTextClass } from './rich-text-view.tsx'

interface SiteLinks {
  readonly hint: string
  readonly wrong: string
}

export interface RichTextEditorProps {
  readonly value: string
  /** Grows when the value was put there by anything but typing. */
  readonly revision: number
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  readonly invalid: boolean
  /** Spanish unless said otherwise: it is the answers' language. */
  readonly lang?: 'es' | 'en' | undefined
  /** A text of the public site, whose links may lead to the site's own pages: what is said of an address, and of one that is wrong. */
  readonly siteLinks?: SiteLinks | undefined
  readonly onChange: (html: string) => void
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [3] },
    code: false,
    codeBlock: false,
    strike: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ['http', 'https', 'mailto'],
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
  }),
]

/** Long text with bold, lists and links; what is pasted is cleaned. Kept HTML holds only what answers may hold. */
export function RichTextEditor({
  value,
  revision,
  labelledBy,
  describedBy,
  invalid,
  lang = 'es',
  siteLinks,
  onChange,
}: RichTextEditorProps) {
  const clean = siteLinks ? cleanSiteHtml : cleanHtml
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const changed = useRef(onChange)
  changed.current = onChange
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        lang,
        class: cx(richTextClass, 'min-h-32 px-3.5 py-3 outline-none!'),
      },
      transformPastedHTML: (html: string) => {
        const pasted = cleanPaste(html)
        setLeftOut(pasted.leftOut)
        return pasted.html
      },
      transformPastedText: (text: string) => {
        setLeftOut([])
        return pastedText(text)
      },
      // Tab leaves the field, as in every other one: lists keep it otherwise.
      handleDOMEvents: { keydown: (_: unknown, event: KeyboardEvent) => event.key === 'Tab' },
    }),
    [labelledBy, describedBy, invalid, lang],
  )
  const editor = useEditor({
    extensions,
    content: clean(value),
    immediatelyRender: true,
    // The content policy forbids a style element; its rules are in tailwind.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: at }) => changed.current(at.isEmpty ? '' : clean(at.getHTML())),
  })
  useEffect(() => {
    // Only what came from elsewhere is put in; what was typed is there already.
    if (revision > 0) editor.commands.setContent(clean(value), { emitUpdate: false })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor, revision])
  return (
    <div
      className={cx(
        'forced-edge overflow-hidden rounded-md border bg-white transition-colors focus-within:border-brand-600 focus-within:outline-3 focus-within:outline-brand-300',
        invalid ? 'border-bad-700' : 'border-ink-400 hover:border-ink-700',
      )}
    >
      <Toolbar editor={editor} siteLinks={siteLinks} />
      <EditorContent editor={editor} />
      <LeftOutLine leftOut={leftOut} />
    </div>
  )
}

/** What the last paste left out, until the next one. */
function LeftOutLine({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  const t = useText(pasteText)
  const format = useFormat()
  return (
    <p
      role="status"
      className={cx('border-t border-ink-200 bg-ink-50 px-3.5 py-2 text-sm text-ink-700', leftOut.length === 0 && 'sr-only')}
    >
      {leftOut.length > 0 && t('leftOut', { what: format.list(leftOut.map((each) => t(each))) })}
    </p>
  )
}

interface Tool {
  readonly id: string
  readonly label: string
  readonly mark?: string | undefined
  readonly icon?: ReactNode
  readonly className?: string | undefined
  readonly on: boolean
  readonly run: () => void
}

/** One stop of the Tab key; arrows go along it. */
function Toolbar({ editor, siteLinks }: { readonly editor: Editor; readonly siteLinks: SiteLinks | undefined }) {
  const t = useText(pasteText)
  const [at, setAt] = useState(0)
  const [linking, setLinking] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      heading: now.isActive('heading'),
      bullet: now.isActive('bulletList'),
      ordered: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: readonly Tool[] = [
    { id: 'bold', label: t('bold'), mark: 'B', className: 'font-bold', on: on.bold, run: () => chain().toggleBold().run() },
    { id: 'italic', label: t('italic'), mark: 'I', className: 'font-serif italic', on: on.italic, run: () => chain().toggleItalic().run() },
    {
      id: 'underline',
      label: t('underline'),
      mark: 'U',
      className: 'underline',
      on: on.underline,
      run: () => chain().toggleUnderline().run(),
    },
    {
      id: 'heading',
      label: t('heading'),
      mark: 'T',
      className: 'font-semibold',
      on: on.heading,
      run: () => chain().toggleHeading({ level: 3 }).run(),
    },
    {
      id: 'bullet',
      label: t('bulletList'),
      icon: <Icon name="list" size={18} />,
      on: on.bullet,
      run: () => chain().toggleBulletList().run(),
    },
    { id: 'ordered', label: t('orderedList'), icon: <OrderedIcon />, on: on.ordered, run: () => chain().toggleOrderedList().run() },
    { id: 'link', label: t('link'), icon: <Icon name="external" size={17} />, on: on.link, run: () => setLinking(!linking) },
  ]
  const move = (event: ReactKeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (at + step + tools.length) % tools.length
    setAt(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('toolbar')}
        tabIndex={-1}
        onKeyDown={move}
        className="flex flex-wrap gap-0.5 border-b border-ink-200 bg-ink-50 px-1.5 py-1"
      >
        {tools.map((tool, position) => (
          <button
            key={tool.id}
            type="button"
            aria-label={tool.label}
            title={tool.label}
            aria-pressed={tool.on}
            tabIndex={position === at ? 0 : -1}
            onFocus={() => setAt(position)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={tool.run}
            className={cx(
              'inline-flex size-9 items-center justify-center rounded-sm text-ink-700 hover:bg-ink-150 hover:text-ink-950 aria-pressed:bg-brand-100 aria-pressed:text-brand-800',
              tool.className,
            )}
          >
            {tool.icon ?? <span aria-hidden>{tool.mark}</span>}
          </button>
        ))}
      </div>
      {linking && <LinkForm editor={editor} siteLinks={siteLinks} onClose={() => setLinking(false)} />}
    </>
  )
}

/** Lines with figures before them. */
function OrderedIcon() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      aria-hidden
      focusable="false"
    >
      <path d="M10 6.500h10M10 12h10M10 17.500h10M3.800 5.500l1.400-.8v4M3.600 15.200a1.300 1.300 0 1 1 2 1.100l-2.100 2.400h2.300" />
    </svg>
  )
}

interface LinkFormProps {
  readonly editor: Editor
  readonly siteLinks: SiteLinks | undefined
  readonly onClose: () => void
}

function LinkForm({ editor, siteLinks, onClose }: LinkFormProps) {
  const t = useText(pasteText)
  const [address, setAddress] = useState<string>(() => String(editor.getAttributes('link')['href'] ?? 'https://'))
  const [wrong, setWrong] = useState(false)
  const id = useId()
  const apply = (): void => {
    const isOwn = siteLinks !== undefined && /^\/(?![/\\])\S*$/.test(address.trim())
    if (!isOwn && !/^(?:https?:\/\/[^\s.]+\.\S+|mailto:[^\s@]+@\S+)$/i.test(address.trim())) return setWrong(true)
    editor.chain().focus().extendMarkRange('link').setLink({ href: address.trim() }).run()
    onClose()
  }
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-ink-200 bg-ink-50 px-3 py-2.5">
      <TextField
        id={id}
        label={t('linkAddress')}
        hint={siteLinks?.hint}
        type={siteLinks ? 'text' : 'url'}
        inputMode="url"
        value={address}
        onChange={setAddress}
        error={wrong ? (siteLinks?.wrong ?? t('linkInvalid')) : null}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            apply()
          }
          if (event.key === 'Escape') onClose()
        }}
        className="min-w-52 flex-1"
      />
      <Button size="small" kind="primary" onClick={apply}>
        {t('linkApply')}
      </Button>
      {editor.isActive('link') && (
        <Button
          size="small"
          onClick={() => {
            editor.chain().focus().unsetLink().run()
            onClose()
          }}
        >
          {t('linkRemove')}
        </Button>
      )}
    </div>
  )
}
