import { useMemo } from 'react'
import * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import { siteFiles, siteImages } from '#shared/site/file-routes.ts'
import type { ViewFile } from '#shared/site/view.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'

const schema = v.object({
  pictures: must(siteImages.reply, 'the pictures of the site have a form'),
  files: must(siteFiles.reply, 'the files of the site have a form'),
})
export type SiteFiles = v.InferOutput<typeof schema>

/** Pictures and documents of the site, newest first; without a network as this device read them last. */
export function useSiteFiles(): { readonly found: KeptPage<SiteFiles>; readonly again: () => void } {
  return useKeptPage<SiteFiles>({
    name: 'site files',
    schema,
    ask: async () => {
      const [images, files] = await Promise.all([callRoute(siteImages), callRoute(siteFiles)])
      if (!images.ok) return images
      return files.ok ? { ok: true, value: { pictures: images.value, files: files.value } } : files
    },
  })
}

/** The same, as pages are drawn from them. */
export function useViewFiles(files: SiteFiles | null): Readonly<Record<string, ViewFile>> {
  return useMemo(() => {
    const images = (files?.pictures.images ?? []).map(({ _id: id, ...image }): ViewFile => ({ id, ...image }))
    const documents = (files?.files ?? []).map(({ _id: id, ...file }): ViewFile => ({ id, ...file, width: null, height: null, widths: [] }))
    return Object.fromEntries([...images, ...documents].map((file) => [file.id, file]))
  }, [files])
}
