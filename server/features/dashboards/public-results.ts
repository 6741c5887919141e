import { canonicalResults, queryOfResults, shownResults } from '#shared/dashboards/asked.ts'
import type { AskedResults } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { EditionCache } from '../../http/edition-cache.ts'
import type { Language } from '../../http/failures.ts'
import { Turns } from '../../http/turns.ts'
import { openFormsIn, resultsViewIn, type OpenForm, type ResultsDeps } from './view.ts'

interface Deps extends ResultsDeps {
  /** What visitors see, counted; undefined while the database has never answered. */
  readonly editions: { current(): { readonly number: number } | undefined | Promise<{ readonly number: number } | undefined> }
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
}

interface Shelf {
  readonly views: EditionCache<PublicResultsView>
  readonly turns: Turns
}

/** Longest that anything is believed, milliseconds: time alone makes results public, too. With the page that is made of it, under a minute. */
const freshMs = 15_000
/** Choices whose figures are kept. */
const viewsMost = 150

/**
 * What everybody reads of published results, worked out once for an edition and a choice, for pages, calls and files alike: whatever is asked
 * for that is not public asks for nothing more than what is kept already (DB10).
 */
export class PublicResults {
  readonly #deps: Deps
  readonly #forms: EditionCache<readonly OpenForm[]>
  /** Without institutions there are a few: whoever asks for choices without end keeps nobody from them. */
  readonly #plain: Shelf
  readonly #chosen: Shelf

  constructor(deps: Deps) {
    this.#deps = deps
    this.#forms = new EditionCache(1, deps.elapsed)
    const shelf = (): Shelf => ({ views: new EditionCache(viewsMost, deps.elapsed), turns: new Turns({ running: 2, waiting: 100 }) })
    this.#plain = shelf()
    this.#chosen = shelf()
  }

  /** The one query of what is shown of what is asked; by what was public last while the database is away. Fails as it does. */
  async query(asked: AskedResults): Promise<string> {
    const edition = await this.#edition()
    try {
      return canonicalResults(asked, await this.#formsOf(edition))
    } catch (error) {
      const known = this.#forms.last('')
      if (!known) throw error
      return canonicalResults(asked, known)
    }
  }

  /** What is shown of what is asked. Fails as the database does, and where as many wait as may. */
  async view(asked: AskedResults, language: Language): Promise<PublicResultsView> {
    const edition = await this.#edition()
    const forms = await this.#formsOf(edition)
    const shown = shownResults(asked, forms)
    const key = `${language} ${queryOfResults(shown)}`
    const { views, turns } = shown.institutions.length === 0 ? this.#plain : this.#chosen
    return (
      views.kept(key, edition, freshMs) ??
      views.make(key, edition, () => turns.must(() => this.#deps.db.read((tx) => resultsViewIn(this.#deps, tx, forms, asked, language))))
    )
  }

  /** The database is another one: what an edition is called may stand for something else. */
  forget(): void {
    this.#forms.clear()
    this.#plain.views.clear()
    this.#chosen.views.clear()
  }

  async #edition(): Promise<number> {
    return (await this.#deps.editions.current())?.number ?? -1
  }

  async #formsOf(edition: number): Promise<readonly OpenForm[]> {
    const { db, now } = this.#deps
    return this.#forms.kept('', edition, freshMs) ?? this.#forms.make('', edition, () => db.read((tx) => openFormsIn(tx, now())))
  }
}
