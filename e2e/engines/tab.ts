/** What runs in the page: a function that is sent as its text, so it uses nothing but its arguments. */
export type InPage<Args extends readonly unknown[], T> = (...args: Args) => T | Promise<T>

/** One tab of some engine, with as little as a journey needs. Elements are named by what finds them in the page. */
export interface Tab {
  /** Brings it before the others of its window, where a person can press and type. */
  front(): Promise<void>
  goto(path: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. Arguments and result cross as JSON. */
  run<Args extends readonly unknown[], T>(work: InPage<Args, T>, ...args: Args): Promise<T>
  /** Presses the element that the function finds, as a mouse does. */
  click<Args extends readonly unknown[]>(find: InPage<Args, unknown>, ...args: Args): Promise<void>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Gives files to the input that the function finds. */
  choose<Args extends readonly unknown[]>(paths: readonly string[], find: InPage<Args, unknown>, ...args: Args): Promise<void>
  close(): Promise<void>
}

/** A computer with a browser of some engine. */
export interface Computer {
  /** Its only tab after it was started. */
  readonly tab: Tab
  newTab(): Promise<Tab>
  /** Ends the browser and starts it again on what it keeps; an engine that keeps nothing for a driver shuts and opens its tab. */
  restart(): Promise<Tab>
  end(): Promise<void>
}

export interface Engine {
  readonly name: 'firefox' | 'webkit'
  /** What restart really does here. */
  readonly restarts: 'browser' | 'tab'
  /** One sentence with what is missing on this machine and how to get it; undefined when nothing is. */
  missing(): string | undefined
  start(options: { readonly folder: string; readonly url: string }): Promise<Computer>
}

/** Keys with a name, as WebDriver writes them. */
export const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Control: '\uE009',
  ArrowDown: '\uE015',
} as const
export type Key = keyof typeof keys
