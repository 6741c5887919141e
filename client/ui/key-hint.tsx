/** A key of the keyboard. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex min-w-6 items-center justify-center rounded-sm border border-b-2 border-ink-300 bg-ink-50 px-1.5 font-mono text-xs leading-5 text-ink-700">
      {children}
    </kbd>
  )
}
