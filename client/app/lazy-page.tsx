import { Component, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { loadPart, PartMissing } from '#client/ui/load-part.ts'
import { appText } from './text.ts'

/** A page in its own chunk, with tries enough for a weak link (ux 37). */
export const lazyPage = (load: () => Promise<ComponentType>): ComponentType => lazy(async () => ({ default: await loadPart(load) }))

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
