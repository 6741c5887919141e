import { cx } from '#client/ui/cx.ts'
import { Drawing, drawingWidth, UpAxis } from '#client/areas/site/charts/drawing.tsx'
import { bandsOf, scaled, swarmOf, wrapped } from '#client/ui/geometry.ts'
import type { Named } from './grid.ts'
import { edgeOf, ink, quietInk } from './tones.tsx'

/** Figures of one group, each a point. */
export interface Cloud extends Named {
  /** Ascending. */
  readonly values: readonly number[]
  readonly middle: { readonly value: number; readonly text: string } | null
  /** How many there are, as it is read. */
  readonly note: string
}

interface Props {
  readonly clouds: readonly Cloud[]
  /** Lines across, from the lowest, with what they are called. */
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}

export const pointId = (cloud: Named, index: number): string => `${cloud.id}.${index}`

const top = 20
const floor = 330
const left = 52
const size = 11
/** Points overlap: a light fill with a dark edge keeps each to be seen. */
const dot = 'fill-brand-100 forced-colors:fill-[Canvas]'

/** Every figure as a point over its group, side by side where they would cover one another; a line at the middle one. */
export function Strip({ clouds, ticks }: Props) {
  const most = ticks.at(-1)?.value ?? 1
  const at = (value: number): number => scaled(value, [0, most], [floor, top])
  const bands = bandsOf(clouds.length, [left, drawingWidth - 8], 0.2)
  const letters = Math.max(8, Math.floor((bands[0]?.width ?? 100) / 6.4))
  const said = ({ note, middle }: Cloud): readonly string[] => [...wrapped(note, letters), ...(middle ? wrapped(middle.text, letters) : [])]
  return (
    <Drawing height={floor + 36 + Math.max(1, ...clouds.map((cloud) => said(cloud).length)) * 17}>
      <UpAxis ticks={ticks} at={at} from={left} to={drawingWidth - 8} />
      {clouds.map((cloud, column) => {
        const band = bands[column]
        if (!band) return null
        const centre = band.at + band.width / 2
        const aside = swarmOf(
          cloud.values.map((value) => floor - at(value)),
          size,
          band.width / 2 - size,
        )
        const reach = Math.min(band.width / 2, 74)
        return (
          <g key={cloud.id}>
            {cloud.values.map((value, index) => {
              const id = pointId(cloud, index)
              return (
                <circle key={id} data-mark={id} cx={centre + (aside[index] ?? 0)} cy={at(value)} r={5} className={cx(dot, edgeOf(3))} />
              )
            })}
            {cloud.middle && (
              <g>
                <line
                  x1={centre - reach}
                  x2={centre + reach}
                  y1={at(cloud.middle.value)}
                  y2={at(cloud.middle.value)}
                  strokeWidth={3}
                  className="stroke-warm-700 forced-colors:stroke-[CanvasText]"
                />
              </g>
            )}
            <text x={centre} y={floor + 23} textAnchor="middle" fontSize={14} className={ink}>
              {cloud.label}
            </text>
            {said(cloud).map((line, index) => (
              <text
                key={line}
                x={centre}
                y={floor + 41 + index * 17}
                textAnchor="middle"
                fontSize={12.5}
                className={index < said(cloud).length - wrapped(cloud.middle?.text ?? '', letters).length ? quietInk : ink}
              >
                {line}
              </text>
            ))}
          </g>
        )
      })}
    </Drawing>
  )
}

/** The same for a narrow screen: one lying strip for each group, as wide as there is room. */
export function StripList({ clouds, ticks }: Props) {
  const most = ticks.at(-1)?.value ?? 1
  const part = (value: number): string => `${Math.round((value / most) * 1_000) / 10}%`
  const bounds = [ticks[0], ticks.at(-1)].filter((tick) => tick !== undefined)
  return (
    <ul className="grid gap-5">
      {clouds.map((cloud) => (
        <li key={cloud.id}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold text-ink-950">{cloud.label}</span>
            <span className="text-sm text-ink-600">{cloud.note}</span>
          </p>
          {cloud.middle && <p className="text-sm text-ink-800">{cloud.middle.text}</p>}
          <div className="px-2">
            <svg aria-hidden="true" focusable="false" width="100%" height="2.75rem" className="block overflow-visible">
              {ticks.map(({ value }) => (
                <line
                  key={value}
                  x1={part(value)}
                  x2={part(value)}
                  y1="0"
                  y2="100%"
                  className="stroke-ink-200 forced-colors:stroke-[GrayText]"
                />
              ))}
              {cloud.values.map((value, index) => {
                const id = pointId(cloud, index)
                return (
                  <circle
                    key={id}
                    data-mark={id}
                    cx={part(value)}
                    // Three rows by turns: neighbours seldom cover one another.
                    cy={`${[50, 26, 74][index % 3] ?? 50}%`}
                    r={5}
                    className={cx(dot, edgeOf(3))}
                  />
                )
              })}
              {cloud.middle && (
                <line
                  x1={part(cloud.middle.value)}
                  x2={part(cloud.middle.value)}
                  y1="0"
                  y2="100%"
                  strokeWidth="3"
                  className="stroke-warm-700 forced-colors:stroke-[CanvasText]"
                />
              )}
            </svg>
          </div>
          <p aria-hidden="true" className="flex justify-between text-xs text-ink-600">
            {bounds.map(({ value, text }) => (
              <span key={value}>{text}</span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
