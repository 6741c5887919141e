// Loaded before a server whose machine is to have another time than the others: CLOCK_OFF_MS says by how much.
const offMs = Number(process.env['CLOCK_OFF_MS'] ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: readonly [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(RealDate.now() + offMs)
    else super(...given)
  }
  static override now(): number {
    return RealDate.now() + offMs
  }
} as DateConstructor
