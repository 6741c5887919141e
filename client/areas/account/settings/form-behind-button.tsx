import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { IconName } from '#client/ui/icon.tsx'

interface Props {
  readonly label: string
  readonly icon: IconName
  readonly children: (close: () => void) => ReactNode
}

/** A form that few come for: opened by a button, with the focus in its first field, and on the button again when it closes. */
export function FormBehindButton({ label, icon, children }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  useEffect(() => {
    if (turned.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [open])
  const turn = (next: boolean): void => {
    turned.current = true
    setOpen(next)
  }
  return (
    <div ref={box} className="mt-5">
      {open ? (
        children(() => turn(false))
      ) : (
        <Button icon={icon} aria-expanded={false} onClick={() => turn(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
