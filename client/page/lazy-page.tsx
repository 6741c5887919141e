import { Component, lazy, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { loadPart, PartMissing } from '#client/ui/loading/load-part.ts'
import { appText } from './text.ts'

export interface LazyPage {
  readonly Page: ComponentType
  /** Asks for the page's code before anything draws it. Settles when it is there, or cannot be had. */
  begin(): Promise<void>
}

/** A page in its own chunk, with tries enough for a weak link (NV2). */
export function lazyPage<const Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name): LazyPage {
  let found: ComponentType | null = null
  let loading: Promise<{ default: ComponentType }> | null = null
  const loaded = (): Promise<{ default: ComponentType }> =>
    (loading ??= loadPart(load).then(({ [name]: Found }) => {
      found = Found
      return { default: Found }
    }))
  const Late = lazy(loaded)
  return {
    // React keeps what it draws in the place of late code for 300 ms: a page that is there is not drawn late.
    Page: function Page() {
      const [Known] = useState(() => found ?? Late)
      return <Known />
    },
    // What goes wrong is told where the page is drawn.
    begin: () =>
      loaded().then(
        () => undefined,
        () => undefined,
      ),
  }
}

/** How long the first drawing waits for the code of its page, so that no skeleton flashes before it. */
const pageWaitMs = 200

/** Settles when what was begun is there, or the first drawing waits for it no longer. */
export const beganOrLate = (beginning: Promise<void>): Promise<void> =>
  Promise.race([beginning, new Promise<void>((resolve) => void setTimeout(resolve, pageWaitMs))])

export function ReloadScreen({ missing }: { readonly missing: boolean }) {
  const t = useText(appText)
  return (
    <main className="flex min-h-[70dvh] items-center justify-center" role="alert">
      <EmptyState
        icon={missing ? 'cloud-off' : 'warning'}
        title={missing ? t('partMissing') : t('crashed')}
        actions={
          <Button kind="primary" icon="sync" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      >
        {missing ? t('partMissingBody') : t('crashedBody')}
      </EmptyState>
    </main>
  )
}

/** Ends every thrown bug and every missing chunk in "Recargar" instead of a blank page. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <ReloadScreen missing={this.state.error instanceof PartMissing} />
  }
}
