const prime = 0x01000193

/** 32-bit FNV-1a over the UTF-16 code units of a text, from an offset. */
function hashOf(text: string, offset: number): string {
  let hash = offset
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Sixteen hexadecimal digits that tell whether a text is still the one that it was. Of no use against who looks for another text with the same. */
export const digestOf = (text: string): string => hashOf(text, 0x811c9dc5) + hashOf(`${text}.`, 0x9747b28c)
