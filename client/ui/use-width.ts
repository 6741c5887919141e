import { useEffect, useState } from 'react'

/** Whether the window is so wide, in the text's own measure, as the style sheet's breakpoints are: 16 px to the rem until somebody enlarges the text. */
export function useWidthAtLeast(rem: number): boolean {
  const query = `(min-width: ${rem}rem)`
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const follow = (): void => setMatches(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [query])
  return matches
}
