import type { ReactNode } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { ComponentProps } from 'react'

interface Props {
  readonly text: ReactNode
  /** One element that takes focus: a button or a link. */
  readonly children: ComponentProps<typeof Focusable>['children']
}

/** Words on hover and on focus; Escape takes them away (WCAG 1.4.13). */
export function Tooltip({ text, children }: Props) {
  return (
    <TooltipTrigger delay={400} closeDelay={120}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        offset={8}
        className="forced-edge max-w-72 rounded-md bg-ink-950 px-2.5 py-1.5 text-sm text-white shadow-lift entering:animate-fade"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
