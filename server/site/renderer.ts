import type { RenderDocument, SiteAssets } from '#shared/site/view.ts'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export interface Renderer {
  readonly renderDocument: RenderDocument
  readonly siteAssets: SiteAssets
}

/** The renderer that was built beside the client; undefined where none was. Throws for a file that is none. */
export async function openRenderer(path: string): Promise<Renderer | undefined> {
  if (!existsSync(path)) return undefined
  const built: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
  if (!isRenderer(built)) throw new Error(`${path} draws no pages: build the client again (npm run build).`)
  return { renderDocument: built.renderDocument, siteAssets: built.siteAssets }
}

const isRenderer = (built: object): built is Renderer =>
  'renderDocument' in built &&
  typeof built.renderDocument === 'function' &&
  'siteAssets' in built &&
  built.siteAssets !== null &&
  typeof built.siteAssets === 'object'

/** In the place of documents what they are drawn from, for whoever draws them elsewhere. */
export const rawViews: Renderer = {
  renderDocument: (view) => JSON.stringify(view),
  siteAssets: { styles: [], script: '', islands: {}, late: {} },
}
