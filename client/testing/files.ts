import type { UserEvent } from '@testing-library/user-event'

export const pdf = (name: string): File => new File([`%PDF-1.4\n${name}`], name, { type: 'application/pdf' })

/** A file that is there when it is chosen, and not any more when it is read: on a stick that was pulled out. */
export function vanished(name: string): File {
  const gone = (): Promise<never> => Promise.reject(new DOMException('gone', 'NotReadableError'))
  return Object.assign(pdf(name), { arrayBuffer: gone })
}

/** Presses what opens the browser's file list, and chooses there. It waits for the list as long as the page takes to open it. */
export async function chooseFile(user: UserEvent, button: HTMLElement, file: File): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<HTMLInputElement>()
  const { click } = HTMLInputElement.prototype
  // The input is not drawn, and may be in no document.
  HTMLInputElement.prototype.click = function (this: HTMLInputElement): void {
    if (this.type === 'file') resolve(this)
    else click.call(this)
  }
  try {
    await user.click(button)
    await user.upload(await asked, file)
  } finally {
    HTMLInputElement.prototype.click = click
  }
}
