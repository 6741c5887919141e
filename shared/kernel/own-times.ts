import { isDay } from './instant.ts'
import { deadlineText, zoneNames, type DeviceClock, type Told } from './moment-words.ts'

/**
 * A text that was written for any device, as a letter's or a notice's is: what it says of until when is followed by the time of the device
 * on which it is read, where that is another one (TM23).
 */
export function withOwnTimes(text: string, language: Told, clock: DeviceClock): string {
  const deadlines = new RegExp(`(\\d{1,2}) \\D{3,20} (\\d{4}), 23:59, ${zoneNames[language]}`, 'g')
  return text.replace(deadlines, (found, day: string, year: string) => {
    const days = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`)
    // The month is the one in whose words the text says it.
    const named = days.find((each) => isDay(each) && deadlineText(each, { language, style: 'long' }) === found)
    return named === undefined ? found : deadlineText(named, { language, style: 'long', clock })
  })
}
