/** Ends a run in which nothing could be run: neither good nor bad. */
const nothingRun = 77

/** What was looked at, as it goes. */
export class Report {
  #passed = 0
  #failed = 0
  readonly #notRun: string[] = []

  /** Runs a check and says what came of it, with a figure where there is one. Undefined when it failed. */
  async check<T>(title: string, work: () => Promise<T>, figure?: (value: T) => string): Promise<T | undefined> {
    try {
      const value = await work()
      this.#passed += 1
      console.log(`  ok       ${title}${figure ? ` (${figure(value)})` : ''}`)
      return value
    } catch (error) {
      this.#failed += 1
      console.log(`  FAILED   ${title}\n${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  notRun(title: string, why: string): void {
    this.#notRun.push(title)
    console.log(`  skipped  ${title}: ${why}`)
  }

  /** Says the sum. The exit code of the run. */
  end(): number {
    const skipped = this.#notRun.length === 0 ? '' : `, ${this.#notRun.length} skipped (${this.#notRun.join('; ')})`
    console.log(`container: ${this.#passed} passed, ${this.#failed} failed${skipped}`)
    if (this.#failed > 0) return 1
    return this.#passed === 0 ? nothingRun : 0
  }
}
