import type { KeptSiteFile } from '#shared/site/file-routes.ts'
import { imageHref } from '#shared/site/view.ts'
import { Icon } from '#client/ui/icon.tsx'

/** A small picture of a file, or the sign of a document. */
export const FilePicture = ({ file }: { readonly file: KeptSiteFile }) => (
  <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm border border-ink-200 bg-ink-50 text-ink-500">
    {file.type === 'image' ? (
      <img src={imageHref({ id: file._id, kind: file.kind }, file.widths[0])} alt="" loading="lazy" className="size-full object-contain" />
    ) : (
      <Icon name="file" />
    )}
  </span>
)
