/** Look of what floats over the page beside its button. */
export const popoverClass = 'forced-edge rounded-lg border border-ink-200 bg-white shadow-lift'
