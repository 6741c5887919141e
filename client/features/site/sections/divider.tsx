/** A line between two parts of a page. */
export function DividerSection() {
  return (
    <div className="site-width py-2">
      <hr className="border-0 border-t border-ink-200" />
    </div>
  )
}
