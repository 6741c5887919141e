import type { ReactNode } from 'react'

type Tag = 'h1' | 'h2' | 'h3' | 'h4'
const tags: Readonly<Record<1 | 2 | 3 | 4, Tag>> = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4' }

interface Props {
  readonly level: 1 | 2 | 3 | 4
  readonly lang?: 'es' | undefined
  readonly id?: string | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A heading of the level that its place on the page asks for; an empty one is none. */
export function SiteHeading({ level, children, ...rest }: Props) {
  const Heading = tags[level]
  return children === '' ? null : <Heading {...rest}>{children}</Heading>
}
