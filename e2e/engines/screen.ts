import type { Persona } from '#server/testing/personas.ts'
import { fillingPath, type FillingPlace } from '../screens/filling-path.ts'
import { look, type Step, type Wanted } from './look.ts'
import { until } from './process.ts'
import type { Tab } from './tab.ts'

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const main: Step = { role: 'main' }
const chip: Step = { role: 'button', like: '^Estado de sincronización' }

/** What a person does on the pages, by roles and names, in whatever engine. */
export class Screen {
  readonly tab: Tab

  constructor(tab: Tab) {
    this.tab = tab
  }

  async signIn({ email, password }: Persona): Promise<void> {
    await this.tab.goto('/login')
    await this.write([{ role: 'textbox', like: '^[Cc]orreo' }], email)
    await this.write([{ role: 'password', like: '^[Cc]ontraseña' }], password)
    await this.press([{ role: 'button', like: '^(Ingresar|Iniciar sesión|Entrar)$' }])
    await this.at('/dashboard/')
  }

  /** Waits until the address begins so. */
  async at(path: string): Promise<void> {
    await until(() => this.tab.run((begin) => location.pathname.startsWith(begin), path), `the page is at ${path}`)
  }

  /** Waits until the shell is kept on the device: from then on the app opens without a network. */
  async shellKept(): Promise<void> {
    await until(
      () => this.tab.run(async () => (await caches.match('/index.html', { ignoreSearch: true }))?.status === 200),
      'the shell is kept',
    )
  }

  async open(place: FillingPlace): Promise<void> {
    await this.tab.goto(fillingPath(place))
    await this.see([main, { role: 'article' }])
  }

  question(text: string): Question {
    return new Question(this, text)
  }

  /** Waits until the chip in the header says so. */
  async chipSays(like: string): Promise<void> {
    await this.reads([chip], 'name', like)
  }

  async press(steps: readonly Step[]): Promise<void> {
    await this.see(steps)
    // What is scrolled to may be drawn only then, and moves what stands below it.
    let before: unknown = null
    await until(
      async () => before === (before = await this.ask(steps, 'place')) && before !== null,
      () => `${JSON.stringify(steps)} stays in its place`,
    )
    await this.tab.click(look, steps, 'press', '')
  }

  /** Writes over what stands in a field, key by key, and leaves it. */
  async write(steps: readonly Step[], text: string): Promise<void> {
    await this.press(steps)
    await this.tab.run(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
      else if (field) getSelection()?.selectAllChildren(field)
    })
    await this.tab.type(text)
    await this.tab.press('Tab')
  }

  /** Takes an option of a list by its value. */
  async select(steps: readonly Step[], value: string): Promise<void> {
    await this.see(steps)
    await this.tab.run(look, steps, 'select', value)
  }

  async see(steps: readonly Step[]): Promise<void> {
    await until(async () => (await this.ask(steps, 'name')) !== null, `${JSON.stringify(steps)} is there`)
  }

  async seeNot(steps: readonly Step[]): Promise<void> {
    await until(async () => (await this.ask(steps, 'name')) === null, `${JSON.stringify(steps)} is gone`)
  }

  /** Waits until it reads so: a regular expression. */
  async reads(steps: readonly Step[], wanted: Wanted, like: string): Promise<void> {
    const expression = new RegExp(like)
    let read: unknown = null
    await until(
      async () => expression.test(String((read = await this.ask(steps, wanted)))),
      () => `${JSON.stringify(steps)} reads ${like}: it reads ${String(read)}`,
    )
  }

  ask(steps: readonly Step[], wanted: Wanted): Promise<unknown> {
    return this.tab.run(look, steps, wanted, '')
  }
}

/** One question with its answer, its file and its conversation. */
export class Question {
  readonly #screen: Screen
  readonly #text: string
  readonly card: readonly Step[]

  constructor(screen: Screen, text: string) {
    this.#screen = screen
    this.#text = text
    this.card = [main, { role: 'article', like: `^${literally(text)}( \\(opcional\\))?$` }]
  }

  get field(): readonly Step[] {
    return [...this.card, { role: 'textbox', like: `^${literally(this.#text)}` }]
  }

  async write(text: string): Promise<void> {
    await this.#screen.write(this.field, text)
  }

  async holds(value: string): Promise<void> {
    await this.#screen.reads(this.field, 'value', `^${literally(value)}$`)
  }

  async choose(option: string, role: 'radio' | 'checkbox' = 'radio'): Promise<void> {
    const steps = [...this.card, { role, name: option }]
    await this.#screen.press(steps)
    await this.#screen.reads(steps, 'checked', 'true')
  }

  async chosen(option: string, role: 'radio' | 'checkbox' = 'radio'): Promise<void> {
    await this.#screen.reads([...this.card, { role, name: option }], 'checked', 'true')
  }

  async attach(path: string): Promise<void> {
    await this.#screen.see([...this.card, { role: 'button', like: '^(Adjuntar archivo|Reemplazar)$' }])
    await this.#screen.tab.choose([path], look, [...this.card, { role: 'file' }], 'there', '')
  }

  async says(text: string): Promise<void> {
    await this.#screen.reads(this.card, 'text', literally(text))
  }

  /** Answers the comment that waits for this person. */
  async reply(text: string): Promise<void> {
    const thread = await this.openComments()
    await this.#screen.write([...thread, { role: 'textbox', name: 'Su respuesta al comentario' }], text)
    await this.#screen.press([...thread, { role: 'button', name: 'Responder' }])
    await this.#screen.reads(thread, 'text', literally(text))
  }

  async openComments(): Promise<readonly Step[]> {
    const thread: readonly Step[] = [...this.card, { role: 'region', name: 'Comentarios' }]
    if ((await this.#screen.ask(thread, 'name')) === null)
      await this.#screen.press([...this.card, { role: 'button', like: '^(\\d+ comentarios?|Comentar)$' }])
    await this.#screen.see(thread)
    return thread
  }

  async pickDay(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    const field: readonly Step[] = [...this.card, { role: 'group', like: `^${literally(this.#text)}` }]
    await this.#screen.write([...field, { role: 'textbox', name: 'Día' }], date)
    await this.#screen.select([...field, { role: 'combobox', name: 'Mes' }], month)
    await this.#screen.write([...field, { role: 'textbox', name: 'Año' }], year)
  }

  async holdsDay(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    const field: readonly Step[] = [...this.card, { role: 'group', like: `^${literally(this.#text)}` }]
    await this.#screen.reads([...field, { role: 'textbox', name: 'Día' }], 'value', `^${Number(date)}$`)
    await this.#screen.reads([...field, { role: 'combobox', name: 'Mes' }], 'value', `^${month}$`)
    await this.#screen.reads([...field, { role: 'textbox', name: 'Año' }], 'value', `^${year}$`)
  }
}
