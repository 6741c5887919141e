/** The value, or a thrown bug: for what the code around it has already made certain. */
export function must<T>(value: T | undefined | null, why: string): T {
  if (value === undefined || value === null) throw new Error(why)
  return value
}
