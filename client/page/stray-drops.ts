/** Types of input that take a file themselves. */
const takesFiles = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'file'

/** A file that is dropped beside its place: the browser would open it in the stead of the application, and what is half written with it. */
export function keepStrayDrops(): void {
  const stay = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files') || takesFiles(event.target)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', stay)
  addEventListener('drop', stay)
}
