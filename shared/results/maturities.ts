/** What an institution is called by its points (RS7). Apart from what parses results: pages of figures name them, too. ◆ */
export const maturities = ['Inicial', 'Creciente', 'Madura', 'Modelo'] as const
export type Maturity = (typeof maturities)[number]
