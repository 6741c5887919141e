/** Rows of modules, true where dark. */
type Modules = readonly (readonly boolean[])[]

/** Modules of white around it, without which no telephone finds it. */
const quiet = 4

/** What a telephone's camera reads, drawn here: nothing of it leaves the page. */
export function QrPicture({ modules, label }: { readonly modules: Modules; readonly label: string }) {
  const size = modules.length + 2 * quiet
  const path = modules
    .flatMap((line, row) => line.flatMap((dark, column) => (dark ? [`M${column + quiet} ${row + quiet}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // Dark on white, whatever the colours of the system: cameras read nothing else.
      className="w-52 max-w-full rounded-md border border-ink-200 bg-white forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
