import type { SiteFileUse } from '#shared/site/file-routes.ts'

/** Where one page has a file. */
export interface PageUse {
  readonly pageId: string
  readonly name: string
  /** The page was taken away, and can be brought back. */
  readonly removed: boolean
  readonly published: boolean
  readonly draft: boolean
  /** Numbers of former versions, newest first. */
  readonly versions: readonly number[]
}

/** Uses of a file by page, those that visitors see first. A page is called what visitors know it by, else what its draft is called. */
export function usesByPage(uses: readonly SiteFileUse[]): readonly PageUse[] {
  const found = new Map<string, PageUse>()
  for (const { pageId, name, where, number, removed } of uses) {
    const known = found.get(pageId) ?? { pageId, name, removed, published: false, draft: false, versions: [] }
    found.set(pageId, {
      ...known,
      published: known.published || where === 'published',
      draft: known.draft || where === 'draft',
      versions: where === 'version' ? [...known.versions, number].toSorted((left, right) => right - left) : known.versions,
    })
  }
  return [...found.values()].toSorted((left, right) => weight(left) - weight(right))
}

const weight = (use: PageUse): number => (isShown(use) ? 0 : use.removed ? 3 : use.draft ? 1 : 2)

/** Whether visitors see the file on that page now: as long as one does, it is not removed (WF5). */
export const isShown = ({ published, removed }: Pick<PageUse, 'published' | 'removed'>): boolean => published && !removed
