/** The product's mark: three steps that rise and one that shines. Drawn for this product; no State emblem. */
export function Mark({ size = 32 }: { readonly size?: number | undefined }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden focusable="false" className="shrink-0">
      <rect x="0.75" y="0.75" width="62.5" height="62.5" rx="15" fill="#0b3a5d" stroke="#ffffff" strokeOpacity="0.22" strokeWidth="1.5" />
      <rect x="14" y="36" width="9" height="14" rx="3" fill="#86c2e8" />
      <rect x="27.5" y="27" width="9" height="23" rx="3" fill="#b9dcf3" />
      <rect x="41" y="24" width="9" height="26" rx="3" fill="#ffffff" />
      <circle cx="45.5" cy="15" r="4.5" fill="#f2995c" />
    </svg>
  )
}
