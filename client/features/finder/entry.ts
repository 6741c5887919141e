import type { IconName } from '#client/ui/icon.tsx'
import type { Findable } from './found.ts'

/** Something that can be found, and what choosing it does: it leads to an address or acts. */
export interface Entry extends Findable {
  readonly icon: IconName
  readonly act: { readonly to: () => string } | { readonly run: () => void }
}
