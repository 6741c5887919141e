import { Picture } from '#client/features/site/picture.tsx'
import { spoken } from '#client/features/site/section-props.ts'
import type { SectionProps } from '#client/features/site/section-props.ts'

/** A picture alone: from edge to edge, or as wide as the words. */
export function ImageSection({ section, files, first }: SectionProps<'image'>) {
  const { src, alt, fullWidth } = section.content
  return (
    <section className={fullWidth ? 'my-8 md:my-12' : 'site-width my-8 md:my-12'}>
      <Picture
        file={files[src]}
        alt={alt}
        {...spoken(section, 'alt')}
        atOnce={first}
        before={first}
        sizes={fullWidth ? '100vw' : '(min-width: 76rem) 71rem, 92vw'}
        className={
          fullWidth ? 'mx-auto h-auto max-h-[36rem] w-full object-cover' : 'h-auto max-h-[40rem] w-full rounded-xl bg-ink-50 object-contain'
        }
      />
    </section>
  )
}
