import { imageHref } from '#shared/site/view.ts'
import type { ViewFile } from '#shared/site/view.ts'

interface Props {
  readonly file: ViewFile | undefined
  /** As it is stored: `-` for one that only decorates. */
  readonly alt: string
  readonly lang?: 'es' | undefined
  /** How wide it is drawn, as the attribute of that name says it. */
  readonly sizes: string
  /** Whether it is seen as soon as the page is: any other waits until it comes near. */
  readonly atOnce?: boolean
  /** Whether it is the largest of what is seen at first. */
  readonly before?: boolean
  readonly className?: string
}

/** Width, of those that there are, for a browser that chooses none. */
const middleWidth = 960

/** A picture of the site in the width that the window needs; its place is kept before it comes. One that is not there leaves none. */
export function Picture({ file, alt, lang, sizes, atOnce = false, before = false, className }: Props) {
  if (!file) return null
  const { widths, width, height } = file
  const one = widths.findLast((each) => each <= middleWidth) ?? widths[0]
  // Its own form is the widest: a window that is wider than the others takes it.
  const forms = [
    ...widths.map((each) => `${imageHref(file, each)} ${each}w`),
    ...(width === null || widths.includes(width) ? [] : [`${imageHref(file)} ${width}w`]),
  ]
  return (
    <img
      src={imageHref(file, one)}
      {...(widths.length > 0 && forms.length > 1 && { srcSet: forms.join(', '), sizes })}
      {...(width !== null && height !== null && { width, height })}
      alt={alt === '-' ? '' : alt}
      lang={lang}
      loading={atOnce ? 'eager' : 'lazy'}
      {...(before && { fetchPriority: 'high' as const })}
      decoding="async"
      className={className}
    />
  )
}
