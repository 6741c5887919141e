/** Whether a text leads to a page of the signed-in area and nowhere else: only that is followed of what was stored. */
export const isPageAddress = (text: string): boolean => /^\/dashboard(?:[/?][\w\-./?&=%]*)?$/.test(text)
