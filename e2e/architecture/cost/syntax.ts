import { parseSync } from 'vite'
import type { SourceFile } from '../house.ts'

/** Any node of a syntax tree: what is looked for is told by its shape. */
export type Syntax = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number }

export const isSyntax = (value: unknown): value is Syntax =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'

export function syntaxOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): Syntax {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0 || !isSyntax(program)) throw new Error(`${path} cannot be read`)
  return program
}

/** Every node of a tree, the outer ones first. */
export function* within(node: unknown): Generator<Syntax, void> {
  if (Array.isArray(node)) for (const each of node) yield* within(each)
  else if (isSyntax(node)) {
    yield node
    for (const each of Object.values(node)) if (each !== null && typeof each === 'object') yield* within(each)
  }
}

/** A regular expression as it stands in a file. */
export interface Written {
  readonly where: string
  readonly pattern: string
  readonly flags: string
}

/** Every regular expression of a file: those that are written as such, and those that are made of texts, as far as the file tells them. */
export function expressionsIn(file: SourceFile): Written[] {
  const nodes = [...within(syntaxOf(file))]
  const named = new Map(
    nodes.flatMap((node): [string, unknown][] =>
      node.type === 'VariableDeclarator' && isSyntax(node['id']) ? [[String(node['id']['name']), node['init']]] : [],
    ),
  )
  /** A text as far as it is known; whatever is not stands as a letter. */
  const told = (node: unknown, depth = 0): string => {
    if (!isSyntax(node) || depth > 8) return 'a'
    if (node.type === 'Literal') return isExpression(node['regex']) ? node['regex'].pattern : String(node['value'])
    if (node.type === 'Identifier') return named.has(String(node['name'])) ? told(named.get(String(node['name'])), depth + 1) : 'a'
    if (node.type === 'TaggedTemplateExpression') return told(node['quasi'], depth + 1)
    if (node.type === 'MemberExpression') return told(node['object'], depth + 1)
    if (node.type !== 'TemplateLiteral') return 'a'
    const between = node['expressions']
    return listIn(node['quasis'])
      .map((quasi, at) => `${cookedIn(quasi)}${Array.isArray(between) && at < between.length ? told(between[at], depth + 1) : ''}`)
      .join('')
  }
  const where = ({ start }: Syntax): string => `${file.path}:${file.text.slice(0, start).split('\n').length}`
  return nodes.flatMap((node): Written[] => {
    if (node.type === 'Literal' && isExpression(node['regex'])) return [{ where: where(node), ...node['regex'] }]
    const callee = node['callee']
    if (node.type !== 'NewExpression' || !isSyntax(callee) || callee['name'] !== 'RegExp') return []
    const [pattern, flags] = listIn(node['arguments'])
    return [{ where: where(node), pattern: told(pattern), flags: flags === undefined ? '' : told(flags) }]
  })
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isExpression = (value: unknown): value is { readonly pattern: string; readonly flags: string } =>
  value !== null && typeof value === 'object' && 'pattern' in value && 'flags' in value

function cookedIn(quasi: unknown): string {
  const value = isSyntax(quasi) ? quasi['value'] : undefined
  return value !== null && typeof value === 'object' && 'cooked' in value ? String(value.cooked) : ''
}
