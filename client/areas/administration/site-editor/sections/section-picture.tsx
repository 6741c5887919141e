import { Component } from 'react'
import type { ReactNode } from 'react'
import { viewSectionOf } from '#shared/site/rules.ts'
import type { Section, SiteLanguage } from '#shared/site/model.ts'
import { SectionView } from '#client/features/site/section-view.tsx'
import { useText } from '#client/i18n/text.ts'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

/** A section as visitors see it, in both languages side by side: to be looked at, with nothing in it to press. */
export function SectionPicture({ section }: { readonly section: Section }) {
  const t = useText(siteEditorText)
  return (
    <div className="grid gap-px bg-ink-200 md:grid-cols-2">
      {(['es', 'en'] as const).map((language) => (
        <div key={language} className="min-w-0 bg-white">
          <p className="border-b border-ink-150 px-4 py-1 text-xs font-semibold text-ink-600">
            {t(language === 'es' ? 'viewEs' : 'viewEn')}
          </p>
          <Drawn section={section} language={language} />
        </div>
      ))}
    </div>
  )
}

function Drawn({ section, language }: { readonly section: Section; readonly language: SiteLanguage }) {
  const t = useText(siteEditorText)
  const { viewFiles } = useEditorParts()
  // What is hidden from visitors is shown to who edits it.
  const view = viewSectionOf({ ...section, hidden: false }, language)
  if (!view) return <p className="px-4 py-6 text-ink-600">{t('unknownType')}</p>
  return (
    <Boundary key={JSON.stringify(view.content)} fallback={<p className="px-4 py-6 text-ink-600">{t('viewMissing')}</p>}>
      <div inert className="max-h-[30rem] overflow-hidden [clip-path:inset(0)]">
        <div lang={language} className="[zoom:0.85] empty:hidden md:[zoom:0.5]">
          <SectionView section={view} files={viewFiles} language={language} />
        </div>
      </div>
    </Boundary>
  )
}

/** A section that cannot be drawn keeps no other from being edited. */
class Boundary extends Component<{ readonly fallback: ReactNode; readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
