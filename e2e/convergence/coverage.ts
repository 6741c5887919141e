/** What a run must have met for its invariants to say anything, and how each is seen from outside: on the wire, in the ledger, on the device. */
export const situations = {
  'sequence gap': 'a push was answered 409 seq_gap',
  fork: 'a push was answered 409 device_fork, or a pull showed a device what its twin had sent',
  alias: 'the ledger took a mutation for one that it already had under another device',
  'fenced write': 'a device’s storage refused what a tab wrote that leads no more, or that went on from another cursor',
  immutable: 'a change came too late to replace one that another tab had put on the wire',
  'cursor unknown': 'a pull was answered 409 cursor_unknown: the server had forgotten what the device held',
  'restarted pull': 'a device that held a cursor pulled from nothing',
  'pull of several pages': 'a pull was answered with more to come',
  'push too large': 'a push was answered 413',
  'program too old': 'a call was answered 426',
  'too many requests': 'a call was answered 429',
  'server busy': 'a call was answered 503',
  'session over': 'a call was answered 401',
  'answers sent up': 'the ledger applied a send that locked the institution',
  'send taken back': 'the ledger applied the recall of a send',
  'send opened': 'the ledger applied the opening of a send',
  'decision applied': 'the ledger applied an evaluator’s decision',
  'evaluation sent': 'the ledger applied the send of an evaluation',
  'two evaluators': 'the ledger applied decisions of two evaluators of one institution',
  'decision lost': 'the ledger did not apply a decision that its device had let through',
  'replica opened': 'the ledger applied the opening of a sub-dimension',
  'replica undone': 'the ledger applied the undoing of one',
  'replica used up': 'the ledger kept an opening apart because another had used the last',
  'answer appealed': 'the ledger applied the justification of an appeal',
  'appeal too late': 'the ledger kept a justification apart, for its sub-dimension was closed, sent or somebody else’s',
  'replica sent': 'an institution stood as having sent its replica',
  'appeal decided': 'the ledger applied a decision on an appeal',
  'comment reply': 'the ledger applied a reply',
  'comment resolution': 'the ledger applied a resolution',
  'answer already accepted': 'the ledger refused to overwrite an accepted answer',
  'answer of somebody else': 'the ledger kept a value apart because another’s stood',
  'answer closed unseen': 'the ledger closed an answer that the author of the change had not seen, and told both',
  'change of structure held': 'the ledger kept a change apart that would have closed somebody’s newer answer',
  'comment on a row': 'the ledger applied a comment about an inner question of a block',
  'comment moved up': 'a comment stood at the question above the closed one of which its author wrote',
  'reason kept': 'the ledger applied that an observed answer is kept, with its reason',
  'reason against another': 'the ledger kept such a reason apart because another’s, or another value, stood',
  'question taken away': 'the ledger applied that a question is nobody’s any more',
  'office changed meanwhile': 'the ledger kept a change of an office apart because somebody else held it by then',
  'request to be opened': 'the ledger applied that who had sent asks to be opened again',
  'account closed': 'the ledger applied that an account is closed',
  'account open again': 'the ledger applied that one is opened again',
  'work of a closed account': 'the ledger took from a person, whose account had been closed, what they had done before',
  'decision in grace': 'the ledger applied a decision that was made before its revision ended and came after',
  'answer in grace': 'an answer or its file stood that was given before its stage ended and came after',
  'decision on another file': 'the ledger kept a decision apart because another file stood than its author had seen',
  'accepted together': 'the ledger applied the acceptance of all that was left',
  'note for oneself': 'the ledger applied what an evaluator noted for themselves',
  'row put back': 'the ledger applied that what was closed comes back',
  'draft sent': 'what was typed became a change by itself, in the tab in which it was typed',
  'draft sent later': 'what was typed found no room as a change at first, and became one by itself in the same tab',
  'draft taken up': 'what a tab left that was gone became a change in another',
  'draft waits': 'what was typed waited for its person at the end, as another version stood by then or a rule turned it away',
  'server put back': 'the server found out by itself that it was put back to an older copy',
  'copied profile': 'two copies of one profile had both enqueued something',
  'one mid, other words': 'the ledger kept what a copy of a profile had written under a mid that it already had',
  'profile put back': 'a device went on from an older copy of its own profile',
  'frozen tab': 'a tab that had been frozen went on',
  'leader replaced': 'a tab took the lead from a frozen one',
  'full disk': 'a device could not write',
  'live poke': 'a poke arrived through an event stream',
  'whole file': 'a file was found at the server byte for byte',
  'file in parts': 'a file took several parts to arrive',
  'no locks': 'a browser without Web Locks ran its tabs side by side',
  'small pages': 'a run whose pulls brought a few rows at a time',
  'small batches': 'a run whose pushes took a few mutations at a time',
  'field of two administrators': 'the ledger kept apart what an administrator wrote over what another had written meanwhile',
  'row of two administrators': 'the ledger applied a change of a row in which another administrator had changed another field',
  'structure of two administrators': 'two administrators had changed which questions a form has',
  'version published': 'the platform published what administrators had changed of a form that runs',
  'stage extended': 'the ledger applied a change of the stages of a form that runs',
  'institution taken out': 'the ledger applied that an institution leaves the form',
  'institution back': 'the ledger applied that one is put in again',
  'work of one that was out': 'the ledger kept what arrived of an institution that was out',
  'evaluator replaced': 'the ledger applied that another evaluates an institution',
  PostgreSQL: 'a run on PostgreSQL',
} as const
export type Situation = keyof typeof situations

/** How often each situation was met. */
export type Counts = Readonly<Partial<Record<Situation, number>>>

export class Sightings {
  readonly #counts: Partial<Record<Situation, number>> = {}

  saw(situation: Situation, times = 1): void {
    this.#counts[situation] = (this.#counts[situation] ?? 0) + times
  }

  get counts(): Counts {
    return this.#counts
  }
}

/** Situations of many runs together. */
export class Coverage {
  readonly #times = new Map<Situation, number>()
  readonly #runs = new Map<Situation, number>()
  readonly #met = new Map<number, ReadonlySet<Situation>>()
  #all = 0

  add(seed: number, counts: Counts): void {
    this.#all += 1
    this.#met.set(seed, new Set(names.filter((situation) => (counts[situation] ?? 0) > 0)))
    for (const situation of names) {
      const times = counts[situation] ?? 0
      this.#times.set(situation, (this.#times.get(situation) ?? 0) + times)
      this.#runs.set(situation, (this.#runs.get(situation) ?? 0) + (times > 0 ? 1 : 0))
    }
  }

  /** Situations that no run met: what was asserted was never tried in them. */
  get missing(): Situation[] {
    return names.filter((situation) => (this.#times.get(situation) ?? 0) === 0)
  }

  /** A few of the seeds that together met whatever any of them met. */
  get enough(): number[] {
    const chosen: number[] = []
    for (let left: ReadonlySet<Situation> = new Set([...this.#met.values()].flatMap((met) => [...met])); left.size > 0;) {
      const [[seed, most] = [0, left]] = [...this.#met].toSorted(([, a], [, b]) => b.intersection(left).size - a.intersection(left).size)
      chosen.push(seed)
      left = left.difference(most)
    }
    return chosen
  }

  /** One line a situation: how often, and in how many runs. */
  get table(): string {
    const width = Math.max(...names.map((situation) => situation.length))
    const lines = names.map((situation) => {
      const times = this.#times.get(situation) ?? 0
      return `${situation.padEnd(width)} ${String(times).padStart(7)} times in ${this.#runs.get(situation) ?? 0} of ${this.#all} runs${times === 0 ? '  ← never' : ''}`
    })
    return lines.join('\n')
  }
}

const names = Object.keys(situations) as Situation[]
