import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  readonly title: string
  readonly keepMine: string
  readonly keepTheirs: string
  readonly onMine: () => void
  readonly onTheirs: () => void
  /** What stands now. */
  readonly children: ReactNode
}

/** Somebody else changed what is being written: what they left, and the choice between it and one's own. */
export const ClashNotice = ({ title, keepMine, keepTheirs, onMine, onTheirs, children }: Props) => (
  <Notice
    tone="warning"
    role="alert"
    title={title}
    actions={
      <>
        <Button size="small" onClick={onMine}>
          {keepMine}
        </Button>
        <Button size="small" onClick={onTheirs}>
          {keepTheirs}
        </Button>
      </>
    }
  >
    {children}
  </Notice>
)
