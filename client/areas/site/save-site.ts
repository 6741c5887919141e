import { askForCopy, keepSite, keptCopy, removeCopy, roomLeft, sizeOf } from '#client/data/app/site-copy.ts'
import type { SiteCopy } from '#client/data/app/site-copy.ts'
import { dayWords, offlineWords } from '#client/features/site/offline-words.ts'
import type { SiteLanguage } from '#shared/site/model.ts'

/** An element with its classes and its words. */
function made<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  element.textContent = text
  return element
}

const primary = 'site-action bg-brand-700 text-white hover:bg-brand-900 disabled:bg-ink-300 disabled:text-ink-700'
const secondary = 'site-action border border-ink-300 text-ink-800 hover:bg-ink-100'

/** The window in which a visitor keeps the whole site on the device: its size before, how far it came, and why it did not (WO7). */
export async function offerToSave(language: SiteLanguage): Promise<void> {
  const words = offlineWords[language]
  const locale = language === 'es' ? 'es-CL' : 'en-GB'
  const units = ['gigabyte', 'megabyte'].map((unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }))
  const size = (bytes: number): string => (bytes < 1e9 ? units[1]?.format(bytes / 1e6) : units[0]?.format(bytes / 1e9)) ?? ''

  const dialog = made(
    'dialog',
    'm-auto w-[min(34rem,calc(100vw-2rem))] rounded-xl bg-white p-6 text-ink-900 shadow-modal backdrop:bg-ink-950/60 sm:p-8',
  )
  const title = made('h2', 'text-2xl', words.saveTitle)
  title.id = 'save-site-title'
  dialog.setAttribute('aria-labelledby', title.id)
  const lead = made('p', 'mt-3 text-ink-700', words.measuring)
  const room = made('p', 'mt-2 text-sm text-ink-600 empty:hidden')
  const bar = made(
    'progress',
    'mt-5 h-2.5 w-full appearance-none overflow-hidden rounded-full bg-ink-150 [&::-moz-progress-bar]:bg-brand-700 [&::-webkit-progress-bar]:bg-ink-150 [&::-webkit-progress-value]:bg-brand-700',
  )
  bar.setAttribute('aria-label', words.progress)
  bar.hidden = true
  const told = made('p', 'mt-3 font-medium text-ink-900 empty:hidden')
  told.setAttribute('role', 'status')
  const actions = made('div', 'mt-6 flex flex-wrap gap-3')
  const save = made('button', primary, words.save)
  const stop = made('button', secondary, words.stop)
  const remove = made('button', secondary, words.remove)
  const close = made('button', secondary, words.close)
  for (const button of [save, stop, remove, close]) button.type = 'button'
  stop.hidden = true
  remove.hidden = true
  save.disabled = true
  actions.append(save, stop, remove, close)
  dialog.append(title, lead, room, bar, told, actions)
  document.body.append(dialog)

  let underWay: AbortController | null = null
  dialog.addEventListener('close', () => {
    underWay?.abort()
    dialog.remove()
  })
  close.addEventListener('click', () => dialog.close())
  stop.addEventListener('click', () => underWay?.abort())
  remove.addEventListener('click', () => {
    void removeCopy().then(() => {
      remove.hidden = true
      save.textContent = words.save
      told.textContent = words.removed
    })
  })

  /** Asks what there is; the offer stands only once its size is known. */
  const measured = async (): Promise<SiteCopy | null> => {
    const copy = await askForCopy()
    if (copy === null) {
      lead.textContent = ''
      told.textContent = words.failedMeasure
      save.textContent = words.retry
      save.disabled = false
      return null
    }
    const left = await roomLeft()
    lead.textContent = words.saveLead({ pages: copy.pages.length, size: size(sizeOf(copy)) })
    room.textContent = left === null ? '' : (left < 2 * sizeOf(copy) ? words.roomShort : words.room)({ size: size(left) })
    told.textContent = ''
    save.textContent = words.save
    save.disabled = false
    return copy
  }

  const run = async (copy: SiteCopy): Promise<void> => {
    const all = sizeOf(copy)
    let done = 0
    underWay = new AbortController()
    bar.hidden = false
    bar.max = all
    bar.value = 0
    save.hidden = true
    remove.hidden = true
    stop.hidden = false
    stop.focus()
    // Whoever asked for a copy wants it to stay: the browser is asked not to take it away when it needs room.
    void navigator.storage?.persist?.()
    const end = await keepSite(
      copy,
      (bytes) => {
        done = bytes
        bar.value = bytes
        told.textContent = words.saving({ done: size(bytes), all: size(all) })
      },
      underWay.signal,
    )
    underWay = null
    stop.hidden = true
    save.hidden = end === 'done'
    remove.hidden = end !== 'done'
    save.textContent = words.resume
    told.textContent = {
      done: words.saved({ pages: copy.pages.length, size: size(all) }),
      stopped: words.stopped({ done: size(done), all: size(all) }),
      network: words.failedNetwork,
      room: words.failedRoom,
    }[end]
    ;(end === 'done' ? close : save).focus()
  }

  dialog.showModal()
  let copy = await measured()
  const before = await keptCopy()
  if (before !== null) {
    told.textContent = words.savedOn({ day: dayWords(before.at, language) })
    remove.hidden = false
    if (copy !== null && before.edition !== copy.edition) save.textContent = words.update
    else if (copy !== null) save.hidden = true
  }
  save.addEventListener('click', () => {
    if (copy !== null) return void run(copy)
    save.disabled = true
    void measured().then((found) => (copy = found))
  })
}
