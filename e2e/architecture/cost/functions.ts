import { Session, type Profiler } from 'node:inspector'
import type { SourceFile } from '../house.ts'
import { isSyntax, syntaxOf, type Syntax } from './syntax.ts'

/** A parameter of a function, as it is written. */
export interface Parameter {
  readonly name: string
  readonly type: string
  readonly optional: boolean
}

/** An exported function that answers at once. */
export interface Exported {
  readonly path: string
  readonly name: string
  readonly parameters: readonly Parameter[]
}

/** The exported functions of a file that are given a text. What answers later asks something else for it, and is none. */
export function takersIn(file: SourceFile): Exported[] {
  const said = (node: unknown): string => (isSyntax(node) ? file.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ') : '')
  return listOf(syntaxOf(file)['body']).flatMap((statement): Exported[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : undefined
    return functionsIn(declared).flatMap(([name, made]) => {
      if (made['async'] === true || made['generator'] === true || /^: (?:Async|Promise)/.test(said(made['returnType']))) return []
      const parameters = listOf(made['params']).map((each): Parameter => {
        const left = each.type === 'AssignmentPattern' && isSyntax(each['left']) ? each['left'] : each
        const annotation = isSyntax(left['typeAnnotation']) ? left['typeAnnotation']['typeAnnotation'] : undefined
        return {
          name: typeof left['name'] === 'string' ? left['name'] : '',
          type: said(annotation),
          optional: left['optional'] === true || left !== each,
        }
      })
      return parameters.some(isText) ? [{ path: file.path, name, parameters }] : []
    })
  })
}

export const isText = ({ type }: Parameter): boolean => /^(?:string|Cell|Text)(?: \| (?:null|undefined))*$/.test(type)

const listOf = (value: unknown): readonly Syntax[] => (Array.isArray(value) ? value.filter(isSyntax) : [])

function functionsIn(declared: unknown): [string, Syntax][] {
  if (!isSyntax(declared)) return []
  if (declared.type === 'FunctionDeclaration') return isSyntax(declared['id']) ? [[String(declared['id']['name']), declared]] : []
  return listOf(declared['declarations']).flatMap((each): [string, Syntax][] => {
    const { id, init } = each
    const isFunction = isSyntax(init) && (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression')
    return isFunction && isSyntax(id) ? [[String(id['name']), init]] : []
  })
}

/**
 * Counts what a call does: the blocks of the program's own code that are run, as the engine counts them for coverage, and the characters
 * or items that built-in functions go through, which the engine does not tell.
 */
export class Counter {
  readonly #session = new Session()
  #through = 0
  readonly #restore: (() => void)[] = []

  start(): void {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.post('Profiler.disable')
    this.#session.disconnect()
  }

  /** What `call` does; whatever it throws is its answer. */
  of(call: () => void): number {
    this.#blocks()
    this.#through = 0
    this.#watch()
    try {
      call()
    } catch {
      // A refusal by another name.
    } finally {
      for (const restore of this.#restore.splice(0)) restore()
    }
    return this.#through + this.#blocks()
  }

  #blocks(): number {
    let count = 0
    this.#session.post('Profiler.takePreciseCoverage', (error, taken?: Profiler.TakePreciseCoverageReturnType) => {
      if (error || !taken) throw new Error('the engine does not count', { cause: error })
      for (const { url, functions } of taken.result)
        if (url.startsWith('file:') && !url.includes('/e2e/'))
          for (const { ranges } of functions) for (const range of ranges) count += range.count
    })
    return count
  }

  #watch(): void {
    const text = (...names: (keyof string & string)[]): void => {
      for (const name of names) this.#replace(String.prototype, name, (self) => String(self).length)
    }
    text('split', 'replace', 'replaceAll', 'match', 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'padStart', 'padEnd')
    text('toWellFormed', 'isWellFormed', 'localeCompare')
    this.#replace(String.prototype, 'normalize', (self) => normalising(String(self)))
    for (const name of ['indexOf', 'includes'] as const)
      this.#replace(String.prototype, name, (self, [sought, from]) => {
        const at = plainIndexOf(String(self), String(sought), Number(from ?? 0))
        return at < 0 ? String(self).length - Number(from ?? 0) : at - Number(from ?? 0) + 1
      })
    const many = (...names: (keyof unknown[] & string)[]): void => {
      for (const name of names) this.#replace(Array.prototype, name, (self) => (Array.isArray(self) ? self.length : 0))
    }
    many(
      'slice',
      'join',
      'includes',
      'indexOf',
      'concat',
      'flat',
      'reverse',
      'toReversed',
      'sort',
      'toSorted',
      'splice',
      'shift',
      'unshift',
    )
    let from = 0
    this.#replace(
      RegExp.prototype,
      'exec',
      (self, [given]) => {
        from = self instanceof RegExp ? self.lastIndex : 0
        return String(given).length - from
      },
      (self, answer) => {
        if (!(self instanceof RegExp) || (!self.sticky && (answer === null || !self.global))) return undefined
        return answer === null ? 1 : Math.max(1, self.lastIndex - from)
      },
    )
  }

  /** Counts what a built-in goes through: as far as it came, where it says how far. */
  #replace(
    on: object,
    name: string,
    cost: (self: unknown, given: readonly unknown[]) => number,
    came?: (self: unknown, answer: unknown) => number | undefined,
  ): void {
    const known = Object.getOwnPropertyDescriptor(on, name)
    const original: unknown = known?.value
    if (!known || typeof original !== 'function') return
    const add = (cost: number): void => void (this.#through += cost)
    const counting = function (this: unknown, ...given: unknown[]): unknown {
      const whole = cost(this, given)
      const answer: unknown = Reflect.apply(original, this, given)
      add(came?.(this, answer) ?? whole)
      return answer
    }
    Object.defineProperty(on, name, { ...known, value: counting })
    this.#restore.push(() => Object.defineProperty(on, name, known))
  }
}

const plainIndexOf = Function.prototype.call.bind(String.prototype.indexOf) as (text: string, sought: string, from: number) => number

/** Marks of several classes that follow each other are put in order by comparing each with those before. */
function normalising(text: string): number {
  let cost = 0
  let marks = 0
  for (const character of text) {
    marks = mark(character) ? marks + 1 : 0
    cost += 1 + marks
  }
  return cost
}
const marked = /\p{M}/u
const mark = (character: string): boolean => character > '\u02ff' && marked.test(character)
