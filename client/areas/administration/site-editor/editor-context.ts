import { createContext, useContext } from 'react'
import { must } from '#shared/kernel/assert.ts'
import type { PageProblem } from '#shared/site/rules.ts'
import type { ListedPage } from '#shared/site/routes.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import type { ViewFile } from '#shared/site/view.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import type { Act } from './acts.ts'
import type { SiteFiles } from './sections/site-files.ts'

/** A field that a problem leads to; null for what is of the section as a whole. */
export interface Wanted {
  readonly section: string | null
  readonly field: string | null
  readonly language: SiteLanguage | null
  /** Grows with every wish, so that the same one can be made again. */
  readonly times: number
}

/** What the parts of an editor share. */
export interface EditorParts {
  readonly act: (act: Act) => void
  readonly files: KeptPage<SiteFiles>
  readonly filesAgain: () => void
  readonly viewFiles: Readonly<Record<string, ViewFile>>
  /** Pages that a link can lead to. */
  readonly pages: readonly ListedPage[]
  readonly problems: readonly PageProblem[]
  readonly wanted: Wanted | null
  /** A window is open on a part of the page: until what it returns is called, the page stays what it is under it. */
  readonly hold: () => () => void
}

export const EditorContext = createContext<EditorParts | null>(null)
export const useEditorParts = (): EditorParts => must(useContext(EditorContext), 'a section is edited inside a page that is written')

/** Id of the control of a field. `section` is null for the page's own. */
export const fieldId = (section: string | null, path: string, language: SiteLanguage | null): string =>
  [section ?? 'page', path.replaceAll('.', '-'), language ?? ''].filter((part) => part !== '').join('--')
