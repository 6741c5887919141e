import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Drawer } from '#client/ui/overlays/dialog.tsx'
import { useWidthAtLeast } from '#client/ui/use-width.ts'
import { appText } from './text.ts'

interface Props {
  /** Navigation map, 270 px. */
  readonly map: ReactNode
  /** Title of the map's drawer. */
  readonly mapTitle?: string | undefined
  /** Pending questions, on the button that opens the map's drawer. */
  readonly mapCount?: number | undefined
  /** What that button says, where the map is of something else than a form. */
  readonly mapButton?: string | undefined
  /** Contextual help, 350 px; a route may have none. */
  readonly help?: ReactNode
  readonly helpTitle?: string | undefined
  /** Looked at beside the work while it is there: the help's column widens for it, and where that leaves the work too little the map is a drawer. */
  readonly beside?: ReactNode
  readonly children: ReactNode
  /** Opens the help's drawer from elsewhere on the page; ignored where the column is there. */
  readonly helpOpen?: boolean | undefined
  readonly onHelpOpenChange?: ((open: boolean) => void) | undefined
}

/**
 * Map, work and help. From 1280 px three columns; from 900 px the help is a drawer;
 * below, the map is one too. What is looked at beside the work stands under the help, from 1280 px.
 */
export function ThreeColumns({
  map,
  mapTitle,
  mapCount = 0,
  mapButton,
  help,
  helpTitle,
  beside,
  children,
  helpOpen,
  onHelpOpenChange,
}: Props) {
  const t = useText(appText)
  const isMapWide = useWidthAtLeast(56.25)
  const hasHelpColumn = useWidthAtLeast(80)
  const isRoomy = useWidthAtLeast(100)
  const isBeside = hasHelpColumn && Boolean(beside)
  const hasMapColumn = isMapWide && (!isBeside || isRoomy)
  const [mapOpen, setMapOpen] = useState(false)
  const [ownHelpOpen, setOwnHelpOpen] = useState(false)
  const { key } = useLocation()
  const setHelp = (open: boolean): void => {
    setOwnHelpOpen(open)
    onHelpOpenChange?.(open)
  }
  // Choosing in the map's drawer leads away from it.
  useEffect(() => setMapOpen(false), [key])

  return (
    <div className="mx-auto flex w-full max-w-[1720px] items-stretch">
      {hasMapColumn && (
        <nav
          aria-label={mapTitle ?? t('map')}
          className="print-hidden sticky top-header max-h-[calc(100dvh-var(--spacing-header))] w-map shrink-0 self-start overflow-y-auto border-r border-ink-200 bg-white"
          style={{ minHeight: 'calc(100dvh - var(--spacing-header))' }}
        >
          {map}
        </nav>
      )}
      <div id="work" tabIndex={-1} className="min-w-0 flex-1">
        {(!hasMapColumn || (!hasHelpColumn && help)) && (
          <div className="print-hidden sticky top-header z-20 flex flex-wrap items-center justify-between gap-3 border-b border-ink-200 bg-white/95 px-4 py-2 backdrop-blur-sm md:px-6">
            {hasMapColumn ? (
              <span />
            ) : (
              <Button
                size="small"
                icon="list"
                aria-label={mapButton ?? t('openMapLabel', { n: mapCount })}
                onClick={() => setMapOpen(true)}
              >
                {mapButton ?? t('openMap', { n: mapCount })}
              </Button>
            )}
            {help && !hasHelpColumn && (
              <Button size="small" icon="help" onClick={() => setHelp(true)}>
                {helpTitle ?? t('help')}
              </Button>
            )}
          </div>
        )}
        {children}
      </div>
      {hasHelpColumn && help && (
        <aside
          aria-label={helpTitle ?? t('help')}
          className={cx(
            'print-hidden sticky top-header max-h-[calc(100dvh-var(--spacing-header))] shrink-0 self-start border-l border-ink-200 bg-white',
            isBeside ? 'flex w-[52%] flex-col xl:w-[45%]' : 'w-help overflow-y-auto',
          )}
          style={{ minHeight: 'calc(100dvh - var(--spacing-header))' }}
        >
          {isBeside ? <div className="max-h-[34%] shrink-0 overflow-y-auto border-b border-ink-200">{help}</div> : help}
          {isBeside && beside}
        </aside>
      )}
      {!hasMapColumn && (
        <Drawer open={mapOpen} onClose={() => setMapOpen(false)} title={mapTitle ?? t('map')} side="start">
          <nav aria-label={mapTitle ?? t('map')}>{map}</nav>
        </Drawer>
      )}
      {!hasHelpColumn && help && (
        <Drawer open={helpOpen ?? ownHelpOpen} onClose={() => setHelp(false)} title={helpTitle ?? t('help')}>
          {help}
        </Drawer>
      )}
    </div>
  )
}
