/** Somebody of the demonstration who signs in. */
export interface Persona {
  readonly email: string
  readonly password: string
}
