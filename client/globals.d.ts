/** Version of the build, from package.json. */
declare const __APP_VERSION__: string

/** Files of the built client that documents of the site name: what the build before it made. */
declare module 'virtual:site-assets' {
  import type { SiteAssets } from '#shared/site/view.ts'

  export const siteAssets: SiteAssets
}
