import type { ReactNode } from 'react'
import { wrapped } from '#client/ui/geometry.ts'
import { quietInk, rule, strongRule } from './marks/tones.tsx'

/** Width of every drawing for wide screens, in its own units; its letters have 14 of them. */
export const drawingWidth = 800

/** A drawing for wide screens: what is exported and printed. No ear hears it: the frame tells what it shows. */
export function Drawing({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${drawingWidth} ${height}`} aria-hidden="true" focusable="false" data-drawing="" className="block h-auto w-full">
      {children}
    </svg>
  )
}

interface LinesProps {
  readonly text: string
  readonly x: number
  /** Baseline of the first line. */
  readonly y: number
  readonly letters: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly size?: number
  readonly className: string
}

/** Words of several lines. */
export function Lines({ text, x, y, letters, anchor = 'middle', size = 14, className }: LinesProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize={size} className={className}>
      {wrapped(text, letters).map((line, at) => (
        <tspan key={line} x={x} dy={at === 0 ? 0 : size * 1.2}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

interface AxisProps {
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
  readonly at: (value: number) => number
  readonly from: number
  readonly to: number
}

/** Lines across at round figures, with the figures at the left. */
export function UpAxis({ ticks, at, from, to }: AxisProps) {
  return (
    <g>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <line x1={from} x2={to} y1={at(value)} y2={at(value)} strokeWidth={1} className={value === 0 ? strongRule : rule} />
          <text x={from - 8} y={at(value) + 4.5} textAnchor="end" fontSize={13} className={quietInk}>
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}
