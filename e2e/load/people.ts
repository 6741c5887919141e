import type { Country } from '../bench/country-ground.ts'
import type { Person } from '../bench/ground.ts'
import type { DeviceOrder } from './order.ts'
import { people, planOf, type Amounts } from './plan.ts'

/**
 * The devices of a country: one for each person, each at the next of the servers, so that colleagues are at different ones. Every
 * institution's are together, so that a process hears of what it does. `engines`: share of them that are the real engine.
 */
export function devicesOf(
  country: Country,
  urls: readonly string[],
  { hours, engines, ...amounts }: Amounts & { readonly hours: number; readonly engines: number },
): DeviceOrder[] {
  const step = Math.max(1, Math.round(1 / engines))
  return country.institutions.flatMap((institutionId, institution) =>
    planOf(institution, hours, amounts).map((plan): DeviceOrder => {
      const at = institution * people + plan.person
      return {
        deviceId: `load-${institutionId}-${plan.person}`,
        url: urls[at % urls.length] ?? '',
        person: personAt(country, at),
        institutionId,
        formId: country.formId,
        plan,
        // The first of each stretch: leaders, delegates and professionals by turns as the stretches are no multiples of eight.
        isEngine: engines > 0 && at % step === Math.min(step - 1, Math.floor(at / step) % people),
      }
    }),
  )
}

function personAt({ people: all }: Country, at: number): Person {
  const found = all[at]
  if (!found) throw new Error(`a country has no person ${at}`)
  return found
}

/** Devices in as many parts, whole institutions each. */
export function partsOf(devices: readonly DeviceOrder[], parts: number): DeviceOrder[][] {
  const institutions = [...new Set(devices.map(({ institutionId }) => institutionId))]
  const partOf = new Map(institutions.map((id, at) => [id, at % parts]))
  return Array.from({ length: parts }, (_, part) => devices.filter(({ institutionId }) => partOf.get(institutionId) === part)).filter(
    (some) => some.length > 0,
  )
}
