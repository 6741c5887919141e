import { expect, test } from 'vitest'
import { productFiles } from './house.ts'

test('sizes are told, not enforced', () => {
  const sizes = productFiles.map((file) => ({
    path: file.path,
    lines: file.text.split('\n').length - 1,
    longest: longestFunction(file.text),
  }))
  const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  const largest = sizes.toSorted((a, b) => b.lines - a.lines).slice(0, 8)
  const longest = sizes.toSorted((a, b) => b.longest - a.longest).slice(0, 8)
  console.log(
    [
      `${sizes.length} files, ${sizes.reduce((sum, file) => sum + file.lines, 0)} lines, median ${median(sizes.map((file) => file.lines))}`,
      `largest: ${largest.map((file) => `${file.path} ${file.lines}`).join(' · ')}`,
      `longest functions: ${longest.map((file) => `${file.path} ${file.longest}`).join(' · ')}`,
    ].join('\n'),
  )
  expect(sizes.length).toBeGreaterThan(0)
})

/** Lines of the longest top-level function of a formatted file: from its first line to the brace at the margin. */
function longestFunction(text: string): number {
  let start = -1
  let longest = 0
  text.split('\n').forEach((line, number) => {
    if (start < 0 && /^(?:export )?(?:default )?(?:async )?(?:function\b|const \w+ = .*=>.*\{$)/.test(line)) start = number
    if (start >= 0 && /^[})]/.test(line)) {
      longest = Math.max(longest, number - start + 1)
      start = -1
    }
  })
  return longest
}
